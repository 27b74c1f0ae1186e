r"""A planned page of a sheet or book: the texts at its top and bottom, and the area between them.

::

    +-------------------------------+
    | Name ____________  Date _____ |   elements of one row are aligned differently
    |             Title       ***   |
    |        How it is done         |
    | +---------------------------+ |
    | |           area            | |
    | +---------------------------+ |
    | Footer                      3 |
    +-------------------------------+
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, CAPITAL
from mazeeditor.page.findings import PageFinding, findings_on
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Box, Item, Points, Polygons, Scene, Strokes, Text
from mazeeditor.page.text.lettering import Block, clean, fit_text, flowing, lettering_of
from mazeeditor.page.themes.room import Taken, taken_by
from mazeeditor.page.themes.themed_page import title_typeface
from mazeeditor.sheets.pages.set_text import on_scale
from mazeeditor.sheets.sheet import PLACEHOLDER, USUAL_STYLE, Sheet, TextStyle, style_of

MIN_EM_MM = 7 * POINT  # mm: print shops take no smaller letters
GAP = 0.5  # em between two rows
RULE_GAP = 1.4  # em below a line to write on
TEXT_GAP_EM = 1.2  # em between texts and mazes
FLOWING = 3  # lines: from so many on a text is no title
LINE = 0.3  # mm: how thick the lines to write on are
STARS = 5
STAR_STEP = 1.15  # em from star to star
INNER_RADIUS = 0.4  # of a star: the inner radius, of the outer
FOOTER = "bottom left"
Kind = Literal["text", "rule", "stars"]


def fill_fields(text: str, fields: Mapping[str, str]) -> str:
    """Return a text with what its names in braces stand for; raises ``UsageError``.

    Where no name is written like that, capitals and small letters are the same.
    """
    folded = {name.casefold(): text for name, text in fields.items()}

    def value(match: re.Match[str]) -> str:
        name = match[1].strip()
        if name.casefold() not in folded:
            known = ", ".join("{" + field + "}" for field in fields)
            message = _("There is no value for {name} in {text}. Choose one of: {known}.")
            raise UsageError(message.format(name=match[0], text=quote_value(text), known=known))
        return fields[name] if name in fields else folded[name.casefold()]

    return clean(PLACEHOLDER.sub(value, text))


@dataclass(frozen=True)
class Element:
    """A text, a line to write on, or stars; ``size`` is the em in mm.

    ``typeface`` is a name as in ``Text``. One with ``joins`` stands in the row of the element
    before it, where there is room.
    """

    kind: Kind
    text: str
    style: TextStyle
    size: float
    joins: bool = False
    lines: int = 1
    typeface: str = ""

    @property
    def flows(self) -> bool:
        """Whether its lines keep their size: a text, where titles rather become smaller."""
        return self.lines >= FLOWING

    def width_of(self, text: str) -> float:
        """Return how wide a text is, in mm."""
        return width_of(text, lettering_of(text, self.typeface)) * self.size


@dataclass(frozen=True)
class Placed:
    """What is drawn of some elements, the area that they leave, and which texts were cut."""

    items: tuple[Item, ...]
    area: Box
    cut: tuple[str, ...] = ()


SHARES = {  # the em, of the shorter side between the margins
    "title": 0.045,
    "subtitle": 0.028,
    "instructions": 0.022,
    "name": 0.026,
    "footer": 0.018,
    "page": 0.02,
}


def elements_of(
    sheet: Sheet, fields: Mapping[str, str], side: float, title_typeface: str = ""
) -> list[Element]:
    """Return the elements of a page whose shorter side between the margins is ``side`` mm.

    A title is set in ``title_typeface`` unless the sheet has a typeface for it.
    """

    def element(
        name: str, text: str, style: str, usual: str, *, kind: Kind = "text", joins: bool = False
    ) -> Element:
        chosen = style_of(style, style_of(usual, USUAL_STYLE))
        size = chosen.size or on_scale(max(SHARES[name] * side, MIN_EM_MM))
        lines = {"title": 2, "subtitle": 2, "instructions": 6}.get(name, 1)
        text = fill_fields(text, fields)
        typeface = chosen.typeface or sheet.text_typeface
        if name == "title":
            typeface = typeface or title_typeface
        return Element(kind, text, chosen, size, joins, lines, typeface)

    name = element("name", _("Name"), "", "top left", kind="rule")
    date = element("name", _("Date"), "", "top right", kind="rule", joins=True)
    below = _below_title(sheet)
    stars = element("subtitle", "*" * sheet.stars, "", below, kind="stars")
    texts = [
        element("title", sheet.title, sheet.title_style, "top center"),
        element("subtitle", sheet.subtitle, sheet.subtitle_style, below),
        stars,
        element("instructions", sheet.instructions, sheet.instructions_style, below),
        element("footer", sheet.footer, sheet.footer_style, FOOTER),
    ]
    lines = [name] * sheet.name_line + [date] * sheet.date_line
    numbers = "{page}" if sheet.page_numbers else ""
    page = element("page", numbers, sheet.page_numbers_style, _beside_footer(sheet), joins=True)
    return [*lines, *(part for part in (*texts, page) if part.text)]


def _below_title(sheet: Sheet) -> str:
    """Return where texts below the title stand, unless they have a style: aligned as it is."""
    title = style_of(sheet.title_style if sheet.title else "", USUAL_STYLE)
    return str(replace(USUAL_STYLE, anchor=title.anchor))


def _beside_footer(sheet: Sheet) -> str:
    """Return where page numbers stand, unless they have a style: at the side opposite to it."""
    if not sheet.footer:
        return "bottom center"
    footer = style_of(sheet.footer_style, style_of(FOOTER, USUAL_STYLE))
    return FOOTER if footer.anchor == "end" else "bottom right"


def placed(
    elements: Iterable[Element], box: Box, colour: str, *, room: float = TEXT_GAP_EM
) -> Placed:
    """Return the elements within ``box``, and the area between those at its top and bottom.

    There are ``room`` em between that and the elements.
    """
    elements = list(elements)
    left, top, right, bottom = box
    items: list[Item] = []
    for row in _rows([part for part in elements if part.style.edge == "top"], right - left):
        height = max(_block(part, right - left).height for part in row)
        items += _row(row, (left, top, right, top + height), colour)
        gap = RULE_GAP if row[0].kind == "rule" else GAP
        top += height + gap * max(part.size for part in row)
    if top > box[1]:
        top += max(room - gap, 0.0) * row[-1].size
    below = _rows([part for part in elements if part.style.edge == "bottom"], right - left)
    for row in reversed(below):
        height = max(_block(part, right - left).height for part in row)
        items += _row(row, (left, bottom - height, right, bottom), colour)
        bottom -= height + room * max(part.size for part in row)
    texts = [part for part in elements if part.kind == "text"]
    cut = tuple(part.text for part in texts if not _block(part, right - left).holds(part.text))
    return Placed(tuple(items), (left, top, right, bottom), cut)


def _rows(elements: list[Element], width: float) -> list[list[Element]]:
    rows: list[list[Element]] = []
    for part in elements:
        row = rows[-1] if rows and part.joins else []
        anchors = {other.style.anchor for other in row}
        taken = sum(_height_of(other, width) for other in row) + _height_of(part, width)
        if row and part.style.anchor not in anchors and taken <= width:
            row.append(part)
        else:
            rows.append([part])
    return rows


def _height_of(part: Element, width: float) -> float:
    if part.kind == "rule":
        return width * (0.3 if part.joins else 0.6)
    return max(map(part.width_of, _block(part, width).lines), default=0.0)


def _block(part: Element, width: float) -> Block:
    if part.kind == "text":
        lettering = lettering_of(part.text, part.typeface)
        setting = flowing if part.flows else fit_text
        return setting(part.text, width, part.size, lettering, part.lines)
    return Block((part.text,), part.size)


def _row(row: list[Element], box: Box, colour: str) -> Iterable[Item]:
    return chain.from_iterable(_draw(part, box, colour) for part in row)


def _draw(part: Element, box: Box, colour: str) -> list[Item]:
    left, top, right, _bottom = box
    if part.kind == "rule":
        return _rule(part, box, colour)
    if part.kind == "stars":
        return [_stars(part, box, colour)]
    block = _block(part, right - left)
    x = {"start": left, "middle": (left + right) / 2, "end": right}[part.style.anchor]
    return [
        Text(x, y, block.size, line, part.style.anchor, colour, lettering=block.lettering)
        for line, y in zip(block.lines, block.baselines(top), strict=True)
    ]


def _rule(part: Element, box: Box, colour: str) -> list[Item]:
    """Return a word with a line behind it to write on."""
    left, top, right, _bottom = box
    width = _height_of(part, right - left)
    begin = left if part.style.anchor == "start" else right - width
    y = top + ASCENT * part.size
    lettering = lettering_of(part.text, part.typeface)
    word = Text(begin, y, part.size, part.text, "start", colour, lettering=lettering)
    points: Points = np.array(
        [(begin + part.width_of(part.text) + 0.4 * part.size, y), (begin + width, y)]
    )
    line = Strokes(points, np.array([0, 2]), np.array([False]), LINE, colour)
    return [word, line]


def _stars(part: Element, box: Box, colour: str) -> Item:
    """Return five stars, of which as many are filled as the text has letters."""
    left, top, right, _bottom = box
    step, radius = STAR_STEP * part.size, part.size / 2
    width = step * (STARS - 1) + 2 * radius
    begin = {"start": left, "middle": (left + right - width) / 2, "end": right - width}
    middle = top + (ASCENT - CAPITAL / 2) * part.size
    rings: list[Points] = []
    for number in range(STARS):
        at = np.array([begin[part.style.anchor] + radius + step * number, middle])
        rings.append(star(radius) + at)
        if number >= len(part.text):  # an outline: a hole that runs against the ring around it
            rings.append((star(radius) * 0.78)[::-1] + at)
    starts = np.cumsum([0, *map(len, rings)])
    return Polygons(np.concatenate(rings), starts, colour)


def star(radius: float) -> Points:
    """Return the corners of a star around (0, 0)."""
    angles = np.pi * (np.arange(10) / 5 - 0.5)
    radii = np.where(np.arange(10) % 2 == 0, radius, radius * INNER_RADIUS)
    return np.column_stack([np.cos(angles) * radii, np.sin(angles) * radii])


@dataclass(frozen=True, kw_only=True)
class PlannedPage:
    """A page to be drawn: its paper and what lies between its margins, in mm, and its texts.

    ``number`` is printed, ``name`` is that of its file, and ``fields`` are what the names in braces
    stand for. ``trim`` is where the page is cut, None where its file does not say. A page gets its
    paper, margins, cut, number and name once its place is known. ``audience`` is the name of the
    one for whom its mazes were asked for, "" if nobody said.
    """

    sheet: Sheet
    page: Page
    paper: tuple[float, float] = (0.0, 0.0)
    box: Box = (0.0, 0.0, 0.0, 0.0)
    number: int = 0
    name: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    trim: Box | None = None
    audience: str = ""

    @property
    def effort(self) -> float:
        """About how many ms it takes to draw and encode, for the progress."""
        return 1.0

    def findings(self, scene: Scene) -> list[PageFinding]:
        """Return what is wrong with the page as it was drawn."""
        return findings_on(scene, self.page, number=self.number, audience=self.audience)

    @property
    def slim(self) -> bool:
        """Whether its theme takes less of it: a page with many answers."""
        return False

    @property
    def taken(self) -> Taken:
        """What its theme takes between its margins."""
        left, top, right, bottom = self.box
        return taken_by(self.page, right - left, bottom - top, slim=self.slim)

    def texts_around(self, sheet: Sheet, fields: Mapping[str, str]) -> Placed:
        """Return the texts of ``sheet`` within the border of the page's theme, and what they leave.

        Raises ``UsageError``.
        """
        elements = self.elements(sheet, fields)
        return placed(elements, self.taken.within(self.box), self.page.colour)

    def elements(self, sheet: Sheet, fields: Mapping[str, str]) -> list[Element]:
        """Return the elements of ``sheet`` on this page; raises ``UsageError``."""
        left, top, right, bottom = self.box
        side = min(right - left, bottom - top)
        return elements_of(sheet, fields, side, title_typeface(self.page, sheet.text_typeface))
