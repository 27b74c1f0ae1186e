"""Inner walls are found in order, areas are joined like components, walls written on both sides."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.joining import join_areas, lowest_cells, write_walls
from mazeeditor.maze.walls import inner_walls, inner_walls_by_slot
from tests.lattices import LATTICES, random_passages


def expected_walls(
    lattice: Lattice, bits: NDArray[np.uint8], cells: NDArray[np.bool_]
) -> list[tuple[int, int]]:
    """Return the cell and slot of each wall between two of ``cells`` that has a bit."""
    return [
        (cell, slot)
        for cell in np.flatnonzero(cells).tolist()
        for slot in range(lattice.degree)
        if bits[cell] >> slot & 1 and cells[lattice.neighbour(cell, slot)]
        if cell < lattice.neighbour(cell, slot)
    ]


@pytest.mark.parametrize("kind", LATTICES)
def test_inner_walls_are_found_in_order(kind: str) -> None:
    for block in [7, 1 << 16]:
        for seed in range(10):
            random = Random(seed)
            lattice = LATTICES[kind](random)
            bits = np.array([random.randrange(256) for _cell in range(lattice.size)], np.uint8)
            some = lattice.inside & np.array([random.random() < 0.7 for _cell in bits])
            expected = expected_walls(lattice, bits, lattice.inside)
            found = inner_walls(lattice, bits, Job(), together=block)
            assert found.tolist() == [cell * lattice.degree + slot for cell, slot in expected], (
                block
            )
            ordered = sorted(expected, key=lambda place: place[1])
            assert inner_walls_by_slot(lattice, bits, Job()).tolist() == [
                cell * lattice.degree + slot for cell, slot in ordered
            ], block
            of_some = inner_walls(lattice, bits, Job(), cells=some, together=block).tolist()
            assert of_some == [
                cell * lattice.degree + slot for cell, slot in expected_walls(lattice, bits, some)
            ], block
            job = Job()
            job.cancel()
            with pytest.raises(CancelledError):
                inner_walls(lattice, bits, job)


@pytest.mark.parametrize("kind", LATTICES)
def test_areas_are_joined_like_components_by_the_fewest_passages(kind: str) -> None:
    for seed in range(10):
        random = Random(seed)
        maze, graph = random_passages(LATTICES[kind](random), random)
        lattice = maze.lattice
        ids = inner_walls(lattice, ~maze.walls, Job())
        ids = ids[random.sample(range(len(ids)), len(ids))]
        areas = np.arange(lattice.size, dtype=np.int32)
        joined = join_areas(lattice, areas, ids, Job())
        components = list(nx.connected_components(graph))
        lowest = {cell: min(component) for component in components for cell in component}
        assert lowest_cells(areas)[list(lowest)].tolist() == list(lowest.values())
        before = nx.utils.UnionFind(graph)
        lower, _slots, upper, _backs = lattice.sides_of(ids)
        for one, other, is_joint in zip(lower.tolist(), upper.tolist(), joined, strict=True):
            assert is_joint == (before[one] != before[other])
            before.union(one, other)


@pytest.mark.parametrize("kind", LATTICES)
def test_walls_are_written_on_both_sides_and_no_others(kind: str) -> None:
    for seed in range(10):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        lattice, walls = maze.lattice, maze.walls.copy()
        inner = inner_walls(lattice, Maze(lattice).walls, Job())
        chosen = inner[[random.random() < 0.4 for _wall in inner]]
        for closed in (True, False):
            expected = {*maze.closed_walls().tolist()}
            expected = expected | {*chosen.tolist()} if closed else expected - {*chosen.tolist()}
            write_walls(lattice, walls, chosen, Job(), closed=closed)
            result = Maze(lattice, walls)
            result.check()
            assert {*result.closed_walls().tolist()} == expected


def test_a_cell_without_any_neighbour_has_no_walls() -> None:
    lattices = (LATTICES["tangles"](Random(seed)) for seed in range(10**4))
    lattice = next(some for some in lattices if not (some.offsets > 0).any())
    assert len(inner_walls(lattice, np.zeros(lattice.size, np.uint8), Job())) == 0
