"""Draws what stands along the route, and the line below the maze; on answers the route's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.maze import Maze
from mazeeditor.page.drawings.motifs import THIN, Motif, motif_of
from mazeeditor.page.marks.marks import discs
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout, TokenPlan
from mazeeditor.page.scene import Box, Ink, Item, Layer, Picture, Points, Text
from mazeeditor.page.text.lettering import lettering_of
from mazeeditor.page.tokens import Token

PASSED_BY = "#9a9a9a"  # of decoys on pages of answers: 40 % black
RING_WIDTH = 0.06  # of its diameter
INTO_RING = 0.3  # mm: the route ends on the line of the ring


def token_layers(maze: Maze, page: Page, layout: PageLayout, *, solved: bool) -> list[Layer]:
    """Return the layers of what stands along the route of a layout, and of the line below it.

    Where ``solved``, the tokens of the route stand in rings of its colour and the others are grey;
    those too small to be read are left out.
    """
    assert layout.tokens
    plan, items = layout.tokens, list[Item]()
    if not (solved and plan.why_not(layout.scale.cell, solved=True)):
        drawer = _Drawer(page, plan, layout.scale.outline, solved)
        for token, middle in zip(plan.tokens.tokens, _middles(maze, plan, layout), strict=True):
            items += drawer.items(token, middle)
    layers = [Layer("tokens", _("Along the Route"), tuple(items))]
    return [*layers, Layer("note", _("Answer"), tuple(_lines(page, plan, layout, solved=solved)))]


def covered_by_tokens(maze: Maze, layout: PageLayout) -> list[Box]:
    """Return where a route is not to be drawn: around the tokens of a page of answers."""
    assert layout.tokens
    plan = layout.tokens
    if plan.why_not(layout.scale.cell, solved=True):
        return []
    half = plan.sizes.ring / 2 - INTO_RING
    middles = _middles(maze, plan, layout).tolist()
    return [
        (x - half, y - half, x + half, y + half)
        for token, (x, y) in zip(plan.tokens.tokens, middles, strict=True)
        if token.on_route
    ]


def _middles(maze: Maze, plan: TokenPlan, layout: PageLayout) -> Points:
    """Return float64[k, 2], the middles of the cells of all tokens, in mm."""
    cells = np.array([token.cell for token in plan.tokens.tokens], np.int64)
    middles = maze.lattice.geometry.centres(cells)
    result: Points = middles * layout.scale.cell + (layout.x, layout.y)
    return result


class _Drawer:
    """Draws one token after the other."""

    def __init__(self, page: Page, plan: TokenPlan, outline: float, solved: bool) -> None:
        self._ink, self._route = page.wall_colour, page.route_colour
        self._sizes, self._solved = plan.sizes, solved
        self._outline, self._ringed = outline, plan.tokens.ringed

    def items(self, token: Token, middle: Points) -> Iterator[Ink | Picture]:
        """Yield what is drawn of a token."""
        highlighted = self._solved and token.on_route
        colour = PASSED_BY if self._solved and not token.on_route else self._ink
        if highlighted or self._ringed:
            yield self._ring(middle, self._route if highlighted else colour)
        if token.picture:
            yield from self._picture(token.picture, middle, colour)
        else:
            yield self._text(token.text, middle, colour)

    def _ring(self, middle: Points, colour: str) -> Ink:
        outer = self._sizes.ring / 2
        thick = max(RING_WIDTH * self._sizes.ring, THIN)
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

    def _text(self, text: str, middle: Points, colour: str) -> Text:
        x, y = middle.tolist()
        size = self._sizes.letter
        lettering = lettering_of(text, outlines=self._outline > 0)
        base = y + CAPITAL / 2 * size
        return Text(x, base, size, text, "middle", colour, self._outline, lettering)


def _lines(page: Page, plan: TokenPlan, layout: PageLayout, *, solved: bool) -> Iterator[Text]:
    """Yield the lines below the maze."""
    extent, cell, note = layout.extent, layout.scale.cell, plan.note
    block = note.answer if solved else note.question
    x = layout.x + (extent.left + extent.width / 2) * cell
    for line, y in zip(block.lines, note.baselines(plan.bottom, solved=solved), strict=True):
        ink = (page.colour, layout.scale.outline, block.lettering)
        yield Text(x, y, block.size, line, "middle", *ink)
