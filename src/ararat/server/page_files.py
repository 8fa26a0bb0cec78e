"""The page's files, and those of the games' boards."""

from __future__ import annotations

import mimetypes
from importlib import resources
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import FileResponse, Response

from ..games import all_facts
from .refusals import Declined

PAGE = Path(str(resources.files("ararat"))) / "page"
BOARD_FILES = (".js", ".css", ".svg")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


def serve_files(app: FastAPI) -> None:
    """Add the addresses of the page and of all that it loads."""
    boards = {slug: facts.board for slug, facts in all_facts().items()}

    def file(folder: Path, name: str) -> Response:
        try:
            path = (folder / name).resolve()
            known = path.is_relative_to(folder.resolve()) and path.is_file() and path.suffix != ".py"
        except (OSError, ValueError):  # a name that no file can have
            known = False
        if not known:
            raise Declined("unknown-page")
        return FileResponse(path, headers={"Cache-Control": "no-cache"})

    @app.get("/page/{name:path}", include_in_schema=False)
    async def page_file(name: str) -> Response:
        return file(PAGE, name)

    @app.get("/art/{name:path}", include_in_schema=False)
    async def art_file(name: str) -> Response:
        return file(PAGE / "art", name)

    @app.get("/games/{slug}/{name:path}", include_in_schema=False)
    async def board_file(slug: str, name: str) -> Response:
        if slug not in boards or not name.endswith(BOARD_FILES):
            raise Declined("unknown-page")
        return file(boards[slug], name)

    async def index() -> Response:
        return file(PAGE, "index.html")

    for path in ("/", "/about", "/new/{slug}", "/t/{table}", "/t/{table}/replay", "/r/{replay}"):
        app.add_api_route(path, index, include_in_schema=False)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return file(PAGE / "art", "logo.svg")
