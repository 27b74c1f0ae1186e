"""Lays the pages of a PDF on larger sheets: a booklet to fold and staple, or leaves to cut apart.

::

    booklet of 8 pages    sheet 1: front  8 | 1    back  2 | 7
                          sheet 2: front  6 | 3    back  4 | 5
    2 on a sheet          sheet 1: front  1 | 2
    the same with backs   sheet 1: front  1 | 5    back  6 | 2    cut, the left pile on the right
                          sheet 2: front  3 | 7    back  8 | 4

Pages keep their size; a sheet is as large as its pages take, or the usual paper that is a
millimetre larger, as A4 for two of A5. The back of a sheet is that of one
turned over its left or right side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from mazeeditor.core.lengths import POINTS
from mazeeditor.core.options import Advanced, Between, Choices, Label, OnlyWhere
from mazeeditor.core.translation import _
from mazeeditor.page.paper import SIZES

if TYPE_CHECKING:
    from pikepdf import Object, Pdf

ALONE, BOOKLET, TWO, FOUR = "none", "booklet", "2-up", "4-up"
MARK, FREE, ROOM = 5.0, 3.0, 10.0  # mm: a crop mark, from the bleed to it, beyond the bleed for it
LARGER = 1.01  # mm: how much larger a usual paper may be than the pages on it
ROUNDED = 0.02  # pt: by which the sides of pages differ from those of their paper
HAIRLINE = 0.25  # pt, as print shops draw their marks
FOLD = "[3 2] 0 d"  # dashes of the marks where a sheet is folded
Impose = Annotated[
    str,
    Label(_("Lay out as")),
    Advanced(),
    Choices(
        {
            ALONE: _("One page a sheet"),
            BOOKLET: _("Booklet to fold"),
            TWO: _("2 pages a sheet"),
            FOUR: _("4 pages a sheet"),
        }
    ),
    _("layout of a PDF for printing; booklet: two pages a sheet in the order for folding it"),
]
CropMarks = Annotated[
    bool,
    Label(_("Crop marks")),
    Advanced(),
    _("print marks to cut at around each page of a PDF, on sheets that are 20 mm larger"),
]
Creep = Annotated[
    float,
    Advanced(),
    Between(0, 1, "mm"),
    _("shift of pages towards the fold on each further sheet of a booklet: the paper's thickness"),
    OnlyWhere(lambda values: values["impose"] == BOOKLET, _("Only for booklets."), hidden=True),
]
THICKNESS = 0.1  # mm, of paper of 80 g/m²
Side = list[int | None]  # the pages of a side of a sheet, row by row; None leaves a place blank


@dataclass(frozen=True)
class Imposition:
    """How pages lie on sheets; ``creep`` in mm.

    Pages that are ``two_sided`` have the next one on their back. Those that are ``bound_right`` are
    read from right to left.
    """

    kind: str = ALONE
    crop_marks: bool = False
    creep: float = THICKNESS
    two_sided: bool = False
    bound_right: bool = False

    @classmethod
    def of(cls, options: Mapping[str, Any], **others: bool) -> Imposition:
        return cls(options["impose"], options["crop_marks"], options["creep"], **others)

    @property
    def changes(self) -> bool:
        """Whether sheets differ from pages."""
        return self.kind != ALONE or self.crop_marks

    @property
    def turned(self) -> bool:
        """Whether sheets are printed on both sides."""
        return self.kind == BOOKLET or (self.kind != ALONE and self.two_sided)

    def grid(self, *, wide: bool) -> tuple[int, int]:
        """Return how many columns and rows of pages a sheet has; ``wide`` is whether pages are."""
        if self.kind == ALONE:
            return 1, 1
        if self.kind == FOUR:
            return 2, 2
        return (1, 2) if wide and self.kind == TWO else (2, 1)

    def sides(self, count: int, *, wide: bool = False) -> list[Side]:
        """Return which of ``count`` pages, from 0, lie where on each side of each sheet."""
        columns, rows = self.grid(wide=wide)
        each = columns * rows
        sides: list[list[int]] = []
        if self.kind == BOOKLET:
            whole = ceil(count / 4) * 4
            for outer in range(0, whole // 2, 2):
                sides += [[whole - 1 - outer, outer], [outer + 1, whole - 2 - outer]]
        elif self.turned:  # piles that are cut and put on each other are in order
            sheets = ceil(count / 2 / each)
            for sheet in range(sheets):
                front = [2 * (place * sheets + sheet) for place in range(each)]
                sides += [front, _mirror([page + 1 for page in front], columns)]
        else:
            sides = [[*range(first, first + each)] for first in range(0, count, each)]
        if self.bound_right:
            sides = [_mirror(side, columns) for side in sides]
        return [[page if page < count else None for page in side] for side in sides]


ONE_EACH = Imposition()


def _mirror(side: Sequence[int], columns: int) -> list[int]:
    """Return a side with each row the other way round."""
    rows = [side[at : at + columns] for at in range(0, len(side), columns)]
    return [page for row in rows for page in reversed(row)]


class _Area(NamedTuple):
    """A rectangle in points, y up."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


