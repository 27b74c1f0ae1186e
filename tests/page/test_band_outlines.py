"""Outlines enclose exactly the bands of the walls, in rectangles and in any other pattern."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.maze import Maze
from mazeeditor.page.walls.band_outlines import outlines_of
from mazeeditor.page.walls.wall_graph import WallGraph, graph_of
from tests.kernels import compiled, interpreted
from tests.page.areas import Points, crossings, in_bands, near, winding
from tests.page.mazes import made, mazes, triangles, walls_of


def rings_of(graph: WallGraph, width: float) -> list[Points]:
    rings = outlines_of(graph, width)
    assert rings.bulges is None
    return [rings.points[a:b] for a, b in pairwise(rings.starts.tolist())]


def lines_of(maze: Maze) -> Points:
    return np.array(sorted(walls_of(maze)), np.float64).reshape(-1, 2, 2)


@given(mazes(least=2), st.sampled_from([0.02, 0.1, 0.4, 0.9]))
def test_inside_is_what_a_band_covers(maze: Maze, width: float) -> None:
    half, hair = width / 2, 0.001
    places = np.array([0.5, 0.3, *(side * (half + hair * side) for side in (-1, 1))])
    places = np.concatenate([places, [half - hair, hair - half, half + hair, -half - hair]])
    x = (np.arange(maze.lattice.columns + 1)[:, None] + places).ravel()
    y = (np.arange(maze.lattice.rows + 1)[:, None] + places).ravel()
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    rings = rings_of(graph_of(maze), width)
    wanted = in_bands(lines_of(maze), half, points)
    assert (winding(rings, points) == wanted).all()  # never twice: nothing overlaps
    assert (crossings(rings, points) % 2 == wanted).all()


@given(st.integers(0, 10**6), st.floats(0.05, 1), st.sampled_from([0.02, 0.1, 0.25]))
def test_oftriangles(seed: int, share: float, width: float) -> None:
    graph = triangles(seed, share)
    places = np.stack([graph.x, graph.y], axis=-1)
    lines = places[graph.ends.reshape(-1, 2)]
    points = np.random.default_rng(seed).random((1500, 2)) * (8, 6) - 1
    rings = rings_of(graph, width)
    apart = near(lines, points)
    count = winding(rings, points)
    assert (count[apart < width / 2 - 1e-6] == 1).all()
    assert (count[apart > width + 1e-6] == 0).all()  # the point of a corner of 60 degrees
    assert (crossings(rings, points) % 2 == count).all()


def test_ends_and_sharp_corners_are_square() -> None:
    """A wall and a second one that leaves it at 30 degrees."""
    ends = np.array([0, 1, 1, 2], np.int32)
    x, y = np.array([0.0, 10.0, 10 - 10 * np.cos(np.pi / 6)]), np.array([0.0, 0.0, 5.0])
    first, at = np.array([0, 1, 3, 4], np.int64), np.array([0, 1, 2, 3], np.int32)
    (ring,) = rings_of(WallGraph(ends, first, at, x, y), 0.2)
    assert {(-0.1, -0.1), (-0.1, 0.1), (10.1, -0.1)} <= {
        (round(a, 9), round(b, 9)) for a, b in ring
    }
    assert ring[:, 0].max() < 10.2


def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for way in (compiled, interpreted):
        with way(monkeypatch):
            results.append(outlines_of(graph_of(made(20, 25, braid=0.5)), 0.1))
    assert (results[0].points == results[1].points).all()
    assert (results[0].starts == results[1].starts).all()
