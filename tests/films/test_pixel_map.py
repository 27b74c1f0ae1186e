"""The pixel map: which cell, wall, arc, post or part of a path each pixel of a frame shows."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, tau
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.films.pixel_map import (
    ARC,
    PixelMap,
    chains,
    margin_of,
    pixel_map_of,
    size_of,
    wall_of,
)
from mazeeditor.maze.geometry import Ids, Points
from tests.films.samples import lattice_of


def map_of(rows: int, columns: int, cell: int) -> PixelMap:
    return pixel_map_of(lattice_of(rows, columns), cell, Job())


def label_at(pixels: PixelMap, x: float, y: float) -> int:
    shift = margin_of(pixels.cell) + wall_of(pixels.cell) // 2
    return int(pixels.labels[round(y * pixels.cell) + shift, round(x * pixels.cell) + shift])


@given(st.integers(1, 6), st.integers(1, 6), st.integers(3, 20))
def test_pixels_of_squares(rows: int, columns: int, size: int) -> None:
    pixels = map_of(rows, columns, size)
    lattice, geometry = pixels.lattice, pixels.lattice.geometry
    assert pixels.labels.shape == size_of(geometry, size)[::-1]
    for cell in lattice.inside_cells().tolist():
        x, y = geometry.centres(np.array([cell]))[0]
        assert label_at(pixels, x, y) == 1 + cell
    ends = geometry.post_positions(geometry.posts(pixels.walls))
    for place, (start, end) in enumerate(ends):
        assert label_at(pixels, *(start + end) / 2) == 1 + lattice.size + place
        for post, (x, y) in zip(pixels.posts[place], (start, end), strict=True):
            assert label_at(pixels, x, y) == 1 + lattice.size + len(pixels.walls) + post
    assert {0, *pixels.labels[0], *pixels.labels[-1]} == {0}


@given(st.integers(1, 5), st.integers(1, 5), st.integers(4, 20))
def test_paths_cross_walls_and_turn_in_cells(rows: int, columns: int, size: int) -> None:
    pixels = map_of(rows, columns, size)
    flat = pixels.labels.ravel()
    cells = flat[pixels.pixels] - 1
    walls = np.append(pixels.walls, -1)
    lower, _slots, upper, _backs = pixels.lattice.sides_of(pixels.walls)
    for pixel, part in zip(cells.tolist(), pixels.path_parts.tolist(), strict=True):
        if part >= len(pixels.walls):
            assert pixel == part - len(pixels.walls)
        elif pixel < pixels.lattice.size:
            assert pixel in (lower[part], upper[part], -1)  # out of a gap, on the paper
        else:
            assert walls[pixel - pixels.lattice.size] == pixels.walls[part]


@dataclass(frozen=True)
class Arcs:
    """Walls between two posts, with any bulges; wall ``k`` joins posts ``2k`` and ``2k + 1``."""

    ends: Points
    bulge: Points

    def posts(self, walls: Ids) -> Ids:
        return np.stack([2 * walls, 2 * walls + 1], axis=-1)

    def post_positions(self, posts: Ids) -> Points:
        positions: Points = self.ends.reshape(-1, 2)[posts]
        return positions

    def bulges(self, walls: Ids) -> Points:
        bulges: Points = self.bulge[walls]
        return bulges


numbers = st.floats(-3, 3)


@given(numbers, numbers, st.floats(0.1, 3), st.floats(0, tau), st.sampled_from([-1, 1]), st.data())
def test_arcs(x: float, y: float, chord: float, angle: float, sign: int, data: Any) -> None:
    bulge = sign * data.draw(st.floats(0.05, 2))
    start = np.array([x, y])
    along = chord * np.array([np.cos(angle), np.sin(angle)])
    geometry: Any = Arcs(np.array([[start, start + along]] * 2), np.array([bulge, 0.0]))
    arc, straight = chains(geometry, np.array([0, 1]))
    across = np.array([-along[1], along[0]])
    assert arc[0] == pytest.approx(start, abs=1e-9)
    assert arc[-1] == pytest.approx(start + along, abs=1e-9)
    assert arc[ARC // 2] == pytest.approx(start + along / 2 + bulge / 2 * across, abs=1e-9)
    lengths = np.hypot(*np.diff(arc, axis=0).T)
    radius = chord * (1 + bulge**2) / (4 * abs(bulge))
    assert lengths == pytest.approx(2 * radius * np.sin(abs(atan(bulge)) / ARC * 2), rel=1e-6)
    beside = (straight - start) @ across
    assert beside == pytest.approx(0, abs=1e-9)


def test_cancel_while_a_pixel_map_is_drawn() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        pixel_map_of(lattice_of(50, 50), 5, job)


def test_a_path_through_each_wall_and_cell_has_pixels() -> None:
    """From the middle of a cell to that of the next one they are in one piece."""
    pixels = map_of(2, 3, 12)
    cells = pixels.lattice.inside_cells()
    parts = {*pixels.path_parts.tolist()}
    assert parts == {*range(len(pixels.walls)), *(cells + len(pixels.walls)).tolist()}
    lower, _slots, upper, _backs = pixels.lattice.sides_of(pixels.walls)
    for wall, sides in enumerate(zip(lower.tolist(), upper.tolist(), strict=True)):
        if pixels.lattice.inside[list(sides)].all():
            drawn = np.isin(pixels.path_parts, [wall, *(len(pixels.walls) + np.array(sides))])
            places = np.array(np.unravel_index(pixels.pixels[drawn], pixels.labels.shape))
            assert np.ptp(places, axis=1).max() >= pixels.cell
            along = np.unique(places[np.ptp(places, axis=1).argmax()])
            assert (np.diff(along) == 1).all()
