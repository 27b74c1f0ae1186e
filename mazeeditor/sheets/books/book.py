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

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between, OnlyWhere, Option, Written, check_all, options_of
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.paper import AUTOMATIC, BOOKS, FIT, paper_sizes, read_paper
from mazeeditor.page.text.shaping import is_leftwards
from mazeeditor.sheets.printing_conditions import CONDITIONS, read_condition
from mazeeditor.sheets.sheet import MOST, Grid

GREY = "#808080"  # routes and all else that is not black: half of the ink
PALE_WALLS = "pale"  # the style of answers
OVER_PALE = "black"  # routes over pale walls, unless another colour than ``GREY`` is chosen
# fields of ``Page``
MARKS = ("marks", "marks_place", "start_text", "goal_text", "start_picture", "goal_picture")
ALONG = ("along", "sentence", "along_count", "largest", "collect", "decoys")
OF_CHAPTER = (
    *("cell", "wall", "walls", "colour", "far_colour", "background", "reversed"),
    *(*MARKS, *ALONG, "solution_colour", "logo"),
)
SEEDS = 100_000  # from the first seed of a chapter to that of the next
TRIMS = (*BOOKS, "A4", "A5")
HOW_TO = _(
    "Begin at the arrow that points into the maze, and find the way to the arrow that points out "
    "of it. Do not cross a line. Every maze has an answer."
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


def read_trim(text: str) -> str:
    """Return the usual spelling of the size of a page; raises ``UsageError``."""
    spelled = read_paper(text)
    if spelled == FIT:
        known = ", ".join(TRIMS)
        raise UsageError(_("Pages of a book have one size, such as {known}.").format(known=known))
    return spelled


_answered = OnlyWhere(
    lambda values: values["answers"] != "none", _("Only where answers are printed.")
)


@dataclass(frozen=True, kw_only=True)
class BookStyle:
    """All of a book but its mazes; raises ``UsageError`` for an invalid value.

    Its fields are keys of the file. ``gutter`` None is that of the ``rules`` for so many pages,
    and at least the margin.
    """

    title: Annotated[str, _("of the book")] = ""
    subtitle: Annotated[str, _("below the title")] = ""
    author: Annotated[str, _("at the bottom of the first page")] = ""
    trim: Annotated[str, Written(read_trim, TRIMS), _("the size of a page after it was cut")] = (
        "8.5x11in"
    )
    bleed: Annotated[bool, _("pages go on beyond the cut, and chapter pages are grey")] = False
    facing: Annotated[bool, _("left and right pages; no: the binding of all is at one side")] = True
    binding: Annotated[
        Literal["automatic", "left", "right"],
        _("the side of the cover where it is; automatic: right for titles read from the right"),
    ] = "automatic"
    margin: Annotated[float, Between(0, 1000, "mm"), _("at the top, bottom and outer side")] = 12.7
    gutter: Annotated[float | None, Between(0, 1000, "mm"), _("the margin at the binding")] = None
    rules: Annotated[str, _("of the print shop, which the gutter follows")] = "kdp"
    pdfx: Annotated[
        str,
        Written(read_condition, CONDITIONS),
        _("the printing condition, where a print shop asks for PDF/X-1a; empty: an ordinary PDF"),
    ] = ""
    typeface: Annotated[str, CHOSEN, _("the typeface of all texts")] = ""
    seed: Annotated[int, Between(0, LARGEST_SEED), _("the same seed makes the same book")] = 1
    cover: Annotated[bool, _("a first page with title, author and a maze")] = True
    how_to: Annotated[bool, _("a page that shows how a maze is solved")] = True
    how_to_text: Annotated[str, _("its text")] = HOW_TO
    chapter_pages: Annotated[bool, _("each chapter begins with a page of its own")] = True
    chapters_start: Annotated[
        Literal["right", "next"],
        _("on the front of a leaf, mostly a right page, after a blank one if need be, or the next"),
    ] = "right"
    page_numbers: Annotated[
        Literal["outside", "center", "none"], _("where they stand, at the bottom")
    ] = "outside"
    ramp: Annotated[
        Literal["none", "cells", "decisions", "route", "walk"],
        _("what grows from maze to maze: cells, decisions on the route, its length, random steps"),
    ] = "none"
    ramp_over: Annotated[
        Literal["chapter", "book"], _("whether it begins anew in each chapter")
    ] = "chapter"
    figures: Annotated[bool, _("a table of all mazes with their figures, at the end")] = False
    answers: Annotated[
        Literal["none", "chapter", "end"], _("behind each chapter, or all at the end")
    ] = "end"
    answers_per_page: Annotated[Grid, _("answers on a page"), _answered] = "6"
    answer_style: Annotated[
        Literal["line", "dashes", "dots", "shading", "pale"],
        _("how the route is drawn; pale: black over pale walls"),
        _answered,
    ] = "line"

    def __post_init__(self) -> None:
        _check(self, options_of(BookStyle))

    @property
    def trim_size(self) -> tuple[float, float]:
        """Width and height of a page after it was cut, in mm."""
        return paper_sizes(self.trim, AUTOMATIC)[0]

    @property
    def bound_right(self) -> bool:
        """Whether the binding is at the right of the cover: its pages are turned to the right."""
        if self.binding == "automatic":
            return is_leftwards(f"{self.title} {self.subtitle}")
        return self.binding == "right"


@dataclass(frozen=True, kw_only=True)
class ChapterStyle:
    """All of a chapter but what its mazes are made from; raises ``UsageError``.

    In texts stand the names in braces that sheets have, and ``{chapter}``, ``{chapter_title}`` and
    ``{answer}``, the page of the answer to the first maze of a page.
    """

    title: Annotated[str, _("of the chapter")] = ""
    text: Annotated[str, _("on the page of the chapter")] = ""
    count: Annotated[int, Between(1, MOST), _("mazes")] = 10
    per_page: Annotated[Grid, _("mazes on a page")] = "1"
    numbers: Annotated[
        Literal["number", "id", "none"],
        _("above mazes and answers: its number, also its id and seed"),
    ] = "number"
    stars: Annotated[int, Between(0, 5), _("how hard it is, of five stars; 0: none")] = 0
    heading: Annotated[str, _("at the top of each page")] = ""
    instructions: Annotated[str, _("what to do, above the mazes")] = ""
    footer: Annotated[str, _("at the bottom of each page, at the inner side")] = ""
    seed: Annotated[
        int | None, Between(0, LARGEST_SEED), _("of the first maze; the next ones count on")
    ] = None

    def __post_init__(self) -> None:
        _check(self, options_of(ChapterStyle))


def _check(style: BookStyle | ChapterStyle, options: tuple[Option, ...]) -> None:
    values = {each.name: getattr(style, each.name) for each in fields(style)}
    for name, value in check_all(options, values).items():
        object.__setattr__(style, name, value)


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
    """A book; ``replaced`` has what stands for mazes, by their numbers or ids."""

    style: BookStyle
    chapters: tuple[Chapter, ...]
    replaced: Mapping[str, Replaced] = field(default_factory=dict)

    def bound(self, binding: Any) -> Book:
        """Return this book with its binding elsewhere; raises ``UsageError``."""
        return replace(self, style=replace(self.style, binding=binding))

    @property
    def count(self) -> int:
        """The number of all mazes."""
        return sum(chapter.style.count for chapter in self.chapters)
