"""The cell that is being worked on is found at once from afar: a ring is around it."""

from __future__ import annotations

import tkinter as tk

import numpy as np
import pytest

from mazeeditor.gui.canvas import overlay
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import apply
from mazeeditor.screen.pixel_colours import HEAD, VISITED
from tests.events import settle
from tests.gui.canvas.conftest import option
from tests.gui.canvas.truth import show
from tests.screen.mazes import box


def rings(view: MazeView) -> list[tuple[float, ...]]:
    """Return the middles of the rings, in cells."""
    settle(view)
    result = []
    for item in view.canvas.find_withtag(overlay.HEADS)[1::2]:
        left, top, right, bottom = view.canvas.coords(item)
        x, y = view.viewport.to_cells((left + right) / 2, (top + bottom) / 2)
        result.append((round(y - 0.5, 3), round(x - 0.5, 3)))
    return sorted(result)


def paint(view: MazeView, kind: int, *places: tuple[int, int]) -> None:
    assert view.maze
    cells = np.array([view.maze.lattice.cell(*place) for place in places], np.int64)
    view.paint(cells, np.full(len(cells), kind, np.uint8))


@pytest.fixture
def far(view: MazeView) -> MazeView:
    show(view, box(90, 90))
    assert view.viewport.zoom < overlay.RINGED_BELOW
    return view


def test_the_ring_follows_the_head(root: tk.Tk, far: MazeView) -> None:
    assert rings(far) == []
    paint(far, HEAD, (40, 50), (60, 20))
    assert rings(far) == [(40, 50), (60, 20)]
    paint(far, HEAD, (41, 50))
    paint(far, VISITED, (40, 50))
    assert rings(far) == [(41, 50), (60, 20)]
    paint(far, HEAD, (41, 50))
    assert rings(far) == [(41, 50), (60, 20)]
    far.pan(30, 40)
    far.zoom_by(-1)
    assert rings(far) == [(41, 50), (60, 20)]
    far.set_theme(apply(root, "dark", far.theme.scale))
    settle(far)
    colours = [
        option(far.canvas, item, "outline") for item in far.canvas.find_withtag(overlay.HEADS)
    ]
    assert colours == [far.theme.paper, far.theme.head] * 2
    far.show_solution(None)  # it goes with what it belongs to
    assert rings(far) == []
    paint(far, HEAD, (40, 50))
    show(far, box(90, 90, 2))
    assert rings(far) == []


def test_no_ring_where_cells_are_large_enough_or_heads_very_many(far: MazeView) -> None:
    paint(far, HEAD, (40, 50))
    far.look(far.viewport.zoomed(overlay.RINGED_BELOW))
    assert rings(far) == []
    far.fit()
    assert rings(far) == [(40, 50)]
    paint(far, HEAD, *((5, column) for column in range(overlay.MOST_RINGS)))
    assert rings(far) == []
    paint(far, VISITED, (40, 50))
    assert len(rings(far)) == overlay.MOST_RINGS
