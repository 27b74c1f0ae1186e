"""What a sheet looks like: how many mazes, how many on a page, which texts, where answers go."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between, OnlyWhere, Written, check_all, options_of
from mazeeditor.core.translation import _, quoted
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN, missing_typeface, typeface_of
from mazeeditor.page.page import Page
from mazeeditor.page.paper import SINGLE
from mazeeditor.sheets.pages.text_style import USUAL_STYLE, read_style, style_of
from mazeeditor.sheets.printing_conditions import CONDITIONS, read_condition

MOST = 10_000  # mazes of a sheet
MOST_ROWS = 20  # of mazes on a page, and columns
GRIDS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 12: (4, 3)}
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")  # in texts: {name}
_OWN = re.compile(r"(\d{1,3})\s*[x×*]\s*(\d{1,3})", re.IGNORECASE)
NOT_OF_SHEETS = ("title", "typeface", "solution", "poster", "overlap")  # of the options of a page
STYLED = tuple(
    f"{name}_style" for name in ("title", "subtitle", "instructions", "footer", "page_numbers")
)
STYLES = ("top center", "top left", "bottom center", "bottom right")
Style = Annotated[str, Written(read_style, STYLES)]


def read_grid(text: str) -> str:
    """Return the usual spelling of how many mazes a page holds: ``4``, ``3x5``."""
    word = text.strip()[:20]
    if word.isdecimal() and int(word) in GRIDS:
        return str(int(word))
    own = _OWN.fullmatch(word)
    if not own or not all(1 <= int(number) <= MOST_ROWS for number in own.groups()):
        message = _(
            "A page holds {known} mazes, or rows × columns such as 3x5, up to {most} each, "
            "not {text}."
        )
        known = ", ".join(map(str, GRIDS))
        raise UsageError(message.format(known=known, most=MOST_ROWS, text=quoted(text)))
    return f"{int(own[1])}x{int(own[2])}"


def grid_of(text: str, *, wide: bool) -> tuple[int, int]:
    """Return rows and columns of ``read_grid``'s spelling, turned with the page unless own."""
    if "x" in text:
        rows, columns = text.split("x")
        return int(rows), int(columns)
    rows_, columns_ = GRIDS[int(text)]
    return (columns_, rows_) if wide else (rows_, columns_)


def grid_for(count: int, text: str, *, wide: bool) -> tuple[int, int]:
    """Return rows and columns for so many mazes, no more than ``grid_of`` unless these are own."""
    if "x" in text:
        return grid_of(text, wide=wide)
    enough = next((number for number in GRIDS if number >= count), int(text))
    return grid_of(str(min(enough, int(text))), wide=wide)


Grid = Annotated[str, Written(read_grid, ("1", "2", "4", "6", "9", "12"))]
_drawn = OnlyWhere(lambda values: values["answers"] != "none", _("Only where answers are printed."))
_collected = OnlyWhere(
    lambda values: values["answers"] in ("end", "file"), _("Only for answers at the end.")
)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A sheet; raises ``UsageError`` for an invalid value.

    Its fields are the options of the command line and of the window. In texts ``{number}``,
    ``{count}``, ``{seed}``, ``{id}``, ``{rows}``, ``{columns}`` and ``{cells}`` stand for those of
    the maze (of the first on the page), ``{page}`` and ``{pages}`` for the page, and names of
    columns for those of a list. Styles are read by ``text_style.style_of``.
    """

    count: Annotated[int, Between(1, MOST), _("mazes with successive seeds")] = 1
    per_page: Annotated[Grid, _("mazes on a page")] = "1"
    answers: Annotated[
        Literal["none", "back", "next", "end", "file"],
        _("on the back of each page, on the next one, small at the end, or in another file"),
    ] = "none"
    answers_per_page: Annotated[Grid, _("answers on a page"), _collected] = "6"
    answer_style: Annotated[
        Literal["line", "dashes", "dots", "shading", "pale"],
        _("how the route is drawn; pale: over pale walls"),
        _drawn,
    ] = "line"
    title: Annotated[str, _("at the top of each page")] = ""
    title_style: Annotated[
        Style, _('its place, size and typeface, such as top left 24pt "Noto Serif"')
    ] = ""
    subtitle: Annotated[str, _("below the title")] = ""
    subtitle_style: Annotated[Style, _("its place, size and typeface")] = ""
    instructions: Annotated[str, _("what to do, above the mazes")] = ""
    instructions_style: Annotated[Style, _("its place, size and typeface")] = ""
    name_line: Annotated[bool, _("a line for the name")] = False
    date_line: Annotated[bool, _("a line for the date")] = False
    stars: Annotated[int, Between(0, 5), _("how hard it is, of five stars; 0: none are drawn")] = 0
    numbers: Annotated[
        Literal["automatic", "none", "number", "id"],
        _("above each maze: its number, or also its id and seed; automatic: where there are two"),
    ] = "automatic"
    footer: Annotated[str, _("at the bottom of each page")] = ""
    footer_style: Annotated[Style, _("its place, size and typeface")] = ""
    text_typeface: Annotated[
        str, CHOSEN, _("the typeface of all texts without one of their own")
    ] = ""
    page_numbers: Annotated[bool, _("at the bottom of each page")] = False
    page_numbers_style: Annotated[Style, _("their place, size and typeface")] = ""
    trim_box: Annotated[bool, _("the PDF says where its pages are cut: TrimBox and BleedBox")] = (
        False
    )
    pdfx: Annotated[
        str,
        Written(read_condition, CONDITIONS),
        _("the printing condition, where a print shop asks for PDF/X-1a; empty: an ordinary PDF"),
    ] = ""

    def __post_init__(self) -> None:
        options = options_of(Sheet)
        values = {option.name: getattr(self, option.name) for option in options}
        for name, value in check_all(options, values).items():
            object.__setattr__(self, name, value)


def placeholders(sheet: Sheet) -> list[str]:
    """Return the names in braces in the texts of a sheet."""
    texts = (sheet.title, sheet.subtitle, sheet.instructions, sheet.footer)
    return [name.strip() for text in texts for name in PLACEHOLDER.findall(text)]


def check_typefaces(sheet: Sheet) -> None:
    """Raise ``UsageError`` where a style names a typeface that is not there; slow if any does."""
    styles = (getattr(sheet, option.name) for option in options_of(Sheet) if option.name in STYLED)
    for name in dict.fromkeys(style_of(style, USUAL_STYLE).typeface for style in styles):
        if name and typeface_of(name) is None:
            raise UsageError(missing_typeface(name))


def page_of(page: Page) -> Page:
    """Return the page as single mazes are drawn on sheets: without title and route."""
    return replace(page, title="", solution="none", poster=SINGLE)
