"""Pages without mazes: the beginning of a chapter, a table of figures, a blank page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT
from mazeeditor.page.scene import Anchor, Box, Item, Layer, Points, Scene, Strokes, Text
from mazeeditor.page.text.lettering import LEADING, Block, clean, lettering_of, wrap_text
from mazeeditor.page.themes.decoration import decoration
from mazeeditor.sheets.pages.ornaments import rectangle
from mazeeditor.sheets.pages.page_texts import LINE, MIN_EM_MM, PlannedPage, fill_fields
from mazeeditor.sheets.pages.set_text import on_scale

TINT = "#e0e0e0"  # 12 % black: print shops show less than 10 % as white
RULE, RULE_WIDTH = 0.16, 0.6  # of the width of the area; mm: between title and text of a chapter
TITLE_HEIGHT = 0.22  # of the area: where the title of a chapter begins
MOST_LINES = 200
STEP = 0.9  # from one size of letters to the next smaller one
ROW = 1.6  # em from row to row of a table
CELLS = 8 * POINT  # mm: the em of a table
COLUMN_GAP_EM = 1.5  # em between two columns, at least
CLOSE_COLUMN_GAP_EM = 6.0  # em between the columns of a close table


@dataclass(frozen=True)
class Paragraph:
    """A text of the middle of a page; ``size`` is the em in mm, ``room`` follows it, in em.

    Where ``ruled``, a short line stands in the middle of that room.
    """

    text: str
    size: float
    room: float = 1.0
    ruled: bool = False


@dataclass(frozen=True)
class Table:
    """Rows below a head, all texts; ``words`` are the columns that begin at the left.

    The others hold numbers, which end at the right. The columns of a ``close`` one stand near each
    other in the middle of the page.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: frozenset[int] = frozenset()
    close: bool = False


@dataclass(frozen=True, kw_only=True)
class TextPlan(PlannedPage):
    """A page of texts; a ``tinted`` one is grey to the edge of its paper."""

    kind: Literal["chapter", "blank", "figures"]
    paragraphs: tuple[Paragraph, ...] = ()
    table: Table | None = None
    tinted: bool = False

    def composed(self, job: Job) -> Scene:
        """Draw the page; raises ``UsageError`` where it cannot hold its texts."""
        job.check()
        around = self.texts_around(self.sheet, self.fields)
        texts = [*around.items, *self._middle(around.area)]
        layers = [Layer("title", _("Title"), tuple(texts))] if texts else []
        layers = [*decoration(self.page, self.box, (), layers, kind="other"), *layers]
        if self.tinted:
            ground = rectangle((0.0, 0.0, *self.paper), TINT)
            layers.insert(0, Layer("tint", _("Background"), (ground,)))
        title = clean(fill_fields(self.sheet.title, self.fields))
        description = _("Page {number}").format(number=self.number)
        scene = Scene(*self.paper, tuple(layers), title, description, 0.0, 0.0, self.name)
        return replace(scene, cut=around.cut)

    def _middle(self, area: Box) -> list[Item]:
        typeface, colour = self.sheet.text_typeface, self.page.colour
        if self.table:
            return _table(self.table, area, colour, typeface)
        if not self.paragraphs:
            return []
        return _paragraphs(self.paragraphs, area, colour, typeface)


def _paragraphs(
    paragraphs: Sequence[Paragraph], area: Box, colour: str, typeface: str
) -> list[Item]:
    """Return paragraphs below each other in the middle, smaller where they would not fit."""
    left, top, right, bottom = area
    top += TITLE_HEIGHT * (bottom - top)
    scale = 1.0
    while True:
        blocks = [_block(each, right - left, scale, typeface) for each in paragraphs]
        rooms = [each.room * block.size for each, block in zip(paragraphs, blocks, strict=True)]
        if sum(block.height for block in blocks) + sum(rooms[:-1]) <= bottom - top:
            break
        if all(block.size <= MIN_EM_MM for block in blocks):
            text = _("The text {text} is too long for its page: shorten it.")
            raise UsageError(text.format(text=quote_value(paragraphs[-1].text, 40)))
        scale *= STEP
    items: list[Item] = []
    x = (left + right) / 2
    for each, block, room in zip(paragraphs, blocks, rooms, strict=True):
        for line, y in zip(block.lines, block.baselines(top), strict=True):
            items.append(Text(x, y, block.size, line, "middle", colour, lettering=block.lettering))
        top += block.height + room
        if each.ruled and each is not paragraphs[-1]:
            half = RULE * (right - left) / 2
            items.append(_line(x - half, x + half, top - room / 2, RULE_WIDTH, colour))
    return items


def _line(left: float, right: float, y: float, width: float, colour: str) -> Strokes:
    points: Points = np.array([(left, y), (right, y)])
    return Strokes(points, np.array([0, 2]), np.array([False]), width, colour)


def _block(paragraph: Paragraph, width: float, scale: float, typeface: str) -> Block:
    size, content = on_scale(max(paragraph.size * scale, MIN_EM_MM)), clean(paragraph.text)
    lettering = lettering_of(content, typeface)
    lines = wrap_text(content, width / size, MOST_LINES + 1, lettering)
    if len(lines) > MOST_LINES:
        text = _("The text {text} is too long for its page: shorten it.")
        raise UsageError(text.format(text=quote_value(paragraph.text, 40)))
    return Block(tuple(lines), size, lettering)


def rows_of(height: float) -> int:
    """Return how many rows of a table an area of so many mm holds below the head."""
    return max(0, int(height / (ROW * CELLS)) - 1)


def _table(table: Table, area: Box, colour: str, typeface: str) -> list[Item]:
    """Return a table as wide as the area, numbers at the right of their columns."""
    left, top, right, bottom = area
    lettering = lettering_of("".join(table.head), typeface)
    columns = list(zip(table.head, *table.rows, strict=True))
    widths = [max(width_of(text, lettering) for text in column) * CELLS for column in columns]
    gap = (right - left - sum(widths)) / max(1, len(widths) - 1)
    if gap < COLUMN_GAP_EM * CELLS or rows_of(bottom - top) < len(table.rows):
        raise UsageError(_("The table of figures needs larger pages: print the book without it."))
    if table.close and gap > CLOSE_COLUMN_GAP_EM * CELLS:
        gap = CLOSE_COLUMN_GAP_EM * CELLS
        free = right - left - sum(widths) - gap * (len(widths) - 1)
        left, right = left + free / 2, right - free / 2
    ends = left + np.cumsum(widths) + gap * np.arange(len(widths))
    items: list[Item] = []
    for number, row in enumerate((table.head, *table.rows)):
        y = top + (ROW * number + ASCENT) * CELLS
        for column, text in enumerate(row):
            anchor: Anchor = "start" if column in table.words else "end"
            x = float(ends[column]) - (widths[column] if column in table.words else 0.0)
            items.append(Text(x, y, CELLS, text, anchor, colour, lettering=lettering))
    below = top + LEADING * CELLS
    items.append(_line(left, right, below, LINE, colour))
    return items
