"""The page's files: few, named by what they hold, for whole clubs behind one address."""

from __future__ import annotations

import json
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser

import pytest

import ararat
from ararat.server import page_files
from ararat.server.bundles import DIGITS, bundled, joined_styles
from ararat.server.limits import Limits
from ararat.server.page_files import PAGE, PageFiles
from ararat.server.words import page_words
from lengths import amount

from .at_table import people, served

DEVICES = amount(20, long=60)


@pytest.fixture(scope="module")
def shelf():
    return PageFiles().shelf


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("files"), Limits(), games=["noah"]) as client:
        yield client


class Loaded(HTMLParser):
    """What a browser loads for a page, and the words that came with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: set[str] = set()
        self.words: dict = {}
        self._in_words = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self._in_words = given.get("type") == "application/json"
        address = given.get("src") or (given.get("href") if tag == "link" else None)
        if address and not address.startswith("data:"):
            self.addresses.add(address)

    def handle_data(self, data):
        if self._in_words:
            self.words = json.loads(data)
            self._in_words = False


def test_twenty_devices_behind_one_address_open_a_table_at_once(client):
    """Each fresh, and each with every request that a browser makes; the usual limits hold."""
    table = client.post("/api/tables", json=people("Ada", "Bruno", game="noah")).json()["table"]

    def device(_):
        statuses = []

        def load(path):
            answer = client.get(path)
            statuses.append(answer.status_code)
            return answer.text

        page = Loaded(load(f"/t/{table}"))
        for address in page.addresses:
            load(address)
        summary = json.loads(load(f"/api/tables/{table}?box=true&language=en"))
        assert summary["box"]["facts"]["slug"] == "noah" and page.words["words"]["player.you"]
        load(f"/files/{next(iter(page.addresses)).split('/')[2]}/boards/{summary['game']}.js")
        return statuses

    with ThreadPoolExecutor(DEVICES) as devices:
        told = list(devices.map(device, range(DEVICES)))
    assert {status for statuses in told for status in statuses} == {200}
    assert max(map(len, told)) <= 10, "requests for a table, the WebSocket apart"


def test_files_are_kept_for_ever_under_a_name_made_of_what_they_hold(client, shelf):
    page = Loaded(client.get("/t/any").text)
    assert all(address.startswith(f"/files/{shelf.hash}/") for address in page.addresses)
    for address in page.addresses:
        answer = client.get(address)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"], address
    # A page from before gets what there is, and does not keep it.
    assert client.get("/files/0123456789abcdef/table.js").headers["cache-control"] == "no-cache"
    assert client.get("/t/any").headers["cache-control"] == "no-cache"
    assert client.get("/files/x/page/../server/app.py").status_code == 404


def test_the_page_brings_its_words_in_the_language_of_the_browser(client):
    for language in ("en", "fr", "it"):
        answer = client.get("/", headers={"Accept-Language": f"{language}-XX, de"})
        said = json.loads(json.dumps(page_words(language)))
        assert Loaded(answer.text).words == {"language": language, "words": said}
        assert "Accept-Language" in answer.headers["vary"] and f'<html lang="{language}"' in answer.text


def test_whoever_changes_a_file_gets_it_at_the_next_visit(tmp_path, monkeypatch):
    folder = tmp_path / "page"
    shutil.copytree(PAGE, folder)
    monkeypatch.setattr(page_files, "PAGE", folder)
    monkeypatch.setattr(page_files, "LOOK_SECONDS", 0.0)
    files = PageFiles()
    before = files.shelf
    assert files.shelf is before
    main = folder / "main.js"
    main.write_text(main.read_text("utf-8") + "// Another line.\n", "utf-8")
    os.utime(main, (1, 1))
    after = files.shelf
    assert after.hash != before.hash and b"// Another line." in after.files["page.js"].plain
    assert after.files["table.js"].plain == before.files["table.js"].plain


def test_a_board_that_cannot_be_put_together_stands_in_nobody_elses_way(tmp_path, monkeypatch, caplog):
    (tmp_path / "board.js").write_text("export default 1;", "utf-8")
    files = PageFiles()
    monkeypatch.setitem(files._boards, "noah", tmp_path)
    held = files.shelf.files
    assert "boards/noah.js" not in held and "boards/opti-mix.js" in held and "page.js" in held
    assert "games/noah/board.js" in caplog.text


def test_every_module_is_in_one_bundle_and_each_line_is_mapped_to_its_own(shelf):
    held = []
    for name in ("page.js", "table.js", *(f"boards/{slug}.js" for slug in ararat.games())):
        lines = shelf.files[name].plain.decode().split("\n")
        mapped = json.loads(shelf.files[f"{name}.map"].plain)
        sources = [source.lstrip("./") for source in mapped["sources"]]
        held += sources
        module = line = 0
        for text, segment in zip(lines, mapped["mappings"].split(";"), strict=False):
            if segment:
                _, by_module, by_line, _ = differences(segment)
                module, line = module + by_module, line + by_line
                source = shelf.files[sources[module]].plain.decode().split("\n")[line]
                same = text == source or source.startswith(("import", "export", "}")) or 'import("' in source
                assert same, f"{name}: {text!r} is not {source!r}"
    modules = [path for path in shelf.files if re.match(r"(page|games)/.*\.js$", path)]
    apart = ("page/theme.js", "page/plain/board.js")
    assert sorted(held) == sorted(path for path in modules if path not in apart)


def differences(segment: str) -> list[int]:
    """The numbers of a segment of a source map."""
    numbers, value, shift = [], 0, 0
    for letter in segment:
        digit = DIGITS.index(letter)
        value += (digit & 31) << shift
        shift += 5
        if not digit & 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


def test_the_forms_of_import_and_export_that_bundles_know():
    sources = {
        "page/a.js": "export const one = 1;\nexport function two() {}\nconst x = 3;\nexport { x as three };\n",
        "page/b.js": 'import {\n  one,\n  two as deux,\n} from "./a.js";\nimport * as all from "./a.js";\n'
        'export { three } from "./a.js";\nexport class Four {}\nexport async function five() {}\n',
    }
    bundle = bundled("b.js", sources, ["page/b.js"])
    assert "const {\n  one,\n  two: deux,\n} = $a;\nconst all = $a;\n" in bundle.text
    assert "return { one, two, three: x };" in bundle.text
    assert "export const { Four, five, three } = $b;" in bundle.text
    assert "return { Four, five, three: $a.three };" in bundle.text
    for unknown in ("export default 1;", 'export * from "./a.js";', 'import x from "./a.js"'):
        with pytest.raises(ValueError, match=r"page/c\.js"):
            bundled("c.js", {**sources, "page/c.js": unknown}, ["page/c.js"])
    circle = {"page/d.js": 'import { e } from "./e.js";', "page/e.js": 'import { d } from "./d.js";'}
    with pytest.raises(ValueError, match="imports itself"):
        bundled("d.js", circle, ["page/d.js"])


def test_styles_find_their_fonts_from_where_they_are_joined():
    joined = joined_styles({"page/app/x.css": 'a { src: url("../art/y.woff2"); fill: url("#z") }'}, ["page/app/x.css"])
    assert joined == 'a { src: url("page/art/y.woff2"); fill: url("#z") }'
