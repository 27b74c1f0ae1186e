"""Strokes and polygons as edges of areas, ready to be filled.

Around every area the edges run the same way, so areas that overlap add up and never cancel; holes
run the other way. Points are complex numbers here, x + y * 1j: turning one is a product.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.drawing.scene import Ids, Points, Polygons, Strokes

Places = NDArray[np.complex128]
MITRE = 4.0  # the point of a corner is this many half widths away at the most, as in SVG
ROUND = 16  # corners of a round end


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
    places, starts = _complex(polygons.points), polygons.starts
    after = np.arange(1, len(places) + 1)
    after[starts[1:] - 1] = starts[:-1]
    return _edges((places, places[after]))


def outline_of(polygons: Polygons) -> Strokes:
    """Return strokes along the rings, to thicken what is too thin to be seen."""
    closed = np.ones(len(polygons.starts) - 1, np.bool_)
    return Strokes(polygons.points, polygons.starts, closed, 0.0, polygons.colour)


def stroke_edges(strokes: Strokes, width: float) -> Edges:
    """Return the edges of strokes ``width`` mm wide: of their lines, corners and ends."""
    places = _complex(strokes.points)
    first, last, onward, begins = _lines(strokes)
    before, after = places[first], places[last]
    ahead = after - before
    ahead *= width / 2 / np.abs(ahead)
    if strokes.cap == "round":
        return joined(_around(*_rectangles(before, after, ahead)), _around(*_discs(places, width)))
    corners = _corners(after, ahead, onward)
    before = before - np.where(begins, ahead, 0)
    after = after + np.where(onward < 0, ahead, 0)
    return joined(_around(*_rectangles(before, after, ahead)), _around(*corners))


def _complex(points: Points) -> Places:
    return np.ascontiguousarray(points, np.float64).view(np.complex128).ravel()


def _lines(strokes: Strokes) -> tuple[Ids, Ids, Ids, NDArray[np.bool_]]:
    """Return, for each line, its two points, the line that follows it or -1, and what begins.

    The last is bool[k]: whether the line begins an open stroke. Points that repeat make no line.
    """
    points, starts, closed = strokes.points, strokes.starts, strokes.closed
    after = np.arange(1, len(points) + 1)
    after[starts[1:] - 1] = np.where(closed, starts[:-1], -1)
    real = after >= 0  # the last point of an open stroke begins no line
    number = np.cumsum(real) - 1
    onward = np.where(real & real[after], number[after], -1)[real]
    begins = np.zeros(len(points), np.bool_)
    begins[starts[:-1]] = ~closed
    return np.flatnonzero(real), after[real], onward, begins[real]


def _rectangles(before: Places, after: Places, ahead: Places) -> list[Places]:
    """Return the corners round each line; ``ahead`` is half a width long."""
    aside = ahead * 1j
    return [before + aside, before - aside, after - aside, after + aside]


def _corners(after: Places, ahead: Places, onward: Ids) -> list[Places]:
    """Return the corners of what is missing outside of each bend.

    ::

        ----a--tip      p is the end of a line, a and b corners of the two rectangles,
            |  |        tip where their sides meet, unless that is too far away
        ----p--b
            |  |
    """
    bends = np.flatnonzero(onward >= 0)
    p, u, v = after[bends], ahead[bends], ahead[onward[bends]]
    half = np.abs(u)
    turn = u.conj() * v / half**2
    right = turn.imag > 0
    out = np.where(right, -1j, 1j)
    a, b = out * u, out * v
    stretch = 1.0 / np.maximum(1.0 + turn.real, 1e-9)
    tip = (a + b) * np.where(stretch <= MITRE**2 / 2, stretch, 0.5)
    return [p, p + np.where(right, a, b), p + tip, p + np.where(right, b, a)]


def _discs(places: Places, width: float) -> list[Places]:
    turns = np.exp(2j * np.pi * np.arange(ROUND) / ROUND) * width / 2
    return [places + turn for turn in turns]


def _around(*corners: Places) -> Edges:
    """Return the edges round shapes, given all their first corners, all their second ones..."""
    return _edges(*((corners[side - 1], corners[side]) for side in range(len(corners))))
