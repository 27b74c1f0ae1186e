"""The map of the walls: each wall once, the right way round, and all in view of whoever asks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids, middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.tiling import Tiling
from mazeeditor.screen.wall_index import WallIndex
from tests.lattices import of_shape
from tests.maze.shapes.cases import largest


def all_of(walls: WallIndex) -> Ids:
    return np.arange(len(walls.lower))


@pytest.mark.parametrize("name", SHAPES.names())
def test_each_wall_once(name: str) -> None:
    for seed in range(9):
        lattice = of_shape(name, Random(seed), 9)
        walls = WallIndex(lattice, Job())
        ids = walls.lower.astype(np.int64) * lattice.degree + walls.slots
        assert sorted(ids.tolist()) == sorted(Maze(lattice).closed_walls().tolist())
        sides = walls.lower, walls.slots, walls.upper, walls.backs
        for result, expected in zip(sides, lattice.sides_of(ids), strict=True):
            np.testing.assert_array_equal(result, expected)
        posts = lattice.geometry.posts(ids)
        np.testing.assert_array_equal(np.sort(walls.ends), np.sort(posts))
        places = lattice.geometry.post_positions(walls.ends.astype(np.int64))
        np.testing.assert_array_equal(walls.shapes(all_of(walls))[0], places)


@pytest.mark.parametrize("name", SHAPES.names())
def test_who_goes_down_has_the_lower_cell_on_the_left(name: str) -> None:
    lattice = largest(name)
    walls = WallIndex(lattice, Job())
    ends, bulges = walls.shapes(all_of(walls))
    beside = ends[:, 1] - ends[:, 0]
    beside = np.stack([-beside[:, 1], beside[:, 0]], axis=1)  # to the left of the screen
    step = 0.01 * beside + middles(ends, bulges)
    for (x, y), lower in zip(step, walls.lower, strict=True):
        if lattice.inside[lower]:
            assert lattice.geometry.cell_at(x, y) == lower
        else:
            assert lattice.geometry.cell_at(x, y) is None


class Turned:
    """A geometry that names the posts of every wall in the other order."""

    def __init__(self, geometry: Tiling) -> None:
        self._geometry = geometry

    def __getattr__(self, name: str) -> object:
        return getattr(self._geometry, name)

    def posts(self, walls: Ids) -> Ids:
        return self._geometry.posts(walls)[:, ::-1].copy()

    def bulges(self, walls: Ids) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return -self._geometry.bulges(walls)


@pytest.mark.parametrize("name", SHAPES.names())
def test_in_which_order_posts_are_named_does_not_matter(name: str) -> None:
    lattice = largest(name)
    turned: Lattice = replace(lattice, geometry=Turned(lattice.geometry))  # type: ignore[arg-type]
    one, other = WallIndex(lattice, Job()), WallIndex(turned, Job())
    np.testing.assert_array_equal(one.ends, other.ends)
    np.testing.assert_array_equal(one.bulges, other.bulges)


@given(st.sampled_from(SHAPES.names()), st.integers(0, 50), st.floats(0, 30), st.floats(0, 30))
def test_all_walls_of_what_is_seen_are_in_view(name: str, seed: int, x: float, y: float) -> None:
    lattice = of_shape(name, Random(seed), 30)
    walls = WallIndex(lattice, Job())
    cell = lattice.geometry.cell_at(x, y)
    runs = walls.runs(x, y, x + 0.01, y + 0.01)
    seen = np.concatenate([np.arange(*run) for run in runs.tolist()])
    of_cell = (walls.lower == cell) | (walls.upper == cell)
    assert set(np.flatnonzero(of_cell)) <= set(seen.tolist())


def test_it_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        WallIndex(largest("polar"), job)
