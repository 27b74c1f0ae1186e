"""Views side by side: the arrangement that shows mazes largest, and one zoom for all."""

from __future__ import annotations

import tkinter as tk

import pytest

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import apply
from mazeeditor.gui.watching.film_panes import LinkedViews, columns_for
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.events import drag, settle, wheel


def test_the_arrangement_that_shows_most() -> None:
    wide, high, square = (900, 600), (600, 900), (30, 30)
    for number, room, maze, columns in (
        (1, wide, square, 1),
        (2, wide, square, 2),
        (2, high, square, 1),
        (2, wide, (90, 10), 1),
        (3, (900, 700), square, 2),
        (4, wide, square, 2),
        (4, wide, (10, 90), 4),
        (5, wide, square, 3),
        (6, wide, square, 3),
        (6, high, square, 2),
    ):
        assert columns_for(number, room, maze) == columns, (number, room, maze)


@pytest.fixture
def views(root: tk.Tk) -> list[MazeView]:
    theme = apply(root, "light", 1)
    root.geometry("801x401")
    result = [MazeView(root, theme) for _each in range(3)]
    maze = generate("prim", build("rectangular", rows=20, columns=20), 1)
    for column, view in enumerate(result):
        root.columnconfigure(column, weight=1, uniform="view")
        view.grid(row=0, column=column, sticky="nsew")
        view.show_rulers(False)
        view.pans = True
        view.show(maze)
    root.rowconfigure(0, weight=1)
    LinkedViews(result)
    settle(root)
    return result


def middles(views: list[MazeView]) -> list[tuple[float, float]]:
    """Return the place in the middle of each view, in cells."""
    return [
        view.viewport.to_cells(view.viewport.width / 2, view.viewport.height / 2) for view in views
    ]


def check_linked(views: list[MazeView]) -> None:
    assert len({view.viewport.zoom for view in views}) == 1
    x, y = middles(views)[0]
    for other_x, other_y in middles(views):
        assert abs(other_x - x) * views[0].viewport.zoom <= 1
        assert abs(other_y - y) * views[0].viewport.zoom <= 1


@pytest.mark.slow
def test_all_zoom_and_pan_with_each(views: list[MazeView]) -> None:
    for view in views:
        fitted = view.viewport.zoom
        wheel(view.canvas, 4, 50, 60)
        assert view.viewport.zoom > fitted
        check_linked(views)
        before = middles(views)
        drag(view.canvas, [(100, 200), (160, 130)])
        check_linked(views)
        moved = (before[0][0] - middles(views)[0][0]) * view.viewport.zoom
        assert moved == pytest.approx(60, abs=1)
        view.fit()
        settle(view)


def test_a_fitted_view_stays_so_in_another_window(root: tk.Tk, views: list[MazeView]) -> None:
    wheel(views[1].canvas, 3)
    views[2].fit()
    settle(root)
    assert all(view.fitted for view in views)
    for size in ("950x420", "620x333", "801x401"):
        root.geometry(size)
        settle(root)
        assert all(view.fitted for view in views)
        check_linked(views)
