"""Wall follower and Pledge: which routes they find, and that they detect a circle."""

from __future__ import annotations

from math import atan2, pi
from random import Random

import networkx as nx
import pytest

from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from tests.oracle import Drawn, Place, draw, maze_of, open_field, parse

SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]  # clockwise from the top
HANDS = ["left", "right"]

# The goal stands at a wall of its own, away from the outer wall.
ISLAND = """\
o---o---o---o---o---o
| S                 |
o   o---o---o   o   o
|   |     G |       |
o   o   o---o   o   o
|                   |
o---o---o---o---o---o
"""


def walked(drawn: Drawn, side: int | None, hand: str, *, counting: bool) -> set[Place] | None:
    """Return the places of a walk that comes to an exit, ``None`` where its states repeat.

    A rectangle, a set of states, and the rules in other words: turn towards the hand as far as
    is allowed and possible.
    """
    assert drawn.start
    place, heading = drawn.start, 0 if side is None else (side + 2) % 4
    towards = -1 if hand == "left" else 1
    turns, seen, states = 0, {place}, set()
    while place not in drawn.goals:
        state = (place, heading, turns)
        if state in states or turns > 8 * len(drawn.graph) or not drawn.graph[place]:
            return None
        states.add(state)
        turn = 1  # quarters towards the hand
        while (counting and turns - turn < 0) or not drawn.graph.has_edge(
            place, _ahead(place, (heading + towards * turn) % 4)
        ):
            turn -= 1
        heading, turns = (heading + towards * turn) % 4, (turns - turn) * counting
        place = _ahead(place, heading)
        seen.add(place)
    return seen


def _ahead(place: Place, heading: int) -> Place:
    return place[0] + SIDES[heading][0], place[1] + SIDES[heading][1]


@pytest.mark.sample(1)
@pytest.mark.each_value_once
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("name", ["wall-follower", "pledge"])
def test_walks_as_the_rules_say(name: str, hand: str) -> None:
    circles = 0
    for seed in range(400):
        drawn = draw(Random(seed), 12)
        maze = maze_of(drawn, Random(seed))
        assert maze.entrance
        side = maze.entrance.slot
        seen = walked(drawn, side, hand, counting=name == "pledge")
        solution = solve(name, maze, hand=hand)
        assert solution.solved == (seen is not None)
        assert ("circle" in solution.note) == (seen is None)
        if seen is not None:
            places = {solution.lattice.place(int(cell)) for cell in solution.marks.nonzero()[0]}
            assert places == seen
        circles += seen is None
    assert 20 < circles < 380


def only_gaps(maze: Maze) -> bool:
    """Whether each opening is a gap in the outer wall."""
    openings = [maze.entrance, *maze.exits]
    return all(opening is not None and opening.slot is not None for opening in openings)


@pytest.mark.slow
@pytest.mark.parametrize("hand", HANDS)
def test_pledge_gets_out_from_everywhere(hand: str) -> None:
    """Braided mazes with walls that stand alone; the exit is in the outer wall."""
    stuck = 0
    for seed in range(80):
        random = Random(seed)
        lattice = build("rectangular", rows=random.randint(1, 25), columns=random.randint(1, 25))
        maze = generate("kruskal", lattice, seed, braid=random.random())
        for _again in range(30):
            walls = maze.closed_walls()
            lower, _slots, upper, _backs = lattice.sides_of(walls)
            inner = walls[lattice.inside[lower] & lattice.inside[upper]]
            if not len(inner):
                break
            maze.toggle(inner[random.randrange(len(inner)) :][:1])
        start = lattice.cell(random.randrange(lattice.rows), random.randrange(lattice.columns))
        entrance = type(lattice.first)(start)
        maze.set_openings(entrance, (lattice.last,))
        assert solve("pledge", maze, hand=hand).solved
        stuck += not solve("wall-follower", maze, hand=hand).solved
    assert stuck > 2, "some of these mazes are beyond a wall follower"


@pytest.mark.parametrize("hand", HANDS)
def test_gaps_in_the_outer_wall_are_found_by_both(hand: str) -> None:
    for seed in range(300):
        drawn = draw(Random(seed), 15)
        maze = maze_of(drawn, Random(seed))
        if only_gaps(maze):
            assert drawn.start
            solvable = any(nx.has_path(drawn.graph, drawn.start, goal) for goal in drawn.goals)
            assert solve("wall-follower", maze, hand=hand).solved == solvable
            assert solve("pledge", maze, hand=hand).solved == solvable


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("name", ["wall-follower", "pledge"])
def test_an_exit_at_a_wall_that_stands_alone_is_missed(name: str, hand: str) -> None:
    maze = maze_of(parse(ISLAND))
    maze.set_openings(maze.lattice.first, maze.exits)
    assert solve("breadth-first", maze).solved
    solution = solve(name, maze, hand=hand)
    assert not solution.solved
    assert "circle" in solution.note


def test_a_wall_follower_walks_around_a_wall_once() -> None:
    """In an empty hall it sees the cells at the walls, and no others."""
    maze = open_field(9, 13)
    maze.set_openings(maze.lattice.first, (type(maze.lattice.first)(maze.lattice.cell(4, 6)),))
    assert solve("wall-follower", maze).visited == 2 * (9 + 13) - 4


@pytest.mark.parametrize("shape", SHAPES.names())
def test_slots_stand_clockwise_around_a_cell(shape: str) -> None:
    """The hand rule depends on this order; y points down, so angles grow clockwise."""
    lattice = build(shape, **{option.name: option.default for option in SHAPES[shape].options})
    for cell in lattice.inside_cells()[:200].tolist():
        sides = [lattice.geometry.outward(cell, slot) for slot in range(lattice.degree)]
        angles = [atan2(y, x) for x, y in sides if (x, y) != (0, 0)]  # a slot without a wall
        steps = [(b - a) % (2 * pi) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
        assert all(step > 0 for step in steps)
        assert sum(steps) == pytest.approx(2 * pi)
