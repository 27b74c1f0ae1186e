"""Every edit is its own inverse, reports all that it changed, and counts the bytes it holds."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from mazeeditor.editing.changes.blanking import blanking, switch_blank
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import (
    ChangeMaze,
    Edit,
    Openings,
    ReplaceMaze,
    SetLocks,
    SetOpenings,
    SetPage,
    SetTabs,
    SetUnderlay,
    ToggleWalls,
    name_walls,
)
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze, locked_walls, with_locks
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import solve
from mazeeditor.page.page import Page
from tests.editing.samples import box, closed, ids, inner_walls, kinds_of_edits, seen, turn, wall_of

MAKE: dict[type[Edit], Callable[[Document], Edit]] = {
    ToggleWalls: lambda document: ToggleWalls.of(
        document.maze, ids(*inner_walls(document.maze.lattice)[::2])
    ),
    SetOpenings: lambda document: SetOpenings(
        document.maze, None, (document.maze.lattice.last, Opening(document.maze.lattice.first.cell))
    ),
    ChangeMaze: lambda document: blanking(
        document.maze, Recipe(seed=3), document.maze.lattice.inside_cells()[-2:]
    ),
    ReplaceMaze: lambda _document: ReplaceMaze("Generate maze", box(7, 2), Recipe(seed=3)),
    SetLocks: lambda document: SetLocks(
        document.maze, with_locks(document.maze, document.maze.lattice.inside, locked=True), "Lock"
    ),
    SetPage: lambda document: SetPage(document.page, replace(document.page, title="Yew")),
    SetUnderlay: lambda document: SetUnderlay(
        document.underlay, replace(document.underlay, left=3.0)
    ),
    SetTabs: lambda _document: SetTabs({"stencil": [[3.0, 4.0]]}),
}


def holding(content: Content) -> Document:
    """Return a document with a content, to see what is in it."""
    document = Document(content.maze, content.recipe, content.page)
    document.apply(SetUnderlay(document.underlay, content.underlay))
    document.apply(SetTabs(content.tabs))
    return document


def half_open() -> Document:
    """Return a document in which every third wall is open."""
    maze = box()
    maze.toggle(ids(*inner_walls(maze.lattice)[::3]))
    return Document(maze)


def test_every_kind_of_edit_is_tested() -> None:
    assert set(MAKE) == kinds_of_edits(), "add the new kind of step to MAKE, and what it changes"


@pytest.mark.parametrize("kind", MAKE)
def test_each_kind_changes_exactly_what_was_asked(kind: type[Edit]) -> None:
    """A step that always forgets the same wall would still be its own inverse."""
    document = half_open()
    lattice, before = document.maze.lattice, closed(document.maze)
    edit = MAKE[kind](document)
    content = Content(document.maze, document.recipe, document.page)
    edit.swap(content)
    walls: set[int] = {*before}
    openings: Openings = lattice.first, (lattice.last,)
    inside, page = set(lattice.inside_cells().tolist()), Page()
    if kind is ToggleWalls:
        walls ^= {*inner_walls(lattice)[::2]}
    elif kind is SetOpenings:
        openings = None, (lattice.last, Opening(lattice.first.cell))
        walls |= {
            lattice.wall(gap.cell, gap.slot) for gap in [lattice.first] if gap.slot is not None
        }
    elif kind is ChangeMaze:
        inside -= {*lattice.inside_cells()[-2:].tolist()}
        openings = lattice.first, ()
        walls = {*closed(switch_blank(half_open().maze, lattice.inside_cells()[-2:]))}
    elif kind is ReplaceMaze:
        other = box(7, 2).lattice
        walls, openings = {*closed(box(7, 2))}, (other.first, (other.last,))
        inside = set(other.inside_cells().tolist())
    elif kind is SetPage:
        page = Page(title="Yew")
    maze = content.maze
    assert closed(maze) == walls
    assert (maze.entrance, maze.exits) == openings
    assert set(maze.lattice.inside_cells().tolist()) == inside
    assert content.page == page
    assert content.recipe.seed == (3 if kind in (ChangeMaze, ReplaceMaze) else None)
    assert len(locked_walls(maze)) == (len(inner_walls(lattice)) if kind is SetLocks else 0)
    assert content.underlay.left == (3.0 if kind is SetUnderlay else 0.0)
    assert content.tabs == ({"stencil": [[3.0, 4.0]]} if kind is SetTabs else {})


@pytest.mark.parametrize("kind", MAKE)
def test_twice_is_as_before(kind: type[Edit]) -> None:
    document = half_open()
    edit = MAKE[kind](document)
    name, before = edit.name, seen(document)
    content = Content(document.maze, document.recipe, document.page)
    first = edit.swap(content)
    assert first
    assert first.maze == (kind in (ChangeMaze, ReplaceMaze))
    assert first.openings == (kind in (ChangeMaze, ReplaceMaze, SetOpenings))
    assert first.locks == (kind in (ChangeMaze, ReplaceMaze, SetLocks))
    assert first.page == (kind is SetPage)
    assert first.underlay == (kind is SetUnderlay)
    assert first.tabs == (kind is SetTabs)
    after = seen(holding(content))
    second = edit.swap(content)
    assert seen(holding(content)) == before != after
    assert edit.name == name
    for one, other in zip(astuple(first), astuple(second), strict=True):
        assert one is other or (one == other).all() if hasattr(one, "all") else one == other


def test_a_change_of_openings_names_the_gaps_in_the_outer_wall() -> None:
    maze = box()
    content = Content(maze, Recipe(), Page())
    before = closed(maze)
    top, middle = Opening(maze.lattice.first.cell, 0), Opening(maze.lattice.last.cell)
    for exits in ((top,), (top, middle), (middle,)):
        change = SetOpenings(maze, maze.lattice.first, exits).swap(content)
        assert change.walls is not None
        assert set(change.walls.tolist()) == before ^ closed(maze)
        assert change.openings
        before = closed(maze)


def test_a_maze_that_is_not_shown_weighs_all_it_keeps_alive() -> None:
    document = Document(box(40, 40))
    other = box(90, 90)
    walls, inside = other.walls.nbytes, other.lattice.inside.nbytes
    edit = ReplaceMaze("Generate maze", other, Recipe())
    assert edit.size > walls + inside
    content = Content(document.maze, document.recipe, document.page)
    edit.swap(content)  # now the smaller one is kept, with a lattice of its own
    assert 2 * 1600 < edit.size < walls
    alike = ReplaceMaze("Generate maze", Maze(other.lattice), Recipe())
    alike.swap(content)  # the lattice is in use anyhow
    assert walls < alike.size < walls + inside


def test_walls_are_kept_as_ids_only() -> None:
    maze = box(50, 50)
    walls = inner_walls(maze.lattice)
    one, many = ToggleWalls.of(maze, ids(walls[0])), ToggleWalls.of(maze, ids(*walls))
    assert many.size - one.size == 4 * (len(walls) - 1)
    assert (many.walls == ids(*walls)).all()


def test_names_count_walls() -> None:
    assert name_walls(0, 1) == "Erase 1 wall"
    assert name_walls(0, 12) == "Erase 12 walls"
    assert name_walls(1234, 0) == "Add 1,234 walls"
    assert name_walls(1, 1) == "Change 2 walls"


@pytest.mark.parametrize("kind", [ToggleWalls, SetOpenings, ReplaceMaze])
def test_a_step_costs_nothing_that_grows_with_the_maze(kind: type[Edit]) -> None:
    """Work over all cells would need room for them: 250,000 cells, and a few hundred bytes."""
    document = Document(maze_of(Recipe("prim", seed=1, sizes={"rows": 500, "columns": 500})))
    assert document.show(solve("breadth-first", document.maze))
    changes: list[Change] = []
    document.changed.subscribe(changes.append)
    edit = {
        ToggleWalls: ToggleWalls.of(document.maze, ids(document.maze.lattice.first.cell * 4 + 1)),
        SetOpenings: SetOpenings(document.maze, document.maze.entrance, ()),
        ReplaceMaze: ReplaceMaze("Generate maze", document.maze.copy(), Recipe()),
    }[kind]
    tracemalloc.start()
    try:
        document.apply(edit)
        document.undo()
        document.redo()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(changes) == 3
    assert peak < 50_000


@pytest.fixture
def document() -> Document:
    return Document(box())


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
