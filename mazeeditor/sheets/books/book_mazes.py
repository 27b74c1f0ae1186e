"""How hard the mazes of a book are, by figures that can be counted, and their order by one of them.

How hard a maze is cannot be measured; a book states by which figure its mazes are in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.facts.random_walk import expected_steps
from mazeeditor.maze.facts.structure import decisions_on
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.sheets.pages.puzzles import Puzzle, id_of


@dataclass(frozen=True)
class Figures:
    """The figures of a maze; ``walk``, the mean steps of a random walk, where it was asked for."""

    id: str
    size: str
    cells: int
    route: int | None = None
    decisions: int | None = None
    walk: float | None = None


@dataclass(frozen=True)
class RampRule:
    """What mazes are put in order by: ``value`` returns None where a maze has no route."""

    label: str
    value: Callable[[Figures], float | None]


RULES = {
    "cells": RampRule(_("cells"), lambda figures: figures.cells),
    "decisions": RampRule(_("decisions on the route"), lambda figures: figures.decisions),
    "route": RampRule(_("cells on the route"), lambda figures: figures.route),
    "walk": RampRule(_("steps of a random walk"), lambda figures: figures.walk),
}


def figures_of(puzzle: Puzzle, job: Job, *, walk: bool) -> Figures:
    """Make a maze and return its figures; raises what making it raises."""
    maze = puzzle.maze(job)
    lattice = maze.lattice
    size = f"{lattice.rows} × {lattice.columns}"
    if not (maze.entrance and maze.exits):
        return Figures(id_of(maze), size, lattice.cells)
    walls = without_gaps(maze)
    exits = {opening.cell for opening in maze.exits}
    route = shortest_route(lattice, walls, maze.entrance.cell, exits, job)
    steps = expected_steps(maze, job) if walk else None
    found = len(route) > 0
    decisions = decisions_on(lattice, walls, route) if found else None
    return Figures(id_of(maze), size, lattice.cells, len(route) or None, decisions, steps)


def value_of(rule: str, figures: Figures, number: int) -> float:
    """Return the figure of a rule; raises ``MazeError`` where a maze has none."""
    value = RULES[rule].value(figures)
    if value is None:
        text = _("Maze {number} has no route, and the ramp goes by {rule}.")
        raise MazeError(text.format(number=number, rule=RULES[rule].label))
    return value


def in_order(rule: str, figures: Sequence[Figures], first: int) -> list[int]:
    """Return the places of mazes from easy to hard, alike ones as they are.

    ``first`` is the number of the first one. Raises ``MazeError``.
    """
    values = [value_of(rule, each, first + place) for place, each in enumerate(figures)]
    return sorted(range(len(values)), key=values.__getitem__)
