"""A drag is one step: undone whole, cancelled without a trace, ended by whatever comes next."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from tests.editing.samples import box, closed, ids, inner_walls, seen, turn, wall_of


@pytest.fixture
def document() -> Document:
    return Document(box())


def test_undo_in_the_middle_of_a_drag_undoes_the_drag(document: Document) -> None:
    walls = inner_walls(document.maze.lattice)
    before = seen(document)
    stroke = document.begin()
    stroke.toggle(ids(*walls[:3]))
    assert (document.undo_name, document.dirty) == ("Erase 3 walls", True)
    document.undo()
    stroke.toggle(ids(walls[4]))
    stroke.cancel()
    stroke.finish()
    assert seen(document) == before
    assert document.redo_name == "Erase 3 walls"


def test_an_edit_in_the_middle_of_a_drag_comes_after_it(document: Document) -> None:
    one, other = inner_walls(document.maze.lattice)[:2]
    document.begin().toggle(ids(one))
    turn(document, title="Yew")
    document.begin().toggle(ids(other))
    document.undo()
    assert document.undo_name == "Change page: Title"
    document.undo()
    assert document.undo_name == "Erase 1 wall"


def test_a_drag_ends_what_could_be_redone(document: Document) -> None:
    one, other = inner_walls(document.maze.lattice)[:2]
    document.apply(ToggleWalls.of(document.maze, ids(one)))
    document.undo()
    document.begin().toggle(ids(other))
    document.redo()
    assert closed(document.maze) == closed(box()) - {other}
    assert (document.undo_name, document.can_redo) == ("Erase 1 wall", False)


def test_saving_in_the_middle_of_a_drag_saves_the_drag(document: Document) -> None:
    stroke = document.begin()
    stroke.toggle(ids(inner_walls(document.maze.lattice)[0]))
    project = document.project()
    document.saved(Path("a.maze"))
    stroke.cancel()
    assert closed(project.maze) == closed(document.maze) != closed(box())
    assert not document.dirty


def test_a_cancelled_drag_leaves_redo(document: Document) -> None:
    document.apply(wall_of(document))
    document.undo()
    stroke = document.begin()
    stroke.toggle(ids(*inner_walls(document.maze.lattice)[3:5]))
    assert not document.can_redo
    stroke.cancel()
    assert (document.redo_name, document.dirty) == ("Erase 1 wall", False)


def test_a_stroke_that_ends_as_it_began_leaves_no_step(document: Document) -> None:
    one, other, third = inner_walls(document.maze.lattice)[:3]
    stroke = document.begin()
    stroke.toggle(ids(one, other))
    stroke.toggle(ids(other, one))
    assert (document.can_undo, document.dirty) == (False, False)
    stroke.toggle(ids(third, one))
    stroke.toggle(ids(one))
    stroke.finish()
    assert document.undo_name == "Erase 1 wall"
    document.undo()
    assert (closed(document.maze), document.can_undo) == (closed(box()), False)
