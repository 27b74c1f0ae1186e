"""What a teacher can show: each film tells how its algorithm works, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from mazeeditor.films.film import FILLED, HEAD, LEFT, PLAIN, VISITED, Film
from mazeeditor.films.player import Player
from mazeeditor.generators import generate
from mazeeditor.generators.start import middle_cell
from mazeeditor.maze.solution import Mark, Solution
from tests.films.samples import films, lattice_of, made, solved
from tests.graphs import graph_of


def play(film: Film, *, end: bool = False) -> Iterator[Player]:
    """Play a film step by step, up to the last but one or to the last."""
    player = Player(film)
    for step in range(film.steps + end):
        player.seek(step)
        yield player


def head_of(player: Player) -> int:
    heads = np.flatnonzero(player.kinds == HEAD)
    return int(heads[0]) if len(heads) else -1


def line_of(player: Player) -> nx.Graph:
    """Return the line as a graph of cells; it must be the same from both sides."""
    lattice, graph = player.film.lattice, nx.Graph()
    for cell in np.flatnonzero(player.ways).tolist():
        for slot in range(lattice.degree):
            if player.ways[cell] >> slot & 1:
                other = lattice.neighbour(cell, slot)
                assert player.ways[other] >> lattice.back(cell, slot) & 1
                graph.add_edge(cell, other)
    return graph


@pytest.mark.parametrize("film", films(), ids=lambda film: film.title)
def test_the_line_is_one_way_that_ends_where_the_algorithm_stands(film: Film) -> None:
    for player in play(film):
        line = line_of(player)
        if line:
            assert nx.is_connected(line)
            degrees = sorted(degree for _cell, degree in line.degree)
            assert degrees == [1, 1] + [2] * (len(line) - 2)
            assert line.degree[head_of(player)] == 1


WALKERS = ("backtracking", "wall-follower", "pledge", "tremaux", "random-mouse")


@pytest.mark.parametrize("name", WALKERS)
def test_walkers_go_from_cell_to_cell_and_the_line_leads_to_the_entrance(name: str) -> None:
    film = solved(name)
    lattice, walls, before = film.lattice, film.start.walls, -1
    assert film.entrance
    for player in play(film):
        head = head_of(player)
        if before >= 0 and head != before:
            assert not walls[before] >> lattice.slot_between(before, head) & 1
        if head not in (-1, film.entrance.cell):
            assert film.entrance.cell in line_of(player)
        before = head


def test_kruskal_joins_two_areas_at_each_wall() -> None:
    areas = [
        nx.number_connected_components(graph_of(player.maze)) for player in play(made("kruskal"))
    ]
    assert areas[0] == 9 * 12
    assert areas[-1] == 1
    assert {before - after for before, after in pairwise(areas)} == {0, 1}


def test_the_backtrackers_line_is_the_way_back_to_its_start() -> None:
    start = -1
    for player in play(made("backtracker")):
        head = head_of(player)
        start = head if start < 0 else start
        if head not in (start, -1):
            line = line_of(player)
            assert start in line
            assert set(line.edges) <= {tuple(sorted(edge)) for edge in graph_cells(player)} | {
                edge[::-1] for edge in graph_cells(player)
            }


def graph_cells(player: Player) -> set[tuple[int, int]]:
    """Return the passages of the maze as pairs of cells, the lower one first."""
    maze, lattice = player.maze, player.film.lattice
    found = set()
    for cell in lattice.inside_cells().tolist():
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            if other > cell and lattice.inside[other] and not maze.walls[cell] >> slot & 1:
                found.add((cell, other))
    return found


def test_wilson_walks_and_forgets_its_loops() -> None:
    erased, before = 0, 0
    first = middle_cell(made("wilson").lattice)
    for player in play(made("wilson")):
        line = line_of(player)
        tinted = np.flatnonzero(player.kinds == VISITED)
        if line and (player.maze.walls[[*line]] == player.film.start.walls[[*line]]).all():
            assert set(tinted.tolist()) <= {first, *line}
        erased += len(line) < before - 1
        before = len(line)
    assert erased > 5


def test_prims_frontier_is_beside_the_maze() -> None:
    seen, start = 0, -1
    for player in play(made("prim")):
        lattice, kinds = player.film.lattice, player.kinds
        if start < 0 and (kinds == VISITED).any():
            start = int(np.argmax(kinds == VISITED))
        for cell in np.flatnonzero(kinds == VISITED).tolist():
            around = [lattice.neighbour(cell, slot) for slot in range(lattice.degree)]
            inside = [each for each in around if lattice.inside[each]]
            assert cell == start or start in around or {*kinds[inside]} & {PLAIN, HEAD}
            seen += 1
    assert seen > 500


def test_recursive_division_begins_with_nothing_and_builds_walls() -> None:
    counts = [int(player.maze.closed_walls().size) for player in play(made("recursive-division"))]
    assert counts[1] == 2 * (9 + 12) - 2
    assert {after - before for before, after in pairwise(counts[1:])} <= {0, 1}


def test_fillers_fill_what_they_say_and_never_open_it_again() -> None:
    for name in ("dead-end-filling", "blind-alley-filling", "cul-de-sac-filling", "pit-filling"):
        film, before = solved(name), set[int]()
        answer = film.answer
        assert isinstance(answer, Solution)
        for player in play(film):
            filled = set(np.flatnonzero(player.kinds == FILLED).tolist())
            assert before - filled <= {head_of(player)}
            before |= filled
        assert before == set(np.flatnonzero(answer.marks == Mark.FILLED).tolist()), name


def test_collision_comes_back_along_all_shortest_routes() -> None:
    film = solved("collision")
    answer = film.answer
    assert isinstance(answer, Solution)
    player = Player(film)
    player.seek(film.steps - 1)
    left = set(np.flatnonzero(player.kinds == LEFT).tolist()) | {head_of(player)}
    assert left == set(np.flatnonzero(answer.marks == Mark.LEFT).tolist())


def test_bidirectional_waters_have_two_colours() -> None:
    film = solved("bidirectional")
    player = Player(film)
    player.seek(film.steps - 1)
    assert film.entrance
    assert player.kinds[film.entrance.cell] == VISITED
    assert player.kinds[film.exits[0].cell] == LEFT
    assert min(np.count_nonzero(player.kinds == kind) for kind in (VISITED, LEFT)) > 10


def test_the_frontier_of_a_star_waits_and_is_visited_later() -> None:
    waited = set[int]()
    for player in play(solved("a-star")):
        kinds = player.kinds
        assert not [cell for cell in waited if kinds[cell] == PLAIN]
        waited |= set(np.flatnonzero(kinds == LEFT).tolist())
    assert len(waited) > 40


def test_hunt_and_kill_hunts_only_where_it_is_stuck() -> None:
    maze = generate("hunt-and-kill", lattice_of(9, 12), 5)
    jumps, before = 0, -1
    for player in play(made("hunt-and-kill")):
        head = head_of(player)
        lattice = player.film.lattice
        near = [lattice.neighbour(before, slot) for slot in range(4)] if before >= 0 else [head]
        jumps += head not in (before, *near)
        before = head
    assert 0 < jumps < maze.lattice.cells / 5
