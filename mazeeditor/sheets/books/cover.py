"""The cover of a book as one page for a print shop: back, spine and front, with what is cut off.

::

    front: title, subtitle, a maze of the book, author      spine: title and author, from 79 pages
    back: title, text, what the book holds, other mazes, nothing where the barcode goes
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import INCH
from mazeeditor.core.translation import _, count
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.colours import contrast, mix
from mazeeditor.page.findings import PageFinding, findings_on
from mazeeditor.page.imposition import BOOKLET
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.scene import Box, Item, Layer, Scene
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.themes.decoration import drawn_in
from mazeeditor.page.themes.themed_page import is_themed, title_typeface
from mazeeditor.sheets.books.book import Book, BookStyle
from mazeeditor.sheets.books.book_mazes import BookMaze
from mazeeditor.sheets.books.book_texts import with_texts
from mazeeditor.sheets.books.cover_size import PAPERS, SAFE, SPINE_MARGIN, CoverSize
from mazeeditor.sheets.pages.ornaments import (
    divider,
    frame,
    inset,
    maze_in,
    panel,
    rectangle,
    walls_of,
)
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.pages.set_text import down_in, lines_of, on_scale, set_block

# of the width of the front: margins, em of texts, round corners, lines
MARGIN, RADIUS, PADDING, LINE = 0.085, 0.035, 0.045, 0.004
TITLE, SUBTITLE, AUTHOR = 0.155, 0.05, 0.05
BACK_TITLE, BACK_TEXT, CAPTION = 0.075, 0.034, 0.026
GAP = 0.035
STRIP_SHARE = 0.16  # of the width: how high pictures of a theme are, below the maze of the front
PATTERN = 46  # columns of the maze behind all, about
# of the way from the colour of the cover to that of its texts: the maze behind all
PALE_SHARE = 0.09
SPINE_SHARE, SPINE_HIGHEST = 0.5, 7.0  # of the spine; mm: how high its letters are
SPINE_ENDS = 0.06  # of its height: free above and below
AUTHOR_SHARE = 0.28  # of the height of the spine
FACT = 1.5  # of the size of texts on the back: lines without a text above them
CAPTION_ROOM = 1.9  # em below a picture
PICTURES = 4  # mazes on the back
# cells of a maze that looks well on the front, and its most
FRONT_CELLS, MAX_FRONT_CELLS = 300, 1_200
WHITE, BLACK = "white", "black"


@dataclass(frozen=True)
class CoverMaze:
    """A maze of the book with its look, and the title of its chapter."""

    puzzle: Puzzle
    page: Page
    chapter: str


@dataclass(frozen=True)
class CoverPlan:
    """A cover, ready to be drawn; ``mazes`` are that of the front, and those of the back.

    ``facts`` are what the book holds, in words.
    """

    size: CoverSize
    style: BookStyle
    mazes: tuple[CoverMaze, ...]
    facts: tuple[str, ...]
    name: str = ""

    @property
    def trim(self) -> Box:
        """Where it is cut, in mm."""
        return self.size.cut

    @property
    def number(self) -> int:
        """Its number: it is a file of its own."""
        return 1

    @property
    def effort(self) -> float:
        """About how many ms it takes to draw and encode."""
        return 100.0

    def findings(self, scene: Scene) -> list[PageFinding]:
        """Return what is wrong with the cover as it was drawn."""
        return findings_on(scene)

    def composed(self, job: Job) -> Scene:
        """Draw the cover; raises ``UsageError`` and ``CancelledError``."""
        width, height = self.size.sheet
        painter = _Painter(self)
        layers = (
            Layer("background", _("Background"), painter.ground(job)),
            Layer("back", _("Back"), painter.back(job)),
            Layer("spine", _("Spine"), painter.spine()),
            Layer("front", _("Front"), painter.front(job)),
        )
        text = _("Cover of {pages} pages, its spine {spine:.2f} mm wide")
        description = text.format(pages=self.size.pages, spine=self.size.spine)
        drawn = tuple(layer for layer in layers if layer.items)
        title = clean(self.style.title)
        return Scene(width, height, drawn, title, description, 0.0, 0.0, self.name)


def plan_cover(book: Book, mazes: Sequence[BookMaze], pages: int) -> CoverPlan:
    """Return the cover of a book of so many pages; raises ``UsageError``."""
    book = with_texts(book, pages)
    style = book.style
    stapled = style.impose == BOOKLET
    size = CoverSize(style.trim_size, pages, style.paper, style.bound_right, stapled)
    return CoverPlan(size, style, tuple(mazes_for_cover(book, mazes)), tuple(_facts_of(book)))


def mazes_for_cover(book: Book, mazes: Sequence[BookMaze]) -> list[CoverMaze]:
    """Return the maze of the front, then those of the back, of other chapters if there are any."""
    chosen = book.style.cover_maze
    if chosen is not None and chosen > len(mazes):
        text = _("The book has {most:,} mazes, so maze {number:,} cannot be on its cover.")
        raise UsageError(text.format(most=len(mazes), number=chosen))
    first = mazes[chosen - 1] if chosen else min(mazes, key=lambda maze: _looks(book, maze))
    by_chapter: dict[int, BookMaze] = {}
    for maze in mazes:
        known = by_chapter.get(maze.chapter)
        if known is None or _looks(book, maze) < _looks(book, known):
            by_chapter[maze.chapter] = maze
    others = [maze for chapter, maze in by_chapter.items() if chapter != first.chapter]
    same = [m for m in mazes if m.chapter == first.chapter and m is not first]
    if len(others) > PICTURES:
        others = [others[n * (len(others) - 1) // (PICTURES - 1)] for n in range(PICTURES)]
    others += same[:: max(1, len(same) // PICTURES)]
    rising = sorted(others[:PICTURES], key=lambda maze: (maze.puzzle.cells, maze.puzzle.number))
    return [_cover_maze(book, maze) for maze in (first, *rising)]


def _looks(book: Book, maze: BookMaze) -> tuple[bool, int, float, int]:
    """Return a rank by which the maze that looks best on a cover comes first."""
    recipe, cells = book.chapters[maze.chapter].recipe, maze.puzzle.cells
    kind = 0 if recipe.masks else 1 if recipe.shape != "rectangular" else 2
    return cells > MAX_FRONT_CELLS, kind, abs(log(max(cells, 1) / FRONT_CELLS)), maze.puzzle.number


def _cover_maze(book: Book, maze: BookMaze) -> CoverMaze:
    chapter = book.chapters[maze.chapter]
    look = replace(chapter.page, cell=None, wall=None, along=NOTHING)
    page = replace(book.style.themed(look), coloured=True)
    return CoverMaze(maze.puzzle, page, chapter.style.title)


def _facts_of(book: Book) -> list[str]:
    """Return what the book holds: how many mazes and chapters, and where answers are.

    What the text on the back says already is left out.
    """
    chapters, style = len(book.chapters), book.style
    known = style.back_text.casefold()
    numbers = re.findall(r"[0-9]+", known)
    facts = [] if str(book.count) in numbers else [count(book.count, _("maze"), _("mazes"))]
    facts += [count(chapters, _("chapter"), _("chapters"))] if chapters > 1 else []
    rises = style.ramp != "none" and not any(word in known for word in (_("easy"), _("harder")))
    facts += [_("from easy to hard")] if rises else []
    told = style.answers == "none" or _("answer") in known
    return facts if told else [*facts, _("all answers")]


class _Painter:
    """Draws the parts of a cover."""

    def __init__(self, plan: CoverPlan) -> None:
        self.plan, self.size, self.style = plan, plan.size, plan.style
        self.colour = plan.style.cover_colour
        self.ink = max((WHITE, BLACK), key=lambda ink: contrast(ink, self.colour))
        self.wide = min(self.size.trim)  # what all sizes are shares of
        # covers are printed in colours, whatever the pages are
        self.page = replace(plan.style.themed(Page()), coloured=True)
        self.title_face = title_typeface(self.page, plan.style.typeface)

    def ground(self, job: Job) -> tuple[Item, ...]:
        """Return the colour of the cover, to the edge of the bleed, with a pale maze on it."""
        width, height = self.size.sheet
        whole = (0.0, 0.0, width, height)
        columns = min(range(PATTERN - 8, PATTERN + 9), key=lambda n: _uneven(height * n / width))
        recipe = Recipe(
            "backtracker",
            seed=self.style.seed,
            sizes={"rows": int(height * columns / width), "columns": columns},
        )
        cell = width / columns
        pale = mix(self.colour, self.ink, PALE_SHARE)
        page = Page(colour=pale, cell=cell, wall=max(cell / 6, 0.4))
        # the outer walls lie in the bleed
        beyond = inset(whole, -cell)
        return rectangle(whole, self.colour), *walls_of(recipe, page, beyond, job)

    def spine(self) -> tuple[Item, ...]:
        """Return title and author along the spine, nothing on a thin one."""
        if not self.size.has_spine_text:
            return ()
        left, top, right, bottom = self.size.spine_box
        ends = SPINE_ENDS * (bottom - top)
        room = right - left - 2 * SPINE_MARGIN
        high = min(room, max(SPINE_SHARE * (right - left), min(room, 1.3)), SPINE_HIGHEST)
        split = bottom - ends - AUTHOR_SHARE * (bottom - top)
        face = self.style.typeface
        strip = (left, top - 2 * SAFE, right, bottom + 2 * SAFE)
        title = (left, top + ends, right, split - ends if self.style.author else bottom - ends)
        items: list[Item] = [rectangle(strip, self.colour)]
        items += down_in(self.style.title, title, high, face, self.ink)
        own = (left, split, right, bottom - ends)
        items += down_in(self.style.author, own, 0.8 * high, face, self.ink, at_end=True)
        return tuple(items)

    def front(self, job: Job) -> tuple[Item, ...]:
        """Return title and subtitle, a maze on white, the author."""
        wide, style = self.wide, self.style
        left, top, right, bottom = inset(self.size.front, max(MARGIN * wide, SAFE))
        x, width = (left + right) / 2, right - left
        items: list[Item] = []
        title = set_block(
            style.title, width, on_scale(TITLE * wide), self.title_face, 3, title=True
        )
        items += lines_of(title, x, top, "middle", self.ink, bold=True)
        top += title.height + 0.4 * GAP * wide * bool(title.lines)
        below = set_block(
            style.subtitle, width, on_scale(SUBTITLE * wide), style.typeface, 2, title=True
        )
        items += lines_of(below, x, top, "middle", self.ink)
        top += below.height + GAP * wide
        author = set_block(
            style.author, width, on_scale(AUTHOR * wide), style.typeface, 1, title=True
        )
        items += lines_of(author, x, bottom - author.height, "middle", self.ink)
        bottom -= author.height + GAP * wide * bool(author.lines)
        strip = STRIP_SHARE * wide if is_themed(self.page) else 0.0
        items += self._framed(self.plan.mazes[0], (left, top, right, bottom), wide, job, strip)
        return tuple(items)

    def _framed(
        self, maze: CoverMaze, box: Box, wide: float, job: Job, strip: float = 0.0
    ) -> list[Item]:
        """Return a maze on a white panel with a frame, above a ``strip`` with a theme."""
        line, (left, top, right, bottom) = LINE * wide, inset(box, PADDING * wide)
        place = left, bottom - strip, right, bottom
        below = drawn_in(self.page, "title-page", place) if strip else ()
        gap = 0.15 * strip
        return [
            panel(box, RADIUS * wide, WHITE),
            frame(inset(box, 3 * line), RADIUS * wide - 3 * line, line, self.dark),
            *maze_in(maze.puzzle, maze.page, (left, top, right, bottom - strip - gap), job),
            *below,
        ]

    @property
    def dark(self) -> str:
        """The colour of the cover as a line on white: dark enough to be seen."""
        shares = (step / 10 for step in range(11))
        tried = (mix(self.colour, BLACK, share) for share in shares)
        return next((one for one in tried if contrast(one, WHITE) >= 3.0), BLACK)

    def back(self, job: Job) -> tuple[Item, ...]:
        """Return title, text, what the book holds, other mazes, and white for the barcode."""
        wide, style, face = self.wide, self.style, self.style.typeface
        barcode = self.size.barcode
        left, top, right, bottom = inset(self.size.back, max(MARGIN * wide, SAFE))
        x, width = (left + right) / 2, right - left
        items: list[Item] = [rectangle(barcode, WHITE)]
        title = set_block(
            style.title, width, on_scale(BACK_TITLE * wide), self.title_face, 2, title=True
        )
        items += lines_of(title, x, top, "middle", self.ink, bold=True)
        top += title.height + GAP * wide
        items += divider(x, top, 0.4 * width, max(LINE * wide / 1.5, 0.3), self.ink)
        top += GAP * wide
        size = on_scale(BACK_TEXT * wide)
        block = set_block(style.back_text, width, size, face, 14, title=False)
        items += lines_of(block, x, top, "middle", self.ink)
        top += block.height + 0.7 * GAP * wide * bool(block.lines)
        for fact in self._facts():
            block = set_block(
                fact, width, size if style.back_text else FACT * size, face, 2, title=True
            )
            items += lines_of(block, x, top, "middle", self.ink)
            top += block.height + 0.4 * GAP * wide
        author = set_block(style.author, barcode[0] - left - GAP * wide, size, face, 2, title=True)
        items += lines_of(author, left, bottom - author.height, "start", self.ink)
        room = left, top + 0.3 * GAP * wide, right, barcode[1] - GAP * wide
        return (*items, *self._gallery(room, job))

    def _facts(self) -> list[str]:
        """Return what the book holds: on one line below a text, else on a line each."""
        facts = list(self.plan.facts)
        return ["  ·  ".join(facts)] if self.style.back_text else facts

    def _gallery(self, box: Box, job: Job) -> list[Item]:
        """Return the mazes of the back side by side, with their chapters; none without room."""
        left, top, right, bottom = box
        mazes, wide = self.plan.mazes[1:], self.wide
        size, gap = on_scale(CAPTION * wide), GAP * wide
        if not mazes:
            return []
        below = CAPTION_ROOM * size if any(maze.chapter for maze in mazes) else 0.0

        def side_of(columns: int) -> float:
            rows = ceil(len(mazes) / columns)
            across = (right - left - gap * (columns - 1)) / columns
            return min(across, (bottom - top - gap * (rows - 1)) / rows - below)

        columns = max(range(1, len(mazes) + 1), key=side_of)
        side, rows = side_of(columns), ceil(len(mazes) / columns)
        if side < 0.15 * wide:
            return []
        step, down = side + gap, side + below + gap
        top += (bottom - top - rows * down + gap) / 2
        items: list[Item] = []
        for number, maze in enumerate(mazes):
            row, column = divmod(number, columns)
            here = min(columns, len(mazes) - row * columns)
            x = (left + right - here * step + gap) / 2 + column * step
            y = top + row * down
            items += self._framed(maze, (x, y, x + side, y + side), wide / 2, job)
            caption = set_block(maze.chapter, side, size, self.style.typeface, 1, title=True)
            items += lines_of(caption, x + side / 2, y + side + 0.5 * size, "middle", self.ink)
        return items


def _uneven(rows: float) -> float:
    """Return how much of a row is left over."""
    return rows - int(rows + 1e-9)


def about_pages(size: CoverSize, most: int) -> str:
    """Return that a print shop binds fewer pages of this paper, "" where it binds so many.

    A booklet that is stapled is not bound.
    """
    if size.stapled or size.pages <= most:
        return ""
    text = _("Of this size Amazon KDP binds {most} pages at most on {paper} paper, not {pages}.")
    label = PAPERS[size.paper].label.lower()
    return text.format(most=most, paper=label, pages=size.pages)


def size_in_words(size: CoverSize) -> str:
    """Return how large a cover and its spine are: what print shops ask for."""
    width, height = size.sheet
    text = _("{width:.2f} × {height:.2f} mm ({inches}), spine {spine:.2f} mm")
    inches = f"{width / INCH:.3f} × {height / INCH:.3f} in"
    return text.format(width=width, height=height, inches=inches, spine=size.spine)
