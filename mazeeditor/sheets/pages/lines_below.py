"""Lines to write on below each maze of a page, where the form of the mazes leaves it empty.

::

    |  +-----+   +-----+  |     2 x 2 squares on upright paper leave a third of it
    |  |     |   |     |  |
    |  +-----+   +-----+  |
    |  Name __   Name __  |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mazeeditor.core.lengths import POINT
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Box, Item, Strokes, Text
from mazeeditor.page.text.lettering import lettering_of
from mazeeditor.sheets.pages.page_texts import LINE

EM = 11 * POINT  # mm
STEP = 11.0  # mm from one line to the next below it
LINE_HEIGHT_MM = 16.0  # mm that a line takes below its maze, with room for the hand
MIN_LENGTH_MM = 20.0  # mm: a shorter line cannot be written on
LINE_GAP_EM = 1.0  # em between two of them


def free_height(place: Box, layout: PageLayout) -> float:
    """Return how much of the height of its place a maze leaves, in mm."""
    extent = layout.extent
    return place[3] - place[1] - extent.height * layout.scale.cell


@dataclass(frozen=True)
class LinesBelow:
    """Words with a line behind each below a maze: side by side, or ``stacked``."""

    words: tuple[str, ...]
    colour: str
    typeface: str
    stacked: bool = False

    @classmethod
    def that_fit(
        cls, words: tuple[str, ...], colour: str, typeface: str, free: float
    ) -> LinesBelow | None:
        """Return lines for ``free`` mm below a maze: below each other, side by side, or none."""
        for stacked in (True, False):
            lines = cls(words, colour, typeface, stacked)
            if lines.room <= free:
                return lines
        return None

    @property
    def room(self) -> float:
        """What they take of the height of a place, in mm."""
        return LINE_HEIGHT_MM + STEP * (len(self.words) - 1) * self.stacked

    def above(self, place: Box) -> Box:
        """Return what they leave of the place of a maze."""
        left, top, right, bottom = place
        return left, top, right, bottom - self.room

    def items(self, place: Box, layout: PageLayout) -> list[Item]:
        """Return words and lines below a maze, as wide as that: fewer where they were too short."""
        extent, cell = layout.extent, layout.scale.cell
        left = layout.x + extent.left * cell
        right = layout.x + extent.right * cell
        lowest, end = layout.y + extent.bottom * cell, place[3] + self.room
        last = STEP * (len(self.words) - 1) * self.stacked
        y = min(lowest + (end - last - lowest) * 0.6, end - last - 0.3 * EM)
        each: list[tuple[str, ...]] = [(word,) for word in self.words]
        rows = each if self.stacked else [self.words]
        return [
            item
            for row, words in enumerate(rows)
            for item in self._row(words, left, right, y + STEP * row)
        ]

    def _row(self, words: tuple[str, ...], left: float, right: float, y: float) -> Iterator[Item]:
        while len(words) > 1 and self._width(words, left, right) < MIN_LENGTH_MM:
            words = words[:-1]
        width, x = self._width(words, left, right), left
        for word in words:
            lettering = lettering_of(word, self.typeface)
            yield Text(x, y, EM, word, "start", self.colour, lettering=lettering)
            x += (width_of(word, lettering) + 0.4) * EM
            points = np.array([(x, y), (x + width, y)])
            starts, closed = np.array([0, 2]), np.zeros(1, np.bool_)
            yield Strokes(points, starts, closed, LINE, self.colour)
            x += width + LINE_GAP_EM * EM

    def _width(self, words: tuple[str, ...], left: float, right: float) -> float:
        """Return how long each line becomes."""
        texts = sum(width_of(word, lettering_of(word, self.typeface)) + 0.4 for word in words)
        gaps = LINE_GAP_EM * (len(words) - 1)
        return (right - left - (texts + gaps) * EM) / len(words)
