"""Draws what stands along the route, and the line below the maze; on answers the route's own."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.maze import Maze
from mazeeditor.page.colours import WHITE
from mazeeditor.page.drawings.motifs import THINNEST_LINE_MM, Motif, motif_of
from mazeeditor.page.marks.labels import frame_of, half_size, label_middles
from mazeeditor.page.marks.marks import area, discs
from mazeeditor.page.mirroring import Mirror
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import BELOW, BETWEEN_TWO, PageLayout, TokenPlan
from mazeeditor.page.scene import (
    Box,
    Ink,
    Item,
    Layer,
    Numbers,
    Picture,
    Points,
    Polygons,
    Strokes,
    Text,
)
from mazeeditor.page.text.lettering import lettering_of
from mazeeditor.page.tokens import Token

PASSED_BY = "#9a9a9a"  # of decoys on pages of answers: 40 % black
RING_WIDTH = 0.06  # of its diameter
DOOR = 1.2  # of the em: how thick a door is
SIGN_SIZE = 0.8  # em of the line that it stands before
INTO_RING = 0.3  # mm: the route ends on the line of the ring


def token_layers(maze: Maze, page: Page, layout: PageLayout, *, solved: bool) -> list[Layer]:
    """Return the layers of what stands along the route of a layout, and of the line below it.

    Where ``solved``, the tokens of the route stand in rings of its colour and the others are grey;
    where it crosses its own out, these are left out and the others ringed. Those too small to be
    read are left out.
    """
    assert layout.tokens
    plan, things = layout.tokens, list[list[Item]]()
    if plan.is_shown(layout.scale.cell, solved=solved):
        drawer = _Drawer(maze, page, plan, layout, solved=solved)
        middles, mirror = _middles(maze, plan, layout), Mirror.of(layout)
        middles = mirror.points(middles) if mirror else middles
        for token, middle, size in zip(plan.tokens.tokens, middles, _letters(plan), strict=True):
            things.append([*drawer.items(token, middle, size)])
    note: list[list[Item]] = [[line] for line in _lines(page, plan, layout, solved=solved)]
    note += _signs(page, plan, layout, solved=solved)
    return [_layer("tokens", _("Along the route"), things), _layer("note", _("Answer"), note)]


def _layer(name: str, label: str, things: list[list[Item]]) -> Layer:
    items = tuple(item for thing in things for item in thing)
    return Layer(name, label, items, tuple(map(len, things)))


def covered_by_tokens(maze: Maze, layout: PageLayout) -> list[Box]:
    """Return where a route is not to be drawn: around the tokens of a page of answers."""
    assert layout.tokens
    plan = layout.tokens
    shown = plan.is_shown(layout.scale.cell, solved=True)
    if plan.tokens.crossing or plan.tokens.signs or not shown:
        return []
    middles, way = _middles(maze, plan, layout).tolist(), {*plan.tokens.way}
    return [
        (x - wide, y - high, x + wide, y + high)
        for token, (x, y), size in zip(plan.tokens.tokens, middles, _letters(plan), strict=True)
        for wide, high in [_reach(token, plan, size)]
        if (token.on_route or token.cell in way) and not token.door
    ]


def _letters(plan: TokenPlan) -> tuple[float, ...]:
    return plan.sizes.labels or (plan.sizes.letter,) * len(plan.tokens.tokens)


def _reach(token: Token, plan: TokenPlan, size: float) -> tuple[float, float]:
    """Return half the width and height in mm where no route is drawn on a page of answers."""
    if plan.tokens.labels:
        wide, high = half_size(token)
        return wide * size, high * size
    half = plan.sizes.ring / 2 - INTO_RING
    return half, half


def _middles(maze: Maze, plan: TokenPlan, layout: PageLayout) -> Points:
    """Return float64[k, 2], the middles of the cells of all tokens, in mm."""
    middles = label_middles(maze.lattice, plan.tokens.tokens)
    result: Points = middles * layout.scale.cell + (layout.x, layout.y)
    return result


class _Drawer:
    """Draws one token after the other."""

    def __init__(
        self, maze: Maze, page: Page, plan: TokenPlan, layout: PageLayout, *, solved: bool
    ) -> None:
        self._maze, self._layout, outline = maze, layout, layout.scale.outline
        self._ink, self._route = page.wall_colour, page.route_colour
        self._ground = page.ground_colour or WHITE
        self._sizes, self._solved = plan.sizes, solved
        self._outline, self._ringed = outline, plan.tokens.ringed
        self._across = -1.0 if layout.mirrored else 1.0
        self._labels, self._crossing = plan.tokens.labels, plan.tokens.crossing

    def items(self, token: Token, middle: Points, size: float) -> Iterator[Ink | Picture]:
        """Yield what is drawn of a token, its letters of a size in mm."""
        if self._labels:
            yield from self._label(token, middle, size)
            return
        if token.door:
            yield from self._door(token, middle, size)
            return
        if token.sign is not None:  # on answers the colours themselves are seen
            if not self._solved:
                half = self._sizes.ring / 2
                at = token.sign, middle, half
                yield from sign_items(*at, token.colour, self._ink, self._outline)
            return
        counts = token.on_route != self._crossing
        if self._solved and self._crossing and not counts:
            return  # below the route
        highlighted = self._solved and counts
        colour = self._ink if counts or not self._solved else PASSED_BY
        if highlighted or self._ringed:
            yield self._ring(middle, self._route if highlighted else colour)
        if token.picture:
            yield from self._picture(token.picture, middle, colour)
        elif token.below:
            yield from self._two_lines(token, middle, size, colour)
        else:
            yield self._text(token.text, middle, size, colour)

    def _two_lines(
        self, token: Token, middle: Points, size: float, colour: str
    ) -> Iterator[Ink | Picture]:
        """Yield both lines of a token; ``size`` is the em of the smaller one."""
        large = size / BELOW
        first = large * (CAPITAL * BELOW + BETWEEN_TWO) / 2
        second = large * (CAPITAL + BETWEEN_TWO) / 2
        yield self._text(token.text, middle - np.array([0.0, first]), large, colour)
        yield self._text(token.below, middle + np.array([0.0, second]), size, colour)

    def _label(self, token: Token, middle: Points, size: float) -> Iterator[Ink | Picture]:
        """Yield a label: on answers right ones are in the colour of the route, wrong ones grey."""
        colour = self._ink
        if self._solved and not token.framed:
            colour = self._route if token.on_route else PASSED_BY
        if token.framed:
            yield frame_of(token, middle, size, colour, self._outline)
        yield self._text(token.text, middle, size, colour)

    def _door(self, token: Token, middle: Points, size: float) -> Iterator[Ink]:
        """Yield a bar from post to post of a passage, and its letter in the colour of the paper."""
        lattice, geometry = self._maze.lattice, self._maze.lattice.geometry
        assert token.toward is not None
        slot = lattice.slot_between(token.cell, token.toward)
        posts = geometry.posts(np.array([lattice.wall(token.cell, slot)]))
        one, other = geometry.post_positions(posts)[0] * self._layout.scale.cell
        beside = (other - one) * (self._across, 1.0)
        half, along = beside / 2, beside / np.hypot(*beside)
        across = np.array([-along[1], along[0]]) * DOOR * size / 2
        corners = middle + np.array([-half - across, half - across, half + across, across - half])
        yield area([corners], self._ink, self._outline)
        colour = self._ink if self._outline else self._ground
        yield self._text(token.text, middle, size, colour)

    def _ring(self, middle: Points, colour: str) -> Ink:
        outer = self._sizes.ring / 2
        thick = max(RING_WIDTH * self._sizes.ring, THINNEST_LINE_MM)
        radii = [outer] if self._outline else [outer, outer - thick]
        return discs(middle, radii, colour, self._outline)

    def _picture(self, name: str, middle: Points, colour: str) -> Iterator[Ink | Picture]:
        x, y = middle.tolist()
        picture, half = motif_of(name), self._sizes.picture / 2
        if isinstance(picture, Motif):
            box = (x - half, y - half, x + half, y + half)
            yield from picture.items(box, colour, self._outline)
        elif not self._outline:
            scale = self._sizes.picture / max(picture.width, picture.height)
            width, height = picture.width * scale, picture.height * scale
            corner = x - width / 2, y - height / 2
            yield Picture(*corner, width, height, picture.kind, picture.data, picture.grey)

    def _text(self, text: str, middle: Points, size: float, colour: str) -> Text:
        x, y = middle.tolist()
        lettering = lettering_of(text, outlines=self._outline > 0)
        base = y + CAPITAL / 2 * size
        return Text(x, base, size, text, "middle", colour, self._outline, lettering)


def _lines(page: Page, plan: TokenPlan, layout: PageLayout, *, solved: bool) -> Iterator[Text]:
    """Yield the lines below the maze."""
    ink = page.colour, layout.scale.outline
    yield from plan.note.texts(layout.middle, plan.bottom, *ink, solved=solved)


def _signs(
    page: Page, plan: TokenPlan, layout: PageLayout, *, solved: bool
) -> Iterator[list[Item]]:
    """Yield the signs before the lines below the maze."""
    places = plan.note.sign_places(layout.middle, plan.bottom, solved=solved)
    half = SIGN_SIZE / 2 * plan.note.listed.size
    for number, (colour, place) in enumerate(zip(plan.tokens.signs, places, strict=False)):
        middle = np.array(place)
        yield [*sign_items(number, middle, half, colour, page.colour, layout.scale.outline)]


INNER_SHARE = 0.74  # of a sign: within is its colour, around it a border
QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter of a circle


def _turn(count: int, first: float, radii: tuple[float, ...] = (1.0,)) -> Points:
    """Return corners around 0, 0 from an angle in degrees on, at one radius after the other."""
    angles = np.radians(first) + 2 * np.pi * np.arange(count) / count
    sizes = np.resize(np.array(radii), count)
    result: Points = np.stack([np.cos(angles) * sizes, np.sin(angles) * sizes], axis=-1)
    return result


ARM = 0.36  # of the arms of a cross, half as wide
CROSS = np.array(
    [
        *[(-ARM, -1), (ARM, -1), (ARM, -ARM), (1, -ARM), (1, ARM), (ARM, ARM)],
        *[(ARM, 1), (-ARM, 1), (-ARM, ARM), (-1, ARM), (-1, -ARM), (-ARM, -ARM)],
    ],
    np.float64,
)
FORMS: tuple[Points, ...] = (
    _turn(4, 0),  # a disc, with bulges
    _turn(4, 45, (1.12,)),  # a square
    _turn(3, -90, (1.05,)) + np.array([0.0, 0.15]),
    CROSS,
    _turn(10, -90, (1.12, 0.5)),  # a star
    _turn(4, 0, (1.12, 0.7)),  # upright or lying: a rhombus
)


def sign_items(
    number: int, middle: Points, half: float, colour: str, ink: str, outline: float
) -> list[Polygons | Strokes]:
    """Return a sign about ``half`` mm from its middle to its border, in a colour within ``ink``.

    Where nothing is to be filled it is a line of ``outline`` mm.
    """
    form = FORMS[number % len(FORMS)]
    bulges: Numbers | None = None
    if number % len(FORMS) == 0:
        bulges = np.full(len(form), -QUARTER)
    starts = np.array([0, len(form)])
    if outline:
        closed = np.ones(1, np.bool_)
        points = form * half + middle
        return [Strokes(points, starts, closed, outline, ink, bulges=bulges)]
    centre = form.mean(axis=0)
    inner = (form - centre) * INNER_SHARE + centre
    return [
        Polygons(form * half + middle, starts, ink, bulges=bulges),
        Polygons(inner * half + middle, starts, colour, bulges=bulges),
    ]
