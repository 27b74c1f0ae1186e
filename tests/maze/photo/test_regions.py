"""Regions of a photo, and the textures of their corridors."""

from __future__ import annotations

from collections import Counter

import networkx
import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.maze.photo.regions import regions_of
from mazeeditor.maze.photo.textures import (
    DIRECTIONS,
    Texture,
    on_one_strip,
    strips_of,
    textures_of,
)
from tests.maze.photo.pictures import halves


def test_two_halves_are_two_regions() -> None:
    regions = regions_of(halves(), 30, Job())
    assert set(regions.ravel().tolist()) == {0, 1}
    assert (regions[:, :9] == 0).all()
    assert (regions[:, 11:] == 1).all()


def test_regions_hang_together_and_none_is_too_small() -> None:
    tones = np.random.default_rng(3).random((25, 30))
    regions = regions_of(tones, 20, Job())
    graph = networkx.grid_2d_graph(25, 30)
    for region, size in Counter(regions.ravel().tolist()).items():
        cells = [place for place in graph if regions[place] == region]
        assert size >= 20
        assert networkx.is_connected(graph.subgraph(cells))


def test_a_slope_has_corridors_along_equal_tones() -> None:
    for direction in DIRECTIONS:
        right, down = direction
        y, x = np.mgrid[:20, :20]
        slope = (y * right - x * down) / 40
        tones = slope - slope.min()
        (found,) = textures_of(tones, np.zeros((20, 20), np.int32))
        assert found == (Texture.DIRECTION, direction), direction


def test_a_strip_joins_side_by_side_and_does_not_branch() -> None:
    for direction in DIRECTIONS:
        graph = _strips(Texture.DIRECTION, direction)
        inner = [place for place in graph if all(4 <= value < 16 for value in place)]
        assert all(graph.degree(place) == 2 for place in inner), direction
        assert networkx.is_forest(graph), direction


def test_the_arm_of_a_spiral_goes_on_across_its_turn() -> None:
    graph = _strips(Texture.SPIRAL, (1, 0))
    longest = max(networkx.connected_components(graph), key=len)
    assert len(longest) > 250  # of 400: beyond lie the corners


def _strips(texture: Texture, direction: tuple[int, int]) -> networkx.Graph:
    """Return the cells of 20 x 20 with what joins those on one strip."""
    strips = strips_of(np.zeros((20, 20), np.int32), [(texture, direction)])
    pairs = np.array(
        [
            (row * 20 + column, other_row * 20 + other_column)
            for (row, column), (other_row, other_column) in networkx.grid_2d_graph(20, 20).edges
        ]
    )
    joined = pairs[on_one_strip(strips, *pairs.T)]
    assert np.array_equal(on_one_strip(strips, *pairs.T), on_one_strip(strips, *pairs.T[::-1]))
    graph = networkx.Graph()
    graph.add_nodes_from(divmod(cell, 20) for cell in range(400))
    graph.add_edges_from((divmod(one, 20), divmod(other, 20)) for one, other in joined.tolist())
    return graph
