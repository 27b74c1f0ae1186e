"""Score: the centre lines of the walls, to be engraved or drawn with a pen."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.jobs import OUTLINED, USUAL_BORDER, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths, paths_of
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Strokes
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.walls.wall_items import wall_items


@machine_job(
    "score",
    _("Engraving"),
    order=1,
    border=USUAL_BORDER,
    uses=frozenset({*OUTLINED, "rim_text", "corners"}),
)
def score(design: Design, job: Job) -> Product:
    """The walls as lines to engrave, or to draw with a pen, each once; with a photo shaded."""
    paths = {Operation.ENGRAVE: design.engraved, Operation.SCORE: _walls(design, job)}
    return Product((CutPart("maze", _("Maze"), design.on_plate(paths)),))


def _walls(design: Design, job: Job) -> ToolPaths:
    """Return the walls as lines, or with the tones of a photo as lines side by side."""
    page = design.page
    if page is None or not page.tone or not WALL_STYLES[page.walls].toned:
        return centre_lines(design, job)
    items = wall_items(design.maze, page, design.layout, job)
    return shade([item for item in items if isinstance(item, Strokes)], design.kerf or PEN)


PEN = 0.3  # mm: how wide a pen draws where nothing else is known
THICKER = 0.25  # of a pen: lines that much thicker than strokes side by side get no other one
ARC_ERROR_MM = 0.02  # mm between an arc and its chords


def shade(lines: Iterable[Strokes], pen: float) -> ToolPaths:
    """Return lines of several widths in mm as paths of a ``pen`` of so many mm."""
    return join_paths([_of_one_width(line, pen) for line in lines])


def _of_one_width(line: Strokes, pen: float) -> ToolPaths:
    count = max(1, ceil(line.width / pen - THICKER))
    if count == 1:
        bulges = np.zeros(len(line.points)) if line.bulges is None else line.bulges
        return ToolPaths(line.points, line.starts, line.closed, bulges)
    straight = line.bulges is None or not line.bulges.any()
    chords = line if straight else flatten(line, ARC_ERROR_MM)
    ends = _segments(chords)
    along = ends[:, 1] - ends[:, 0]
    along /= np.hypot(*along.T)[:, None]
    aside = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    reach = (line.width - pen) / 2
    if straight:  # to the outer edge of the corner, as square ends lead
        ends = ends + np.stack([-along, along], axis=1) * reach
    places = np.linspace(-reach, reach, count)
    points = ends[:, None] + places[:, None, None] * aside[:, None, None]
    points[:, 1::2] = points[:, 1::2, ::-1]  # every other one backwards
    length = 2 * count
    starts = np.arange(0, len(ends) * length + 1, length)
    return paths_of(points.reshape(-1, 2), starts, None, closed=False)


def _segments(line: Strokes) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the straight parts float64[k, 2, 2] of lines."""
    index = np.arange(len(line.points))
    onward = index + 1
    lasts = line.starts[1:] - 1
    onward[lasts] = np.where(line.closed, line.starts[:-1], -1)
    here = np.flatnonzero(onward >= 0)
    return np.stack([line.points[here], line.points[onward[here]]], axis=1)
