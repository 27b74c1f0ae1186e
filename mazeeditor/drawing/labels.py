r"""Words outside of the gaps of a maze: clear of the walls, of each other and of all other signs.

::

                Start            out of a level wall a word stands over or under its middle,
      ____  ____  /              out of a slanted or an upright one it begins or ends there;
          \/    \/               moved out until it touches neither the wall nor the maze
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.drawing.faces import ASCENT, CAPITAL, DESCENT
from mazeeditor.drawing.lettering import width_of
from mazeeditor.drawing.room import Box, Ground, Mark, Vector, overlap
from mazeeditor.drawing.scene import Anchor, Points, Text

LEVEL = 0.4  # how far aside a way out leads at the most from walls that count as level
SIZES = (1.0, 0.8, 0.65, 0.5)  # where a word has no room it becomes smaller
FAR = 12  # steps of a quarter of its size that a word moves away from the maze, at the most


@dataclass(frozen=True)
class Label:
    """A word of some size outside of a gap, ``out`` the unit vector that leads away from it."""

    word: str
    size: float
    out: Vector

    @property
    def anchor(self) -> Anchor:
        """Which part of the word is nearest to the gap."""
        if abs(self.out[0]) <= LEVEL:
            return "middle"
        return "start" if self.out[0] > 0 else "end"

    def place(self, point: Points) -> tuple[float, float, Box]:
        """Return the anchor on the baseline and the box of the word before ``point``."""
        x, y = point.tolist()
        width = width_of(self.word) * self.size
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        if self.anchor == "middle":
            base = y - DESCENT * self.size if self.out[1] < 0 else y + CAPITAL * self.size
        else:
            base = y + CAPITAL / 2 * self.size
        box = (left, base - ASCENT * self.size, left + width, base + DESCENT * self.size)
        return x, base, box

    def letters(self, point: Points) -> Box:
        """Return the box of the letters alone, without the room for accents."""
        left, _top, right, bottom = self.place(point)[2]
        return left, bottom - (CAPITAL + DESCENT) * self.size, right, bottom

    def reach(self, point: Points) -> float:
        """Return how far the letters reach back behind ``point``."""
        left, top, right, bottom = self.letters(point)
        corners = np.array([(x, y) for x in (left, right) for y in (top, bottom)])
        behind = -float(((corners - point) @ np.array(self.out)).min())
        return behind if behind > 1e-9 else 0.0


def add_word(
    marks: list[Mark], ground: Ground, label: Label, mouth: Points, colour: str, outline: float
) -> bool:
    """Write a word outside a gap: further out where another stands, once for gaps side by side.

    Return False where the maze leaves no room for it.
    """
    for share in SIZES:
        smaller = Label(label.word, label.size * share, label.out)
        if _added(marks, ground, smaller, mouth, colour, outline):
            return True
    return False


def _added(
    marks: list[Mark], ground: Ground, label: Label, mouth: Points, colour: str, outline: float
) -> bool:
    """Write a word of one size, if there is room."""
    step = np.array(label.out) * label.size / 4
    point, away = mouth + np.array(label.out) * label.reach(mouth), 0
    while away <= FAR:
        x, base, box = label.place(point)
        taken = [mark for mark in marks if overlap(mark.box, box)]
        if any(isinstance(mark.item, Text) and mark.item.text == label.word for mark in taken):
            return True
        free = ground.has_room(label.letters(point))
        if free and not taken:
            text = Text(x, base, label.size, label.word, label.anchor, colour, outline)
            marks.append(Mark(text, box))
            return True
        away += not free
        point = point + step
    return False
