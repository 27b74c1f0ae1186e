"""The time and the messages: what a player reads."""

from __future__ import annotations

import pytest

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.walk import Stopwatch, Walk, clock, outcome, remark
from mazeeditor.maze.shapes import build
from tests.maze.playing.samples import Clock, go, knowing, maze
from tests.oracle import open_field


def test_the_watch_runs_between_go_and_stop() -> None:
    now = Clock()
    watch = Stopwatch(now)
    for running, seconds, so_far in [(True, 5, 5), (False, 60, 5), (True, 2.5, 7.5)]:
        (watch.go if running else watch.stop)()
        (watch.go if running else watch.stop)()
        assert watch.running is running
        now.time += seconds
        assert watch.seconds == so_far
    watch.reset()
    assert (watch.seconds, watch.running) == (0, False)


def test_the_time_runs_from_the_first_step_to_the_exit() -> None:
    now = Clock()
    walk = Walk(maze(), now)
    now.time += 30
    assert not go(walk, "left")
    now.time += 30
    assert walk.watch.seconds == 0
    go(walk, "right")
    now.time += 10
    walk.watch.stop()
    now.time += 99
    go(walk, "right", "right")
    now.time += 5
    go(walk, "bottom", "bottom")
    now.time += 99
    assert walk.watch.seconds == 15


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (59.99, "0:59"), (60, "1:00"), (725, "12:05"), (3600, "1:00:00")],
)
def test_clock(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


@pytest.mark.parametrize(
    ("sides", "hints", "words"),
    [
        ("right right right bottom bottom", 0, "5 steps in 0:00: no route is shorter."),
        (
            "right left right right right bottom bottom",
            2,
            "7 steps in 0:00, 2 more than the shortest route; 2 hints.",
        ),
    ],
)
def test_outcome(sides: str, hints: int, words: str) -> None:
    walk = knowing(Walk(maze(), Clock()))
    for side in sides.split():
        if walk.hints < hints:
            walk.hint()
        go(walk, side)
    assert outcome(walk) == words


def test_outcome_before_the_shortest_route_is_known() -> None:
    walk = Walk(maze(), Clock())
    go(walk, "right", "right", "right", "bottom", "bottom")
    assert outcome(walk) == "5 steps in 0:00."


def test_remarks() -> None:
    assert remark(knowing(Walk(maze()))) == ""
    field = open_field(2, 2)
    field.set_openings(Opening(field.lattice.cell(0, 0)), ())
    assert remark(Walk(field)) == "This maze has no exit: walk as you like."
    lattice = build("rectangular", rows=2, columns=2)
    walk = Walk(Maze(lattice, None, lattice.first, (lattice.last,)))
    assert remark(walk) == ""
    assert remark(knowing(walk)) == "No route leads to an exit: walk as you like."
    here = Opening(field.lattice.cell(1, 1))
    field.set_openings(here, (here,))
    assert outcome(Walk(field)) == "The entrance is an exit: there is nothing to walk."
