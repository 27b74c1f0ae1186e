"""Connected pieces of ink: which of them are parts of a maze, and which lie around it.

A frame has strokes at its own border alone, and a letter short ones; the walls of a maze have most
of their strokes inside their own bounds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.components import components

Ink = NDArray[np.bool_]
Ids = NDArray[np.int64]

MOST_RUNS = 400_000  # of ink in rows; a picture with more is noise, or too fine for this
INNER = 0.06  # of the inner strokes of the richest piece: others that belong to the maze have more
EDGE = 3.0  # times the thickness of walls: what is nearer to the bounds is no inner stroke
SHARE = 0.25  # of all strokes: where the pieces have less, they say nothing


def maze_area(ink: Ink, strokes: Ink, thickness: float) -> tuple[slice, slice] | None:
    """Return the rows and columns of a picture in which the pieces of a maze lie.

    ``strokes`` bool[h, w] are the middles of strokes. None where that is unclear.
    """
    runs = _runs(ink)
    if runs is None:
        return None
    starts, stops, width = runs
    strokes = np.pad(strokes, ((0, 0), (0, 1)))
    ones, others = _touching(starts, stops, width)
    labels = components(len(starts), ones, others)
    rows, left, right = starts // width, starts % width, (stops - 1) % width
    bounds = _bounds(labels, rows, left, right)
    places = np.flatnonzero(strokes.ravel())
    run = np.searchsorted(starts, places, side="right") - 1
    piece = labels[run]
    y, x = np.divmod(places, width)
    edge = EDGE * thickness
    low, high, first, last = (bound[piece] for bound in bounds)
    inner = (y - low > edge) & (high - y > edge) & (x - first > edge) & (last - x > edge)
    counts = np.bincount(piece[inner], minlength=len(starts))
    total = np.bincount(piece, minlength=len(starts))
    if not counts.any():
        return None
    chosen = np.flatnonzero(counts >= max(1.0, INNER * counts.max()))
    if total[chosen].sum() < SHARE * len(places):
        return None
    main = int(counts.argmax())
    top, bottom, start, stop = (bound[main] for bound in bounds)
    for one in chosen.tolist():
        # another maze on the sheet lies beside this one
        if (
            bounds[0][one] < bottom
            and bounds[1][one] > top
            and (bounds[2][one] < stop and bounds[3][one] > start)
        ):
            top, bottom = min(top, bounds[0][one]), max(bottom, bounds[1][one])
            start, stop = min(start, bounds[2][one]), max(stop, bounds[3][one])
    return slice(int(top), int(bottom) + 1), slice(int(start), int(stop) + 1)


def _runs(ink: Ink) -> tuple[Ids, Ids, int] | None:
    """Return where runs of ink in rows start and stop, in a flat picture with an empty column."""
    height, width = ink.shape
    flat = np.zeros((height, width + 1), np.int8)
    flat[:, :width] = ink
    change = np.diff(flat.ravel(), prepend=np.int8(0))
    starts, stops = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    if not 0 < len(starts) <= MOST_RUNS:
        return None
    return starts, stops, width + 1


def _touching(starts: Ids, stops: Ids, width: int) -> tuple[Ids, Ids]:
    """Return pairs of runs that touch: the one below begins before the other one has ended."""
    first = np.searchsorted(stops, starts + width, side="right")
    last = np.searchsorted(starts, stops + width, side="left")
    number = np.maximum(0, last - first)
    ones = np.repeat(np.arange(len(starts)), number)
    before = np.repeat(np.cumsum(number) - number, number)
    others = np.repeat(first, number) + np.arange(len(ones)) - before
    return ones, others


def _bounds(labels: Ids, rows: Ids, left: Ids, right: Ids) -> tuple[Ids, Ids, Ids, Ids]:
    """Return top, bottom, left and right of the piece of each label."""
    size = len(labels)
    top, first = np.full(size, 1 << 40), np.full(size, 1 << 40)
    bottom, last = np.zeros(size, np.int64), np.zeros(size, np.int64)
    np.minimum.at(top, labels, rows)
    np.maximum.at(bottom, labels, rows)
    np.minimum.at(first, labels, left)
    np.maximum.at(last, labels, right)
    return top, bottom, first, last
