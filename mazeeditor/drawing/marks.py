r"""The signs for entrance and exits: an arrow or a word outside the gap, or a spot in the cell.

::

             |             |
             +--         --+
        __\                  __\       in a cell in the middle:
          /                    /       a disc, or a ring round a disc
             +--         --+
    entrance |             |   exit
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from mazeeditor.drawing.faces import ASCENT, CAPITAL, DESCENT
from mazeeditor.drawing.lettering import width_of
from mazeeditor.drawing.scene import Anchor, Item, Points, Polygons, Strokes, Text
from mazeeditor.drawing.style import Page
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
Vector = tuple[float, float]

ROUND = 48  # corners of a disc
NECK, HEAD, SHAFT = 0.45, 0.32, 0.09  # of an arrow: in its lengths


@dataclass(frozen=True)
class Scale:
    """What marks are measured by, in mm: the cell, the wall, and the width of drawn lines.

    ``outline`` is 0 where marks are filled.
    """

    cell: float
    wall: float
    outline: float

    @property
    def arrow(self) -> float:
        """The length of an arrow."""
        return min(max(0.8 * self.cell, 3.0), 7.0)

    @property
    def letters(self) -> float:
        """The size of words outside the maze."""
        return min(max(0.6 * self.cell, 3.0), 5.0)

    @property
    def room(self) -> float:
        """Between the wall and the mark."""
        return 0.25 * self.arrow


@dataclass(frozen=True)
class Mark:
    """One sign and the room it takes."""

    item: Item
    box: Box


def marks_of(maze: Maze, page: Page, scale: Scale, x: float = 0.0, y: float = 0.0) -> list[Mark]:
    """Return the marks of a maze whose top left post lies at ``x``, ``y`` in mm."""
    if page.marks == "none":
        return []
    found: list[Mark] = []
    origin = np.array([x, y])
    for opening, enters, leaves in _openings(maze):
        if opening.slot is None:
            middle = maze.lattice.geometry.centres(np.array([opening.cell]))[0] * scale.cell
            found.append(_inside(page, scale, middle + origin, enters, leaves))
        else:
            gap, out = gap_of(maze.lattice, opening)
            mouth = gap * scale.cell + np.array(out) * scale.wall / 2 + origin
            if page.marks == "arrow":
                found.append(_arrow(page, scale, mouth, out, enters, leaves))
            else:
                _add_word(found, page, scale, mouth, out, _word(enters, leaves))
    return found


def _openings(maze: Maze) -> list[tuple[Opening, bool, bool]]:
    """Return each opening once, and whether the maze is entered and left there."""
    entrance = [maze.entrance] if maze.entrance else []
    return [
        (opening, opening in entrance, opening in maze.exits)
        for opening in dict.fromkeys([*entrance, *maze.exits])
    ]


def gap_of(lattice: Lattice, opening: Opening) -> tuple[Points, Vector]:
    """Return the middle of a gap in the outer wall, in cells, and the unit vector out of it."""
    assert opening.slot is not None
    wall = np.array([lattice.wall(opening.cell, opening.slot)])
    places = lattice.geometry.post_positions(lattice.geometry.posts(wall))
    return places[0].mean(axis=0), lattice.geometry.outward(opening.cell, opening.slot)


def _word(enters: bool, leaves: bool) -> str:
    words = [_("Start")] * enters + [_("Finish")] * leaves
    return " / ".join(words)


def _shape(page: Page, scale: Scale, rings: list[Points]) -> Item:
    """Return an area, filled, or as outlines where nothing is to be filled."""
    starts = np.cumsum([0, *map(len, rings)])
    points = np.concatenate(rings)
    if not scale.outline:
        return Polygons(points, starts, page.colour)
    return Strokes(points, starts, np.ones(len(rings), np.bool_), scale.outline, page.colour)


def _arrow(
    page: Page, scale: Scale, mouth: Points, out: Vector, enters: bool, leaves: bool
) -> Mark:
    """Return an arrow that points in, out, or both ways."""
    if enters and leaves:
        neck = 0.8 * NECK  # there are two of them
        half = [(0, 0), (neck, -HEAD), (neck, -SHAFT)]
        half += [(1 - along, aside) for along, aside in reversed(half)]
    else:
        half = [(0, -SHAFT), (1 - NECK, -SHAFT), (1 - NECK, -HEAD), (1, 0)]
    way = [*half, *((along, -aside) for along, aside in reversed(half) if aside)]
    corners = np.array(way, np.float64) * scale.arrow
    if enters and not leaves:
        corners[:, 0] = scale.arrow - corners[:, 0]
    ahead = np.array(out)
    aside = np.array([-out[1], out[0]])
    points = mouth + ahead * scale.room + corners[:, :1] * ahead + corners[:, 1:] * aside
    left, top = (points.min(axis=0) - scale.outline / 2).tolist()
    right, bottom = (points.max(axis=0) + scale.outline / 2).tolist()
    return Mark(_shape(page, scale, [points]), (left, top, right, bottom))


def _disc(middle: Points, radius: float) -> Points:
    turns = [2 * pi * corner / ROUND for corner in range(ROUND)]
    return np.array([(cos(turn), sin(turn)) for turn in turns]) * radius + middle


def _inside(page: Page, scale: Scale, middle: Points, enters: bool, leaves: bool) -> Mark:
    """Return a disc for a start, a ring round a disc for a goal, or their words."""
    room = scale.cell - scale.wall
    box = (middle[0] - room / 2, middle[1] - room / 2, middle[0] + room / 2, middle[1] + room / 2)
    if page.marks == "word":
        word = _word(enters, leaves)
        size = min(0.8 * room / width_of(word), 0.6 * room, scale.letters)
        x, y = float(middle[0]), float(middle[1] + CAPITAL / 2 * size)
        return Mark(Text(x, y, size, word, "middle", page.colour, scale.outline), box)
    if not leaves:
        return Mark(_shape(page, scale, [_disc(middle, 0.28 * room)]), box)
    spot = 0.18 if enters else 0.11
    rings = [_disc(middle, share * room) for share in (0.36, 0.27, spot)]
    rings[1] = rings[1][::-1]  # a hole runs the other way
    return Mark(_shape(page, scale, rings), box)


def _add_word(
    marks: list[Mark], page: Page, scale: Scale, mouth: Points, out: Vector, word: str
) -> None:
    """Write a word outside a gap: further out where another stands, once for gaps side by side."""
    size = scale.letters
    anchor: Anchor = "middle" if abs(out[0]) <= abs(out[1]) else "start" if out[0] > 0 else "end"
    width = width_of(word) * size
    while True:
        x, y = (mouth + np.array(out) * scale.room).tolist()
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        if anchor == "middle":
            base = y - DESCENT * size if out[1] < 0 else y + CAPITAL * size
        else:
            base = y + CAPITAL / 2 * size
        box = (left, base - ASCENT * size, left + width, base + DESCENT * size)
        taken = [mark for mark in marks if _overlap(mark.box, box)]
        if not taken:
            text = Text(x, base, size, word, anchor, page.colour, scale.outline)
            marks.append(Mark(text, box))
            return
        if any(isinstance(mark.item, Text) and mark.item.text == word for mark in taken):
            return
        mouth = mouth + np.array(out) * size / 4


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
