"""What the generators' textures say of their mazes is so, measured on mazes of several seeds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from statistics import mean

import pytest

from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build

ROWS, COLUMNS = 30, 40
Measure = Callable[[Maze], float]


@cache
def some(name: str) -> list[Maze]:
    lattice = build("rectangular", rows=ROWS, columns=COLUMNS)
    return [generate(name, lattice, seed) for seed in range(12)]


def dead_ends(maze: Maze) -> float:
    return facts(maze).dead_ends / maze.lattice.cells


def route(maze: Maze) -> float:
    return (facts(maze).shortest or 0) / maze.lattice.cells


def corridor(maze: Maze) -> float:
    return structure(maze).longest_corridor


def crossings(maze: Maze) -> float:
    return structure(maze).crossings


def across(maze: Maze) -> float:
    """Return the passages across for each that leads down."""
    rows, columns = range(ROWS), range(COLUMNS)
    right = sum(maze.is_open((r, c), (r, c + 1)) for r in rows for c in columns[:-1])
    down = sum(maze.is_open((r, c), (r + 1, c)) for r in rows[:-1] for c in columns)
    return right / down


def longest_wall(maze: Maze) -> float:
    """Return the length in cells of the longest straight wall inside."""
    longest = run = 0
    for row in range(ROWS - 1):
        for column in range(COLUMNS):
            run = 0 if maze.is_open((row, column), (row + 1, column)) else run + 1
            longest = max(longest, run)
        run = 0
    return longest


def open_side(maze: Maze) -> float:
    return mean(maze.is_open((0, column), (0, column + 1)) for column in range(COLUMNS - 1))


PHRASES: dict[str, tuple[Measure, float, float]] = {
    "few dead ends": (dead_ends, 0.0, 0.13),
    "many short dead ends": (dead_ends, 0.29, 0.4),
    "long and winding": (corridor, 40, 1000),
    "a short route": (route, 0.0, 0.09),
    "a shorter route": (route, 0.1, 0.2),
    "between winding and branching": (dead_ends, 0.15, 0.27),
    "branching evenly": (across, 0.95, 1.05),
    "even: every maze as likely": (across, 0.95, 1.05),
    "longer runs down": (across, 0.5, 0.9),
    "long straight walls": (longest_wall, 16, COLUMNS),
    "slanting": (crossings, 0, 0),
    "towards one side": (open_side, 1, 1),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", GENERATORS.names())
def test_mazes_are_as_their_texture_says(name: str) -> None:
    texture = GENERATORS[name].texture
    said = [phrase for phrase in PHRASES if phrase in texture]
    assert said, (
        f"Nothing measures {texture!r}. Let the texture of {name} hold one of {list(PHRASES)}, "
        "or add a phrase of it to PHRASES here, with what is measured and its bounds."
    )
    for phrase in said:
        measure, low, high = PHRASES[phrase]
        measured = mean(map(measure, some(name)))
        assert low <= measured <= high, (
            f"Mazes by {name} are not {phrase!r}: {measure.__name__} is {measured:.3g}, not "
            f"{low} to {high}. Take another phrase for its texture."
        )


@pytest.mark.slow
@pytest.mark.parametrize("phrase", ["few dead ends", "long and winding", "long straight walls"])
def test_no_other_mazes_are_so(phrase: str) -> None:
    """A phrase that most mazes match would tell a user nothing."""
    measure, low, high = PHRASES[phrase]
    others = [entry.name for entry in GENERATORS if phrase not in entry.texture]
    matching = [name for name in others if low <= mean(map(measure, some(name))) <= high]
    assert len(matching) <= 1, matching
