r"""The signs for entrance and exits: an arrow, word or picture outside the gap, or one in the cell.

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

     \  ^ ^  /                   arrows that would lie on each other, as in a notch, are turned and
      \ |/  /                    made shorter together, as little as is needed
       \/ \/
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import combinations, product
from math import cos, hypot, log, pi, sin, tan

import numpy as np

from mazeeditor.core.pictures import Logo
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, CAPITAL, DESCENT
from mazeeditor.maze.maze import Maze
from mazeeditor.page.drawings.motifs import USUAL_GOAL, USUAL_START, Motif, motif_of
from mazeeditor.page.extent import OpeningPlace, Vector, opening_places
from mazeeditor.page.marks.free_ground import (
    Ground,
    are_apart,
    corners_of,
    grow_box,
    overlap,
    spans_of,
    touching,
)
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Box, Ink, Numbers, Picture, Points, Polygons, Strokes, Text
from mazeeditor.page.text.lettering import clean, lettering_of
from mazeeditor.page.themes.themed_page import with_pictures


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
        return min(max(0.8 * self.cell, 3.0), 7.0)

    @property
    def letters(self) -> float:
        """The size of words outside the maze."""
        return min(max(0.6 * self.cell, 3.0), 5.0)

    @property
    def letter(self) -> float:
        """The size of a letter outside the maze."""
        return min(max(1.2 * self.cell, 5.0), 12.0)

    @property
    def picture(self) -> float:
        """The larger side of a picture outside the maze."""
        return min(max(1.6 * self.cell, 9.0), 20.0)


@dataclass(frozen=True)
class Sign:
    """One sign and the box it takes.

    ``covered`` is where a route must not run: a picture, or a word without space for accents.
    """

    items: tuple[Ink | Picture, ...]
    box: Box
    covered: Box | None = None

    @property
    def item(self) -> Ink | Picture:
        """What it consists of, or the first part of a picture."""
        return self.items[0]


WALL_GAP = 0.25  # between wall and mark: in lengths of an arrow
SHRUNK = 0.8  # an arrow that does not fit becomes that much shorter
MIN_ARROW_CELLS = 0.4  # cells: the shortest arrow
SHORTEST = 0.2  # cells: of those that would lie on each other
ARROW_GAP = 0.1  # lengths of an arrow as long as usual: between two of them
TURN, TURNS = pi / 12, 6  # by which these are turned, and how often at the most
TURN_COSTS = 0.12  # as much as an arrow that is so much shorter: a turn
SHORTER = tuple(SHRUNK**step for step in range(9))
_CHANGES = sorted(  # how much shorter, and the directions to choose from: small changes first
    (
        (shorter, tuple(sorted((TURN * n for n in range(-most, most + 1)), key=abs)))
        for shorter, most in product(SHORTER, range(TURNS + 1))
    ),
    key=lambda change: len(change[1]) // 2 * TURN_COSTS - log(change[0]),
)
MAX_CELLS = 1.5  # cells: the space that a mark takes in a large cell
PICTURE_SHARE = 0.78  # of the width of a cell: a picture in it
PICTURES = (1.0, 0.85, 0.7, 0.55)  # where a picture does not fit it becomes smaller
PART = 0.15  # of the shorter side of the maze: a picture next to it, at the most


# heights of a word from its gap: where it looks for space first, and last
NEAR_HEIGHTS, FAR_HEIGHTS = 1.0, 3.0


def marks_of(maze: Maze, page: Page, scale: Scale, x: float = 0.0, y: float = 0.0) -> list[Sign]:
    """Return the marks of a maze whose (0, 0) lies at ``x``, ``y`` in mm."""
    ground = Ground(maze.lattice, scale.cell, x, y, scale.outer)
    return marks_at(opening_places(maze), ground, page, scale)


def marks_at(openings: list[OpeningPlace], ground: Ground, page: Page, scale: Scale) -> list[Sign]:
    """Return the marks of openings on the ground around their maze."""
    signs: list[Sign] = []
    page = with_pictures(page)
    if page.marks == "none":
        return signs
    inside = page.marks_place == "inside" and page.marks != "arrow"
    marker, arrows, places = _Marker(ground, page, scale), list[_Arrow](), list[int]()
    for opening in _once_a_cell(openings) if inside else openings:
        if opening.out is None or inside:
            within = replace(page, colour=page.wall_colour)
            signs.append(_Marker(ground, within, scale).inside(opening))
        elif not marker.added_outside(signs, opening, opening.out):
            arrows.append(marker.arrow(opening, opening.out))
            places.append(len(signs))
    apart = marker.apart(arrows, signs)
    for place, arrow in reversed([*zip(places, apart, strict=True)]):  # in the order of openings
        signs.insert(place, marker.drawn_arrow(arrow))
    return signs


def _once_a_cell(openings: list[OpeningPlace]) -> list[OpeningPlace]:
    """Return one opening for each cell: in a corner a cell may have two gaps, but room for one."""
    cells: dict[tuple[float, ...], OpeningPlace] = {}
    for opening in openings:
        cell = tuple(opening.middle.tolist())
        if known := cells.get(cell):
            uses = known.enters or opening.enters, known.leaves or opening.leaves
            opening = replace(known, enters=uses[0], leaves=uses[1])
        cells[cell] = opening
    return list(cells.values())


@dataclass(frozen=True, eq=False)
class _Arrow:
    """An arrow outside a gap, in mm: ``out`` leads away from the ``mouth``.

    ``corners`` are those of one whose length is 1; ``turn`` is in radians from ``out``.
    """

    mouth: Points
    out: Vector
    corners: Points
    length: float
    turn: float = 0.0

    @cached_property
    def points(self) -> Points:
        """Its corners, float64[k, 2]."""
        x, y = self.out
        if self.turn:
            x, y = x * cos(self.turn) - y * sin(self.turn), x * sin(self.turn) + y * cos(self.turn)
        ahead, aside = np.array([x, y]), np.array([-y, x])
        at = self.corners * self.length
        result: Points = (
            self.mouth + ahead * (WALL_GAP * self.length) + at[:, :1] * ahead + at[:, 1:] * aside
        )
        return result

    @cached_property
    def spans(self) -> Points:
        """How far it reaches in several directions, as ``spans_of`` has it."""
        return spans_of(self.points)

    @property
    def around(self) -> Points:
        """Points on its outline, so close that no corner of a maze lies between two of them."""
        steps = np.linspace(0.0, 1.0, 5)[:-1, None, None]
        result: Points = self.points + steps * (np.roll(self.points, -1, axis=0) - self.points)
        return result.reshape(-1, 2)


def _choose(
    choices: Sequence[Sequence[_Arrow]],
    apart: Callable[[_Arrow, _Arrow], bool],
    chosen: tuple[_Arrow, ...] = (),
) -> list[_Arrow]:
    """Return one arrow of each choice, the first ones that are apart; nothing if none are."""
    if len(chosen) == len(choices):
        return [*chosen]
    for arrow in choices[len(chosen)]:
        free = all(apart(other, arrow) for other in chosen)
        if free and (result := _choose(choices, apart, (*chosen, arrow))):
            return result
    return []


@dataclass(frozen=True)
class _Marker:
    """Makes the mark of an opening."""

    ground: Ground
    page: Page
    scale: Scale

    def _at(self, place: Points) -> Points:
        return place * self.scale.cell + (self.ground.x, self.ground.y)

    def _mouth(self, opening: OpeningPlace, out: Vector) -> Points:
        return self._at(opening.place) + np.array(out) * self.scale.outer / 2

    def added_outside(self, signs: list[Sign], opening: OpeningPlace, out: Vector) -> bool:
        """Put a word or picture outside a gap; return False where an arrow is to stand there."""
        mouth, clear = self._mouth(opening, out), WALL_GAP * self.scale.arrow
        if self.page.marks == "picture":
            picture = _picture_for(self.page, opening)
            return self._added_picture(signs, picture, mouth, out, clear)
        if self.page.marks == "arrow":
            return False
        size = self.scale.letter if self.page.marks == "letter" else self.scale.letters
        word = self._text(opening, size)
        return add_word(signs, self.ground, word, mouth, out, clear)

    def _added_picture(
        self, signs: list[Sign], picture: Motif | Logo, mouth: Points, out: Vector, clear: float
    ) -> bool:
        geometry, taken = self.ground.lattice.geometry, [sign.box for sign in signs]
        most = PART * min(geometry.width, geometry.height) * self.scale.cell
        side = min(self.scale.picture, max(most, self.scale.arrow))
        for share in PICTURES:
            wide, high = (part * side * share for part in _proportions(picture))
            room = clear, clear + NEAR_HEIGHTS * side
            box = self.ground.outside_gap(mouth, out, (wide, high), room, taken)
            items = self._drawn(picture, box) if box else ()
            if box and items:
                signs.append(Sign(items, box, box))
                return True
        return False

    def _drawn(self, picture: Motif | Logo, box: Box) -> tuple[Ink | Picture, ...]:
        """Return a picture in a box, nothing for pixels where all is drawn as lines."""
        if isinstance(picture, Motif):
            return picture.items(box, self.page.colour, self.scale.outline)
        if self.scale.outline:
            return ()
        left, top, right, bottom = box
        size = right - left, bottom - top
        return (Picture(left, top, *size, picture.kind, picture.data, picture.grey),)

    def arrow(self, opening: OpeningPlace, out: Vector) -> _Arrow:
        """Return an arrow in, out, or in both directions; shorter where space is short."""
        corners = arrow_corners(opening.enters, opening.leaves)
        arrow = _Arrow(self._mouth(opening, out), out, corners, self.scale.arrow)
        while not self.ground.is_free(arrow.points):
            shorter = arrow.length * SHRUNK
            if shorter < MIN_ARROW_CELLS * self.scale.cell:
                break
            arrow = replace(arrow, length=shorter)
        return arrow

    def apart(self, arrows: list[_Arrow], signs: list[Sign]) -> list[_Arrow]:
        """Return arrows that lie neither on each other nor on ``signs``, where there is room.

        Those that would do so are turned and made shorter, as little as is needed.
        """
        others = [spans_of(corners_of(sign.box)) for sign in signs]
        space = ARROW_GAP * self.scale.arrow

        def apart(one: _Arrow, other: _Arrow) -> bool:
            return are_apart(one.spans, other.spans, space)

        def alone(arrow: _Arrow) -> bool:
            return all(are_apart(arrow.spans, other, space) for other in others)

        if all(map(alone, arrows)) and all(apart(*pair) for pair in combinations(arrows, 2)):
            return arrows
        turned, known = cache(partial(self._turned, arrows)), cache(apart)
        for shorter, turns in _CHANGES:
            choices = [
                [
                    arrow
                    for turn in turns
                    if (arrow := turned(place, shorter, turn)) and alone(arrow)
                ]
                for place in range(len(arrows))
            ]
            if all(choices) and (result := _choose(choices, known)):
                return result
        return arrows

    def _turned(
        self, arrows: Sequence[_Arrow], place: int, shorter: float, turn: float
    ) -> _Arrow | None:
        """Return one of some arrows changed, None where that is too short or lies on the maze."""
        arrow = arrows[place]
        changed = replace(arrow, length=arrow.length * shorter, turn=turn)
        if changed.length < SHORTEST * self.scale.cell:
            return None
        free = self.ground.is_free(changed.around if turn else changed.points)
        return changed if free else None

    def drawn_arrow(self, arrow: _Arrow) -> Sign:
        points, outline = arrow.points, self.scale.outline
        left, top = (points.min(axis=0) - outline / 2).tolist()
        right, bottom = (points.max(axis=0) + outline / 2).tolist()
        item = area([points], self.page.colour, outline)
        return Sign((item,), (left, top, right, bottom))

    def inside(self, opening: OpeningPlace) -> Sign:
        """Return a disc for a start, a ring round a disc for a goal, or a word or picture."""
        room = min(opening.clear, MAX_CELLS) * self.scale.cell - self.scale.wall
        middle, kind = self._at(opening.middle), self.page.marks
        if kind in ("word", "letter"):
            word = self._text(opening, 1.0)
            wide, high = width_of(word.text, word.lettering), sum(reach_of(word.text))
            size = min(0.8 * room / wide, 0.7 * room / hypot(wide, high) + 0.1 * room)
            most = self.scale.letter if kind == "letter" else self.scale.letters
            size = min(size, 0.6 * room, most) if kind == "word" else min(size, most)
            return write_word(word, size, _centre(middle, wide * size, high * size))
        if kind == "picture":
            picture = _picture_for(self.page, opening)
            wide, high = (part * PICTURE_SHARE * room for part in _proportions(picture))
            box = _centre(middle, wide, high)
            if items := self._drawn(picture, box):
                return Sign(items, box, box)
        radii = [0.28 * room]
        if opening.leaves:
            radii = [0.36 * room, 0.27 * room, (0.18 if opening.enters else 0.11) * room]
        item = discs(middle, radii, self.page.colour, self.scale.outline)
        return Sign((item,), _centre(middle, room, room))

    def _text(self, opening: OpeningPlace, size: float) -> Text:
        """Return the word or letter of an opening, which has no place yet."""
        page, used = self.page, (opening.enters, opening.leaves)
        word = " / ".join(text for text, here in zip(end_texts(page), used, strict=True) if here)
        lettering = lettering_of(word, outlines=self.scale.outline > 0)
        ink = (page.colour, self.scale.outline)
        return Text(0.0, 0.0, size, word, "middle", *ink, lettering)


def end_texts(page: Page) -> tuple[str, str]:
    """Return the words or letters at the entrance and at the exits."""
    usual = (page.start_text, _("Start")), (page.goal_text, _("Finish"))
    start, goal = (
        clean(text) or (word if page.marks == "word" else word[:1]) for text, word in usual
    )
    return start, goal


def end_pictures(page: Page) -> tuple[str, str]:
    """Return the pictures at the entrance and at the exits, as a page keeps them."""
    page = with_pictures(page)
    start = page.start_picture or USUAL_START
    return start, page.goal_picture or goal_of(start)


def goal_of(start: str) -> str:
    """Return the picture that belongs to the one at the entrance."""
    motif = motif_of(start or USUAL_START)
    return (motif.goal if isinstance(motif, Motif) else "") or USUAL_GOAL


def _picture_for(page: Page, opening: OpeningPlace) -> Motif | Logo:
    """Return the picture of an opening: what is looked for where the maze is left."""
    start, goal = end_pictures(page)
    return motif_of(start if opening.enters else goal)


def _proportions(picture: Motif | Logo) -> tuple[float, float]:
    """Return the width and height, of which the larger is 1."""
    most = max(picture.width, picture.height)
    return picture.width / most, picture.height / most


def _centre(middle: Points, width: float, height: float) -> Box:
    x, y = middle.tolist()
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


SIZES = (1.0, 0.8, 0.65, 0.5)  # where a word does not fit it becomes smaller
SPACE = 0.3  # em between two adjacent words; closer they would read as one


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
    for far in (NEAR_HEIGHTS, FAR_HEIGHTS):
        for share in SIZES:
            size = word.size * share
            taken = [_around(mark.box, size) for mark in marks]
            room = clear, clear + far * word.size
            if box := ground.outside_gap(mouth, out, (wide * size, high * size), room, taken):
                marks.append(write_word(word, size, box))
                return True
    return False


def reach_of(text: str) -> tuple[float, float]:
    """Return how far a text reaches above and below its line, in em."""
    if text.isascii() and not set(text) & set("gjpqyQ,;/()[]{}|@$_"):
        return CAPITAL, 0.0
    return ASCENT, DESCENT


def write_word(word: Text, size: float, box: Box) -> Sign:
    left, _top, right, bottom = box
    base = bottom - reach_of(word.text)[1] * size
    text = replace(word, x=(left + right) / 2, y=base, size=size, anchor="middle")
    return Sign((text,), (left, base - ASCENT * size, right, base + DESCENT * size), box)


def _around(box: Box, size: float) -> Box:
    """Return where no letters of that size may begin, so that boxes with accents are apart."""
    left, top, right, bottom = grow_box(box, SPACE * size, 0.0)
    return left, top - DESCENT * size, right, bottom + (ASCENT - CAPITAL) * size


QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle
NECK, HEAD, SHAFT = 0.45, 0.32, 0.09  # of an arrow: in its lengths


def area(rings: list[Points], colour: str, outline: float, bulges: Numbers | None = None) -> Ink:
    starts = np.cumsum([0, *map(len, rings)])
    points = np.concatenate(rings)
    if not outline:
        return Polygons(points, starts, colour, bulges=bulges)
    closed = np.ones(len(rings), np.bool_)
    return Strokes(points, starts, closed, outline, colour, bulges=bulges)


def discs(middle: Points, radii: list[float], colour: str, outline: float) -> Ink:
    """Return a disc, with a hole in it, with a disc in that, and so on: real circles."""
    corners = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])  # clockwise, y is down
    rings = [corners[:: (-1) ** number] * radius + middle for number, radius in enumerate(radii)]
    bulges = [-QUARTER * (-1) ** number for number in range(len(radii))]  # holes run back
    return area(rings, colour, outline, np.repeat(bulges, len(corners)))


def arrow_corners(enters: bool, leaves: bool) -> Points:
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
