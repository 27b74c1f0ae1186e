"""Chosen cells agree with shapely and networkx, on every shape and mask."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray
from shapely import Point, Polygon

from mazeeditor.app.commands import select_menu
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.cell_areas import within
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.shapes import SHAPES
from tests.breadth import stress
from tests.lattices import LATTICES, random_passages
from tests.maze.generators.lattices import grid_of

SEEDS = range(200 if stress() else 6)


def some_cells(lattice: Lattice, random: Random, share: float = 0.3) -> NDArray[np.bool_]:
    return np.array([random.random() < share for _cell in range(lattice.size)]) & lattice.inside


def numbers(cells: NDArray[np.bool_]) -> set[int]:
    return set(np.flatnonzero(cells).tolist())


@pytest.mark.parametrize("kind", SHAPES.names())
def test_a_lasso_takes_the_cells_whose_middles_it_surrounds(kind: str) -> None:
    for seed in SEEDS:
        random = Random(seed)
        lattice = LATTICES[kind](random)
        centres = lattice.geometry.centres(lattice.inside_cells())
        low, high = centres.min(axis=0) - 1, centres.max(axis=0) + 1
        middle = (low + high) / 2
        angles = sorted(random.uniform(0, 2 * np.pi) for _corner in range(random.randint(3, 40)))
        reach = [random.uniform(0.2, 1.0) for _corner in angles]
        line = np.array(
            [
                middle + share * (high - low) / 2 * (np.cos(angle), np.sin(angle))
                for angle, share in zip(angles, reach, strict=True)
            ]
        )
        ring = Polygon(line)
        if not ring.is_valid:
            continue
        cells = lattice.inside_cells()
        expected = {
            int(cell)
            for cell, centre in zip(cells, centres, strict=True)
            if ring.contains(Point(centre))
        }
        assert set(within(lattice, line).tolist()) == expected


@pytest.mark.parametrize("kind", SHAPES.names())
def test_growing_shrinking_and_connected_cells(kind: str) -> None:
    for seed in SEEDS:
        random = Random(seed)
        maze, graph = random_passages(LATTICES[kind](random), random)
        lattice, grid = maze.lattice, grid_of(maze.lattice)
        cells = some_cells(lattice, random)
        chosen, inside = numbers(cells), numbers(lattice.inside)
        beside = {other for cell in chosen for other in grid[cell]}
        assert numbers(select_menu.grow_selection(lattice, cells)) == chosen | beside
        kept = {cell for cell in chosen if set(grid[cell]) & inside <= chosen}
        assert numbers(select_menu.shrunk(lattice, cells)) == kept
        parts = [part for part in nx.connected_components(graph) if part & chosen]
        expected = set().union(*parts) if parts else set()
        assert numbers(select_menu.connected_cells(maze, cells, Job())) == expected


@pytest.mark.parametrize("kind", SHAPES.names())
def test_dead_ends_routes_and_distances(kind: str) -> None:
    for seed in SEEDS:
        random = Random(seed)
        maze, graph = random_passages(LATTICES[kind](random), random)
        cells = some_cells(maze.lattice, random)
        if random.random() < 0.8:
            start, *exits = random.sample(sorted(graph), min(3, len(graph)))
            maze.set_openings(Opening(start), tuple(Opening(cell) for cell in exits))
        ends = {cell for cell in graph if graph.degree(cell) == 1}
        assert numbers(select_menu.with_one_passage(maze, Job())) == ends
        route = numbers(select_menu.on_route(maze, Job()))
        if maze.entrance is None:
            assert not select_menu.as_far(maze, cells, Job()).any()
            assert not route
            continue
        far = nx.single_source_shortest_path_length(graph, maze.entrance.cell)
        levels = {far[cell] for cell in numbers(cells) if cell in far}
        expected = {cell for cell, level in far.items() if level in levels}
        assert numbers(select_menu.as_far(maze, cells, Job())) == expected
        ways = [far[gap.cell] + 1 for gap in maze.exits if gap.cell in far]
        assert len(route) == (min(ways) if ways else 0)