def lay_out(pdf: Pdf, imposition: Imposition) -> None:
    """Put sheets in the place of the pages of a PDF, each of which has one stream of operators."""
    from pikepdf import Array, Dictionary, Name, Page

    pages = [page.obj for page in pdf.pages]
    sheet = _Sheet.of(pages[0], imposition)
    sides = imposition.sides(len(pages), wide=sheet.cell.width > sheet.cell.height)
    made = []
    for number, side in enumerate(sides):
        drawn, forms = [sheet.marks()] if imposition.crop_marks else [], {}
        for place, index in enumerate(side):
            if index is None:
                continue
            creep = imposition.creep * POINTS * (number // 2) if sheet.folded else 0.0
            clip, across, up = sheet.placed(pages[index], place, creep)
            form = pages[index].Contents
            form.Type, form.Subtype = Name.XObject, Name.Form
            form.BBox, form.Resources = Array([*map(_short, clip)]), pages[index].Resources
            forms[f"/P{index + 1}"] = form
            drawn.append(f"q 1 0 0 1 {across:.3f} {up:.3f} cm /P{index + 1} Do Q")
        entries = Dictionary(
            Type=Name.Page,
            MediaBox=Array([*map(_short, sheet.media)]),
            BleedBox=Array([*map(_short, sheet.bled)]),
            TrimBox=Array([*map(_short, sheet.trim)]),
            Resources=Dictionary(XObject=Dictionary(forms)) if forms else Dictionary(),
            Contents=pdf.make_stream("\n".join(drawn).encode("ascii")),
        )
        made.append(Page(pdf.make_indirect(entries)))
    del pdf.pages[:]
    pdf.pages.extend(made)


@dataclass(frozen=True)
class _Sheet:
    """Where pages lie on a sheet, in points; ``cell`` is the first page after it was cut.

    ``bleed`` is the widest of its four sides, ``gap`` stands between pages that are cut apart.
    """

    cell: _Area
    columns: int
    rows: int
    bleed: float
    border: float
    gap: float
    folded: bool

    @property
    def borders(self) -> tuple[float, float]:
        """What is left of the sheet beside its pages, and below them, on each side."""
        width, height = self.pages
        for paper in () if self.border else SIZES.values():
            for across, up in (paper, paper[::-1]):
                left, below = (across * POINTS - width) / 2, (up * POINTS - height) / 2
                if min(left, below) > -ROUNDED and max(left, below) < LARGER * POINTS / 2:
                    return max(left, 0.0), max(below, 0.0)
        return self.border, self.border

    @property
    def pages(self) -> tuple[float, float]:
        """The width and height of all pages and of what lies between them."""
        return (
            self.columns * self.cell.width + (self.columns - 1) * self.gap,
            self.rows * self.cell.height + (self.rows - 1) * self.gap,
        )

    @classmethod
    def of(cls, page: Object, imposition: Imposition) -> _Sheet:
        cell, media = _trim_of(page), _Area(*map(float, page.MediaBox))
        bleed = max(abs(one - other) for one, other in zip(cell, media, strict=True))
        columns, rows = imposition.grid(wide=cell.width > cell.height)
        folded = imposition.kind == BOOKLET
        border = bleed + (ROOM * POINTS if imposition.crop_marks else 0.0)
        return cls(cell, columns, rows, bleed, border, 0.0 if folded else 2 * bleed, folded)

    @property
    def trim(self) -> _Area:
        """All pages and what lies between them."""
        (left, bottom), (width, height) = self.borders, self.pages
        return _Area(left, bottom, left + width, bottom + height)

    @property
    def bled(self) -> _Area:
        """The same with what is printed beyond the cut."""
        left, bottom, right, top = self.trim
        return _Area(left - self.bleed, bottom - self.bleed, right + self.bleed, top + self.bleed)

    @property
    def media(self) -> _Area:
        trim = self.trim
        return _Area(0.0, 0.0, trim.left + trim.right, trim.bottom + trim.top)

    def corner(self, place: int) -> tuple[float, float]:
        """Return the lower left corner of a place."""
        row, column = divmod(place, self.columns)
        across = column * (self.cell.width + self.gap)
        return self.trim.left + across, self.trim.top - (
            row + 1
        ) * self.cell.height - row * self.gap

    def placed(self, page: Object, place: int, creep: float) -> tuple[_Area, float, float]:
        """Return what is seen of a page, and by how much it moves across and up."""
        trim, media = _trim_of(page), _Area(*map(float, page.MediaBox))
        left, bottom = self.corner(place)
        across = left + (self.cell.width - trim.width) / 2 - trim.left
        up = bottom + (self.cell.height - trim.height) / 2 - trim.bottom
        if not self.folded:
            return media, across, up
        at_left = place % self.columns == 0  # what bleeds over the fold lies on the other page
        if at_left:
            return media._replace(right=trim.right - creep), across + creep, up
        return media._replace(left=trim.left + creep), across - creep, up

    def marks(self) -> str:
        """Return the operators of the marks: where the sheet is cut, and dashed where folded."""
        size, first, last = (
            self.cell,
            FREE * POINTS + self.bleed,
            (FREE + MARK) * POINTS + self.bleed,
        )
        corners = [self.corner(place) for place in range(self.columns * self.rows)]
        ends = product(corners, (0, 1))
        xs, ys = set[float](), set[float]()
        for (x, y), end in ends:
            xs.add(round(x + end * size.width, 3))
            ys.add(round(y + end * size.height, 3))
        fold = round(self.trim.left + size.width, 3)
        lines = [f"q 0 G {HAIRLINE} w"]
        for x in sorted(xs):
            lines.append(FOLD if self.folded and x == fold else "[] 0 d")
            for edge, way in ((self.trim.bottom, -1), (self.trim.top, 1)):
                lines.append(
                    f"{x:.3f} {edge + way * first:.3f} m {x:.3f} {edge + way * last:.3f} l S"
                )
        lines.append("[] 0 d")
        for y in sorted(ys):
            for edge, way in ((self.trim.left, -1), (self.trim.right, 1)):
                lines.append(
                    f"{edge + way * first:.3f} {y:.3f} m {edge + way * last:.3f} {y:.3f} l S"
                )
        return "\n".join([*lines, "Q"])


def _trim_of(page: Object) -> _Area:
    return _Area(*map(float, page.get("/TrimBox", page.MediaBox)))


def _short(length: float) -> Any:
    """Return a length in points as it stands in a file."""
    from decimal import Decimal

    return Decimal(f"{length:.3f}")
