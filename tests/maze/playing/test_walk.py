"""A walk: steps, trail, detours, hints, runs; against networkx on every kind of lattice."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing import walk as walks
from mazeeditor.maze.playing.walk import Walk
from mazeeditor.maze.shapes import build
from tests.breadth import examples
from tests.maze.playing.samples import cell, drawn, go, knowing, maze, same_walls
from tests.oracle import open_field, open_passages


def test_a_wall_is_a_wall() -> None:
    walk = Walk(maze())
    assert not go(walk, "bottom")
    assert (walk.steps, walk.cell, walk.watch.running) == (0, cell(walk, 0, 0), False)
    assert go(walk, "right")
    assert (walk.steps, walk.cell, walk.watch.running) == (1, cell(walk, 0, 1), True)


def test_no_step_leads_out_through_the_gap_of_an_opening() -> None:
    lattice = build("rectangular", rows=1, columns=2)
    walk = Walk(Maze(lattice, None, lattice.first, (lattice.last,)))
    assert walk.passages(walk.cell) == []
    assert not go(walk, "left")


def test_a_perfect_run_has_no_detours() -> None:
    walk = knowing(Walk(maze()))
    assert walk.shortest == 5
    for side in ("right", "right", "right", "bottom"):
        assert go(walk, side)
        assert (walk.detours, walk.won) == (0, False)
    assert go(walk, "bottom")
    assert (walk.steps, walk.detours, walk.won, walk.watch.running) == (5, 0, True, False)
    assert not go(walk, "top"), "the walk is over"
    assert walk.steps == 5


def test_a_run_goes_to_the_next_fork_dead_end_or_exit() -> None:
    walk = Walk(maze())
    right, bottom, left = (walk.lattice.sides.index(side) for side in ("right", "bottom", "left"))
    assert walk.run(bottom) == 0
    assert walk.run(right) == 1, "a fork"
    assert walk.run(bottom) == 6, "round all corners to the end"
    assert walk.cell == cell(walk, 1, 2)
    walk.restart()
    go(walk, "right")
    assert walk.run(right) == 4
    assert walk.won
    assert walk.run(left) == 0


def test_a_run_on_a_ring_ends_where_it_began() -> None:
    ring = maze("o---o---o\n| S     |\no   o   o\n|       |\no---o---o")
    walk = Walk(ring)
    assert walk.run(walk.lattice.sides.index("right")) == 4
    assert walk.cell == walk.start


def test_a_run_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "MAX_STEPS", 7)
    field = open_field(1, 30)
    field.set_openings(field.lattice.first, (field.lattice.last,))
    walk = Walk(field)
    assert walk.run(walk.lattice.sides.index("right")) == 7


def test_a_hint_leads_to_the_next_fork_and_counts_once_a_place() -> None:
    walk = Walk(maze())
    assert (walk.hint(), walk.hints) == ([], 0), "nothing is known yet"
    knowing(walk)
    first = [cell(walk, 0, 0), cell(walk, 0, 1)]
    assert [walk.hint(), walk.hint()] == [first, first]
    assert walk.hints == 1
    go(walk, "right")
    assert walk.hint() == [cell(walk, *at) for at in [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)]]
    go(walk, "bottom")
    assert walk.hint() == [cell(walk, 1, 1), cell(walk, 0, 1)], "back"
    assert walk.hints == 3
    go(walk, "top", "bottom")
    walk.hint()
    assert walk.hints == 4, "asked anew"


def test_a_long_hint_is_cut() -> None:
    field = open_field(1, 200)
    field.set_openings(field.lattice.first, (field.lattice.last,))
    assert len(knowing(Walk(field)).hint()) == 1 + walks.HINT


def test_without_a_route_there_are_no_figures() -> None:
    closed = Maze(build("rectangular", rows=2, columns=2))
    closed.set_openings(Opening(closed.lattice.cell(0, 0)), (Opening(closed.lattice.cell(1, 1)),))
    open_passages(closed, [(closed.lattice.cell(0, 0), closed.lattice.cell(0, 1))])
    walk = knowing(Walk(closed))
    assert go(walk, "right")
    assert (walk.shortest, walk.detours, walk.hint(), walk.hints) == (None, None, [], 0)
    assert walk.known


def test_without_an_exit_there_is_none_to_come_to() -> None:
    field = open_field(2, 2)
    field.set_openings(Opening(field.lattice.cell(0, 0)), ())
    walk = knowing(Walk(field))
    assert go(walk, "right", "bottom")
    assert (walk.won, walk.shortest, walk.detours) == (False, None, None)


def test_without_an_entrance_there_is_no_play() -> None:
    with pytest.raises(UsageError, match="entrance"):
        Walk(open_field(2, 2))


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (3, 3)])
def test_whoever_begins_in_an_exit_is_there(size: tuple[int, int]) -> None:
    field = open_field(*size)
    here = Opening(field.lattice.cell(0, 0))
    field.set_openings(here, (here,))
    walk = knowing(Walk(field))
    assert (walk.won, walk.steps, walk.shortest, walk.detours) == (True, 0, 0, 0)
    assert not any(walk.step(slot) for slot in range(4))
    assert walk.hint() == []


def test_restart() -> None:
    walk = knowing(Walk(maze()))
    walk.hint()
    go(walk, "right", "bottom", "top", "right", "right", "bottom", "bottom")
    assert walk.won
    walk.restart()
    assert (walk.steps, walk.hints, walk.cell, walk.watch.seconds) == (0, 0, walk.start, 0)
    assert (walk.detours, walk.shortest) == (0, 5)
    assert walk.trail.walked == {walk.start}
    walk.hint()
    assert walk.hints == 1


class Player:
    """Walks at random and keeps accounts of its own, by the graph alone."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.maze, self.graph = drawn(random)
        self.walk = knowing(Walk(self.maze))
        self.went = [self.walk.start]

    @property
    def left(self) -> dict[int, int]:
        """The steps from each cell to the nearest exit."""
        goals = {each.cell for each in self.maze.exits}
        return dict(nx.multi_source_dijkstra_path_length(self.graph, goals)) if goals else {}

    def act(self) -> None:
        walk, random = self.walk, self.random
        slot = random.randrange(walk.lattice.degree)
        choice = random.random()
        if choice < 0.7:
            other = walk.lattice.neighbour(walk.cell, slot)
            passage = self.graph.has_edge(walk.cell, other) and not walk.won
            assert walk.step(slot) is passage
            if passage:
                self.went.append(other)
        elif choice < 0.8:
            before = walk.trail.cells
            if walk.take_back():
                self.went.append(before[-2])
                assert walk.trail.cells == before[:-1]
        elif choice < 0.9:
            self.check_hint(walk.hint())

    def check_hint(self, hint: list[int]) -> None:
        if not hint:
            return
        left = self.left
        assert hint[0] == self.walk.cell
        assert all(self.graph.has_edge(*step) for step in pairwise(hint))
        assert [left[cell] for cell in hint] == list(range(left[hint[0]], left[hint[-1]] - 1, -1))


@pytest.mark.slow
@examples(20)
@given(st.randoms(use_true_random=False))
def test_any_walk_adds_up(random: Any) -> None:
    player = Player(random)
    walk, graph, left = player.walk, player.graph, player.left
    assert same_walls(walk, player.maze)
    assert walk.shortest == left.get(walk.start)
    detours = 0
    for _turn in range(60):
        player.act()
        assert (walk.cell, walk.steps) == (player.went[-1], len(player.went) - 1)
        line = walk.trail.cells
        assert (line[0], line[-1]) == (walk.start, walk.cell)
        assert len(set(line)) == len(line)
        assert all(graph.has_edge(*step) for step in pairwise(line))
        assert walk.trail.walked == set(player.went)
        assert walk.won is (walk.cell in {each.cell for each in player.maze.exits})
        if walk.start in left:
            assert walk.detours == walk.steps - (left[walk.start] - left[walk.cell])
            assert walk.detours >= detours, "what was lost stays lost"
            detours = walk.detours
        else:
            assert walk.detours is None
