"""Repairs reach their goal, change no wall too many and no locked one: against every change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

import mazeeditor
from mazeeditor.core import registry
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.options import options_of
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import GOALS, Repair, RepairError, find_repair
from mazeeditor.maze.search.loops import passages_on_loops
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.maze.walls import free_walls
from tests.breadth import repeats, stress
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted
from tests.lattices import LATTICES, OUTLINED, inner_walls, outlined, random_passages

LOOPS = "perfect, with loops"
FAR = 99  # more changes than there are walls
SMALL = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), *([(2, 4), (3, 4)] if stress() else [])]
NAMES = (*GOALS.names(), LOOPS)


@pytest.fixture
def options_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the options of each goal once: a quarter of the time that a repair of 12 cells takes."""
    monkeypatch.setattr(registry, "options_of", cache(options_of))


def named(name: str) -> tuple[str, dict[str, Any]]:
    return ("perfect", {"loops": 2}) if name == LOOPS else (name, {})


@cache
def lattice_of(rows: int, columns: int) -> tuple[Lattice, NDArray[np.int64]]:
    """Return a rectangle and its inner walls: a bit of a maze's number is whether one is open."""
    lattice = build("rectangular", rows=rows, columns=columns)
    return lattice, np.array(inner_walls(lattice), np.int64)


def numbered(size: tuple[int, int], number: int) -> Maze:
    lattice, walls = lattice_of(*size)
    maze = Maze(lattice)
    maze.toggle(walls[(number >> np.arange(len(walls)) & 1).astype(np.bool_)])
    maze.set_openings(lattice.first, (lattice.last,))
    return maze


def numbers(size: tuple[int, int]) -> Iterator[int]:
    """Yield the numbers of all mazes of a size under ``--stress``, else of some."""
    every = range(2 ** len(lattice_of(*size)[1]))
    few = Random(str(size)).sample(every, min(40, len(every)))
    yield from every if stress() else few


@cache
def goal_mazes(size: tuple[int, int], name: str) -> NDArray[np.bool_]:
    """Return bool[2 ** walls]: which of all mazes have reached a goal, found by networkx."""
    lattice, walls = lattice_of(*size)
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    ends = list(zip(lower.tolist(), upper.tolist(), strict=True))
    result = np.zeros(2 ** len(walls), np.bool_)
    for number in range(len(result)):
        graph = nx.Graph()
        graph.add_nodes_from(lattice.inside_cells().tolist())
        graph.add_edges_from(pair for place, pair in enumerate(ends) if number >> place & 1)
        result[number] = graph_reached(graph, name, lattice.first.cell, lattice.last.cell)
    return result


def graph_reached(graph: Any, name: str, start: int, end: int) -> bool:
    if name in ("solvable", "one-route"):
        if not nx.has_path(graph, start, end):
            return False
        paths = nx.all_simple_paths(graph, start, end)
        return name == "solvable" or start == end or len(list(islice(paths, 2))) == 1
    loops = len(graph.edges) - len(graph) + 1
    wanted = {"perfect": 0, LOOPS: 2, "unsealed": loops}[name]
    return loops == wanted and nx.is_connected(graph)


@cache
def fewest(size: tuple[int, int], name: str, *, closing: bool = False) -> NDArray[np.int64]:
    """Return int64[2 ** walls]: for each maze the fewest changes to one that has reached a goal.

    Brute force over all mazes: a change is one bit of the number, so bit after bit each maze takes
    over what is one change away. With ``closing`` walls are only closed.
    """
    reached = goal_mazes(size, name)
    result = np.where(reached, 0, FAR)
    for place in range(len(lattice_of(*size)[1])):
        pairs = result.reshape(-1, 2, 2**place)  # views: closed, open
        shut, open_ = pairs[:, 0], pairs[:, 1]
        if not closing:
            shut[:] = np.minimum(shut, open_ + 1)
        open_[:] = np.minimum(open_, shut + 1)
    return result


@pytest.mark.each_value_once
@pytest.mark.usefixtures("options_read_once")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "one-route"])
@pytest.mark.parametrize("size", SMALL)
def test_no_fewer_changes_suffice(name: str, size: tuple[int, int]) -> None:
    """Under ``--stress`` for each of all mazes up to 3 by 4."""
    goal, options = named(name)
    least, goals = fewest(size, name), goal_mazes(size, name)
    if not goals.any():
        with pytest.raises(RepairError, match="not for 2"):
            find_repair(numbered(size, 0), goal, **options)
        return
    for number in numbers(size):
        maze = numbered(size, number)
        found = find_repair(maze, goal, **options)
        assert goals[changed(found, number)]
        assert found.exact
        assert len(found) == least[number]


