r"""How many pixels of a drawn text one cell may cover, so that its letters can still be read.

::

    ##  ##      a stroke is two cells wide, so that a corridor can run in it beside another,
    ##  ##      and a gap between two strokes, or a counter, is one cell at the least
    ######

Both are measured by squares: a letter is opened by ever larger ones (eroded, then dilated) until it
loses more than serifs and the ends of arms, and the paper around it until gaps close.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]

STROKE, GAP = 2, 1  # cells, at the least
KEPT_INK = 0.8  # of the ink that an opening leaves: thin joins and serifs may get lost
CLOSED = 0.03  # of the ink, by which it may grow: the ends of narrow notches may close
MOST_PIXELS = 500_000  # that are measured; larger pictures are made smaller first
MAX_STROKE_PIXELS = 80  # pixels of a square: the stroke of a letter, at the most


def pixels_a_cell(ink: Bools) -> float:
    """Return how many pixels wide a cell is at the most, for ink bool[height, width]."""
    step = max(1, round(sqrt(ink.size / MOST_PIXELS)))
    ink = ink[::step, ::step]
    marks = int(ink.sum())
    stroke = _last(lambda side: _open_ink(ink, side).sum() >= KEPT_INK * marks, MAX_STROKE_PIXELS)
    most = max(1, ceil(stroke * GAP / STROKE))  # wider gaps do not matter
    paper = ~np.pad(ink, most)
    bare = int(paper.sum())
    gap = _last(lambda side: bare - _open_ink(paper, side).sum() <= CLOSED * marks, most)
    return step * min(stroke / STROKE, gap / GAP)


def _last(holds: Callable[[int], bool], most: int) -> int:
    """Return the largest side from 1 to ``most`` for which something holds, as for smaller ones."""
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _open_ink(ink: Bools, side: int) -> Bools:
    """Return what squares of ink with so many pixels a side cover; ink ends at the border."""
    eroded = _sums(np.pad(ink, side), side) == side * side
    dilated = _sums(np.pad(eroded, side - 1), side) > 0
    result: Bools = dilated[side:-side, side:-side]
    return result


def _sums(ink: Bools, side: int) -> NDArray[np.int32]:
    """Return how many pixels of ink each square has, int32[height - side + 1, ...]."""
    sums = np.pad(ink.cumsum(0, np.int32).cumsum(1, np.int32), ((1, 0), (1, 0)))
    result: NDArray[np.int32] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    )
    return result
