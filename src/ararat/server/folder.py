"""The folder of a store on this machine: its owner's alone, one server's at a time, backed up and restored."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from ..errors import BadFile
from .schema import FIRST, MARK, TABLES, VERSION

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

NAME = "tables.db"
LOCK = "tables.lock"
RESTORED = "tables.restored.db"  # which the next server begins with
OURS = "tables.*"
SCRAP = "tables.scrap-"
SCRAP_SECONDS = 86_400
CHEAP_BYTES = 2**30  # of a store that is backed up before it is upgraded
LOOKED_OVER_SECONDS = 2.0  # at the start; `ararat store check` takes its time
STEPS = 10_000  # of SQLite, between two looks at the clock


# --- Whose it is --------------------------------------------------------------------------------


def make(folder: Path) -> Path:
    """The file of a store, made if there is none; it and what lies beside it can be read by its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / NAME
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    ours = list(folder.glob(OURS))
    for file in ours:
        with contextlib.suppress(FileNotFoundError):  # a server that runs here tidies up
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
    # A folder that somebody uses for other things as well stays as open as it is.
    if folder.stat().st_mode & 0o077 and folder.stat().st_uid == os.getuid() and len(ours) == len(os.listdir(folder)):
        folder.chmod(0o700)
    return path


def hold(folder: Path) -> IO[str]:
    """Have a folder to oneself, until the file is closed or this process ends: two servers would not know what the
    other does."""
    make(folder)
    file = os.fdopen(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600), "r+")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            process, _, address = file.read(300).partition("\n")
            file.close()
            known = {"folder": str(folder), "process": process or "?"}
            address = address.strip()
            raise (
                BadFile("store.held-at", address=address, **known) if address else BadFile("store.held", **known)
            ) from None
    announce(file)
    return file


def announce(lock: IO[str], address: str = "") -> None:
    """Say to whoever finds a folder taken which process has it, and where that is found."""
    lock.seek(0)
    lock.truncate()
    lock.write(f"{os.getpid()}\n{address}\n")
    lock.flush()


# --- Whether it is whole ------------------------------------------------------------------------


def look_over(folder: Path, seconds: float | None = LOOKED_OVER_SECONDS) -> None:
    """Refuse a store that is damaged, as far as that is seen in a moment, or newer than this program."""
    with opened(folder / NAME) as link:
        version = version_in(link)
        problem = damage(link, "quick_check", seconds)
    if version is not None and version > VERSION:
        raise BadFile("store.newer", given=version, known=VERSION)
    if problem is not None:
        raise BadFile("store.damaged", path=str(folder / NAME), problem=problem)


def damage(link: sqlite3.Connection, check: str = "integrity_check", seconds: float | None = None) -> str | None:
    """What SQLite finds wrong with a database, on one line; None if nothing, or not in so many seconds."""
    if seconds is not None:
        until = time.monotonic() + seconds
        link.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    try:
        found = link.execute(f"PRAGMA {check}(1)").fetchone()[0]
    except sqlite3.OperationalError as problem:
        return None if "interrupted" in str(problem) else str(problem)
    except sqlite3.DatabaseError as problem:
        return str(problem)
    finally:
        link.set_progress_handler(None, 0)
    return None if found == "ok" else " ".join(str(found).split())


def version_in(link: sqlite3.Connection) -> str | None:
    """The version of a store; None if nothing, or nothing that can be read, is in it."""
    try:
        found = {name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        marked = link.execute(f"SELECT version_num FROM {MARK.name}").fetchone() if MARK.name in found else None
    except sqlite3.DatabaseError:
        return None
    return marked[0] if marked else FIRST if TABLES.name in found else None


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that is there."""
    link = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=30)
    try:
        yield link
    finally:
        link.close()


# --- Copies -------------------------------------------------------------------------------------


def back_up(folder: Path, target: Path) -> None:
    """Copy a store as it is at one moment into one file, wholly or not at all; whoever writes to it goes on."""
    if not (folder / NAME).is_file():
        raise BadFile("store.none", folder=str(folder))
    with opened(folder / NAME) as link:
        problem = damage(link)
    if problem is not None:
        raise BadFile("store.damaged", path=str(folder / NAME), problem=problem)
    _copy(folder / NAME, target)


def back_up_before(folder: Path, version: str) -> None:
    """Keep a store beside itself before it is upgraded, where that takes little time and room."""
    size = sum(file.stat().st_size for file in folder.glob(f"{NAME}*"))
    if size <= CHEAP_BYTES and shutil.disk_usage(folder).free > 2 * size:
        _copy(folder / NAME, folder / f"tables.version-{version}.db")


def restore(folder: Path, source: Path) -> bool:
    """Put a backup in the place of a store. Whether it is there already: where a server runs, it goes on with what it
    has, and the next one begins with the backup."""
    if not source.is_file():
        raise BadFile("store.no-file", path=str(source))
    with opened(source) as link:
        version, problem = version_in(link), damage(link)
    if problem is not None or version is None:
        raise BadFile("store.no-backup", path=str(source))
    if version > VERSION:
        raise BadFile("store.newer", given=version, known=VERSION)
    make(folder)
    _copy(source, folder / RESTORED)
    try:
        lock = hold(folder)
    except BadFile:
        return False
    with lock:
        take_up(folder)
    return True


def sweep(folder: Path) -> None:
    """Remove copies that were cut short long ago."""
    for scrap in folder.glob(f"{SCRAP}*"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - scrap.stat().st_mtime > SCRAP_SECONDS:
                scrap.unlink()


def take_up(folder: Path) -> None:
    """Begin with what was restored, if something was. What was there before stays beside it."""
    sweep(folder)
    if not (folder / RESTORED).is_file():
        return
    path, kept = folder / NAME, _free_name(folder)
    with contextlib.suppress(sqlite3.DatabaseError), opened(path) as link:
        link.execute("PRAGMA journal_mode=DELETE")  # so that all of it is in the one file
    # What a damaged one could not take in goes with it: beside another store it would be harm.
    for more in ("-wal", "-shm"):
        if (folder / f"{NAME}{more}").exists():
            os.replace(folder / f"{NAME}{more}", folder / f"{kept.name}{more}")
    if path.stat().st_size:
        os.link(path, kept)
    os.replace(folder / RESTORED, path)
    _settle(folder)


def _free_name(folder: Path) -> Path:
    number = 1
    while (kept := folder / f"tables.before-restore-{number}.db").exists():
        number += 1
    return kept


def _copy(source: Path, target: Path) -> None:
    """Copy a database by SQLite's own means, in one step, into a file that appears whole."""
    scrap = None
    try:
        handle, name = tempfile.mkstemp(prefix=SCRAP, dir=target.parent)  # readable by its owner alone
        os.close(handle)
        scrap = Path(name)
        with opened(source) as link, opened(scrap) as copy:
            link.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        with open(scrap, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(scrap, target)
        _settle(target.parent)
    except sqlite3.Error as problem:
        raise BadFile("store.not-copied", path=str(target), problem=str(problem)) from None
    finally:
        if scrap is not None:
            scrap.unlink(missing_ok=True)


def _settle(folder: Path) -> None:
    """See to it that new names in a folder are on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
