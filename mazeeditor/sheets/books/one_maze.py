"""A book whose mazes are one maze: which portals each has, and whether all of it has one way."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import EACH_CORE, Workers, do_all
from mazeeditor.core.translation import _
from mazeeditor.maze.portals.network import network
from mazeeditor.maze.portals.whole import MazeGraph, Whole, graph_of, whole_of
from mazeeditor.page.page import NOTHING
from mazeeditor.sheets.books.book import Book
from mazeeditor.sheets.pages.portals import PartOfWhole
from mazeeditor.sheets.pages.puzzles import Puzzle

KnownGraphs = dict[bytes, MazeGraph]  # of mazes looked at before, by what they are made from
LOOKING = 0.2  # of what is left of the work, about


def parts_of(book: Book) -> list[PartOfWhole]:
    """Return what each maze of a book is of the whole; raises ``UsageError`` where it is none."""
    _check(book)
    style = book.style
    links = network(book.count, areas=style.maze_parts, visits=style.mazes_passed, seed=style.seed)
    return [PartOfWhole(each) for each in links]


def _check(book: Book) -> None:
    """Raise ``UsageError`` for what cannot be in a book that is one maze."""
    if book.style.page_numbers == "none":
        text = _("A book that is one maze needs page numbers, as its portals name pages.")
        raise UsageError(text)
    for number, chapter in enumerate(book.chapters, 1):
        reasons = [
            (chapter.page.along != NOTHING, _("things along the route")),
            (chapter.recipe.subject is not None, _("mazes that show something")),
            (bool(chapter.recipe.braid), _("loops (braid)")),
        ]
        for wrong, what in reasons:
            if wrong:
                text = _("A book that is one maze has no {what}: chapter {number} does.")
                raise UsageError(text.format(what=what, number=number))


def look_at_whole(
    puzzles: Sequence[Puzzle], job: Job, *, workers: Workers = EACH_CORE, known: KnownGraphs
) -> Whole:
    """Return what all mazes of a book are as one; ``known`` need not be looked at again.

    Of each maze only a small graph is kept, whatever its size. Raises ``CancelledError``.
    """
    keys = [pickle.dumps((puzzle.source, puzzle.part)) for puzzle in puzzles]
    new = {key: puzzle for key, puzzle in zip(keys, puzzles, strict=True) if key not in known}
    workers = workers.for_size(sum(puzzle.cells for puzzle in new.values()))
    with job.part(LOOKING):
        name = _("Maze {number}")
        known |= zip(
            new, do_all(_graph_of, list(new.values()), job, workers=workers, name=name), strict=True
        )
    links = [puzzle.part.links for puzzle in puzzles if puzzle.part]
    return whole_of(links, [known[key] for key in keys])


def _graph_of(puzzle: Puzzle, job: Job) -> MazeGraph:
    """Return the graph of a maze, or why it has none; called by a worker."""
    assert puzzle.part
    try:
        placed = puzzle.linked(job)
        return graph_of(placed.maze, puzzle.part.links, placed.cells)
    except MazeError as error:
        return MazeGraph(problem=str(error))


def with_way(puzzles: Sequence[Puzzle], whole: Whole) -> list[Puzzle]:
    """Return mazes with the way that leads through them, after what was edited by hand."""
    if not whole.way:
        return list(puzzles)
    legs, result = whole.legs(), list[Puzzle]()
    for puzzle in puzzles:
        assert puzzle.part
        links = puzzle.part.links.with_legs(legs.get(puzzle.number, ()))
        result.append(replace(puzzle, part=replace(puzzle.part, links=links)))
    return result
