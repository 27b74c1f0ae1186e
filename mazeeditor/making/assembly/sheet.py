"""Instructions as PDF: all put together, its parts with their names, what to buy, steps in order.

::

    Marble maze                      1  +---------+  Lay the base B1 down with its
    +----------------------------+      | picture |  lines up, and glue the walls
    |   all put together         |      +---------+  W1a-W1d on the lines ...
    +----------------------------+   2  +---------+  Lay the frames ...
    Parts                               | picture |
    1  B1         Base   120 × 100      +---------+
    4  F1a-F1d    Frame  120 × 100   what is added in a step has a colour of its own
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.assembly.bodies import Assembly
from mazeeditor.making.assembly.picture import Eye, Shown, picture_of
from mazeeditor.making.assembly.seats import list_names
from mazeeditor.making.parts import Product
from mazeeditor.making.paths.tool_paths import paths_of
from mazeeditor.making.presets.materials import Material
from mazeeditor.page.formats.pdf import joined_pages, pdf_page
from mazeeditor.page.paper import paper_sizes
from mazeeditor.page.scene import Item, Layer, Picture, Scene, Text
from mazeeditor.page.text.lettering import flowing, lettering_of, shorten_line, wrap_text

MARGIN, GAP = 15.0, 5.0  # mm
TITLE, HEADING, BODY = 7.0, 5.0, 3.8  # mm, the em
ROW = 5.6  # mm from a line of a list to the next
MOST_ROWS = 200  # of the names of parts that are alike
WHOLE = 0.32  # of the height of the paper: the picture of all
IN_STEP = 0.56  # of the width of the text: the picture of a step
STEP = 78.0  # mm of height for a step
DPI = 200
LINE_MM = 0.2  # mm, of the lines of a plan
NAMES = 5.0  # mm on the part: letters of names on its plan
NAMED, WALL = "#b3261e", "#dccbaa"
INK, SOFT = "#1d1d1f", "#606068"
COLUMNS = (0.0, 14.0, 52.0, 104.0, 142.0)  # mm: count, names, what it is, size, material


class _Row(NamedTuple):
    copies: str
    names: str
    label: str
    size: str
    material: str


@dataclass
class _Page:
    """What stands on a page, and how much of its height is taken."""

    items: list[Item] = field(default_factory=list)
    taken: float = MARGIN


def assembly_sheet(
    product: Product, material: Material, title: str, paper: str, job: Job | None = None
) -> bytes:
    """Return the instructions as a PDF on ``paper``, A4 or Letter.

    Raises ``MazeError`` for a product that is not put together, and ``CancelledError``.
    """
    job = job or Job()
    with job.part(0.2):
        assembly = Assembly.of(product, material, job)
    width, height = paper_sizes(paper, "portrait")[0]
    sheet = _Sheet(product, material, assembly, title, (width, height))
    with job.part(0.7):
        pages = list(sheet.pages(job))
    scenes = [
        Scene(width, height, (Layer("steps", _("Steps"), tuple(page.items)),), title, "", 0.0, 0.0)
        for page in pages
    ]
    with job.part(0.1):
        return joined_pages([pdf_page(scene, Job()) for scene in scenes], title, job)


class _Sheet:
    """The pages of one product."""

    def __init__(
        self,
        product: Product,
        material: Material,
        assembly: Assembly,
        title: str,
        size: tuple[float, float],
    ) -> None:
        self.product, self.material, self.assembly = product, material, assembly
        self.title, (self.width, self.height) = title, size
        self.room = self.width - 2 * MARGIN

    def pages(self, job: Job) -> Iterator[_Page]:
        """Yield the pages: all put together with its parts, then the steps."""
        job.phase(1 + len(self.product.steps))
        page = _Page()
        self._text(page, self.title, TITLE)
        page.taken += GAP / 2
        self._picture(page, MARGIN, self.room, WHOLE * self.height, Shown(), Eye())
        page.taken += WHOLE * self.height + GAP
        self._text(page, _("Parts"), HEADING)
        for row in self._rows():
            if page.taken + ROW > self.height - MARGIN:
                yield page
                page = _Page()
            self._row(page, row)
        things = self.product.shopping
        if things:
            if page.taken + (len(things) + 2) * ROW + GAP > self.height - MARGIN:
                yield page
                page = _Page()
            page.taken += GAP
            self._text(page, _("What else it takes"), HEADING)
            for thing in things:
                self._text(page, f"•  {thing}", BODY)
        yield page
        if self.product.marks:
            yield self._plan()
        page = _Page()
        for number, text in enumerate(self.product.steps):
            job.step(1 + number)
            if page.taken + STEP > self.height - MARGIN:
                yield page
                page = _Page()
            self._step(page, number, text)
        if page.items:
            yield page

    def _rows(self) -> Iterator[_Row]:
        for part in self.product.parts:
            if not part.seats:
                continue
            names = list_names([seat.name for seat in part.seats if seat.name])
            left, top, right, bottom = part.box
            own = part.material or self.material
            size = f"{right - left:.0f} × {bottom - top:.0f} mm"
            room = (COLUMNS[2] - COLUMNS[1] - 2) / BODY
            first, *others = wrap_text(names, room, MOST_ROWS) or [""]
            yield _Row(f"{part.count} ×", first, part.label, size, own.label)
            yield from (_Row("", other, "", "", "") for other in others)

    def _row(self, page: _Page, row: _Row) -> None:
        ends = (*COLUMNS[1:], self.room)
        y = page.taken + BODY
        for text, begin, end in zip(row, COLUMNS, ends, strict=True):
            lettering = lettering_of(text)
            short = shorten_line(text, (end - begin - 2) / BODY, lettering)
            at = Text(MARGIN + begin, y, BODY, short, "start", INK, 0.0, lettering)
            page.items.append(at)
        page.taken += ROW

    def _text(self, page: _Page, text: str, size: float) -> None:
        """Add lines over the whole width."""
        block = flowing(text, self.room, size)
        for line in block.lines:
            page.taken += 1.1 * block.size
            at = Text(MARGIN, page.taken, block.size, line, "start", INK, 0.0, block.lettering)
            page.items.append(at)
        page.taken += 0.45 * block.size

    def _plan(self) -> _Page:
        """Return a page with the first part, and the names of those that stand on it."""
        page = _Page()
        self._text(page, _("Which strip stands where"), HEADING)
        part = self.product.parts[0]
        left, top, right, bottom = part.box
        high = self.height - MARGIN - page.taken
        scale = min(self.room / (right - left), high / (bottom - top))
        shift = MARGIN - left * scale, page.taken - top * scale
        marks = self.product.marks
        ends = np.array([each[1:] for each in marks]).reshape(-1, 2) * scale + shift
        starts = np.arange(0, len(ends) + 1, 2)
        walls = paths_of(ends, starts, None, closed=False)
        page.items.append(replace(walls.drawn(self.material.thickness * scale, WALL), cap="butt"))
        for kind, paths in part.in_order():
            drawn = replace(paths, points=paths.points * scale + shift)
            page.items.append(drawn.drawn(LINE_MM, INK if kind.cuts else SOFT))
        size = min(BODY, NAMES * scale)
        for mark, (begin, end) in zip(marks, ends.reshape(-1, 2, 2), strict=True):
            along = (end - begin) / max(np.hypot(*(end - begin)), LINE_MM)
            side = np.array([along[1], -along[0]])  # beside the wall, on the same side of each
            beside = self.material.thickness * scale / 2 + 0.7 * size
            x, y = (begin + end) / 2 + beside * side * (1.0, 0.8)
            page.items.append(Text(x, y + size / 3, size, mark.name, "middle", NAMED))
        return page

    def _step(self, page: _Page, number: int, text: str) -> None:
        top = page.taken
        wide = IN_STEP * self.room
        self._picture(page, MARGIN, wide, STEP - GAP, Shown(step=number), Eye())
        left = MARGIN + wide + GAP
        page.items.append(Text(left, top + 2 * TITLE, TITLE, f"{number + 1}", "start", SOFT))
        block = flowing(text, self.room - wide - GAP, HEADING * 0.9, most=10)
        y = top + 2 * TITLE + GAP / 2
        for line in block.lines:
            y += 1.35 * block.size
            at = Text(left, y, block.size, line, "start", INK, 0.0, block.lettering)
            page.items.append(at)
        page.taken += STEP

    def _picture(
        self, page: _Page, left: float, width: float, height: float, shown: Shown, eye: Eye
    ) -> None:
        size = round(width / 25.4 * DPI), round(height / 25.4 * DPI)
        image = picture_of(self.assembly, eye, size, shown, "#ffffff")
        data = BytesIO()
        image.save(data, "png")
        place = Picture(left, page.taken, width, height, "png", data.getvalue(), grey=False)
        page.items.append(place)
