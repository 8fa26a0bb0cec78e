"""How many files and connections a process may have open."""

from __future__ import annotations

import contextlib
import sys

MOST_FILES = 65_536
USUAL_FILES = 1_024  # where the system does not say


def files_allowed() -> int:
    """How many files this process may have open, once it has asked for as many as it can get."""
    if sys.platform == "win32":
        return USUAL_FILES
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if now == resource.RLIM_INFINITY else now
