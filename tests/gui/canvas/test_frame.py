"""The frame of the cell cursor has the shape of its cell and keeps away from all walls alike."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.overlay import CURSOR, INSET
from mazeeditor.maze.geometry import distances
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.screen.overlay_shapes import frame_of
from mazeeditor.screen.viewport import wall_width
from tests.gui.canvas.truth import show
from tests.maze.shapes.cases import largest


def away(lattice: Lattice, cell: int, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far each of ``places`` float64[k, 2] in cells is from the cell's nearest wall."""
    geometry = lattice.geometry
    slots = [slot for slot in range(lattice.degree) if lattice.uses(np.array(cell), np.array(slot))]
    walls = np.array([lattice.wall(cell, slot) for slot in slots])
    ends, bulges = geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)
    return distances(places[:, None], ends, bulges).min(axis=1)


def around(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners of a frame and places between them."""
    share = np.linspace(0, 1, 9)[:, None, None]
    after = np.roll(corners, -1, axis=0)
    return np.concatenate([*(corners + share * (after - corners))])


@pytest.mark.slow
@pytest.mark.each_value_once
@pytest.mark.parametrize("name", SHAPES.names())
@pytest.mark.parametrize("zoom", [24, 64, 128])
def test_it_is_as_far_from_every_wall(name: str, zoom: int) -> None:
    lattice, inset = largest(name), INSET * zoom
    for cell in lattice.inside_cells().tolist():
        middle = lattice.geometry.centres(np.array([cell]))[0]
        frame = frame_of(lattice, cell, zoom, inset, 1.0)
        places = around(frame) / zoom + middle
        assert (lattice.geometry.all_under(*places.T) == cell).all()
        off = away(lattice, cell, places) * zoom
        assert off.min() > inset - 0.8  # the corners of arcs are cut a little
        assert off.max() < inset + 0.8, "no side is farther in"
        angles = np.unwrap(np.arctan2(frame[:, 1], frame[:, 0]))
        assert (np.diff(angles) > 0).all(), "it never turns back"
        # it goes all around: within are all the places that far from the walls
        x, y = frame.T
        area = abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2
        grid = np.stack(np.meshgrid(*[np.linspace(-2 * zoom, 2 * zoom, 120)] * 2), axis=-1)
        grid = grid.reshape(-1, 2) / zoom + middle
        grid = grid[lattice.geometry.all_under(*grid.T) == cell]
        deep = np.count_nonzero(away(lattice, cell, grid) * zoom > inset)
        assert area == pytest.approx((4 * zoom / 119) ** 2 * deep, rel=0.15)


def test_in_small_cells_it_is_large_enough_to_be_seen() -> None:
    for lattice, zoom in product(map(largest, SHAPES.names()), (0.3, 3.0, 9.0)):
        for cell in lattice.inside_cells().tolist():
            frame = frame_of(lattice, cell, zoom, 3.0, 4.0)
            ends = np.stack([frame, np.roll(frame, 1, axis=0)], axis=1)
            off = distances(np.zeros((len(ends), 2)), ends, np.zeros(len(ends))).min()
            assert off == pytest.approx(4.0, abs=0.5) or off > 4.0, lattice.shape


def test_on_the_screen_it_lies_within_the_walls(view: MazeView) -> None:
    for name in SHAPES.names():
        maze = Maze(largest(name))
        show(view, maze)
        for cell in maze.lattice.inside_cells()[::7].tolist():
            view.cell = cell
            (item,) = view.canvas.find_withtag(CURSOR)
            corners = np.array(view.canvas.coords(item)).reshape(-1, 2)
            zoom = view.viewport.zoom
            places = np.array([view.viewport.to_cells(x, y) for x, y in around(corners).tolist()])
            off = away(maze.lattice, cell, places) * zoom
            line = view.theme.px(2) / 2
            assert off.min() > wall_width(zoom) / 2 + line
    view.cell = None
    assert view.canvas.find_withtag(CURSOR) == ()
