"""Steps are done whole or not at all, all listeners are notified, and files keep what they held."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings, SetPage, ToggleWalls
from mazeeditor.files import Project
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from tests.editing.samples import box, ids, inner_walls, seen, wall_of


@pytest.fixture
def document() -> Document:
    return Document(box())


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
    changes: list[Change] = []
    document.changed.subscribe(changes.append)
    for edit in (
        ToggleWalls.of(maze, ids()),
        SetOpenings(maze, maze.entrance, maze.exits),
        SetPage(page, replace(page)),
    ):
        document.apply(edit)
    assert (len(document.history), changes) == (0, [])


def test_keys_of_newer_programs_survive(document: Document) -> None:
    page = {"page": "A5", "hologram": 3}
    document.open(
        Project(box(2, 2), Recipe.from_json({"spell": 1}), page, {"smell": "yew"}, ("smell",)),
        Path("a.maze"),
    )
    document.apply(SetPage(document.page, replace(document.page, margin=3.0)))
    project = document.project()
    assert project.page == Page(page="A5", margin=3.0).to_dict() | {"hologram": 3}
    assert (project.recipe.to_json(), project.extra, project.order) == (
        {"spell": 1},
        {"smell": "yew"},
        ("smell",),
    )


def test_opening_begins_a_new_history(document: Document) -> None:
    document.apply(wall_of(document))
    stroke = document.begin()
    changes: list[Change] = []
    document.changed.subscribe(changes.append)
    document.open(Project(box(5, 2)), None, title="scan")
    stroke.toggle(ids(*inner_walls(box(5, 2).lattice)[:1]))
    assert seen(document)[:3] == seen(Document(box(5, 2)))[:3]
    assert (document.can_undo, document.can_redo, document.dirty) == (False, False, False)
    assert (document.name, document.path) == ("scan", None)
    assert [change.maze and change.file and change.walls is None for change in changes] == [True]
    document.new(box(1, 1))
    assert document.name == "Untitled"


def test_a_page_that_cannot_be_opens_nothing(document: Document) -> None:
    document.apply(wall_of(document))
    before, history = seen(document), document.history
    with pytest.raises(MazeError, match=r"^Cannot open b\.maze: Margin must be"):
        document.open(Project(box(2, 2), page={"margin": -1.0}), Path("b.maze"))
    assert (seen(document), document.history, document.path) == (before, history, None)
    assert document.undo_name == "Erase 1 wall"


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
    assert document.undo_name == "Change page: Route colour"
    document.apply(SetPage(document.page, replace(page, page="A3", orientation="landscape")))
    assert document.undo_name == "Change page"
