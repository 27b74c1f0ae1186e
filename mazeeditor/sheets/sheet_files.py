"""Makes the files of a sheet: puzzles from a recipe, files and a list of names, then pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.disk.paths import file_name_of
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import EACH_CORE, HERE, Workers, do_all
from mazeeditor.core.translation import _
from mazeeditor.files import Project
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.findings import PageFinding
from mazeeditor.page.page import Page
from mazeeditor.page.shown_page import without_places
from mazeeditor.sheets.names_file import column_of_names
from mazeeditor.sheets.pages.fair_mazes import SAMPLES, Band, band_of
from mazeeditor.sheets.pages.page_files import MazeSizes, PageFormat, PageWarnings, files_of
from mazeeditor.sheets.pages.page_texts import fill_fields
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.puzzles import Openings, Puzzle, Suited, openings_on
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_pages import SheetPages, differing_fields, plan_sheet

ANSWERS = "answers"  # ends the name of the file that holds them
FEW_FILES = 2  # files whose pages are made by all workers together
Row = Mapping[str, str]


@dataclass(frozen=True)
class SheetOrder:
    """What is to be printed: the mazes of ``projects``, else ``sheet.count`` of ``recipe``.

    With ``rows`` of a list there are as many mazes for each row. Mazes of a recipe have successive
    seeds, the first one its own; ``painted`` has their outline where it was painted by hand.
    Stops to collect keep their places only where there is one project. ``audience`` is the name of
    the one for whom new mazes were asked for, by which their pages are judged; several are then
    alike in difficulty.
    """

    sheet: Sheet
    page: Page
    recipe: Recipe | None = None
    openings: Openings | None = None
    projects: Sequence[Project] = ()
    rows: Sequence[Row] = field(default_factory=list)
    painted: Lattice | None = None
    audience: str = ""

    def __post_init__(self) -> None:
        if len(self.projects) != 1:
            object.__setattr__(self, "page", without_places(self.page))

    def plan(self, job: Job, puzzles: Sequence[Puzzle] | None = None) -> SheetPages:
        """Return the pages of some puzzles, else of all; raises what ``plan_sheet`` raises."""
        chosen = self.puzzles(job) if puzzles is None else puzzles
        return plan_sheet(self.sheet, self.page, chosen, job, audience=self.audience)

    def puzzles(self, job: Job | None = None) -> list[Puzzle]:
        """Return all puzzles in their order; raises ``UsageError`` and ``CancelledError``."""
        once = self._once()
        if band := self._band(once[0], job or Job()):
            once = [replace(puzzle, band=band) for puzzle in once]
        if not self.rows:
            return once
        puzzles: list[Puzzle] = []
        for number, row in enumerate(self.rows):
            for puzzle in once:
                source, at = puzzle.source, len(puzzles)
                if isinstance(source, Recipe):
                    source = self._seeded(source, at)
                fields, column = {**puzzle.fields, **row}, column_of_names(row)
                puzzles.append(
                    replace(puzzle, source=source, fields=fields, row=number, named_by=column)
                )
        return puzzles

    def _once(self) -> list[Puzzle]:
        if self.projects:
            count = {"count": str(len(self.projects))}
            return [
                replace(Puzzle.of_file(number, project), fields=count)
                for number, project in enumerate(self.projects, 1)
            ]
        assert self.recipe
        recipe, count = self.recipe.seeded(), {"count": str(self.sheet.count)}
        suited, openings = Suited.of(self.page), self.openings
        if openings is None:
            openings = openings_on(self.page, recipe, self.painted)
        return [
            Puzzle(
                *(number + 1, self._seeded(recipe, number), openings, count),
                suited=suited,
                painted=self.painted,
            )
            for number in range(self.sheet.count)
        ]

    def _band(self, first: Puzzle, job: Job) -> Band | None:
        """Return how hard mazes for an audience are, None if each is what its seed makes it."""
        source = first.source
        several = self.sheet.count * max(len(self.rows), 1) > 1
        if not (self.audience and several and isinstance(source, Recipe)) or source.subject:
            return None
        samples = [
            replace(first, source=self._seeded(source, number)).measured(job)
            for number in range(SAMPLES)
        ]
        return band_of([each for each in samples if each])

    def _seeded(self, recipe: Recipe, number: int) -> Recipe:
        first = self.recipe.seed if self.recipe and self.recipe.seed is not None else recipe.seed
        assert first is not None
        return replace(recipe, seed=(first + number) % (LARGEST_SEED + 1))


class FileTask(NamedTuple):
    """A file to be made: its pages, its path and its title."""

    plans: tuple[PagePlan, ...]
    path: Path
    title: str


def made_file(
    task: FileTask, job: Job, *, format_: PageFormat
) -> tuple[dict[Path, bytes], PageWarnings]:
    """Return the bytes of a file, and what the user is warned of; raises what composing raises."""
    warnings = PageWarnings()
    return files_of(*task, format_, job, workers=HERE, warnings=warnings), warnings


class PrintedFiles(NamedTuple):
    """The files of a sheet, the sizes of its mazes, and what is wrong with its pages."""

    files: list[Path]
    sizes: MazeSizes | None
    findings: Sequence[PageFinding] = ()


@dataclass(frozen=True)
class Printing:
    """The pages of each file of a sheet, and its format."""

    files: Mapping[Path, tuple[SheetPages, str]]
    format: PageFormat

    @classmethod
    def of(cls, order: SheetOrder, path: Path, format_: PageFormat, job: Job) -> Printing:
        """Plan the pages; raises ``UsageError``.

        Where the name of ``path`` has names in braces, each row of the list becomes a file.
        """
        puzzles = order.puzzles(job)
        groups: dict[Path, list[Puzzle]] = {}
        for puzzle in puzzles:
            groups.setdefault(_name_file(path, puzzle), []).append(puzzle)
        if "{" in path.name:
            _check_rows(groups)
        files = {
            name: (order.plan(job, part), _title(order.sheet, part))
            for name, part in groups.items()
        }
        format_ = replace(format_, imposition=order.sheet.imposition)
        return cls(files, format_.for_press(order.sheet.pdfx))

    def write(
        self, job: Job, *, workers: Workers = EACH_CORE, strict: bool = False
    ) -> PrintedFiles:
        """Compose and write all, or nothing; return the files, and log what the user is warned of.

        Raises ``UsageError``, ``MazeError``, if ``strict`` also for a page that is not fit for use,
        and ``CancelledError``.
        """
        warnings = PageWarnings()
        contents: dict[Path, bytes] = {}
        tasks = list(self._tasks())
        if len(tasks) > FEW_FILES:  # each worker makes whole files
            work = partial(made_file, format_=self.format)
            for files, others in do_all(work, tasks, job, workers=workers, name=_("File {number}")):
                contents |= files
                warnings.add(others)
        else:
            with_all = partial(files_of, workers=workers, warnings=warnings)
            count = sum(len(task.plans) for task in tasks)
            for task in tasks:
                with job.part(len(task.plans) / count):
                    contents |= with_all(*task, self.format, job)
        if strict:
            warnings.refuse_bad()
        warnings.log()
        written = write_together(contents.items(), job)
        return PrintedFiles(written, warnings.sizes, warnings.findings)

    def _tasks(self) -> Iterator[FileTask]:
        for path, (pages, title) in self.files.items():
            for target, plans in ((path, pages.pages), (answers_path(path), pages.answers)):
                if plans:
                    yield FileTask(plans, target, title)


def answers_path(path: Path) -> Path:
    """Return the file of the answers: ``sheet-answers.pdf``."""
    return path.with_stem(f"{path.stem}-{ANSWERS}")


def _title(sheet: Sheet, puzzles: Sequence[Puzzle]) -> str:
    """Return the title of a file; what only a page or one of several names knows is left out."""
    known = {"number": "", "id": "", "seed": "", "rows": "", "columns": "", "cells": ""}
    differing = dict.fromkeys(differing_fields(puzzles), "…")
    fields = {**known, "page": "", "pages": "", **puzzles[0].fields, **differing}
    return fill_fields(sheet.title, fields)


def _name_file(path: Path, puzzle: Puzzle) -> Path:
    if "{" not in path.name:
        return path
    plain = {name: file_name_of(text) for name, text in puzzle.fields.items()}
    return path.with_name(fill_fields(path.name, {"row": str(puzzle.row + 1), **plain}))


def _check_rows(groups: Mapping[Path, Sequence[Puzzle]]) -> None:
    """Raise ``UsageError`` where two rows of a list have the same file name in braces."""
    for path, part in groups.items():
        rows = {puzzle.row for puzzle in part}
        if len(rows) > 1:
            text = _("{file} is the name of two rows: add {row} to the name of the file.")
            raise UsageError(text.format(file=path.name, row="{row}"))
