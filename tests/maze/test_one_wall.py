"""The one wall that keeps a route single: checked with networkx on every shape."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.one_wall import OneWall, one_wall
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.walls import inner_walls
from tests.graphs import graph_of
from tests.lattices import of_shape
from tests.oracle import open_field

NEAR = (3.0, 3.0)


def single(maze: Maze) -> bool:
    """Whether each exit is reached over bridges only."""
    graph = graph_of(maze)
    bridges = nx.Graph()
    bridges.add_nodes_from(graph)
    bridges.add_edges_from(nx.bridges(graph))
    assert maze.entrance
    return all(nx.has_path(bridges, maze.entrance.cell, gap.cell) for gap in maze.exits)


def images(maze: Maze) -> Any:
    def change(walls: Ids, closed: bool) -> Ids:
        return walls[~maze.is_locked(walls) & (maze.is_closed(walls) != closed)]

    return change


def walls_of(maze: Maze, *, closed: bool) -> list[int]:
    walls = inner_walls(maze.lattice, np.full(maze.lattice.size, 255, np.uint8), Job())
    return walls[maze.is_closed(walls.astype(np.int64)) == closed].tolist()


def tree(random: Random, name: str) -> Maze:
    """Return a maze with one route to each exit, mostly without loops."""
    maze = Maze(of_shape(name, random, 8))
    cells = maze.lattice.inside_cells().tolist()
    full = nx.Graph()
    full.add_nodes_from(cells)
    for wall in walls_of(maze, closed=True):
        lower, _slot, upper, _back = maze.lattice.sides_of(np.array([wall]))
        full.add_edge(int(lower[0]), int(upper[0]), wall=wall, weight=random.random())
    spanning = nx.minimum_spanning_edges(full)
    maze.toggle(np.array([data["wall"] for _one, _other, data in spanning], np.int64))
    part = sorted(nx.node_connected_component(full, random.choice(cells)))
    places = random.sample(part, min(len(part), random.randint(2, 3)))
    if len(places) > 1:
        maze.set_openings(Opening(places[0]), tuple(map(Opening, places[1:])))
    return maze


def offered(maze: Maze, stroke: list[int]) -> OneWall | None:
    """Toggle a stroke, and check what is offered."""
    maze.toggle(np.array(stroke, np.int64))
    before = facts(maze)
    result = one_wall(maze, np.array(stroke, np.int64), NEAR, images(maze), Job())
    if result:
        assert not np.isin(result.walls, stroke).any()
        assert not maze.is_locked(result.walls).any()
        assert (maze.is_closed(result.walls) != result.closing).all()
        assert not single(maze)
        maze.toggle(result.walls)
        assert single(maze)
        assert facts(maze).sealed <= before.sealed
    return result


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES.names())
def test_what_is_offered_gives_one_route_and_seals_nothing(name: str) -> None:
    number = 0
    for seed in range(60):
        random = Random(seed)
        maze = tree(random, name)
        choices = walls_of(maze, closed=random.random() < 0.5)
        if maze.entrance and choices:
            number += offered(maze, random.sample(choices, min(len(choices), 2))) is not None
    assert number > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES.names())
def test_a_second_route_by_one_wall_can_always_be_closed_elsewhere(name: str) -> None:
    """In a maze without loops each passage of the new loop does."""
    number = 0
    for seed in range(60):
        random = Random(seed)
        maze = tree(random, name)
        closed = walls_of(maze, closed=True)
        if maze.entrance and closed:
            wall = random.choice(closed)
            maze.toggle(np.array([wall]))
            second = not single(maze)
            maze.toggle(np.array([wall]))
            result = offered(maze, [wall])
            assert (result is not None) == second
            number += second
    assert number > 1


def test_a_locked_wall_is_not_offered_and_a_wall_whose_images_are_refused_neither() -> None:
    maze = joined_rows()
    lattice = maze.lattice
    wall = lattice.wall(
        lattice.cell(0, 2), lattice.slot_between(lattice.cell(0, 2), lattice.cell(1, 2))
    )
    first = offered(maze.copy(), [wall])
    assert first
    locks = np.zeros(maze.lattice.size, np.uint8)
    locked = maze.copy()
    lower, slots, upper, backs = maze.lattice.sides_of(first.walls)
    locks[lower] |= (1 << slots).astype(np.uint8)
    locks[upper] |= (1 << backs).astype(np.uint8)
    locked.set_locks(locks)
    second = offered(locked, [wall])
    assert second is None or second.walls.tolist() != first.walls.tolist()
    maze.toggle(np.array([wall]))
    refused = one_wall(maze, np.array([wall]), NEAR, lambda walls, _closed: walls[:0], Job())
    assert refused is None


def test_the_wall_nearest_to_the_pointer_is_offered() -> None:
    """Between the first row, closed in the middle, and the second every wall does."""
    maze = joined_rows()
    lattice, geometry = maze.lattice, maze.lattice.geometry
    wall = lattice.wall(
        lattice.cell(0, 4), lattice.slot_between(lattice.cell(0, 4), lattice.cell(0, 5))
    )
    maze.toggle(np.array([wall]))
    for x in (0.6, 2.4, 4.3):
        result = one_wall(maze, np.array([wall]), (x, 1.0), images(maze), Job())
        assert result
        assert not result.closing
        middle = geometry.post_positions(geometry.posts(result.walls))[0].mean(axis=0)
        assert abs(middle[0] - x) <= 0.5


def joined_rows() -> Maze:
    """Return two rows joined at their end, entrance and exit at the ends of the first."""
    maze = open_field(2, 10)
    lattice = maze.lattice
    between = [
        lattice.wall(
            lattice.cell(0, column),
            lattice.slot_between(lattice.cell(0, column), lattice.cell(1, column)),
        )
        for column in range(9)
    ]
    maze.toggle(np.array(between))
    maze.set_openings(Opening(lattice.cell(0, 0)), (Opening(lattice.cell(0, 9)),))
    return maze
