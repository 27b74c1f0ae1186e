"""Strokes and polygons as edges of areas, ready to be filled.

Around every area the edges run the same way, so areas that overlap add up and never cancel; holes
run the other way. Everything is straight here: ``curves.flattened`` makes it so. Points are complex
numbers, x + y * 1j: turning one is a product.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.drawing.curves import Places, closed_of, onward, places_of
from mazeeditor.drawing.scene import Ids, Numbers, Polygons, Strokes

MITRE = 4.0  # the point of a corner is this many half widths away at the most, as in SVG
ROUND = 16  # corners of a circle, for round ends and bends


@dataclass(frozen=True, eq=False)
class Edges:
    """Straight lines; ``before`` and ``after`` complex128[k] are where each begins and ends.

    Horizontal ones are left out: filling goes along rows and needs no others.
    """

    before: Places
    after: Places

    def scaled(self, factor: float) -> Edges:
        """Return the edges in another unit."""
        return Edges(self.before * factor, self.after * factor)


NOTHING = Edges(np.zeros(0, np.complex128), np.zeros(0, np.complex128))


def _edges(*sides: tuple[Places, Places]) -> Edges:
    """Return all sides that are not horizontal."""
    kept = [before.imag != after.imag for before, after in sides]
    return Edges(
        np.concatenate([before[keep] for (before, _), keep in zip(sides, kept, strict=True)]),
        np.concatenate([after[keep] for (_, after), keep in zip(sides, kept, strict=True)]),
    )


def joined(*parts: Edges) -> Edges:
    """Return the edges of all parts."""
    return Edges(
        np.concatenate([part.before for part in parts]),
        np.concatenate([part.after for part in parts]),
    )


def polygon_edges(polygons: Polygons) -> Edges:
    """Return the edges of all rings."""
    places = places_of(polygons.points)
    return _edges((places, places[onward(polygons.starts, closed_of(polygons))]))


def outline_of(polygons: Polygons) -> Strokes:
    """Return strokes along the rings, to thicken what is too thin to be seen."""
    return Strokes(polygons.points, polygons.starts, closed_of(polygons), 0.0, polygons.colour)


def stroke_edges(strokes: Strokes, width: float) -> Edges:
    """Return the edges of strokes ``width`` mm wide: of their lines, corners and ends."""
    places = places_of(strokes.points)
    first, last, follower, begins = _lines(strokes)
    before, after = places[first], places[last]
    ahead = after - before
    ahead *= width / 2 / np.abs(ahead)
    bends = np.flatnonzero(follower >= 0)
    p, u, v = after[bends], ahead[bends], ahead[follower[bends]]
    if strokes.cap == "round":
        stops = follower < 0
        dots = places[strokes.starts[:-1][np.diff(strokes.starts) == 1]]
        aside = np.full(len(dots), width / 2 + 0j)
        tips = np.concatenate([before[begins], after[stops], dots, dots])
        ways = np.concatenate([-ahead[begins], ahead[stops], aside, -aside])
        rounded = [_fans(p, u, np.angle(v / u)), _fans(tips, ways, np.full(len(tips), np.pi))]
        return joined(_around(*_rectangles(before, after, ahead)), *rounded)
    before = before - np.where(begins, ahead, 0)
    after = after + np.where(follower < 0, ahead, 0)
    return joined(_around(*_rectangles(before, after, ahead)), _around(*_corners(p, u, v)))


def _lines(strokes: Strokes) -> tuple[Ids, Ids, Ids, NDArray[np.bool_]]:
    """Return, for each line, its two points, the line that follows it or -1, and what begins.

    The last is bool[k]: whether the line begins an open stroke. Points that repeat make no line.
    """
    after = onward(strokes.starts, strokes.closed)
    real = after >= 0  # the last point of an open stroke begins no line
    number = np.cumsum(real) - 1
    follower = np.where(real & real[after], number[after], -1)[real]
    begins = np.zeros(len(after), np.bool_)
    begins[strokes.starts[:-1]] = ~strokes.closed
    return np.flatnonzero(real), after[real], follower, begins[real]


def _rectangles(before: Places, after: Places, ahead: Places) -> list[Places]:
    """Return the corners round each line; ``ahead`` is half a width long."""
    aside = ahead * 1j
    return [before + aside, before - aside, after - aside, after + aside]


def _corners(p: Places, u: Places, v: Places) -> list[Places]:
    """Return the corners of what is missing outside of each bend, from the way ``u`` to ``v``.

    ::

        ----a--tip      p is the end of a line, a and b corners of the two rectangles,
            |  |        tip where their sides meet, unless that is too far away
        ----p--b
            |  |
    """
    half = np.abs(u)
    turn = u.conj() * v / half**2
    right = turn.imag > 0
    out = np.where(right, -1j, 1j)
    a, b = out * u, out * v
    stretch = 1.0 / np.maximum(1.0 + turn.real, 1e-9)
    tip = (a + b) * np.where(stretch <= MITRE**2 / 2, stretch, 0.5)
    return [p, p + np.where(right, a, b), p + tip, p + np.where(right, b, a)]


def _fans(p: Places, u: Places, turns: Numbers) -> Edges:
    """Return the edges of what is missing outside of each bend where corners are round.

    ``u`` is half a width long and leads to ``p``, where the way turns by ``turns`` radians; half
    a circle makes an end.
    """
    start = u * np.where(turns > 0, -1j, 1j)
    pieces = np.maximum(np.ceil(np.abs(turns) / (2 * np.pi / ROUND) - 1e-6), 1)
    fans = [NOTHING]
    for count in range(1, ROUND // 2 + 1):
        some = pieces == count
        rim = [start[some] * np.exp(1j * turns[some] * step / count) for step in range(count + 1)]
        corners = np.stack([p[some], *(p[some] + each for each in rim)])
        left = turns[some] < 0
        corners[:, left] = corners[::-1, left]
        fans.append(_around(*corners))
    return joined(*fans)


def _around(*corners: Places) -> Edges:
    """Return the edges round shapes, given all their first corners, all their second ones..."""
    return _edges(*((corners[side - 1], corners[side]) for side in range(len(corners))))
