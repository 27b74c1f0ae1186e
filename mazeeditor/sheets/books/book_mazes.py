"""The mazes of a book in their places: by figures that can be counted, and what replaces some.

How hard a maze is cannot be measured; a book states by which figure its mazes are in order.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, pairwise
from typing import Any

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import EACH_CORE, Workers, do_all
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.facts.random_walk import expected_steps
from mazeeditor.maze.facts.structure import decisions_on
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.sheets.books.book import SEEDS, Book, Chapter, Replaced
from mazeeditor.sheets.books.one_maze import KnownGraphs, parts_of
from mazeeditor.sheets.pages.puzzles import ID_LENGTH, Puzzle, Suited, id_of, openings_on

COUNTING = 0.2  # of the work, about


@dataclass(frozen=True)
class Figures:
    """The figures of a maze; ``walk``, the mean steps of a random walk, where it was asked for."""

    id: str
    size: str
    cells: int
    route: int | None = None
    decisions: int | None = None
    walk: float | None = None


@dataclass(frozen=True)
class Known:
    """What is known of mazes that were looked at before, by what they are made from."""

    figures: dict[bytes, Figures] = field(default_factory=dict)
    graphs: KnownGraphs = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.figures) + len(self.graphs)


Count = Callable[[Sequence[Puzzle]], list[Figures]]


@dataclass(frozen=True)
class BookMaze:
    """A maze in its place in the book; ``figures`` where they were counted.

    ``replaced_by`` is its key in what replaces mazes, "" where nothing does, and ``problem`` why
    what should replace it cannot be printed.
    """

    puzzle: Puzzle
    chapter: int
    figures: Figures | None = None
    replaced_by: str = ""
    problem: str = ""


def mazes_of(
    book: Book, job: Job, *, workers: Workers = EACH_CORE, known: Known | None = None
) -> list[BookMaze]:
    """Return all mazes in their places: in order by the figures of a rule, then replaced.

    Their places do not depend on what replaces some of them, so nothing else moves. ``known`` has
    figures that need not be counted, and gets those that are. Raises ``UsageError``, ``MazeError``.
    """
    known = Known() if known is None else known
    count = partial(_count, book, known, workers=workers, job=job)
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
        sizes = [book.chapters[number].sizes_at(place) for place in places]
        order = in_order(style.ramp, counted, sizes, first + 1) if style.ramp != "none" else places
        for place in order:
            puzzle = replace(chapter[place], number=len(mazes) + 1)
            mazes.append(BookMaze(puzzle, number, own[place]))
    if style.ramp != "none" and style.ramp_over == "book":
        _check_ramp(mazes, style.ramp)
    if style.one_maze:
        mazes = _as_one(book, mazes, count if style.figures or by_id else None)
    return _with_replaced(book, mazes, count, counted=style.figures)


def _puzzles(chapter: Chapter, book: Book, number: int) -> list[Puzzle]:
    """Return the mazes of a chapter in the order of their seeds."""
    first = chapter.style.seed
    first = book.style.seed + number * SEEDS if first is None else first
    puzzles = list[Puzzle]()
    for place in range(chapter.style.count):
        recipe = replace(
            chapter.recipe,
            sizes=chapter.sizes_at(place),
            seed=(first + place) % (LARGEST_SEED + 1),
        )
        own: dict[str, Any] = {
            "fields": {"count": str(book.count)},
            "suited": Suited.of(chapter.page),
        }
        puzzles.append(Puzzle(place + 1, recipe, openings_on(chapter.page, recipe), **own))
    return puzzles


def _as_one(book: Book, mazes: Sequence[BookMaze], count: Count | None) -> list[BookMaze]:
    """Return mazes as parts of one, in their places, with figures and ids of these."""
    puzzles = [
        replace(maze.puzzle, part=part) for maze, part in zip(mazes, parts_of(book), strict=True)
    ]
    figures = count(puzzles) if count else [None] * len(puzzles)
    return [
        replace(maze, puzzle=puzzle, figures=own)
        for maze, puzzle, own in zip(mazes, puzzles, figures, strict=True)
    ]


def _check_ramp(mazes: Sequence[BookMaze], rule: str) -> None:
    """Raise ``MazeError`` where a chapter begins with an easier maze than the last one ended."""
    for before, after in pairwise(mazes):
        if before.chapter == after.chapter:
            continue
        assert before.figures
        assert after.figures
        low = value_of(rule, before.figures, before.puzzle.number)
        high = value_of(rule, after.figures, after.puzzle.number)
        if high < low:
            text = _(
                "Maze {number}, the first of chapter {chapter}, has {high:,.0f} {rule}, and the "
                "one before it {low:,.0f}: make the mazes of chapter {chapter} larger, or let "
                "the ramp start again in each chapter (ramp_over: chapter)."
            )
            known = {"number": after.puzzle.number, "chapter": after.chapter + 1}
            values = {"high": high, "low": low, "rule": RULES[rule].label}
            raise MazeError(text.format(**known, **values))


def _with_replaced(
    book: Book, mazes: list[BookMaze], count: Count, *, counted: bool
) -> list[BookMaze]:
    ids = {maze.figures.id: maze.puzzle.number for maze in mazes if maze.figures}
    chosen: dict[int, tuple[str, Replaced]] = {}
    for key, value in book.replaced.items():
        number = ids.get(key) if len(key) == ID_LENGTH else int(key)
        if number is None:
            text = _("The book has no maze with the id {key}, which is to be replaced.")
            raise UsageError(text.format(key=quote_value(key)))
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
        puzzle = _replace(mazes[number - 1].puzzle, value)
        figures = count([puzzle])[0] if counted else None
        maze = replace(mazes[number - 1], puzzle=puzzle, figures=figures, replaced_by=key)
        result[number - 1] = maze
    return result


def _replace(puzzle: Puzzle, value: Replaced) -> Puzzle:
    if value.project:
        part = puzzle.part
        if part and not isinstance(puzzle.source, bytes):
            part = replace(part, origin=puzzle.source)
        return replace(puzzle, source=value.project, part=part)
    if isinstance(puzzle.source, bytes):
        raise MazeError(_("Maze {number} has no seed.").format(number=puzzle.number))
    return replace(puzzle, source=replace(puzzle.source, seed=value.seed))


# Figures, and the order by one of them


@dataclass(frozen=True)
class RampRule:
    """What mazes are put in order by: ``value`` returns None where a maze has no route."""

    label: str
    value: Callable[[Figures], float | None]


RULES = {
    "cells": RampRule(_("cells"), lambda figures: figures.cells),
    "decisions": RampRule(_("decisions on the route"), lambda figures: figures.decisions),
    "route": RampRule(_("cells on the route"), lambda figures: figures.route),
    "walk": RampRule(_("steps of a random walk"), lambda figures: figures.walk),
}


def figures_of(puzzle: Puzzle, job: Job, *, walk: bool) -> Figures:
    """Make a maze and return its figures; raises what making it raises."""
    maze = puzzle.maze(job)
    lattice = maze.lattice
    size = f"{lattice.rows} × {lattice.columns}"
    if not (maze.entrance and maze.exits):
        return Figures(id_of(maze), size, lattice.cells)
    walls = without_gaps(maze)
    exits = {opening.cell for opening in maze.exits}
    route = shortest_route(lattice, walls, maze.entrance.cell, exits, job)
    steps = expected_steps(maze, job) if walk else None
    found = len(route) > 0
    decisions = decisions_on(lattice, walls, route) if found else None
    return Figures(id_of(maze), size, lattice.cells, len(route) or None, decisions, steps)


def value_of(rule: str, figures: Figures, number: int) -> float:
    """Return the figure of a rule; raises ``MazeError`` where a maze has none."""
    value = RULES[rule].value(figures)
    if value is None:
        text = _("Maze {number} has no route, and the ramp goes by {rule}.")
        raise MazeError(text.format(number=number, rule=RULES[rule].label))
    return value


def in_order(
    rule: str, figures: Sequence[Figures], sizes: Sequence[Mapping[str, Any]], first: int
) -> list[int]:
    """Return the places of mazes from easy to hard, alike ones as they are.

    Only mazes of one size change places, so that none is printed coarser than one before it.
    ``first`` is the number of the first one. Raises ``MazeError``.
    """
    values = [value_of(rule, each, first + place) for place, each in enumerate(figures)]
    groups = groupby(range(len(values)), lambda place: sizes[place])
    return [place for _size, same in groups for place in sorted(same, key=values.__getitem__)]


def _count(
    book: Book, known: Known, puzzles: Sequence[Puzzle], *, workers: Workers, job: Job
) -> list[Figures]:
    """Return the figures of mazes, counting only those that are not ``known`` yet.

    Several processes count them where that is sooner.
    """
    walk = _walks(book)
    counted = known.figures
    keys = [pickle.dumps((one.source, one.suited, one.part, walk)) for one in puzzles]
    new = {key: puzzle for key, puzzle in zip(keys, puzzles, strict=True) if key not in counted}
    made = [puzzle for puzzle in new.values() if not isinstance(puzzle.source, bytes)]
    workers = workers.for_size(sum(puzzle.cells for puzzle in made))
    with job.part(COUNTING):
        work, name = partial(figures_of, walk=walk), _("Maze {number}")
        figures = do_all(work, list(new.values()), job, workers=workers, name=name)
        counted |= zip(new, figures, strict=True)
    return [counted[key] for key in keys]


def _walks(book: Book) -> bool:
    """Whether random walks are counted, which takes longest."""
    return book.style.figures or book.style.ramp == "walk"
