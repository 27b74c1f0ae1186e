r"""Strokes of an SVG as areas, and cut into dashes: where lines of one width cannot draw them.

::

    +------+.          a rectangle along each straight piece, what is missing outside of each
    |      | \         corner, and the ends; what they cover together is the stroke
    +------+  +
          /  /
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, cast

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.numbers import real
from mazeeditor.core.svg import Cap, Join
from mazeeditor.core.svg.area_union import RingArea, common_area
from mazeeditor.core.svg.geometry import UNIT, Matrix, PathLine, Points, View, length, place_points
from mazeeditor.core.translation import _, printable
from mazeeditor.core.work import Work

USUAL_LIMIT = 4.0  # half widths that the tip of a corner is away at the most
SIDES = 48  # of a round end
SMOOTH_RADIANS = 0.1  # radians: corners within flattened curves, which are as good as mitred
MOST_DASHES = 20_000
LINE, POINT, DASH = 120, 5, 40  # steps of work: a line, a point of one, a dash
POINTS = 100  # of a line in which a step of work finds a dash


class StrokePen(NamedTuple):
    """How lines are drawn: their width, ends and corners, and the longest tip in half widths."""

    width: float
    cap: Cap = "round"
    join: Join = "round"
    limit: float = USUAL_LIMIT

    @property
    def usual(self) -> bool:
        """Whether tips are cut off where pages cut them off too."""
        return self.join != "miter" or self.limit == USUAL_LIMIT


def pen_of(style: Mapping[str, str], width: float) -> StrokePen:
    """Return the pen of a style; raises ``UsageError`` and ``ValueError``."""
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    if cap not in ("butt", "round", "square") or join not in ("miter", "round", "bevel"):
        text = _("it uses {what}, which is not understood: remove that, or make paths of it.")
        raise UsageError(text.format(what=printable(f"{cap} {join}"[:60])))
    limit = real(style["stroke-miterlimit"])
    if limit < 1:
        raise ValueError(style["stroke-miterlimit"][:40])
    return StrokePen(width, cast(Cap, cap), cast(Join, join), limit)


def stroke_pieces(lines: list[PathLine], pen: StrokePen, matrix: Matrix = UNIT) -> list[Points]:
    """Return rings that cover lines drawn with a pen, where a matrix places them."""
    pieces = [piece for line in lines for piece in _pieces(line, pen)]
    return [place_points(matrix, ring) for piece in pieces for ring in piece]


def stroke_area(
    lines: list[PathLine], pen: StrokePen, work: Work, matrix: Matrix = UNIT
) -> RingArea:
    """Return the area of lines drawn with a pen, of which no rings cross."""
    work.spend(LINE * len(lines) + sum(len(line.points) for line in lines) * POINT)
    return RingArea(common_area([[RingArea(stroke_pieces(lines, pen, matrix))]], work))


def _pieces(line: PathLine, pen: StrokePen) -> list[Points]:
    """Return rings float64[n, corners, 2], some of each kind."""
    half = pen.width / 2
    z = line.points[:, 0] + 1j * line.points[:, 1]
    if len(z) == 1:
        return [] if pen.cap == "butt" else [_rings(_ends(z, np.array([half + 0j]), pen))]
    closed = line.closed and len(z) > 1
    before, after = (z, np.roll(z, -1)) if closed else (z[:-1], z[1:])
    ahead = after - before
    before, after, ahead = before[ahead != 0], after[ahead != 0], ahead[ahead != 0]
    ahead = ahead * (half / np.abs(ahead))
    aside = ahead * 1j
    parts = [np.stack([before + aside, before - aside, after - aside, after + aside], axis=1)]
    u, v, p = (ahead, np.roll(ahead, -1), after) if closed else (ahead[:-1], ahead[1:], after[:-1])
    parts.append(_corners(p, u, v, pen))
    if pen.join == "round":
        parts.append(_discs(p[np.abs(np.angle(v / u)) > SMOOTH_RADIANS], half))
    if not closed and pen.cap != "butt":
        tips = np.array([before[0], after[-1]])
        parts.append(_ends(tips, np.array([ahead[0], ahead[-1]]), pen))
    return [_rings(part) for part in parts if len(part)]


def _rings(places: Points) -> Points:
    """Return rings float64[n, corners, 2] of complex128[n, corners], all in one direction."""
    others = np.roll(places, -1, axis=1)
    turned = (places.conj() * others).imag.sum(axis=1) < 0
    places = np.where(turned[:, None], places[:, ::-1], places)
    return np.stack([places.real, places.imag], axis=2)


def _discs(places: Points, half: float) -> Points:
    turn = np.exp(2j * np.pi * np.arange(SIDES) / SIDES)
    result: Points = places[:, None] + half * turn
    return result


def _ends(tips: Points, ahead: Points, pen: StrokePen) -> Points:
    """Return a disc or square around each end of a line."""
    if pen.cap == "round":
        return _discs(tips, pen.width / 2)
    corners = np.array([1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j])
    result: Points = tips[:, None] + ahead[:, None] * corners
    return result


def _corners(p: Points, u: Points, v: Points, pen: StrokePen) -> Points:
    """Return what is missing outside of bends at ``p`` from direction ``u`` to ``v``."""
    half = pen.width / 2
    turn = (u.conj() * v).real / half**2
    right = (u.conj() * v).imag > 0
    out = np.where(right, -1j, 1j)
    a, b = out * u, out * v
    stretch = 1.0 / np.maximum(1.0 + turn, 1e-9)
    limit = pen.limit if pen.join == "miter" else 1.0
    tip = (a + b) * np.where(stretch <= limit**2 / 2, stretch, 0.5)
    return np.stack([p, p + a, p + tip, p + b], axis=1)


def pattern_of(style: Mapping[str, str], view: View | None) -> list[float]:
    """Return dashes and gaps, none for a whole line; raises ``ValueError``."""
    text = style["stroke-dasharray"].strip()
    if text == "none":
        return []
    sizes = [length(word, view) for word in re.split(r"[\s,]+", text) if word]
    if min(sizes, default=0.0) < 0:
        raise ValueError(text[:40])
    return sizes if sum(sizes) > 0 else []


def dash_lines(
    lines: list[PathLine], pattern: list[float], offset: float, work: Work
) -> list[PathLine]:
    """Return the dashes of lines: dash, gap, dash, ... from the beginning of each.

    Raises ``UsageError`` where there are too many, and ``TooMuchWorkError``.
    """
    pattern = pattern * (1 + len(pattern) % 2)
    period = sum(pattern)
    result: list[PathLine] = []
    for line in lines:
        points = np.concatenate([line.points, line.points[:1]]) if line.back else line.points
        sizes = np.hypot(*np.diff(points, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(sizes)])
        if along[-1] / period * len(pattern) / 2 + len(result) > MOST_DASHES:
            text = _("it has lines of more than {most:,} dashes.")
            raise UsageError(text.format(most=MOST_DASHES))
        work.spend(len(points) + len(pattern))
        spans = _spans(float(along[-1]), pattern, offset)
        work.spend(len(spans) * (DASH + len(points) / POINTS))
        parts = [_part(points, along, *span) for span in spans]
        if line.closed and len(parts) > 1 and spans[0][0] == 0 and spans[-1][1] == along[-1]:
            parts[0] = np.concatenate([parts.pop(), parts[0][1:]])
        elif line.closed and spans == [(0.0, float(along[-1]))]:
            result.append(line)
            continue
        result += [PathLine(part, closed=False, back=False) for part in parts]
    return result


def _spans(end: float, pattern: list[float], offset: float) -> list[tuple[float, float]]:
    """Return where dashes begin and end, from 0 to the length of a line."""
    period = sum(pattern)
    spans: list[tuple[float, float]] = []
    at = -(offset % period)
    while at < end:
        for dash, gap in zip(pattern[::2], pattern[1::2], strict=True):
            begin, until = max(at, 0.0), min(at + dash, end)
            if at + dash >= 0 and begin <= until and begin < end:
                if dash > 0 and spans and spans[-1][1] == begin:  # there is no gap
                    begin = spans.pop()[0]
                if until > begin or dash == 0:
                    spans.append((begin, until))
            at += dash + gap
    return spans


def _part(points: Points, along: Points, begin: float, end: float) -> Points:
    """Return the points of a line from one distance along it to another."""
    ends = np.stack([np.interp([begin, end], along, axis) for axis in points.T], axis=1)
    if begin == end:  # a dot, which runs the same way: so does a square end
        tiny = float(along[-1]) * 1e-6
        reach = [max(begin - tiny, 0.0), min(begin + tiny, float(along[-1]))]
        return np.stack([np.interp(reach, along, axis) for axis in points.T], axis=1)
    inner = points[(along > begin) & (along < end)]
    return np.concatenate([ends[:1], inner, ends[1:]])


def with_ends(line: PathLine) -> PathLine:
    """Return a line that leads back but does not say so with its two ends."""
    if line.closed or not line.back:
        return line
    return PathLine(np.concatenate([line.points, line.points[:1]]), closed=False, back=False)


def is_long(line: PathLine, pen: StrokePen) -> bool:
    return len(line.points) > 1 and bool(np.ptp(line.points, axis=0).max() > pen.width / 50)
