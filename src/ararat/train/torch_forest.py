"""A tree for each table of a crowd, on a GPU: all grow together, and the net thinks of all their leaves at once."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..core.compiler import numba_cuda
from ..core.contract import TOUCHES
from ..core.gpu import gpu_kernel
from ..core.gpu_search import MOVER, REAL, VISITS, WHOLE
from ..core.tree import NONE, ROOT
from .torch_net import Sight, TorchNet

SEEN = torch.int16  # as observations are kept: no number is larger
DEEPEST = 48  # moves down a tree
THREADS = 32  # of a block: few, so that all parts of a GPU have some
A_LIST = 8  # nodes for each playout, at least: most lists are much shorter than the longest
READY = 2  # playouts before the one that is recorded

Root = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


class Forest:
    """The trees, as arrays with a row for each table."""

    def __init__(self, net: TorchNet, sight: Sight, players: Tensor, tables: int, longest: int, playouts: int) -> None:
        self.net, self.sight, self.players, self.tables = net, sight, players, tables
        self.facts, device, seats = net.plan.facts, net.device, net.plan.seats
        self.is_open = not self.facts.secrets

        def rows(*shape: int, kind: Any = torch.int32) -> Tensor:
            return torch.zeros(tables, *shape, dtype=kind, device=device)

        room = 1 + playouts * max(A_LIST, longest // 4) + longest
        self.nodes, self.sums = rows(room, WHOLE), rows(room, REAL).float()
        self.path, self.depths, self.used = rows(DEEPEST), rows(), rows()
        self.lists, self.places, self.asks = rows(longest), rows(longest), rows()
        self.touched = rows(*((longest, TOUCHES) if net.touches else (1, 1)), kind=torch.long)
        self.lots = rows(4, kind=torch.long)
        self.seen = rows(sight.numbers, kind=SEEN)
        self.opened = self.seen if self.is_open else torch.zeros_like(self.seen)  # of worlds
        self.table = torch.zeros_like(self.seen)  # what lies open at the tables themselves
        self.nowhere = torch.zeros_like(self.seen[:1])
        self.logits, self.values = rows(longest).float(), rows(seats).float()
        self.brought, self.visits, self.worths = rows(seats).float(), rows(longest).float(), rows(longest).float()
        self.known = rows(seats).float()
        self._held: dict[int, Any] = {}
        self._worlds: Any = None
        self._recorded: dict[int, Any] = {}

    def think(self, batch: Any, setting: int, playouts: int) -> Root:
        """Let all trees grow; returns what is seen at their roots, by the seat in turn and with all hands open, its
        moves, what they touch, and how promising they are at first sight."""
        if self._worlds is None:
            self._worlds = batch.fork()
        self.nodes[:, ROOT] = NONE
        self.nodes[:, ROOT, MOVER] = self._turns(batch).int()
        self.nodes[:, ROOT, VISITS] = 0
        self.sums[:, ROOT] = 0
        self.used.fill_(1)
        self.brought.zero_()
        self.net.known(anew=True)
        self.lots.random_(1, 1 << 32)
        self.known.copy_(self.judge(batch, setting))
        self._grow(batch, setting)
        root = self.seen, self.table, self.lists, self.touched, self.logits
        kept = tuple(one.clone() for one in root)
        for _ in range(playouts - 1):
            self._grow_on(batch, setting)
        self._launch("found", self.nodes, self.sums, self.visits, self.worths)
        return kept  # type: ignore[return-value]

    def judge(self, batch: Any, setting: int) -> Tensor:
        """[tables, seats], from seat 0 on: how likely each wins at the tables themselves, all hands open."""
        self._launch("openly", batch._records, self.table)
        settings = self.sight.same(setting, self.tables)
        players = self.players[settings][:, None]
        chances = self.net.think(self.sight.see(self.table, settings), players[:, 0])[0].exp()[:, :-1]
        places = torch.arange(chances.shape[1], device=chances.device)
        found = chances.gather(1, (places - self._turns(batch)[:, None]) % players)
        return torch.where(places < players, found, 0.0)

    def _turns(self, batch: Any) -> Tensor:
        return torch.from_dlpack(batch.turns) if self.seen.is_cuda else torch.as_tensor(batch.turns.host())

    def _grow_on(self, batch: Any, setting: int) -> None:
        """A playout at each table; the many small calls that it is are recorded once."""
        if not self.seen.is_cuda:
            self._grow(batch, setting)
            return
        if setting not in self._recorded:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                for _ in range(READY):
                    self._grow(batch, setting)
            torch.cuda.current_stream().wait_stream(aside)
            self._recorded[setting] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._recorded[setting]):
                self._grow(batch, setting)
        self._recorded[setting].replay()

    def _grow(self, batch: Any, setting: int) -> None:
        """A playout at each table: down to a leaf, what the net thinks of it, and up again."""
        roots, worlds, tree = batch._records, self._worlds._records, (self.nodes, self.sums)
        way = self.path, self.depths
        opened = self.nowhere if self.is_open else self.opened
        found = self.lists, self.places, self.asks, self.seen, opened, self.touched
        self._launch("down", roots, worlds, self.lots, *tree, *way, *found)
        self._ask(setting)
        thought = self.logits, self.values, self.brought
        self._launch("up", worlds, *tree, *way, self.used, self.lists, self.places, self.asks, *thought)

    def _ask(self, setting: int) -> None:
        """What the net thinks of all leaves: of moves by the eyes of the seat in turn, of chances all hands open."""
        settings = self.sight.same(setting, self.tables)
        players, inputs = self.players[settings], self.sight.see(self.seen, settings)
        if inputs.is_cuda:
            chances = self.net.glance(inputs, players, self.lists, self.touched, self.logits)
        else:
            touched = self.touched if self.net.touches else None
            chances, scores = self.net.think(inputs, players, self.lists.long(), touched)
            self.logits.copy_(scores)
        if not self.is_open:
            chances = self.net.think(self.sight.see(self.opened, settings), players)[0]
        self.values.copy_(chances[:, :-1].exp())

    def _launch(self, name: str, *given: Any) -> None:
        """Let a kernel run on the stream of both."""
        shape: Any = (-(-self.tables // THREADS), THREADS)
        if self.seen.is_cuda:
            shape = (*shape, numba_cuda().external_stream(torch.cuda.current_stream().cuda_stream))
        arrays = (self._hold(one) if isinstance(one, Tensor) else one for one in given)
        gpu_kernel(self.facts, name)[shape](*arrays)

    def _hold(self, tensor: Tensor) -> Any:
        """An array of PyTorch's as kernels take it."""
        if not tensor.is_cuda:
            return tensor.numpy()
        if id(tensor) not in self._held:
            self._held[id(tensor)] = numba_cuda().as_cuda_array(tensor)
        return self._held[id(tensor)]
