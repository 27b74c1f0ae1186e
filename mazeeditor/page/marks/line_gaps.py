"""Lines with gaps where something else stands: a route never runs under a word or a picture.

Places along lines are numbers: 3.25 is a quarter of the way from point 3 to point 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from mazeeditor.page.curves import flattened
from mazeeditor.page.marks.free_ground import Box, grown
from mazeeditor.page.scene import Numbers, Points, Strokes

ROUGH = 0.002  # mm: the largest error of flattened arcs
SHORT = 1.0  # widths of a line: shorter pieces are left out
BESIDE = 0.15  # mm at the least between a line and what it does not cross


def with_gaps(line: Strokes, boxes: Sequence[Box]) -> Strokes | None:
    """Return open strokes that cover none of ``boxes``, ``None`` where nothing is left of them.

    Where none is touched it is the same line, with its arcs.
    """
    space = line.width / 2 + BESIDE
    flat = flattened(line, ROUGH)
    covered = _merged([_within(flat, grown(box, space, space)) for box in boxes])
    if not len(covered):
        return line
    parts = [part for first, last in _left(flat, covered) for part in _piece(flat, first, last)]
    if not parts:
        return None
    starts = np.cumsum([0, *map(len, parts)])
    closed = np.zeros(len(parts), np.bool_)
    return replace(line, points=np.concatenate(parts), starts=starts, closed=closed, bulges=None)


def _within(line: Strokes, box: Box) -> Numbers:
    """Return float64[k, 2], from where to where pieces of a line of straight pieces are in a box.

    Between two sides of the box a piece is there for an interval; the box is where both overlap.
    """
    before, after = line.points[:-1], line.points[1:]
    step = after - before
    low, high = np.array(box[:2]), np.array(box[2:])
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (low - before) / step, (high - before) / step
    flat = step == 0
    beside = flat & ((before <= low) | (before >= high))
    enters = np.where(flat, 0.0, np.minimum(one, other)).max(axis=1).clip(0, 1)
    leaves = np.where(flat, 1.0, np.maximum(one, other)).min(axis=1).clip(0, 1)
    inside = (enters < leaves) & ~beside.any(axis=1)
    inside[line.starts[1:-1] - 1] = False  # from stroke to stroke there is no line
    at = np.flatnonzero(inside)
    single = line.starts[:-1][np.diff(line.starts) == 1]
    alone = single[((line.points[single] > low) & (line.points[single] < high)).all(axis=1)]
    ranges = np.stack([at + enters[at], at + leaves[at]], axis=-1)
    return np.concatenate([ranges, np.stack([alone, alone], axis=-1).astype(np.float64)])


def _merged(parts: Sequence[Numbers]) -> Numbers:
    """Return ranges in their order, those that overlap or touch as one."""
    ranges = np.concatenate([np.zeros((0, 2)), *parts])
    result: list[list[float]] = []
    for first, last in ranges[np.argsort(ranges[:, 0], kind="stable")].tolist():
        if result and first <= result[-1][1]:
            result[-1][1] = max(result[-1][1], last)
        else:
            result.append([first, last])
    return np.array(result).reshape(-1, 2)


def _left(line: Strokes, covered: Numbers) -> Iterator[tuple[float, float]]:
    """Yield from where to where strokes are not covered."""
    bounds = zip(line.starts[:-1].tolist(), line.starts[1:].tolist(), strict=True)
    for begin, end in bounds:
        place = float(begin)
        here = covered[(covered[:, 1] >= begin) & (covered[:, 0] <= end - 1)]
        for first, last in here.tolist():
            if place < first:
                yield place, first
            place = max(place, last)
        if place < end - 1 or not len(here):
            yield place, float(end - 1)


def _piece(line: Strokes, first: float, last: float) -> Iterator[Points]:
    """Yield the piece of a stroke between two places, unless little more than a dot is left."""
    whole = first in line.starts and last + 1 in line.starts
    indices = np.arange(len(line.points))
    ends = [
        [np.interp(at, indices, line.points[:, axis]) for axis in (0, 1)] for at in (first, last)
    ]
    between = line.points[int(np.floor(first)) + 1 : int(np.ceil(last))]
    piece: Points = np.concatenate([ends[:1], between, ends[1:]])
    if whole or np.hypot(*np.diff(piece, axis=0).T).sum() >= SHORT * line.width:
        yield piece
