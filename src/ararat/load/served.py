"""The processes of the server, as the system tells of them: all that listen at its port."""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc")
LISTENING = "0A"


class Served:
    """Who listens at a port of this machine; nobody, where the system does not tell or it is somebody else's."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def processes(self) -> list[int]:
        """Found anew each time, for workers come and go. Those in which bots think do not listen, and do not count."""
        sockets = {f"socket:[{inode}]" for inode in inodes(self.port)}
        return [number for number in numbers() if sockets & files(number)] if sockets else []

    def worked(self) -> dict[int, float]:
        """Seconds of processor so far, of each process."""
        return {number: used(number) / os.sysconf("SC_CLK_TCK") for number in self.processes}

    def memory(self, own: bool = False) -> int | None:
        """Bytes of memory, what processes share counted once; `own`: without what is in files, as programs are."""
        sizes = [size(number, "Pss_Anon:" if own else "Pss:") for number in self.processes]
        return sum(sizes) if sizes else None


def worked_between(before: dict[int, float], after: dict[int, float]) -> float | None:
    """Seconds of processor between two looks; what is gone meanwhile took its own with it."""
    return sum(seconds - before.get(process, 0.0) for process, seconds in after.items()) if after else None


def inodes(port: int) -> set[str]:
    """The sockets that listen at a port."""
    found = set()
    for name in ("tcp", "tcp6"):
        for line in lines(PROC / "net" / name)[1:]:
            fields = line.split()
            if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                found.add(fields[9])
    return found


def numbers() -> list[int]:
    try:
        return [int(name) for name in os.listdir(PROC) if name.isdigit()]
    except OSError:
        return []


def files(process: int) -> set[str]:
    """What a process has open; nothing, where that is not ours to know."""
    folder, found = f"{PROC}/{process}/fd", set()
    try:
        for name in os.listdir(folder):
            found.add(os.readlink(f"{folder}/{name}"))
    except OSError:
        pass
    return found


def used(process: int) -> int:
    """Ticks of processor, for itself and for the system."""
    fields = stat(process)
    return int(fields[11]) + int(fields[12]) if fields else 0


def stat(process: int) -> list[str]:
    """What comes after the name, which may hold anything."""
    return "".join(lines(PROC / str(process) / "stat")).rpartition(")")[2].split()


def size(process: int, kind: str) -> int:
    for line in lines(PROC / str(process) / "smaps_rollup"):
        if line.startswith(kind):
            return int(line.split()[1]) * 2**10
    resident = "".join(lines(PROC / str(process) / "statm")).split()
    return int(resident[1]) * os.sysconf("SC_PAGE_SIZE") if resident else 0


def lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []
