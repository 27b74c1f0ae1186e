"""F1 opens the manual on what has the keyboard, and the first steps where there is none."""

from __future__ import annotations

import os
import tkinter as tk
from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files import manual
from mazeeditor.app.shown.chosen_workspace import BOOK, DRAW, MAKE, PAGE, SHEETS, TEACH
from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.palette_popup import PalettePopup
from mazeeditor.gui.workspaces import WORKSPACES
from tests.dialogs import TclWindow, dialog
from tests.events import key, type_text
from tests.gui.desk import Desk


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The topics that would be shown in a browser."""
    topics: list[str] = []
    monkeypatch.setattr(manual, "is_there", lambda: True)
    monkeypatch.setattr(manual, "must_build", lambda: False)
    monkeypatch.setattr(manual, "open_topic", lambda topic, _job: topics.append(topic))
    return topics


def shown(desk: Desk, opened: list[str], window: tk.Misc | TclWindow | None = None) -> str:
    """Press F1 and return the topic that is opened."""
    opened.clear()
    key(window or desk.root, "F1")
    desk.wait(lambda: bool(opened), "the manual")
    assert len(opened) == 1
    return opened[0]


def test_of_fields_and_the_workspace(desk: Desk, opened: list[str]) -> None:
    desk.canvas.focus_set()
    assert shown(desk, opened) == WORKSPACES[DRAW].manual
    for section, option, topic in (
        ("generate", "shape", "first-page#shapes"),
        ("generate", "rows", "first-page"),
        ("page", "along", "words-and-pictures"),
        ("page", "poster", "first-page#sizes-in-millimetres"),
    ):
        desk.window.show_field(section, option)
        desk.root.update()
        assert shown(desk, opened) == topic, option


def test_of_views() -> None:
    for name, view, topic in (
        (TEACH, "", "teach-and-watch"),
        (TEACH, "compare", "teach-and-watch#compare"),
        (PAGE, "", "first-page"),
        (MAKE, "", "laser-and-router"),
        (SHEETS, BOOK, "book"),
        (SHEETS, "", "class"),
    ):
        assert WORKSPACES[name].topic(view) == topic


def test_of_a_dialog_and_of_what_is_selected_in_the_palette(desk: Desk, opened: list[str]) -> None:
    found: list[str] = []

    def look(window: TclWindow) -> None:
        found.append(shown(desk, opened, window))
        key(window, "Escape")

    with dialog(desk.root, look, "Search"):
        desk.window.run(COMMANDS["search"])
    assert found == ["draw-and-repair#search-for-a-maze"]
    key(desk.root, "ctrl+shift+p")
    type_text(desk.root, "play")
    palette = child_of(desk.root, PalettePopup)
    assert palette
    assert palette.list.actions[0].name == "play"
    assert shown(desk, opened) == "play"
    key(desk.root, "Escape")


def test_without_a_manual_the_first_steps_are_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "is_there", lambda: False)
    with dialog(desk.root, lambda window: key(window, "Escape"), "First steps"):
        key(desk.root, "F1")


def script(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the manual be built by a script in the place of ours; returns where it gets."""
    file = folder / "site.py"
    file.write_text(text, encoding="utf-8")
    (folder / "pages").mkdir()
    for name, value in {
        "SCRIPT": file,
        "PAGES": folder / "pages",
        "BUILT": folder / "built",
        "CLONE": folder,
        "PACKED": folder / "packed",
    }.items():
        monkeypatch.setattr(manual, name, value)
    return folder / "built"


def test_it_is_built_where_a_page_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import sys, pathlib\nto = pathlib.Path(sys.argv[1])\n(to / 'to').mkdir(parents=True)\n"
    text += "(to / 'index.html').touch()\n(to / 'to' / 'class--answers.html').touch()\n"
    built = script(tmp_path, text, monkeypatch)
    seen: list[Path] = []
    monkeypatch.setattr(manual, "open_file", seen.append)
    assert manual.must_build()
    manual.open_topic("class#answers", Job())
    assert seen == [built / "to" / "class--answers.html"]
    assert seen[0].exists()
    assert not manual.must_build()
    page = tmp_path / "pages" / "class.md"
    page.touch()
    later = (built / "index.html").stat().st_mtime + 5
    os.utime(page, (later, later))
    assert manual.must_build()
    (tmp_path / "packed").mkdir()
    assert not manual.must_build(), "what has come with the program is never built"


def test_a_build_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path, "raise SystemExit('a link leads nowhere')", monkeypatch)
    assert not manual.can_build(), "no setup.cfg of ours: a folder docs of another is not run"
    with pytest.raises(MazeError, match=r"a link leads nowhere.*pages are in"):
        manual.open_topic("index", Job())
    manual.SCRIPT.write_text("import time\ntime.sleep(600)")
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        manual.open_topic("index", job)
