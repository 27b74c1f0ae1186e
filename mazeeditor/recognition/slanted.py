r"""Finds mazes of hexagons and of triangles in a picture, by the lines of two of three directions.

Walls of one direction lie on lines that are one pitch apart: half a cell for hexagons, one and a
half for triangles. Where lines of two directions cross, there is the middle of a cell or a post,
so two profiles, one of the picture turned by 60 degrees, say where all cells are::

      / \ / \          |  |  |            \  \  \
     |   |   |    =    |  |  |     and     \  \  \      and the third, which follows
      \ / \ / \
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, cos, pi, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.hexagonal import PITCH as HEXAGON_ROWS
from mazeeditor.maze.shapes.hexagonal import SIDE
from mazeeditor.maze.shapes.triangular import HALF_SIDE
from mazeeditor.maze.shapes.triangular import PITCH as TRIANGLE_ROWS
from mazeeditor.recognition.choices import Choices
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Darkness, Layer
from mazeeditor.recognition.lines import pitches_of, strokes_of
from mazeeditor.recognition.outlines import Bools
from mazeeditor.recognition.straightening import (
    Matrix,
    Points,
    edges_of,
    map_points,
    rotation,
    straighten,
)
from mazeeditor.recognition.wall_reading import WallReading, locate, read_walls, weigh_coverage

MIN_DIRECTION = 0.3  # of the directions of walls, 0 .. 1
MOST_CELLS = 1 << 17
MOST_PITCHES = 3
ALMOST = 0.85  # the fit of a lattice that needs no other to be tried
TOLERANCE_CELLS = 0.2  # cells: middles that are nearer are of one cell


@dataclass(frozen=True)
class Slanted:
    """What tells two shapes apart.

    ``normals`` are the degrees of the normals of two directions of walls. Lines are ``spacing``
    cells apart; where two cross is ``known``, in cells of the lattice, but for a shift by one of
    ``shifts``. ``period`` are the least shifts of the whole lattice, across and down.
    """

    shape: str
    outlines: tuple[str, ...]
    normals: tuple[float, float]
    spacing: float
    known: tuple[float, float]
    shifts: tuple[tuple[float, float], ...]
    period: tuple[float, float]
    row: float
    column: float
    turned: float  # radians by which a picture seems to be turned that is not


HEXAGONS = Slanted(
    "hexagonal",
    ("rectangle", "hexagon"),
    (0.0, 60.0),
    0.5,
    (0.5, SIDE),
    ((0.0, 0.0), (0.0, SIDE), (0.0, -SIDE)),  # lines cross in middles and in both kinds of posts
    (1.0, 2 * HEXAGON_ROWS),
    HEXAGON_ROWS,
    1.0,
    0.0,
)
TRIANGLES = Slanted(
    "triangular",
    ("rectangle", "triangle"),
    (90.0, 30.0),
    1.5,
    (HALF_SIDE, 0.0),
    ((0.0, 0.0),),
    (2 * HALF_SIDE, 2 * TRIANGLE_ROWS),
    TRIANGLE_ROWS,
    HALF_SIDE,
    pi / 6,
)


def read_hexagons(layer: Layer, choices: Choices, job: Job) -> Iterator[WallReading]:
    return _read(layer, HEXAGONS, choices, job)


def read_triangles(layer: Layer, choices: Choices, job: Job) -> Iterator[WallReading]:
    return _read(layer, TRIANGLES, choices, job)


def _read(layer: Layer, kind: Slanted, choices: Choices, job: Job) -> Iterator[WallReading]:
    edges = edges_of(layer.darkness)
    if edges is None:
        return
    angle, clear = edges.turn(6)
    angle = (angle - kind.turned + pi / 6) % (pi / 3) - pi / 6
    if clear < MIN_DIRECTION or (abs(angle) > pi / 12 and choices.shape is None):
        return
    matrix = rotation(angle, edges.width, edges.height) @ _to_middle(edges.width, edges.height)
    straight, onto = straighten(layer.darkness, matrix)
    strokes = strokes_of(straight, layer.threshold)
    if strokes is None:
        return
    for scale, origin in _origins(straight, layer.threshold, kind):
        job.check()
        readings = []
        for shift in kind.shifts:
            start = origin - np.array(shift) * scale
            reading = _reading(layer, straight, onto, kind, scale, start, strokes.thickness, job)
            if reading is not None:
                readings.append(reading)
                if reading.fit > ALMOST:
                    break
        if not readings:
            continue
        best = max(readings, key=lambda one: one.fit)
        final = _fit_outline(layer, best, kind, choices, job)
        if final is not None:
            yield weigh_coverage(final)


def _to_middle(width: float, height: float) -> Matrix:
    return np.array([[1.0, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])


def _origins(straight: Darkness, threshold: float, kind: Slanted) -> Iterator[tuple[float, Points]]:
    """Yield pixels a cell, and the pixel of a place where two lines cross."""
    first, second = (_lines(straight, threshold, degrees) for degrees in kind.normals)
    tried = 0
    for one, constant in first:
        for other, along in second:
            if abs(one / other - 1) > 0.02:
                continue
            normals = [(cos(radians(angle)), sin(radians(angle))) for angle in kind.normals]
            origin = np.asarray(np.linalg.solve(normals, [constant, along]), np.float64)
            yield (one + other) / 2 / kind.spacing, origin
            tried += 1
            if tried == MOST_PITCHES:
                return


def _lines(straight: Darkness, threshold: float, degrees: float) -> list[tuple[float, float]]:
    """Return pitches of the lines with a normal, and where the first of each is along it."""
    height, width = straight.shape
    matrix = rotation(radians(degrees), width, height) @ _to_middle(width, height)
    turned, onto = straighten(straight, matrix)
    strokes = strokes_of(turned, threshold)
    if strokes is None:
        return []
    counts = strokes.upright.sum(axis=0).astype(np.float64)
    normal = np.array([cos(radians(degrees)), sin(radians(degrees))])
    start = float(map_points(onto, np.zeros((1, 2)))[0] @ normal)
    return [(one.pitch, start + one.first) for one in pitches_of(counts, strokes.thickness)]


def _reading(
    layer: Layer,
    straight: Darkness,
    onto: Matrix,
    kind: Slanted,
    scale: float,
    origin: Points,
    thickness: float,
    job: Job,
) -> WallReading | None:
    """Return what is read with a lattice that covers all ink, the cells outside left out."""
    ink = straight > 0.5
    columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    low = (np.array([columns[0], rows[0]]) - origin) / scale + kind.known
    high = (np.array([columns[-1] + 1, rows[-1] + 1]) - origin) / scale + kind.known
    period = np.array(kind.period)
    begin = np.floor((low - [kind.column, kind.row]) / period) * period
    across = ceil((high[0] - begin[0]) / kind.column) + 2
    down = ceil((high[1] - begin[1]) / kind.row) + 1
    if not (across >= 2 and down >= 2 and across * down <= MOST_CELLS):
        return None
    lattice = build(kind.shape, rows=down, columns=across)
    place = origin + (begin - kind.known) * scale
    cell = np.array([[scale, 0, place[0]], [0, scale, place[1]], [0, 0, 1]])
    grid = GridMap(onto @ cell, lattice.geometry.width, lattice.geometry.height)
    thick = min(0.6, thickness / scale)
    grid, thick = locate(layer, lattice, grid, thick, job, ((0.15, 3),))
    return read_walls(layer, lattice, grid, thick, job)


def _fit_outline(
    layer: Layer, reading: WallReading, kind: Slanted, choices: Choices, job: Job
) -> WallReading | None:
    """Return the reading with the lattice that a maze of that outline has."""
    cells = np.flatnonzero(reading.inside).astype(np.int64)
    if len(cells) < 2:
        return None
    middles = reading.lattice.geometry.centres(cells)
    for lattice in _lattices(reading, kind, cells):
        if choices.cells not in (None, (lattice.rows, lattice.columns)):
            continue
        own = lattice.geometry.centres(lattice.inside_cells())
        shift = middles.min(axis=0) - own.min(axis=0)
        if len(own) == len(middles) and _cover_the_same(own + shift, middles):
            return _read_again(layer, reading, lattice, shift, None, job)
    places = reading.lattice.places(cells)
    (top, bottom), (left, right) = ((int(c.min()), int(c.max())) for c in places.T)
    top -= top % 2  # rows are shifted in turns
    left -= left % 2 if kind.shape == "triangular" else 0
    lattice = build(kind.shape, rows=bottom - top + 1, columns=right - left + 1)
    shift = np.array([left * kind.column, top * kind.row])
    inside = np.zeros(lattice.size, np.bool_)
    inside[lattice.row_starts[places[:, 0] - top] + places[:, 1] - left] = True
    return _read_again(layer, reading, lattice, shift, inside, job)


def _lattices(reading: WallReading, kind: Slanted, cells: NDArray[np.int64]) -> list[Lattice]:
    """Return the whole lattices that may have as many cells in as many rows."""
    rows, counts = np.unique(reading.lattice.places(cells)[:, 0], return_counts=True)
    result = []
    for outline in kind.outlines:
        sizes: dict[str, Any] = {"rows": len(rows), "columns": int(counts.max())}
        try:
            lattice = build(kind.shape, outline=outline, **sizes)
        except UsageError:
            continue
        if lattice.cells == len(cells):
            result.append(lattice)
    return result


def _cover_the_same(ones: Points, others: Points) -> bool:
    """Whether both are the same places, in any order."""
    keys = [
        {
            (round(x / TOLERANCE_CELLS), round(y / TOLERANCE_CELLS))
            for x, y in np.round(points, 2).tolist()
        }
        for points in (ones, others)
    ]
    near = sum(
        any((x + i, y + j) in keys[1] for i in (-1, 0, 1) for j in (-1, 0, 1)) for x, y in keys[0]
    )
    return near == len(keys[0])


def _read_again(
    layer: Layer,
    reading: WallReading,
    lattice: Lattice,
    shift: Points,
    inside: Bools | None,
    job: Job,
) -> WallReading:
    """Return what is read with another lattice, whose cells are known."""
    width, height = lattice.geometry.width, lattice.geometry.height
    grid = reading.grid.part(float(shift[0]), float(shift[1]), width, height)
    grid, thickness = locate(layer, lattice, grid, reading.thickness, job)
    known = lattice.inside.copy() if inside is None else inside
    return read_walls(layer, lattice, grid, thickness, job, known)
