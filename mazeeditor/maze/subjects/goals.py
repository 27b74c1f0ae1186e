"""Several goals: exits far apart, each with one route to it, of which the first is the right one.

Which one that is, a riddle on the page tells (``page/tokens/riddle.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _, count
from mazeeditor.maze.completing import Growth, grown_tree
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import below, seeded
from mazeeditor.maze.search.search import breadth_first, fresh, route_to, without_gaps
from mazeeditor.maze.subjects import SubjectState, subject
from mazeeditor.maze.subjects.border import ALL_SHAPES, border_of, far_place
from mazeeditor.maze.walls import free_walls

MAX_GOALS = 12
MAX_TRIES = 100  # until a place is found that has no opening yet


def _look(maze: Maze, job: Job, *, goals: int) -> SubjectState:
    """Return how many goals are missing; whether a route leads to each the verdict says."""
    job.check()
    lost, missing = "", goals - len(maze.exits)
    if missing > 0:
        lost = _("The maze has lost {goals}.").format(goals=count(missing, "goal", "goals"))
    return SubjectState(lost, {"goals": len(maze.exits)}, np.empty(0, np.int64))


def _mend(maze: Maze, job: Job, *, goals: int) -> Maze:
    """Return a maze with as many goals as there were; raises ``UsageError`` for no room."""
    job.check()
    result = maze.copy()
    _add_goals(result, goals, seeded(0))
    return result


def _page(_maze: Maze, **_options: Any) -> Mapping[str, Any]:
    return {"along": "riddle"}


@subject(
    "goals",
    _("Several goals, one is right"),
    order=60,
    look=_look,
    mend=_mend,
    page=_page,
    sets=("along",),
    masked=True,
    shapes=ALL_SHAPES,
)
def goals_maze(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    goals: Annotated[
        int,
        Label(_("How many")),
        Between(2, MAX_GOALS),
        _("number of exits, of which a riddle tells the right one"),
    ] = 3,
) -> Maze:
    """Several exits with a route to each: a riddle on the page tells which one is right."""
    walls, random = grown_tree(growth, lattice, free_walls(lattice, job=job), job)
    maze = Maze(lattice, walls, lattice.first)
    _add_goals(maze, goals, random)
    exits, last = maze.exits, _not_passing_others(maze, job)
    right = last[below(random, len(last))]
    maze.set_openings(maze.entrance, (exits[right], *exits[:right], *exits[right + 1 :]))
    return maze


def _not_passing_others(maze: Maze, job: Job) -> list[int]:
    """Return which exits have a route that passes no other one; all where each does."""
    lattice, parents = maze.lattice, fresh(maze.lattice)
    breadth_first(lattice, without_gaps(maze), parents, lattice.first.cell, job, whole=True)
    cells = np.array([each.cell for each in maze.exits], np.int64)
    routes = [route_to(lattice, parents, cell, job) for cell in cells.tolist()]
    passed = [np.count_nonzero(np.isin(cells, route)) for route in routes]
    return [number for number, each in enumerate(passed) if each == 1] or list(range(len(cells)))


def _add_goals(maze: Maze, goals: int, random: I64) -> None:
    """Add exits until there are so many, in cells without an opening; raises ``UsageError``."""
    border = border_of(maze.lattice)
    for _try in range(MAX_TRIES * goals):
        if len(maze.exits) >= goals:
            return
        place = border.opening(far_place(border, maze, random), maze.lattice)
        if place.cell not in {each.cell for each in maze.openings}:
            maze.set_openings(maze.entrance, (*maze.exits, place))
    if len(maze.exits) < goals:
        text = _("This maze has no room for {goals} goals: ask for fewer, or make it larger.")
        raise UsageError(text.format(goals=goals))
