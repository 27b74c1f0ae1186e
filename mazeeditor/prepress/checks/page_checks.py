"""Rules on pages: how many, how large, how they are cut and bound, which may be empty."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINTS
from mazeeditor.core.options import Between, Written
from mazeeditor.core.translation import _, quoted
from mazeeditor.page.paper import FIT, paper_sizes, read_paper
from mazeeditor.prepress.checks import Problem, Setting, check
from mazeeditor.prepress.document.values import IDENTITY, Rectangle, intersection, is_empty, union
from mazeeditor.prepress.print_file import (
    PrintFile,
    PrintPage,
    Size,
    same_size,
    size_of,
)

NEAR = 0.02 * POINTS  # points: margins that lack less are kept
NESTED = 0.05 * POINTS  # points: boxes that go beyond another by less lie in it


def size_in_points(text: str) -> Size:
    """Return width and height of a paper like ``8.5x11in`` or ``A5``; raises ``UsageError``."""
    paper = read_paper(text)
    if paper == FIT:
        raise UsageError(_("A page of a book needs a size, like 8.5x11in or A5."))
    width, height = paper_sizes(paper, "automatic")[0]
    return width * POINTS, height * POINTS


def _read_sizes(text: str) -> str:
    for part in text.split():
        size_in_points(part)
    return text


def _read_counts(text: str) -> str:
    """Check ``8.5x11in=590 A4=780``."""
    counts_by_size(text)
    return text


def counts_by_size(text: str) -> list[tuple[Size, int]]:
    """Return sizes and numbers of pages; raises ``UsageError``."""
    pairs = []
    for part in text.split():
        paper, _sign, count = part.partition("=")
        if not re.fullmatch(r"\d{1,6}", count):
            raise UsageError(
                _("Write sizes with their numbers of pages, like 8.5x11in=590, not {part}.").format(
                    part=quoted(part)
                )
            )
        pairs.append((size_in_points(paper), int(count)))
    return pairs


@check("page-count", _("Number of pages"), order=1)
def page_count(
    file: PrintFile,
    *,
    least: Annotated[int, Between(0, 1_000_000), _("how many there are at least")] = 1,
    most: Annotated[int, Between(1, 1_000_000), _("how many there are at most")] = 1_000_000,
    by_trim: Annotated[
        str, Written(_read_counts), _("how many at most for a size: 8.5x11in=590")
    ] = "",
) -> Iterator[Problem]:
    """The book is neither too thin nor too thick to be bound."""
    count = len(file.pages)
    known = [number for size, number in counts_by_size(by_trim) if same_size(size, file.trim)]
    most = min([most, *known])
    if count < least:
        yield Problem(
            _("it has {count} pages, and needs at least {least}.").format(count=count, least=least),
            _("Add mazes, or pages for notes."),
            (),
            count,
            least,
            _("pages"),
            setting=Setting("pages", least),
        )
    elif count > most:
        yield Problem(
            _("it has {count} pages, and may have {most} of this size.").format(
                count=count, most=most
            ),
            _("Print more mazes on a page, or make two books of it."),
            (),
            count,
            most,
            _("pages"),
            setting=Setting("pages", most),
        )


@check("page-size", _("Size of pages"), order=2)
def page_size(
    file: PrintFile,
    *,
    bleed_width: Annotated[float, Between(0, 100, "mm"), _("added to the width")] = 3.175,
    bleed_height: Annotated[float, Between(0, 100, "mm"), _("added to the height")] = 6.35,
    tolerance: Annotated[float, Between(0, 10, "mm"), _("that sizes may differ by")] = 0.5,
    trims: Annotated[  # noqa: ARG001 - preflight.frame_of reads it
        str, Written(_read_sizes), _("usual sizes, by which a bleed is seen")
    ] = "",
    smallest: Annotated[str, Written(_read_sizes), _("the smallest size: 4x6in")] = "",
    largest: Annotated[str, Written(_read_sizes), _("the largest size: 8.5x11.69in")] = "",
) -> Iterator[Problem]:
    """All pages have one size, which is that of the book, and its bleed."""
    near = tolerance * POINTS
    first = file.pages[0].size
    others = [page.number for page in file.pages if not same_size(page.size, first, near)]
    if others:
        yield Problem(
            _("the page has another size than the first ({size}).").format(size=_size_text(first)),
            _("Save all pages with one size."),
            tuple(others),
        )
    added = (bleed_width * POINTS, bleed_height * POINTS) if file.frame.bleeds else (0.0, 0.0)
    if file.frame.trim is not None:
        yield from _as_asked(file, file.frame.trim, added, near)
    yield from _within(file.trim, smallest, largest, near)


def _within(trim: Size, smallest: str, largest: str, near: float) -> Iterator[Problem]:
    """Yield that pages are smaller or larger than the print shop makes them."""
    low = size_in_points(smallest) if smallest else (0.0, 0.0)
    high = size_in_points(largest) if largest else (math.inf, math.inf)
    sides = list(zip(trim, low, high, strict=True))
    if any(not least - near <= side <= most + near for side, least, most in sides):
        yield Problem(
            _("pages are cut to {size}, and should be {smallest} to {largest}.").format(
                size=_size_text(trim), smallest=smallest or "0", largest=largest or "∞"
            ),
            _("Choose another size for the pages."),
        )


def _as_asked(file: PrintFile, trim: Size, added: Size, near: float) -> Iterator[Problem]:
    """Yield what is wrong with the size where the user has said what it should be."""
    wrong = [
        page
        for page in file.pages
        if not same_size(size_of(page.trim), trim, near)
        or (file.frame.bleeds and not any(page.bleed))
    ]
    if not wrong:
        return
    right = (trim[0] + added[0], trim[1] + added[1])
    yield Problem(
        _("the page is {size}, and should be {right}.").format(
            size=_size_text(wrong[0].size), right=_size_text(right)
        ),
        _("Save the pages with that size, without scaling them."),
        tuple(page.number for page in wrong),
        setting=Setting("trim", _size_text(trim)),
    )


def _size_text(size: Size) -> str:
    """Return a size in mm and inches: ``152.4 × 228.6 mm (6 × 9 in)``."""
    mm = " × ".join(f"{side / POINTS:.5g}" for side in size)
    inches = " × ".join(f"{round(side / 72, 3):g}" for side in size)
    return f"{mm} mm ({inches} in)"


def _nest_boxes(file: PrintFile) -> str:
    """Give each page that is not turned a TrimBox, and cut its boxes to those around them."""
    for page in file.pages:
        source = page.source
        if source.upright != IDENTITY:
            continue
        media = source.boxes["MediaBox"]
        bleed = intersection(
            source.boxes.get("BleedBox", source.visible), intersection(source.visible, media)
        )
        trim = intersection(page.trim, source.visible)
        source.page["/TrimBox"] = _array(trim)
        source.page["/BleedBox"] = _array(union(bleed, trim) if not is_empty(bleed) else trim)
        if "/ArtBox" in source.page:
            del source.page["/ArtBox"]
    return _("Set the TrimBox and BleedBox of the pages.")


def _array(area: Rectangle) -> list[float]:
    return [round(side, 4) for side in area]


@check("page-boxes", _("Boxes of pages"), order=3, mend=_nest_boxes)
def page_boxes(
    file: PrintFile,
    *,
    marked: Annotated[bool, _("each page has a TrimBox or an ArtBox")] = False,
) -> Iterator[Problem]:
    """Boxes lie in each other: the trim in the bleed, the bleed in the page."""
    for outer, inner in (
        ("MediaBox", "BleedBox"),
        ("MediaBox", "TrimBox"),
        ("MediaBox", "ArtBox"),
        ("CropBox", "TrimBox"),
        ("BleedBox", "TrimBox"),
    ):
        pages = tuple(page.number for page in file.pages if not _holds(page, outer, inner))
        if pages:
            yield Problem(
                _("the {inner} goes beyond the {outer}.").format(inner=inner, outer=outer),
                _("Save the page with boxes that lie in each other."),
                pages,
            )
    both = tuple(p.number for p in file.pages if {"TrimBox", "ArtBox"} <= p.source.boxes.keys())
    none = tuple(p.number for p in file.pages if not {"TrimBox", "ArtBox"} & p.source.boxes.keys())
    if marked and (both or none):
        yield Problem(
            _("the page has a TrimBox and an ArtBox.") if both else _("the page has no TrimBox."),
            _("Give each page a TrimBox, and no ArtBox."),
            both or none,
            setting=Setting("trim_box", True),
        )


def _holds(page: PrintPage, outer: str, inner: str) -> bool:
    boxes = page.source.boxes
    return outer not in boxes or inner not in boxes or _lies_in(boxes[inner], boxes[outer])


def _lies_in(inner: Rectangle, outer: Rectangle) -> bool:
    return (
        inner[0] >= outer[0] - NESTED
        and inner[1] >= outer[1] - NESTED
        and inner[2] <= outer[2] + NESTED
        and inner[3] <= outer[3] + NESTED
    )


@check("blank-pages", _("Blank pages"), order=4)
def blank_pages(
    file: PrintFile,
    *,
    together: Annotated[int, Between(0, 1_000_000), _("how many in a row at most")] = 2,
    at_end: Annotated[int, Between(0, 1_000_000), _("how many at the end at most")] = 10,
) -> Iterator[Problem]:
    """Few pages in a row are blank."""
    run: list[int] = []
    for page in file.pages:
        if not page.ink.painted:
            run.append(page.number)
            continue
        if len(run) > together:
            yield _too_blank(run, together)
        run = []
    if len(run) > at_end:
        yield _too_blank(run, at_end)


def _too_blank(run: list[int], most: int) -> Problem:
    return Problem(
        _("{count} pages in a row are blank, and {most} may be.").format(count=len(run), most=most),
        _("Print something on them, or leave some out."),
        tuple(run),
        len(run),
        most,
        _("pages"),
        setting=Setting("blank_pages", most),
    )
