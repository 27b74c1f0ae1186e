"""The box plot of one measure: for each generator a box, whiskers, and a dot for each maze.

::

                  Dead ends (cells)
                  Cells with one passage.
     Kruskal                            |--[  :|: ]----|   .      119
     Backtracker    |-[|]-|                                        42
                    +---------+---------+---------+         median
                    30        60        90       120
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor, log10

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazeeditor.core.translation import _
from mazeeditor.maze.comparing.compare import Distribution, Values, formatted, heading
from mazeeditor.page.plots.page_builder import PageBuilder
from mazeeditor.page.scene import Points
from mazeeditor.page.text.lettering import wrapped
from mazeeditor.page.text.shaping import width_of

FEWEST_TICKS, MOST_TICKS = 2, 8
LABELS_APART = 1.5  # lengths of a label from one to the next, at least


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
        fits = all(LABELS_APART * width(label) <= apart for label in axis.labels)
        if len(axis.ticks) == FEWEST_TICKS or (fits and len(axis.ticks) <= MOST_TICKS):
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


HEADING, BODY, SMALL = 3.4, 2.9, 2.35  # mm: the em of texts
TEXT, SOFT = "#1b1c1f", "#5b6069"
GRID, BAND = "#d9dde3", "#f3f5f8"
FILL, EDGE, MEDIAN, DOTS = "#d5e4f5", "#2a6db5", "#0b2f5b", "#6f9ccb"

PITCH = 4.6  # mm from row to row
BOX, SWARM = 1.45, 1.2  # mm: how far a box and its dots reach up and down
DOT, GAP = 0.55, 0.3  # mm: the diameter of a dot, and from one to that above it
SNAP = 0.2  # mm: dots nearer than that are put above each other
DESCRIPTION = 2  # lines
ABOVE = HEADING + DESCRIPTION * 1.25 * SMALL + 3.0  # mm from the top to the first row
BELOW = 6.0  # mm under the last row
MEDIANS = 13.0  # mm to the right, for the medians in figures
FEWEST = 5  # mazes: quartiles of fewer mean little


@dataclass(frozen=True)
class BoxPlot:
    """The plot of one measure: its axis starts at ``left`` and is ``width`` mm long."""

    rows: Sequence[Distribution]
    left: float
    top: float
    width: float

    @property
    def first(self) -> float:
        """The top of the first row, in mm."""
        return self.top + ABOVE

    @property
    def last(self) -> float:
        """The bottom of the last row."""
        return self.first + PITCH * len(self.rows)

    def draw(self, page: PageBuilder) -> None:
        """Draw it."""
        measure = self.rows[0].measure
        y = self.top + HEADING
        page.write(self.left, y, HEADING, heading(measure), TEXT)
        for line in wrapped(measure.description, (self.width + MEDIANS) / SMALL, DESCRIPTION):
            y += 1.25 * SMALL
            page.write(self.left, y, SMALL, line, SOFT)
        values = np.concatenate([scaled(row) for row in self.rows])
        if not len(values):
            middle = self.left + self.width / 2, (self.first + self.last) / 2
            page.write(*middle, BODY, _("No maze has any."), SOFT, "middle")
            return
        axis = axis_of(
            float(values.min()),
            float(values.max()),
            self.width,
            lambda text: width_of(text) * SMALL,
            whole=measure.whole,
        )
        self._draw_axis(page, axis)
        for number, row in enumerate(self.rows):
            self._draw_row(page, axis, row, self.first + (number + 0.5) * PITCH)

    def _draw_axis(self, page: PageBuilder, axis: Axis) -> None:
        for tick, label in zip(axis.ticks, axis.labels, strict=True):
            x = self.left + float(axis.positions(tick)) * self.width
            page.line("scale", (x, self.first, x, self.last + 0.8), 0.15, GRID)
            page.write(x, self.last + 1.6 + SMALL, SMALL, label, SOFT, "middle")
        right = self.left + self.width
        page.line("scale", (self.left, self.last, right, self.last), 0.2, SOFT)
        page.write(right + MEDIANS, self.last + 1.6 + SMALL, SMALL, _("median"), SOFT, "end")

    def _draw_row(self, page: PageBuilder, axis: Axis, row: Distribution, y: float) -> None:
        text = formatted(row.measure, row.median)
        right = self.left + self.width + MEDIANS
        page.write(right, y + 0.36 * BODY, BODY, text, TEXT if row.mazes else SOFT, "end")
        if not row.mazes:
            return
        values = scaled(row)
        positions = self.left + self.width * axis.positions(values)
        page.dots("mazes", swarm(positions, y), DOT, DOTS)
        if row.mazes >= FEWEST:
            _draw_box(page, self.left + self.width * axis.positions(box_of(values)), y)
        middle = self.left + self.width * float(axis.positions(np.median(values)))
        page.line("boxes", (middle, y - BOX, middle, y + BOX), 0.6, MEDIAN)


def box_of(values: Values) -> Values:
    """Return float64[4]: the end of a whisker, both ends of the box, the end of the other whisker.

    A whisker ends at the farthest value within one and a half lengths of the box (J. W. Tukey,
    "Exploratory Data Analysis", 1977).
    """
    lower, upper = np.quantile(values, (0.25, 0.75))
    reach = 1.5 * (upper - lower)
    within = values[(values >= lower - reach) & (values <= upper + reach)]
    # a quartile may be between two values, and then the nearest may be inside the box
    return np.array([min(within.min(), lower), lower, upper, max(within.max(), upper)])


def _draw_box(page: PageBuilder, positions: Values, y: float) -> None:
    """Draw a box and its whiskers; the positions are those of ``box_of``, in mm."""
    start, lower, upper, end = positions.tolist()
    if lower < upper:
        page.fill("ground", (lower, y - BOX, upper, y + BOX), FILL)
        page.frame("boxes", (lower, y - BOX, upper, y + BOX), 0.25, EDGE)
    for edge, tip in ((lower, start), (upper, end)):
        if edge != tip:
            page.line("boxes", (edge, y, tip, y), 0.25, EDGE)
            page.line("boxes", (tip, y - 0.5 * BOX, tip, y + 0.5 * BOX), 0.25, EDGE)


def scaled(row: Distribution) -> Values:
    """Return the sorted values as they are displayed: shares in percent."""
    return row.sorted_values * 100 if row.measure.share else row.sorted_values


def swarm(positions: Values, y: float) -> Points:
    """Return the dots of a row: those at one position are put above and below each other.

    ``positions`` in mm, rising. The more dots at one position, the higher; where the highest would
    leave the row, all move closer together, and dots that then coincide are one.
    """
    snapped = np.rint(positions / SNAP)
    columns, counts = np.unique(snapped, return_counts=True)
    gap = min(GAP, 2 * SWARM / max(int(counts.max()) - 1, 1))
    number = np.concatenate([np.arange(count) for count in counts])  # within its column
    offsets = (number - (np.repeat(counts, counts) - 1) / 2) * gap
    dots = np.stack([np.repeat(columns, counts) * SNAP, y + np.rint(offsets * 20) / 20], axis=-1)
    return np.unique(dots, axis=0)
