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

from dataclasses import dataclass
from math import pi, tan

import numpy as np

from mazeeditor.drawing.extent import OpeningPlace, Vector, opening_places
from mazeeditor.drawing.page import Page
from mazeeditor.drawing.scene import Anchor, Ink, Numbers, Points, Polygons, Strokes, Text
from mazeeditor.drawing.shaping import width_of
from mazeeditor.drawing.typefaces import ASCENT, CAPITAL, DESCENT
from mazeeditor.maze.geometry import Geometry
from mazeeditor.maze.maze import Maze
from mazeeditor.translation import _

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm

GRAIN, FINE = 0.15, 0.2  # between points that are checked: of a cell, of the height of a box
MOST = 60  # points on a side of a box
ACROSS, DOWN = 30, 10  # points within a box, which is as wide as a word


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


@dataclass(frozen=True)
class Sign:
    """One sign and the box it takes."""

    item: Ink
    box: Box


@dataclass(frozen=True)
class Ground:
    """What is free around a maze with ``cell`` mm a cell, whose (0, 0) lies at ``x``, ``y``."""

    geometry: Geometry
    cell: float
    x: float
    y: float

    def is_free(self, points: Points) -> bool:
        """Whether none of ``points`` float64[k, 2] in mm lies in the maze."""
        width, height = self.geometry.width, self.geometry.height
        return not any(
            0 <= x <= width and 0 <= y <= height and self.geometry.cell_at(x, y) is not None
            for x, y in ((points - (self.x, self.y)) / self.cell).tolist()
        )

    def has_room(self, box: Box) -> bool:
        """Whether no part of the maze lies in a box.

        Points along its sides are checked, and the box is enlarged so far that no corner of the
        maze, not even of a triangle, fits between two of them. Points within the box detect
        pieces of the maze that it contains as a whole.
        """
        step = min(GRAIN * self.cell, FINE * (box[3] - box[1]))
        left, top, right, bottom = box[0] - step, box[1] - step, box[2] + step, box[3] + step
        across, down = _between(left, right, step), _between(top, bottom, step)
        border = [np.column_stack([across, np.full(len(across), y)]) for y in (top, bottom)]
        border += [np.column_stack([np.full(len(down), x), down]) for x in (left, right)]
        within = np.meshgrid(np.linspace(left, right, ACROSS), np.linspace(top, bottom, DOWN))
        border.append(np.stack(within, axis=-1).reshape(-1, 2))
        return self.is_free(np.concatenate(border))


def _between(low: float, high: float, step: float) -> Numbers:
    """Return places from one to the other that are no more than a step apart."""
    return np.linspace(low, high, min(int((high - low) / step) + 2, MOST))


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes cover the same place."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


LEVEL = 0.4  # how far aside the direction out leads at the most from walls that count as level
SIZES = (1.0, 0.8, 0.65, 0.5)  # where a word does not fit it becomes smaller
SPACE = 0.3  # em between two words beside each other; closer they would read as one
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
        """Return the box of the letters alone, without the space for accents."""
        left, _top, right, bottom = self.place(point)[2]
        return left, bottom - (CAPITAL + DESCENT) * self.size, right, bottom

    def reach(self, point: Points) -> float:
        """Return how far the letters reach back behind ``point``."""
        left, top, right, bottom = self.letters(point)
        corners = np.array([(x, y) for x in (left, right) for y in (top, bottom)])
        behind = -float(((corners - point) @ np.array(self.out)).min())
        return behind if behind > 1e-9 else 0.0


def add_word(
    marks: list[Sign], ground: Ground, label: Label, mouth: Points, colour: str, outline: float
) -> bool:
    """Write a word outside a gap: further out if another is in its place, once for adjacent gaps.

    Return False where the maze leaves no space for it.
    """
    for share in SIZES:
        smaller = Label(label.word, label.size * share, label.out)
        if _added(marks, ground, smaller, mouth, colour, outline):
            return True
    return False


def _added(
    marks: list[Sign], ground: Ground, label: Label, mouth: Points, colour: str, outline: float
) -> bool:
    """Write a word of one size, if there is space."""
    step = np.array(label.out) * label.size / 4
    point, away = mouth + np.array(label.out) * label.reach(mouth), 0
    while away <= FAR:
        x, base, box = label.place(point)
        around = (box[0] - SPACE * label.size, box[1], box[2] + SPACE * label.size, box[3])
        taken = [mark for mark in marks if overlap(mark.box, around)]
        if any(isinstance(mark.item, Text) and mark.item.text == label.word for mark in taken):
            return True
        free = ground.has_room(label.letters(point))
        if free and not taken:
            text = Text(x, base, label.size, label.word, label.anchor, colour, outline)
            marks.append(Sign(text, box))
            return True
        away += not free
        point = point + step
    return False


QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle
NECK, HEAD, SHAFT = 0.45, 0.32, 0.09  # of an arrow: in its lengths
ROOM = 0.25  # between wall and mark: in lengths of an arrow
SHRUNK = 0.8  # an arrow that does not fit becomes that much shorter
LEAST = 0.4  # cells: the shortest arrow
WIDEST = 1.5  # cells: the space that a mark takes in a large cell


def marks_of(maze: Maze, page: Page, scale: Scale, x: float = 0.0, y: float = 0.0) -> list[Sign]:
    """Return the marks of a maze whose (0, 0) lies at ``x``, ``y`` in mm."""
    return marks_at(
        opening_places(maze), Ground(maze.lattice.geometry, scale.cell, x, y), page, scale
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
            signs.append(_inside(page, scale, room, place + origin, enters, leaves))
            continue
        out = np.array(opening.out)
        mouth = place + out * scale.wall / 2 + origin
        before = mouth + out * (ROOM * scale.arrow)
        label = Label(_word(enters, leaves), scale.letters, opening.out)
        ink = (page.colour, scale.outline)
        if page.marks == "arrow" or not add_word(signs, ground, label, before, *ink):
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


def _inside(
    page: Page, scale: Scale, room: float, middle: Points, enters: bool, leaves: bool
) -> Sign:
    """Return a disc for a start, a ring round a disc for a goal, or their words."""
    box = (middle[0] - room / 2, middle[1] - room / 2, middle[0] + room / 2, middle[1] + room / 2)
    if page.marks == "word":
        word = _word(enters, leaves)
        size = min(0.8 * room / width_of(word), 0.6 * room, scale.letters)
        x, y = float(middle[0]), float(middle[1] + CAPITAL / 2 * size)
        return Sign(Text(x, y, size, word, "middle", page.colour, scale.outline), box)
    if not leaves:
        return Sign(_discs(page, scale, middle, [0.28 * room]), box)
    spot = 0.18 if enters else 0.11
    return Sign(_discs(page, scale, middle, [0.36 * room, 0.27 * room, spot * room]), box)
