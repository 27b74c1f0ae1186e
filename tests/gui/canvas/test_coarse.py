"""Mazes too large for a fine picture in memory are shown coarsely, with one message."""

from __future__ import annotations

import tkinter as tk
from math import hypot
from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.screen.raster import shape_raster
from mazeeditor.screen.wall_index import WallIndex, reach_of
from tests.breadth import rotating
from tests.events import settle, wait_until
from tests.gui.canvas.truth import on_screen, show
from tests.maze.shapes.cases import EVERY, some_of
from tests.screen.mazes import some_walls
from tests.windows import Watch


@pytest.mark.slow
def test_how_far_cells_reach_is_known_from_some_of_them() -> None:
    for name, parameters in rotating(EVERY):
        lattice = build(name, **parameters)
        for each in (lattice, mask_lattice(lattice, some_of(lattice, Random(1), 0.5))):
            assert reach_of(each) == pytest.approx(farthest(each)), (name, parameters)
            assert reach_of(each) == pytest.approx(WallIndex(each, Job()).reach)


def farthest(lattice: Lattice) -> float:
    """Return how far any wall, at its ends or its middle, is from the middle of its cell."""
    geometry, result = lattice.geometry, [0.0]
    for cell in lattice.inside_cells().tolist():
        slots = [slot for slot in range(lattice.degree) if lattice.neighbour(cell, slot)]
        walls = np.array([lattice.wall(cell, slot) for slot in slots])
        ends = geometry.post_positions(geometry.posts(walls))
        points = [*ends.reshape(-1, 2), *middles(ends, geometry.bulges(walls))]
        result += [hypot(*(point - geometry.centres(np.array([cell]))[0])) for point in points]
    return max(result)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SHAPES.names() if name != "rectangular"])
def test_a_maze_without_room_for_its_walls(
    root: tk.Tk, view: MazeView, watch: Watch, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(shape_raster, "free_bytes", lambda: 10**6)
    watch.allow(MazeError)
    errors: list[str] = []
    monkeypatch.setattr(
        root, "report_callback_exception", lambda *error: errors.append(str(error[1]))
    )
    sizes = {"rings": 100} if name == "polar" else {"rows": 160, "columns": 170}
    maze = show(view, generate("backtracker", build(name, **sizes), 1))
    wait_until(view, lambda: bool(errors))
    assert errors[0].startswith(f"This maze of {maze.lattice.cells:,} cells is shown coarsely: ")
    maze.set_openings(None, ())  # their marks lie over the picture
    for zoom in (0, 12):
        view.zoom_by(zoom)
        before = coarse(view)
        maze.toggle(some_walls(maze, 0.6, 2))
        settle(view)
        after = on_screen(view)
        assert not np.array_equal(before, after)
        assert np.array_equal(after, coarse(view)), "edits are shown at once"
    view.show_solution(solve("breadth-first", opened(maze)))
    wait_until(view, lambda: view.fine)
    settle(view)
    assert len(np.unique(on_screen(view))) > len(np.unique(after)), "the route is seen too"
    assert len(errors) == 1


def coarse(view: MazeView) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    """Return what the screen shows when all of it is painted anew."""
    view.set_theme(view.theme)
    settle(view)
    return on_screen(view)


def opened(maze: Maze) -> Maze:
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    return maze
