"""Makes the file of a book: its mazes in their places, its pages, what the user is warned of."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import EACH_CORE, HERE, Workers
from mazeeditor.core.typefaces.chosen_typeface import replaced_typeface
from mazeeditor.maze.portals.whole import Whole
from mazeeditor.page.findings import PageFinding
from mazeeditor.page.imposition import Imposition
from mazeeditor.prepress.checks.page_checks import most_pages
from mazeeditor.prepress.rule_sets import rule_set
from mazeeditor.sheets.books.book import Book, BookStyle
from mazeeditor.sheets.books.book_mazes import BookMaze, Known, mazes_of
from mazeeditor.sheets.books.book_pages import BookPage, plan_book
from mazeeditor.sheets.books.book_texts import with_texts
from mazeeditor.sheets.books.cover import CoverPlan, about_pages, plan_cover
from mazeeditor.sheets.books.cover_size import PAPERS, CoverSize
from mazeeditor.sheets.books.one_maze import look_at_whole, with_way
from mazeeditor.sheets.pages.alike_tokens import with_alike_tokens
from mazeeditor.sheets.pages.page_files import PageFormat, PageWarnings, files_of, findings_of
from mazeeditor.sheets.pages.puzzle_page import PagePlan


class WrittenPages(NamedTuple):
    """The files of a book, and what is wrong with its pages."""

    files: list[Path]
    findings: list[PageFinding]


@dataclass(frozen=True)
class BookPrinting:
    """The pages of a book, ready to be drawn; ``whole`` is set where its mazes are one."""

    book: Book
    mazes: tuple[BookMaze, ...]
    pages: tuple[BookPage, ...]
    whole: Whole | None = None

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
        known = Known() if known is None else known
        mazes = mazes_of(book, job, workers=workers, known=known)
        whole = None
        if book.style.one_maze:
            puzzles = [maze.puzzle for maze in mazes]
            whole = look_at_whole(puzzles, job, workers=workers, known=known.graphs)
            puzzles = with_way(puzzles, whole)
            mazes = [
                replace(maze, puzzle=puzzle) for maze, puzzle in zip(mazes, puzzles, strict=True)
            ]
        pages = plan_book(book, mazes, rules)
        of_mazes = [page for page in pages if isinstance(page, PagePlan)]
        alike = iter(with_alike_tokens(of_mazes, job))
        pages = [next(alike) if isinstance(page, PagePlan) else page for page in pages]
        return cls(book, tuple(mazes), tuple(pages), whole)

    @property
    def wrong_with_whole(self) -> list[str]:
        """What is wrong with the one maze that all mazes are, the worst first."""
        return self.whole.sentences(self.page_of) if self.whole else []

    @property
    def verdict_on_whole(self) -> str:
        """Why all mazes are not one, in a few words; "" where they are, or are not to be."""
        return self.whole.verdict(self.page_of) if self.whole else ""

    @cached_property
    def page_of(self) -> dict[int, int]:
        """The page of each maze, by their numbers."""
        return {
            puzzle.number: page.number
            for page in self.pages
            if isinstance(page, PagePlan) and page.kind == "puzzles"
            for puzzle in page.puzzles
        }

    def findings(self, job: Job, *, workers: Workers = EACH_CORE) -> list[PageFinding]:
        """Return what is wrong with the pages as they would be printed.

        Raises ``CancelledError``.
        """
        return findings_of(self.pages, job, workers=workers)

    def write(
        self,
        path: Path,
        format_: PageFormat,
        job: Job,
        *,
        workers: Workers = EACH_CORE,
        strict: bool = False,
    ) -> WrittenPages:
        """Draw and write all pages, or nothing; return the files, and what is wrong with them.

        Raises ``UsageError``, ``MazeError``, if ``strict`` also for a page that is not fit for use,
        and ``CancelledError``.
        """
        title = self.style.title
        format_ = format_.for_press(format_.pdfx or self.book.style.pdfx)
        format_ = replace(format_, imposition=self.book.style.imposition)
        warnings = PageWarnings()
        with job.part(1.0):  # of what is left: mazes may have been counted before
            files = files_of(
                self.pages, path, title, format_, job, workers=workers, warnings=warnings
            )
            if strict:
                warnings.refuse_bad()
            warnings.log([*self.wrong_with_whole, replaced_typeface(self.book.style.typeface)])
            return WrittenPages(write_together(files.items(), job), warnings.findings)

    @property
    def style(self) -> BookStyle:
        return with_texts(self.book, len(self.pages)).style

    def cover(self) -> CoverPlan:
        """Return the cover; raises ``UsageError``."""
        return plan_cover(self.book, self.mazes, len(self.pages))

    def write_cover(self, path: Path, format_: PageFormat, job: Job) -> CoverSize:
        """Draw and write the cover, or nothing; return its size, and log what is to be known of it.

        Raises ``UsageError`` and ``CancelledError``.
        """
        plan = self.cover()
        marks = Imposition(crop_marks=self.book.style.crop_marks)
        format_ = replace(format_, imposition=marks)
        files = files_of([plan], path, self.style.title, format_, job, workers=HERE)
        rules = rule_set(PAPERS[plan.size.paper].rules)
        if warning := about_pages(plan.size, most_pages(rules, plan.size.trim)):
            logging.getLogger(__name__).warning("%s", warning)
        write_together(files.items(), job)
        return plan.size
