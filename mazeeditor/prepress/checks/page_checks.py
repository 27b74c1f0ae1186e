"""Rules on pages: how many, their sizes and boxes, blank ones, margins, gutter and bleed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import INCH, POINTS, in_mm
from mazeeditor.core.options import Between, Written
from mazeeditor.core.translation import _, quote_value
from mazeeditor.page.paper import FIT, paper_sizes, read_paper
from mazeeditor.prepress.checks import Problem, Setting, Worst, check, worst_of
from mazeeditor.prepress.content.ink import TEXT, Extreme
from mazeeditor.prepress.document.values import (
    IDENTITY,
    Rectangle,
    intersection,
    is_empty,
    lies_in,
    union,
)
from mazeeditor.prepress.print_file import (
    PrintFile,
    PrintPage,
    Size,
    same_size,
    size_of,
)

if TYPE_CHECKING:
    from mazeeditor.prepress.rule_sets import RuleSet

MARGIN_TOLERANCE = 0.02 * POINTS  # points: margins that lack less are kept
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
        if not re.fullmatch(r"[0-9]{1,6}", count):
            raise UsageError(
                _("Write sizes with their numbers of pages, like 8.5x11in=590, not {part}.").format(
                    part=quote_value(part)
                )
            )
        pairs.append((size_in_points(paper), int(count)))
    return pairs


@check("page-count", _("Number of pages"), order=1)
def page_count(
    file: PrintFile,
    *,
    least: Annotated[int, Between(0, 1_000_000), _("least number of pages")] = 1,
    most: Annotated[int, Between(1, 1_000_000), _("most pages allowed")] = 1_000_000,
    by_trim: Annotated[
        str, Written(_read_counts), _("most pages of a trim size, such as 8.5x11in=590")
    ] = "",
) -> Iterator[Problem]:
    """The book is neither too thin nor too thick to be bound."""
    count = len(file.pages)
    most = _most_of(most, by_trim, file.trim)
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


def _most_of(most: int, by_trim: str, trim: Size) -> int:
    known = [number for size, number in counts_by_size(by_trim) if same_size(size, trim)]
    return min([most, *known])


def most_pages(rules: RuleSet, trim: tuple[float, float]) -> int:
    """Return how many pages of a size in mm a print shop binds at most."""
    most, by_trim = (rules.value("page-count", name) for name in ("most", "by_trim"))
    return _most_of(most, by_trim, (trim[0] * POINTS, trim[1] * POINTS))


@check("page-size", _("Size of pages"), order=2)
def page_size(
    file: PrintFile,
    *,
    bleed_width: Annotated[
        float, Between(0, 100, "mm"), _("bleed that is added to the width of a page")
    ] = 3.175,
    bleed_height: Annotated[
        float, Between(0, 100, "mm"), _("bleed that is added to the height of a page")
    ] = 6.35,
    tolerance: Annotated[float, Between(0, 10, "mm"), _("difference that sizes may have")] = 0.5,
    trims: Annotated[  # noqa: ARG001 - preflight.frame_of reads it
        str, Written(_read_sizes), _("usual sizes by which a bleed is recognised")
    ] = "",
    smallest: Annotated[str, Written(_read_sizes), _("smallest size allowed, such as 4x6in")] = "",
    largest: Annotated[
        str, Written(_read_sizes), _("largest size allowed, such as 8.5x11.69in")
    ] = "",
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
    marked: Annotated[bool, _("require a TrimBox or an ArtBox on each page")] = False,
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
    return outer not in boxes or inner not in boxes or lies_in(boxes[inner], boxes[outer], NESTED)


@check("blank-pages", _("Blank pages"), order=4)
def blank_pages(
    file: PrintFile,
    *,
    together: Annotated[int, Between(0, 1_000_000), _("most blank pages allowed in a row")] = 2,
    at_end: Annotated[int, Between(0, 1_000_000), _("most blank pages allowed at the end")] = 10,
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
        _("{count} pages in a row are blank, and at most {most} may be.").format(
            count=len(run), most=most
        ),
        _("Print something on them, or leave some out."),
        tuple(run),
        len(run),
        most,
        _("pages"),
        setting=Setting("blank_pages", most),
    )


def _read_steps(text: str) -> str:
    """Check ``150=0.375in 300=0.5in``."""
    gutters(text)
    return text


def gutters(text: str) -> list[tuple[int, float]]:
    """Return numbers of pages and the gutter in mm up to each; raises ``UsageError``."""
    steps: list[tuple[int, float]] = []
    for part in text.split():
        count, _sign, length = part.partition("=")
        mm = in_mm(length)
        valid = re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,9})?", mm)
        if not valid or not re.fullmatch(r"[0-9]{1,6}", count):
            raise UsageError(
                _("Write gutters as pages=length, like 150=0.375in, not {part}.").format(
                    part=quote_value(part)
                )
            )
        steps.append((int(count), float(mm)))
    return sorted(steps)


@check("margins", _("Margins"), order=10)
def margins(
    file: PrintFile,
    *,
    outside: Annotated[
        float, Between(0, 1000, "mm"), _("least margin at the top, bottom and outer side")
    ] = 6.35,
    with_bleed: Annotated[
        float, Between(0, 1000, "mm"), _("the same margin in a file with a bleed, from its edge")
    ] = 9.525,
) -> Iterator[Problem]:
    """Nothing is so near to the edge that it could be cut off."""
    least = with_bleed if file.bleeds else outside

    def nearest(page: PrintPage) -> Extreme | None:
        edges = [
            Extreme(one.value + page.bleed[side], one.where, one.what)
            for side, one in page.ink.nearest.items()
            if side != page.inner
        ]
        return min(edges, key=lambda one: one.value, default=None)

    worst = worst_of(file, nearest, lambda distance: distance < least * POINTS - MARGIN_TOLERANCE)
    if worst:
        message = _(
            "{what} is {mm:.2f} mm from the edge ({inches:.3f} in), and should be {least:g} mm."
        )
        advice = _("Make the margin at least {least:g} mm ({inches:g} in).")
        if not file.bleeds and worst.value <= MARGIN_TOLERANCE and worst.extreme.what != TEXT:
            advice += " " + _("What goes to the edge needs a bleed.")
        yield _too_near(worst, least, message, advice, "margin")


def _too_near(
    worst: Worst, least: float, message: str, advice: str, setting: str, **known: int
) -> Problem:
    """Return that something is nearer than ``least`` mm; ``known`` are further names in texts."""
    mm, what = worst.value / POINTS, _name_of(worst.extreme.what)
    return worst.problem(
        message.format(what=what, mm=mm, inches=mm / INCH, least=least, **known),
        advice.format(least=least, inches=round(least / INCH, 4)),
        value=round(mm, 3),
        limit=least,
        unit="mm",
        setting=Setting(setting, least),
    )


@check("gutter", _("Gutter"), order=11)
def gutter(
    file: PrintFile,
    *,
    steps: Annotated[
        str,
        Written(_read_steps),
        _("gutter up to a number of pages, such as 150=0.375in 300=0.5in"),
    ] = "",
) -> Iterator[Problem]:
    """Nothing is so near to the binding that it cannot be seen."""
    table = gutters(steps)
    if not table:
        return
    count = len(file.pages)
    least = next((length for most, length in table if count <= most), table[-1][1])
    worst = worst_of(
        file,
        lambda page: page.ink.nearest.get(page.inner),
        lambda distance: distance < least * POINTS - MARGIN_TOLERANCE,
    )
    if worst:
        message = _(
            "{what} is {mm:.2f} mm from the binding ({inches:.3f} in), and should be {least:g} mm "
            "in a book of {count} pages."
        )
        advice = _("Make the gutter at least {least:g} mm ({inches:g} in): left on odd pages.")
        if file.frame.bound_right:
            advice = _("Make the gutter at least {least:g} mm ({inches:g} in): right on odd pages.")
        yield _too_near(worst, least, message, advice, "gutter", count=count)


def _name_of(kind: str) -> str:
    names = {
        "line": _("a line"),
        "area": _("an area"),
        "text": _("a text"),
        "image": _("a picture"),
    }
    return names[kind]


@check("bleed", _("Bleed"), order=12)
def bleed(file: PrintFile) -> Iterator[Problem]:
    """What goes beyond the edge goes to the end of the bleed."""
    worst = worst_of(file, lambda page: page.ink.short, lambda _distance: True)
    if worst:
        message = _("{what} goes to the edge, but ends before the bleed does.")
        yield worst.problem(
            message.format(what=_name_of(worst.extreme.what)),
            _("Let it go on to the edge of the file's page, or end within the margins."),
        )


@check("printers-marks", _("Printer's marks"), order=13)
def printers_marks(file: PrintFile) -> Iterator[Problem]:
    """Nothing is printed beside the page, as crop marks are."""
    pages = tuple(page.number for page in file.pages if page.ink.beside)
    if pages:
        yield Problem(
            _("something is printed beside the page, as crop marks are."),
            _("Save the file without crop marks and colour bars."),
            pages,
        )
