"""New mazes by keys: with the settings of the last new one, or with those of this one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.settings import Settings
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.page import Page
from tests.events import click, key
from tests.gui.desk import open_desk

pytestmark = pytest.mark.usefixtures("display")

STAR = Recipe("prim", sizes={"rows": 41, "columns": 43}, seed=3, masks=(MaskStep("star"),))
PAGE = Page(page="A3", title="Star", walls="bands")


@pytest.fixture
def star(tmp_path: Path) -> Path:
    path = tmp_path / "star.maze"
    save(Project(maze_of(STAR), STAR, PAGE.to_dict()), path)
    return path


def test_new_and_new_from_this_one(star: Path) -> None:
    desk = open_desk(Settings(new_maze={"sizes": {"rows": 11, "columns": 13}}))
    assert desk.document.maze.lattice.rows == 11
    desk.answers.paths = [star]
    key(desk.root, "ctrl+o")
    desk.wait(lambda: desk.document.path == star, "the file")
    desk.wait_for_work()
    inside = desk.document.maze.lattice.inside
    key(desk.root, "ctrl+alt+n")
    desk.wait(lambda: desk.document.path is None, "a new one of the same kind")
    desk.wait_for_work()
    assert np.array_equal(desk.document.maze.lattice.inside, inside)
    assert desk.document.page == PAGE
    key(desk.root, "ctrl+n")
    desk.wait(lambda: desk.document.maze.lattice.whole, "a maze without an outline")
    desk.wait_for_work()
    assert desk.document.page == replace(PAGE, title="")
    assert desk.document.maze.lattice.rows == 41  # the last new one had as many
    assert desk.answers.asked == ["Open"]


def test_new_after_a_file_is_as_the_last_new_one(star: Path) -> None:
    desk = open_desk(Settings(new_maze={"sizes": {"rows": 11, "columns": 13}}), star)
    desk.wait(lambda: desk.document.path == star, "the file")
    desk.wait_for_work()
    click(desk.window.bar.buttons["new"])
    desk.wait(lambda: desk.document.path is None, "another maze")
    lattice = desk.document.maze.lattice
    assert (lattice.rows, lattice.columns, lattice.whole) == (11, 13, True)
    assert desk.document.page == Page()


def test_grids_by_keys_are_drawn_in() -> None:
    desk = open_desk()
    for keys, closed in (("ctrl+alt+e", False), ("ctrl+alt+f", True)):
        desk.document.history.save(desk.document.history.state)
        before = desk.document.maze
        key(desk.root, keys)
        desk.wait(lambda before=before: desk.document.maze is not before, "a grid")  # type: ignore[misc]
        desk.wait_for_work()
        assert desk.is_closed(4, 4, "right") is closed
        assert desk.verdict == ("No route" if closed else "Several routes"), desk.verdict
        click(desk.canvas, *desk.middle_of(4, 4, "right"))
        assert desk.is_closed(4, 4, "right") is not closed
