"""What a book looks like: the size of its pages, its chapters, the ramp from easy to hard, answers.

::

    left page (even)        right page (odd)
    +------------------+    +------------------+
    | outer   gutter   |    |   gutter   outer |
    |   +---------+    |    |    +---------+   |
    |   |   box   |    |    |    |   box   |   |
    |   +---------+    |    |    +---------+   |
    | 12               |    |               13 |
    +------------------+    +------------------+

Bound at the right, as books in Hebrew and Arabic are, left pages are the odd ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import (
    Advanced,
    Between,
    Choices,
    Label,
    OnlyWhere,
    Option,
    Section,
    Unset,
    Written,
    check_fields,
    in_section,
    options_of,
)
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN
from mazeeditor.core.typefaces.shaping import is_rtl
from mazeeditor.maze.portals.network import MOST_AREAS, USUAL_AREAS
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.colours import NAMED, TINTS, read_colour
from mazeeditor.page.imposition import ALONE, THICKNESS, Creep, CropMarks, Impose, Imposition
from mazeeditor.page.page import ALONG_ROUTE, LOOK, MARKS, THEME, Page, page_options
from mazeeditor.page.paper import AUTOMATIC, BOOKS, FIT, paper_sizes, paper_words, read_paper
from mazeeditor.page.themes import ORDER as THEMES
from mazeeditor.page.themes import PLAIN, read_name, theme_names
from mazeeditor.sheets.books.cover_size import PAPERS
from mazeeditor.sheets.sheet import (
    IF_ANSWERS_PRINTED,
    MAX_MAZES,
    NO_NUMBERS,
    NUMBER,
    WITH_ID,
    AnswersPerPage,
    AnswerStyle,
    Grid,
    Pdfx,
)

NOBODY = "none"  # of the audiences of a chapter
TOTAL = Option(
    "mazes",
    int,
    1,
    _("number of mazes in the book; each chapter gets its share"),
    own_label=_("Mazes of the book"),
    low=1,
    high=MAX_MAZES,
)
GREY = "#808080"  # routes and all else that is not black: half of the ink
PALE_WALLS = "pale"  # the style of answers
OVER_PALE = "black"  # routes over pale walls, unless another colour than ``GREY`` is chosen
SEEDS = 100_000  # from the first seed of a chapter to that of the next
BOOK = Section(_("Book"), 1)
PAGES = Section(_("Pages"), 2)
RAMP = Section(_("From easy to hard"), 3)
ONE_MAZE = Section(_("One maze"), 4, manual="book#one-maze-in-many-pages")
ANSWERS = Section(_("Answers"), 5)
FURTHER = Section(_("Further pages"), 6)
COVER = Section(_("Cover"), 7)
CHAPTER = Section(_("Chapter"), 1)
CHAPTER_TEXTS = Section(_("Texts and seed"), 2)
COVER_COLOUR = "#1f4e79"
TRIMS = (*BOOKS, "A4", "A5")
HOW_TO = _(
    "Begin at the arrow that points into the maze, and find the way to the arrow that points out "
    "of it. Do not cross a line. Every maze has an answer."
)

HOW_TO_ONE_MAZE = _(
    "All mazes of this book are one. Begin at the arrow on the first of them. A ring with a number "
    "is a portal: turn to the page that it names, and go on from the ring with the same number "
    "there. Most portals lead astray. One way leads to the arrow out of the last maze."
)
HOW_TO_BY_MARKS = {
    "word": _(
        "Begin at {start}, and find the way to {goal}. Do not cross a line. Every maze has an "
        "answer."
    ),
    "picture": _(
        "Find the way from the {start} to the {goal}. Do not cross a line. Every maze has an "
        "answer."
    ),
    "none": _(
        "Begin at one gap in the outer wall, and find the way to the other one. Do not cross a "
        "line. Every maze has an answer."
    ),
}


_ONE = OnlyWhere(
    lambda values: bool(values["one_maze"]), _("Only if all mazes are one."), hidden=True
)


def read_trim(text: str) -> str:
    """Return the usual spelling of the size of a page; raises ``UsageError``."""
    spelled = read_paper(text)
    if spelled == FIT:
        known = ", ".join(TRIMS)
        raise UsageError(_("Pages of a book have one size, such as {known}.").format(known=known))
    return spelled


@dataclass(frozen=True, kw_only=True)
class BookStyle:
    """All of a book but its mazes; raises ``UsageError`` for an invalid value.

    Its fields are keys of the file. ``gutter`` None is that of the ``rules`` for so many pages,
    and at least the margin.
    """

    title: Annotated[
        str, BOOK, _("title of the book; {mazes}, {pages}, {author} and {year} stand for those")
    ] = ""
    subtitle: Annotated[str, BOOK, _("subtitle below the title")] = ""
    author: Annotated[
        str, BOOK, _("name of the author, printed at the bottom of the title page")
    ] = ""
    year: Annotated[
        int | None,
        Between(1, 9999),
        Unset(_("This year")),
        Advanced(),
        BOOK,
        _("year for which {year} stands; by default this year"),
    ] = None
    trim: Annotated[
        str,
        Label(_("Page size")),
        Written(read_trim, TRIMS, words=paper_words),
        PAGES,
        _("size of a page after it was cut: the trim size"),
    ] = "8.5x11in"
    bleed: Annotated[bool, PAGES, _("print beyond the cut, with grey chapter pages")] = False
    facing: Annotated[
        bool,
        Advanced(),
        Label(_("Facing pages")),
        PAGES,
        _("print left and right pages; if not, all pages have the binding on one side"),
    ] = True
    binding: Annotated[
        str,
        Advanced(),
        Choices(
            {
                "automatic": _("As the title is read"),
                "left": _("Left of the cover"),
                "right": _("Right of the cover"),
            }
        ),
        PAGES,
        _(
            "side of the front cover where the book is bound; automatic: right for titles "
            "read from right to left"
        ),
    ] = "automatic"
    margin: Annotated[
        float,
        Advanced(),
        Between(0, 1000, "mm"),
        PAGES,
        _("margin at the top, bottom and outer side"),
    ] = 12.7
    gutter: Annotated[
        float | None,
        Label(_("Inner margin")),
        Advanced(),
        Between(0, 1000, "mm"),
        PAGES,
        _("margin at the binding, also called gutter; fit: as wide as the print shop asks"),
    ] = None
    rules: Annotated[
        str,
        Label(_("Print shop")),
        Advanced(),
        PAGES,
        _("print shop whose rules the inner margin and Check follow"),
    ] = "kdp"
    pdfx: Annotated[Pdfx, Advanced(), Unset(_("None")), PAGES] = ""
    impose: Annotated[Impose, PAGES] = ALONE
    crop_marks: Annotated[CropMarks, PAGES] = False
    creep: Annotated[Creep, PAGES] = THICKNESS
    theme: Annotated[
        str,
        Written(read_name, THEMES, found=theme_names),
        PAGES,
        _("theme of all pages, their borders and pictures; a chapter may have its own"),
    ] = PLAIN
    coloured: Annotated[
        bool,
        Label(_("In colours")),
        PAGES,
        _("print the drawings of the theme in colours, not as outlines to colour in"),
        OnlyWhere(lambda values: values["theme"] != PLAIN, _("Only with a theme."), hidden=True),
    ] = False
    typeface: Annotated[str, CHOSEN, PAGES, _("typeface of all texts")] = ""
    seed: Annotated[
        int,
        Advanced(noted=False),
        Between(0, LARGEST_SEED),
        BOOK,
        _("seed of the book: the same seed makes the same book"),
    ] = 1
    cover: Annotated[
        bool,
        Label(_("Title page")),
        FURTHER,
        _("begin with a title page: title, author and a maze"),
    ] = True
    designed: Annotated[
        bool,
        Label(_("Designed pages")),
        FURTHER,
        _("design title page and chapter pages with a frame, a maze, number and stars"),
    ] = False
    how_to: Annotated[
        bool, Label(_("How-to page")), FURTHER, _("add a page that shows how a maze is solved")
    ] = True
    how_to_text: Annotated[
        str, Advanced(), Label(_("How-to text")), FURTHER, _("text of the how-to page")
    ] = HOW_TO
    chapter_pages: Annotated[bool, FURTHER, _("begin each chapter with a page of its own")] = True
    chapters_start: Annotated[
        str,
        Advanced(),
        Choices({"right": _("On a right page"), "next": _("On the next page")}),
        Label(_("Chapters begin")),
        FURTHER,
        _(
            "page on which a chapter begins; right: on a right-hand page, after a blank one "
            "if need be"
        ),
    ] = "right"
    page_numbers: Annotated[
        str,
        Choices({"outside": _("Outside"), "center": _("In the middle"), "none": _("None")}),
        FURTHER,
        _("place of the page numbers at the bottom"),
    ] = "outside"
    ramp: Annotated[
        str,
        Label(_("Harder by")),
        Choices(
            {
                "none": _("Nothing: in any order"),
                "cells": _("More cells"),
                "decisions": _("More decisions"),
                "route": _("Longer routes"),
                "walk": _("Longer random walks"),
            }
        ),
        RAMP,
        _(
            "figure that grows from maze to maze: cells, decisions on the route, its length, "
            "or steps of a random walk"
        ),
    ] = "none"
    ramp_over: Annotated[
        str,
        Advanced(),
        Choices({"chapter": _("In each chapter"), "book": _("Through the book")}),
        Label(_("Rises")),
        RAMP,
        _("span over which it grows: each chapter, or the whole book"),
    ] = "chapter"
    one_maze: Annotated[
        bool,
        Label(_("All mazes are one")),
        ONE_MAZE,
        _(
            "join all mazes: numbered rings lead from page to page, and one way leads "
            "through the whole book"
        ),
    ] = False
    maze_parts: Annotated[
        int,
        Between(1, MOST_AREAS),
        Label(_("Parts of each maze")),
        Advanced(),
        ONE_MAZE,
        _(
            "number of parts of each maze that no passage joins: with several, the way "
            "passes some mazes twice"
        ),
        _ONE,
    ] = USUAL_AREAS
    mazes_passed: Annotated[
        int | None,
        Between(2, MAX_MAZES),
        Unset(_("Automatic")),
        Label(_("Mazes on the way")),
        Advanced(),
        ONE_MAZE,
        _("least number of mazes that the right way passes; automatic: two of three"),
        _ONE,
    ] = None
    well_done: Annotated[
        bool,
        Label(_("Well done! page")),
        FURTHER,
        _("add a page behind the last maze that says “Well done!”"),
    ] = False
    certificate: Annotated[
        bool, FURTHER, _("add a certificate with lines for name and date, behind the last maze")
    ] = False
    paper: Annotated[
        str,
        Choices({name: paper.label for name, paper in PAPERS.items()}),
        COVER,
        _("paper of the pages; its thickness decides how wide the spine is"),
    ] = "white"
    cover_colour: Annotated[
        str,
        Written(read_colour, (*TINTS, *NAMED), colour=True, area=True),
        COVER,
        _("colour of front, spine and back"),
    ] = COVER_COLOUR
    cover_maze: Annotated[
        int | None,
        Between(1, MAX_MAZES),
        Label(_("Maze on the front")),
        Advanced(),
        COVER,
        _("number of the maze on the front; automatic: one that looks well"),
    ] = None
    back_text: Annotated[
        str, Label(_("Text on the back")), COVER, _("text on the back cover, below the title")
    ] = ""
    figures: Annotated[
        bool,
        Advanced(),
        Label(_("Table of figures")),
        FURTHER,
        _("add a table with the figures of all mazes at the end"),
    ] = False
    answers: Annotated[
        str,
        Choices(
            {
                "none": _("None"),
                "chapter": _("Behind each chapter"),
                "end": _("All at the end"),
            }
        ),
        ANSWERS,
        _("place of the answers: behind each chapter, or all at the end"),
    ] = "end"
    answers_per_page: Annotated[
        AnswersPerPage, Label(_("Answers a page")), Advanced(), ANSWERS, IF_ANSWERS_PRINTED
    ] = "6"
    answer_style: Annotated[
        AnswerStyle,
        Label(_("Route drawn as")),
        Advanced(),
        ANSWERS,
        _("style of the route in answers; pale: a black route over pale walls"),
    ] = "line"

    def __post_init__(self) -> None:
        check_fields(self, options_of(BookStyle))

    @property
    def trim_size(self) -> tuple[float, float]:
        """Width and height of a page after it was cut, in mm."""
        return paper_sizes(self.trim, AUTOMATIC)[0]

    def themed(self, page: Page) -> Page:
        """Return a page with the theme of the book, unless it has one of its own."""
        if self.theme == PLAIN or page.theme != PLAIN:
            return page
        return replace(page, theme=self.theme, coloured=self.coloured)

    @property
    def imposition(self) -> Imposition:
        """How the pages of its PDF lie on sheets of paper."""
        return Imposition.of(vars(self), two_sided=True, bound_right=self.bound_right)

    @property
    def bound_right(self) -> bool:
        """Whether the binding is at the right of the cover: its pages are turned to the right."""
        if self.binding == "automatic":
            return is_rtl(f"{self.title} {self.subtitle}")
        return self.binding == "right"


@dataclass(frozen=True, kw_only=True)
class ChapterStyle:
    """All of a chapter but what its mazes are made from; raises ``UsageError``.

    In texts stand the names in braces that sheets have, and ``{chapter}``, ``{chapter_title}`` and
    ``{answer}``, the page of the answer to the first maze of a page.
    """

    title: Annotated[str, CHAPTER, _("title of the chapter")] = ""
    text: Annotated[str, CHAPTER, _("text on the page of the chapter")] = ""
    count: Annotated[int, Between(1, MAX_MAZES), CHAPTER, _("number of mazes in the chapter")] = 10
    per_page: Annotated[Grid, CHAPTER, _("number of mazes on a page")] = "1"
    audience: Annotated[
        str,
        Label(_("For whom")),
        Choices({NOBODY: _("Not set")} | {one.name: one.label for one in AUDIENCES.values()}),
        CHAPTER,
        _(
            "age or skill that the mazes must suit; size, generator and walls follow unless "
            "you give a size"
        ),
    ] = NOBODY
    numbers: Annotated[
        str,
        Advanced(),
        Choices({"number": NUMBER, "id": WITH_ID, "none": NO_NUMBERS}),
        CHAPTER,
        _("numbers above mazes and answers, also with id and seed"),
    ] = "number"
    stars: Annotated[
        int, Between(0, 5), CHAPTER, _("stars for how hard the chapter is; 0: no stars")
    ] = 0
    heading: Annotated[str, CHAPTER_TEXTS, _("text at the top of each page")] = ""
    instructions: Annotated[str, CHAPTER_TEXTS, _("instructions above the mazes: what to do")] = ""
    footer: Annotated[
        str, CHAPTER_TEXTS, _("text at the bottom of each page, at the inner side")
    ] = ""
    seed: Annotated[
        int | None,
        Advanced(),
        Between(0, LARGEST_SEED),
        CHAPTER_TEXTS,
        _("seed of the first maze; the next ones count on"),
    ] = None

    def __post_init__(self) -> None:
        check_fields(self, options_of(ChapterStyle))


def look_options() -> list[Option]:
    """Return the options of a page that each chapter has: how its mazes are drawn."""
    return in_section(page_options(), THEME, LOOK, MARKS, ALONG_ROUTE)


@dataclass(frozen=True)
class Chapter:
    """Mazes of one recipe: the first has the sizes of the recipe, the last those of ``to``."""

    style: ChapterStyle
    recipe: Recipe
    page: Page
    to: Mapping[str, Any] = field(default_factory=dict)

    def sizes_at(self, place: int) -> dict[str, Any]:
        """Return the sizes of a maze; ``place`` counts from 0 in the order of the seeds."""
        sizes = dict(self.recipe.sizes)
        share = place / max(1, self.style.count - 1)
        return sizes | {
            name: round(sizes[name] + (last - sizes[name]) * share)
            for name, last in self.to.items()
        }


@dataclass(frozen=True)
class Replaced:
    """What is printed in the place of one maze: that of another seed, or the bytes of a project.

    Where its file cannot be read, ``problem`` says why, and the maze itself is printed.
    """

    seed: int | None = None
    project: bytes = b""
    problem: str = ""


@dataclass(frozen=True)
class Book:
    """A book; ``replaced`` has what stands for mazes, by their numbers or ids.

    ``warnings`` say what of its file was left out.
    """

    style: BookStyle
    chapters: tuple[Chapter, ...]
    replaced: Mapping[str, Replaced] = field(default_factory=dict)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def styled(self, **style: Any) -> Book:
        """Return this book with other values of its style; raises ``UsageError``."""
        return replace(self, style=replace(self.style, **style))

    @property
    def count(self) -> int:
        return sum(chapter.style.count for chapter in self.chapters)

    def with_count(self, mazes: int) -> Book:
        """Return this book with so many mazes, in its chapters as before; raises ``UsageError``."""
        counts = shared_out(mazes, [chapter.style.count for chapter in self.chapters])
        chapters = tuple(
            replace(chapter, style=replace(chapter.style, count=number))
            for chapter, number in zip(self.chapters, counts, strict=True)
        )
        return replace(self, chapters=chapters)


def shared_out(total: int, shares: Sequence[int]) -> list[int]:
    """Return whole numbers in about the same proportion as others, 1 at the least, with a sum.

    What is left over goes to those that lack most of their share, the first first. Raises
    ``UsageError`` if each cannot have one.
    """
    if total < len(shares):
        text = _("A book of {chapters} chapters has {chapters} mazes at least, not {mazes}.")
        raise UsageError(text.format(chapters=len(shares), mazes=total))
    exact = [share * total / sum(shares) for share in shares]
    result = [max(1, int(number)) for number in exact]
    while sum(result) != total:
        step = 1 if sum(result) < total else -1
        lacks = [(number - own) * step for number, own in zip(exact, result, strict=True)]
        able = [place for place, own in enumerate(result) if own + step >= 1]
        result[max(able, key=lambda place: (lacks[place], -place))] += step
    return result
