"""The pages of a book in their order, each in its place: left or right, with its number.

::

    cover, how to, chapter 1, mazes, chapter 2, mazes, answers, figures
                                    `- after a blank page where it would be a left one
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil, prod
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.options import in_section
from mazeeditor.core.translation import _, count
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build, size_names
from mazeeditor.page.audiences import AUDIENCES, Audience, audience_of
from mazeeditor.page.drawings.motifs import label_of
from mazeeditor.page.marks.marks import end_pictures, end_texts
from mazeeditor.page.page import MARKS, NOTHING, Page, page_options
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Box
from mazeeditor.page.shown_page import without_places, without_tones
from mazeeditor.page.text.lettering import clean, fit_text, flowing, lettering_of
from mazeeditor.page.themes import PLAIN
from mazeeditor.page.themes.room import taken_by
from mazeeditor.page.themes.themed_page import with_pictures
from mazeeditor.prepress.checks.page_checks import gutters
from mazeeditor.prepress.rule_sets import RuleSet
from mazeeditor.sheets.books.book import (
    GREY,
    HOW_TO,
    HOW_TO_BY_MARKS,
    HOW_TO_ONE_MAZE,
    NOBODY,
    OVER_PALE,
    PALE_WALLS,
    Book,
    BookStyle,
    Chapter,
)
from mazeeditor.sheets.books.book_mazes import BookMaze
from mazeeditor.sheets.books.book_texts import fields_of, names_pages, with_texts
from mazeeditor.sheets.books.cover import mazes_for_cover
from mazeeditor.sheets.pages.answer_numbers import number_size, planned_label
from mazeeditor.sheets.pages.answer_rows import NumbersAt, better_place, shares
from mazeeditor.sheets.pages.designed_pages import (
    OPENER,
    SMALL,
    TEXT,
    TITLE,
    DesignPlan,
    Kind,
    Part,
)
from mazeeditor.sheets.pages.page_texts import FLOWING, MIN_EM_MM, SHARES, TEXT_GAP_EM
from mazeeditor.sheets.pages.portals import names_of
from mazeeditor.sheets.pages.puzzle_page import CLOSE_GAP_EM, PagePlan
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.pages.text_pages import Paragraph, Table, TextPlan, rows_of
from mazeeditor.sheets.sheet import Sheet, fills_pages, grid_for, grid_of

CHAPTER_TITLE, CHAPTER_TEXT = 0.085, 0.032  # em, of the shorter side between the margins
COVER_TITLE, COVER_TEXT = 0.11, 0.045  # em, of the shorter side between the margins
HOW_TO_TEXT = 0.034
RUNNING = 9  # pt: titles beside the page numbers of answers
ANSWER_MARGIN = 0.55  # of the margin of the book, on pages of answers
SPARE_MM = 0.75  # mm more than a print shop asks for, where letters rise above their mazes
EXAMPLE = {"rows": 9, "columns": 9}  # the maze of the page that shows how one is solved
WORDS = frozenset([2, 4])  # columns of the table: the id and the size
HEAD_ROOM = 2.0  # lines: the most that the title of a table takes
BookPage = PagePlan | TextPlan | DesignPlan
Answered = tuple[Chapter, Sequence[Puzzle]]  # a chapter, and its mazes in their order


@dataclass
class _Pages:
    """The pages so far, without their places, and on which one each answer is."""

    book: Book
    facing: bool
    pages: list[BookPage] = field(default_factory=list)
    way: int = 0  # the page with the order of the portals
    numbers_at: NumbersAt = ""  # of answers, on all pages alike
    answers: dict[int, int] = field(default_factory=dict)
    puzzles: dict[int, int] = field(default_factory=dict)
    unnumbered: set[int] = field(default_factory=set)

    def add(self, page: BookPage, *, numbered: bool = True) -> None:
        self.pages.append(page)
        if not numbered:
            self.unnumbered.add(len(self.pages))
        if isinstance(page, PagePlan):
            found = self.answers if page.kind == "answers" else self.puzzles
            found |= {puzzle.number: len(self.pages) for puzzle in page.puzzles}

    def located(self, puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
        """Return mazes that know the pages which their portals lead to, as far as these are."""
        return tuple(
            replace(puzzle, part=puzzle.part.on_pages(self.puzzles)) if puzzle.part else puzzle
            for puzzle in puzzles
        )

    def to_front(self) -> None:
        """Let the next page be the front of a leaf, after a blank page if need be."""
        if self.facing and len(self.pages) % 2:
            self.add(TextPlan(kind="blank", sheet=Sheet(), page=Page()), numbered=False)


def plan_book(book: Book, mazes: Sequence[BookMaze], rules: RuleSet) -> list[BookPage]:
    """Return all pages; raises ``UsageError`` where a page cannot hold its texts or mazes.

    Texts may name the number of pages, and the gutter follows it, which leaves answers less room.
    """
    pages = _plan(with_texts(book, 0), mazes, rules, 1)
    total = len(pages)
    if names_pages(book) or _frame_of(book.style, rules, total) != _frame_of(book.style, rules, 1):
        pages = _plan(with_texts(book, total), mazes, rules, total)
    return pages


def _plan(book: Book, mazes: Sequence[BookMaze], rules: RuleSet, expected: int) -> list[BookPage]:
    style = book.style
    chapters_ = [
        replace(each, page=style.themed(without_places(each.page))) for each in book.chapters
    ]
    book = replace(book, chapters=tuple(chapters_))
    pages = _Pages(book, style.facing)
    frame = _frame_of(style, rules, 1)
    narrower = _frame_of(style, rules, expected)
    if style.answers != "none" and mazes:
        pages.numbers_at = _numbers_at(book, mazes, narrower)
    if style.cover:
        cover = _title_page(book, mazes, frame) if style.designed else _cover_of(book, frame)
        pages.add(cover, numbered=False)
    if style.how_to:
        pages.add(_how_to_page(book, frame), numbered=False)
    chapters: list[Answered] = []
    for number, chapter in enumerate(book.chapters):
        here = [maze.puzzle for maze in mazes if maze.chapter == number]
        chapters.append((chapter, here))
        _add_chapter(pages, chapter, number, here, frame)
        if style.answers == "chapter":
            _add_answers(pages, [(chapter, here)], narrower)
    for page in _ends_of(book, frame):
        if page.kind == "certificate":  # a leaf that can be cut out
            pages.to_front()
        pages.add(page, numbered=False)
    if style.answers == "end":
        pages.to_front()
        if style.designed:
            pages.add(_answers_opener(book, frame), numbered=False)
        _add_way(pages, mazes, frame)
        for group in _alike(chapters, style):
            _add_answers(pages, group, narrower)
    if style.answers == "chapter":
        _add_way(pages, mazes, frame)
    if style.figures:
        for table in _tables(mazes, pages.puzzles, frame):
            sheet = Sheet(title=_("The mazes in figures"), text_typeface=style.typeface)
            pages.add(TextPlan(kind="figures", sheet=sheet, page=Page(), table=table))
    frame = _frame_of(style, rules, len(pages.pages))
    return [_in_place(page, frame, pages, at) for at, page in enumerate(pages.pages, 1)]


def _in_place(page: BookPage, frame: _PageFrame, pages: _Pages, number: int) -> BookPage:
    """Return a page with its number, its margins and what its texts can name."""
    total, style = len(pages.pages), pages.book.style
    known = fields_of(pages.book, total)
    fields = {**known, **page.fields, "page": str(number), "pages": str(total)}
    sheet, left = page.sheet, frame.is_left(number)
    if isinstance(page, PagePlan) and page.kind == "puzzles" and page.puzzles:
        answer = pages.way or pages.answers.get(page.puzzles[0].number)
        fields["answer"] = "" if answer is None else str(answer)
    if isinstance(page, PagePlan):
        page = replace(page, puzzles=pages.located(page.puzzles))
    outer, inner = ("left", "right") if left else ("right", "left")
    letters = _large_print_of(pages.book)
    filling = isinstance(page, PagePlan) and page.filling
    if filling:  # its title stands beside the page number, so that mazes have all else
        apart = outer if style.page_numbers == "center" else "center"
        sheet = replace(
            sheet,
            title_style=f"bottom {inner} {letters or RUNNING:g}pt",
            subtitle_style=f"bottom {apart} {letters or RUNNING:g}pt",
        )
    if style.page_numbers != "none" and number not in pages.unnumbered:
        at = "center" if style.page_numbers == "center" else outer
        sheet = replace(
            sheet,
            page_numbers=True,
            page_numbers_style=f"bottom {at} {letters:g}pt" if letters else f"bottom {at}",
            footer_style=f"bottom {inner} {sheet.footer_style}".strip(),
        )
    name = f"{number:0{len(str(total))}}"
    box = frame.box(number, frame.answer_margin if filling else None)
    place: Any = {"paper": frame.paper, "box": box, "trim": frame.cut(number)}
    place |= {"number": number, "name": name}
    return replace(page, sheet=sheet, fields=fields, **place)


def _large_print_of(book: Book) -> float:
    """Return the size in pt of small texts of a book that is all in large print, else 0."""
    known = (AUDIENCES.get(chapter.style.audience) for chapter in book.chapters)
    return min((each.large_print if each else 0.0 for each in known), default=0.0)


# The first pages


def _cover_of(book: Book, frame: _PageFrame) -> PagePlan:
    """Return the first page: title, subtitle, a maze of the first chapter, the author."""
    style, chapter = book.style, book.chapters[0]
    width, side = frame.inner
    title, text = COVER_TITLE * side, COVER_TEXT * side
    _whole(style.title, width, title, 2, style.typeface, _("The title"))
    _whole(style.subtitle, width, text, 2, style.typeface, _("The subtitle"))
    _whole(style.author, width, text, 1, style.typeface, _("The author"))
    sheet = Sheet(
        title=_plain(style.title),
        title_style=f"top center {_points(title)}",
        subtitle=_plain(style.subtitle),
        subtitle_style=f"top center {_points(text)}",
        footer=_plain(style.author),
        footer_style=f"bottom center {_points(text)}",
        numbers="none",
        text_typeface=style.typeface,
    )
    recipe = replace(chapter.recipe, seed=style.seed)
    page = replace(chapter.page, cell=None, wall=None, along=NOTHING)
    return PagePlan(kind="puzzles", puzzles=(Puzzle(0, recipe),), sheet=sheet, page=page)


def _design(book: Book, frame: _PageFrame, kind: Kind, *parts: Part, **values: Any) -> DesignPlan:
    """Return a designed page of those of its ``parts`` that are not empty."""
    style, side = book.style, frame.inner[1]
    sized = tuple(
        replace(part, size=part.size * side)
        for part in parts
        if part.kind not in ("text", "rule") or part.text.strip()
    )
    sheet = Sheet(text_typeface=style.typeface)
    known: dict[str, Any] = {"page": style.themed(Page()), "seed": style.seed, **values}
    return DesignPlan(kind=kind, parts=sized, sheet=sheet, **known)


def _title_page(book: Book, mazes: Sequence[BookMaze], frame: _PageFrame) -> DesignPlan:
    """Return the first page: title and subtitle, a maze of the book, the author, in a frame."""
    style, (width, side) = book.style, frame.inner
    _whole(style.title, width, COVER_TITLE * side, 3, style.typeface, _("The title"))
    _whole(style.subtitle, width, COVER_TEXT * side, 2, style.typeface, _("The subtitle"))
    _whole(style.author, width, COVER_TEXT * side, 1, style.typeface, _("The author"))
    front = mazes_for_cover(book.styled(cover_maze=None), mazes)[0]
    return _design(
        book,
        frame,
        "title",
        Part("text", style.title, TITLE, bold=True, lines=3),
        Part("divider"),
        Part("text", style.subtitle, TEXT),
        Part("drawing"),
        Part("text", style.author, TEXT),
        drawing="maze",
        puzzle=front.puzzle,
        look=replace(front.page, coloured=style.coloured),
        framed=True,
    )


def _opener_of(
    book: Book, chapter: Chapter, number: int, puzzles: Sequence[Puzzle], frame: _PageFrame
) -> DesignPlan:
    """Return the page of a chapter: its number, name, how many mazes, how hard they are."""
    own = chapter.style
    hard = Part("stars", count=own.stars) if own.stars else Part("text", _sizes_of(chapter), SMALL)
    amount = f"{count(len(puzzles), _('maze'), _('mazes'))}  ·  {_range_of(puzzles)}"
    return _design(
        book,
        frame,
        "chapter",
        Part("drawing"),
        Part("text", own.title, OPENER, bold=True),
        hard,
        Part("divider"),
        Part("text", amount if len(puzzles) > 1 else _range_of(puzzles), SMALL),
        Part("text", own.text, SMALL, lines=12),
        drawing="ring",
        chapter=str(number + 1),
        page=_look_of(chapter),
        seed=book.style.seed + number,
        tinted=book.style.bleed,
        turn=sum(other.page.theme == chapter.page.theme for other in book.chapters[:number]),
    )


def _sizes_of(chapter: Chapter) -> str:
    """Return the sizes of the first and the last maze of a chapter."""
    names = size_names(chapter.recipe.shape)
    first, last = (
        " × ".join(str(sizes[name]) for name in names)
        for sizes in (chapter.sizes_at(0), chapter.sizes_at(chapter.style.count - 1))
    )
    if len(names) == 1:
        text = _("{first} rings") if first == last else _("{first} to {last} rings")
    else:
        text = _("{first} cells") if first == last else _("{first} to {last} cells")
    return text.format(first=first, last=last)


def _answers_opener(book: Book, frame: _PageFrame) -> DesignPlan:
    return _design(
        book,
        frame,
        "chapter",
        Part("drawing"),
        Part("text", _("Answers"), OPENER, bold=True),
        Part("divider"),
        drawing="ring",
        tinted=book.style.bleed,
    )


def _ends_of(book: Book, frame: _PageFrame) -> list[DesignPlan]:
    """Return the pages behind the last maze: praise, and a certificate with a line for the name."""
    style, pages = book.style, list[DesignPlan]()
    mazes = count(book.count, _("maze"), _("mazes"))
    if style.well_done:
        text = _("You have found the way through {mazes}.").format(mazes=mazes)
        praise = (
            Part("drawing"),
            Part("text", _("Well done!"), TITLE, bold=True),
            Part("stars", count=5),
            Part("text", text, TEXT),
        )
        pages.append(_design(book, frame, "end", *praise, drawing="star"))
    if style.certificate:
        text = _("has found the way through {mazes} of").format(mazes=mazes)
        parts = (
            Part("text", _("Certificate"), TITLE, bold=True),
            Part("divider"),
            Part("text", _("This is to certify that"), SMALL),
            Part("rule", _("Name"), SMALL),
            Part("text", text, SMALL),
            Part("text", style.title, OPENER * 0.75, bold=True),
            Part("stars", count=5),
            Part("drawing"),
            Part("rule", f"{_('Date')}|{_('Signature')}", SMALL),
        )
        known: dict[str, Any] = {"drawing": "star", "framed": True, "seed": style.seed + 1}
        pages.append(_design(book, frame, "certificate", *parts, **known))
    return pages


def _how_to_page(book: Book, frame: _PageFrame) -> PagePlan:
    """Return the page that shows a maze with its route and says what to do."""
    style, look = book.style, book.chapters[0].page
    width, side = frame.inner
    text = _how_to_text(style, look)
    _whole(text, width, HOW_TO_TEXT * side, 6, style.typeface, _("The how-to text"))
    sheet = Sheet(
        title=_("How to solve a maze"),
        instructions=_plain(text),
        instructions_style=f"top center {_points(HOW_TO_TEXT * side)}",
        numbers="none",
        answers="end",
        answer_style="line" if style.answer_style == PALE_WALLS else style.answer_style,
        text_typeface=style.typeface,
    )
    recipe = Recipe("backtracker", seed=style.seed, sizes=EXAMPLE)
    marks = {each.name: getattr(look, each.name) for each in in_section(page_options(), MARKS)}
    page = style.themed(Page(solution_colour=look.solution_colour, **marks))
    return PagePlan(kind="answers", puzzles=(Puzzle(0, recipe),), sheet=sheet, page=page)


def _how_to_text(style: BookStyle, look: Page) -> str:
    """Return what the page says that shows how a maze is solved: the usual text by its marks."""
    if style.how_to_text != HOW_TO:
        return style.how_to_text
    if style.one_maze:
        return HOW_TO_ONE_MAZE
    look = with_pictures(look)
    if look.marks in ("word", "letter"):
        start, goal = end_texts(look)
        return HOW_TO_BY_MARKS["word"].format(start=start, goal=goal)
    if look.marks == "picture":
        start, goal = (_describe_picture(picture) for picture in end_pictures(look))
        return HOW_TO_BY_MARKS["picture"].format(start=start, goal=goal)
    return HOW_TO_BY_MARKS.get(look.marks, HOW_TO)


def _describe_picture(picture: str) -> str:
    """Return what a picture shows, as far as that is known."""
    label = label_of(picture)  # the name of a file where it is the user's
    return label.lower() if label and "." not in label else _("picture")


def _whole(text: str, width: float, size: float, lines: int, typeface: str, key: str) -> None:
    """Raise ``UsageError`` where a text would be cut."""
    text = clean(text)
    setting = flowing if lines >= FLOWING else fit_text
    if not setting(text, width, size, lettering_of(text, typeface), lines).holds(text):
        message = _("{key} of the book is too long for its page: shorten it.")
        raise UsageError(message.format(key=key))


def _plain(text: str) -> str:
    """Return a text without names in braces: nothing is known for them there."""
    return text.replace("{", "(").replace("}", ")")


def _points(mm: float) -> str:
    return f"{max(mm, MIN_EM_MM) / POINT:.3g}pt"


# Chapters, answers and figures


def _add_chapter(
    pages: _Pages, chapter: Chapter, number: int, puzzles: Sequence[Puzzle], frame: _PageFrame
) -> None:
    style, own = pages.book.style, chapter.style
    if style.chapters_start == "right":
        pages.to_front()
    sheet = Sheet(text_typeface=style.typeface)
    if style.chapter_pages and style.designed:
        pages.add(_opener_of(pages.book, chapter, number, puzzles, frame), numbered=False)
    elif style.chapter_pages:
        side = frame.inner[1]
        texts = [
            Paragraph(own.title, CHAPTER_TITLE * side, 1.1, ruled=True),
            Paragraph(_range_of(puzzles), CHAPTER_TEXT * side, 1.4),
            Paragraph(own.text, CHAPTER_TEXT * side),
        ]
        kept = tuple(text for text in texts if text.text.strip())
        opening = TextPlan(
            kind="chapter", sheet=sheet, page=_look_of(chapter), paragraphs=kept, tinted=style.bleed
        )
        pages.add(opening, numbered=False)
    grid = grid_of(own.per_page, wide=frame.paper[0] > frame.paper[1])
    above = grid == (1, 1) and own.numbers == "number" and not own.heading
    titled = _("Page {page}") if style.one_maze else "{number}"
    texts_of = replace(
        sheet,
        per_page=own.per_page,
        title=titled if above else own.heading,
        stars=own.stars,
        lines_below="automatic" if style.designed else "none",
        instructions=own.instructions,
        footer=own.footer,
        footer_style=_letters_for(chapter, puzzles[-1], frame),
        numbers="none" if above or style.one_maze else own.numbers,
    )
    fields = {"chapter": str(number + 1), "chapter_title": own.title, "answer": ""}
    for part in _parts(puzzles, grid[0] * grid[1]):
        plan = PagePlan(
            kind="puzzles",
            puzzles=part,
            grid=grid,
            sheet=texts_of,
            page=chapter.page,
            fields=fields,
            audience="" if own.audience == NOBODY else own.audience,
        )
        pages.add(plan)


def _letters_for(chapter: Chapter, puzzle: Puzzle, frame: _PageFrame) -> str:
    """Return the size of footers for whom a chapter is, "" for the usual one.

    If nobody said, its audience is recognised by the passages of its last maze, about.
    """
    audience = AUDIENCES.get(chapter.style.audience) or _recognise_audience(chapter, puzzle, frame)
    if audience is None or not audience.letters:
        return ""
    usual = SHARES["footer"] * frame.inner[1] / POINT
    return f"{max(audience.letters, usual):.3g}pt"


def _recognise_audience(chapter: Chapter, puzzle: Puzzle, frame: _PageFrame) -> Audience | None:
    recipe = puzzle.source
    if isinstance(recipe, bytes) or recipe.subject:
        return None
    grid = grid_of(chapter.style.per_page, wide=frame.paper[0] > frame.paper[1])
    left, top, right, bottom = frame.box(1)
    small = replace(
        chapter.page,
        page=f"{(right - left) / grid[1]:.2f}x{(bottom - top) / grid[0]:.2f}mm",
        margin=0.0,
        theme=PLAIN,
        along=NOTHING,
    )
    lattice = build(recipe.shape, **recipe.sizes)
    try:
        layout = plan_page(Maze(lattice, None, lattice.first, (lattice.last,)), small)
    except UsageError:
        return None
    passage = layout.passage(small.walls)
    return audience_of(round(passage, 1), lattice.cells, layout.scale.wall)


def _look_of(chapter: Chapter) -> Page:
    """Return the page of the texts of a chapter: in black, with its theme."""
    return Page(theme=chapter.page.theme, coloured=chapter.page.coloured)


def _alike(chapters: Iterable[Answered], style: BookStyle) -> Iterator[list[Answered]]:
    """Yield chapters behind each other whose answers look alike: these share pages."""

    def look(one: Answered) -> tuple[Page, str]:
        return look_of_answers(one[0], style), one[0].style.numbers

    for _look, group in groupby(chapters, look):
        yield list(group)


def look_of_answers(chapter: Chapter, style: BookStyle) -> Page:
    """Return how answers are drawn, each as large as its place allows."""
    page = without_tones(replace(chapter.page, cell=None, wall=None, logo=""))
    if style.answer_style == PALE_WALLS and page.solution_colour == GREY:
        page = replace(page, solution_colour=OVER_PALE)
    return page


def _add_answers(pages: _Pages, chapters: Sequence[Answered], frame: _PageFrame) -> None:
    """Add the pages with the answers of chapters that look alike, larger ones where few are left.

    Where the book has several chapters, they name those whose answers they have.
    """
    style = pages.book.style
    puzzles = [puzzle for _chapter, own in chapters for puzzle in pages.located(own)]
    puzzles = [one for one in puzzles if one.part is None or one.part.links.legs]
    if not puzzles:
        return
    titles = {puzzle.number: chapter.style.title for chapter, own in chapters for puzzle in own}
    wide = frame.paper[0] > frame.paper[1]
    grid = grid_for(len(puzzles), style.answers_per_page, wide=wide)
    first = chapters[0][0]
    several = len(pages.book.chapters) > 1
    page = look_of_answers(first, style)
    filling = fills_pages(style.answers_per_page)
    audiences = {chapter.style.audience for chapter, _own in chapters}
    audience = next(iter(audiences)) if len(audiences) == 1 else ""
    parts: Iterable[Sequence[Puzzle]] = _parts(puzzles, grid[0] * grid[1])
    if filling:
        size = number_size(audience)
        label = planned_label(first.style.numbers, _longest_names(puzzles), style.typeface, size)
        most = grid[0] * grid[1]
        parts = shares(puzzles, page, frame.room_of_answers, label, most, pages.numbers_at)
    for part in parts:
        sheet = Sheet(
            title=_("Answers"),
            subtitle=_chapters_of(part, titles, style, frame) if several else "",
            numbers=first.style.numbers,
            answers="end",
            answer_style=style.answer_style,
            text_typeface=style.typeface,
        )
        plan = PagePlan(
            kind="answers",
            puzzles=tuple(part),
            grid=grid,
            sheet=sheet,
            page=page,
            alike=False,
            filling=filling,
            numbers_at=pages.numbers_at,
            audience=audience if audience in AUDIENCES else "",
        )
        pages.add(plan)


def _numbers_at(book: Book, mazes: Sequence[BookMaze], frame: _PageFrame) -> NumbersAt:
    """Return where the numbers of answers stand on all pages of a book.

    A corner beside mazes is free on all of them where they are rectangular, with the usual
    openings. Then it is where the mazes become larger.
    """
    style = book.style
    plain = all(
        chapter.recipe.shape == "rectangular"
        and not (chapter.recipe.masks or chapter.recipe.subject)
        and chapter.style.numbers == "number"
        for chapter in book.chapters
    )
    edited = any(other.project for other in book.replaced.values())
    if not plain or edited or style.one_maze:
        return "above"
    most = prod(grid_for(len(mazes), style.answers_per_page, wide=frame.paper[0] > frame.paper[1]))
    chapters = [
        [maze.puzzle for maze in mazes if maze.chapter == number][:most]
        for number in range(len(book.chapters))
    ]
    looks = [look_of_answers(chapter, style) for chapter in book.chapters]
    size = number_size(*(chapter.style.audience for chapter in book.chapters))
    label = planned_label("number", [str(len(mazes))], style.typeface, size)
    return better_place(zip(chapters, looks, strict=True), frame.room_of_answers, label)


def _longest_names(puzzles: Sequence[Puzzle]) -> list[str]:
    """Return which of the lines above answers may be the longest."""
    longest = max((puzzle.name for puzzle in puzzles if puzzle.part), key=len, default="")
    return [longest] if longest else [str(puzzles[-1].number)]


def _chapters_of(
    puzzles: Sequence[Puzzle], titles: Mapping[int, str], style: BookStyle, frame: _PageFrame
) -> str:
    """Return the titles of the chapters of some mazes, or their numbers where these are long."""
    known = dict.fromkeys(clean(titles[puzzle.number]) for puzzle in puzzles)
    text = _plain(" · ".join(filter(None, known)))
    width, side = frame.inner
    size = max(SHARES["subtitle"] * side, MIN_EM_MM)
    if len(known) == 1 or width_of(text, lettering_of(text, style.typeface)) * size <= width:
        return text
    return _range_of(puzzles)


def _range_of(puzzles: Sequence[Puzzle]) -> str:
    """Return the numbers of mazes that follow each other."""
    text = _("Mazes {first} to {last}") if len(puzzles) > 1 else _("Maze {first}")
    return text.format(first=puzzles[0].number, last=puzzles[-1].number)


def _parts(puzzles: Sequence[Puzzle], most: int) -> list[tuple[Puzzle, ...]]:
    return [tuple(puzzles[first : first + most]) for first in range(0, len(puzzles), most)]


def _tables(
    mazes: Iterable[BookMaze], page_of: Mapping[int, int], frame: _PageFrame
) -> list[Table]:
    """Return the table of all mazes in parts that pages hold."""
    heads: tuple[str, ...] = (_("Maze"), _("Page"), _("Id"), _("Seed"), _("Size"), _("Cells"))
    heads = (*heads, _("Route"), _("Decisions"), _("Random walk"))
    rows = [_row(maze, page_of) for maze in mazes]
    most = _rows_on(frame)
    if most < 1:
        raise UsageError(_("The table of figures needs larger pages: print the book without it."))
    parts = ceil(len(rows) / most)
    return [
        Table(heads, tuple(rows[part * most : (part + 1) * most]), WORDS) for part in range(parts)
    ]


def _rows_on(frame: _PageFrame) -> int:
    """Return how many rows a page holds below the head of a table."""
    side, box = frame.inner[1], frame.box(1)
    texts = SHARES["title"] + SHARES["page"]
    height = box[3] - box[1] - max(texts * side, 2 * MIN_EM_MM) * (HEAD_ROOM + TEXT_GAP_EM)
    return rows_of(height)


def _add_way(pages: _Pages, mazes: Iterable[BookMaze], frame: _PageFrame) -> None:
    """Add the order in which the way takes the portals of a book that is one maze."""
    style = pages.book.style
    legs = sorted(
        (leg.step, maze.puzzle.number, *names_of(leg))
        for maze in mazes
        if maze.puzzle.part
        for leg in maze.puzzle.part.links.legs
    )
    rows = [
        (str(step), str(pages.puzzles[number]), enters, leaves)
        for step, number, enters, leaves in legs
    ]
    most = _rows_on(frame)
    if rows and most < 1:
        text = _("The order of the portals needs larger pages: print the book without answers.")
        raise UsageError(text)
    for first in range(0, len(rows), max(most, 1)):
        sheet = Sheet(title=_("The way through the book"), text_typeface=style.typeface)
        head = _("Step"), _("Page"), _("In by"), _("Out by")
        table = Table(head, tuple(rows[first : first + most]), close=True)
        pages.add(TextPlan(kind="figures", sheet=sheet, page=Page(), table=table))
        pages.way = pages.way or len(pages.pages)


def _row(maze: BookMaze, page_of: Mapping[int, int]) -> tuple[str, ...]:
    figures, puzzle = maze.figures, maze.puzzle
    assert figures
    counts = (figures.cells, figures.route, figures.decisions, figures.walk)
    shown = ("–" if value is None else f"{value:,.0f}" for value in counts)
    seed = "–" if puzzle.seed is None else str(puzzle.seed)
    number = puzzle.number
    head = (str(number), str(page_of[number]), figures.id, seed, figures.size)
    return (*head, *shown)


# Paper and margins


@dataclass(frozen=True)
class _PageFrame:
    """The paper of all pages and their margins in mm; ``bleed`` is beyond the sides and above."""

    trim: tuple[float, float]
    bleed: tuple[float, float]
    margin: float
    gutter: float
    facing: bool
    bound_right: bool = False
    page: Page = field(default_factory=Page)  # with the theme of the book
    answer_margin: float = 0.0

    @property
    def paper(self) -> tuple[float, float]:
        return self.trim[0] + self.bleed[0], self.trim[1] + 2 * self.bleed[1]

    def is_left(self, number: int) -> bool:
        return (self.facing and number % 2 == 0) != self.bound_right

    def box(self, number: int, margin: float | None = None) -> Box:
        """Return what lies between the margins of a page; raises ``UsageError``.

        ``margin`` is that at the top, bottom and outer side, where it is not that of the book.
        """
        margin = self.margin if margin is None else margin
        across, down = self.trim[0] - margin - self.gutter, self.trim[1] - 2 * margin
        if min(across, down) <= 0:
            text = _("Margins of {margin:g} and {gutter:g} mm leave no room on the pages.")
            raise UsageError(text.format(margin=margin, gutter=self.gutter))
        left = self.bleed[0] + margin if self.is_left(number) else self.gutter
        top = self.bleed[1] + margin
        return left, top, left + across, top + down

    @property
    def room_of_answers(self) -> tuple[float, float]:
        """Width and height that answers have that fill their page, above its page number."""
        box = self.box(1, self.answer_margin)
        taken = taken_by(self.page, box[2] - box[0], box[3] - box[1], slim=True)
        left, top, right, bottom = taken.within(box)
        bottom -= taken.strip
        em = max(SHARES["page"] * min(right - left, bottom - top), MIN_EM_MM)
        return right - left, bottom - top - (ASCENT + DESCENT + CLOSE_GAP_EM) * em

    @property
    def inner(self) -> tuple[float, float]:
        """The width and the shorter side between the margins, within the border of the theme."""
        box = self.box(1)
        taken = taken_by(self.page, box[2] - box[0], box[3] - box[1])
        left, top, right, bottom = taken.within(box)
        return right - left, min(right - left, bottom - top)

    def cut(self, number: int) -> Box:
        """Return where a page is cut: the bleed is at its outer side, above and below."""
        left, top = self.bleed[0] * self.is_left(number), self.bleed[1]
        return left, top, left + self.trim[0], top + self.trim[1]


def _frame_of(style: BookStyle, rules: RuleSet, pages: int) -> _PageFrame:
    bleed = (0.0, 0.0)
    if style.bleed:
        wide, high = (rules.value("page-size", f"bleed_{side}") for side in ("width", "height"))
        bleed = (wide, high / 2)
    gutter = style.gutter
    if gutter is None:
        steps = gutters(rules.value("gutter", "steps"))
        needed = next((mm for most, mm in steps if pages <= most), steps[-1][1] if steps else 0.0)
        gutter = max(style.margin, needed)
    page = style.themed(Page())
    sides = style.margin, gutter, style.facing, style.bound_right
    least = rules.value("margins", "outside") + SPARE_MM
    narrow = min(style.margin, max(least, ANSWER_MARGIN * style.margin))
    return _PageFrame(style.trim_size, bleed, *sides, page, narrow)
