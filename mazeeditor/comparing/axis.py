"""The axis under a plot: ticks at round numbers, as many as there is space for their labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import ceil, floor, log10

import numpy as np
from numpy.typing import ArrayLike, NDArray

FEWEST, MOST = 2, 8  # ticks
APART = 1.5  # lengths of a label from one to the next, at least


@dataclass(frozen=True)
class Axis:
    """The ``ticks``, rising, and their ``labels``; the axis ends with the outer two."""

    ticks: tuple[float, ...]
    labels: tuple[str, ...]

    def positions(self, values: ArrayLike) -> NDArray[np.float64]:
        """Return the positions of values: 0 at the first tick, 1 at the last."""
        low, high = self.ticks[0], self.ticks[-1]
        return (np.asarray(values, float) - low) / (high - low)


def axis_of(
    least: float, most: float, length: float, width: Callable[[str], float], *, whole: bool
) -> Axis:
    """Return the finest axis over ``least`` to ``most`` whose labels do not touch.

    ``length`` is that of the axis and ``width`` returns that of a label, in one unit. Where
    ``whole`` no tick is between two whole numbers. The axis includes zero where it is near: no
    farther from the values than their range.
    """
    if least == most:
        step = 1.0 if whole else 10.0 ** floor(log10(abs(most) or 1.0))
        least, most = max(0.0, least - step) if least >= 0 else least - step, most + step
    if 0 < least <= most - least:
        least = 0.0
    for number in count():
        exponent, digit = divmod(number, 3)
        first = floor(log10(most - least)) - 2
        exponent = max(first, 0) + exponent if whole else first + exponent
        axis = _axis(least, most, (1, 2, 5)[digit], exponent)
        apart = length / (len(axis.ticks) - 1)
        fits = all(APART * width(label) <= apart for label in axis.labels)
        if len(axis.ticks) == FEWEST or (fits and len(axis.ticks) <= MOST):
            return axis
    raise AssertionError


def _axis(least: float, most: float, digit: int, exponent: int) -> Axis:
    """Return the axis with a tick at each multiple of ``digit`` times 10 to the ``exponent``."""
    # dividing by a whole number keeps 0.3 exact, where 3 * 0.1 is 0.30000000000000004
    over, under = digit * 10 ** max(exponent, 0), 10 ** max(-exponent, 0)
    # the smallest tolerance: a value that is a tick but for rounding is that tick
    first = floor(least * under / over + 1e-9)
    last = max(ceil(most * under / over - 1e-9), first + 1)
    ticks = tuple(number * over / under for number in range(first, last + 1))
    return Axis(ticks, tuple(f"{tick:,.{max(-exponent, 0)}f}" for tick in ticks))
