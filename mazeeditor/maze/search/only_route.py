"""The only route of a maze, cell by cell, and which cell of it each branch hangs from."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.blocks import cells_on_routes
from mazeeditor.maze.search.distances import UNREACHED, Sweep
from mazeeditor.maze.search.search import without_gaps


def only_route(maze: Maze, job: Job, what: str = "") -> list[int]:
    """Return the cells of the only route in order; raises ``UsageError`` for none or several.

    ``what`` is what needs one, things along the route where it is "".
    """
    what = what or _("Things along the route")
    if maze.entrance is None or not maze.exits:
        raise UsageError(_("{what} need an entrance and an exit.").format(what=what))
    sweep = Sweep(maze.lattice, without_gaps(maze))
    sweep.run(maze.entrance.cell, job)
    goals = [opening.cell for opening in maze.exits if sweep.distance[opening.cell] != UNREACHED]
    if not goals:
        raise UsageError(_("{what} need a route: this maze has none.").format(what=what))
    cell = min(goals, key=lambda goal: int(sweep.distance[goal]))
    route = [cell]
    while cell != maze.entrance.cell:
        cell = next(
            other
            for _slot, other in neighbours_of(maze, cell)
            if sweep.distance[other] == sweep.distance[cell] - 1
        )
        route.append(cell)
    if len(route) != np.count_nonzero(cells_on_routes(maze, job)):
        text = _("{what} need exactly one route: this maze has several.")
        raise UsageError(text.format(what=what))
    return route[::-1]


def neighbours_of(maze: Maze, cell: int) -> list[tuple[int, int]]:
    """Return the inside cells that a passage joins to a cell, each after the slot it is in."""
    lattice, shut = maze.lattice, int(maze.walls[cell])
    others = [
        (slot, lattice.neighbour(cell, slot))
        for slot in range(lattice.degree)
        if not shut >> slot & 1
    ]
    return [(slot, other) for slot, other in others if lattice.inside[other]]


def branches_of(maze: Maze, route: list[int]) -> dict[int, int]:
    """Return the cells off the route that can be reached, with the place that they branch off."""
    behind = {cell: place for place, cell in enumerate(route)}
    frontier = list(route)
    for cell in frontier:  # which grows
        for _slot, other in neighbours_of(maze, cell):
            if other not in behind:
                behind[other] = behind[cell]
                frontier.append(other)
    for cell in route:
        del behind[cell]
    return behind
