"""The steps of a film are those of its algorithm, one visible change at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.maze.generators import middle_cell
from mazeeditor.maze.solvers import Mark, Solution
from mazeeditor.screen.pixel_colours import FILLED, HEAD, LEFT, PLAIN, VISITED
from tests.films.samples import NAMES, film_named, made, solved


def play(film: Film, *, end: bool = False) -> Iterator[Player]:
    """Play a film step by step, up to the last but one or to the last."""
    player = Player(film)
    for step in range(film.steps + end):
        player.seek(step)
        yield player


def head_of(player: Player) -> int:
    heads = np.flatnonzero(player.marks == HEAD)
    return int(heads[0]) if len(heads) else -1


def path_of(player: Player) -> nx.Graph:
    """Return the path as a graph of cells; its bits must be set on both sides."""
    lattice, graph = player.film.lattice, nx.Graph()
    for cell in np.flatnonzero(player.path).tolist():
        for slot in range(lattice.degree):
            if player.path[cell] >> slot & 1:
                other = lattice.neighbour(cell, slot)
                assert player.path[other] >> lattice.back(cell, slot) & 1
                graph.add_edge(cell, other)
    return graph


@pytest.mark.slow(12)
@pytest.mark.parametrize("name", NAMES)
def test_the_path_is_simple_and_ends_at_the_head(name: str) -> None:
    for player in play(film_named(name)):
        path = path_of(player)
        if path:
            assert nx.is_connected(path)
            degrees = sorted(degree for _cell, degree in path.degree)
            assert degrees == [1, 1] + [2] * (len(path) - 2)
            assert path.degree[head_of(player)] == 1


WALKERS = ("backtracking", "wall-follower", "pledge", "tremaux", "random-mouse")


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WALKERS)
def test_walkers_go_from_cell_to_cell_on_a_path_from_the_entrance(name: str) -> None:
    film = solved(name)
    lattice, walls, before = film.lattice, film.start.walls, -1
    assert film.entrance
    for player in play(film):
        head = head_of(player)
        if before >= 0 and head != before:
            assert not walls[before] >> lattice.slot_between(before, head) & 1
        if head not in (-1, film.entrance.cell):
            assert film.entrance.cell in path_of(player)
        before = head


@pytest.mark.slow
def test_wilson_walks_and_erases_its_loops() -> None:
    erased, before = 0, 0
    first = middle_cell(made("wilson").lattice)
    for player in play(made("wilson")):
        path = path_of(player)
        visited = np.flatnonzero(player.marks == VISITED)
        if path and (player.maze.walls[[*path]] == player.film.start.walls[[*path]]).all():
            assert set(visited.tolist()) <= {first, *path}
        erased += len(path) < before - 1
        before = len(path)
    assert erased > 5


def test_the_frontier_of_prim_adjoins_the_maze() -> None:
    seen, start = 0, -1
    for player in play(made("prim")):
        lattice, marks = player.film.lattice, player.marks
        if start < 0 and (marks == VISITED).any():
            start = int(np.argmax(marks == VISITED))
        for cell in np.flatnonzero(marks == VISITED).tolist():
            around = [lattice.neighbour(cell, slot) for slot in range(lattice.degree)]
            inside = [each for each in around if lattice.inside[each]]
            assert cell == start or start in around or {*marks[inside]} & {PLAIN, HEAD}
            seen += 1
    assert seen > 500


def test_recursive_division_begins_without_walls_and_adds_them() -> None:
    counts = [int(player.maze.closed_walls().size) for player in play(made("recursive-division"))]
    assert counts[1] == 2 * (9 + 12) - 2
    assert {after - before for before, after in pairwise(counts[1:])} <= {0, 1}


@pytest.mark.slow
def test_filling_solvers_fill_their_marks_and_never_undo_that() -> None:
    for name in ("dead-end-filling", "blind-alley-filling", "cul-de-sac-filling", "pit-filling"):
        film, before = solved(name), set[int]()
        solution = film.result
        assert isinstance(solution, Solution)
        for player in play(film):
            filled = set(np.flatnonzero(player.marks == FILLED).tolist())
            assert before - filled <= {head_of(player)}
            before |= filled
        assert before == set(np.flatnonzero(solution.marks == Mark.FILLED).tolist()), name


def test_collision_returns_along_all_shortest_routes() -> None:
    film = solved("collision")
    solution = film.result
    assert isinstance(solution, Solution)
    player = Player(film)
    player.seek(film.steps - 1)
    left = set(np.flatnonzero(player.marks == LEFT).tolist()) | {head_of(player)}
    assert left == set(np.flatnonzero(solution.marks == Mark.LEFT).tolist())
