"""Tweaks: figures go where they are led, and what is connected stays so, checked with networkx."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.masks.cutting import mask_steps
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded
from mazeeditor.maze.recipe import Recipe, outline_of
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.maze.transforms.tweaks.tweak import Amounts, tweak_maze
from mazeeditor.maze.walls import free_walls
from tests.breadth import repeats, rotating, stress
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted
from tests.maze.transforms.samples import some_outlined

pytestmark = pytest.mark.usefixtures("fast")
SIZES: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 9, "columns": 11},
    "hexagonal": {"rows": 8, "columns": 9},
    "triangular": {"rows": 9, "columns": 15},
    "polar": {"rings": 5},
}
MASKS: dict[str, list[Any]] = {
    "none": [],
    "heart": ["heart"],
    "hole": ["hole"],
    "ellipse": ["ellipse"],
}
SINGLE = [
    Amounts(**{name: value})
    for name in ("route", "straight", "dead_ends", "loops")
    for value in (-1, -0.4, 0.4, 1)
]


@pytest.fixture
def fast() -> Iterator[None]:
    """Compile the kernels at once: interpreted, looking for loops takes most of the time."""
    with compiling():
        yield


def lattice_of(shape: str, mask: str) -> Lattice:
    return outline_of(
        Recipe("kruskal", shape=shape, sizes=SIZES[shape], masks=mask_steps(MASKS[mask]))
    ).lattice


def tweak(maze: Maze, amounts: Amounts, seed: int = 1, free: Any = None) -> Maze:
    before = maze.walls.copy()
    chosen = free_walls(maze.lattice) if free is None else free
    result = tweak_maze(maze, amounts, chosen, seeded(seed), Job())
    assert (maze.walls == before).all()
    result.check()
    assert not ((result.walls ^ before) & ~chosen).any()
    assert (result.entrance, result.exits) == (maze.entrance, maze.exits)
    return result


def sets_of(maze: Maze) -> set[frozenset[int]]:
    return {frozenset(part) for part in nx.connected_components(graph_of(maze))}


def route_of(maze: Maze, graph: Any) -> list[int]:
    assert maze.entrance
    assert maze.exit
    return list(nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell))


def ends_of(graph: Any) -> int:
    return sum(degree == 1 for _cell, degree in graph.degree)


def check_single(before: Maze, tree: Any, amounts: Amounts, after: Maze) -> None:
    """Check one amount: a perfect maze stays perfect, and only that figure goes its way."""
    graph, route = graph_of(after), route_of(before, tree)
    if amounts.loops > 0:
        assert nx.is_connected(graph)
        bridges = {frozenset(bridge) for bridge in nx.bridges(graph)}
        steps = {frozenset(step) for step in pairwise(route)}
        assert steps <= bridges, "loops lie off the route, which stays the only one"
        return
    assert nx.is_tree(graph)
    longer = len(route_of(after, graph)) - len(route)
    if amounts.route:
        assert longer * amounts.route >= 0
    else:
        assert route_of(after, graph) == route
    more = ends_of(graph) - ends_of(tree)
    if amounts.dead_ends:
        assert more * amounts.dead_ends >= 0
    if amounts.straight:
        assert more == 0
        straights = structure(after).straights - structure(before).straights
        assert straights * amounts.straight >= 0


@pytest.mark.each_value_once
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("shape", SHAPES.names())
def test_perfect_mazes_stay_perfect(shape: str, mask: str) -> None:
    lattice = lattice_of(shape, mask)
    for seed in repeats(1, 200):
        maze = mazeeditor.generate(["kruskal", "backtracker"][seed % 2], lattice=lattice, seed=seed)
        tree = graph_of(maze)
        for amounts in rotating(SINGLE[len(mask) % 2 :: 2] if not stress() else SINGLE):
            check_single(maze, tree, amounts, tweak(maze, amounts, seed))
        random = Random(seed)
        several = Amounts(*(random.uniform(-1, 0) for _ in range(4)))
        assert nx.is_tree(graph_of(tweak(maze, several, seed)))


def test_figures_go_far() -> None:
    for generator in ("kruskal", "backtracker"):
        maze = mazeeditor.generate(generator, rows=20, columns=20, seed=4)
        first = structure(maze)
        assert first.shortest
        longer = structure(tweak(maze, Amounts(route=1))).shortest
        shorter = structure(tweak(maze, Amounts(route=-1))).shortest
        assert longer
        assert longer > 0.6 * 400
        assert shorter == 39, "no route from corner to corner is shorter"
        assert structure(tweak(maze, Amounts(straight=1))).straights > 1.3 * first.straights
        assert structure(tweak(maze, Amounts(straight=-1))).straights < 0.7 * first.straights
        assert structure(tweak(maze, Amounts(dead_ends=1))).dead_ends > 1.3 * first.dead_ends
        assert structure(tweak(maze, Amounts(dead_ends=-1))).dead_ends < 0.9 * first.dead_ends


def test_targets_are_met_exactly_where_there_is_room() -> None:
    maze = mazeeditor.generate("kruskal", rows=30, columns=30, seed=3)
    before = structure(maze)
    assert before.shortest
    result = structure(tweak(maze, Amounts(dead_ends=-0.3)))
    assert result.dead_ends == before.dead_ends - round(0.3 * before.dead_ends)
    result = structure(tweak(maze, Amounts(straight=0.3)))
    assert result.straights == before.straights + round(0.3 * before.turns)
    result = structure(tweak(maze, Amounts(route=0.2)))
    assert result.shortest
    assert abs(result.shortest - before.shortest - 0.2 * (900 - before.shortest)) <= 2
    graph = graph_of(tweak(maze, Amounts(loops=0.5)))
    assert len(graph.edges) - 899 == round(0.5 * before.dead_ends)


def some_free(maze: Maze, random: Random) -> NDArray[np.uint8]:
    """Return which walls may change in a random part of a maze with random locks."""
    cells = maze.lattice.inside.copy()
    inside = maze.lattice.inside_cells()
    cells[random.sample(inside.tolist(), len(inside) // 3)] = False
    return free_walls(maze.lattice, cells)


@pytest.mark.slow
def test_any_maze_keeps_what_is_connected() -> None:
    """Mazes with loops, in parts, with masks, without openings; only free walls change."""
    for shape in SHAPES.names():
        for seed in repeats(2, 200):
            random = Random(seed)
            maze = some_outlined(seed, shape)
            amounts = Amounts(*(random.uniform(-1, 1) for _ in range(4)))
            free = some_free(maze, random) if seed % 2 else None
            after = tweak(maze, amounts, seed, free)
            assert sets_of(after) == sets_of(maze)
            kept = tweak(maze, replace(amounts, loops=0), seed, free)
            assert len(graph_of(kept).edges) == len(graph_of(maze).edges)
            assert (tweak(maze, Amounts(), seed, free).walls == maze.walls).all()


@pytest.mark.slow
def test_loops_are_closed_one_by_one() -> None:
    for seed in range(6):
        maze = mazeeditor.generate(rows=12, columns=12, seed=seed, braid=1)
        loops = len(graph_of(maze).edges) - 143
        for share in (0.25, 0.5, 1):
            after = tweak(maze, Amounts(loops=-share), seed)
            assert len(graph_of(after).edges) - 143 == loops - round(share * loops)
            assert nx.is_connected(graph_of(after))


def test_the_same_seed_gives_the_same_maze(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = mazeeditor.generate("kruskal", rows=15, columns=15, seed=2)
    amounts = Amounts(0.4, 0.3, -0.3, 0.2)

    def run() -> list[bytes]:
        return [tweak(maze, amounts, seed).walls.tobytes() for seed in range(3)]

    with interpreted(monkeypatch):
        plain = run()
    with compiled(monkeypatch):
        assert run() == plain
    assert len(set(plain)) == 3


def test_locked_walls_stay_and_locks_too() -> None:
    maze = mazeeditor.generate("kruskal", rows=15, columns=15, seed=2)
    locks = np.zeros(maze.lattice.size, np.uint8)
    locks[maze.lattice.inside_cells()[:100]] = 15
    maze.set_locks(locks & free_walls(maze.lattice))
    assert maze.locks is not None
    # on both sides, as locks are
    chosen = np.zeros(maze.lattice.size, np.bool_)
    chosen[maze.lattice.inside_cells()[:100]] = True
    maze.set_locks(free_walls(maze.lattice, chosen))
    after = apply_transform("tweak", maze, route=0.5, dead_ends=-0.5, seed=3)
    assert maze.locks is not None
    assert not ((after.walls ^ maze.walls) & maze.locks).any()
    assert (after.walls != maze.walls).any()
    assert after.locks is not None
    assert (after.locks == maze.locks).all()


def test_few_walls_change() -> None:
    maze = mazeeditor.generate(rows=30, columns=30, seed=1)

    def changes(after: Maze) -> int:
        return int(np.count_nonzero(after.walls ^ maze.walls))

    assert changes(tweak(maze, Amounts(route=0.3))) < 0.12 * 900
    assert changes(tweak(maze, Amounts(route=-0.5))) < 0.05 * 900


def test_an_exit_at_the_entrance_has_no_route_to_change() -> None:
    maze = mazeeditor.generate(rows=6, columns=6, seed=1)
    cell = int(maze.lattice.inside_cells()[0])
    maze.set_openings(Opening(cell), (Opening(cell),))
    assert nx.is_tree(graph_of(tweak(maze, Amounts(route=1))))


def test_closing_loops_leaves_the_way_as_short() -> None:
    for seed in range(3):
        maze = mazeeditor.generate(rows=6, columns=6, seed=seed, braid=1)
        graph = graph_of(maze)
        after = graph_of(tweak(maze, Amounts(loops=-1), seed))
        assert maze.entrance
        ends = maze.entrance.cell, maze.exits[0].cell
        assert nx.shortest_path_length(after, *ends) == nx.shortest_path_length(graph, *ends)
        assert nx.is_tree(after)
