"""Mazes around walls that stay: in a selection, between locks, and around a route."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, cast

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.completing import Completion, Growth, around_route, complete, route_of
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.walls import free_walls
from tests.breadth import repeats
from tests.graphs import graph_of
from tests.kernels import compiled, interpreted
from tests.lattices import MASKS, OUTLINED, outlined

NAMES = GENERATORS.names()
Cells = NDArray[np.bool_]


def able(lattice: Lattice) -> list[str]:
    return [one.name for one in GENERATORS if not one.why_not(lattice.shape, whole=lattice.whole)]


def random_route(lattice: Lattice, random: Random) -> Ids:
    """Return a path of two cells or more that visits none twice, of any length."""
    neighbours = grid_of(lattice)
    start = random.choice([cell for cell in neighbours if neighbours[cell]])
    route, longest = [start], random.randint(2, len(neighbours))
    while len(route) < longest:
        others = [cell for cell in neighbours[route[-1]] if cell not in route]
        if not others:
            break
        route.append(random.choice(others))
    return np.array(route, np.int64)


@cache
def grid_of(lattice: Lattice) -> Any:
    graph = nx.Graph()
    graph.add_nodes_from(lattice.inside_cells().tolist())
    for cell in list(graph):
        others = [lattice.neighbour(cell, slot) for slot in range(lattice.degree)]
        graph.add_edges_from((cell, other) for other in others if other in graph)
    return graph


def some_cells(lattice: Lattice, random: Random, share: float) -> Cells:
    cells = lattice.inside_cells().tolist()
    chosen = np.zeros(lattice.size, np.bool_)
    chosen[random.sample(cells, max(1, round(share * len(cells))))] = True
    return chosen


@pytest.mark.each_value_once
@pytest.mark.parametrize(("shape", "mask"), OUTLINED)
def test_a_route_is_the_only_one(shape: str, mask: str) -> None:
    """Every passage of it is a bridge, in a spanning tree of each piece."""
    lattice = outlined(shape, mask)
    names, pieces = able(lattice), nx.number_connected_components(grid_of(lattice))
    for seed in repeats(5, 1000):
        random = Random(seed)
        route = random_route(lattice, random)
        name = names[seed % len(names)]
        before = Maze(lattice, None, lattice.first, (lattice.last,))
        result = around_route(before, route, Growth(name, seed), free_walls(lattice))
        maze, graph = result.maze, graph_of(result.maze)
        maze.check()
        assert result.perfect
        assert nx.is_forest(graph)
        assert nx.number_connected_components(graph) == pieces
        assert nx.shortest_path(graph, route[0], route[-1]) == route.tolist()
        bridges = {frozenset(bridge) for bridge in nx.bridges(graph)}
        assert {frozenset(step) for step in pairwise(route.tolist())} <= bridges
        assert maze.entrance
        assert (maze.entrance.cell, [end.cell for end in maze.exits]) == (route[0], [route[-1]])
        for end in (maze.entrance, *maze.exits):
            assert (end.slot is None) == (not lattice.outer_slots(end.cell))
        assert facts(maze).routes == "one"


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", SHAPES.names())
def test_a_gap_is_straight_ahead(shape: str) -> None:
    """So where a route leads on to the border it leaves there, and a gap that fits stays."""
    lattice = outlined(shape, "")
    route = random_route(lattice, Random(3))
    ends = [cell for cell in lattice.inside_cells().tolist() if lattice.outer_slots(cell)]
    grid = grid_of(lattice)
    for end in ends:
        route = np.array(nx.shortest_path(grid, ends[0] if end != ends[0] else ends[1], end))
        maze = around_route(Maze(lattice), route, Growth("prim", 1), free_walls(lattice)).maze
        middle = lattice.geometry.centres(route[-2:])
        ahead = (middle[1] - middle[0]) / np.hypot(*(middle[1] - middle[0]))
        out = {
            slot: ahead @ lattice.geometry.outward(end, slot) for slot in lattice.outer_slots(end)
        }
        assert maze.exit
        assert maze.exit.slot is not None
        assert out[maze.exit.slot] == pytest.approx(max(out.values()))
        kept = Maze(lattice, None, None, (Opening(end, min(out, key=lambda slot: out[slot])),))
        again = around_route(kept, route, Growth("prim", 1), free_walls(lattice)).maze
        assert again.exits == kept.exits


@pytest.mark.parametrize("shape", SHAPES.names())
def test_only_the_selection_changes_and_the_whole_stays_perfect(shape: str) -> None:
    for mask in MASKS:
        lattice = outlined(shape, mask)
        names, pieces = able(lattice), nx.number_connected_components(grid_of(lattice))
        changed = 0
        for seed in repeats(3, 200):
            random = Random(seed)
            before = generate("backtracker", lattice, seed)
            free = free_walls(lattice, some_cells(lattice, random, random.choice([0.3, 0.6, 1])))
            result = complete(before, Growth(names[seed % len(names)], seed), free)
            result.maze.check()
            graph = graph_of(result.maze)
            assert result.perfect, (mask, seed)
            assert nx.is_forest(graph), (mask, seed)
            assert nx.number_connected_components(graph) == pieces, (mask, seed)
            different = before.walls ^ result.maze.walls
            assert not (different & ~free).any(), (mask, seed)
            changed += bool(different.any())
            assert (result.maze.entrance, result.maze.exits) == (before.entrance, before.exits), (
                mask,
                seed,
            )
        assert changed, (mask, seed)


@pytest.mark.each_value_once
@pytest.mark.parametrize(("shape", "mask"), OUTLINED)
def test_locks_stay_and_what_they_prevent_is_named(shape: str, mask: str) -> None:
    """The sealed cells and the loops are exactly those that no choice of free walls can mend."""
    lattice, kinds = outlined(shape, mask), set()
    grid = grid_of(lattice)
    for seed in repeats(6, 200):
        random = Random(seed)
        before = generate("prim", lattice, seed, braid=random.choice([0.0, 0.7]))
        if random.random() < 0.5:
            before = Maze(lattice)
        chosen = some_cells(lattice, random, random.choice([0.02, 0.2, 0.5]))
        before.set_locks(with_locks(before, chosen, locked=True))
        free = free_walls(lattice, locked=before.locks)
        result = complete(before, Growth("kruskal", seed), free)
        result.maze.check()
        graph = graph_of(result.maze)
        assert not ((before.walls ^ result.maze.walls) & ~free).any()
        assert result.maze.locks is before.locks
        locked = graph_of(before)
        locked.remove_edges_from([edge for edge in grid.edges if not is_locked(before, *edge)])
        loops = len(locked.edges) - len(locked) + nx.number_connected_components(locked)
        assert len(result.surplus) == loops
        graph.remove_edges_from([edge_of(lattice, wall) for wall in result.surplus.tolist()])
        assert nx.is_forest(graph)
        possible = nx.Graph(locked)
        possible.add_edges_from(edge for edge in grid.edges if not is_locked(before, *edge))
        components = list(nx.connected_components(possible))
        assert sorted(map(len, nx.connected_components(graph))) == sorted(map(len, components))
        sealed = set(result.sealed.tolist())
        for piece in nx.connected_components(grid):
            parts = [part for part in components if part <= piece]
            left = [part for part in parts if not part <= sealed]
            assert len(left) == 1
            assert len(left[0]) == max(map(len, parts))
            assert not left[0] & sealed
        kinds.add((bool(len(sealed)), bool(loops)))
    assert len(kinds) > 1


def edge_of(lattice: Lattice, wall: int) -> tuple[int, int]:
    cell, slot = divmod(wall, lattice.degree)
    return cell, lattice.neighbour(cell, slot)


def is_locked(maze: Maze, one: int, other: int) -> bool:
    lattice = maze.lattice
    wall = lattice.wall(one, lattice.slot_between(one, other))
    return bool(maze.is_locked(np.array([wall]))[0])


def test_with_all_walls_free_the_maze_is_the_generators_own() -> None:
    for name in NAMES:
        lattice = outlined("rectangular", "")
        own = generate(name, lattice, 5)
        result = complete(
            Maze(lattice, None, own.entrance, own.exits), Growth(name, 5), free_walls(lattice)
        )
        assert np.array_equal(result.maze.walls, own.walls), name


def test_the_texture_is_that_of_the_generator() -> None:
    """Most of what its own spanning tree opens is open, in a selection and around a route."""
    for name in NAMES:
        lattice = outlined("rectangular", "", 40)
        own, growth = generate(name, lattice, 5), Growth(name, 5)
        route = np.array([lattice.cell(row, 20) for row in range(40)], np.int64)
        result = around_route(Maze(lattice), route, growth, free_walls(lattice)).maze
        same = np.mean((own.walls ^ result.walls)[lattice.inside] == 0)
        assert same > 0.85, name


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> list[bytes]:
        result = []
        for shape in SHAPES.names():
            lattice = outlined(shape, "heart")
            maze, random = generate("prim", lattice, 2, braid=0.5), Random(4)
            maze.set_locks(with_locks(maze, some_cells(lattice, random, 0.2), locked=True))
            free = free_walls(lattice, locked=maze.locks)
            for keep in (False, True):
                done: Completion = complete(maze, Growth("prim", 3), free, keep=keep)
                result += [done.maze.walls.tobytes(), done.sealed.tobytes(), done.surplus.tobytes()]
        return result

    with interpreted(monkeypatch):
        expected = run()
    with compiled(monkeypatch):
        assert run() == expected


def test_what_is_no_route_is_refused() -> None:
    lattice = build("rectangular", rows=4, columns=5)
    for places, reason in (
        ([(0, 0)], "two cells or more"),
        ([(0, 0), (1, 1)], "from cell 0,0 to 1,1, which is not its neighbour"),
        ([(0, 0), (0, 1), (0, 0)], "crosses itself in cell 0,0"),
        ([(0, 0), (0, 9)], "There is no cell 0,9"),
        ([(0, 0, 1)], r"list of \(row, column\)"),
    ):
        with pytest.raises(UsageError, match=reason):
            route_of(lattice, cast(Any, places))


def test_a_route_through_a_locked_wall_is_refused_with_its_place() -> None:
    lattice = build("rectangular", rows=3, columns=5)
    maze, cells = Maze(lattice), np.zeros(lattice.size, np.bool_)
    cells[lattice.cell(0, 2)] = True
    maze.set_locks(with_locks(maze, cells, locked=True))
    route = route_of(lattice, [(0, 0), (0, 1), (0, 2)])
    with pytest.raises(UsageError, match="a locked wall after cell 0,1: unlock it, or go around"):
        around_route(maze, route, Growth("prim", 1), free_walls(lattice, locked=maze.locks))


def test_a_generator_that_cannot_make_the_shape_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot make hexagonal mazes"):
        complete(
            Maze(outlined("hexagonal", "")),
            Growth("eller", 1),
            free_walls(outlined("hexagonal", "")),
        )
