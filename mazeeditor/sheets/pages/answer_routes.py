"""How the route of an answer is drawn: a line, dashes, dots, or a broad pale band."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mazeeditor.page.curves import flattened
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Ids, Points, Strokes

PALE = "#b8b8b8"  # of walls and shading: 28 % black, which a print shop still shows as grey
DASH, DASH_GAP = 2.5, 2.0  # in widths of the line
DOT_GAP = 2.2
BAND = 0.8  # of the free width of a passage
ROUGH = 0.01  # mm: the largest error of flattened arcs
DOT = 1e-3  # mm: the length of a dot, whose round ends make it one


def styled(route: Strokes, style: str, page: Page, layout: PageLayout) -> Strokes:
    """Return a route in one of the styles of ``Sheet.answer_style``."""
    free = layout.passage(page.walls)
    if style == "shading":
        return replace(route, width=BAND * free, colour=PALE)
    if style == "dashes":
        return dashed(route, DASH * route.width, DASH_GAP * route.width)
    if style == "dots":
        dotted = replace(route, width=min(1.5 * route.width, BAND * free))
        return dashed(dotted, DOT, DOT_GAP * dotted.width)
    return route


def dashed(line: Strokes, dash: float, gap: float) -> Strokes:
    """Return one line, without arcs, in dashes with gaps between their ends, all in mm.

    They are stretched or shortened a little so that the last one ends where the line does.
    """
    points = flattened(line, ROUGH).points
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(1, round((along[-1] + gap) / (dash + gap)))
    scale = along[-1] / (count * dash + (count - 1) * gap)
    if along[-1] <= 0:
        return line
    begins = np.arange(count) * (dash + gap) * scale
    parts = [_part(points, along, begin, begin + dash * scale) for begin in begins]
    starts: Ids = np.cumsum([0, *map(len, parts)])
    closed = np.zeros(count, np.bool_)
    return replace(line, points=np.concatenate(parts), starts=starts, closed=closed, bulges=None)


def _part(points: Points, along: Points, begin: float, end: float) -> Points:
    """Return the part of a line between two distances from its first point."""
    first, last = np.searchsorted(along, begin, "right"), np.searchsorted(along, end, "left")
    ends = [[np.interp(at, along, points[:, axis]) for axis in (0, 1)] for at in (begin, end)]
    part: Points = np.concatenate([ends[:1], points[first:last], ends[1:]])
    return part
