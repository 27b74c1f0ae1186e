"""Bands: the outline of all walls together, filled; or the outline alone, as two parallel lines.

Blocks are bands as thick as the passages between them: on squares, a grid of squares.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.scene import Ids, Polygons, Strokes
from mazeeditor.page.wall_styles import Bools, Pen, Usual, wall_style
from mazeeditor.page.walls.band_outlines import Outlines, outlines_of
from mazeeditor.page.walls.wall_graph import WallGraph

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
    fixed=_("Blocks are as thick as the passages"),
    even=True,
    mitred=True,
)
def block(graph: WallGraph, pen: Pen, job: Job) -> Polygons:
    """Walls as thick as the passages."""
    rings = _rings(graph, pen.wall, job)
    return Polygons(rings.points, rings.starts, "", 1.0, rings.bulges)


def outlined_in_colours(graph: WallGraph, pen: Pen, job: Job) -> list[tuple[int, Strokes]]:
    """Return the two lines of all walls, cut where the colour changes: none crosses a passage.

    Lines round the walls of one colour alone would cross those of another that they meet.
    """
    strokes, steps = _cut(_rings(graph, pen.wall * (1 - LINE), job))
    return [(step, _some(strokes, steps == step)) for step in distinct(steps)[::-1].tolist()]


def _cut(rings: Outlines) -> tuple[Strokes, Ids]:
    """Return rings as strokes of one colour each, and their colours int64[k]."""
    order, begins, is_open = _one_colour(rings)
    ends = np.append(begins[1:], len(order))
    ring = np.searchsorted(rings.starts, begins, "right") - 1
    # an open stroke also has the point where the next one of its ring begins
    last = ends == rings.starts[ring + 1]
    beyond = np.where(last, rings.starts[ring], ends % len(order))
    order = np.insert(order, ends[is_open], order[beyond[is_open]])
    starts = np.concatenate([[0], np.cumsum(ends - begins + is_open)])
    bulges = None if rings.bulges is None else rings.bulges[order]
    if bulges is not None:
        bulges[starts[1:][is_open] - 1] = 0
    steps = rings.steps[order[starts[:-1]]].astype(np.int64)
    return Strokes(rings.points[order], starts, ~is_open, LINE, "", "square", bulges), steps


def _one_colour(rings: Outlines) -> tuple[Ids, Ids, Bools]:
    """Return the points int64[m], each ring from where its colour changes; strokes in that order.

    Of the strokes: where they begin, int64[k], and whether they are only a part of their ring.
    """
    firsts, lengths = rings.starts[:-1], np.diff(rings.starts)
    ring, points = np.repeat(np.arange(len(lengths)), lengths), np.arange(len(rings.points))
    begins_ring = points == firsts[ring]
    before = np.where(begins_ring, points + lengths[ring], points) - 1
    changes = rings.steps != rings.steps[before]
    places = np.flatnonzero(changes)[::-1]  # the first of each ring is written last
    shift, cut = np.zeros(len(lengths), np.int64), np.zeros(len(lengths), np.bool_)
    shift[ring[places]], cut[ring[places]] = places - firsts[ring[places]], True
    order = firsts[ring] + (points - firsts[ring] + shift[ring]) % lengths[ring]
    begins = np.flatnonzero(changes[order] | (begins_ring & ~cut[ring]))
    return order, begins, cut[ring[begins]]


def _some(strokes: Strokes, chosen: Bools) -> Strokes:
    """Return some of the strokes, bool[k]."""
    lengths = np.diff(strokes.starts)
    points = np.repeat(chosen, lengths)
    starts = np.concatenate([[0], np.cumsum(lengths[chosen])])
    bulges = None if strokes.bulges is None else strokes.bulges[points]
    return replace(
        strokes,
        points=strokes.points[points],
        starts=starts,
        closed=strokes.closed[chosen],
        bulges=bulges,
    )


@wall_style(
    "double",
    _("Double lines"),
    order=3,
    memory=320,
    usual=Usual(0.3, 3.0),
    line=LINE,
    mitred=True,
    coloured=outlined_in_colours,
)
def double(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Two thin lines, which lead round the ends of walls."""
    rings = _rings(graph, pen.wall * (1 - LINE), job)
    closed = np.ones(len(rings.starts) - 1, np.bool_)
    return Strokes(rings.points, rings.starts, closed, LINE, "", "square", rings.bulges)


def _rings(graph: WallGraph, width: float, job: Job) -> Outlines:
    job.phase(len(graph.ends))
    return outlines_of(graph, width, job)
