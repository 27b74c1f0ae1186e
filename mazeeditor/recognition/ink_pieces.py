"""Connected pieces of ink: which of them are parts of a maze, and which lie around it.

A frame has strokes at its own border alone, and a letter short ones; the walls of a maze have most
of their strokes inside their own bounds.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.core.components import components
from mazeeditor.core.distinct import distinct
from mazeeditor.recognition.runs import Ids, Ink, runs_of, touching

# of the inner strokes of the richest piece: others that belong to the maze have more
MIN_INNER_SHARE = 0.06
# times the thickness of walls: what is nearer to the bounds is no inner stroke
EDGE_THICKNESSES = 3.0
FRAMED, INSET = 0.5, 0.015  # of a picture, that a frame goes around; of its size, that is left out
SHARE = 0.25  # of all strokes: where the pieces have less, they say nothing


def maze_area(ink: Ink, strokes: Ink, thickness: float) -> tuple[slice, slice] | None:
    """Return the rows and columns of a picture in which the pieces of a maze lie.

    ``strokes`` bool[h, w] are the middles of strokes. None where that is unclear.
    """
    runs = runs_of(ink)
    if runs is None:
        return None
    starts, stops, width = runs
    strokes = np.pad(strokes, ((0, 0), (0, 1)))
    ones, others = touching(starts, stops, width)
    labels = components(len(starts), ones, others)
    rows, left, right = starts // width, starts % width, (stops - 1) % width
    bounds = _bounds(labels, rows, left, right)
    places = np.flatnonzero(strokes.ravel())
    run = np.searchsorted(starts, places, side="right") - 1
    piece = labels[run]
    y, x = np.divmod(places, width)
    edge = EDGE_THICKNESSES * thickness
    low, high, first, last = (bound[piece] for bound in bounds)
    inner = (y - low > edge) & (high - y > edge) & (x - first > edge) & (last - x > edge)
    counts = np.bincount(piece[inner], minlength=len(starts))
    total = np.bincount(piece, minlength=len(starts))
    if not counts.any():
        return None
    chosen = np.flatnonzero(counts >= max(1.0, MIN_INNER_SHARE * counts.max()))
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


def inside_frame(ink: Ink, thickness: float) -> tuple[slice, slice] | None:
    """Return the rows and columns within a frame: a closed line around most of a picture.

    None where there is none.
    """
    runs = runs_of(ink)
    if runs is None:
        return None
    starts, stops, width = runs
    labels = components(len(starts), *touching(starts, stops, width))
    rows, left, right = starts // width, starts % width, (stops - 1) % width
    bounds = _bounds(labels, rows, left, right)
    areas = (bounds[1] - bounds[0]) * (bounds[3] - bounds[2])
    outer = int(areas.argmax())
    top, bottom, first, last = (int(bound[outer]) for bound in bounds)
    if areas[outer] < FRAMED * ink.size:
        return None
    own = labels == outer
    reach = int(np.ceil(EDGE_THICKNESSES * thickness))
    near_left, near_right = own & (left - first <= reach), own & (last - right <= reach)
    covered = [len(distinct(rows[one])) for one in (near_left, near_right)]
    high = [
        int((stops - starts)[own & near].sum())
        for near in (rows - top <= reach, bottom - rows <= reach)
    ]
    if min(covered) < bottom - top + 1 or min(high) < last - first + 1:
        return None
    inset = max(2 * reach, int(INSET * max(bottom - top, last - first)))
    if 2 * inset >= min(bottom - top, last - first):
        return None
    return slice(top + inset, bottom - inset + 1), slice(first + inset, last - inset + 1)


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
