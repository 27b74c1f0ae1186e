"""A transform is one step: undone whole, small where little changed, and never over an edit."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.editing.work import transforming
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import BY_HAND, Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from tests.editing.samples import ids, inner_walls, seen
from tests.maze.transforms.samples import picture, some_options

RECIPE = Recipe("backtracker", seed=5, braid=0.5, sizes={"rows": 9, "columns": 12})
HEART = replace(RECIPE, masks=(MaskStep("heart"),), pieces="largest")


@pytest.fixture
def document() -> Document:
    return Document(maze_of(RECIPE), RECIPE)


@pytest.mark.parametrize("name", TRANSFORMS.names())
def test_one_step_there_and_back(document: Document, name: str) -> None:
    before, maze = seen(document), document.maze
    options = some_options(name, maze, Random(4))
    if options is None:  # it needs one route
        return
    expected = picture(apply_transform(name, maze, **options))
    work = transforming(document, name, **options)
    assert work.deliver(work.run(Job()))
    assert picture(document.maze) == expected
    assert (document.undo_name, document.recipe) == (
        TRANSFORMS[name].label,
        RECIPE.at(document.maze.lattice),
    )
    document.maze.check()
    document.undo()
    assert seen(document) == before
    document.redo()
    assert picture(document.maze) == expected


def test_what_is_edited_meanwhile_is_kept(document: Document) -> None:
    work = transforming(document, "flip")
    edit = work.run(Job())
    wall = ids(inner_walls(document.maze.lattice)[0])
    document.apply(ToggleWalls.of(document.maze, wall))
    before = seen(document)
    assert not work.deliver(edit)
    assert seen(document) == before


def test_nothing_to_change_is_no_step(document: Document) -> None:
    work = transforming(document, "braid", share=0.0)
    assert work.deliver(work.run(Job()))
    assert not document.can_undo


def test_few_walls_are_toggled_and_the_route_stays() -> None:
    recipe = replace(RECIPE, braid=0.0, sizes={"rows": 20, "columns": 20})
    document = Document(maze_of(recipe), recipe)
    document.show(solve("breadth-first", document.maze))
    work = transforming(document, "braid", share=0.02, seed=1)
    edit = work.run(Job())
    assert isinstance(edit, ToggleWalls)
    assert work.deliver(edit)
    assert document.solution is not None
    assert document.stale


@pytest.mark.parametrize("shape", SHAPES.names())
def test_an_outline_that_changed_counts_as_painted(shape: str) -> None:
    whole = build(shape)
    inside = whole.inside.copy()
    inside[whole.row_starts[0] + 1] = False
    inside[whole.row_starts[-1] + 1] = False
    document = Document(generate("prim", mask_lattice(whole, inside), 1), HEART)
    angle = next(by for by, no in TRANSFORMS["rotate"].choices(whole).items() if not no)
    before = seen(document)
    work = transforming(document, "rotate", by=angle)
    assert work.deliver(work.run(Job()))
    painted = replace(RECIPE, masks=(BY_HAND,))
    assert document.recipe == painted.at(document.maze.lattice)
    document.undo()
    assert seen(document) == before
    assert document.recipe == HEART.at(whole)


def test_an_outline_that_is_gone_leaves_the_recipe() -> None:
    whole = build("rectangular", rows=5, columns=5)
    inside = whole.inside.copy()
    inside[whole.cell(0, 0)] = False
    document = Document(generate("prim", mask_lattice(whole, inside), 1), HEART)
    work = transforming(document, "delete", at=0)
    assert work.deliver(work.run(Job()))
    assert document.recipe == RECIPE.at(document.maze.lattice)
    document.undo()
    assert document.recipe.masks
