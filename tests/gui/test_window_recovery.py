"""The dialog that offers unsaved work: by keys alone, by the pointer, and at the start."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery.left_behind import UnsavedWork
from mazeeditor.files import read
from mazeeditor.files.snapshots import StoredSnapshot, snapshots
from mazeeditor.files.unsaved_work import Origin
from mazeeditor.gui.dialogs import recovery_dialog
from tests.app.test_recovery import crashed
from tests.dialogs import TclWindow, descendants, dialog
from tests.events import click, key
from tests.gui.desk import Desk

SHOWN = 4
pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.own_window("what a start finds is their subject"),
]


def waiting() -> int:
    """Return how many snapshots of processes that have ended there are."""
    return len([kept for kept in snapshots(recovery_folder()) if not kept.running])


def press(desk: Desk, *keys: str) -> None:
    """Open the dialog and press keys in it."""

    def act(window: TclWindow) -> None:
        for name in keys:
            key(window, name)

    with dialog(desk.root, act, "Recover unsaved work"):
        desk.window.run(COMMANDS["recover"])
    desk.wait_for_work()


@pytest.mark.slow
def test_work_is_left_saved_discarded_or_opened_by_keys(desk: Desk, tmp_path: Path) -> None:
    walls = crashed(5)
    press(desk, "Escape")
    with dialog(desk.root, lambda window: click(window.find("TButton", "Later"))):
        desk.window.run(COMMANDS["recover"])
    assert waiting() == 1
    desk.answers.paths = [tmp_path / "a.maze"]
    press(desk, "Tab", "Return")
    desk.wait(lambda: waiting() == 0, "the file")
    assert read(tmp_path / "a.maze").maze.walls.tolist() == walls
    crashed(5)
    desk.answers.confirmed = [True]
    press(desk, "Tab", "Tab", "Return")
    desk.wait(lambda: waiting() == 0, "the removal")
    assert not desk.document.dirty
    walls = crashed(5)
    press(desk, "Return")
    desk.wait(lambda: desk.document.dirty, "the recovered maze")
    assert desk.document.maze.walls.tolist() == walls
    assert desk.root.title() == "Untitled* — mazeeditor"
    key(desk.root, "ctrl+z")
    assert desk.document.maze.walls.tolist() != walls


@pytest.mark.slow
def test_many_can_be_scrolled_and_damaged_ones_only_discarded(desk: Desk) -> None:
    for cell in range(SHOWN + 1):
        crashed(cell)
    for kept in snapshots(recovery_folder()):
        kept.path.write_bytes(b"{")
    labels: list[str] = []

    def look(window: TclWindow) -> None:
        for path in descendants(window, str(window)):
            widget = TclWindow(window, path)
            if widget.winfo_class() == "TButton":
                labels.append(str(widget.tk.call(widget, "cget", "-text")))
        window.find("TScrollbar")
        key(window, "Escape")

    with dialog(desk.root, look, "Recover unsaved work"):
        desk.window.run(COMMANDS["recover"])
    assert sorted(labels) == ["Discard"] * (SHOWN + 1) + ["Later"]


def test_times_are_what_people_say() -> None:
    now = datetime.now().astimezone()
    clock = now.strftime("%H:%M")
    assert recovery_dialog.time_in_words(now) == f"today at {clock}"
    assert recovery_dialog.time_in_words(now - timedelta(days=1)) == f"yesterday at {clock}"
    before = now - timedelta(days=40)
    assert recovery_dialog.time_in_words(before) == f"{before.date()} at {before.strftime('%H:%M')}"


def test_where_a_file_was_is_no_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the home folder: "~" alone in a line said nothing."""
    monkeypatch.setenv("HOME", "/home/ada")
    now = datetime.now().astimezone()
    stored = StoredSnapshot("a", Path("snapshot.maze"), running=False)
    texts = []
    for file in ("/home/ada/a.maze", "/home/ada/mazes/a.maze", "/srv/a.maze"):
        work = UnsavedWork(stored, Origin(now, "a", Path(file)), (3, 4), warning="Left out.")
        texts.append(recovery_dialog._about(work).split("\n"))
    assert [lines[1:] for lines in texts] == [
        ["in your home folder", "Left out."],
        ["in ~/mazes", "Left out."],
        ["in /srv", "Left out."],
    ]
    assert all(lines[0].startswith("3 × 4, today at ") for lines in texts)
