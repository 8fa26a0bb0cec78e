"""How a server is to serve, as every one of its processes has to know."""

from __future__ import annotations

import socket
from dataclasses import asdict, dataclass

from ..core.contract import Json
from .front import Front
from .limits import Limits
from .reach import Reach


@dataclass(frozen=True)
class Manner:
    """What somebody said when they started it."""

    host: str
    named: str | None  # what others call us
    limits: Limits
    front: Front  # who stands before us
    json_logs: bool = False
    workers: int = 1

    def reach(self, bound: socket.socket) -> Reach:
        """Where it is found."""
        address, number = bound.getsockname()[:2]
        return Reach(address, number, self.named, public=self.front.public)

    def told(self) -> Json:
        """As one process tells another."""
        front = {"public": self.front.public, "trusted": [str(net) for net in self.front.trusted]}
        plain = {"host": self.host, "named": self.named, "json_logs": self.json_logs, "workers": self.workers}
        return {**plain, "limits": asdict(self.limits), "front": front}

    @classmethod
    def of(cls, told: Json) -> Manner:
        """As another process told it."""
        limits, front = Limits(**told["limits"]), Front.checked(told["front"]["public"], told["front"]["trusted"])
        return cls(**told | {"limits": limits, "front": front})
