"""What figures depend on: date, machine, versions."""

from __future__ import annotations

import os
import platform
from datetime import datetime
from importlib import metadata
from pathlib import Path

from ..core.contract import Json


def surroundings(now: datetime, packages: tuple[str, ...]) -> Json:
    """What figures depend on: date, machine, versions."""
    return {
        "date": now.isoformat(timespec="seconds"),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in packages},
    }


def in_words(about: Json) -> str:
    """The surroundings in one line."""
    packages = ", ".join(f"{name} {version}" for name, version in about["packages"].items() if version)
    return f"{about['date']}, {about['machine']}, Python {about['python']}; {packages}"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
