"""A step keeps what it changed, however large the maze, and gives back exactly that."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.editing.changes.blanking import blanking
from mazeeditor.editing.difference import Difference
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze, ToggleWalls
from mazeeditor.editing.history import History
from mazeeditor.editing.tools.blank import Blank
from mazeeditor.editing.work import redoing, transforming, undoing
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from tests.editing.test_blanking import LATTICES

SIZES = {"small": [*range(20), 100], "large": [3 * 2**20 + 3]}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES.keys())
def test_each_array_is_made_of_the_other(sizes: list[int]) -> None:
    for size, share in product(sizes, (0, 0.001, 0.1, 1)):
        random = np.random.default_rng(size)
        before = random.integers(0, 256, size, np.uint8)
        changes = random.integers(1, 256, size, np.uint8)
        changes[random.random(size) >= share] = 0
        after = before ^ changes
        difference, array = Difference(before, after), before.copy()
        assert bool(difference) == bool(changes.any())
        for expected in (after, before):
            difference.flip(array)
            assert np.array_equal(array, expected), (size, share)


def test_equal_arrays_cost_nothing_and_all_bits_no_more_than_the_array() -> None:
    random = np.random.default_rng(1)
    before = random.integers(0, 16, 10**6).astype(np.uint8)
    assert Difference(before, before.copy()).size == 0
    assert Difference(before, random.permutation(before)).size < 0.51 * before.nbytes


# A document


@dataclass(frozen=True)
class Snapshot:
    """All that undo must give back, byte for byte."""

    walls: bytes
    inside: bytes
    openings: tuple[Opening | None, tuple[Opening, ...]]
    ends: tuple[Opening, Opening]
    recipe: Recipe


def snapshot(document: Document) -> Snapshot:
    maze, lattice = document.maze, document.maze.lattice
    return Snapshot(
        maze.walls.tobytes(),
        lattice.inside.tobytes(),
        (maze.entrance, maze.exits),
        (lattice.first, lattice.last),
        document.recipe,
    )


def strokes(document: Document, number: int) -> list[NDArray[np.uint8]]:
    """Blank and give back along 60 cells with a brush 9 cells wide; returns the walls between."""
    random, tool, walls = np.random.default_rng(2), Blank(), []
    tool.resize(5)
    geometry = document.maze.lattice.geometry
    for _stroke in range(number):
        walls.append(document.maze.walls)
        x, y = random.uniform(0, 1, 2) * (geometry.width, geometry.height)
        tool.press(document, x, y)
        tool.move(document, x + 30, y + 30)
        tool.release(document, x + 60, y)
    return walls


@pytest.mark.slow
def test_strokes_cost_what_they_change_and_not_a_maze() -> None:
    """100 strokes were 200 MB when each kept a maze of a million cells."""
    document = Document(generate("backtracker", build("rectangular", rows=400, columns=400), 1))
    walls = strokes(document, 100)
    assert len(document.history) == 100
    assert document.history.size < 500_000
    for expected in reversed(walls[-10:]):
        document.undo()
        assert np.array_equal(document.maze.walls, expected)


def test_a_change_of_most_walls_is_kept_as_a_difference() -> None:
    lattice = build("rectangular", rows=60, columns=60)
    document = Document(generate("binary-tree", lattice, 1))
    work = transforming(document, "braid", share=1.0)
    edit = work.run(Job())
    assert work.deliver(edit)
    assert isinstance(edit, ChangeMaze)
    assert edit.size < lattice.size


# Large steps


@pytest.fixture
def edited(large_steps: None) -> Document:  # noqa: ARG001
    """Return a document with one step that counts as large."""
    document = Document(generate("prim", LATTICES[0], 3))
    document.apply(blanking(document.maze, Recipe(), document.maze.lattice.inside_cells()[3:9]))
    return document


def test_a_worker_prepares_large_steps(edited: Document) -> None:
    after = snapshot(edited)
    work = undoing(edited)
    assert work
    result = work.run(Job())
    assert snapshot(edited) == after
    assert work.deliver(result)
    assert not edited.can_undo
    again = redoing(edited)
    assert again
    assert again.deliver(again.run(Job()))
    assert snapshot(edited) == after
    assert undoing(Document(edited.maze)) is None


def test_what_was_prepared_for_another_maze_is_discarded(edited: Document) -> None:
    work = undoing(edited)
    assert work
    result = work.run(Job())
    exits = edited.maze.exits
    edited.undo()
    before = snapshot(edited)
    assert not work.deliver(result)
    assert snapshot(edited) == before
    edited.redo()
    assert edited.maze.exits == exits


def test_what_a_cancelled_worker_built_is_never_shown(edited: Document) -> None:
    """It may have read the walls while an edit changed them."""
    large = snapshot(edited)
    edited.undo()
    original = snapshot(edited)
    edited.redo()
    work = undoing(edited)
    assert work
    edited.apply(ToggleWalls.of(edited.maze, inner_wall(edited)))
    work.run(Job())  # and is not delivered
    edited.undo()
    assert snapshot(edited) == large
    edited.undo()
    assert snapshot(edited) == original


def inner_wall(document: Document) -> Ids:
    lattice = document.maze.lattice
    return np.array([next(w for w in document.maze.closed_walls() if lattice.is_inner(int(w)))])


def test_the_stroke_in_progress_is_undone_before_the_large_step(edited: Document) -> None:
    large = snapshot(edited)
    stroke = edited.begin()
    stroke.toggle(inner_wall(edited))
    assert undoing(edited) is None, "the stroke is a small step"
    edited.undo()
    assert snapshot(edited) == large
    assert undoing(edited)


def test_the_history_counts_the_steps_that_it_had_to_remove() -> None:
    document = Document(generate("prim", build("rectangular", rows=80, columns=80), 3))
    assert document.history.dropped == 0
    document.history.budget = 5_000
    strokes(document, 10)
    assert document.history.dropped == 10 - len(document.history) > 0
    assert History().dropped == 0
