"""Rings around areas: how large these are, which are holes, and which areas clip them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazeeditor.page.drawings.area_union import RingArea
from mazeeditor.page.scene import Points

SAME = 1e-6  # of an area or a size
Clips = tuple[tuple[RingArea, ...], ...]  # what is shown lies in some area of each


def arranged(rings: list[Points], *, odd: bool) -> tuple[Points, ...]:
    """Return the outlines of an area; holes run against the rings around them.

    A ring that changes nothing, as the rule non-zero may have it, is left out.
    """
    turns = [1 if _signed_area(ring) > 0 else -1 for ring in rings]
    within = [[_is_in(ring[0], other) for other in rings] for ring in rings]
    depths = [0] * len(rings)
    kept = []
    for at, around in enumerate(within):
        outside = sum(turns[other] for other, holds in enumerate(around) if holds and other != at)
        if odd or (outside == 0) != (outside + turns[at] == 0):
            kept.append(at)
    for at in kept:
        depths[at] = sum(within[at][other] for other in kept if other != at)
    return tuple(
        rings[at] if (depths[at] % 2 == 0) == (turns[at] > 0) else rings[at][::-1] for at in kept
    )


def _signed_area(ring: Points) -> float:
    x, y = ring.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _is_in(point: Points, ring: Points) -> bool:
    """Whether a point lies in a ring: an odd number of sides is right of it."""
    x, y = point
    after = np.roll(ring, -1, axis=0)
    at = np.flatnonzero((ring[:, 1] <= y) != (after[:, 1] <= y))
    one, two = ring[at], after[at]
    across = one[:, 0] + (y - one[:, 1]) / (two[:, 1] - one[:, 1]) * (two[:, 0] - one[:, 0])
    return bool(np.count_nonzero(across > x) % 2)


def cutting(rings: list[Points], reach: float, clips: Clips) -> Clips:
    """Return the clips that do not hold all of some rings and what is ``reach`` around them."""
    low = np.min([ring.min(axis=0) for ring in rings], axis=0) - reach
    high = np.max([ring.max(axis=0) for ring in rings], axis=0) + reach
    room = SAME * float((high - low).max())

    def holds(areas: tuple[RingArea, ...]) -> bool:
        if len(areas) != 1 or len(areas[0].rings) != 1 or len(areas[0].rings[0]) != 4:
            return False
        box = areas[0].rings[0]
        along = np.roll(box, -1, axis=0) - box
        level = bool((np.abs(along).min(axis=1) <= room).all())
        inside = (box.min(axis=0) <= low + room).all() and (high - room <= box.max(axis=0)).all()
        return level and bool(inside)

    return tuple(areas for areas in clips if not holds(areas))


def size_of(rings: Sequence[Points]) -> float:
    """Return the area of rings, of which holes run against those around them."""
    return sum(map(_signed_area, rings))
