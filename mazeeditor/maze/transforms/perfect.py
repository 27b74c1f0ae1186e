"""Repairs as transforms: perfect, and any goal with the fewest walls changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import OneOf, OnlyWhere, Option
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded
from mazeeditor.maze.repairs import BYTES_PER_CELL, GOALS, find_repair
from mazeeditor.maze.search.joining import divide, write_walls
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.transforms import Kept, Seed, transform


def goals_with(option: str) -> list[str]:
    return [entry.name for entry in GOALS if option in {each.name for each in entry.options}]


def options_of_goals() -> list[Option]:
    """Return the options of all goals but the seed, each for those that have it."""

    def holds(goals: list[str]) -> Callable[[Mapping[str, Any]], bool]:
        return lambda values: values["goal"] in goals

    known = {option.name: option for entry in reversed([*GOALS]) for option in entry.options}
    result = []
    for option in known.values():
        if option.name != "seed":
            goals = goals_with(option.name)
            reason = _("Only if Goal is {goals}.").format(goals=", ".join(goals))
            result.append(replace(option, only=OnlyWhere(holds(goals), reason, hidden=True)))
    return result


@transform(
    "repair", _("Repair"), order=6, memory=BYTES_PER_CELL, live=True, further=options_of_goals
)
def repair(
    maze: Maze,
    job: Job,
    *,
    goal: Annotated[
        str, OneOf(lambda: GOALS.names()), _("property that the maze gets by the fewest changes")
    ] = "perfect",
    symmetry: Kept = None,
    seed: Seed = None,
    **options: Any,
) -> Maze:
    """Change the fewest walls that make the maze perfect, solvable, one-route or unsealed.

    Locked walls stay. What was changed, and the fewest changes possible, is the note of the job.
    """
    own = {option.name for option in GOALS[goal].options}
    for option in options_of_goals():
        if option.name not in own and options.get(option.name, option.default) != option.default:
            text = _("{option} can be chosen only if the goal is {goals}.")
            goals = ", ".join(goals_with(option.name))
            raise UsageError(text.format(option=option.label, goals=goals))
    chosen = {name: value for name, value in {**options, "seed": seed}.items() if name in own}
    if symmetry is None:
        result = find_repair(maze, goal, job=job, **chosen)
    else:
        from mazeeditor.maze.transforms.symmetry.keeping import find_symmetric_repair

        result = find_symmetric_repair(maze, goal, symmetry, job=job, **chosen)
    after = result.applied(maze)
    job.note = _("Repair: {changes}").format(changes=result.text())
    return after


@transform("perfect", _("Perfect"), order=3, memory=20, local=True)
def perfect(maze: Maze, job: Job, *, symmetry: Kept = None, seed: Seed = None) -> Maze:
    """Close the fewest walls that leave no loop, open the fewest that leave no part alone.

    As many walls are closed as there are loops, and one less opened than there are components:
    closing a passage ends one loop at most, opening a wall joins two components at most. Which
    walls is random: they are taken in random order, as in Kruskal's algorithm (1956). Raises
    ``UsageError`` where locked walls stand against it.
    """
    if maze.locks is not None or symmetry is not None:
        return repair(maze, job, goal="perfect", symmetry=symmetry, seed=seed)
    lattice, random = maze.lattice, seeded(seed)
    walls = without_gaps(maze)
    areas = np.arange(lattice.size, dtype=np.int32)
    loops = divide(lattice, areas, ~walls, job, random=random).others
    write_walls(lattice, walls, loops, job, closed=True)
    needed = divide(lattice, areas, walls, job, random=random).joined
    write_walls(lattice, walls, needed, job, closed=False)
    return Maze(lattice, walls, maze.entrance, maze.exits)
