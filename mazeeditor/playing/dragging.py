r"""Follows the pointer through passages, and never through a wall.

::

    +---+---+---+
    | @ . . . ↘ |    The pointer may cut corners: a way counts where it is about as long as the
    +---+---+ . |    straight line (1.5 times: that allows any way that only goes there, and none
    |   |     P |    that goes around something), and short, so that a jump solves nothing.
    +   +   +---+
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot

import numpy as np

from mazeeditor.playing.walk import Walk

Point = tuple[float, float]
REACH = 6  # steps that are taken at once
DETOUR = 1.5  # how much longer than the straight line a way may be
FINE = 0.3  # cells between two looks at where the pointer came along


def follow(walk: Walk, start: Point, end: Point) -> bool:
    """Walk after a pointer that moved in a straight line, in cells; returns whether a step was."""
    before = walk.steps
    here = _middle(walk, walk.cell)
    last = None
    for x, y in _along(start, end):
        if hypot(x - here[0], y - here[1]) > REACH + 1:
            continue
        cell = walk.lattice.geometry.cell_at(x, y)
        if cell is None or cell == last:
            continue
        last = cell
        for slot in way_to(walk, cell):
            walk.step(slot)
        here = _middle(walk, walk.cell)
    return walk.steps > before


def way_to(walk: Walk, goal: int) -> list[int]:
    """Return the slots of the way that leads the player straight to a cell; empty without one."""
    lattice = walk.lattice
    beside = [lattice.neighbour(walk.cell, slot) for slot in range(lattice.degree)]
    if goal in beside:
        return [slot for slot in walk.ways(walk.cell) if beside[slot] == goal][:1]
    (x, y), (goal_x, goal_y) = _middle(walk, walk.cell), _middle(walk, goal)
    middles = lattice.geometry.centres(np.array([o for o in beside if lattice.inside[o]], np.int64))
    if not len(middles):
        return []
    pace = float(np.hypot(*(middles - (x, y)).T).mean())
    return _shortest(walk, goal, min(REACH, int(DETOUR * hypot(goal_x - x, goal_y - y) / pace)))


def _shortest(walk: Walk, goal: int, most: int) -> list[int]:
    """Return the slots of a shortest way of at most ``most`` steps, breadth first."""
    ways: dict[int, list[int]] = {walk.cell: []}
    edge = [walk.cell]
    for _step in range(most):
        beyond = []
        for cell in edge:
            for slot in walk.ways(cell):
                other = walk.lattice.neighbour(cell, slot)
                if other not in ways:
                    ways[other] = [*ways[cell], slot]
                    beyond.append(other)
        if goal in ways:
            return ways[goal]
        edge = beyond
    return []


def _along(start: Point, end: Point) -> Iterator[Point]:
    """Yield places on the line, the last of them its end."""
    count = max(1, ceil(hypot(end[0] - start[0], end[1] - start[1]) / FINE))
    for number in range(1, count + 1):
        share = number / count
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _middle(walk: Walk, cell: int) -> Point:
    x, y = walk.lattice.geometry.centres(np.array([cell], np.int64))[0]
    return float(x), float(y)
