r"""A line through rings: it goes round half way between two walls, and straight in or out.

::

      ___----___          from a cell to one farther out: round until below the middle of that
     |  .-->--. |         cell, then out. Where it goes on within the ring it never turns back
     |_/__||___\|         to the middle of a cell first
       |  ||

Places are kept as distance from the hub, the centre of all rings, and angle around it in radians,
x towards y, which is clockwise as seen.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.drawing.scene import Numbers, Points
from mazeeditor.maze.arcs import centres
from mazeeditor.maze.lattice import Lattice

SAME = 1e-6  # cells


def hub_of(lattice: Lattice, cell: int) -> Points | None:
    """Return the centre of the rings in cells, where the walls of ``cell`` tell of any."""
    _, walls = lattice.walls_of(np.array([cell]))
    bulges = lattice.geometry.bulges(walls)
    arcs = np.flatnonzero(bulges)[:1]
    if not len(arcs):
        return None
    ends = lattice.geometry.post_positions(lattice.geometry.posts(walls[arcs]))
    hub: Points = centres(ends, bulges[arcs])[0]
    return hub


def round_about(hub: Points, places: Points) -> tuple[Points, Numbers]:
    """Return the points and bulges of the line through ``places`` float64[k, 2], k > 0.

    They are the middles of cells, and at the ends perhaps of outer walls; each is beside the one
    before, farther in, or farther out.
    """
    away = places - hub
    distance, angle = np.hypot(away[:, 0], away[:, 1]), np.arctan2(away[:, 1], away[:, 0])
    for middle in np.flatnonzero(distance < SAME).tolist():  # as if seen on the way there
        angle[middle] = angle[max(middle - 1, 0)]
    rings, turns = _corners(distance, angle)
    return _drawn(hub, *_without_idle(rings, turns))


def _corners(distance: Numbers, angle: Numbers) -> tuple[Numbers, Numbers]:
    """Return distance and angle where the line begins, changes its ring, and ends."""
    before, after = distance[:-1], distance[1:]
    level = np.abs(after - before) < SAME
    # the way in or out lies over the middle of the outer of the two
    across = np.where(after > before, angle[1:], angle[:-1])
    first_turn = np.where(level, 0.0, _wrapped(across - angle[:-1]))
    last_turn = np.where(level, _wrapped(np.diff(angle)), _wrapped(angle[1:] - across))
    total = angle[0] + np.concatenate([[0.0], np.cumsum(first_turn + last_turn)])
    change = np.flatnonzero(~level)
    turns = (total[:-1] + first_turn)[change]
    rings = np.stack([before[change], after[change]], axis=-1).ravel()
    return (
        np.concatenate([distance[:1], rings, distance[-1:]]),
        np.concatenate([total[:1], np.repeat(turns, 2), total[-1:]]),
    )


def _wrapped(angles: Numbers) -> Numbers:
    """Return angles from -pi to pi."""
    result: Numbers = (angles + np.pi) % (2 * np.pi) - np.pi
    return result


def _without_idle(rings: Numbers, turns: Numbers) -> tuple[Numbers, Numbers]:
    """Return the corners without those that repeat, and those on the way straight in or out."""
    moved = np.hypot(np.diff(rings), np.diff(turns) * rings[1:]) > SAME
    keep = np.concatenate([[True], moved])
    rings, turns = rings[keep], turns[keep]
    steps = np.sign(np.diff(rings)) * (np.abs(np.diff(rings)) > SAME)
    keep = np.ones(len(rings), np.bool_)
    keep[1:-1] = (steps[:-1] != steps[1:]) | (steps[1:] == 0)
    return rings[keep], turns[keep]


def _drawn(hub: Points, rings: Numbers, turns: Numbers) -> tuple[Points, Numbers]:
    """Return the points in cells, and the bulges; no arc is more than half a circle."""
    level = np.abs(np.diff(rings)) < SAME
    sweeps = np.append(np.where(level, np.diff(turns), 0.0), 0.0)
    pieces = np.maximum(np.ceil(np.abs(sweeps) / np.pi - SAME), 1).astype(np.int64)
    corner = np.repeat(np.arange(len(rings)), pieces)
    step = np.arange(len(corner)) - (np.cumsum(pieces) - pieces)[corner]
    sweep = (sweeps / pieces)[corner]
    angle = turns[corner] + step * sweep
    points = hub + rings[corner, None] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return points, -np.tan(sweep / 4)
