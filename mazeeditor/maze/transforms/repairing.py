"""Repair: changes the fewest walls so that the maze is perfect, solvable or whole again."""

from __future__ import annotations

from typing import Annotated, Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, OneOf, OnlyWhere
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import LARGEST
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import GOALS, MEMORY, find_repair
from mazeeditor.maze.transforms import Seed, transform

WITH_LOOPS = "perfect"
ONLY_PERFECT = OnlyWhere(
    lambda values: values["goal"] == WITH_LOOPS, _("Only where Goal is perfect."), hidden=True
)


@transform("repair", _("Repair"), order=6, memory=MEMORY, live=True)
def repair(
    maze: Maze,
    job: Job,
    *,
    goal: Annotated[
        str, OneOf(lambda: GOALS.names()), _("what the maze is to be with the fewest changes")
    ] = WITH_LOOPS,
    loops: Annotated[
        int, Between(0, LARGEST), _("how many loops a perfect maze keeps or gets"), ONLY_PERFECT
    ] = 0,
    seed: Seed = None,
) -> Maze:
    """Change the fewest walls that make the maze perfect, solvable, one-route or unsealed.

    Locked walls stay. What was changed, and the fewest changes possible, is the note of the job.
    """
    if loops and goal != WITH_LOOPS:
        raise UsageError(_("Loops can be chosen only where the goal is perfect."))
    chosen: dict[str, Any] = {"loops": loops, "seed": seed}
    names = {option.name for option in GOALS[goal].options}
    own = {name: value for name, value in chosen.items() if name in names}
    result = find_repair(maze, goal, job=job, **own)
    job.note = _("Repair: {changes}").format(changes=result.text())
    return result.applied(maze)
