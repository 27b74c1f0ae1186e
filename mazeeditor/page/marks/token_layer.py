"""Draws what stands along the route, and the line below the maze; on answers the route's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.maze import Maze
from mazeeditor.page.drawings.motifs import THIN, Motif, motif_of
from mazeeditor.page.marks.marks import discs
from mazeeditor.page.page import Page, route_colour, wall_colour
from mazeeditor.page.page_layout import PageLayout, TokenSizes
from mazeeditor.page.scene import Box, Ink, Item, Layer, Picture, Points, Text
from mazeeditor.page.text.lettering import lettering_of
from mazeeditor.page.tokens import Token

PASSED_BY = "#9a9a9a"  # of decoys on pages of answers: 40 % black
RING_WIDTH = 0.06  # of its diameter
INTO_RING = 0.3  # mm: the route ends on the line of the ring


def token_layers(maze: Maze, page: Page, layout: PageLayout, *, solved: bool) -> list[Layer]:
    """Return the layers of what stands along the route and of the line below, if there are any.

    Where ``solved``, the tokens of the route stand in rings of its colour and the others are grey;
    those too small to be read are left out.
    """
    if layout.tokens is None:
        return []
    sizes = sizes_of(page, layout)
    items: list[Item] = []
    if not (solved and sizes.why_not(layout.tokens, layout.scale.cell, solved=True)):
        drawer = _Drawer(page, layout, sizes, solved)
        for token, middle in zip(layout.tokens.tokens, _middles(maze, layout), strict=True):
            items += drawer.items(token, middle)
    layers = [Layer("tokens", _("Along the Route"), tuple(items))]
    return [*layers, Layer("note", _("Answer"), tuple(_lines(page, layout, solved=solved)))]


def covered_by_tokens(maze: Maze, page: Page, layout: PageLayout) -> list[Box]:
    """Return where a route is not to be drawn: around the tokens of a page of answers."""
    if layout.tokens is None:
        return []
    sizes = sizes_of(page, layout)
    if sizes.why_not(layout.tokens, layout.scale.cell, solved=True):
        return []
    half = sizes.ring / 2 - INTO_RING
    return [
        (x - half, y - half, x + half, y + half)
        for token, (x, y) in zip(layout.tokens.tokens, _middles(maze, layout).tolist(), strict=True)
        if token.on_route
    ]


def sizes_of(page: Page, layout: PageLayout) -> TokenSizes:
    """Return the sizes of the tokens of a layout."""
    assert layout.tokens
    return TokenSizes.of(layout.tokens, layout.passage(page.walls))


def _middles(maze: Maze, layout: PageLayout) -> Points:
    """Return float64[k, 2], the middles of the cells of all tokens, in mm."""
    assert layout.tokens
    cells = np.array([token.cell for token in layout.tokens.tokens], np.int64)
    middles = maze.lattice.geometry.centres(cells)
    result: Points = middles * layout.scale.cell + (layout.x, layout.y)
    return result


class _Drawer:
    """Draws one token after the other."""

    def __init__(self, page: Page, layout: PageLayout, sizes: TokenSizes, solved: bool) -> None:
        assert layout.tokens
        self._ink, self._route = wall_colour(page), route_colour(page)
        self._sizes, self._solved = sizes, solved
        self._outline, self._ringed = layout.scale.outline, layout.tokens.ringed

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


def _lines(page: Page, layout: PageLayout, *, solved: bool) -> Iterator[Text]:
    """Yield the lines below the maze."""
    extent, cell, note = layout.extent, layout.scale.cell, layout.note
    block = note.answer if solved else note.question
    x = layout.x + (extent.left + extent.width / 2) * cell
    for line, y in zip(block.lines, note.baselines(layout.bottom, solved=solved), strict=True):
        ink = (page.colour, layout.scale.outline, block.lettering)
        yield Text(x, y, block.size, line, "middle", *ink)
