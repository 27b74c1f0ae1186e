"""Other shapes than squares on the canvas: the picture, hover, marks, cell cursor and rulers."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.editing.tools import Preview
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.overlay import HOVER, OPENINGS
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.geometry import distances as far_from
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import distances
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.screen.cell_paint import DistanceLevels
from mazeeditor.screen.raster import shape_raster
from mazeeditor.screen.raster.shape_raster import ShapeRaster
from mazeeditor.screen.wall_index import WallIndex
from tests.events import move, settle, wait_until
from tests.gui.canvas.truth import on_screen, same, show
from tests.maze.shapes.cases import largest
from tests.screen.mazes import PaintModel, box, openings, some_walls

OTHERS = sorted(set(SHAPES.names()) - {"rectangular"})
SIZES: dict[str, dict[str, Any]] = {
    "hexagonal": {"rows": 24, "columns": 24, "outline": "hexagon"},
    "triangular": {"rows": 16, "columns": 33},
    "polar": {"rings": 13},
}


def some_maze(name: str, seed: int = 0) -> Maze:
    maze = Maze(build(name, **SIZES[name]))
    maze.toggle(some_walls(maze, 0.6, seed))
    return maze


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_whatever_is_done_the_screen_shows_the_truth(view: MazeView, name: str) -> None:
    random = np.random.default_rng(4)
    maze = show(view, some_maze(name))
    truth = PaintModel(maze)
    for step in range(16):
        match step % 4:
            case 0:
                view.pan(*random.integers(-200, 200, 2))
            case 1:
                view.zoom_by(int(random.integers(-3, 4)), *random.integers(0, 500, 2))
            case 2:
                maze.toggle(some_walls(maze, 0.01, step))
            case 3:
                view.paint(*truth.paint(random, 30))
        assert same(view, paint=truth if truth.kinds else None), f"after step {step}"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Return what has to be set before it is known where the walls are."""
    gate = Event()

    def late(lattice: Lattice, job: Job) -> WallIndex:
        assert gate.wait(60)
        return WallIndex(lattice, job)

    monkeypatch.setattr(shape_raster, "WallIndex", late)
    yield gate
    gate.set()


@pytest.mark.slow
def test_a_maze_that_is_prepared_in_a_thread(view: MazeView, gate: Event) -> None:
    maze = show(view, Maze(build("hexagonal", rows=160, columns=160)))
    assert not view.fine
    maze.toggle(some_walls(maze, 0.1))
    truth = PaintModel(maze)
    view.paint(*truth.paint(np.random.default_rng(1), 200))
    view.show_distances(
        DistanceLevels.of(maze.lattice, distances(maze, maze.lattice.first.cell), "Steps")
    )
    settle(view)
    assert not view.fine
    gate.set()
    wait_until(view, lambda: view.fine)
    view.show_distances(None)
    assert same(view, paint=truth)


def test_the_wall_under_the_pointer_is_drawn_where_it_is(view: MazeView) -> None:
    for name in OTHERS:
        maze = show(view, some_maze(name))
        for wall in some_walls(maze, 0.05):
            view.preview(Preview(walls=(int(wall),), closing=True))
            (item,) = view.canvas.find_withtag(HOVER)
            points = np.array(view.canvas.coords(item)).reshape(-1, 2)
            check_line(view, np.array([wall]), points)


def check_line(view: MazeView, wall: Ids, points: Points) -> None:
    """Check that points on the canvas are the line or arc of a wall, float64[k, 2]."""
    assert view.maze
    geometry = view.maze.lattice.geometry
    corner = np.array([view.viewport.left, view.viewport.top])
    places = (points + corner) / view.viewport.zoom
    ends = geometry.post_positions(geometry.posts(wall))
    bulges = geometry.bulges(wall)
    assert far_from(places, ends[0], np.full(len(places), bulges[0])).max() < 0.02
    np.testing.assert_allclose(places[[0, -1]], ends[0], atol=1e-6)
    between = (points[:-1] + points[1:]) / 2 + corner
    off = far_from(between / view.viewport.zoom, ends[0], np.full(len(between), bulges[0]))
    assert off.max() * view.viewport.zoom < 0.3, "an arc cut short"


@pytest.mark.slow
def test_every_opening_has_a_mark_beside_its_gap(view: MazeView) -> None:
    for name in OTHERS:
        maze = show(view, Maze(largest(name)))
        lattice = maze.lattice
        for gap in openings(lattice):
            if gap.slot is None:
                continue
            maze.set_openings(gap, ())
            settle(view)
            left, top, right, bottom = view.canvas.bbox(OPENINGS)
            x, y = view.viewport.to_cells((left + right) / 2, (top + bottom) / 2)
            assert lattice.geometry.cell_at(x, y) is None, name
            dx, dy = lattice.geometry.outward(gap.cell, gap.slot)
            cx, cy = lattice.geometry.centres(np.array([gap.cell]))[0]
            assert (x - cx) * dx + (y - cy) * dy > 0.45, name


def test_rulers_only_beside_straight_rows_and_columns(view: MazeView) -> None:
    def shown() -> bool:
        settle(view)
        return bool(view.rulers[0].canvas.winfo_viewable())

    show(view, box(5, 5))
    assert shown()
    maze = show(view, some_maze("polar"))
    assert not shown()
    for cell in maze.lattice.inside_cells()[::9]:
        x, y = maze.lattice.geometry.centres(cell[None])[0]
        move(view.canvas, *view.viewport.to_px(x, y))
        assert view.pointer.cell == cell
    view.show_rulers(False)
    view.show_rulers(True)
    assert not shown()
    show(view, box(5, 5))
    assert shown()
    view.show_rulers(False)
    show(view, box(6, 5))
    assert not shown()


def test_coarse_until_it_is_known_where_the_walls_are(view: MazeView, gate: Event) -> None:
    maze = show(view, some_large_maze())
    assert not view.fine
    assert len(np.unique(on_screen(view))) > 2, "the shares of walls that stand"
    gate.set()
    wait_until(view, lambda: view.fine)
    assert same(view)
    assert ShapeRaster(Maze(build("polar", rings=3))).ready is False
    gate.clear()
    view.zoom_by(9)
    other = some_large_maze()
    assert maze.lattice is not other.lattice
    show(view, other)
    assert same(view), "walls of cells that lie where those before lay are known at once"


def some_large_maze() -> Maze:
    maze = generate("backtracker", build("triangular", rows=80, columns=399), 1)
    maze.set_openings(None, ())  # their marks lie over the picture
    return maze
