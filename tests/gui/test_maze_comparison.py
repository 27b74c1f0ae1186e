"""Compare with another project: walls in two colours, stepping by keys, until Escape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.api import save
from mazeeditor.app.commands import COMMANDS
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.gui.canvas.overlay import MOST_WALLS, WALL_MARKS
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, sizes_about
from tests.events import click, key, screenshot, settle
from tests.gui.desk import Desk


def toggle(desk: Desk, *places: tuple[int, int, str]) -> None:
    walls = np.array([desk.wall(*place) for place in places], np.int64)
    desk.document.apply(ToggleWalls.of(desk.document.maze, walls))
    desk.wait_for_work()


def write(maze: Maze, path: Path) -> Path:
    save(maze, path)
    return path


def compare(desk: Desk, path: Path) -> None:
    desk.answers.paths, desk.answers.chosen = [path], ["file"]
    key(desk.root, "F3")
    desk.wait_for_work()
    desk.wait(lambda: desk.session.view.highlight.result is not None, "the differences")
    settle(desk.root)


def colours(desk: Desk) -> set[str]:
    canvas = desk.canvas
    call = canvas.tk.call
    return {
        str(call(canvas, "itemcget", item, "-fill")) for item in canvas.find_withtag(WALL_MARKS)
    }


def number(desk: Desk) -> int:
    return len(desk.canvas.find_withtag(WALL_MARKS))


@pytest.mark.slow
def test_walls_are_shown_and_stepped_through(desk: Desk, tmp_path: Path) -> None:
    other = write(desk.document.maze, tmp_path / "other.maze")
    places = [(2, 3, "right"), (9, 9, "bottom"), (20, 30, "right"), (25, 5, "bottom")]
    before = [desk.is_closed(*place) for place in places]
    toggle(desk, *places)
    compare(desk, other)
    assert number(desk) == 4
    expected = {desk.theme.wall_hover if closed else desk.theme.route for closed in before}
    assert colours(desk) == expected
    there = sum(before)
    note = desk.view.note.text
    assert "Only here: " in note
    assert "Only in other.maze: " in note
    assert str(there or "nothing") in note
    lattice = desk.document.maze.lattice
    cells = [lattice.cell(row, column) for row, column, _side in places]
    desk.view.zoom_by(8)
    for cell in cells:
        key(desk.root, "F2")
        settle(desk.root)
        assert desk.view.cell == cell
        x, y = desk.view.viewport.to_px(*desk.view.place_of(cell))
        assert 0 < x < desk.canvas.winfo_width()
        assert 0 < y < desk.canvas.winfo_height()
    assert desk.window.status.text == "Difference 4 of 4"
    key(desk.root, "F2")
    assert desk.view.cell == cells[0]
    key(desk.root, "shift+F2")
    assert desk.view.cell == cells[-1]
    key(desk.root, "Escape")
    assert number(desk) == 0
    assert desk.view.note.text == ""
    assert not COMMANDS["next-difference"].ready(desk.session.parts)


@pytest.mark.slow
def test_it_follows_edits(desk: Desk, tmp_path: Path) -> None:
    other = write(desk.document.maze, tmp_path / "other.maze")
    compare(desk, other)
    assert "are those of other.maze" in desk.view.note.text
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait(lambda: number(desk) == 1, "the difference")
    key(desk.root, "ctrl+z")
    desk.wait(lambda: number(desk) == 0, "no difference")
    desk.window.run(COMMANDS["new-seed"])
    desk.wait_for_work()
    desk.wait(lambda: number(desk) > 100, "many differences")
    assert desk.session.view.highlight.active
    key(desk.root, "ctrl+z")
    desk.view.cell = desk.document.maze.lattice.cell(5, 5)
    desk.window.run(COMMANDS["blank-cell"])
    desk.wait(lambda: number(desk) == 4, "the frame of the blank cell")
    assert "1 cell" in desk.view.note.text
    key(desk.root, "F2")
    assert desk.document.maze.lattice.inside[desk.view.cell]


def test_another_size_is_said_and_ends_it(desk: Desk, tmp_path: Path) -> None:
    smaller = maze_of(Recipe("prim", seed=1, shape="rectangular", sizes={"rows": 5, "columns": 6}))
    desk.answers.paths = [write(smaller, tmp_path / "small.maze")]
    key(desk.root, "F3")
    desk.wait_for_work()
    assert desk.answers.errors == [
        "Only mazes of one shape and size can be compared: rectangular, rows 30, columns 40 "
        "and rectangular, rows 5, columns 6."
    ]
    assert not desk.session.view.highlight.active
    compare(desk, write(desk.document.maze, tmp_path / "same.maze"))
    desk.document.new(smaller)
    desk.wait(lambda: not desk.session.view.highlight.active, "the end")
    assert number(desk) == 0


@pytest.mark.slow
def test_on_every_shape(desk: Desk, tmp_path: Path) -> None:
    for shape in SHAPES.names():
        mazes = [
            maze_of(Recipe("backtracker", seed=seed, shape=shape, sizes=sizes_about(shape, 9, {})))
            for seed in (1, 2)
        ]
        desk.document.new(mazes[0])
        desk.wait_for_work()
        compare(desk, write(mazes[1], tmp_path / "other.maze"))
        assert number(desk) > 10
        assert colours(desk) == {desk.theme.route, desk.theme.wall_hover}
        key(desk.root, "F2")
        assert desk.view.cell is not None


@pytest.mark.slow
def test_many_are_tinted_cells(desk: Desk, tmp_path: Path) -> None:
    """More items would make frames slow; the picture tints the cells on both sides instead."""
    sizes = {"rows": 150, "columns": 150}
    one, other = (
        maze_of(Recipe("backtracker", seed=seed, shape="rectangular", sizes=sizes))
        for seed in (1, 2)
    )
    desk.document.new(one)
    desk.wait_for_work()
    compare(desk, write(other, tmp_path / "other.maze"))
    assert number(desk) <= MOST_WALLS
    desk.wait(lambda: desk.view.painted, "the picture")
    picture = np.array(screenshot(desk.canvas))
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
