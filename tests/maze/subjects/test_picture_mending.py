"""A picture whose maze was edited comes back by the fewest changes."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze, locks_of
from mazeeditor.maze.walls import inner_walls, set_bits
from tests.breadth import repeats
from tests.maze.subjects.pictures import covered, drawn, graph_of, looked, mended, route_in, toggled

KINDS: list[dict[str, Any]] = [
    {"pixels": 16},
    {"pixels": 12, "grain": "4x4"},
    {"pixels": 30, "fill": "filled"},
    {"pixels": 14, "reversed": True},
]


def edited(maze: Maze, number: int, random: Random) -> Maze:
    """Return a copy with some inner walls unlocked and changed, so that none shares a cell."""
    lattice, copy = maze.lattice, maze.copy()
    walls = inner_walls(lattice, lattice.inside * np.uint8(lattice.closed), Job()).tolist()
    random.shuffle(walls)
    chosen: list[int] = []
    used = set[int]()
    for wall in walls:
        lower, _slot, upper, _back = (int(part[0]) for part in lattice.sides_of(np.array([wall])))
        if len(chosen) < number and used.isdisjoint((lower, upper)):
            chosen.append(wall)
            used |= {lower, upper}
    ids = np.array(chosen, np.int64)
    locks = copy.locks
    assert locks is not None
    locks = locks.copy()
    set_bits(locks, lattice.sides_of(ids), False)
    copy.set_locks(locks)
    copy.toggle(ids)
    return copy


def changes(one: Maze, two: Maze) -> int:
    """Return in how many walls two mazes differ."""
    return len({*map(frozenset, graph_of(one).edges)} ^ {*map(frozenset, graph_of(two).edges)})


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_a_whole_picture_stays_as_it_is(options: dict[str, Any]) -> None:
    maze = drawn(**options)
    assert np.array_equal(mended(maze, **options).walls, maze.walls)


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("seed", repeats(2, 20))
def test_a_changed_wall_of_the_route_is_changed_back(options: dict[str, Any], seed: int) -> None:
    maze, random = drawn(**options), Random(seed)
    route = route_in(maze)
    order = {place: number for number, place in enumerate(route)}
    step = random.randrange(len(route) - 1)
    closed = toggled(maze, (route[step], route[step + 1]))
    copy = maze.copy()
    copy.set_locks(closed.locks)
    inside = [
        edge
        for edge in nx.grid_2d_graph(maze.lattice.rows, maze.lattice.columns).edges
        if all(place in order for place in edge) and abs(order[edge[0]] - order[edge[1]]) > 1
    ]
    opened = toggled(maze, random.choice(inside))
    for edited_maze in (closed, opened):
        back = mended(edited_maze, **options)
        assert looked(back, **options).lost == looked(maze, **options).lost
        assert np.array_equal(back.walls, maze.walls)
        assert np.array_equal(locks_of(back), locks_of(maze))


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("seed", repeats(2, 20))
def test_many_changes_are_mended_by_about_as_many(options: dict[str, Any], seed: int) -> None:
    maze = drawn(seed, **options)
    broken = edited(maze, 12, Random(seed))
    back = mended(broken, **options)
    assert nx.is_tree(graph_of(back))
    if options.get("fill") == "filled":
        assert covered(back, **options) >= 0.9 * covered(maze, **options)
    else:
        assert looked(back, **options).lost == ""
        assert changes(broken, back) <= 14


def test_moved_openings_lead_to_a_picture_again() -> None:
    maze = drawn(pixels=16)
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    back = mended(maze, pixels=16)
    assert looked(back, pixels=16).lost == ""
    assert nx.is_tree(graph_of(back))


def test_locks_of_the_user_stay() -> None:
    maze = drawn(pixels=16)
    route = route_in(maze)
    ground = next(
        edge
        for edge in nx.grid_2d_graph(maze.lattice.rows, maze.lattice.columns).edges
        if not {*route}.intersection(edge)
    )
    cell, other = (maze.lattice.cell(*place) for place in ground)
    wall = np.array([maze.lattice.wall(cell, maze.lattice.slot_between(cell, other))])
    assert maze.locks is not None
    locks = maze.locks.copy()
    set_bits(locks, maze.lattice.sides_of(wall))
    maze.set_locks(locks)
    assert mended(maze, pixels=16).is_locked(wall).all()
