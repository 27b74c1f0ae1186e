"""What a sheet looks like: how many mazes, how many on a page, which texts, where answers go."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Literal, cast

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import UNITS, in_mm
from mazeeditor.core.numbers import is_whole, real
from mazeeditor.core.options import (
    Advanced,
    Between,
    Choices,
    Label,
    OnlyWhere,
    Option,
    Section,
    Words,
    Written,
    check_fields,
    in_section,
    options_of,
)
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN, missing_typeface, typeface_of
from mazeeditor.page.imposition import ALONE, THICKNESS, Creep, CropMarks, Impose, Imposition
from mazeeditor.page.page import POSTER, SOLUTION, TITLE, WHOLE, Page, page_options
from mazeeditor.page.paper import SINGLE
from mazeeditor.page.scene import Anchor
from mazeeditor.prepress.pdfx import CONDITIONS, read_condition

MAX_MAZES = 10_000  # mazes of a sheet
# Options beside those of a sheet, with the list of a class: its file, or as it was typed.
NAMES, TYPED = "names", "typed_names"
MOST_ROWS = 20  # of mazes on a page, and columns
GRIDS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 12: (4, 3)}
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")  # in texts: {name}
_OWN = re.compile(r"([0-9]{1,3})\s*[x×*]\s*([0-9]{1,3})", re.IGNORECASE)
Edge = Literal["top", "bottom"]
ALIGNMENTS: dict[str, Anchor] = {"left": "start", "center": "middle", "right": "end"}
LETTERS = 1.0, 100.0  # mm: the em, the smallest and the largest
_QUOTED = re.compile(r'["“„«]([^"“”„«»]*)["”“»]')
STYLES = ("top center", "top left", "bottom center", "bottom right")
MAZES = Section(_("Mazes"), 1)
ANSWERS = Section(_("Answers"), 2)
TEXTS = Section(_("Texts"), 3, manual="class#what-stands-above-a-maze")
CLASS = Section(_("For a class"), 4)
PLACES = Section(_("Place and typeface of texts"), 5, manual="class#what-stands-above-a-maze")
PRINT_SHOP = Section(_("For a print shop"), 6, manual="book#what-print-shops-ask-for")
ON_SHEETS = Section(_("Booklets and cutting"), 7, manual="book#a-booklet-and-pages-to-cut-apart")
TEXT_FIELDS = ("title", "subtitle", "instructions", "footer")
NO_NUMBERS, NUMBER, WITH_ID = _("None"), _("Number"), _("Number, id and seed")


@dataclass(frozen=True)
class TextStyle:
    """How a text of a page is set, as in ``top left 14pt "Noto Serif"``.

    The edge of the page, how the text is aligned, and the em in mm, None as is usual. ``typeface``
    is a name, "" for that of all texts.
    """

    edge: Edge
    anchor: Anchor
    size: float | None = None
    typeface: str = ""

    def __str__(self) -> str:
        alignment = next(name for name, anchor in ALIGNMENTS.items() if anchor == self.anchor)
        size = "" if self.size is None else f" {self.size / UNITS['pt']:.4g}pt"
        typeface = f' "{self.typeface}"' if self.typeface else ""
        return f"{self.edge} {alignment}{size}{typeface}"


USUAL_STYLE = TextStyle("top", "middle")


def style_of(text: str, usual: TextStyle) -> TextStyle:
    """Read a style; what it does not contain is as in ``usual``. Raises ``UsageError``."""
    edge, anchor, size = usual.edge, usual.anchor, usual.size
    words, typeface = _words_of_style(text)
    for word in words:
        if word in ("top", "bottom"):
            edge = cast(Edge, word)
        elif word in ALIGNMENTS:
            anchor = ALIGNMENTS[word]
        else:
            size = _size_of_letters(word)
    return TextStyle(edge, anchor, size, typeface or usual.typeface)


def read_style(text: str) -> str:
    """Return the usual spelling of a style, "" for none; raises ``UsageError``."""
    style_of(text, USUAL_STYLE)
    words, typeface = _words_of_style(text)
    return " ".join([*words, f'"{typeface}"'] if typeface else words)


def _words_of_style(text: str) -> tuple[list[str], str]:
    """Return the words of a style, and the typeface in quotation marks, "" for none."""
    quoted_names = _QUOTED.findall(text)
    if len(quoted_names) > 1:
        raise UsageError(
            _("A text has one typeface: {text} names two.").format(text=quote_value(text))
        )
    name = " ".join(quoted_names[0].split()) if quoted_names else ""
    return _QUOTED.sub(" ", text).lower().split(), name


def _size_of_letters(word: str) -> float:
    length = in_mm(word)
    try:
        size = real(length)
    except ValueError:
        message = _(
            "A text stands at the top or bottom, left, center or right, with a size such as 14pt "
            'and a typeface such as "Noto Serif" in quotation marks; {word} is none of these.'
        )
        raise UsageError(message.format(word=quote_value(word))) from None
    low, high = LETTERS
    if not low <= size <= high:
        message = _("Letters must be {low:g} to {high:g} mm high, not {word}.")
        raise UsageError(message.format(low=low, high=high, word=quote_value(word)))
    return size


Style = Annotated[str, Written(read_style, STYLES, style=True), PLACES]


def read_grid(text: str) -> str:
    """Return the usual spelling of how many mazes a page holds: ``4``, ``3x5``."""
    word = text.strip()[:20]
    if is_whole(word) and int(word) in GRIDS:
        return str(int(word))
    own = _OWN.fullmatch(word)
    if not own or not all(1 <= int(number) <= MOST_ROWS for number in own.groups()):
        message = _(
            "A page holds {known} mazes, or rows × columns such as 3x5, up to {most} each, "
            "not {text}."
        )
        known = ", ".join(map(str, GRIDS))
        raise UsageError(message.format(known=known, most=MOST_ROWS, text=quote_value(text)))
    return f"{int(own[1])}x{int(own[2])}"


def grid_of(text: str, *, wide: bool) -> tuple[int, int]:
    """Return rows and columns of ``read_grid``'s spelling, turned with the page unless own."""
    if "x" in text:
        rows, columns = text.split("x")
        return int(rows), int(columns)
    rows_, columns_ = GRIDS[int(text)]
    return (columns_, rows_) if wide else (rows_, columns_)


