"""The page's files, and those of the games' boards: few, named by what they hold, and in memory.

What a page loads is at /files/<hash>/, where the hash is that of everything there: a browser keeps it for ever. Modules
come in bundles, style sheets and drawings joined. The sources stand at addresses of their own, as they were written,
for whoever debugs.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import logging
import mimetypes
import time
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from fastapi import FastAPI, Request
from starlette.responses import Response

from ..core.words import LANGUAGES
from ..games import all_facts
from .bundles import bundled, joined_drawings, joined_styles
from .refusals import Declined
from .words import accepted_language, page_words

log = logging.getLogger("ararat.server")
PAGE = Path(str(resources.files("ararat"))) / "page"
BOARD_FILES = (".js", ".css", ".svg")
PAGE_FILES = (*BOARD_FILES, ".woff2", ".html", ".md", ".txt")
FOLDERS = ("/files/", "/page/", "/games/")
TABLE_FOLDERS = tuple(f"page/{folder}/" for folder in ("table", "stage", "replay", "how"))  # what a lobby does without
TABLE_PAGES = ("/t/", "/r/", "/how/")
STYLES = [f"page/{name}.css" for name in ("app/style", "lobby/lobby", "stage/stage", "how/how")]
DRAWINGS = [f"page/art/{name}.svg" for name in ("animals", "signs")]
PACKED = (".woff2", ".png")  # these would not become smaller
LOOK_SECONDS = 1.0  # after which we look whether somebody changed a file
FOR_EVER = "public, max-age=31536000, immutable"
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/json", ".map")


@dataclass
class Kept:
    """A file in memory."""

    name: str
    plain: bytes

    @cached_property
    def tag(self) -> str:
        return f'W/"{hashlib.sha256(self.plain).hexdigest()[:24]}"'

    @cached_property
    def kind(self) -> str:
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    @cached_property
    def small(self) -> bytes | None:
        """Compressed, once somebody asks for it."""
        return None if self.name.endswith(PACKED) else gzip.compress(self.plain, mtime=0)

    def answer(self, request: Request, status: int = 200, caching: str = "no-cache") -> Response:
        """The file, or that the browser still has it."""
        varies = "Accept-Encoding, Accept-Language" if self.kind == "text/html" else "Accept-Encoding"
        headers = {"Cache-Control": caching, "ETag": self.tag, "Vary": varies}
        known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known and status == 200:
            return Response(status_code=304, headers=headers)
        body = self.plain
        if self.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.small
            headers["Content-Encoding"] = "gzip"
        return Response(body, status, headers, self.kind)


@dataclass
class Shelf:
    """All files as they were at one moment, by their paths: sources and what is made of them."""

    files: dict[str, Kept]
    hash: str = ""
    pages: dict[tuple[str, str], Kept] = field(default_factory=dict)  # the page itself, by language and first part

    @classmethod
    def of(cls, sources: dict[str, Path]) -> Shelf:
        files = {path: Kept(path, source.read_bytes()) for path, source in sources.items()}
        shelf = cls(files)
        shelf._make()
        digest = hashlib.sha256()
        for path in sorted(files):
            digest.update(f"{path} {len(files[path].plain)}\n".encode() + files[path].plain)
        shelf.hash = digest.hexdigest()[:16]
        return shelf

    def _make(self) -> None:
        texts = {path: kept.plain.decode() for path, kept in self.files.items() if path.endswith(BOARD_FILES)}
        modules = [path for path in texts if path.startswith("page/") and path.endswith(".js")]
        modules = [path for path in modules if path != "page/theme.js" and not path.startswith("page/plain/")]
        at_table = [path for path in modules if path.startswith(TABLE_FOLDERS)]
        first = bundled("page.js", texts, set(modules) - set(at_table), rest="table.js")
        second = bundled("table.js", texts, at_table, [first])
        self._keep("page.css", joined_styles(texts, STYLES))
        self._keep("drawings.svg", joined_drawings(texts[path] for path in DRAWINGS))
        bundles = [first, second]
        for slug in all_facts():
            style = f"export const style = {json.dumps(texts.get(f'games/{slug}/board.css', ''))};"
            try:
                board = bundled(f"boards/{slug}.js", texts, [f"games/{slug}/board.js"], [first, second], last=style)
            except (
                KeyError,
                ValueError,
            ) as problem:  # the others are played; here the page says that there is no board
                log.error("the board of %s can't be put together: %s", slug, problem)
            else:
                bundles.append(board)
        for bundle in bundles:
            self._keep(bundle.name, bundle.text)
            self._keep(f"{bundle.name}.map", bundle.sourcemap)

    def _keep(self, path: str, text: str) -> None:
        self.files[path] = Kept(path, text.encode())

    def page(self, language: str, part: str) -> Kept:
        """The page, with its words and with the addresses of what its first part needs."""
        if (language, part) not in self.pages:
            said = json.dumps({"language": language, "words": page_words(language)}, separators=(",", ":"))
            text = self.files["page/index.html"].plain.decode()
            for place, value in {
                "{language}": language,
                "{files}": f"/files/{self.hash}",
                "{logo}": "data:image/svg+xml," + quote(self.files["page/art/logo.svg"].plain),
                "{part}": part,
                "{words}": said.replace("<", "\\u003c"),
            }.items():
                text = text.replace(place, value)
            self.pages[language, part] = Kept("index.html", text.encode())
        return self.pages[language, part]


class PageFiles:
    """The shelf as it is now: whoever changes a file sees it at the next visit. It is made when first asked for."""

    def __init__(self) -> None:
        self._boards = {slug: facts.board for slug, facts in all_facts().items()}
        self._sources: dict[str, Path] = {}
        self._stamps: list[tuple[int, int]] = []
        self._looked = -LOOK_SECONDS
        self._shelf = Shelf({})

    @property
    def shelf(self) -> Shelf:
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            if not self._sources or stamps_of(self._sources) != self._stamps:
                self._sources = self._found()
                self._stamps = stamps_of(self._sources)
                self._shelf = Shelf.of(self._sources)
            self._looked = time.monotonic()
        return self._shelf

    def _found(self) -> dict[str, Path]:
        found = {f"page/{path.relative_to(PAGE).as_posix()}": path for path in PAGE.rglob("*")}
        for slug, folder in self._boards.items():
            found |= {f"games/{slug}/{path.name}": path for path in folder.iterdir() if path.suffix in BOARD_FILES}
        return {path: source for path, source in sorted(found.items()) if source.suffix in PAGE_FILES}

    def index(self, request: Request, status: int = 200) -> Response:
        """The page, whatever part of it an address names."""
        part = "table" if request.url.path.startswith(TABLE_PAGES) else "page"
        language = accepted_language(request.headers.get("accept-language", ""))
        return self.shelf.page(language if language in LANGUAGES else "en", part).answer(request, status)


def stamps_of(sources: dict[str, Path]) -> list[tuple[int, int]]:
    """When each was written, and its size; one that is gone is a change, too."""
    stamps = []
    for source in sources.values():
        with contextlib.suppress(OSError):
            found = source.stat()
            stamps.append((found.st_mtime_ns, found.st_size))
    return stamps


def serve_files(app: FastAPI) -> PageFiles:
    """Add the addresses of the page and of all that it loads."""
    page_files = PageFiles()

    def file(request: Request, path: str, caching: str = "no-cache") -> Response:
        kept = page_files.shelf.files.get(path)
        if kept is None:
            raise Declined("unknown-page")
        return kept.answer(request, caching=caching)

    @app.get("/files/{name:path}", include_in_schema=False)
    async def named_file(request: Request, name: str) -> Response:
        folder, _, path = name.partition("/")
        # A page from before we were changed gets what there is now, and keeps it as little as the page itself.
        return file(request, path, FOR_EVER if folder == page_files.shelf.hash else "no-cache")

    @app.get("/page/{name:path}", include_in_schema=False)
    async def page_file(request: Request, name: str) -> Response:
        return file(request, f"page/{name}")

    @app.get("/games/{name:path}", include_in_schema=False)
    async def board_file(request: Request, name: str) -> Response:
        return file(request, f"games/{name}")

    async def index(request: Request) -> Response:
        return page_files.index(request)

    for path in ("/", "/about", "/new/{slug}", "/how/{slug}", "/t/{table}", "/t/{table}/replay", "/r/{replay}"):
        app.add_api_route(path, index, include_in_schema=False)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon(request: Request) -> Response:
        return file(request, "page/art/logo.svg")

    return page_files
