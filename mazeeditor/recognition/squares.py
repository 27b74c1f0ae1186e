"""Finds a maze of squares in a picture: turned, in perspective, with other things around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import MAX_ROWS
from mazeeditor.maze.shapes import build
from mazeeditor.recognition.choices import Choices, Guess
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Layer
from mazeeditor.recognition.ink_pieces import inside_frame, maze_area
from mazeeditor.recognition.lines import (
    Pitch,
    Strokes,
    extent_of,
    fit_pitch,
    pitches_of,
    strokes_of,
)
from mazeeditor.recognition.sharpening import sharpen
from mazeeditor.recognition.straightening import (
    Matrix,
    edges_of,
    map_points,
    straight_map,
    straighten,
)
from mazeeditor.recognition.wall_reading import (
    FEWEST_CELLS,
    WallReading,
    bounds,
    locate,
    read_walls,
)

GOOD = 0.8  # a fit for which no other grid is tried
LEAST_STROKES = 0.5  # cells of strokes that make a line
MOST_TRIED, MOST_PAIRS = 4, 12  # grids of one picture, and pitches that may give one
MOST_STROKES, OFF = 20_000, 0.16  # pixels that are looked at; cells off a line
USUALLY_FILLED = 0.4  # of a grid: between the two lines of double walls it is less
TIPS, ON_LINES = 0.25, 0.7  # what ends weigh beside strokes; of these, on lines of a grid
LEAST_SCORE = 0.15  # of a pitch: strokes anywhere have 0, those of a grid 1
PORCH = 0.25  # of a side: so few cells in a row of their own are none
MOST_CELLS = 1 << 17  # in a picture of a few million pixels


@dataclass(frozen=True)
class Lines:
    """Where lines of a straight picture are: from number ``low`` to ``high`` of a pitch."""

    pitch: Pitch
    low: int
    high: int

    @property
    def cells(self) -> int:
        return self.high - self.low

    @property
    def start(self) -> float:
        return self.pitch.first + self.low * self.pitch.pitch


def read_squares(layer: Layer, choices: Choices, job: Job) -> Iterator[WallReading]:
    """Yield readings of a layer, the likely ones first."""
    if choices.corners is not None and choices.cells is not None:
        yield from _at_corners(layer, choices, job)
        return
    edges = edges_of(layer.darkness)
    if edges is None:
        return
    matrix = sharpen(layer.darkness, straight_map(edges))
    straight, onto = straighten(layer.darkness, matrix)
    strokes = strokes_of(straight, layer.threshold)
    if strokes is None:
        return
    area = maze_area(strokes.ink, strokes.upright | strokes.level, strokes.thickness)
    part = area or (slice(None), slice(None))
    framed = _in_frame(layer, strokes, onto, choices, job)
    if area is None:
        yield from framed
    yield from _in_part(layer, strokes, part, onto, choices, job)
    yield from framed  # a frame, too, is a piece with strokes inside its own bounds


def _in_frame(
    layer: Layer, strokes: Strokes, onto: Matrix, choices: Choices, job: Job
) -> Iterator[WallReading]:
    """Yield readings of what lies within a frame, none where there is no frame."""
    within = inside_frame(strokes.ink, strokes.thickness)
    if within is not None:
        yield from _in_part(layer, strokes.cut(*within), within, onto, choices, job)


def _in_part(
    layer: Layer,
    strokes: Strokes,
    part: tuple[slice, slice],
    onto: Matrix,
    choices: Choices,
    job: Job,
) -> Iterator[WallReading]:
    """Yield readings of the strokes in a part of a straight picture."""
    for across, down in grids_of(strokes, part, choices.cells):
        job.check()
        reading = _reading(layer, across, down, onto, strokes.thickness, choices, job)
        if reading is not None:
            share = _explained_share(strokes, part, onto, reading.grid)
            places = reading.lattice.rows * reading.lattice.columns
            filled = min(1.0, np.count_nonzero(reading.inside) / places / USUALLY_FILLED)
            parts = reading.parts | {"explained": share, "filled": filled}
            yield replace(reading, fit=reading.fit * share * filled, parts=parts)


def _explained_share(
    strokes: Strokes, part: tuple[slice, slice], onto: Matrix, grid: GridMap
) -> float:
    """Return the share of strokes that lie on lines of a grid."""
    back = np.asarray(np.linalg.inv(grid.matrix) @ onto, np.float64)
    on = total = 0
    corner = np.array([part[1].start or 0, part[0].start or 0])
    size = np.array([grid.width, grid.height])
    for axis, middles in enumerate((strokes.upright, strokes.level)):
        y, x = np.nonzero(middles[part])
        if len(x) > MOST_STROKES:
            chosen = np.linspace(0, len(x) - 1, MOST_STROKES).astype(np.int64)
            y, x = y[chosen], x[chosen]
        places = map_points(back, np.stack([x, y], axis=-1) + corner + 0.5)
        off = np.abs(places[:, axis] - np.rint(places[:, axis]))
        within = ((places > -OFF) & (places < size + OFF)).all(axis=1)
        on += int((within & (off < OFF)).sum())
        total += len(x)
    return min(1.0, on / max(1, total) + 0.02) * _ending_share(strokes, part, back)


def _ending_share(strokes: Strokes, part: tuple[slice, slice], back: Matrix) -> float:
    """Return 1 where strokes end on lines across them, as walls do, and less where few do."""
    on = total = 0.0
    for axis, all_tips in enumerate(strokes.tips):
        tips = all_tips.within(*part)
        places = map_points(back, np.stack([tips.x, tips.y], axis=-1))[:, axis]
        near = np.abs(places - np.rint(places)) < OFF
        on += float(tips.weights[near].sum())
        total += float(tips.weights.sum())
    return min(1.0, on / max(1e-9, total) / ON_LINES)


def grids_of(
    strokes: Strokes, part: tuple[slice, slice], cells: tuple[int, int] | None = None
) -> Iterator[tuple[Lines, Lines]]:
    """Yield the lines from left to right and those from top to bottom that may be the grid."""
    tried: set[tuple[int, int, int, int]] = set()
    pairs = _pairs(strokes, part)
    for x, y in pairs[:MOST_PAIRS]:
        if cells is None and min(x.score, y.score) < LEAST_SCORE:
            continue
        lines = _extents(strokes, part, x, y)
        if lines is None:
            continue
        across, down = lines
        if cells is not None and (down.cells, across.cells) != cells:
            across, down = _force(across, cells[1]), _force(down, cells[0])
        key = (round(across.start), across.cells, round(down.start), down.cells)
        if key not in tried and 0 < across.cells * down.cells <= MOST_CELLS:
            tried.add(key)
            yield across, down
            if len(tried) == MOST_TRIED:
                return


def _pairs(strokes: Strokes, part: tuple[slice, slice]) -> list[tuple[Pitch, Pitch]]:
    """Return pitches across and down, the best pairs first; cells are rather square."""
    across, down = _counts_and_tips(strokes, part, 0), _counts_and_tips(strokes, part, 1)
    xs, ys = pitches_of(across, strokes.thickness), pitches_of(down, strokes.thickness)
    if xs and ys:  # where all upright walls are on two lines, cells are as wide as high
        xs.append(fit_pitch(across, ys[0].pitch))
        ys.append(fit_pitch(down, xs[0].pitch))
    # counted in the whole picture
    xs = [one._replace(first=one.first + (part[1].start or 0)) for one in xs]
    ys = [one._replace(first=one.first + (part[0].start or 0)) for one in ys]

    def value(pair: tuple[int, int]) -> float:
        x, y = xs[pair[0]], ys[pair[1]]
        oblong = abs(np.log(x.pitch / y.pitch))
        # those that come first are the widest of the good ones
        return float(x.score + y.score - min(1.0, 2 * oblong) - 0.04 * (pair[0] + pair[1]))

    indices = [(i, j) for i in range(len(xs)) for j in range(len(ys))]
    return [(xs[i], ys[j]) for i, j in sorted(indices, key=value, reverse=True)]


def _counts_and_tips(strokes: Strokes, part: tuple[slice, slice], axis: int) -> NDArray[np.float64]:
    """Return the counts of strokes in a part, and those of the ends of strokes across these."""
    counts = _counts((strokes.upright, strokes.level)[axis][part], axis)
    tips = strokes.tips[axis].within(*part)
    places = (tips.x, tips.y)[axis] - (part[1 - axis].start or 0)
    total = tips.weights.sum()
    if not total:
        return counts
    share = TIPS * max(counts.sum(), 1.0) / total
    bins = places.astype(np.int64).clip(0, len(counts) - 1)
    return counts + np.bincount(bins, tips.weights * share, len(counts))


def _counts(strokes: NDArray[np.bool_], axis: int) -> NDArray[np.float64]:
    return strokes.sum(axis=axis).astype(np.float64)


def _extents(
    strokes: Strokes, part: tuple[slice, slice], x: Pitch, y: Pitch
) -> tuple[Lines, Lines] | None:
    """Return the lines that have strokes, where the lines across have theirs.

    What lies beside the maze, such as a title or a frame, has no part in it after the second time.
    """
    height, width = strokes.upright.shape
    rows, columns = _widen(part[0], y.pitch, height), _widen(part[1], x.pitch, width)
    result = None
    for _ in range(3):
        upright, level = (
            _counts_within(lines, rows, columns, axis)
            for axis, lines in enumerate((strokes.upright, strokes.level))
        )
        tips = [tips.within(rows, columns) for tips in strokes.tips]
        across = extent_of(upright, tips[0].x, x, LEAST_STROKES * y.pitch)
        down = extent_of(level, tips[1].y, y, LEAST_STROKES * x.pitch)
        if across[0] == across[1] or down[0] == down[1]:
            return result
        result = Lines(x, *across), Lines(y, *down)
        columns, rows = _part(result[0], width), _part(result[1], height)
        x = _fit_again(_counts(strokes.upright[rows, columns], 0), x, columns.start)
        y = _fit_again(_counts(strokes.level[rows, columns], 1), y, rows.start)
        first, second = result
        result = Lines(x, *_numbers(first, x)), Lines(y, *_numbers(second, y))
    return result


def _widen(part: slice, pitch: float, size: int) -> slice:
    """Return some pixels, and those of the next lines beside them: a border may stand apart."""
    if part.start is None:
        return slice(0, size)
    return slice(max(0, int(part.start - 1.6 * pitch)), min(size, int(part.stop + 1.6 * pitch)))


def _counts_within(
    strokes: NDArray[np.bool_], rows: slice, columns: slice, axis: int
) -> NDArray[np.float64]:
    """Return the counts of strokes in a part of a picture, 0 beside it."""
    counts = np.zeros(strokes.shape[1 - axis], np.float64)
    counts[rows if axis else columns] = strokes[rows, columns].sum(axis=axis)
    return counts


def _part(lines: Lines, size: int) -> slice:
    """Return the pixels between the outer lines, and half a cell more."""
    pitch = lines.pitch.pitch
    start = lines.start - pitch / 2
    stop = lines.start + (lines.cells + 0.5) * pitch
    return slice(max(0, int(start)), min(size, int(stop) + 1))


def _fit_again(counts: NDArray[np.float64], before: Pitch, start: int) -> Pitch:
    """Return a pitch fitted to the counts of a part that begins at a pixel."""
    if counts.sum() <= 0:
        return before
    new = fit_pitch(counts, before.pitch)
    if abs(new.pitch / before.pitch - 1) > 0.05:
        return before
    return Pitch(new.pitch, new.first + start, new.score)


def _numbers(lines: Lines, pitch: Pitch) -> tuple[int, int]:
    """Return the numbers of the outer lines as another pitch counts them."""
    low = round((lines.start - pitch.first) / pitch.pitch)
    return low, low + lines.cells


def _force(lines: Lines, cells: int) -> Lines:
    """Return as many cells as are known between the outer lines."""
    length = lines.cells * lines.pitch.pitch
    return Lines(Pitch(length / cells, lines.start, 0.0), 0, cells)


def _reading(
    layer: Layer,
    across: Lines,
    down: Lines,
    onto: Matrix,
    thickness: float,
    choices: Choices,
    job: Job,
) -> WallReading | None:
    """Return what is read with these lines, without what lies beside the maze."""
    columns, rows = across.cells, down.cells
    if max(columns, rows) > MAX_ROWS:
        return None
    cell = np.diag([across.pitch.pitch, down.pitch.pitch, 1.0])
    cell[:2, 2] = across.start, down.start
    grid = GridMap(onto @ cell, columns, rows)
    thick = min(0.7, thickness / np.sqrt(across.pitch.pitch * down.pitch.pitch))
    return read_grid(layer, rows, columns, grid, thick, choices, job)


def read_grid(
    layer: Layer,
    rows: int,
    columns: int,
    grid: GridMap,
    thickness: float,
    choices: Choices,
    job: Job,
) -> WallReading | None:
    """Return what is read of a grid, cut to the rows and columns that have cells."""
    lattice = build("rectangular", rows=rows, columns=columns)
    grid, thickness = locate(layer, lattice, grid, thickness, job)
    reading = read_walls(layer, lattice, grid, thickness, job)
    if choices.cells is not None:
        return reading
    cells = np.flatnonzero(reading.inside).astype(np.int64)
    if not len(cells):
        return None
    places = lattice.places(cells)
    (top, bottom), (left, right) = _bounds_without_porches(places)
    if (bottom - top + 1, right - left + 1) == (rows, columns):
        return reading
    part = grid.part(left, top, right - left + 1, bottom - top + 1)
    lattice = build("rectangular", rows=bottom - top + 1, columns=right - left + 1)
    part, thickness = locate(layer, lattice, part, thickness, job)
    return read_walls(layer, lattice, part, thickness, job)


def _bounds_without_porches(places: NDArray[np.int64]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and last row and column of cells at ``places`` int64[k, 2].

    Where these are a whole rectangle but for a few in one more row or column, as a drawing beside
    an entrance makes them, that is left out.
    """
    limits = [list(bounds(places[:, axis])) for axis in (0, 1)]
    for axis in (0, 1):
        for end in (0, 1):
            edge = places[:, axis] == limits[axis][end]
            rest = places[~edge]
            if not len(rest) or edge.sum() > PORCH * len(places) ** 0.5:
                continue
            sizes = np.ptp(rest, axis=0) + 1
            if len(rest) == int(sizes.prod()) >= FEWEST_CELLS and min(sizes) > 2:
                return bounds(rest[:, 0]), bounds(rest[:, 1])
    (top, bottom), (left, right) = limits
    return (top, bottom), (left, right)


