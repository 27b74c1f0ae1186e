"""The scale of the distances: its labels, and its position next to the maze rather than over it."""

from __future__ import annotations

import tkinter as tk

import numpy as np
import pytest

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import apply
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.cell_paint import DistanceLevels
from mazeeditor.screen.pixel_colours import distance_colours
from tests.events import click, screenshot, settle
from tests.gui.canvas.conftest import RecordingTool, option
from tests.gui.canvas.truth import show
from tests.screen.mazes import box


def some_heat(
    maze: Maze, farthest: int, *, complete: bool = True, title: str = "Steps"
) -> DistanceLevels:
    distance = np.where(maze.lattice.inside, 0, -1).astype(np.int32)
    cells = maze.lattice.inside_cells()
    distance[cells[0]] = farthest
    if not complete:
        distance[cells[1]] = -1
    return DistanceLevels.of(maze.lattice, distance, title)


def words(view: MazeView) -> list[str]:
    canvas = view.legend.canvas
    texts = [item for item in canvas.find_all() if str(canvas.type(item)) == "text"]
    return [option(canvas, item, "text") for item in texts]


def corner(view: MazeView) -> str:
    legend, canvas = view.legend.canvas, view.canvas
    down = "top" if legend.winfo_y() < canvas.winfo_height() / 3 else "bottom"
    across = "left" if legend.winfo_x() < canvas.winfo_width() / 3 else "right"
    return f"{down} {across}"


@pytest.mark.parametrize(
    ("farthest", "numbers"),
    [(0, ["0"]), (1, ["0", "1"]), (2, ["0", "1", "2"]), (2143, ["0", "1,071", "2,143"])],
)
def test_words(view: MazeView, farthest: int, numbers: list[str]) -> None:
    maze = show(view, box(6, 6))
    view.show_distances(some_heat(maze, farthest))
    settle(view)
    assert words(view) == ["Steps", *numbers]
    view.show_distances(some_heat(maze, farthest, complete=False))
    assert words(view) == ["Steps", *numbers, "cannot be reached"]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("width", [700, 230, 170])
def test_all_of_it_can_be_seen_and_the_bar_has_every_colour_in_order(
    root: tk.Tk, view: MazeView, mode: str, width: int
) -> None:
    view.set_theme(apply(root, mode, view.theme.scale))
    maze = show(view, box(6, 6))
    root.geometry(f"{width}x400")
    settle(root)
    view.show_distances(
        some_heat(maze, 4321, complete=False, title="Steps from row 123, column 456")
    )
    settle(root)
    legend = view.legend.canvas
    left, top, right, bottom = legend.bbox("all")
    assert left > 0
    assert top > 0
    assert right < legend.winfo_width()
    assert bottom < legend.winfo_height()
    assert legend.winfo_x() + legend.winfo_width() <= view.canvas.winfo_width()
    bar = next(item for item in legend.find_all() if str(legend.type(item)) == "image")
    x0, y0, x1, _y1 = legend.bbox(bar)
    row = np.asarray(screenshot(legend).convert("RGB"))[y0 + 3, x0:x1]
    colours = [tuple(colour) for colour in distance_colours(view.theme).tolist()]
    result = [colours.index(tuple(pixel)) for pixel in row.tolist()]
    assert result == sorted(result)
    assert result[0] == 0
    assert result[-1] > len(colours) * 0.97


def test_beside_the_maze_where_there_is_room(view: MazeView) -> None:
    maze = show(view, box(14, 40))
    view.show_distances(some_heat(maze, 9))
    settle(view)
    assert corner(view) == "bottom right"
    assert view.legend.canvas.winfo_y() > view.viewport.to_px(0, 14)[1]
    view.actual_size()
    for dy, where in ((1000, "bottom"), (-1000, "top"), (1000, "bottom")):
        view.pan(0, dy)  # the maze goes up, and down
        settle(view)
        assert where in corner(view)


def test_it_stays_where_it_is_while_nothing_is_better_elsewhere(view: MazeView) -> None:
    maze = show(view, box(90, 90))
    view.actual_size()
    view.show_distances(some_heat(maze, 9))
    settle(view)
    before = corner(view)
    for _again in range(5):
        view.pan(60, 40)
        settle(view)
        assert corner(view) == before


def test_a_click_does_not_go_through(view: MazeView, tool: RecordingTool) -> None:
    maze = show(view, box(90, 90))
    view.actual_size()
    view.show_distances(some_heat(maze, 9))
    settle(view)
    click(view.legend.canvas, 40, 20)
    assert tool.names() == []
