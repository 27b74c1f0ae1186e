"""Fills strokes with pixels: many of them a band of the picture at a time, which saves memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

import numpy as np

from mazeeditor.drawing.areas import stroke_edges
from mazeeditor.drawing.filling import Mask, fill
from mazeeditor.drawing.scene import Ids, Strokes
from mazeeditor.job import Job

MANY = 250_000  # points, whose edges take 0.2 GB while they are filled
Size = tuple[int, int]


def fill_strokes(
    strokes: Strokes, width: float, scale: float, size: Size, samples: int, job: Job, share: float
) -> Mask:
    """Return how much of each pixel straight strokes ``width`` mm wide cover, 0 to 255.

    The picture of ``size`` px has ``scale`` px a mm. The work is ``share`` of the job.
    """
    bands = ceil(len(strokes.points) / MANY)
    if bands <= 1 or strokes.cap != "round":  # a square end would show where a stroke is cut
        return fill(stroke_edges(strokes, width).scaled(scale), size, samples, job, share)
    grey = np.zeros((size[1], size[0]), np.uint8)
    opened = _opened(strokes)
    for top, bottom in _bands(size[1], bands):
        part = _between(opened, top / scale - width, bottom / scale + width)
        if part is not None:
            edges = stroke_edges(part, width).scaled(scale)
            mask = fill(edges, size, samples, job, share / bands, (top, bottom))
            down, across = mask.grey.shape
            grey[mask.top : mask.top + down, mask.left : mask.left + across] = mask.grey
    return Mask(0, 0, grey)


def _bands(height: int, count: int) -> Iterator[tuple[int, int]]:
    rows = ceil(height / count)
    for top in range(0, height, rows):
        yield top, min(top + rows, height)


def _opened(strokes: Strokes) -> Strokes:
    """Return closed strokes as open ones that end where they begin: round ends are joined there."""
    firsts, ends = strokes.starts[:-1], strokes.starts[1:]
    back = strokes.closed & (ends - firsts > 1)
    points = np.insert(strokes.points, ends[back], strokes.points[firsts[back]], axis=0)
    starts = strokes.starts + np.concatenate([[0], np.cumsum(back)])
    return replace(strokes, points=points, starts=starts, closed=np.zeros_like(strokes.closed))


def _between(strokes: Strokes, top: float, bottom: float) -> Strokes | None:
    r"""Return the lines of open strokes that touch a band, and the dots in it, if there are any.

    What else a stroke had is cut off at points outside of the band::

              /\            one stroke becomes two, whose ends above are not seen
        -----/--\----- top
            /    o
        -------------- bottom
    """
    height = strokes.points[:, 1]
    to = np.arange(len(height)) + 1  # where the line leads that begins at a point
    to[strokes.starts[1:] - 1] -= 1  # a dot, and the end of a stroke, lead to themselves
    dots = strokes.starts[:-1][np.diff(strokes.starts) == 1]
    begins = to != np.arange(len(height))
    begins[dots] = True
    high = np.minimum(height, height[to]) <= bottom
    kept = np.flatnonzero(begins & high & (np.maximum(height, height[to]) >= top))
    return _runs(strokes, kept, to) if len(kept) else None


def _runs(strokes: Strokes, lines: Ids, to: Ids) -> Strokes:
    """Return lines, given by the points where they begin, as strokes as long as may be."""
    new = np.ones(len(lines), np.bool_)
    new[1:] = to[lines[:-1]] != lines[1:]
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(lines)) - 1
    ends = to[lines[last]]
    lengths = ends - lines[first] + 1
    starts = np.concatenate([[0], np.cumsum(lengths)])
    chosen = np.arange(starts[-1]) + np.repeat(lines[first] - starts[:-1], lengths)
    closed = np.zeros(len(first), np.bool_)
    return replace(strokes, points=strokes.points[chosen], starts=starts, closed=closed)
