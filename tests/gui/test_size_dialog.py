"""The dialog of sizes in mm, by real keys: what follows is shown while it is typed."""

from __future__ import annotations

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import SetPage
from mazeeditor.page.page import Page
from mazeeditor.page.whole_size import cell_of, ink_size
from tests.dialogs import TclWindow, dialog
from tests.events import key, settle, type_text
from tests.gui.desk import Desk

TITLE = "Size in millimetres"


def fill_in(window: TclWindow, *texts: str) -> None:
    """Type into one field after the other, as Tab leads."""
    for text in texts:
        type_text(window, text)
        key(window, "Tab")
    settle(window)


def test_what_follows_is_shown_and_made(desk: Desk) -> None:
    seen = []

    def answer(window: TclWindow) -> None:
        fill_in(window, "150", "4in", "9", "", "1")
        seen.append(window.find("TLabel", RESULT))
        key(window, "shift+Tab")  # from the buttons to the last field
        key(window, "Return")

    with dialog(desk.root, answer, TITLE):
        desk.window.run(COMMANDS["size"])
    desk.wait_for_work()
    assert seen
    assert dict(desk.document.maze.lattice.parameters) == {"rows": 10, "columns": 14}
    assert (desk.document.page.cell, desk.document.page.wall) == (10, 1)
    assert desk.generate.sizes.boxes["columns"].variable.get() == "14"


def test_the_maze_that_is_made_is_as_wide_as_asked_for(desk: Desk) -> None:
    """Walls without their photo are half as thick: the cells follow from the maze."""
    desk.document.apply(SetPage(desk.document.page, Page(walls="toned")))
    desk.session.view.draft.choose_shape("triangular")

    def answer(window: TclWindow) -> None:
        fill_in(window, "150")
        key(window, "Return")

    with dialog(desk.root, answer, TITLE):
        desk.window.run(COMMANDS["size"])
    desk.wait_for_work()
    maze, page = desk.document.maze, desk.document.page
    assert maze.lattice.shape == "triangular"
    assert page.whole == {"width": 150}
    cell = cell_of(maze, page)
    assert cell is not None
    assert ink_size(maze, page, cell, Job())[0] == pytest.approx(150, abs=0.002)
    desk.window.run(COMMANDS["undo"])
    desk.wait_for_work()
    desk.window.run(COMMANDS["undo"])
    desk.wait_for_work()
    assert desk.document.page.whole == {}


RESULT = (
    "columns 14, rows 10; 141 × 101 mm overall, cells of 10 mm, corridors of 9 mm, walls of 1 mm"
)


def test_an_impossible_size_is_explained_and_changes_nothing(desk: Desk) -> None:
    before = desk.document.maze

    def answer(window: TclWindow) -> None:
        fill_in(window, "3", "", "9")
        assert window.find("TLabel", "Width of 3 mm has no room for a cell of 10 mm.")
        key(window, "Return")  # it stays open
        key(window, "Escape")

    with dialog(desk.root, answer, TITLE):
        key(desk.root, "ctrl+shift+i")
    assert desk.document.maze is before
    assert not desk.document.can_undo
