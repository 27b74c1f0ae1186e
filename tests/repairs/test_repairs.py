"""Repairs reach their goal, change no wall too many and no locked one: against every change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.maze.facts import facts
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.locks import free_walls
from mazeeditor.maze.loops import passages_on_loops
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import without_gaps
from mazeeditor.maze.walls import select_walls
from mazeeditor.repairs import GOALS, RepairError, find_repair
from mazeeditor.shapes import build
from tests.breadth import repeats, still_going, stress
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted
from tests.lattices import LATTICES, random_passages

LOOPS = "perfect, with loops"
NAMES = (*GOALS.names(), LOOPS)


def named(name: str) -> tuple[str, dict[str, Any]]:
    return ("perfect", {"loops": 2}) if name == LOOPS else (name, {})


def reached(maze: Maze, name: str) -> bool:
    """Whether a maze has reached a goal, found by networkx."""
    graph = graph_of(maze)
    loops = len(graph.edges) - len(graph) + nx.number_connected_components(graph)
    if name in ("perfect", LOOPS, "unsealed"):
        wanted = {"perfect": 0, LOOPS: 2, "unsealed": loops}[name]
        return nx.is_connected(graph) and loops == wanted
    assert maze.entrance
    start, goals = maze.entrance.cell, {opening.cell for opening in maze.exits}
    routes = 0
    for goal in goals:
        others = [cell for cell in graph if cell in goals - {goal}]
        for number, _path in enumerate(
            nx.all_simple_paths(graph.subgraph(set(graph) - set(others)), start, goal)
        ):
            routes += 1
            if number:
                break
    routes = 1 if start in goals else routes
    return routes > 0 if name == "solvable" else routes == 1


def inner_walls(lattice: Lattice) -> list[int]:
    maze = Maze(lattice)
    return [wall for wall in maze.closed_walls().tolist() if lattice.is_inner(wall)]


def fewest(maze: Maze, name: str, walls: list[int], most: int) -> int:
    """Return the fewest of ``walls`` whose change reaches a goal, by trying all."""
    for number in range(most + 1):
        for chosen in combinations(walls, number):
            changed = maze.copy()
            changed.toggle(np.array(chosen, np.int64))
            if reached(changed, name):
                return number
    raise AssertionError(f"{most} changes of {walls} do not suffice")


def mazes(rows: int, columns: int) -> Iterator[Maze]:
    """Yield all mazes of a size under ``--stress``, else some."""
    lattice = build("rectangular", rows=rows, columns=columns)
    walls = np.array(inner_walls(lattice), np.int64)
    numbers = range(2 ** len(walls))
    random = Random(rows * 10 + columns)
    for number in numbers if stress() else random.sample(numbers, min(10, len(numbers))):
        maze = Maze(lattice)
        maze.toggle(walls[[bool(number >> place & 1) for place in range(len(walls))]])
        maze.set_openings(lattice.first, (lattice.last,))
        still_going()
        yield maze


@pytest.mark.parametrize("name", [name for name in NAMES if name != "one-route"])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)])
def test_no_fewer_changes_suffice(name: str, size: tuple[int, int]) -> None:
    goal, options = named(name)
    for maze in mazes(*size):
        walls = inner_walls(maze.lattice)
        if name == LOOPS and len(walls) - maze.lattice.cells + 1 < 2:
            continue
        found = find_repair(maze, goal, **options)
        assert reached(found.applied(maze), name)
        assert found.exact
        assert len(found) == fewest(maze, name, walls, len(found))


@pytest.mark.skipif(not stress(), reason="all mazes of 3 by 4")
@pytest.mark.parametrize("name", ["perfect", "solvable", "unsealed"])
def test_all_mazes_of_three_by_four(name: str) -> None:
    """Exact by the numbers of components and loops, and by networkx for the walls on a path."""
    for maze in mazes(3, 4):
        found, graph = find_repair(maze, name), graph_of(maze)
        parts = nx.number_connected_components(graph)
        loops = len(graph.edges) - len(graph) + parts
        if name == "solvable":
            grid = graph_of(Maze(maze.lattice, maze.walls & np.uint8(0), None, ()))
            for one, other in grid.edges:
                grid.edges[one, other]["weight"] = not graph.has_edge(one, other)
            assert maze.entrance
            ends = maze.entrance.cell, maze.exits[0].cell
            expected = nx.shortest_path_length(grid, *ends, weight="weight")
        else:
            expected = parts - 1 + (loops if name == "perfect" else 0)
        assert len(found) == found.bound == expected


def closings(maze: Maze) -> list[int]:
    walls = select_walls(maze.lattice, maze.walls, closed=False).tolist()
    return [wall for wall in walls if maze.lattice.is_inner(wall)]


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3)])
def test_one_route_keeps_its_bound(size: tuple[int, int]) -> None:
    """Closing alone needs no fewer than the bound, and mostly as many as are closed."""
    exact = total = 0
    for maze in mazes(*size):
        if facts(maze).routes != "many":
            continue
        found = find_repair(maze, "one-route")
        assert not len(found.opened)
        assert found.only_closes
        assert "unless some are opened" in found.text()
        assert reached(found.applied(maze), "one-route")
        assert found.bound is not None
        assert found.bound <= fewest(maze, "one-route", closings(maze), len(found)) <= len(found)
        total, exact = total + 1, exact + found.exact
    assert exact >= 0.9 * total


def test_without_a_route_the_fewest_are_opened_for_one() -> None:
    for maze in mazes(3, 4):
        if facts(maze).routes == "none":
            found = find_repair(maze, "one-route")
            assert len(found.opened) == len(find_repair(maze, "solvable")) == found.bound
            assert not found.only_closes
            assert reached(found.applied(maze), "one-route")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", LATTICES)
def test_every_shape(kind: str, name: str) -> None:
    goal, options = named(name)
    for seed in repeats(4, 200):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        add_openings(maze, random)
        try:
            found = find_repair(maze, goal, **options)
        except MazeError:  # pieces of the outline, or too few walls for two loops
            continue
        after = found.applied(maze)
        after.check()
        assert found.bound is not None
        assert found.bound <= len(found)
        check_facts(maze, after, name)


def add_openings(maze: Maze, random: Random) -> None:
    cells = maze.lattice.inside_cells().tolist()
    exits = {Opening(random.choice(cells)) for _exit in range(random.choice([1, 1, 3]))}
    maze.set_openings(Opening(random.choice(cells)), tuple(exits))


def check_facts(maze: Maze, after: Maze, name: str) -> None:
    before, counted = facts(maze), facts(after)
    whole = Maze(maze.lattice)
    whole.toggle(np.array(inner_walls(maze.lattice), np.int64))
    pieces = facts(whole).components
    if name in ("perfect", LOOPS):
        assert (counted.loops, counted.components) == (2 * (name == LOOPS), pieces)
    elif name == "unsealed":
        assert (counted.loops, counted.components) == (before.loops, pieces)
    else:
        assert counted.solvable
        assert counted.routes == "one" or name == "solvable"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", LATTICES)
def test_what_may_not_change_stays(kind: str, name: str) -> None:
    """And where the goal is refused, it cannot be reached by the walls that may change."""
    goal, options = named(name)
    for seed in repeats(6, 200):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        add_openings(maze, random)
        lattice = maze.lattice
        cells = np.array([random.random() < 0.9 for _cell in range(lattice.size)])
        free = free_walls(lattice, cells)
        try:
            found = find_repair(maze, goal, free, **options)
        except RepairError as refusal:
            refused = refusal
        else:
            for wall in found.walls.tolist():
                cell, slot = divmod(wall, lattice.degree)
                assert free[cell] >> slot & 1
            found.applied(maze).check()
            check_facts(maze, found.applied(maze), name)
            continue
        assert lattice.inside[refused.cells].all()
        if goal != "one-route" and not options:
            assert refused_rightly(maze, free, goal)


def refused_rightly(maze: Maze, free: Any, goal: str) -> bool:
    """Whether even all free walls open, or all closed, miss a goal."""
    walls = without_gaps(maze)
    open_, shut = facts(Maze(maze.lattice, walls & ~free)), facts(Maze(maze.lattice, walls | free))
    everything = Maze(maze.lattice, walls & ~free_walls(maze.lattice))
    sealed = open_.components > facts(everything).components
    if goal == "solvable":
        with_openings = Maze(maze.lattice, walls & ~free, maze.entrance, maze.exits)
        return not facts(with_openings).solvable
    return sealed or (goal == "perfect" and shut.loops > 0)


def test_the_refusal_names_what_is_sealed() -> None:
    maze = mazeeditor.generate("backtracker", rows=6, columns=6, seed=1)
    lattice = maze.lattice
    sealed = [lattice.cell(2, 2), lattice.cell(2, 3)]
    around = {lattice.wall(cell, slot) for cell in sealed for slot in range(4)}
    around -= {lattice.wall(sealed[0], lattice.slot_between(*sealed))}
    maze.write(np.array(sorted(around)), True)
    locks = np.zeros(lattice.size, np.uint8)
    for wall in around:
        cell, slot = divmod(wall, 4)
        locks[cell] |= 1 << slot
        locks[lattice.neighbour(cell, slot)] |= 1 << lattice.back(cell, slot)
    maze.set_locks(locks)
    with pytest.raises(RepairError, match="seal 2 cells") as refusal:
        find_repair(maze, "perfect")
    assert refusal.value.cells.tolist() == sealed
    with pytest.raises(MazeError, match="seal 2 cells"):
        mazeeditor.repair(maze, "unsealed")


def test_loops_that_may_not_change_and_too_many() -> None:
    maze = mazeeditor.generate("kruskal", rows=5, columns=5, seed=2, braid=1.0)
    none = np.zeros(maze.lattice.size, np.uint8)
    with pytest.raises(RepairError, match=f"make {facts(maze).loops} loops") as refusal:
        find_repair(maze, "perfect", none)
    loops = passages_on_loops(maze.lattice, without_gaps(maze))
    assert refusal.value.cells.tolist() == np.flatnonzero(loops).tolist()
    with pytest.raises(RepairError, match="suffice for 16 loops, not for 17"):
        find_repair(maze, "perfect", loops=17)
    assert facts(mazeeditor.repair(maze, "perfect", loops=16)).loops == 16
    with pytest.raises(UsageError, match="only where the goal is perfect"):
        mazeeditor.repair(maze, "solvable", loops=1)
    with pytest.raises(MazeError, match="no entrance"):
        find_repair(Maze(maze.lattice), "solvable")


@pytest.mark.parametrize("kind", LATTICES)
def test_passages_on_loops_are_those_that_are_no_bridges(kind: str) -> None:
    for seed in repeats(5, 200):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        lattice, graph = maze.lattice, graph_of(maze)
        loops = passages_on_loops(lattice, without_gaps(maze))
        bridges = {frozenset(bridge) for bridge in nx.bridges(graph)}
        for one, other in graph.edges:
            on_loop = frozenset((one, other)) not in bridges
            for cell, beyond in ((one, other), (other, one)):
                slot = next(
                    s for s in range(lattice.degree) if lattice.neighbour(cell, s) == beyond
                )
                assert bool(loops[cell] >> slot & 1) == on_loop


@pytest.mark.parametrize("goal", GOALS.names())
def test_compiled_and_interpreted_change_the_same(
    goal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 60 if stress() else 25
    maze = mazeeditor.generate("wilson", rows=size, columns=size, seed=3, braid=0.3)
    options: dict[str, Any] = {"seed": 5} if goal in ("perfect", "unsealed") else {}
    with compiled(monkeypatch):
        first = find_repair(maze, goal, **options)
    with interpreted(monkeypatch):
        other = find_repair(maze, goal, **options)
    assert first.walls.tolist() == other.walls.tolist()
    assert (first.bound, first.text()) == (other.bound, other.text())
