"""What a thread makes arrives whole, in the right document, or not at all."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.entrances import set_exit
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.editing.work import (
    Work,
    comparing,
    differing_walls,
    generating,
    saving,
    solving,
)
from mazeeditor.files.project import load
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import SOLVERS
from tests.editing.samples import closed, ids, inner_walls, seen

SIZES = {"rows": 6, "columns": 7}
RECIPE = Recipe("backtracker", seed=5, braid=0.5, sizes=SIZES)


@pytest.fixture
def document() -> Document:
    return Document(maze_of(RECIPE), RECIPE)


def edit(document: Document) -> None:
    document.apply(ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[0])))


def test_generated_mazes_are_one_step(document: Document) -> None:
    before = seen(document)
    other = Recipe("prim", seed=1, sizes={"rows": 3, "columns": 9})
    work = generating(document, other)
    edit(document)  # nothing is locked meanwhile
    assert work.deliver(work.run(Job()))
    assert (document.undo_name, document.recipe) == ("Generate maze", other)
    assert closed(document.maze) == closed(maze_of(other))
    document.undo()
    document.undo()
    assert seen(document) == before


def test_openings_stay_where_the_size_does(document: Document) -> None:
    lattice = document.maze.lattice
    middle = Opening(lattice.cell(3, 3))
    document.apply(set_exit(document.maze, middle))
    for sizes, exits in (
        (SIZES, (middle,)),
        ({"rows": 6, "columns": 8}, None),
    ):
        work = generating(document, replace(RECIPE, sizes=sizes))
        work.deliver(work.run(Job()))
        assert document.maze.exits == (exits or (document.maze.lattice.last,))
        assert (document.maze.lattice is lattice) == (exits is not None)
        document.maze.check()


def test_what_was_made_for_another_file_is_dropped(document: Document, tmp_path: Path) -> None:
    works: list[Work[Any]] = [
        generating(document, RECIPE),
        solving(document, "breadth-first"),
        comparing(document, ["breadth-first"]),
        saving(document, tmp_path / "a.maze"),
    ]
    results = [work.run(Job()) for work in works]
    document.new(maze_of(replace(RECIPE, sizes={"rows": 2, "columns": 2})))
    edit(document)
    before = seen(document)
    for work, result in zip(works, results, strict=True):
        assert not work.deliver(result)
    assert (seen(document), document.solution, document.path) == (before, None, None)
    assert document.dirty


def test_an_impossible_request_changes_nothing(document: Document) -> None:
    before = seen(document)
    prim = Recipe("prim", seed=1, sizes=SIZES)
    for recipe, problem in [
        (replace(prim, generator="hedge"), "no generator named 'hedge'"),
        (replace(prim, seed=-1), "[Ss]eed must be"),
        (replace(prim, options={"twist": 2}), "no option 'twist'"),
        (replace(prim, sizes={"rows": 0}), "Rows must be"),
    ]:
        with pytest.raises(UsageError, match=problem):
            generating(document, recipe).run(Job())
    assert (seen(document), document.can_undo) == (before, False)


def test_cancelled_work_raises(document: Document, tmp_path: Path) -> None:
    job = Job()
    job.cancel()
    works: list[Work[Any]] = [
        generating(document, RECIPE),
        solving(document, "breadth-first"),
        comparing(document, ["breadth-first"]),
        saving(document, tmp_path / "a.maze"),
    ]
    for work in works:
        with pytest.raises(CancelledError):
            work.run(job)
    assert list(tmp_path.iterdir()) == []


def test_solving_in_a_thread_while_the_maze_is_edited(document: Document) -> None:
    before = closed(document.maze)
    work = solving(document, "breadth-first")
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(work.run(Job())))
    edit(document)
    thread.start()
    thread.join()
    document.undo()
    assert closed(document.maze) == before
    assert work.deliver(result[0])
    assert document.solution is not None
    assert (document.solution.solved, document.stale) == (True, True)


def test_solvers_are_compared_on_one_maze(document: Document) -> None:
    names = SOLVERS.names()
    work, job = comparing(document, names), Job()
    answers = work.run(job)
    assert [answer.solver for answer in answers] == names
    assert all(answer.solved for answer in answers)
    assert work.deliver(answers)
    assert document.solution is None
    edit(document)
    assert not work.deliver(answers)


def test_saved_as_it_was_when_saving_began(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "yew.maze"
    edit(document)
    before = closed(document.maze)
    work = saving(document, path)
    edit(document)
    assert work.deliver(work.run(Job()))
    project = load(path)
    assert (closed(project.maze), project.recipe) == (before, RECIPE)
    assert (document.name, document.dirty) == ("yew.maze", True)
    document.undo()
    assert not document.dirty


def test_a_gap_beside_a_blank_cell_is_no_wall_that_differs() -> None:
    lattice = build("rectangular", rows=2, columns=3)
    inside = lattice.inside.copy()
    inside[lattice.cell(0, 1)] = False
    lattice = mask_lattice(lattice, inside)
    for place in ((0, 0), (0, 2), (1, 1)):
        cell = lattice.cell(*place)
        for slot in lattice.outer_slots(cell):
            with_gap = Maze(lattice, None, Opening(cell, slot))
            assert not len(differing_walls(Maze(lattice), with_gap))
