r"""Routes along the outlines of a text or a picture, and along the paths of an SVG drawing.

::

       ___        ___
      |   |______|   |      around each outline, from left to right, and from each to the next on
      |___   ____   _|      the shortest path that does not meet the route
          |_|    |_|
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Between
from mazeeditor.core.svg.shapes import read_shapes
from mazeeditor.core.translation import _, ngettext, printable
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN
from mazeeditor.editing.changes.routes import SAMPLE_CELLS, RouteLine, cells_on
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.masks import MASKS, Stencil
from mazeeditor.maze.maze import Maze
from mazeeditor.page.drawings.motifs import SVG

MAX_BYTES = 1 << 24  # bytes of a drawing
PIXELS = 4  # for a cell, where outlines are looked for
MOST_MISSED = 20  # cells of a line that cannot be reached before the rest of it is left out
MIN_OUTLINE_CELLS = 1.0  # cells: an outline around less is left out

Scale = Annotated[float, Between(0.05, 1), _("size as a share of the maze")]


def route_around_text(
    maze: Maze,
    job: Job,
    *,
    text: Annotated[str, _("text around whose letters the route leads")] = "",
    typeface: Annotated[
        str, CHOSEN, _("typeface of the letters: its name, such as DejaVu Serif, or its file")
    ] = "",
    scale: Scale = 0.9,
) -> Ids:
    return route_along(maze, job, text=text, typeface=typeface, scale=scale)


def route_along(
    maze: Maze,
    job: Job,
    *,
    text: str = "",
    typeface: str = "",
    picture: str = "",
    scale: float = 0.9,
) -> Ids:
    """Return the cells int64[k] of a route around a text or picture, or along the paths of an SVG.

    ``picture`` is the path of a file. What cannot be reached without crossing the route is left
    out, with a warning in the log. Raises ``UsageError``, ``MazeError`` and ``CancelledError``.
    """
    if bool(text.strip()) == bool(picture):
        raise UsageError(_("Give a text for the route, or a picture or SVG: one of them."))
    size = np.array([maze.lattice.geometry.width, maze.lattice.geometry.height])
    if picture and Path(picture).suffix.lower() == SVG:
        lines = _paths(Path(picture))
    else:
        options = (
            {"picture": NamedFile(picture)} if picture else {"text": text, "typeface": typeface}
        )
        stencil: Stencil = MASKS["picture" if picture else "text"].run(**options)
        lines = _outlines(stencil, size * scale)
    return _lead_along(maze, _place_lines(lines, size, scale), job)


def _paths(path: Path) -> list[Points]:
    """Return the lines of an SVG, float64[k, 2] each, those that lead back to their beginning."""
    try:
        parts, _root = read_shapes(bytes_of(path, MAX_BYTES), centre_lines=True)
    except MazeError as error:
        text = _("Cannot read {file}: {reason}")
        raise UsageError(text.format(file=printable(path), reason=error)) from None
    lines = []
    for part in parts:
        closed = part.closed if part.width else (True,) * len(part.rings)
        for ring, leads_back in zip(part.rings, closed, strict=True):
            lines.append(np.concatenate([ring, ring[:1]]) if leads_back else ring)
    return lines


def _outlines(stencil: Stencil, size: Points) -> list[Points]:
    """Return the outer outlines of what a stencil covers, from left to right."""
    aspect = stencil.aspect or size[0] / size[1]
    width = float(min(size[0], size[1] * aspect))
    columns, rows = (max(4, round(PIXELS * side)) for side in (width, width / aspect))
    covers = stencil.prepare(width, width / aspect)
    x, y = np.meshgrid((np.arange(columns) + 0.5) / columns, (np.arange(rows) + 0.5) / rows)
    covered = covers(np.stack([x.ravel(), y.ravel()], axis=-1)).reshape(rows, columns)
    rings = [ring for ring in _rings(covered) if _area(ring) >= MIN_OUTLINE_CELLS * PIXELS**2]
    if not rings:
        raise UsageError(_("No part of it is large enough for a route here: use a larger maze."))
    return sorted(rings, key=lambda ring: float(ring[:, 0].min()))


def _rings(covered: NDArray[np.bool_]) -> Iterator[Points]:
    """Yield the borders of covered pixels bool[height, width] as closed lines of corners.

    The pixels are on the right of the direction as seen: outer borders have a positive area.
    """
    around = np.pad(covered, 1)
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):  # the side that is not covered
        shifted = np.roll(around, (-dy, -dx), axis=(0, 1))
        for row, column in np.argwhere(around & ~shifted).tolist():
            x, y = column + max(dx, 0) + (dy > 0), row + max(dy, 0) + (dx < 0)
            after.setdefault((x, y), []).append((x - dy, y + dx))
    while after:
        start = point = next(iter(after))
        ring = [start]
        while point in after:
            ends = after[point]
            other = ends.pop()
            if not ends:
                del after[point]
            ring.append(other)
            point = other
        yield np.array(ring, np.float64)


def _area(ring: Points) -> float:
    x, y = ring.T
    return float(x[:-1] @ y[1:] - x[1:] @ y[:-1]) / 2


def _place_lines(lines: list[Points], size: Points, scale: float) -> list[Points]:
    """Return lines in cells: as large as they can be within a share of the maze, in its middle."""
    every = np.concatenate(lines)
    low, high = every.min(axis=0), every.max(axis=0)
    extent = np.maximum(high - low, 1e-9)
    unit = float((size * scale / extent).min())
    return [(line - (low + high) / 2) * unit + size / 2 for line in lines]


def _lead_along(maze: Maze, lines: list[Points], job: Job) -> Ids:
    line: RouteLine | None = None
    left_out = 0
    job.phase(len(lines))
    for number, points in enumerate(lines):
        job.step(number)
        cells = cells_on(maze.lattice, _dense(_turn_line(points, line)))
        if line is None:
            line = RouteLine(maze, cells[:1]) if cells else None
        if line and cells:
            left_out += _follow(line, cells, job)
    if line is None or len(line.cells) < 2:
        raise UsageError(_("No part of it lies in the maze: there is no route along it."))
    if left_out:
        text = ngettext(
            "{number:,} cell is left out: the route would cross itself there.",
            "{number:,} cells are left out: the route would cross itself there.",
            left_out,
        )
        logging.getLogger(__name__).warning(text.format(number=left_out))
    return line.route


def _turn_line(points: Points, line: RouteLine | None) -> Points:
    """Return a line that leads back to its beginning so that it begins next to the route so far."""
    if line is None or not np.array_equal(points[0], points[-1]):
        return points
    end = line.lattice.geometry.centres(np.array([line.end], np.int64))[0]
    nearest = int(np.hypot(*(points[:-1] - end).T).argmin())
    return np.concatenate([points[nearest:-1], points[: nearest + 1]])


def _follow(line: RouteLine, cells: list[int], job: Job) -> int:
    """Lead a route over ``cells``, as far as it meets itself nowhere; return how many it misses."""
    begun = _go_back_until(line, cells[0])
    if not begun:
        return len(cells)
    missed = 0
    for cell in cells:
        job.check()
        if not line.contains(cell):
            line.blocked = ""
            line.step(cell)
            if line.blocked:
                missed += 1
                if missed > MOST_MISSED:  # each has cost a search
                    return len(cells) - cells.index(cell)
    return missed


def _go_back_until(line: RouteLine, cell: int) -> bool:
    """Go back on a route that has enclosed its end, as little as lets it reach a cell."""
    if line.contains(cell):
        return True
    back = 0
    while back < len(line.cells):
        tried = line.copy()
        tried.shorten(len(line.cells) - back)
        tried.blocked = ""
        tried.step(cell)
        if not tried.blocked:
            line.shorten(len(line.cells) - back)
            return True
        back = max(1, back * 2)
    return False


def _dense(points: Points) -> Points:
    """Return points float64[m, 2] along a line, so close that no cell is missed."""
    parts = [points[:1]]
    for start, end in pairwise(points):
        number = max(1, int(np.ceil(np.hypot(*(end - start)) / SAMPLE_CELLS)))
        parts.append(np.linspace(start, end, number + 1)[1:])
    return np.concatenate(parts)
