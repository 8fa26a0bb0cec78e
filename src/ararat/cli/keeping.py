"""The commands `ararat store …`: looking at what a server keeps, backing it up, restoring it.

No `from __future__ import annotations` here: Typer reads the annotations, which hold local names.
"""

from pathlib import Path
from typing import Annotated

import typer

from ..errors import AraratError
from . import files
from .commands import Commands
from .screen import Screen

WRONG = 2
STORE = "ARARAT_STORE"


def add_commands(app: typer.Typer, screen: Screen) -> None:
    """Add the commands of the store, their help in the screen's language."""
    say = screen.words
    store = Commands(say, help=say("cli.store"))
    app.add_typer(store, name="store")
    Language = Annotated[str | None, typer.Option("--language", help=say("cli.language"), metavar="en|fr|it")]  # noqa: N806
    Data = Annotated[Path | None, typer.Option("--data", help=say("cli.data"), metavar="FOLDER")]  # noqa: N806
    File = Annotated[Path, typer.Argument(help=say("cli.store-file"), metavar="FILE")]  # noqa: N806

    Address = Annotated[  # noqa: N806
        str | None,
        typer.Option("--store", help=say("cli.store-address"), metavar="URL", envvar=STORE, show_envvar=False),
    ]

    def folder_of(data: Path | None, address: str | None) -> Path:
        if address is not None and data is None:
            raise AraratError("store.by-pg-dump")
        from ..server.serving import data_folder

        return data or data_folder()

    @store.command(help=say("cli.store-check"))
    def check(
        replay: Annotated[bool, typer.Option("--replay", help=say("cli.store-replay"))] = False,
        data: Data = None,
        address: Address = None,
        language: Language = None,
    ) -> None:
        from ..server.inspection import inspected

        folder = folder_of(data, address)
        found = inspected(folder, replay)
        if found.damage is not None:
            screen.complain(say("store.damaged", path=str(folder), problem=found.damage))
        for table, why in found.unplayable:
            screen.complain(say("store.unplayable", table=table, why=say(f"server.parked-{why}")))
        size = f"{found.size / 2**20:.1f}"
        if found.whole:
            told = say("store.whole", tables=found.tables, records=found.records, size=size, version=found.version)
            screen.out.print(told, soft_wrap=True)
        raise typer.Exit(0 if found.whole else WRONG)

    @store.command(help=say("cli.store-backup"))
    def backup(file: File, data: Data = None, address: Address = None, language: Language = None) -> None:
        from ..server.folder import back_up

        files.check_writable(file)
        try:
            back_up(folder_of(data, address), file)
        except OSError as problem:
            raise files.bad_file("write", file, problem) from None
        size = f"{file.stat().st_size / 2**20:.1f}"
        screen.out.print(say("store.backed-up", path=str(file), size=size), soft_wrap=True)

    @store.command(help=say("cli.store-restore"))
    def restore(file: File, data: Data = None, address: Address = None, language: Language = None) -> None:
        from ..server.folder import restore

        folder = folder_of(data, address)
        try:
            now = restore(folder, file)
        except OSError as problem:
            raise files.bad_file("write", folder, problem) from None
        done = "store.restored" if now else "store.restored-later"
        screen.out.print(say(done, path=str(file), folder=str(folder)), soft_wrap=True)