def _at_corners(layer: Layer, choices: Choices, job: Job) -> Iterator[WallReading]:
    """Yield the reading of a grid whose corners and size are known."""
    assert choices.corners is not None
    assert choices.cells is not None
    rows, columns = choices.cells
    matrix = matrix_of_corners(np.array(choices.corners, np.float64), columns, rows)
    grid = GridMap(matrix, columns, rows)
    reading = read_grid(layer, rows, columns, grid, 0.15, choices, job)
    if reading is not None:
        yield reading


def matrix_of_corners(corners: NDArray[np.float64], width: float, height: float) -> Matrix:
    """Return float64[3, 3], the map of a rectangle to four corners, clockwise from the top left."""
    places = np.array([[0.0, 0], [width, 0], [width, height], [0, height]])
    rows = []
    for (x, y), (u, v) in zip(places.tolist(), corners.tolist(), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    solution = np.linalg.solve(np.array(rows), corners.ravel())
    return np.append(solution, 1.0).reshape(3, 3)


def guess_of(reading: WallReading) -> Guess:
    """Return what a reading is, in few words."""
    cells = np.flatnonzero(reading.inside).astype(np.int64)
    rows, columns = reading.lattice.rows, reading.lattice.columns
    if len(cells):
        places = reading.lattice.places(cells)
        rows, columns = (np.ptp(places, axis=0) + 1).tolist()
    return Guess(reading.lattice.shape, rows, columns, reading.fit)
