"""Makes the file of a book: figures of its mazes, their order, what replaces some, then pages."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import EACH_CORE, Workers, do_all
from mazeeditor.core.translation import _, quoted
from mazeeditor.core.typefaces.chosen_typeface import replaced_typeface
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.page.print_warnings import warnings_about_colours
from mazeeditor.prepress.rule_sets import rule_set
from mazeeditor.sheets.books.book import SEEDS, Book, Chapter, Replaced
from mazeeditor.sheets.books.book_mazes import RULES, Figures, figures_of, in_order, value_of
from mazeeditor.sheets.books.book_pages import BookMaze, BookPage, look_of_answers, plan_book
from mazeeditor.sheets.pages.page_files import PageFormat, PageWarnings, files_of
from mazeeditor.sheets.pages.puzzles import ID_LENGTH, Puzzle

COUNTING = 0.2  # of the work, about
Known = dict[bytes, Figures]  # of mazes counted before, by what they are made from


@dataclass(frozen=True)
class BookPrinting:
    """The pages of a book, ready to be drawn."""

    book: Book
    mazes: tuple[BookMaze, ...]
    pages: tuple[BookPage, ...]

    @classmethod
    def of(
        cls,
        book: Book,
        job: Job,
        *,
        workers: Workers = EACH_CORE,
        folders: Sequence[Path] = (),
        known: Known | None = None,
    ) -> BookPrinting:
        """Count what is needed and plan the pages; raises ``UsageError`` and ``MazeError``.

        Rules are looked for in ``folders`` too. ``known`` has figures that need not be counted,
        and gets those that are.
        """
        rules = rule_set(book.style.rules, folders)
        known = {} if known is None else known
        count = partial(_counted, book, workers=workers, job=job)
        mazes = _mazes(book, partial(_known, book, count, known))
        return cls(book, tuple(mazes), tuple(plan_book(book, mazes, rules)))

    def write(
        self,
        path: Path,
        format_: PageFormat,
        job: Job,
        *,
        workers: Workers = EACH_CORE,
    ) -> list[Path]:
        """Draw and write all pages, or nothing; return the files.

        Raises ``UsageError``, ``MazeError`` and ``CancelledError``.
        """
        title = self.book.style.title
        format_ = format_.for_press(format_.pdfx or self.book.style.pdfx)
        format_ = replace(format_, bound_right=self.book.style.bound_right)
        warnings = PageWarnings()
        with_all = partial(files_of, workers=workers, warnings=warnings)
        files = with_all(self.pages, path, title, format_, job)
        warnings.log(self._about_looks())
        return write_together(files.items(), job)

    def _about_looks(self) -> list[str]:
        """Return that the typeface is missing, and which lines are hard to see."""
        style = self.book.style
        routed = style.answers != "none"
        texts = [replaced_typeface(style.typeface)]
        for chapter in self.book.chapters:
            look = look_of_answers(chapter, style)
            texts += warnings_about_colours(look, routed=routed)
        return list(dict.fromkeys(texts))


Count = Callable[[Sequence[Puzzle]], list[Figures]]


def _mazes(book: Book, count: Count) -> list[BookMaze]:
    """Return all mazes in their places: in order by the figures of a rule, then replaced.

    Their places do not depend on what replaces some of them, so nothing else moves.
    """
    style = book.style
    puzzles = [_puzzles(chapter, book, number) for number, chapter in enumerate(book.chapters)]
    flat = [puzzle for chapter in puzzles for puzzle in chapter]
    by_id = any(len(key) == ID_LENGTH for key in book.replaced)
    needed = style.ramp != "none" or style.figures or by_id
    figures: list[Figures | None] = [*count(flat)] if needed else [None] * len(flat)
    mazes: list[BookMaze] = []
    for number, chapter in enumerate(puzzles):
        first = len(mazes)
        own = figures[first : first + len(chapter)]
        counted = [each for each in own if each]
        places = range(len(chapter))
        order = in_order(style.ramp, counted, first + 1) if style.ramp != "none" else places
        for place in order:
            puzzle = replace(chapter[place], number=len(mazes) + 1)
            mazes.append(BookMaze(puzzle, number, own[place]))
    if style.ramp != "none" and style.ramp_over == "book":
        _check_ramp(mazes, style.ramp)
    return _with_replaced(book, mazes, count, counted=style.figures)


def _puzzles(chapter: Chapter, book: Book, number: int) -> list[Puzzle]:
    """Return the mazes of a chapter in the order of their seeds."""
    first = chapter.style.seed
    first = book.style.seed + number * SEEDS if first is None else first
    return [
        Puzzle(
            place + 1,
            replace(
                chapter.recipe,
                sizes=chapter.sizes_at(place),
                seed=(first + place) % (LARGEST_SEED + 1),
            ),
            fields={"count": str(book.count)},
        )
        for place in range(chapter.style.count)
    ]


def _known(book: Book, count: Count, known: Known, puzzles: Sequence[Puzzle]) -> list[Figures]:
    """Return the figures of mazes, counting only those that are not ``known`` yet."""
    walk = _walks(book)
    keys = [pickle.dumps((puzzle.source, walk)) for puzzle in puzzles]
    new = {key: puzzle for key, puzzle in zip(keys, puzzles, strict=True) if key not in known}
    known |= zip(new, count(list(new.values())), strict=True)
    return [known[key] for key in keys]


def _walks(book: Book) -> bool:
    """Whether random walks are counted, which takes longest."""
    return book.style.figures or book.style.ramp == "walk"


def _counted(book: Book, puzzles: Sequence[Puzzle], *, workers: Workers, job: Job) -> list[Figures]:
    """Return the figures of mazes, counted by several processes where that is sooner."""
    work = partial(figures_of, walk=_walks(book))
    sizes = [puzzle.source.sizes for puzzle in puzzles if not isinstance(puzzle.source, bytes)]
    cells = sum(_about(dict(each)) for each in sizes)
    workers = workers.for_size(cells)
    with job.part(COUNTING):
        name = _("Maze {number}")
        return list(do_all(work, puzzles, job, workers=workers, name=name))


def _about(sizes: dict[str, object]) -> int:
    """Return about how many cells a maze has."""
    lengths = [size for size in sizes.values() if type(size) is int]
    return lengths[0] * (lengths[1] if len(lengths) > 1 else 4 * lengths[0]) if lengths else 1


def _check_ramp(mazes: Sequence[BookMaze], rule: str) -> None:
    """Raise ``MazeError`` where a chapter begins with an easier maze than the last one ended."""
    for before, after in pairwise(mazes):
        assert before.figures
        assert after.figures
        low = value_of(rule, before.figures, before.puzzle.number)
        high = value_of(rule, after.figures, after.puzzle.number)
        if high < low:
            text = _(
                "Maze {number}, the first of chapter {chapter}, has {high:,.0f} {rule}, and the "
                "one before it {low:,.0f}: make the mazes of chapter {chapter} larger, or let "
                "the ramp begin anew in each chapter (ramp_over: chapter)."
            )
            known = {"number": after.puzzle.number, "chapter": after.chapter + 1}
            values = {"high": high, "low": low, "rule": RULES[rule].label}
            raise MazeError(text.format(**known, **values))


def _with_replaced(
    book: Book, mazes: list[BookMaze], count: Count, *, counted: bool
) -> list[BookMaze]:
    """Return the mazes with what stands for some of them, all others as they are."""
    ids = {maze.figures.id: maze.puzzle.number for maze in mazes if maze.figures}
    chosen: dict[int, tuple[str, Replaced]] = {}
    for key, value in book.replaced.items():
        number = ids.get(key) if len(key) == ID_LENGTH else int(key)
        if number is None:
            text = _("The book has no maze with the id {key}, which is to be replaced.")
            raise UsageError(text.format(key=quoted(key)))
        if number in chosen:
            text = _("Maze {number} is replaced twice, by its number and by its id.")
            raise UsageError(text.format(number=number))
        chosen[number] = key, value
    result = list(mazes)
    for number, (key, value) in chosen.items():
        if value.problem:
            kept = replace(result[number - 1], replaced_by=key, problem=value.problem)
            result[number - 1] = kept
            continue
        puzzle = _replaced(mazes[number - 1].puzzle, value)
        figures = count([puzzle])[0] if counted else None
        maze = replace(mazes[number - 1], puzzle=puzzle, figures=figures, replaced_by=key)
        result[number - 1] = maze
    return result


def _replaced(puzzle: Puzzle, value: Replaced) -> Puzzle:
    if value.project:
        return replace(puzzle, source=value.project)
    if isinstance(puzzle.source, bytes):
        raise MazeError(_("Maze {number} has no seed.").format(number=puzzle.number))
    return replace(puzzle, source=replace(puzzle.source, seed=value.seed))
