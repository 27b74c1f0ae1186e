"""Runs of ink in the rows of a picture, which of them touch, and the pieces that they make."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.components import components

Ink = NDArray[np.bool_]
Ids = NDArray[np.int64]

MOST_RUNS = 400_000  # a picture with more is noise, or too fine for this


def runs_of(ink: Ink) -> tuple[Ids, Ids, int] | None:
    """Return where runs of ink in rows start and stop, in a flat picture with an empty column."""
    height, width = ink.shape
    flat = np.zeros((height, width + 1), np.int8)
    flat[:, :width] = ink
    change = np.diff(flat.ravel(), prepend=np.int8(0))
    starts, stops = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    if not 0 < len(starts) <= MOST_RUNS:
        return None
    return starts, stops, width + 1


def touching(starts: Ids, stops: Ids, width: int) -> tuple[Ids, Ids]:
    """Return pairs of runs that touch: the one below begins before the other one has ended."""
    first = np.searchsorted(stops, starts + width, side="right")
    last = np.searchsorted(starts, stops + width, side="left")
    number = np.maximum(0, last - first)
    ones = np.repeat(np.arange(len(starts)), number)
    before = np.repeat(np.cumsum(number) - number, number)
    others = np.repeat(first, number) + np.arange(len(ones)) - before
    return ones, others


def pieces_of(ink: Ink) -> Ids | None:
    """Return int64[h, w], a number for each connected piece of ink, -1 for paper.

    None where there is no ink, or too many pieces.
    """
    runs = runs_of(ink)
    if runs is None:
        return None
    starts, stops, width = runs
    labels = components(len(starts), *touching(starts, stops, width))
    change = np.zeros(len(ink) * width + 1, np.int64)
    change[starts] += labels + 1
    change[stops] -= labels + 1
    result: Ids = change[:-1].cumsum().reshape(len(ink), width)[:, :-1] - 1
    return result