def grids_of(text: str, *, wide: bool) -> list[tuple[int, int]]:
    """Return the rows and columns of ``grid_of``, then all others for as many mazes."""
    usual = grid_of(text, wide=wide)
    number = usual[0] * usual[1]
    every = [(rows, number // rows) for rows in range(1, number + 1) if number % rows == 0]
    return [usual, *(grid for grid in every if grid != usual and "x" not in text)]


def grid_for(count: int, text: str, *, wide: bool) -> tuple[int, int]:
    """Return rows and columns for so many mazes, no more than ``grid_of`` unless these are own."""
    if "x" in text:
        return grid_of(text, wide=wide)
    enough = next((number for number in GRIDS if number >= count), int(text))
    return grid_of(str(min(enough, int(text))), wide=wide)


def fills_pages(text: str) -> bool:
    """Whether so many answers on a page need no certain rows and columns, so they can fill it."""
    return "x" not in text


# Options that books have as well.
Grid = Annotated[str, Written(read_grid, ("1", "2", "4", "6", "9", "12"))]
IF_ANSWERS_PRINTED = OnlyWhere(
    lambda values: values["answers"] != "none", _("Only if answers are printed.")
)
AnswersPerPage = Annotated[Grid, _("number of answers on a page")]
AnswerStyle = Annotated[
    str,
    Choices(
        {
            "line": _("Line"),
            "dashes": _("Dashes"),
            "dots": _("Dots"),
            "shading": _("Shading"),
            "pale": _("Over pale walls"),
        }
    ),
    IF_ANSWERS_PRINTED,
]
Pdfx = Annotated[
    str,
    Written(read_condition, CONDITIONS),
    Label(_("PDF/X-1a")),
    _("write PDF/X-1a for this printing condition, such as FOGRA39; empty: an ordinary PDF"),
]
_collected = OnlyWhere(
    lambda values: values["answers"] in ("end", "file"), _("Only for answers at the end.")
)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A sheet; raises ``UsageError`` for an invalid value.

    Its fields are the options of the command line and of the window. In texts ``{number}``,
    ``{count}``, ``{seed}``, ``{id}``, ``{rows}``, ``{columns}`` and ``{cells}`` stand for those of
    the maze (of the first on the page), ``{page}`` and ``{pages}`` for the page, and names of
    columns for those of a list. Where several names share a page, texts in which these differ stand
    above each maze. Styles are read by ``style_of``.
    """

    count: Annotated[
        int,
        Words(_("number of mazes copies")),
        Label(_("Number of mazes")),
        Between(1, MAX_MAZES),
        MAZES,
        _("number of mazes; with a list of names, for each name"),
    ] = 1
    per_page: Annotated[Grid, Label(_("Mazes a page")), MAZES, _("number of mazes on a page")] = "1"
    answers: Annotated[
        str,
        Words(_("solutions key")),
        Choices(
            {
                "none": _("None"),
                "back": _("On the back of each page"),
                "next": _("On the next page"),
                "end": _("All at the end"),
                "file": _("In a file of their own"),
            }
        ),
        ANSWERS,
        _(
            "place of the answers: on the back of each page, on the next page, all at the "
            "end, or in a file of their own"
        ),
    ] = "none"
    answers_per_page: Annotated[
        AnswersPerPage, Label(_("Answers a page")), Advanced(), ANSWERS, _collected
    ] = "6"
    answer_style: Annotated[
        AnswerStyle,
        Label(_("Route drawn as")),
        Advanced(),
        ANSWERS,
        _("style of the route in answers; pale: a black route over pale walls"),
    ] = "line"
    title: Annotated[str, TEXTS, _("title at the top of each page")] = ""
    title_style: Annotated[
        Style,
        Advanced(),
        _('place, size and typeface of the title, such as top left 24pt "Noto Serif"'),
    ] = ""
    subtitle: Annotated[str, TEXTS, _("subtitle below the title")] = ""
    subtitle_style: Annotated[Style, Advanced(), _("place, size and typeface of the subtitle")] = ""
    instructions: Annotated[str, TEXTS, _("instructions above the mazes: what to do")] = ""
    instructions_style: Annotated[
        Style, Advanced(), _("place, size and typeface of the instructions")
    ] = ""
    name_above: Annotated[
        bool,
        Label(_("Print the name")),
        CLASS,
        OnlyWhere(
            lambda values: values.get(NAMES, True) or values.get(TYPED),
            _("Only with a list of names."),
        ),
        _("print the name from the list above the maze, unless a text there says it"),
    ] = True
    name_line: Annotated[
        bool,
        Label(_("Line for a name")),
        CLASS,
        _("print a line on which to write a name, unless a list has one"),
    ] = False
    date_line: Annotated[
        bool, Label(_("Line for a date")), CLASS, _("print a line on which to write the date")
    ] = False
    lines_below: Annotated[
        str,
        Advanced(),
        Label(_("Lines below mazes")),
        Choices({"automatic": _("If there is room"), "none": _("None")}),
        CLASS,
        OnlyWhere(lambda values: not values.get(NAMES), _("A list has the names.")),
        _("print lines for name and time below each of several mazes, if the page has room"),
    ] = "automatic"
    stars: Annotated[
        int, Between(0, 5), CLASS, _("stars for how hard the mazes are; 0: no stars")
    ] = 0
    numbers: Annotated[
        str,
        Words(_("numbering")),
        Advanced(),
        Choices(
            {
                "automatic": _("Automatic"),
                "none": NO_NUMBERS,
                "number": NUMBER,
                "id": WITH_ID,
            }
        ),
        MAZES,
        _(
            "numbers above each maze, also with id and seed; automatic: if there are two "
            "mazes or more"
        ),
    ] = "automatic"
    footer: Annotated[str, TEXTS, _("text at the bottom of each page")] = ""
    footer_style: Annotated[
        Style, Advanced(), _("place, size and typeface of the text at the bottom")
    ] = ""
    text_typeface: Annotated[
        str,
        Words(_("font dyslexia")),
        Label(_("Typeface")),
        Advanced(),
        CHOSEN,
        TEXTS,
        _("typeface of all texts that have none of their own"),
    ] = ""
    page_numbers: Annotated[bool, TEXTS, _("print page numbers at the bottom of each page")] = False
    page_numbers_style: Annotated[
        Style,
        Label(_("Number style")),
        Advanced(),
        _("place, size and typeface of the page numbers"),
    ] = ""
    trim_box: Annotated[
        bool,
        Words(_("bleed print shop")),
        Advanced(),
        Label(_("Trim box in PDF")),
        PRINT_SHOP,
        _("note in the PDF where its pages are cut (TrimBox and BleedBox), as print shops ask"),
    ] = False
    pdfx: Annotated[Pdfx, Advanced(), PRINT_SHOP] = ""
    impose: Annotated[Impose, ON_SHEETS] = ALONE
    crop_marks: Annotated[CropMarks, ON_SHEETS] = False
    creep: Annotated[Creep, ON_SHEETS] = THICKNESS

    def __post_init__(self) -> None:
        check_fields(self, options_of(Sheet))

    @property
    def imposition(self) -> Imposition:
        """How the pages of its PDF lie on sheets of paper; an answer may be on the back."""
        return Imposition.of(vars(self), two_sided=self.answers == "back")


def placeholders(sheet: Sheet) -> list[str]:
    return [name for text in TEXT_FIELDS for name in names_in(getattr(sheet, text))]


def names_in(text: str) -> list[str]:
    return [name.strip() for name in PLACEHOLDER.findall(text)]


def check_typefaces(sheet: Sheet) -> None:
    """Raise ``UsageError`` where a style names a typeface that is not there; slow if any does."""
    styles = (getattr(sheet, option.name) for option in in_section(options_of(Sheet), PLACES))
    for name in dict.fromkeys(style_of(style, USUAL_STYLE).typeface for style in styles):
        if name and typeface_of(name) is None:
            raise UsageError(missing_typeface(name))


def page_options_of_sheets() -> list[Option]:
    """Return the options of a page, but for those that a sheet has itself."""
    own = {option.name for option in in_section(page_options(), TITLE, SOLUTION, POSTER, WHOLE)}
    return [option for option in page_options() if option.name not in own]


def page_of(page: Page) -> Page:
    """Return the page as single mazes are drawn on sheets: without title and route."""
    return replace(page, title="", solution="none", poster=SINGLE)
