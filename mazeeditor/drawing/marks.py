r"""The signs for entrance and exits: an arrow or a word outside the gap, or a spot in the cell.

::

             |             |
             +--         --+
        __\                  __\       in a cell in the middle:
          /                    /       a disc, or a ring round a disc
             +--         --+
    entrance |             |   exit

                Start            out of a level wall a word stands over or under its middle,
      ____  ____  /              out of a slanted or an upright one it begins or ends there;
          \/    \/               moved out until it touches neither the wall, the maze nor a mark
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, tan

import numpy as np

from mazeeditor.drawing.extent import OpeningPlace, Vector, opening_places
from mazeeditor.drawing.free_ground import Box, Ground, grown, overlap, touching
from mazeeditor.drawing.lettering import lettering_of
from mazeeditor.drawing.page import Page
from mazeeditor.drawing.page_colours import wall_colour
from mazeeditor.drawing.scene import Ink, Numbers, Points, Polygons, Strokes, Text
from mazeeditor.drawing.shaping import width_of
from mazeeditor.drawing.typefaces import ASCENT, CAPITAL, DESCENT
from mazeeditor.maze.maze import Maze
from mazeeditor.translation import _


@dataclass(frozen=True)
class Scale:
    """What marks are measured by, in mm: the cell, the wall, and the width of drawn lines.

    ``outline`` is 0 where marks are filled. ``beyond`` is how much farther out than its walls are
    thick a maze reaches.
    """

    cell: float
    wall: float
    outline: float
    beyond: float = 0.0

    @property
    def outer(self) -> float:
        """How thick the outer walls are with all that goes on beyond them, on both sides."""
        return self.wall + 2 * self.beyond

    @property
    def arrow(self) -> float:
        """The length of an arrow."""
        return min(max(0.8 * self.cell, 3.0), 7.0)

    @property
    def letters(self) -> float:
        """The size of words outside the maze."""
        return min(max(0.6 * self.cell, 3.0), 5.0)


@dataclass(frozen=True)
class Sign:
    """One sign and the box it takes; ``letters`` is that of a word without space for accents."""

    item: Ink
    box: Box
    letters: Box | None = None


SIZES = (1.0, 0.8, 0.65, 0.5)  # where a word does not fit it becomes smaller
SPACE = 0.3  # em between two words beside each other; closer they would read as one
NEAR, FAR = 1.0, 3.0  # heights of a word from its gap: where it looks for space first, and last


def add_word(
    marks: list[Sign], ground: Ground, word: Text, mouth: Points, out: Vector, clear: float
) -> bool:
    """Write a word outside a gap: smaller or aside where need be, once for adjacent gaps.

    The place of ``word`` does not matter; ``clear`` is how many mm it keeps off the mouth. Return
    False where the maze leaves no space for it.
    """
    wide, high = width_of(word.text, word.lettering), sum(reach_of(word.text))
    first = touching(mouth, out, (wide * word.size, high * word.size), clear, 0.0)
    alike = [mark for mark in marks if isinstance(mark.item, Text) and mark.item.text == word.text]
    if any(overlap(_around(mark.box, word.size), first) for mark in alike):
        return True
    for far in (NEAR, FAR):
        for share in SIZES:
            size = word.size * share
            taken = [_around(mark.box, size) for mark in marks]
            room = clear, clear + far * word.size
            if box := ground.beside(mouth, out, (wide * size, high * size), room, taken):
                marks.append(written(word, size, box))
                return True
    return False


def reach_of(text: str) -> tuple[float, float]:
    """Return how far a text reaches above and below its line, in em."""
    if text.isascii() and not set(text) & set("gjpqyQ,;/()[]{}|@$_"):
        return CAPITAL, 0.0
    return ASCENT, DESCENT


def written(word: Text, size: float, box: Box) -> Sign:
    """Return a word in a box of its letters."""
    left, _top, right, bottom = box
    base = bottom - reach_of(word.text)[1] * size
    text = replace(word, x=(left + right) / 2, y=base, size=size, anchor="middle")
    return Sign(text, (left, base - ASCENT * size, right, base + DESCENT * size), box)


def _around(box: Box, size: float) -> Box:
    """Return where no letters of that size may begin, so that boxes with accents are apart."""
    left, top, right, bottom = grown(box, SPACE * size, 0.0)
    return left, top - DESCENT * size, right, bottom + (ASCENT - CAPITAL) * size


QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle
NECK, HEAD, SHAFT = 0.45, 0.32, 0.09  # of an arrow: in its lengths
ROOM = 0.25  # between wall and mark: in lengths of an arrow
SHRUNK = 0.8  # an arrow that does not fit becomes that much shorter
LEAST = 0.4  # cells: the shortest arrow
WIDEST = 1.5  # cells: the space that a mark takes in a large cell


def marks_of(maze: Maze, page: Page, scale: Scale, x: float = 0.0, y: float = 0.0) -> list[Sign]:
    """Return the marks of a maze whose (0, 0) lies at ``x``, ``y`` in mm."""
    return marks_at(
        opening_places(maze), Ground(maze.lattice, scale.cell, x, y, scale.outer), page, scale
    )


def marks_at(openings: list[OpeningPlace], ground: Ground, page: Page, scale: Scale) -> list[Sign]:
    """Return the marks of openings on the ground around their maze."""
    if page.marks == "none":
        return []
    signs: list[Sign] = []
    origin = np.array([ground.x, ground.y])
    for opening in openings:
        place, enters, leaves = opening.place * scale.cell, opening.enters, opening.leaves
        if opening.out is None:
            room = min(opening.clear, WIDEST) * scale.cell - scale.wall
            inside = replace(page, colour=wall_colour(page))
            signs.append(_inside(inside, scale, room, place + origin, enters, leaves))
            continue
        out = np.array(opening.out)
        mouth = place + out * scale.outer / 2 + origin
        word = _text(_word(enters, leaves), scale.letters, page, scale)
        clear = ROOM * scale.arrow
        if page.marks == "arrow" or not add_word(signs, ground, word, mouth, opening.out, clear):
            signs.append(_arrow(page, scale, ground, mouth, opening.out, enters, leaves))
    return signs


def _word(enters: bool, leaves: bool) -> str:
    return " / ".join([_("Start")] * enters + [_("Finish")] * leaves)


def _shape(page: Page, scale: Scale, rings: list[Points], bulges: Numbers | None = None) -> Ink:
    """Return an area, filled, or as outlines where nothing is to be filled."""
    starts = np.cumsum([0, *map(len, rings)])
    points = np.concatenate(rings)
    if not scale.outline:
        return Polygons(points, starts, page.colour, bulges=bulges)
    closed = np.ones(len(rings), np.bool_)
    return Strokes(points, starts, closed, scale.outline, page.colour, bulges=bulges)


def _arrow(
    page: Page,
    scale: Scale,
    ground: Ground,
    mouth: Points,
    out: Vector,
    enters: bool,
    leaves: bool,
) -> Sign:
    """Return an arrow that points in, out, or in both directions; shorter where space is short."""
    corners = _corners(enters, leaves)
    ahead, aside = np.array(out), np.array([-out[1], out[0]])
    length = scale.arrow
    while True:
        offsets = corners * length
        points = mouth + ahead * (ROOM * length) + offsets[:, :1] * ahead + offsets[:, 1:] * aside
        shorter = length * SHRUNK
        if ground.is_free(points) or shorter < LEAST * scale.cell:
            break
        length = shorter
    left, top = (points.min(axis=0) - scale.outline / 2).tolist()
    right, bottom = (points.max(axis=0) + scale.outline / 2).tolist()
    return Sign(_shape(page, scale, [points]), (left, top, right, bottom))


def _corners(enters: bool, leaves: bool) -> Points:
    """Return the corners of an arrow of length 1: how far along, how far aside."""
    if enters and leaves:
        neck = 0.8 * NECK  # there are two of them
        half = [(0, 0), (neck, -HEAD), (neck, -SHAFT)]
        half += [(1 - along, aside) for along, aside in reversed(half)]
    else:
        half = [(0, -SHAFT), (1 - NECK, -SHAFT), (1 - NECK, -HEAD), (1, 0)]
    outline = [*half, *((along, -aside) for along, aside in reversed(half) if aside)]
    corners = np.array(outline, np.float64)
    if enters and not leaves:
        corners[:, 0] = 1 - corners[:, 0]
    return corners


def _discs(page: Page, scale: Scale, middle: Points, radii: list[float]) -> Ink:
    """Return a disc, with a hole in it, with a disc in that, and so on: real circles."""
    corners = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])  # clockwise, y is down
    rings = [corners[:: (-1) ** number] * radius + middle for number, radius in enumerate(radii)]
    bulges = [-QUARTER * (-1) ** number for number in range(len(radii))]  # holes run back
    return _shape(page, scale, rings, np.repeat(bulges, len(corners)))


def _text(word: str, size: float, page: Page, scale: Scale) -> Text:
    """Return a word that has no place yet."""
    lettering = lettering_of(word, outlines=scale.outline > 0)
    return Text(0.0, 0.0, size, word, "middle", page.colour, scale.outline, lettering)


def _centred(middle: Points, width: float, height: float) -> Box:
    x, y = middle.tolist()
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _inside(
    page: Page, scale: Scale, room: float, middle: Points, enters: bool, leaves: bool
) -> Sign:
    """Return a disc for a start, a ring round a disc for a goal, or their words."""
    box = (middle[0] - room / 2, middle[1] - room / 2, middle[0] + room / 2, middle[1] + room / 2)
    if page.marks == "word":
        word = _text(_word(enters, leaves), 1.0, page, scale)
        wide = width_of(word.text, word.lettering)
        size = min(0.8 * room / wide, 0.6 * room, scale.letters)
        return written(word, size, _centred(middle, wide * size, CAPITAL * size))
    if not leaves:
        return Sign(_discs(page, scale, middle, [0.28 * room]), box)
    spot = 0.18 if enters else 0.11
    return Sign(_discs(page, scale, middle, [0.36 * room, 0.27 * room, spot * room]), box)
