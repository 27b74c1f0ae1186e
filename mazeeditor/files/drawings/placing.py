"""Lattices on which the lines of a drawing may lie: their shape and sizes, and where they are.

::

    lines --- direction ---> turned upright --- spacing ---> cells --- extent ---> rows, columns

Every guess is only tried: how well the lines fit decides (``fitting.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import numpy as np

from mazeeditor.files import Expected
from mazeeditor.files.drawings.combs import Comb, combs_of, direction_of
from mazeeditor.files.drawings.line_drawing import Segments
from mazeeditor.maze.geometry import Numbers, Points
from mazeeditor.maze.lattice import MAX_ROWS
from mazeeditor.maze.shapes import hexagonal, polar, triangular

MIN_DIRECTION = 0.4  # of ``direction_of``: lines run in the directions of a lattice
LEANING = 0.26  # sine: how far a line may be off its direction
UNEVEN = 0.03  # difference of the sides of cells that count as equal
MOST_CELLS = 4_000_000
DOT = 2e-4  # of the extent of all lines: shorter ones are dots
MOST_DOTS = 9  # steps of dots along a wall that are tried
WHOLE_TOLERANCE_CELLS = 0.12  # cells: how far a size may be off a whole number


@dataclass(frozen=True, eq=False)
class Placing:
    """A shape with its ``parameters``, and where it lies: cells = (turned - origin) / scale.

    ``angle`` in radians turns the drawing; ``origin`` and ``scale`` float64[2] are in its units.
    """

    shape: str
    parameters: dict[str, Any]
    angle: float
    origin: Points
    scale: Points

    def place(self, points: Points) -> Points:
        """Return points float64[k, 2] of the drawing in cells."""
        result: Points = (turn(points, self.angle) - self.origin) / self.scale
        return result

    @property
    def cells(self) -> int:
        """About how many cells it has."""
        if self.shape == "polar":
            rings, hole = self.parameters["rings"], self.parameters["hole"]
            return int(3.5 * ((rings + hole) ** 2 - (hole**2 if hole > 1 else -hole)))
        share = 0.75 if self.parameters.get("outline", "rectangle") != "rectangle" else 1.0
        return int(self.parameters["rows"] * self.parameters["columns"] * share)


def turn(points: Points, angle: float) -> Points:
    """Return points float64[k, 2] turned, so that lines of that ``angle`` become level."""
    turn = np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])
    result: Points = points @ turn
    return result


def placings_of(segments: Segments, expected: Expected) -> Iterator[Placing]:
    """Yield the lattices on which lines may lie."""
    if not len(segments.begin):
        return
    for found in _all(segments):
        known = expected.cells
        sizes = found.parameters.get("rows"), found.parameters.get("columns")
        if known is not None and found.shape != "polar" and sizes != known:
            continue
        if found.cells <= MOST_CELLS:
            yield found


def _all(segments: Segments) -> Iterator[Placing]:
    dots = are_dots(segments)
    angle, clear = direction_of(segments, 4)
    if clear >= MIN_DIRECTION or dots:
        yield from _squares(segments, angle)
    angle, clear = direction_of(segments, 6)
    if clear >= MIN_DIRECTION or dots:
        for turn in (0.0, pi / 6):
            yield from _sixfold(segments, angle + turn)
    yield from _rings(segments)


def are_dots(segments: Segments) -> bool:
    """Whether all lines are so short that they have no direction."""
    points = np.concatenate([segments.begin, segments.end])
    return bool(segments.lengths.max() <= DOT * float(np.ptp(points, axis=0).max()))


def _leaning(step: Points, normal: tuple[float, float]) -> Numbers:
    """Return how far each step leans to a direction, the sine of the angle; dots do not."""
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-300)
    result: Numbers = np.abs(step @ np.array(normal)) / length
    return result


def _combs_along(segments: Segments, normal: tuple[float, float]) -> list[Comb]:
    """Return the spacings of the lines that run across a direction."""
    step = segments.end - segments.begin
    level = _leaning(step, normal) <= LEANING
    middle = ((segments.begin + segments.end) / 2)[level] @ np.array(normal)
    length = np.hypot(step[level, 0], step[level, 1])
    if are_dots(segments):
        extent = float(np.ptp(middle)) if len(middle) else 0.0
        return [
            Comb(one.start, one.pitch * times, one.teeth // times)
            for one in combs_of(middle, np.full(len(length), extent))
            for times in range(1, MOST_DOTS)
            if one.teeth % times == 0
        ]
    return combs_of(middle, length)


def _squares(segments: Segments, angle: float) -> Iterator[Placing]:
    """Yield the grids of squares, or of oblongs, of lines that run in two directions."""
    level = Segments(turn(segments.begin, angle), turn(segments.end, angle))
    across, down = _combs_along(level, (1.0, 0.0)), _combs_along(level, (0.0, 1.0))
    across, down = [one for one in across if one.teeth], [one for one in down if one.teeth]
    for x, y in _pairs(level, across, down):
        rows, columns = y.teeth, x.teeth
        if 0 < rows <= MAX_ROWS and 0 < columns <= MAX_ROWS:
            yield Placing(
                "rectangular",
                {"rows": rows, "columns": columns},
                angle,
                np.array([x.start, y.start]),
                np.array([x.pitch, y.pitch]),
            )


def _pairs(level: Segments, across: list[Comb], down: list[Comb]) -> Iterator[tuple[Comb, Comb]]:
    """Yield spacings of columns and rows, even ones first."""
    every = [(x, y) for x in across for y in down]
    if are_dots(level):  # these have many spacings
        every = [(x, y) for x, y in every if abs(x.pitch - y.pitch) <= UNEVEN * x.pitch]
    every.sort(key=lambda pair: abs(pair[0].pitch - pair[1].pitch) > UNEVEN * pair[0].pitch)
    yield from every
    low = np.minimum(level.begin, level.end).min(axis=0)
    high = np.maximum(level.begin, level.end).max(axis=0)
    for one in across:  # a single row has lines on two heights at the most
        count = max(1, round(float(high[1] - low[1]) / one.pitch))
        yield one, Comb(float(low[1]), one.pitch, count)
    for one in down:
        count = max(1, round(float(high[0] - low[0]) / one.pitch))
        yield Comb(float(low[0]), one.pitch, count), one


def _sixfold(segments: Segments, angle: float) -> Iterator[Placing]:
    """Yield hexagons and triangles of lines that run in three directions, one of them level."""
    upright = angle - round(angle / (pi / 3)) * (pi / 3)
    for third in (0.0, pi / 3, -pi / 3):
        level = Segments(turn(segments.begin, upright + third), turn(segments.end, upright + third))
        points = np.concatenate([level.begin, level.end])
        low, high = points.min(axis=0), points.max(axis=0)
        for comb in _combs_along(level, (0.0, 1.0)):
            yield from _triangles(upright + third, comb, low, high)
        for comb in _combs_along(level, (1.0, 0.0)):
            yield from _hexagons(upright + third, comb, low, high)


def _triangles(angle: float, rows: Comb, low: Points, high: Points) -> Iterator[Placing]:
    scale = rows.pitch / triangular.PITCH
    if rows.teeth < 1:
        return
    wide = float(high[0] - low[0]) / scale / triangular.HALF_SIDE
    above = max(0, round((rows.start - float(low[1])) / rows.pitch))  # rows without a level line
    end = rows.start + rows.teeth * rows.pitch
    count = rows.teeth + max(0, round((float(high[1]) - end) / rows.pitch))
    for up in (above, above + 1):  # a row more above, which a mask may have left out
        for left in (0, 1):
            columns = round(wide) - 1 + left
            if not 0 < columns <= MAX_ROWS or count + up > MAX_ROWS:
                continue
            origin = np.array(
                [float(low[0]) - left * triangular.HALF_SIDE * scale, rows.start - up * rows.pitch]
            )
            sizes: dict[str, Any] = {"rows": count + up, "columns": columns}
            for outline in ("rectangle", "triangle"):
                if outline == "triangle" and (columns < 2 * sizes["rows"] - 1 or left):
                    continue
                if outline == "rectangle" and columns == 1 and sizes["rows"] > 2:
                    continue
                yield Placing(
                    "triangular", sizes | {"outline": outline}, angle, origin, np.full(2, scale)
                )


def _hexagons(angle: float, half: Comb, low: Points, high: Points) -> Iterator[Placing]:
    """Yield hexagons whose upright sides are half a cell apart, or a cell in a single row."""
    for scale in (2 * half.pitch, half.pitch):
        wide = float(high[0] - low[0]) / scale
        tall = (float(high[1] - low[1]) / scale - hexagonal.SIDE / 2) / hexagonal.PITCH
        if abs(tall - round(tall)) > 2 * WHOLE_TOLERANCE_CELLS or not 0 < round(tall) <= MAX_ROWS:
            continue
        for up in (0, 1):
            for left in (0.0, 0.5):
                rows, columns = round(tall) + up, int(np.floor(wide + left + WHOLE_TOLERANCE_CELLS))
                if not 0 < columns <= MAX_ROWS or rows > MAX_ROWS:
                    continue
                origin = np.array(
                    [
                        float(low[0]) - left * scale,
                        float(low[1]) - up * hexagonal.PITCH * scale,
                    ]
                )
                sizes: dict[str, Any] = {"rows": rows, "columns": columns}
                for outline in ("rectangle", "hexagon"):
                    if outline == "hexagon" and (up or left or rows // 2 >= columns):
                        continue
                    yield Placing(
                        "hexagonal", sizes | {"outline": outline}, angle, origin, np.full(2, scale)
                    )


def _rings(segments: Segments) -> Iterator[Placing]:
    """Yield rings around the middle of all lines, as far apart as the circles are."""
    points = np.concatenate([segments.begin, segments.end])
    low, high = points.min(axis=0), points.max(axis=0)
    wide, tall = (high - low).tolist()
    if not 0 < tall <= 1.15 * wide or not wide <= 1.15 * tall:
        return
    for centre in _centres(segments, (low + high) / 2):
        step = segments.end - segments.begin
        away = (segments.begin + segments.end) / 2 - centre
        radius = np.hypot(away[:, 0], away[:, 1])
        length = np.hypot(step[:, 0], step[:, 1])
        along = np.abs((step * away).sum(-1)) <= LEANING * 1.5 * length * radius
        # a chord lies a little nearer to the middle than its arc
        radius = np.where(along, np.hypot(radius, length / np.sqrt(12)), radius)
        dots = are_dots(segments)
        weight = np.full(len(length), wide) if dots else length
        times = range(1, MOST_DOTS) if dots else (1,)
        for comb in combs_of(np.r_[0.0, radius[along]], np.r_[1e-9, weight[along]]):
            for each in times:
                wider = Comb(comb.start, comb.pitch * each, comb.teeth // each)
                yield from _of_comb(wider, centre, float(np.median([wide, tall])))


def _of_comb(comb: Comb, centre: Points, size: float) -> Iterator[Placing]:
    inner = round(comb.start / comb.pitch)
    outer = inner + comb.teeth
    scale = (comb.start + comb.teeth * comb.pitch) / max(outer, 1)
    if not 1 <= outer <= polar.MOST_RINGS or abs(2 * outer * scale - size) > 0.5 * scale:
        return
    for hole in dict.fromkeys((0, inner)):
        yield Placing(
            "polar",
            {"rings": outer - hole, "hole": hole},
            0.0,
            centre - outer * scale,
            np.full(2, scale),
        )


def _centres(segments: Segments, middle: Points) -> Iterator[Points]:
    """Yield where the middle of the rings is: nearest to the bisectors of chords, and to spokes.

    Least squares: of a line with the unit vector u, across a circle of which it is a chord, the
    middle lies on its bisector, and on itself where it is a spoke.
    """
    step = segments.end - segments.begin
    length = np.hypot(step[:, 0], step[:, 1])
    real = length > 0
    unit = step[real] / length[real, None]
    at, weight = ((segments.begin + segments.end) / 2)[real], length[real]
    centre = middle
    for _round in range(4):
        away = centre - at
        far = np.hypot(away[:, 0], away[:, 1])
        spoke = np.abs((unit * away).sum(-1)) > 0.8 * far
        chord = np.abs((unit * away).sum(-1)) < 0.4 * far
        normal = np.where(spoke[:, None], np.stack([-unit[:, 1], unit[:, 0]], -1), unit)
        used = (spoke | chord) * weight
        matrix = (normal * used[:, None]).T @ normal
        if abs(np.linalg.det(matrix)) < 1e-9 * max(float(np.trace(matrix)) ** 2, 1e-300):
            break
        right = (normal * (used * (normal * at).sum(-1))[:, None]).sum(0)
        centre = np.linalg.solve(matrix, right)
    yield centre
    if np.abs(centre - middle).max() > 1e-9:
        yield middle
