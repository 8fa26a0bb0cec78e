"""A PostgreSQL of its own in a temporary folder, on a Unix socket; never Debian's service."""

from __future__ import annotations

import contextlib
import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

PLACES = "/usr/lib/postgresql"


def folder_of_programs() -> Path | None:
    """Where Debian has the programs of PostgreSQL, or the path."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    return next((path.parent for path in sorted(Path(PLACES).glob("*/bin/initdb"), reverse=True)), None)


def other_user() -> str | None:
    """Whom the cluster runs as where this is root, which PostgreSQL refuses."""
    if os.getuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Cluster:
    """A cluster that runs until it is stopped; each of its databases is empty. `settings`: what is not as usual."""

    def __init__(self, settings: tuple[str, ...] = ()) -> None:
        self.settings = settings
        programs = folder_of_programs()
        assert programs is not None
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="ararat-pg-"))  # short: it is part of a socket's name
        self.user = other_user()
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        options = ["--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8", "--username=ararat"]
        self._run("initdb", "-D", self.data, *options)
        self.count = 0
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        as_user = ["setpriv", f"--reuid={self.user}", "--init-groups", "--regid", self._group] if self.user else []
        command = [*as_user, str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, done.stdout

    @property
    def _group(self) -> str:
        return str(pwd.getpwnam(self.user or getpass.getuser()).pw_gid)

    def start(self) -> None:
        settings = " ".join(f"-c {setting}" for setting in self.settings)
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} {settings}"
        self._run("pg_ctl", "-D", self.data, "-w", "-s", "-l", self.folder / "log", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self.data, "-w", "-s", "-m", how, "stop")

    def close(self) -> None:
        with contextlib.suppress(AssertionError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str = "postgres") -> str:
        return f"postgresql+psycopg://ararat@/{name}?host={self.folder}"

    def ask(self, statement: str, *values: object, name: str = "postgres") -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(host=str(self.folder), user="ararat", dbname=name, autocommit=True) as link:
            answer = link.execute(statement, values)
            return answer.fetchall() if answer.description else []

    def new_database(self) -> str:
        """The name of an empty one."""
        self.count += 1
        name = f"ararat{self.count}"
        self.ask(f"CREATE DATABASE {name}")
        return name
