"""One measure as a plot: a line for each generator, on it a box, whiskers, and a dot a maze.

::

                  Dead ends (cells)
                  Cells with one passage: who walks in has to turn back.
     Kruskal                            |--[  :|: ]----|   .      119
     Backtracker    |-[|]-|                                        42
                    +---------+---------+---------+         median
                    30        60        90       120
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mazeeditor.comparing.axis import Axis, axis_of
from mazeeditor.comparing.compare import Figures, Row
from mazeeditor.comparing.ink import Ink
from mazeeditor.comparing.table import shown, titled
from mazeeditor.drawing.lettering import width_of, wrapped
from mazeeditor.drawing.scene import Points
from mazeeditor.words import _

HEADING, BODY, SMALL = 3.4, 2.9, 2.35  # mm: the em of texts
TEXT, SOFT = "#1b1c1f", "#5b6069"
GRID, BAND = "#d9dde3", "#f3f5f8"
FILL, EDGE, MEDIAN, DOTS = "#d5e4f5", "#2a6db5", "#0b2f5b", "#6f9ccb"

PITCH = 4.6  # mm from line to line
BOX, SWARM = 1.45, 1.2  # mm: how far a box and its dots reach up and down
DOT, GAP = 0.55, 0.3  # mm: a dot, and from one to that above it
SNAP = 0.2  # mm: dots nearer than that stand above each other
SENTENCE = 2  # lines
ABOVE = HEADING + SENTENCE * 1.25 * SMALL + 3.0  # mm from the top to the first line
BELOW = 6.0  # mm under the last line
FIGURES = 13.0  # mm to the right, for the medians
FEWEST = 5  # mazes: quartiles of fewer say nothing


@dataclass(frozen=True)
class Panel:
    """Where the plot of one measure stands: its scale from ``left``, ``width`` mm wide."""

    rows: Sequence[Row]
    left: float
    top: float
    width: float

    @property
    def first(self) -> float:
        """Where the first line begins, in mm."""
        return self.top + ABOVE

    @property
    def last(self) -> float:
        """Where the last line ends."""
        return self.first + PITCH * len(self.rows)

    def draw(self, ink: Ink) -> None:
        """Draw it."""
        measure = self.rows[0].measure
        y = self.top + HEADING
        ink.write(self.left, y, HEADING, titled(measure), TEXT)
        for line in wrapped(measure.sentence, (self.width + FIGURES) / SMALL, SENTENCE):
            y += 1.25 * SMALL
            ink.write(self.left, y, SMALL, line, SOFT)
        values = np.concatenate([scaled(row) for row in self.rows])
        if not len(values):
            middle = self.left + self.width / 2, (self.first + self.last) / 2
            ink.write(*middle, BODY, _("No maze has any."), SOFT, "middle")
            return
        axis = axis_of(
            float(values.min()),
            float(values.max()),
            self.width,
            lambda text: width_of(text) * SMALL,
            whole=measure.whole,
        )
        self._draw_axis(ink, axis)
        for number, row in enumerate(self.rows):
            self._draw_row(ink, axis, row, self.first + (number + 0.5) * PITCH)

    def _draw_axis(self, ink: Ink, axis: Axis) -> None:
        for tick, label in zip(axis.ticks, axis.labels, strict=True):
            x = self.left + float(axis.places(tick)) * self.width
            ink.line("scale", (x, self.first, x, self.last + 0.8), 0.15, GRID)
            ink.write(x, self.last + 1.6 + SMALL, SMALL, label, SOFT, "middle")
        right = self.left + self.width
        ink.line("scale", (self.left, self.last, right, self.last), 0.2, SOFT)
        ink.write(right + FIGURES, self.last + 1.6 + SMALL, SMALL, _("median"), SOFT, "end")

    def _draw_row(self, ink: Ink, axis: Axis, row: Row, y: float) -> None:
        text = shown(row.measure, row.median)
        right = self.left + self.width + FIGURES
        ink.write(right, y + 0.36 * BODY, BODY, text, TEXT if row.mazes else SOFT, "end")
        if not row.mazes:
            return
        values = scaled(row)
        places = self.left + self.width * axis.places(values)
        ink.dots("mazes", swarm(places, y), DOT, DOTS)
        if row.mazes >= FEWEST:
            _draw_box(ink, self.left + self.width * axis.places(box_of(values)), y)
        middle = self.left + self.width * float(axis.places(np.median(values)))
        ink.line("boxes", (middle, y - BOX, middle, y + BOX), 0.6, MEDIAN)


def box_of(values: Figures) -> Figures:
    """Return float64[4]: the end of a whisker, both ends of the box, the end of the other whisker.

    A whisker ends at the farthest value within one and a half lengths of the box, as J. W. Tukey
    has them ("Exploratory Data Analysis", 1977).
    """
    lower, upper = np.quantile(values, (0.25, 0.75))
    reach = 1.5 * (upper - lower)
    near = values[(values >= lower - reach) & (values <= upper + reach)]
    # quartiles may lie between two values, and then the nearest may lie inside the box
    return np.array([min(near.min(), lower), lower, upper, max(near.max(), upper)])


def _draw_box(ink: Ink, places: Figures, y: float) -> None:
    """Draw a box and its whiskers, whose places are as ``box_of`` has them, in mm."""
    start, lower, upper, end = places.tolist()
    if lower < upper:
        ink.area("ground", (lower, y - BOX, upper, y + BOX), FILL)
        ink.frame("boxes", (lower, y - BOX, upper, y + BOX), 0.25, EDGE)
    for edge, tip in ((lower, start), (upper, end)):
        if edge != tip:
            ink.line("boxes", (edge, y, tip, y), 0.25, EDGE)
            ink.line("boxes", (tip, y - 0.5 * BOX, tip, y + 0.5 * BOX), 0.25, EDGE)


def scaled(row: Row) -> Figures:
    """Return the figures of a row as they are written: shares in hundredths."""
    return row.known * 100 if row.measure.share else row.known


def swarm(places: Figures, y: float) -> Points:
    """Return where the dots of a line stand: those at one place above and below each other.

    ``places`` in mm, rising. The more stand at one place, the higher; where the highest would leave
    the line, all move closer together, and dots that come to lie on each other are one.
    """
    snapped = np.rint(places / SNAP)
    columns, counts = np.unique(snapped, return_counts=True)
    gap = min(GAP, 2 * SWARM / max(int(counts.max()) - 1, 1))
    number = np.concatenate([np.arange(count) for count in counts])  # within its column
    offsets = (number - (np.repeat(counts, counts) - 1) / 2) * gap
    dots = np.stack([np.repeat(columns, counts) * SNAP, y + np.rint(offsets * 20) / 20], axis=-1)
    return np.unique(dots, axis=0)
