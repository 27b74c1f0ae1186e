r"""Draws a theme on a page: border and corners, and pictures where mazes and texts leave room.

::

    o~~~~~~~~~~~~~~o      corners, and tiles between them on lines around the page
    |  Title       |
    |  +---+  (o)  |      pictures in the largest free rectangles: alone, side by side,
    |  | # |       |      or below each other
    |  +---+  (o)  |
    |  /\ (o) /\   |      those at the bottom stand on the ground
    o~~~~~~~~~~~~~~o

Nothing of it lies on anything else: it is clear of mazes, marks, texts and margins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import cos, floor, pi, sin
from typing import Literal

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.svg import Join
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.maze.maze import Maze
from mazeeditor.page.curves import flatten
from mazeeditor.page.drawings.motifs import BLACK, THINNEST_LINE_MM, Motif
from mazeeditor.page.marks.free_ground import grow_box, overlap
from mazeeditor.page.marks.route import with_gaps
from mazeeditor.page.mirroring import Mirror
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import (
    Box,
    Ink,
    Item,
    Layer,
    LongStrokes,
    Picture,
    Points,
    Polygons,
    Strokes,
    Text,
)
from mazeeditor.page.themes import Drawing, Theme
from mazeeditor.page.themes.free_places import FreePlaces
from mazeeditor.page.themes.room import Taken, taken_by
from mazeeditor.page.themes.themed_page import is_themed, theme_of
from mazeeditor.page.walls.wall_items import area_items

Kind = Literal["puzzles", "answers", "other"]
AIR = 0.012  # of the shorter side: around pictures
MIN_HEIGHT_SHARE, MAX_HEIGHT_SHARE = 0.055, 0.2  # of the shorter side: the height of pictures
COLUMN = 0.08  # of it: the width of a place for pictures, at least
MIN_SIZE_MM = 7.0  # mm
SCENE = 1.3  # times as high as other rows: that on the ground
ALONE_HEIGHTS = 1.9  # times the height of a row: up to there no others stand above or below it
CALM = 0.7  # times as high on pages of answers
SEVERAL_ASPECT = 1.7  # times as wide as high: a place for several side by side
PICTURE_GAP = 0.3  # of the height of a row: between two pictures of it
# of the height of the highest picture: between small ones of a row, at least
SMALL_PICTURE_GAP = 0.25
MOST_PLACES = {"puzzles": 8, "answers": 3, "other": 4}  # with pictures on a page
FOOT = 2.0  # em: texts so near to the lower border have no pictures beside them
THICKEST = 0.0042  # of the shorter side: lines of large pictures are no thicker
GROUND = 0.3  # of the height of a row: what it stands on
ARC_ERROR_MM = 0.05  # mm: the largest error of flatten arcs
# of what is free within the border; mm: between marks and a border
BORDER_GAP_SHARE, MIN_GAP_MM = 0.25, 0.5
MAX_TILE_ASPECT = 9  # times as long as high: tiles that are turned with the sides, at the most
STEPS = 6  # of a rounded corner
LAYER = "theme"
LIKE_OPENER = ("title-page", "ends")
UPRIGHT: Points = np.eye(2)
MIRRORED: Points = np.array([[-1.0, 0.0], [0.0, 1.0]])
Sides = tuple[Points, Points, Points, Points]


def decoration(
    page: Page,
    box: Box,
    mazes: Sequence[tuple[Maze, PageLayout]],
    layers: Iterable[Layer],
    *,
    kind: Kind = "puzzles",
    slim: bool = False,
    number: int = 0,
) -> list[Layer]:
    """Return the layer of a page's theme, which lies below all others; none for a plain page.

    ``box`` is what lies between the margins in mm, ``layers`` are what keeps its place; of the
    mazes all of the area does. ``number`` is that of the page, by which the order of pictures
    changes. Raises ``UsageError`` where the theme is missing or broken.
    """
    if not is_themed(page):
        return []
    theme = theme_of(page)
    taken = taken_by(page, box[2] - box[0], box[3] - box[1], slim=slim)
    pen = _Pen(page, theme, min(box[2] - box[0], box[3] - box[1]))
    places = _taken_places(page, mazes, layers)
    items = list(pen.border(box, taken, places.boxes))
    items += pen.pictures(taken.within(box), places, kind, number)
    return [Layer(LAYER, _("Theme"), tuple(items))] if items else []


def drawn_in(page: Page, name: str, box: Box, turn: int = 0) -> tuple[Ink, ...]:
    """Return a drawing of a page's theme as large as ``box`` allows, in its middle, in mm.

    ``name`` is one of ``DRAWINGS``, such as ``opener`` or ``title-page``; a ``pattern`` fills the
    box. Where the theme lacks it, its opener or pictures stand there; a plain page gets nothing.
    Of several pages with the same drawing, those of a later ``turn`` get pictures side by side in
    its place, each begins with another one. Raises ``UsageError`` if the theme is missing or
    broken.
    """
    if not is_themed(page):
        return ()
    theme = theme_of(page)
    pen = _Pen(page, theme, min(box[2] - box[0], box[3] - box[1]))
    own = theme.all_of(name) or (theme.all_of("opener") if name in LIKE_OPENER else ())
    if name == "pattern" and own:
        return tuple(pen.pattern(own[0], box))
    pictures = theme.all_of("picture")
    if own and not (turn and pictures):
        return tuple(pen.fitted(own[0], box))
    high = box[3] - box[1]
    return tuple(pen.row(pictures, box, turn, high, ground=True)) if pictures else ()


class _Pen:
    """Draws the drawings of a theme in the colours of a page."""

    def __init__(self, page: Page, theme: Theme, side: float) -> None:
        """``side`` is the shorter side in mm of what is drawn on."""
        self._theme, self._colour, self._coloured = theme, page.colour, page.coloured
        self._between = SMALL_PICTURE_GAP * MAX_HEIGHT_SHARE * side
        self._thickest = max(THICKEST * side, 2 * THINNEST_LINE_MM)

    def _motif(self, drawing: Drawing) -> Motif:
        return drawing.coloured(self._coloured)

    def fitted(self, drawing: Drawing, box: Box, turn: Points = UPRIGHT) -> Iterator[Ink]:
        motif = self._motif(drawing)
        width, height = box[2] - box[0], box[3] - box[1]
        if abs(turn[0, 0]) < 0.5:
            width, height = height, width
        scale = motif.scale_in(width, height)
        middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        yield from self._stamped(motif, scale, [(middle, turn)])

    def _stamped(
        self, motif: Motif, scale: float, places: Sequence[tuple[Points, Points]]
    ) -> Iterator[Ink]:
        """Yield a motif with its middle at each place, turned; those of one part are one item."""
        if not scale:  # its lines alone are thicker than the room that it has
            return
        middle = np.array([motif.width, motif.height]) / 2
        for part in motif.shapes:
            own = [(ring - middle) * scale for ring in part.rings]
            rings = [ring @ turn.T + place for place, turn in places for ring in own]
            starts = np.cumsum([0, *map(len, rings)])
            points = np.concatenate(rings)
            ink = self._colour if part.colour == BLACK else part.colour
            if not part.width:
                yield Polygons(points, starts, ink)
                continue
            closed = np.array(part.closed * len(places), np.bool_)
            width = min(max(part.width * scale, THINNEST_LINE_MM), self._thickest)
            yield Strokes(points, starts, closed, width, ink, part.cap, join=part.join)

    # The border

    def border(self, box: Box, taken: Taken, others: Iterable[Box]) -> Iterator[Ink]:
        """Yield lines, tiles and corners of the border within a box, but where ``others`` are."""
        theme, thick = self._theme, taken.border
        clear = max(BORDER_GAP_SHARE * (taken.side - thick), MIN_GAP_MM)
        inner = taken.within(box)
        others = [grow_box(each, clear, clear) for each in others if not _holds(inner, each)]
        for line in theme.frame:
            width = max(line.width * thick, THINNEST_LINE_MM)
            inset = min(max(line.place * thick, width / 2), thick - width / 2)
            whole = _frame(box, inset, theme.rounded * thick, width, self._colour)
            points = np.concatenate([whole.points, whole.points[:1]])
            opened = replace(
                whole, points=points, starts=np.array([0, len(points)]), closed=np.array([False])
            )
            kept = with_gaps(opened, others)
            if kept:
                yield whole if kept is opened else kept
        if tiles := theme.all_of("border"):
            yield from self._tiles(tiles, box, thick, others)
        if corners := theme.all_of("corner"):
            yield from self._corners(corners, box, thick, others)

    def _corners(
        self, corners: Sequence[Drawing], box: Box, thick: float, others: Sequence[Box]
    ) -> Iterator[Ink]:
        left, top, right, bottom = box
        for number in range(4):
            drawing = corners[number % len(corners)]
            across, down = number in (1, 2), number >= 2
            side = thick * drawing.size
            away = (thick - side) / 2
            x = right - away - side if across else left + away
            y = bottom - away - side if down else top + away
            turn = MIRRORED if across else UPRIGHT
            if drawing.turned and down:
                turn = turn @ -MIRRORED
            place = x, y, x + side, y + side
            if not any(overlap(place, other) for other in others):
                yield from self.fitted(drawing, place, turn)

    def _tiles(
        self, tiles: Sequence[Drawing], box: Box, thick: float, others: Sequence[Box]
    ) -> Iterator[Ink]:
        """Yield the tiles along all sides, as many as come closest to their usual distance.

        Those that are ``turned`` lie with their foot to the middle of the page.
        """
        left, top, right, bottom = box
        end = thick * (1.25 if self._theme.all_of("corner") else 0.0)
        sides = [
            ((left + end, top + thick / 2), (right - end, top + thick / 2)),
            ((right - thick / 2, top + end), (right - thick / 2, bottom - end)),
            ((right - end, bottom - thick / 2), (left + end, bottom - thick / 2)),
            ((left + thick / 2, bottom - end), (left + thick / 2, top + end)),
        ]
        found: dict[int, tuple[float, list[tuple[Points, Points]]]] = {}
        for number, (begin, until) in enumerate(sides):
            first, last = np.array(begin), np.array(until)
            for at, scale, place, turn in self._along(tiles, first, last, thick, number):
                tile = _around(self._motif(tiles[at]), scale, place, turn)
                if not any(overlap(tile, other) for other in others):
                    found.setdefault(at, (scale, []))[1].append((place, turn))
        for at, (scale, places) in found.items():
            yield from self._stamped(self._motif(tiles[at]), scale, places)

    def _along(
        self, tiles: Sequence[Drawing], first: Points, last: Points, thick: float, side: int
    ) -> Iterator[tuple[int, float, Points, Points]]:
        length = float(np.hypot(*(last - first)))
        along = (last - first) / length
        scales = [
            self._motif(tile).scale_in(
                tile.size * thick * (MAX_TILE_ASPECT if tile.turned else 1), tile.size * thick
            )
            for tile in tiles
        ]
        if not all(scales):  # the border is thinner than lines that printers draw
            return
        usual = [
            (1 + tile.gap) * self._advance(tile, scale, side)
            for tile, scale in zip(tiles, scales, strict=True)
        ]
        rounds = max(1, round(length / sum(usual)))
        stretch = length / (rounds * sum(usual))
        turn = _turn(side)
        done = 0.0
        for _round in range(rounds):
            for at, (tile, scale) in enumerate(zip(tiles, scales, strict=True)):
                step = usual[at] * stretch
                place = first + along * (done + step / 2)
                done += step
                own = turn if tile.turned else UPRIGHT
                if tile.turned and not tile.gap:  # joined: stretched so that their lines meet
                    own = own @ np.diag([stretch, 1.0])
                yield at, scale, place, own

    def _advance(self, tile: Drawing, scale: float, side: int) -> float:
        motif = self._motif(tile)
        upright = not tile.turned and side % 2
        return scale * (motif.height if upright else tile.advance if not tile.gap else motif.width)

    # Pictures

    def pictures(self, box: Box, taken: _Places, kind: Kind, number: int) -> Iterator[Ink]:
        """Yield pictures in what is free of a box; ``number`` is that of the first of them."""
        theme = self._theme
        pictures = theme.all_of("picture")
        if kind == "answers":
            pictures = (*theme.all_of("answers"), *pictures[1:]) or pictures
        side = min(box[2] - box[0], box[3] - box[1])
        if not pictures or side <= 0:
            return
        clear, most = AIR * side, MAX_HEIGHT_SHARE * side * (CALM if kind == "answers" else 1.0)
        least = max(MIN_HEIGHT_SHARE * side, MIN_SIZE_MM)
        free = FreePlaces(box, clear)
        for rings, beyond in taken.areas:
            free.add_area(rings, beyond)
        for left, top, right, bottom in taken.boxes:
            if top > box[3] - FOOT * (bottom - top):
                left, right = box[0], box[2]
            free.add((left, top, right, bottom))
        balanced = kind != "puzzles"
        if balanced:
            free.mirror()
        wide = max(COLUMN * side, least)
        middle = (box[0] + box[2]) / 2
        for turn in range(MOST_PLACES[kind]):
            lowest = None if turn else free.on_ground(wide, least, SCENE * most)
            place_, grounded = lowest or free.largest(wide, least), lowest is not None
            if place_ is None:
                return
            for place in _both(place_, middle) if balanced else [place_]:
                used, items, count = self._filled(pictures, place, number, most, grounded)
                number += count
                free.add(used, 2 * clear)
                yield from items

    def _filled(
        self, pictures: Sequence[Drawing], place: Box, number: int, most: float, grounded: bool
    ) -> tuple[Box, list[Ink], int]:
        """Return what is used of a free place, the pictures there, and how many these are."""
        left, top, right, bottom = place
        width, height = right - left, bottom - top
        if width >= SEVERAL_ASPECT * min(height, most):
            high = min(height, SCENE * most if grounded else most)
            y = bottom - high if grounded else (top + bottom - high) / 2
            box = left, y, right, y + high
            items = list(self.row(pictures, box, number, high, ground=grounded))
            used = place if height < ALONE_HEIGHTS * high else box
            return used, items, len(pictures) // 2 + 1
        if height >= SEVERAL_ASPECT * min(width, most):
            wide = min(width, most)
            x = (left + right - wide) / 2
            box = x, top, x + wide, bottom
            return place, list(self._column(pictures, box, number)), len(pictures) // 2 + 1
        drawing = pictures[number % len(pictures)]
        side = min(width, height, most)
        middle = (left + right) / 2, (top + bottom) / 2
        y = bottom - side if grounded else middle[1] - side / 2
        box = middle[0] - side / 2, y, middle[0] + side / 2, y + side
        return box, list(self.fitted(drawing, box)), 1

    def row(
        self, pictures: Sequence[Drawing], box: Box, number: int, most: float, *, ground: bool
    ) -> Iterator[Ink]:
        """Yield pictures side by side that stand at the bottom of a box, on the ground if asked."""
        left, top, right, bottom = box
        high = min(bottom - top, most)
        grounds = self._theme.all_of("ground") if ground else ()
        if grounds:
            yield from self._ground(grounds[0], (left, bottom - GROUND * high, right, bottom))
            bottom -= GROUND * high / 3
            high -= GROUND * high / 3
        chosen = list[Drawing]()
        used, between = 0.0, max(PICTURE_GAP * high, self._between)
        while True:
            drawing = pictures[(number + len(chosen)) % len(pictures)]
            wide = self._size(drawing, right - left, high)[0]
            if used + wide + between * len(chosen) > right - left + 1e-6:
                break
            chosen.append(drawing)
            used += wide
        if not chosen:
            chosen, used = [drawing], wide
        gap = (right - left - used) / len(chosen)
        x = left + gap / 2
        for drawing in chosen:
            wide, tall = self._size(drawing, right - left, high)
            yield from self.fitted(drawing, (x, bottom - tall, x + wide, bottom))
            x += wide + gap

    def _column(self, pictures: Sequence[Drawing], box: Box, number: int) -> Iterator[Ink]:
        left, top, right, bottom = box
        wide = right - left
        chosen = list[Drawing]()
        used = 0.0
        while True:
            drawing = pictures[(number + len(chosen)) % len(pictures)]
            tall = self._size(drawing, wide, wide)[1]
            if used + tall + PICTURE_GAP * wide * len(chosen) > bottom - top + 1e-6:
                break
            chosen.append(drawing)
            used += tall
        gap = (bottom - top - used) / max(len(chosen), 1)
        y = top + gap / 2
        for drawing in chosen:
            tall = self._size(drawing, wide, wide)[1]
            yield from self.fitted(drawing, (left, y, right, y + tall))
            y += tall + gap

    def _size(self, drawing: Drawing, width: float, height: float) -> tuple[float, float]:
        """Return how wide and high a drawing becomes in a room, with its lines."""
        motif = self._motif(drawing)
        scale = min(width / motif.width, height / motif.height)
        return motif.width * scale, motif.height * scale

    def _ground(self, drawing: Drawing, box: Box) -> Iterator[Ink]:
        """Yield tiles side by side at the bottom of a box, cut nowhere."""
        motif = self._motif(drawing)
        width, height = box[2] - box[0], box[3] - box[1]
        scale = motif.scale_in(MAX_TILE_ASPECT * height, height)
        step = drawing.advance * scale * (1 + drawing.gap)
        count = max(1, floor(width / step))
        if drawing.gap == 0:  # lines meet: the tiles fill the width
            stretch = (width - (motif.width - drawing.advance) * scale) / (count * step)
        else:
            stretch = width / (count * step)
        turn = np.diag([stretch if drawing.gap == 0 else 1.0, 1.0])
        y = box[3] - motif.height * scale / 2
        first = (box[0] + box[2]) / 2 - (count - 1) / 2 * step * stretch
        places = [(np.array([first + n * step * stretch, y]), turn) for n in range(count)]
        yield from self._stamped(motif, scale, places)

    def pattern(self, drawing: Drawing, box: Box) -> Iterator[Ink]:
        """Yield a drawing again and again, every second row moved by half a step."""
        motif = self._motif(drawing)
        width, height = box[2] - box[0], box[3] - box[1]
        side = max(MAX_HEIGHT_SHARE / 2 * min(width, height), MIN_SIZE_MM)
        scale = motif.scale_in(side, side)
        columns, rows = max(1, round(width / (2 * side))), max(1, round(height / (1.5 * side)))
        across, down = width / columns, height / rows
        places = [
            (np.array([box[0] + (column + 0.5) * across, box[1] + (row + 0.5) * down]), UPRIGHT)
            for row in range(rows)
            for column in range(columns)
            if not row % 2
        ]
        places += [
            (np.array([box[0] + (column + 1) * across, box[1] + (row + 0.5) * down]), UPRIGHT)
            for row in range(1, rows, 2)
            for column in range(columns - 1)
        ]
        yield from self._stamped(motif, scale, places)


def _both(place: Box, middle: float) -> list[Box]:
    """Return a place and its image beyond the middle of a page, one if they meet.

    What is free has a middle: so the two are as large, and free.
    """
    left, top, right, bottom = place
    other = 2 * middle - right, top, 2 * middle - left, bottom
    if max(left, other[0]) > min(right, other[2]):
        return sorted([place, other])
    return [(min(left, other[0]), top, max(right, other[2]), bottom)]


def _around(motif: Motif, scale: float, place: Points, turn: Points) -> Box:
    half = np.abs(turn) @ np.array([motif.width, motif.height]) * scale / 2
    left, top = (place - half).tolist()
    right, bottom = (place + half).tolist()
    return left, top, right, bottom


def _holds(box: Box, other: Box) -> bool:
    return box[0] <= other[0] and box[1] <= other[1] and other[2] <= box[2] and other[3] <= box[3]


def _turn(side: int) -> Points:
    """Return how a tile lies at a side: 0 above, then right, below, left."""
    angle = side * pi / 2
    return np.round(np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]), 9)


def _frame(box: Box, inset: float, radius: float, width: float, colour: str) -> Strokes:
    """Return a line around a page, its corners rounded."""
    left, top, right, bottom = (
        box[0] + inset,
        box[1] + inset,
        box[2] - inset,
        box[3] - inset,
    )
    corners = [
        (right, top, 1, -1),
        (right, bottom, 1, 1),
        (left, bottom, -1, 1),
        (left, top, -1, -1),
    ]
    points: list[tuple[float, float]] = []
    for number, (x, y, across, down) in enumerate(corners):
        if not radius:
            points.append((x, y))
            continue
        middle = x - across * radius, y - down * radius
        for step in range(STEPS + 1):
            angle = (number - 1 + step / STEPS) * pi / 2
            points.append((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)))
    whole = np.array(points)
    starts, closed = np.array([0, len(whole)]), np.array([True])
    join: Join = "round" if radius else "miter"
    return Strokes(whole, starts, closed, width, colour, "square", join=join)


# What keeps its place


class _Places:
    """Boxes and areas of a page that are taken, in mm."""

    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self.areas: list[tuple[list[Points], float]] = []


def _taken_places(
    page: Page, mazes: Sequence[tuple[Maze, PageLayout]], layers: Iterable[Layer]
) -> _Places:
    result = _Places()
    shown = replace(page, background="white", reversed=False)
    for maze, layout in mazes:
        rings = [ring for item in area_items(maze, shown, layout, Job()) for ring in _rings(item)]
        if mirror := Mirror.of(layout):
            rings = [mirror.points(ring) for ring in rings]
        half = len(rings) // 2  # the area, then the line around it
        result.areas.append((rings[:half], layout.scale.outer / 2))
    for layer in layers:
        if layer.name not in ("background", "grid", "walls", "solution", "tokens", LAYER, "tint"):
            result.boxes += [box for item in layer.items for box in _boxes(item)]
    return result


def _rings(item: Polygons | Strokes) -> Iterator[Points]:
    count = len(item.starts) - 1
    if isinstance(item, Polygons):
        closed = np.ones(count, np.bool_)
        item = Strokes(item.points, item.starts, closed, 0.1, item.colour, bulges=item.bulges)
    flat = flatten(item, ARC_ERROR_MM)
    for first, last in zip(flat.starts[:-1].tolist(), flat.starts[1:].tolist(), strict=True):
        yield flat.points[first:last]


def _boxes(item: Item) -> Iterator[Box]:
    """Yield boxes that hold all of an item: of lines and areas one for each."""
    if isinstance(item, Text):
        wide = width_of(item.text, item.lettering) * item.size
        left = item.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * wide
        top, bottom = item.y - ASCENT * item.size, item.y + DESCENT * item.size
        yield left, top, left + wide, bottom
    elif isinstance(item, Picture):
        yield item.x, item.y, item.x + item.width, item.y + item.height
    elif not isinstance(item, LongStrokes):
        reach = item.width if isinstance(item, Strokes) else 0.0
        for ring in _rings(item):
            low, high = ring.min(axis=0) - reach, ring.max(axis=0) + reach
            yield float(low[0]), float(low[1]), float(high[0]), float(high[1])
