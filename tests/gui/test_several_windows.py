"""Several windows in one process: each with its own document, all with the same settings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor import api
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.ui import Unsaved
from mazeeditor.editing.edits import ToggleWalls
from tests.desktop import Desktop, number_of
from tests.dialogs import TclWindow, dialog
from tests.events import alive, click, key, settle
from tests.gui.desk import Desk

pytestmark = pytest.mark.usefixtures("desktop")


def another(desk: Desk) -> Desk:
    """Open another window by its key, and return it."""
    before, last = len(desk.windows), Desk(desk.windows[-1])
    desk.wait(lambda: in_front(last), "the keyboard, which a closed dialog gives back")
    key(last.root, "ctrl+shift+n")
    desk.wait(lambda: len(desk.windows) == before + 1, "another window")
    other = Desk(desk.windows[-1])
    desk.wait(lambda: bool(other.window.panel), "its panel")
    desk.wait(lambda: in_front(other), "its place in front")
    other.wait_for_work()
    settle(other.root)
    return other


def in_front(desk: Desk) -> bool:
    """Whether the keys go to a window."""
    focus = str(desk.root.tk.call("focus"))
    return bool(focus) and str(desk.root.tk.call("winfo", "toplevel", focus)) == str(desk.root)


def use(desktop: Desktop, desk: Desk) -> None:
    """Bring a window in front as a taskbar does."""
    desktop.activate(desk.root)
    number = number_of(desk.root)
    desk.wait(lambda: in_front(desk) and desktop.stack()[-1] == number, "its place in front")
    settle(desk.root)


def edit(desk: Desk) -> None:
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait(lambda: desk.document.dirty, "the edit, once the window manager lets the click go")


@pytest.mark.slow
def test_each_window_has_its_own_document(desk: Desk, desktop: Desktop) -> None:
    other = another(desk)
    edit(other)
    assert other.root.title() == "Untitled* — mazeeditor"
    assert desk.root.title() == "Untitled — mazeeditor"
    assert not desk.document.dirty
    use(desktop, desk)
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert other.document.dirty
    key(desk.root, "m")
    settle(desk.root)
    assert desk.session.view.toolbox.mode.name == "room"
    assert other.session.view.toolbox.mode.name == "wall"
    use(desktop, other)
    key(other.root, "ctrl+z")
    other.wait_for_work()
    assert not other.document.dirty


@pytest.mark.slow
@pytest.mark.parametrize("first", [True, False])
def test_closing_one_leaves_the_other(desk: Desk, desktop: Desktop, first: bool) -> None:
    other = another(desk)
    closed, left = (desk, other) if first else (other, desk)
    use(desktop, closed)
    edit(closed)
    closed.answers.unsaved = [Unsaved.DISCARD]
    key(closed.root, "ctrl+w")
    left.wait(lambda: left.windows == [left.window], "the end of the other")
    assert alive(left.root)
    use(desktop, left)
    edit(left)
    key(left.root, "ctrl+g")
    left.wait_for_work()
    with dialog(left.root, lambda window: key(window, "Escape"), "First steps"):
        key(left.root, "shift+F1")
    third = another(left)
    edit(third)
    third.answers.unsaved = [Unsaved.DISCARD]
    desktop.close(third.root)
    left.wait(lambda: left.windows == [left.window], "the end of the third")
    left.answers.unsaved = [Unsaved.DISCARD]
    desktop.close(left.root)
    left.wait(lambda: not alive(left.root), "the end")
    assert left.answers.errors == []


@pytest.mark.slow
def test_quit_asks_about_each_window(desk: Desk) -> None:
    second, third = another(desk), another(desk)
    for each in (desk, third):
        each.session.view.toolbox.choose("wall")
        wall = each.wall(4, 4, "right")
        lattice = each.document.maze.lattice
        each.session.view.toolbox.toggle(wall // lattice.degree, wall % lattice.degree)
    desk.answers.unsaved, third.answers.unsaved = [Unsaved.DISCARD], [Unsaved.KEEP]
    key(third.root, "ctrl+q")
    desk.wait(lambda: not third.answers.unsaved, "the questions")
    settle(desk.root)
    assert not desk.answers.unsaved
    assert len(desk.windows) == 3, "the user went back to one of them"
    assert second.answers.asked == []
    desk.answers.unsaved, third.answers.unsaved = [Unsaved.DISCARD], [Unsaved.DISCARD]
    key(third.root, "ctrl+q")
    desk.wait(lambda: not alive(desk.root), "the end")


def test_a_dialog_blocks_all_windows(desk: Desk, desktop: Desktop) -> None:
    other = another(desk)

    def check(window: TclWindow) -> None:
        def has_keyboard() -> bool:
            return str(desk.root.tk.call("focus")).startswith(f"{window}.")

        before, number = desk.document.maze, number_of(window)
        desk.wait(has_keyboard, "the keyboard")
        desktop.activate(desk.root)
        desk.wait(lambda: desktop.active() == number, "the dialog, in front again")
        key(desk.root, "ctrl+n")
        assert desk.document.maze is before
        desk.wait(has_keyboard, "the keyboard")
        key(other.root, "Escape")

    with dialog(other.root, check, "First steps"):
        key(other.root, "shift+F1")


@pytest.mark.slow
def test_all_windows_follow_the_settings(desk: Desk, desktop: Desktop) -> None:
    other = another(desk)
    other.window.run(COMMANDS["theme-dark"])
    settle(desk.root)
    for each in (desk, other):
        assert each.theme.mode == "dark"
        assert each.view.canvas.cget("background") == other.view.canvas.cget("background")
    key(other.root, "F9")
    desk.wait(lambda: not desk.window.panel.winfo_ismapped(), "the panel")  # type: ignore[union-attr]
    use(desktop, desk)
    key(desk.root, "ctrl+shift+r")
    desk.wait(lambda: not any(other.window._shown_parts[::3]), "the rulers")


def test_a_file_that_is_open_comes_in_front(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    desk.answers.paths = [path]
    key(desk.root, "ctrl+o")
    desk.wait(lambda: desk.document.path == path, "the file")
    desk.wait_for_work()
    other = another(desk)
    other.answers.paths = [path]
    key(other.root, "ctrl+o")
    desk.wait(lambda: in_front(desk), "the window that has it")
    assert other.document.path is None
    assert desk.answers.messages == other.answers.messages == []


def test_a_question_whose_window_is_closed(desk: Desk, desktop: Desktop) -> None:
    """The window goes while it asks whether a result may replace what was edited meanwhile."""
    other = another(desk)
    asked = []

    def close_instead(name: str) -> Unsaved:
        asked.append(name)
        other.window.close()
        return Unsaved.KEEP

    other.answers.ask_unsaved = close_instead  # type: ignore[method-assign]
    other.session.opened.gate.start("Working", lambda _job: None, lambda _result: None)
    other.document.apply(ToggleWalls(np.array([other.wall(3, 3, "right")]), "Edit"))
    desk.wait(lambda: bool(asked), "the question")
    settle(desk.root)
    use(desktop, desk)
