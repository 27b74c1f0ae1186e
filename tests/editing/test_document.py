"""Steps are done whole or not at all, everybody hears of them, and files keep what they held."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.drawing.style import Page
from mazeeditor.editing.change import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings, SetPage, ToggleWalls
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.files.project import Project
from tests.editing.samples import box, closed, ids, inner_walls, seen


@pytest.fixture
def document() -> Document:
    return Document(box())


def wall_of(document: Document) -> ToggleWalls:
    return ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[0]))


def turn(document: Document, **changes: Any) -> None:
    document.apply(SetPage(document.page, replace(document.page, **changes)))


def test_a_refused_edit_leaves_everything(document: Document) -> None:
    document.apply(wall_of(document))
    document.undo()
    before = seen(document)
    outer = ids(document.maze.lattice.wall(document.maze.lattice.first.cell, 0))
    with pytest.raises(UsageError, match="outer wall"):
        document.apply(ToggleWalls.of(document.maze, outer))
    with pytest.raises(UsageError, match="no outer wall"):
        document.apply(SetOpenings(document.maze, replace(document.maze.lattice.first, slot=1), ()))
    assert (seen(document), document.can_undo, document.dirty) == (before, False, False)
    assert document.redo_name == "Erase 1 wall"


def test_an_edit_that_changes_nothing_leaves_no_step(document: Document) -> None:
    maze, page = document.maze, document.page
    heard: list[Change] = []
    document.listen(heard.append)
    for edit in (
        ToggleWalls.of(maze, ids()),
        SetOpenings(maze, maze.entrance, maze.exits),
        SetPage(page, replace(page)),
    ):
        document.apply(edit)
    assert (len(document.history), heard) == (0, [])


def test_listeners_hear_of_each_change_until_they_stop(document: Document) -> None:
    heard: list[Change] = []
    stop = document.listen(heard.append)
    document.apply(wall_of(document))
    document.apply(SetPage(document.page, replace(document.page, title="Yew")))
    document.apply(SetPage(document.page, document.page))
    document.redo()
    assert [(change.passages, change.page) for change in heard] == [(True, False), (False, True)]
    stop()
    document.undo()
    assert len(heard) == 2


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


def test_what_was_edited_while_saving_is_not_saved(document: Document) -> None:
    document.apply(wall_of(document))
    project, state = document.project(), document.history.state
    document.apply(wall_of(document))
    document.saved(Path("yew.maze"), state)
    assert closed(project.maze) != closed(document.maze)
    assert (document.dirty, document.name) == (True, "yew.maze")
    document.undo()
    assert not document.dirty


def test_keys_of_newer_programs_survive(document: Document) -> None:
    page = {"page": "A5", "hologram": 3}
    document.open(
        Project(box(2, 2), {"spell": 1}, page, {"smell": "yew"}, ("smell",)), Path("a.maze")
    )
    document.apply(SetPage(document.page, replace(document.page, margin=3.0)))
    project = document.project()
    assert project.page == Page(page="A5", margin=3.0).to_dict() | {"hologram": 3}
    assert (project.recipe, project.extra, project.order) == (
        {"spell": 1},
        {"smell": "yew"},
        ("smell",),
    )


def test_opening_begins_a_new_history(document: Document) -> None:
    document.apply(wall_of(document))
    stroke = document.begin()
    heard: list[Change] = []
    document.listen(heard.append)
    document.open(Project(box(5, 2)), None, title="scan")
    stroke.toggle(ids(*inner_walls(box(5, 2).lattice)[:1]))
    assert seen(document)[:3] == seen(Document(box(5, 2)))[:3]
    assert (document.can_undo, document.can_redo, document.dirty) == (False, False, False)
    assert (document.name, document.path) == ("scan", None)
    assert [change.maze and change.file and change.walls is None for change in heard] == [True]
    document.new(box(1, 1))
    assert document.name == "Untitled"


def test_a_page_that_cannot_be_opens_nothing(document: Document) -> None:
    document.apply(wall_of(document))
    before, history = seen(document), document.history
    with pytest.raises(MazeError, match=r"^Cannot open b\.maze: Margin must be"):
        document.open(Project(box(2, 2), page={"margin": -1.0}), Path("b.maze"))
    assert (seen(document), document.history, document.path) == (before, history, None)
    assert document.undo_name == "Erase 1 wall"


def test_turning_one_knob_is_one_step(document: Document) -> None:
    turn(document, title="Yew")
    for margin in (14.0, 13.0, 12.0):
        turn(document, margin=margin)
    assert len(document.history) == 2
    document.undo()
    assert document.page == Page(title="Yew")
    document.redo()
    assert document.page == Page(title="Yew", margin=12.0)


def test_a_knob_turned_back_is_no_step(document: Document) -> None:
    turn(document, title="Yew")
    document.saved(Path("a.maze"))
    turn(document, margin=14.0)
    turn(document, margin=15.0)
    assert (len(document.history), document.dirty) == (1, False)
    turn(document, margin=14.0)
    assert (len(document.history), document.dirty) == (2, True)


@pytest.mark.parametrize("between", ["save", "undo and redo", "another step"])
def test_what_parts_two_turns_of_a_knob(document: Document, between: str) -> None:
    turn(document, margin=14.0)
    if between == "save":
        document.saved(Path("a.maze"))
    elif between == "another step":
        document.apply(wall_of(document))
    else:
        document.undo()
        document.redo()
    turn(document, margin=13.0)
    document.undo()
    assert (document.page.margin, document.dirty) == (14.0, between != "save")


def test_a_knob_turned_while_saving_is_not_saved(document: Document) -> None:
    turn(document, margin=14.0)
    _project, state = document.project(), document.history.state
    turn(document, margin=13.0)
    document.saved(Path("a.maze"), state)
    assert (len(document.history), document.dirty) == (1, True)


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


def test_menus_name_openings_and_pages(document: Document) -> None:
    maze, page = document.maze, document.page
    first, last = maze.lattice.first, maze.lattice.last
    middle = replace(last, slot=None)
    for exits, name in [
        ((middle,), "Move exit"),
        ((middle, last), "Add exit"),
        ((last,), "Remove exit"),
        ((), "Remove exit"),
        ((last, middle), "Set exit"),
        ((), "Remove exits"),
    ]:
        document.apply(SetOpenings(maze, first, exits))
        assert document.undo_name == name
    for entrance, name in [
        (middle, "Move entrance"),
        (None, "Remove entrance"),
        (first, "Set entrance"),
    ]:
        document.apply(SetOpenings(maze, entrance, ()))
        assert document.undo_name == name
    document.apply(SetOpenings(maze, middle, (last,)))
    assert document.undo_name == "Set entrance and exits"
    document.apply(SetPage(page, replace(page, solution_colour="red")))
    assert document.undo_name == "Change page: Solution colour"
    document.apply(SetPage(document.page, replace(page, page="A3", landscape=True)))
    assert document.undo_name == "Change page"
