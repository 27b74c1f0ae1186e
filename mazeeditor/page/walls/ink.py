r"""How much of a page the ink of walls takes: the box of what is drawn, not of where walls lead.

The corners of lines reach beyond the posts that they lead through, each in its own way::

      round       square end, mitre        cut off: a mitre four times as long as half a line
       .-.           +----- .               \ is no longer drawn
      ( o---         | o--   >  o----
       '-'           +----- '
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mazeeditor.page.curves import Places, directions_at, extremes_of, places_of
from mazeeditor.page.scene import Box, Polygons, Strokes

MITRE = 4.0  # half lines: longer points of corners are cut off, in all files
BEVEL = 2 / MITRE**2 - 1  # the cosine of the turn at which a corner is as long


def ink_box(items: Iterable[Strokes | Polygons]) -> Box | None:
    """Return the box in mm of all that some items cover, or None where there is nothing."""
    corners = [corner for item in items for corner in _corners_of(item) if len(corner)]
    if not corners:
        return None
    places = np.concatenate(corners)
    x, y = places.real, places.imag
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def _corners_of(item: Strokes | Polygons) -> list[Places]:
    """Return complex128[k] places in the ink, those farthest in each direction among them."""
    reached = np.concatenate([places_of(item.points), places_of(extremes_of(item))])
    if isinstance(item, Polygons):
        return [reached]
    half = item.width / 2
    if item.cap == "round" and item.corners == "round":
        return [reached + half * 1j**turn for turn in range(4)]
    extremes = places_of(extremes_of(item))
    return [*(extremes + half * 1j**turn for turn in range(4)), *_point(item, half)]


def _point(item: Strokes, half: float) -> list[Places]:
    """Return the corners of lines with square or no ends, and with the points of mitres."""
    places, (leave, arrive) = places_of(item.points), directions_at(item)
    sides = [
        places[at] + side * half * 1j * along[at]
        for at, along in ((leave != 0, leave), (arrive != 0, arrive))
        for side in (1, -1)
    ]
    if item.cap == "square":
        first = np.flatnonzero((leave != 0) & (arrive == 0))
        last = np.flatnonzero((leave == 0) & (arrive != 0))
        sides += [
            places[at] + half * out * (1 + side * 1j)
            for at, out in ((first, -leave[first]), (last, arrive[last]))
            for side in (1, -1)
        ]
    if item.corners == "miter":
        at = np.flatnonzero((leave != 0) & (arrive != 0))
        bend = leave[at] * arrive[at].conj()
        at, bend = at[bend.real > BEVEL], bend[bend.real > BEVEL]
        out = -1j * np.sign(bend.imag)  # the point lies on the other side than the bend
        sides.append(places[at] + half * out * (arrive[at] + leave[at]) / (1 + bend.real))
    return sides
