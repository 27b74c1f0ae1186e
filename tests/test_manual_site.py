"""The manual as pages for a browser: every topic is there, nothing comes from the net."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files.manual import OF_MENUS, PACKED, START, page_of
from mazeeditor.core.options import Option, Section, options_of
from mazeeditor.making.options import MakeOptions
from mazeeditor.page.page import Page
from mazeeditor.sheets.sheet import Sheet
from tests.sources import PACKAGE, ROOT, sources
from tests.test_readme import anchors_of

MANUAL = ROOT / "docs" / "manual"
LOADING = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
NAMED = re.compile(r"\bmanual(?:: \w+)? ?= ?\"([^\"]*)\"")


def headings() -> dict[str, set[str]]:
    """Return the names of the headings of each page."""
    return {page.stem: anchors_of(page.read_text(encoding="utf-8")) for page in MANUAL.glob("*.md")}


def topics_in_sources() -> Iterator[tuple[str, str]]:
    """Yield each topic that stands in the package, and where."""
    for source in sources():
        for match in NAMED.finditer(source.text):
            if match[1]:
                yield source.place, match[1]


def test_each_topic_is_a_page_or_a_heading_of_one() -> None:
    known, found = headings(), [*topics_in_sources()]
    assert len(found) > 60
    wrong = [
        f"{place}: {topic}"
        for place, topic in [*found, *OF_MENUS.items(), ("the manual", START)]
        for page, _hash, heading in [topic.partition("#")]
        if page not in known or (heading and heading not in known[page])
    ]
    assert wrong == []


def test_each_command_workspace_panel_and_dialog_has_a_topic() -> None:
    from mazeeditor.gui.panels import SECTIONS
    from mazeeditor.gui.window import view_commands, window_commands
    from mazeeditor.gui.workspaces import WORKSPACES

    assert view_commands
    assert window_commands
    assert all(command.topic for command in COMMANDS)
    assert all(workspace.manual for workspace in WORKSPACES)
    assert all(section.manual for section in SECTIONS)


def test_dialogs_name_their_topics() -> None:
    """All but those that ask a question or show a text, whose topic is that of their window."""
    missing = [
        f"{source.place}: {name}"
        for source in sources()
        for name, rest in re.findall(
            r"^class (\w+)\((?:Scrolled)?Modal\):\n((?:.*\n){1,12})", source.text, re.MULTILINE
        )
        if name != "ScrolledModal" and "    manual = " not in rest
    ]
    assert missing == []


@pytest.mark.parametrize("kind", [Page, Sheet, MakeOptions])
def test_options_have_the_topic_of_their_section(kind: type) -> None:
    options = options_of(kind)
    assert any(option.topic for option in options)
    for option in options:
        assert option.topic in {"", option.manual, *(one.manual for one in option.sections)}


def test_the_topic_of_an_option_goes_before_that_of_its_section() -> None:
    section = Section("Paper", manual="first-page")
    assert Option("a", str, "", sections=(section,)).topic == "first-page"
    assert Option("a", str, "", sections=(section,), manual="class").topic == "class"
    assert Option("a", str, "").topic == ""


class Loaded(HTMLParser):
    """What a page loads, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in LOADING and values.get(LOADING[tag]):
            self.loads.append(values[LOADING[tag]])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if "id" in values:
            self.names.add(values["id"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual as it is built."""
    pytest.importorskip("sphinx")
    pytest.importorskip("furo")
    place = tmp_path_factory.mktemp("site") / "manual"
    script = [sys.executable, str(ROOT / "docs" / "manual_site.py"), str(place)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return place


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere_and_each_link_is_alive(site: Path) -> None:
    pages = {path: Loaded(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 60
    for path, page in pages.items():
        for target in filter(lambda one: one != "#", page.loads):
            file = target.partition("?")[0]
            assert "//" not in file, f"{path.name} loads {target}"
            assert (path.parent / file).is_file(), f"{path.name} loads {target}"
        for link in page.links:
            if link.startswith(("http", "#")):
                continue
            file, _hash, name = link.partition("#")
            to = (path.parent / file).resolve() if file else path
            assert to.is_file(), f"{path.name}: {link}"
            assert not name or name in pages[to].names, f"{path.name}: {link}"
    for style in site.rglob("*.css"):
        assert not re.search(r"url\((?![\"']?data:)[^)]*//|@import", style.read_text("utf-8")), (
            style
        )


@pytest.mark.slow
def test_each_topic_leads_to_its_heading(
    site: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mazeeditor.app.files.manual.PACKED", tmp_path)  # the folder is there
    names = {page_of(topic).name for _place, topic in topics_in_sources()}
    assert names
    assert names <= {path.name for path in (site / "to").iterdir()}


@pytest.mark.slow
def test_it_is_small_has_no_needless_files_and_can_be_searched(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 1_000_000
    assert not [path for path in files if path.suffix in (".map", ".woff2", ".inv", ".md")]
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "kerf" in index


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium-headless-shell") is None, reason="no browser")
def test_a_browser_finds_a_word_without_a_server(site: Path, tmp_path: Path) -> None:
    command = ["chromium-headless-shell", "--no-sandbox", f"--user-data-dir={tmp_path}"]
    command += ["--virtual-time-budget=5000", "--dump-dom"]

    def shown(address: str) -> str:
        done = subprocess.run(
            [*command, f"file://{site}/{address}"], capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "laser-and-router.html" in shown("search.html?q=kerf").partition("Search finished")[2]
    assert "is signed with no name" in shown("to/problems--on-a-mac.html")


@pytest.mark.slow
def test_the_same_pages_have_the_same_bytes(site: Path, tmp_path: Path) -> None:
    script = [sys.executable, str(ROOT / "docs" / "manual_site.py"), str(tmp_path / "again")]
    subprocess.run(script, check=True, capture_output=True)

    def contents(place: Path) -> dict[Path, bytes]:
        files = [path for path in place.rglob("*") if path.is_file()]
        return {path.relative_to(place): path.read_bytes() for path in files}

    assert contents(site) == contents(tmp_path / "again")


def test_the_pages_of_a_wheel_are_among_its_data() -> None:
    assert "app/manual/**" in (ROOT / "setup.cfg").read_text(encoding="utf-8")
    assert PACKED == PACKAGE / "app" / "manual"
