"""What is logged, as lines for people or of JSON for programs: where something went wrong, never with which values.

Whoever reads a log may sit at a table. So of an error its kind and its way through the code are told, and not what it
says: that may be a card, a key or the address of a private table.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
PLACE = re.compile(r'^  File "[^"]*", line \d+, in \S+$', re.MULTILINE)
CALLED = re.compile(r"(?<=^Exception in callback) .*")


class Lines(logging.Formatter):
    """One entry for people."""

    def format(self, record: logging.LogRecord) -> str:
        told = f"{record.levelname}: {message_of(record)}"
        return f"{told}\n{self.formatException(record.exc_info)}" if record.exc_info else told

    def formatException(self, ei: Raised) -> str:  # noqa: N802
        return "" if ei[1] is None else way_of(ei[1])


class JsonLines(Lines):
    """One entry, one line, one object."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message_of(record),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def message_of(record: logging.LogRecord) -> str:
    """The sentence of an entry; asyncio puts into its own what a task failed with and what a callback was given."""
    message = record.getMessage()
    return CALLED.sub("", message.partition("\n")[0]) if record.name == "asyncio" else message


def way_of(problem: BaseException) -> str:
    """Through which lines of code an error came, what it is called, and the same of what caused it."""
    before = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    told = [] if before is None else [way_of(before), "then"]
    if type(problem).__name__ == "_RemoteTraceback":  # of another process: all it has is text
        return "\n".join(PLACE.findall(str(problem)))
    told += [line.rstrip("\n") for line in traceback.format_tb(problem.__traceback__)]
    kind = type(problem)
    told.append(kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}")
    if isinstance(problem, OSError) and problem.strerror:
        told[-1] += f": {problem.strerror}"
    return "\n".join(told)


def log_to_stderr(as_json: bool = False) -> None:
    """From now on; what uvicorn says included."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