def changed(found: Repair, number: int) -> int:
    """Return the number of a maze after a repair."""
    _lattice, walls = lattice_of(found.lattice.rows, found.lattice.columns)
    return number ^ sum(1 << place for place in np.searchsorted(walls, found.walls).tolist())


@pytest.mark.usefixtures("options_read_once")
@pytest.mark.parametrize("size", [size for size in SMALL if min(size) > 1])
def test_one_route_keeps_its_bound(size: tuple[int, int]) -> None:
    """Closing alone needs no fewer than the bound, which is as many as are closed."""
    least, goals = fewest(size, "one-route", closing=True), goal_mazes(size, "one-route")
    solvable = goal_mazes(size, "solvable")
    exact = few = total = 0
    for number in numbers(size):
        if goals[number] or not solvable[number]:
            continue
        found = find_repair(numbered(size, number), "one-route")
        assert not len(found.opened)
        assert found.only_closes
        assert "if none are opened" in found.text()
        assert goals[changed(found, number)]
        assert found.bound is not None
        assert found.bound <= least[number] <= len(found)
        total, exact, few = total + 1, exact + found.exact, few + (len(found) == least[number])
    print(f"{size}: {exact} of {total} meet their bound, {few} close as few as can be")
    assert exact == few == total


@pytest.mark.usefixtures("options_read_once")
def test_without_a_route_the_fewest_are_opened_for_one() -> None:
    size = (3, 4) if stress() else (3, 3)
    solvable, goals = goal_mazes(size, "solvable"), goal_mazes(size, "one-route")
    least = fewest(size, "solvable")
    for number in numbers(size):
        if not solvable[number]:
            found = find_repair(numbered(size, number), "one-route")
            assert len(found.opened) == least[number] == found.bound
            assert not found.only_closes
            assert goals[changed(found, number)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", LATTICES)
def test_every_shape(kind: str) -> None:
    for name in NAMES:
        goal, options = named(name)
        for seed in repeats(2, 200):
            random = Random(seed)
            maze, _graph = random_passages(LATTICES[kind](random), random)
            add_openings(maze, random)
            try:
                found = find_repair(maze, goal, **options)
            except MazeError:  # pieces of the outline, or too few walls for two loops
                continue
            after = found.applied(maze)
            after.check()
            assert found.bound is not None, (name, seed)
            assert found.bound <= len(found), (name, seed)
            check_facts(maze, after, name)


@pytest.mark.parametrize(("shape", "mask"), OUTLINED)
def test_every_outline(shape: str, mask: str) -> None:
    """Checked by networkx: forests, components, loops, and bridges along the only route."""
    lattice = outlined(shape, mask)
    pieces = nx.number_connected_components(graph_of(opened(lattice)))
    for name in NAMES:
        goal, options = named(name)
        for seed in repeats(1, 200):
            random = Random(seed)
            maze, graph = random_passages(lattice, random)
            add_openings(maze, random)
            loops = len(graph.edges) - len(graph) + nx.number_connected_components(graph)
            try:
                found = find_repair(maze, goal, **options)
            except RepairError:  # entrance and exits are in different pieces of the outline
                assert goal in ("solvable", "one-route"), (name, seed)
                assert pieces > 1, (name, seed)
                continue
            after = found.applied(maze)
            after.check()
            assert found.bound is not None, (name, seed)
            assert found.bound <= len(found), (name, seed)
            result = graph_of(after)
            if goal in ("solvable", "one-route"):
                assert is_solved(after, result, only=goal == "one-route"), (name, seed)
                continue
            expected = {"perfect": 0, LOOPS: 2, "unsealed": loops}[name]
            assert nx.number_connected_components(result) == pieces, (name, seed)
            assert len(result.edges) - len(result) + pieces == expected, (name, seed)


def opened(lattice: Lattice) -> Maze:
    """Return a maze without inner walls."""
    maze = Maze(lattice)
    maze.toggle(np.array(inner_walls(lattice), np.int64))
    return maze


def is_solved(maze: Maze, graph: Any, *, only: bool) -> bool:
    """Whether there is a route, or only one: then all of its steps are bridges.

    The exits are one vertex, at which every route ends.
    """
    assert maze.entrance
    start, goals = maze.entrance.cell, {opening.cell for opening in maze.exits}
    if start in goals:
        return True
    joined = nx.MultiGraph()
    joined.add_nodes_from([start, "goal"])
    for edge in graph.edges:
        one, other = ("goal" if cell in goals else cell for cell in edge)
        if one != other:
            joined.add_edge(one, other)
    if not nx.has_path(joined, start, "goal"):
        return False
    bridges = {frozenset(bridge) for bridge in nx.bridges(joined)}
    route = nx.shortest_path(joined, start, "goal")
    return not only or {frozenset(step) for step in pairwise(route)} <= bridges


def add_openings(maze: Maze, random: Random) -> None:
    cells = maze.lattice.inside_cells().tolist()
    exits = {Opening(random.choice(cells)) for _exit in range(random.choice([1, 1, 3]))}
    maze.set_openings(Opening(random.choice(cells)), tuple(exits))


def check_facts(maze: Maze, after: Maze, name: str) -> None:
    before, counted = facts(maze), facts(after)
    pieces = facts(opened(maze.lattice)).components
    if name in ("perfect", LOOPS):
        assert (counted.loops, counted.components) == (2 * (name == LOOPS), pieces)
    elif name == "unsealed":
        assert (counted.loops, counted.components) == (before.loops, pieces)
    else:
        assert counted.solvable
        assert counted.routes == "one" or name == "solvable"


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", LATTICES)
def test_what_may_not_change_stays(kind: str) -> None:
    """And where the goal is refused, it cannot be reached by the walls that may change."""
    for name in NAMES:
        goal, options = named(name)
        for seed in repeats(3, 200):
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
                    assert free[cell] >> slot & 1, (name, seed)
                found.applied(maze).check()
                check_facts(maze, found.applied(maze), name)
                continue
            assert lattice.inside[refused.cells].all(), (name, seed)
            if goal != "one-route" and not options:
                assert refused_rightly(maze, free, goal), (name, seed)


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
    with pytest.raises(RepairError, match="allow 16 loops, not 17"):
        find_repair(maze, "perfect", loops=17)
    assert facts(mazeeditor.repair(maze, "perfect", loops=16)).loops == 16
    with pytest.raises(UsageError, match="only if the goal is perfect"):
        mazeeditor.repair(maze, "solvable", loops=1)
    with pytest.raises(MazeError, match="no entrance"):
        find_repair(Maze(maze.lattice), "solvable")


@pytest.mark.parametrize("kind", LATTICES)
def test_passages_on_loops_are_those_that_are_no_bridges(kind: str) -> None:
    for seed in repeats(3, 200):
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
    size = 60 if stress() else 15
    maze = mazeeditor.generate("wilson", rows=size, columns=size, seed=3, braid=0.3)
    options: dict[str, Any] = {"seed": 5} if goal in ("perfect", "unsealed") else {}
    with compiled(monkeypatch):
        first = find_repair(maze, goal, **options)
    with interpreted(monkeypatch):
        other = find_repair(maze, goal, **options)
    assert first.walls.tolist() == other.walls.tolist()
    assert (first.bound, first.text()) == (other.bound, other.text())


@pytest.mark.parametrize("shape", SHAPES.names())
def test_what_is_left_after_one_wall_is_what_a_repair_of_the_rest_is(shape: str) -> None:
    lattice = build(shape)
    repair = find_repair(Maze(lattice, None, lattice.first, (lattice.last,)), "unsealed")
    assert repair.bound == len(repair) > 5
    for wall in repair.walls[[0, 3, -1]].tolist():
        left = repair.after(wall)
        anew = Repair(lattice, left.opened, left.closed, left.bound)
        assert np.array_equal(left.walls, anew.walls)
        assert np.array_equal(left.middles, anew.middles)
        assert left.bound == len(left) == len(repair) - 1
        assert wall not in left.walls


def test_an_option_of_a_goal_is_one_of_the_transform_where_the_goal_has_it() -> None:
    shown = {option.name: option for option in TRANSFORMS["repair"].options}
    for entry in GOALS:
        for option in entry.options:
            assert option.name in shown, (entry.name, option.name)
            for other in GOALS:
                used = option.name in {"seed", *(each.name for each in other.options)}
                assert bool(shown[option.name].why_unused({"goal": other.name})) != used
    maze = generate("prim", build("rectangular", rows=4, columns=4), 1)
    with pytest.raises(UsageError, match="Loops can be chosen only if the goal is perfect"):
        apply_transform("repair", maze, goal="solvable", loops=2)
