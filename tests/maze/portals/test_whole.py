"""Several mazes as one: the union of all cells and portals, by networkx, before and after edits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.portals.network import FINISH, START, MazeLinks, network
from mazeeditor.maze.portals.placing import Linked, linked
from mazeeditor.maze.portals.whole import MazeGraph, Whole, graph_of, whole_of
from mazeeditor.maze.random import below, seeded

Set = tuple[list[MazeLinks], list[Linked]]
SIZES: dict[str, dict[str, int]] = {
    "rectangular": {"rows": 9, "columns": 8},
    "hexagonal": {"rows": 8, "columns": 8},
    "triangular": {"rows": 9, "columns": 12},
    "polar": {"rings": 6},
}


def made(count: int, areas: int = 2, visits: int | None = None, **options: Any) -> Set:
    links = list(network(count, areas=areas, visits=visits, seed=options.pop("seed", 5)))
    options = {"rows": 9, "columns": 8, **options}
    options = {name: value for name, value in options.items() if value is not None}
    mazes = [linked(mazeeditor.generate(seed=one.number, **options), one, Job()) for one in links]
    return links, mazes


def look(links: list[MazeLinks], mazes: list[Linked]) -> Whole:
    graphs = [graph_of(one.maze, own, one.cells) for own, one in zip(links, mazes, strict=True)]
    return whole_of(links, graphs)


def union(links: list[MazeLinks], mazes: list[Linked]) -> nx.Graph[tuple[int, int]]:
    """Return all cells, each with its maze, joined by the passages and the pairs of portals."""
    graph: nx.Graph[tuple[int, int]] = nx.Graph()
    pairs: dict[int, list[tuple[int, int]]] = {}
    for own, one in zip(links, mazes, strict=True):
        lattice, walls = one.maze.lattice, one.maze.walls
        for cell in np.flatnonzero(lattice.inside).tolist():
            graph.add_node((own.number, cell))
            for slot in range(lattice.degree):
                other = lattice.neighbour(cell, slot)
                opened = not walls[cell] >> slot & 1
                if opened and 0 <= other < lattice.size and lattice.inside[other]:
                    graph.add_edge((own.number, cell), (own.number, other))
        for portal, cell in zip(own.portals, one.cells, strict=True):
            pairs.setdefault(portal.number, []).append((own.number, cell))
    for one_end, other_end in pairs.values():
        graph.add_edge(one_end, other_end)
    return graph


def ends_of(links: list[MazeLinks], mazes: list[Linked]) -> tuple[tuple[int, int], tuple[int, int]]:
    first, last = mazes[0].maze, mazes[-1].maze
    assert first.entrance
    assert last.exit
    return (1, first.entrance.cell), (len(links), last.exit.cell)


@pytest.mark.parametrize(
    ("count", "areas", "visits", "shape"),
    [
        (48, 2, 40, "rectangular"),
        (8, 1, 4, "rectangular"),
        (6, 3, 6, "hexagonal"),
        (6, 2, None, "triangular"),
        (6, 2, None, "polar"),
        (2, 2, None, "rectangular"),
    ],
)
def test_all_mazes_are_one_tree(count: int, areas: int, visits: int | None, shape: str) -> None:
    """One way, through as many mazes as asked for; each maze has a portal off it."""
    options = {"shape": shape, "rows": None, "columns": None, **SIZES[shape]}
    links, mazes = made(count, areas, visits, **options)
    graph = union(links, mazes)
    assert nx.is_tree(graph)
    path = nx.shortest_path(graph, *ends_of(links, mazes))
    assert len({maze for maze, _cell in path}) >= (visits or 2)
    used = {frozenset(step) for step in pairwise(path)}
    for own, one in zip(links, mazes, strict=True):
        assert len(set(one.cells)) == len(own.portals)
        cells = {(own.number, cell) for cell in one.cells}
        false = [cell for cell in cells if not any(cell in step and _leaps(step) for step in used)]
        assert false
    whole = look(links, mazes)
    assert whole.is_one
    assert not whole.sentences({number: number for number in range(1, count + 1)})
    assert whole.cells == len(path)
    assert [visit.maze for visit in whole.way] == _mazes_on(path)
    assert whole.legs() == {own.number: list(own.legs) for own in links if own.legs}


def _leaps(step: frozenset[tuple[int, int]]) -> bool:
    return len({maze for maze, _cell in step}) == 2


def _mazes_on(path: list[tuple[int, int]]) -> list[int]:
    mazes = [maze for maze, _cell in path]
    return [maze for place, maze in enumerate(mazes) if not place or mazes[place - 1] != maze]


def test_the_way_goes_forwards_and_back_and_dead_ends_cross_mazes() -> None:
    links, mazes = made(48)
    order = [visit.maze for visit in look(links, mazes).way]
    steps = np.sign(np.diff(order)).tolist()
    assert steps.count(1) > 5
    assert steps.count(-1) > 5
    assert len(set(order)) < len(order)  # it comes through some mazes again
    graph = union(links, mazes)
    path = nx.shortest_path(graph, *ends_of(links, mazes))
    graph.remove_edges_from(list(pairwise(path)))
    branches = [{maze for maze, _cell in part} for part in nx.connected_components(graph)]
    assert max(map(len, branches)) >= 3


def test_the_same_seed_gives_the_same_portals() -> None:
    assert network(20, seed=7) == network(20, seed=7)
    assert network(20, seed=7) != network(20, seed=8)
    assert made(3)[1][1].cells == made(3)[1][1].cells


def test_a_cut_is_named_and_so_is_a_second_way() -> None:
    links, mazes = made(6)
    pages = {number: number + 10 for number in range(1, 7)}
    visit = look(links, mazes).way[2]
    ends = dict(zip([one.number for one in links[visit.maze - 1].portals],
                    mazes[visit.maze - 1].cells, strict=True))  # fmt: skip
    graph = union(links, mazes)
    here = [(visit.maze, ends[number]) for number in (visit.enters, visit.leaves)]
    path = [cell for _maze, cell in nx.shortest_path(graph, *here)]
    before = mazes[visit.maze - 1]
    cut = Linked(before.maze.copy(), before.cells)
    _toggle(cut.maze, path[1], path[2])
    mazes[visit.maze - 1] = cut
    whole = look(links, mazes)
    assert not whole.is_one
    assert whole.cut == visit.maze
    assert whole.sentences(pages) == [f"The way is cut on page {visit.maze + 10}."]
    mazes[visit.maze - 1] = Linked(_with_loop(before.maze, path), before.cells)
    whole = look(links, mazes)
    assert whole.parts == visit.maze
    assert "a second one begins" in whole.sentences(pages)[0]


def _toggle(maze: Maze, one: int, other: int) -> None:
    lattice = maze.lattice
    slot = lattice.slot_between(one, other)
    maze.toggle(np.array([lattice.wall(one, slot)]))


def _with_loop(maze: Maze, path: list[int]) -> Maze:
    """Return a copy with a passage that makes a loop with a part of a path of cells."""
    lattice = maze.lattice
    for place, cell in enumerate(path):
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other in path[place + 2 :] and maze.walls[cell] >> slot & 1:
                result = maze.copy()
                result.toggle(np.array([lattice.wall(cell, slot)]))
                return result
    raise AssertionError


def test_after_any_edits_the_verdict_is_that_of_networkx() -> None:
    for seed in range(12):
        links, mazes = made(5, seed=seed)
        random = seeded(seed)
        for _edit in range(1 + seed % 4):
            one = mazes[int(below(random, len(mazes)))].maze
            inner = [
                wall
                for wall in range(one.lattice.size * one.lattice.degree)
                if _is_inner(one, wall)
            ]
            one.toggle(np.array([inner[int(below(random, len(inner)))]]))
        whole, graph = look(links, mazes), union(links, mazes)
        start, goal = ends_of(links, mazes)
        joined = nx.has_path(graph, start, goal)
        assert bool(whole.way) == joined, seed
        assert sum(cells for _maze, cells in whole.sealed) == len(graph) - len(
            nx.node_connected_component(graph, start)
        ), seed
        if joined:
            path = nx.shortest_path(graph, start, goal)
            bridges = {frozenset(edge) for edge in nx.bridges(graph)}
            one_way = all(frozenset(step) in bridges for step in pairwise(path))
            assert whole.is_one == one_way, seed
            assert whole.cells == len(path), seed


def _is_inner(maze: Maze, wall: int) -> bool:
    lattice = maze.lattice
    cell, slot = divmod(wall, lattice.degree)
    return (
        bool(lattice.inside[cell]) and lattice.wall(cell, slot) == wall and lattice.is_inner(wall)
    )


def test_what_cannot_be_one_maze_is_refused() -> None:
    with pytest.raises(UsageError, match="needs 4 mazes at least, not 3"):
        network(3, areas=1, seed=1)
    with pytest.raises(UsageError, match="can pass 24 of 48 mazes at most, not 30"):
        network(48, areas=1, visits=30, seed=1)
    links = network(4, seed=1)
    with pytest.raises(UsageError, match="Maze 2 has loops"):
        linked(mazeeditor.generate(rows=9, columns=9, seed=1, braid=1), links[1], Job())
    with pytest.raises(UsageError, match="Maze 2 is too small"):
        linked(mazeeditor.generate(rows=2, columns=3, seed=1), links[1], Job())


def test_openings_that_are_missing_and_unreadable_mazes_are_named() -> None:
    links, mazes = made(4)
    pages = {number: number for number in range(1, 5)}
    mazes[0].maze.set_openings(None, ())
    assert look(links, mazes).sentences(pages)[0] == "Page 1: this maze has no entrance."
    graphs = [graph_of(one.maze, own, one.cells) for own, one in zip(links, mazes, strict=True)]
    graphs[2] = MazeGraph(problem="it is gone.")
    known = whole_of(links, graphs)
    assert not known.is_one
    assert "Page 3: it is gone." in known.sentences(pages)
    assert links[0].start is not None
    assert START in links[0].used
    assert FINISH in links[-1].used
    assert replace(links[0]).with_legs(()).used == frozenset()
