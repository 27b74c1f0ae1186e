"""Rules on what pages paint: lines, text, greys, pictures, typefaces, colours, transparency."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from mazeeditor.core.lengths import POINTS
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.prepress.checks import Problem, Setting, check, worst_of
from mazeeditor.prepress.document.values import entry, name
from mazeeditor.prepress.print_file import PrintFile

ROUNDING = 0.002  # points: of numbers in PDF
WHOLE_DOT = 0.5  # dots per inch
HALF_STEP = 0.2  # %: greys of 8 bits, where the nearest to 10 % may have 9.8 %


@check("line-width", _("Lines"), order=20)
def line_width(
    file: PrintFile,
    *,
    least: Annotated[float, Between(0, 100, "pt"), _("least thickness of lines")] = 0.75,
) -> Iterator[Problem]:
    """Lines are thick enough to be printed."""
    worst = worst_of(file, lambda page: page.ink.thinnest, lambda width: width < least - ROUNDING)
    if worst:
        message = _("a line is {width:.2f} pt thick, and should be at least {least:g} pt.")
        advice = _("Draw lines at least {mm:.3f} mm thick, or larger cells.")
        mm = least / POINTS
        yield worst.problem(
            message.format(width=worst.value, least=least),
            advice.format(mm=mm),
            value=round(worst.value, 3),
            limit=least,
            unit="pt",
            setting=Setting("wall", round(mm + 0.0005, 3)),
        )


@check("text-size", _("Text"), order=21)
def text_size(
    file: PrintFile,
    *,
    least: Annotated[float, Between(0, 1000, "pt"), _("least size of text")] = 7.0,
) -> Iterator[Problem]:
    """Text is large enough to be read."""
    worst = worst_of(file, lambda page: page.ink.smallest, lambda size: size < least - ROUNDING)
    if worst:
        message = _("a text is {size:.2f} pt high, and should be at least {least:g} pt.")
        yield worst.problem(
            message.format(size=worst.value, least=least),
            _("Choose a larger size for this text."),
            value=round(worst.value, 3),
            limit=least,
            unit="pt",
            setting=Setting("text_size", round(least / POINTS + 0.0005, 3)),
        )


@check("grey-fill", _("Greys"), order=22)
def grey_fill(
    file: PrintFile,
    *,
    least: Annotated[float, Between(0, 100, "%"), _("least darkness of greys")] = 10.0,
) -> Iterator[Problem]:
    """Greys are dark enough to be seen."""
    worst = worst_of(
        file, lambda page: page.ink.palest, lambda tint: 100 * tint < least - HALF_STEP
    )
    if worst:
        message = _("a grey is {tint:.1f} % black, and should be at least {least:g} %.")
        yield worst.problem(
            message.format(tint=100 * worst.value, least=least),
            _("Choose a darker grey, or white."),
            value=round(100 * worst.value, 2),
            limit=least,
            unit="%",
            setting=Setting("least_tint", least / 100),
        )


@check("image-resolution", _("Pictures"), order=23)
def image_resolution(
    file: PrintFile,
    *,
    least: Annotated[float, Between(0, 10_000, "dpi"), _("least resolution of pictures")] = 300.0,
) -> Iterator[Problem]:
    """Pictures have enough pixels."""
    worst = worst_of(file, lambda page: page.ink.coarsest, lambda dpi: dpi < least - WHOLE_DOT)
    if worst:
        message = _("a picture has {dpi:.0f} dpi where it is printed, and should have {least:g}.")
        yield worst.problem(
            message.format(dpi=worst.value, least=least),
            _("Use a picture with more pixels, or print it smaller."),
            value=round(worst.value, 1),
            limit=least,
            unit="dpi",
            setting=Setting("dpi", int(least)),
        )


@check("fonts", _("Typefaces"), order=24)
def fonts(
    file: PrintFile,
    *,
    whole: Annotated[
        bool, _("require all glyphs of a typeface, not only those that are used")
    ] = False,
) -> Iterator[Problem]:
    """Typefaces are in the file."""
    missing = [page for page in file.pages if page.ink.foreign_fonts]
    if missing:
        names = sorted(set().union(*(page.ink.foreign_fonts for page in missing)))
        yield Problem(
            _("the file lacks the typeface {names}.").format(names=", ".join(names)),
            _("Save it with its typefaces embedded."),
            tuple(page.number for page in missing),
        )
    parts = [page for page in file.pages if whole and page.ink.subsets]
    if parts:
        names = sorted(set().union(*(page.ink.subsets for page in parts)))
        yield Problem(
            _("the file has only a part of the typeface {names}.").format(names=", ".join(names)),
            _("Save it with whole typefaces embedded."),
            tuple(page.number for page in parts),
            setting=Setting("whole_fonts", True),
        )


ALLOWED = {"black": {"DeviceGray"}, "print": {"DeviceGray", "DeviceCMYK"}}


@check("colours", _("Colours"), order=25)
def colours(
    file: PrintFile,
    *,
    allowed: Annotated[
        Literal["any", "black", "print"],
        _("colours that pages may use; black: DeviceGray alone; print: CMYK and spot colours too"),
    ] = "any",
) -> Iterator[Problem]:
    """Colours are those that the printer has."""
    known = ALLOWED.get(allowed, set())
    by_space: dict[str, list[int]] = {}
    for page in file.pages:
        for space in page.ink.colours - known:
            spot = space.startswith(("spot colour", "DeviceN"))
            if allowed == "black" or (allowed == "print" and not spot):
                by_space.setdefault(space, []).append(page.number)
    for space, pages in sorted(by_space.items()):
        right = "DeviceGray" if allowed == "black" else _("DeviceGray or DeviceCMYK")
        yield Problem(
            _("the page uses {space}, and should use {right}.").format(space=space, right=right),
            _("Save black and greys as DeviceGray, and colours as the print shop asks for them."),
            tuple(pages),
            setting=Setting("colour", "black"),
        )


@check("transparency", _("Transparency"), order=26)
def transparency(file: PrintFile) -> Iterator[Problem]:
    """Nothing is transparent."""
    pages = [
        page.number
        for page in file.pages
        if "transparency" in page.ink.features
        or name(entry(entry(page.source.page, "Group"), "S")) == "Transparency"
    ]
    if pages:
        yield Problem(
            _("something is transparent."),
            _("Flatten it, or save the file as PDF 1.3."),
            tuple(pages),
        )


@check("invisible-text", _("Invisible text"), order=27)
def invisible_text(file: PrintFile) -> Iterator[Problem]:
    """No text is invisible, as that of a text recognition."""
    pages = [page.number for page in file.pages if "invisible text" in page.ink.features]
    if pages:
        yield Problem(_("the page has invisible text."), _("Save it without that."), tuple(pages))
