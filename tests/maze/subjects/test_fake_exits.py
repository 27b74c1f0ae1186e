"""Mazes with fake exits: one exit can be reached, the others lead into parts of their own."""

from __future__ import annotations

import json
import random
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.app.shown.verdict import chip, explanation, figures
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.recount import count_again
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from mazeeditor.maze.walls import inner_walls
from tests.breadth import repeats
from tests.cli.run import failure
from tests.cli.run import mazeeditor as command
from tests.graphs import graph_of

GENERATORS = ("backtracker", "kruskal", "wilson", "prim", "hunt-and-kill")
SHAPES = ("rectangular", "hexagonal", "triangular", "polar")


def made(fakes: int = 3, seed: int = 1, **sizes: int) -> Maze:
    chosen = ChosenSubject("fake-exits", {"fake_exits": fakes})
    given = {"rows": 16, "columns": 20, **sizes}
    recipe = Recipe("backtracker", seed=seed, sizes=given, subject=chosen)
    return maze_of(recipe)


def check(maze: Maze, fakes: int) -> None:
    """Check that one exit alone can be reached, and that each cell hangs on some opening."""
    maze.check()
    graph = graph_of(maze)
    assert maze.entrance
    parts = list(nx.connected_components(graph))
    (inner,) = [part for part in parts if maze.entrance.cell in part]
    assert nx.is_forest(graph)
    assert [each.cell in inner for each in maze.exits] == [True] + [False] * fakes
    assert all({each.cell for each in maze.openings} & part for part in parts)
    assert len({each.cell for each in maze.openings}) == fakes + 2
    assert len(inner) >= len(graph) / 3


@pytest.mark.parametrize("seed", repeats(6, 300))
def test_one_exit_alone_can_be_reached(seed: int) -> None:
    dice = random.Random(seed)
    shape, fakes = dice.choice(SHAPES), dice.randint(1, 6)
    sizes = {"rings" if shape == "polar" else "rows": dice.randint(12, 24)}
    lattice = build(shape, **(sizes if shape == "polar" else {**sizes, "columns": 18}))
    growth = Growth(dice.choice(GENERATORS), seed)
    maze = SUBJECTS["fake-exits"].run(lattice, growth, Job(), fake_exits=fakes)
    check(maze, fakes)
    state = ChosenSubject("fake-exits", {"fake_exits": fakes}).look(maze)
    assert (state.lost, state.figures["exits"]) == ("", fakes)
    assert state.figures["behind"] == facts(maze).sealed


def test_in_an_outline_they_lead_outside_and_not_into_its_hole(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    flags = "--mask", "ring", "--inner", "0.4", "--fake-exits", "3"
    command("generate", *flags, "--rows", "30", "--columns", "30", "--seed", "2", "-o", str(path))
    maze = mazeeditor.load(path)
    check(maze, 3)
    for opening in maze.exits:
        assert opening.slot is not None
        outward = maze.lattice.geometry.outward(opening.cell, opening.slot)
        away = maze.lattice.geometry.centres(np.array([opening.cell]))[0] - 15
        assert float(np.dot(outward, away)) > 0
    known = json.loads(command("info", str(path), "--json").out)
    assert known["fake-exits"]["exits"] == 3
    assert known["sealed"] == 0
    assert "leave out the outline" in failure(
        "generate", "--mask", "ring", "--show", "qr", status=2
    )


def test_where_the_true_one_is_depends_on_the_seed() -> None:
    places = {made(seed=seed).exits[0] for seed in range(5)}
    assert len(places) > 2


def test_the_verdict_is_good_and_says_how_many_are_fake() -> None:
    maze = made()
    counted = count_again(maze, Job())
    assert counted.behind is not None
    behind = int(counted.behind.sum())
    assert chip(maze, counted.facts, 3) == ("good", "Exactly one route, 3 fake exits")
    assert chip(maze, counted.facts)[0] == "warn"
    assert f"no sealed cells · {behind} cells behind fake exits" in figures(counted.facts, behind)
    text = explanation(maze, counted.facts, 3, behind)
    assert f"3 exits are fake: closed walls separate the {behind} cells behind" in text
    assert "Nothing leads to" not in text
    assert chip(maze, counted.facts, 1)[1] == "2 of 3 exits cannot be reached"


def test_one_that_can_be_reached_is_said_and_cut_off_again() -> None:
    maze = made()
    subject = ChosenSubject("fake-exits", {"fake_exits": 3})
    counted = count_again(maze, Job())
    closed = inner_walls(maze.lattice, maze.walls, Job()).astype(np.int64)
    lower, _slots, upper, _backs = maze.lattice.sides_of(closed)
    assert counted.behind is not None
    between = closed[counted.behind[lower] != counted.behind[upper]]
    maze.toggle(between[:2])
    state = subject.look(maze)
    assert state.lost.endswith("can be reached from the entrance.")
    assert len(state.cells) >= 1
    mended = subject.mend(maze)
    assert subject.look(mended).lost == ""
    assert facts(mended).exits_reachable == 1


def test_one_that_was_removed_comes_back() -> None:
    maze = made()
    subject = ChosenSubject("fake-exits", {"fake_exits": 3})
    maze.set_openings(maze.entrance, maze.exits[:2])
    assert subject.look(maze).lost == "The maze has lost 2 fake exits."
    mended = subject.mend(maze)
    assert mended.exits[:2] == maze.exits
    assert subject.look(mended).lost == ""
    maze.set_openings(maze.entrance, ())
    assert subject.look(maze).lost == ""
    with pytest.raises(UsageError, match="need an entrance and an exit"):
        subject.mend(maze)


def test_where_there_is_no_room_that_is_said() -> None:
    with pytest.raises(UsageError, match=r"room for [012] fake exits? only: ask for fewer"):
        made(rows=3, columns=3, fakes=9)


def test_a_fake_exit_on_the_route_is_not_cut_off() -> None:
    maze = made()
    assert maze.entrance
    route = nx.shortest_path(graph_of(maze), maze.entrance.cell, maze.exits[0].cell)
    edge = next(cell for cell in route[1:-1] if maze.lattice.outer_slots(cell))
    slot = maze.lattice.outer_slots(edge)[0]
    maze.set_openings(maze.entrance, (*maze.exits, Opening(edge, slot)))
    with pytest.raises(UsageError, match="move that, or remove it"):
        ChosenSubject("fake-exits", {"fake_exits": 4}).mend(maze)
