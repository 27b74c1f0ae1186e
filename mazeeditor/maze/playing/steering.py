r"""Which passages a player means: arrow keys and the pointer, in cells of any shape.

::

     \ N /      A key means a passage within 45 degrees of it, so that behind it a wall is a wall,
    W  o  E     and each passage has a key. Where two fit, as the upper two of a hexagon, the arrow
     / S \      pressed before decides: Right and then Up leads to the upper right.

A drag is followed through passages, and never through a wall.

::

    +---+---+---+
    | @ . . . ↘ |    The pointer may cut corners: a path counts where it is about as long as the
    +---+---+ . |    straight line (1.5 times: that allows any path that only goes there, and none
    |   |     P |    that goes around something), and short, so that a jump solves nothing.
    +   +   +---+
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot

import numpy as np

from mazeeditor.maze.playing.walk import Walk

Point = tuple[float, float]
REACH = 6  # steps that are taken at once
DETOUR = 1.5  # how much longer than the straight line a path may be
SAMPLE_CELLS = 0.3  # cells between two looks at where the pointer came along
WIDTH = 0.7071  # the cosine of a little more than 45 degrees
LEAN = 0.45  # how much the arrow before counts: enough to choose among eight directions


class Steering:
    """Remembers the arrows pressed; directions are (dx, dy), x to the right and y down."""

    def __init__(self) -> None:
        self._lean = (0.0, 0.0)
        self._last = (0.0, 0.0)

    def slot(self, walk: Walk, dx: float, dy: float) -> int | None:
        """Return the passage that an arrow means where the player stands; None for a wall."""
        if (dx, dy) != self._last and dx * self._last[0] + dy * self._last[1] == 0:
            self._lean = self._last
        self._last = dx, dy
        cell, outward = walk.cell, walk.lattice.geometry.outward
        sides = {slot: outward(cell, slot) for slot in walk.passages(cell)}
        fitting = [slot for slot, (x, y) in sides.items() if x * dx + y * dy >= WIDTH]

        def agreement(slot: int) -> float:
            (x, y), (aside, along) = sides[slot], self._lean
            return x * (dx + LEAN * aside) + y * (dy + LEAN * along)

        return max(fitting, key=agreement, default=None)


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
        for slot in path_to(walk, cell):
            walk.step(slot)
        here = _middle(walk, walk.cell)
    return walk.steps > before


def path_to(walk: Walk, goal: int) -> list[int]:
    """Return the slots of the path that leads the player straight to a cell; empty without one."""
    lattice = walk.lattice
    neighbours = [lattice.neighbour(walk.cell, slot) for slot in range(lattice.degree)]
    if goal in neighbours:
        return [slot for slot in walk.passages(walk.cell) if neighbours[slot] == goal][:1]
    (x, y), (goal_x, goal_y) = _middle(walk, walk.cell), _middle(walk, goal)
    middles = lattice.geometry.centres(
        np.array([o for o in neighbours if lattice.inside[o]], np.int64)
    )
    if not len(middles):
        return []
    pace = float(np.hypot(*(middles - (x, y)).T).mean())
    return _shortest(walk, goal, min(REACH, int(DETOUR * hypot(goal_x - x, goal_y - y) / pace)))


def _shortest(walk: Walk, goal: int, most: int) -> list[int]:
    """Return the slots of a shortest path of at most ``most`` steps, breadth first."""
    paths: dict[int, list[int]] = {walk.cell: []}
    edge = [walk.cell]
    for _step in range(most):
        beyond = []
        for cell in edge:
            for slot in walk.passages(cell):
                other = walk.lattice.neighbour(cell, slot)
                if other not in paths:
                    paths[other] = [*paths[cell], slot]
                    beyond.append(other)
        if goal in paths:
            return paths[goal]
        edge = beyond
    return []


def _along(start: Point, end: Point) -> Iterator[Point]:
    """Yield places on the line, the last of them its end."""
    count = max(1, ceil(hypot(end[0] - start[0], end[1] - start[1]) / SAMPLE_CELLS))
    for number in range(1, count + 1):
        share = number / count
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _middle(walk: Walk, cell: int) -> Point:
    x, y = walk.lattice.geometry.centres(np.array([cell], np.int64))[0]
    return float(x), float(y)
