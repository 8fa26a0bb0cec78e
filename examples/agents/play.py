"""A match among programs that read and write lines, and bots: docs/agents.md has the protocol.

python examples/agents/play.py noah "python examples/agents/sample.py" greedy --seed 7
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ararat

PROTOCOL = 1
TRIES = 3  # answers to one turn that may be no legal move, the last one included
LONGEST = 64 * 1024  # bytes of an answer
GOODBYE = 2.0  # seconds that a program has to end by itself
KILLED = 30.0  # seconds in which one is gone that is killed, unless others have its output open


class Forfeit(Exception):
    """A program that gave up the match: "time", "ended", "moves" or "line"."""


@dataclass(frozen=True)
class Limits:
    """How long a program may think."""

    turn: float = 10.0  # seconds for one turn, all its tries together
    match: float = 600.0  # seconds for all turns of a match


class Program:
    """A seat that is played by a program: a line of JSON in, a line out."""

    def __init__(self, command: str, seat: int, limits: Limits, language: str) -> None:
        self.command, self.seat, self.limits, self.language = command, seat, limits, language
        self.used = 0.0  # seconds
        self.process: asyncio.subprocess.Process | None = None

    async def begin(self, match: Any) -> None:
        pipes: dict[str, Any] = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE, "limit": LONGEST}
        try:
            self.process = await asyncio.create_subprocess_exec(*shlex.split(self.command), **pipes)
        except (OSError, ValueError):
            raise Forfeit("ended") from None
        table = {"game": match.slug, "players": match.players, "seat": self.seat, "options": match.options}
        limits = {"turn": self.limits.turn, "match": self.limits.match, "tries": TRIES}
        start = {"type": "start", "protocol": PROTOCOL, **table, "language": self.language, "seconds": limits}
        await self.within(self.send(start))

    async def choose(self, match: Any) -> Any:
        """The move of its answer, which has to be there in time."""
        started = time.monotonic()
        try:
            return await self.within(self.answer(match))
        finally:
            self.used += time.monotonic() - started

    async def within(self, work: Any) -> Any:
        try:
            return await asyncio.wait_for(work, min(self.limits.turn, self.limits.match - self.used))
        except TimeoutError:
            raise Forfeit("time") from None
        except (OSError, asyncio.IncompleteReadError):
            raise Forfeit("ended") from None
        except (ValueError, asyncio.LimitOverrunError):
            raise Forfeit("line") from None

    async def answer(self, match: Any) -> Any:
        first = match.last_decision(self.seat) is None
        text = match.text(self.seat, self.language, "full" if first else "short")
        moves = match.move_texts(self.language)
        turn = {"type": "turn", "number": len(match.history), "text": text, "moves": moves}
        await self.send(turn | {"view": match.view(self.seat)})
        for left in reversed(range(TRIES)):
            try:
                return self.read(match, await self.line())
            except ararat.AraratError as problem:
                await self.send({"type": "refused", "reason": problem.said_in(self.language), "tries": left})
        raise Forfeit("moves")

    def read(self, match: Any, line: str) -> Any:
        """A legal move from its text, its number or its JSON."""
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = line
        if not isinstance(said, dict):
            return match.read_move(said if isinstance(said, str) else line, self.language)
        match.move_text(said)  # which refuses what is not legal
        return said

    async def line(self) -> str:
        assert self.process is not None and self.process.stdout is not None
        line = await self.process.stdout.readuntil(b"\n")
        return line.decode("utf-8", "replace").strip()

    async def send(self, message: dict[str, Any]) -> None:
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def end(self, told: dict[str, Any]) -> None:
        """Tell it how the match ended; it is stopped if it doesn't go."""
        if self.process is None or self.process.returncode is not None or self.process.stdin is None:
            return
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(self.send({"type": "end", **told}), GOODBYE)
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.gone(), GOODBYE)
        except TimeoutError:
            self.process.kill()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.gone(), KILLED)

    async def gone(self) -> None:
        """Wait for its end; what it still writes is read, or it could not end."""
        assert self.process is not None and self.process.stdout is not None
        while await self.process.stdout.read(LONGEST):
            pass
        await self.process.wait()


class Bot:
    """A seat that is played by one of Ararat's own bots."""

    def __init__(self, code: str, seed: int) -> None:
        self.player, self.seed = ararat.player(code), seed

    async def begin(self, match: Any) -> None:
        pass

    async def choose(self, match: Any) -> Any:
        return self.player.choose(match.view(match.turn), match.moves(), seed=self.seed + len(match.history))

    async def end(self, told: dict[str, Any]) -> None:
        pass


async def play(match: Any, seats: list[Program | Bot]) -> dict[str, Any]:
    """The whole match. Who forfeits has lost, and the match is over at once: all others have won."""
    seat, told = 0, {}
    try:
        for seat in range(len(seats)):
            await seats[seat].begin(match)
        while match.turn is not None:
            seat = match.turn
            match.play(await seats[seat].choose(match))
        told = {"scores": match.scores, "winners": match.winners, "forfeit": None}
    except Forfeit as forfeit:
        others = [other for other in range(match.players) if other != seat]
        told = {"scores": match.scores, "winners": others, "forfeit": {"seat": seat, "reason": str(forfeit)}}
    finally:
        for player in seats:
            await player.end(told)
    return told


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="one of: " + ", ".join(ararat.games()))
    parser.add_argument("seats", nargs="+", help="for each seat a bot's code, such as greedy, or a command to run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", default="en")
    parser.add_argument("--seconds", type=float, default=Limits.turn, help="for one turn")
    parser.add_argument("--total", type=float, default=Limits.match, help="seconds for all turns of a match")
    parser.add_argument("--save", type=Path, help="where the record goes; ararat replay shows it")
    given = parser.parse_args(arguments)
    try:
        match = ararat.game(given.game).start(players=len(given.seats), seed=given.seed)
        match.text(0, given.language)
        limits, seats = Limits(given.seconds, given.total), []
        for seat, code in enumerate(given.seats):
            is_bot = code.partition(":")[0] in ararat.players()
            seats.append(Bot(code, given.seed) if is_bot else Program(code, seat, limits, given.language))
    except ararat.AraratError as problem:
        print(problem, file=sys.stderr)
        return 2
    print(json.dumps(asyncio.run(play(match, seats))))
    if given.save:
        given.save.write_text(json.dumps(match.record()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
