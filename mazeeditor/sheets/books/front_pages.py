"""The first pages of a book: its cover, and the page that shows how a maze is solved."""

from __future__ import annotations

from dataclasses import replace

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.options import in_section
from mazeeditor.core.translation import _
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.drawings.motifs import label_of, names
from mazeeditor.page.marks.marks import end_pictures, end_texts
from mazeeditor.page.page import MARKS, NOTHING, Page, page_options
from mazeeditor.page.text.lettering import clean, fitted, flowing, lettering_of
from mazeeditor.sheets.books.book import HOW_TO, HOW_TO_BY_MARKS, PALE_WALLS, Book, BookStyle
from mazeeditor.sheets.books.page_frame import PageFrame
from mazeeditor.sheets.pages.page_texts import FLOWING, SMALLEST
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.sheet import Sheet

COVER_TITLE, COVER_TEXT = 0.11, 0.045  # em, of the shorter side between the margins
HOW_TO_TEXT = 0.034
EXAMPLE = {"rows": 9, "columns": 9}  # the maze of the page that shows how one is solved


def _whole(text: str, width: float, size: float, lines: int, typeface: str, key: str) -> None:
    """Raise ``UsageError`` where a text would be cut."""
    text = clean(text)
    setting = flowing if lines >= FLOWING else fitted
    if not setting(text, width, size, lettering_of(text, typeface), lines).holds(text):
        message = _("{key} of the book is too long for its page: shorten it.")
        raise UsageError(message.format(key=key))


def _points(mm: float) -> str:
    return f"{max(mm, SMALLEST) / POINT:.3g}pt"


def cover_of(book: Book, frame: PageFrame) -> PagePlan:
    """Return the first page: title, subtitle, a maze of the first chapter, the author."""
    style, chapter = book.style, book.chapters[0]
    width, side = frame.inner
    title, text = COVER_TITLE * side, COVER_TEXT * side
    _whole(style.title, width, title, 2, style.typeface, _("The title"))
    _whole(style.subtitle, width, text, 2, style.typeface, _("The subtitle"))
    _whole(style.author, width, text, 1, style.typeface, _("The author"))
    sheet = Sheet(
        title=plain(style.title),
        title_style=f"top center {_points(title)}",
        subtitle=plain(style.subtitle),
        subtitle_style=f"top center {_points(text)}",
        footer=plain(style.author),
        footer_style=f"bottom center {_points(text)}",
        numbers="none",
        text_typeface=style.typeface,
    )
    recipe = replace(chapter.recipe, seed=style.seed)
    page = replace(chapter.page, cell=None, wall=None, along=NOTHING)
    return PagePlan(kind="puzzles", puzzles=(Puzzle(0, recipe),), sheet=sheet, page=page)


def how_to_text(style: BookStyle, look: Page) -> str:
    """Return what the page says that shows how a maze is solved: the usual text by its marks."""
    if style.how_to_text != HOW_TO:
        return style.how_to_text
    if look.marks in ("word", "letter"):
        start, goal = end_texts(look)
        return HOW_TO_BY_MARKS["word"].format(start=start, goal=goal)
    if look.marks == "picture":
        start, goal = (_named(picture) for picture in end_pictures(look))
        return HOW_TO_BY_MARKS["picture"].format(start=start, goal=goal)
    return HOW_TO_BY_MARKS.get(look.marks, HOW_TO)


def _named(picture: str) -> str:
    """Return what a picture shows, as far as that is known."""
    return label_of(picture).lower() if picture in names() else _("picture")


def plain(text: str) -> str:
    """Return a text without names in braces: nothing is known for them there."""
    return text.replace("{", "(").replace("}", ")")


def how_to_page(book: Book, frame: PageFrame) -> PagePlan:
    """Return the page that shows a maze with its route and says what to do."""
    style, look = book.style, book.chapters[0].page
    width, side = frame.inner
    text = how_to_text(style, look)
    _whole(text, width, HOW_TO_TEXT * side, 6, style.typeface, _("The how-to text"))
    sheet = Sheet(
        title=_("How to solve a maze"),
        instructions=plain(text),
        instructions_style=f"top center {_points(HOW_TO_TEXT * side)}",
        numbers="none",
        answers="end",
        answer_style="line" if style.answer_style == PALE_WALLS else style.answer_style,
        text_typeface=style.typeface,
    )
    recipe = Recipe("backtracker", seed=style.seed, sizes=EXAMPLE)
    marks = {each.name: getattr(look, each.name) for each in in_section(page_options(), MARKS)}
    page = Page(solution_colour=look.solution_colour, **marks)
    return PagePlan(kind="answers", puzzles=(Puzzle(0, recipe),), sheet=sheet, page=page)
