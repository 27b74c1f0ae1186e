"""Rules on where pages paint: margins, gutter, bleed, and nothing beside the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import INCH, POINTS, in_mm
from mazeeditor.core.options import Between, Written
from mazeeditor.core.translation import _, quoted
from mazeeditor.prepress.checks import Problem, Setting, Worst, check, worst_of
from mazeeditor.prepress.content.ink import TEXT, Extreme
from mazeeditor.prepress.print_file import PrintFile, PrintPage

NEAR = 0.02 * POINTS  # points: margins that lack less are kept


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
        if not re.fullmatch(r"\d{1,6}", count) or not re.fullmatch(r"\d{1,4}(\.\d{1,9})?", mm):
            raise UsageError(
                _("Write gutters as pages=length, like 150=0.375in, not {part}.").format(
                    part=quoted(part)
                )
            )
        steps.append((int(count), float(mm)))
    return sorted(steps)


@check("margins", _("Margins"), order=10)
def margins(
    file: PrintFile,
    *,
    outside: Annotated[
        float, Between(0, 1000, "mm"), _("at the top, bottom and outer side")
    ] = 6.35,
    with_bleed: Annotated[
        float, Between(0, 1000, "mm"), _("the same in a file with a bleed, from its edge")
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

    worst = worst_of(file, nearest, lambda distance: distance < least * POINTS - NEAR)
    if worst:
        message = _(
            "{what} is {mm:.2f} mm from the edge ({inches:.3f} in), and should be {least:g} mm."
        )
        advice = _("Make the margin at least {least:g} mm ({inches:g} in).")
        if not file.bleeds and worst.value <= NEAR and worst.extreme.what != TEXT:
            advice += " " + _("What shall go to the edge needs a bleed.")
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
        str, Written(_read_steps), _("up to so many pages: 150=0.375in 300=0.5in")
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
        lambda distance: distance < least * POINTS - NEAR,
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
