"""Bands: the outline of all walls together, filled; or the outline alone, as two parallel lines.

Blocks are bands as thick as the passages between them: on squares, a grid of squares.
"""

from __future__ import annotations

import math

import numpy as np

from mazeeditor.drawing.band_outlines import Outlines, outlines_of
from mazeeditor.drawing.scene import Polygons, Strokes
from mazeeditor.drawing.wall_graph import WallGraph
from mazeeditor.drawing.wall_styles import Pen, Usual, wall_style
from mazeeditor.job import Job
from mazeeditor.translation import _

LINE = 0.25  # each line of a double one, in thicknesses of the wall


@wall_style("bands", _("Filled bands"), order=8, memory=260, mitred=True)
def bands(graph: WallGraph, pen: Pen, job: Job) -> Polygons:
    """Filled outlines with pointed corners."""
    rings = _rings(graph, pen.wall, job)
    return Polygons(rings.points, rings.starts, "", 1.0, rings.bulges)


@wall_style(
    "block",
    _("Blocks"),
    order=7,
    memory=260,
    usual=Usual(math.inf, math.inf),
    fixed=True,
    even=True,
    mitred=True,
)
def block(graph: WallGraph, pen: Pen, job: Job) -> Polygons:
    """Walls as thick as the passages."""
    rings = _rings(graph, pen.wall, job)
    return Polygons(rings.points, rings.starts, "", 1.0, rings.bulges)


@wall_style(
    "double",
    _("Double lines"),
    order=3,
    memory=320,
    usual=Usual(0.3, 3.0),
    line=LINE,
    mitred=True,
)
def double(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Two thin lines, which lead round the ends of walls."""
    rings = _rings(graph, pen.wall * (1 - LINE), job)
    closed = np.ones(len(rings.starts) - 1, np.bool_)
    return Strokes(rings.points, rings.starts, closed, LINE, "", "square", rings.bulges)


def _rings(graph: WallGraph, width: float, job: Job) -> Outlines:
    job.phase(len(graph.ends))
    return outlines_of(graph, width, job)
