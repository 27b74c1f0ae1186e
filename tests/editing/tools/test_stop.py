"""Stops, keys and doors set, moved and removed by clicks, drags and keys."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.editing.changes.stops import passage_at
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage
from mazeeditor.editing.tools import MODES
from mazeeditor.editing.work import generating
from mazeeditor.files import read
from mazeeditor.files.project import save
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from mazeeditor.page.shown_page import page_with, placed_on

Point = tuple[float, float]


def document_of(rows: int = 6, **values: str) -> Document:
    maze = generate("kruskal", build("rectangular", rows=rows, columns=8), 3)
    page = Page.from_dict({"along": "stops", **values} if values else {})
    return Document(maze, page=page_with(page, placed_on(maze, page)))


def drag(document: Document, *points: Point) -> str:
    """Press at the first point and let go at the last; returns the report."""
    gesture = MODES["stop"].run()
    gesture.press(document, *points[0])
    for point in points[1:]:
        gesture.move(document, *point)
    gesture.release(document, *points[-1])
    assert not gesture.busy
    return gesture.report


def door_at(document: Document, index: int) -> Point:
    """Return the middle of a door."""
    lattice = document.maze.lattice
    _cell, door = document.page.keys.split()[index].split("=")
    one, other = (lattice.cell(*map(int, place.split(","))) for place in door.split("-"))
    walls = np.array([lattice.wall(one, lattice.slot_between(one, other))])
    ends = lattice.geometry.post_positions(lattice.geometry.posts(walls))
    x, y = middles(ends, lattice.geometry.bulges(walls))[0].tolist()
    return x, y


def test_clicks_add_stops_and_remove_them() -> None:
    document = document_of()
    for point in ((3.5, 2.5), (6.5, 0.5), (1.5, 4.5)):
        drag(document, point)
    assert (document.page.along, document.page.stops) == ("stops", "2,3 0,6 4,1")
    assert document.undo_name == "Add stop 3"
    drag(document, (6.5, 0.5))
    assert (document.page.stops, document.undo_name) == ("2,3 4,1", "Remove stop 2")
    for _step in range(4):
        document.undo()
    assert (document.page.along, document.page.stops) == ("none", "")
    document.redo()
    drag(document, (3.5, 2.5))
    assert document.page.along == "none", "the last one is gone"


def test_drags_move_stops_and_walls_leave_them() -> None:
    document = document_of(stops="3")
    first, *others = document.page.stops.split()
    row, column = map(int, first.split(","))
    free = next(
        (r, c) for r in range(6) for c in range(8) if f"{r},{c}" not in document.page.stops.split()
    )
    drag(document, (column + 0.5, row + 0.5), (free[1] + 0.5, free[0] + 0.5))
    assert document.page.stops.split() == [f"{free[0]},{free[1]}", *others]
    assert document.undo_name == "Move stop 1"
    before = document.page
    walls = [wall for wall in document.maze.closed_walls() if document.maze.lattice.is_inner(wall)]
    document.begin().toggle(np.array(walls[:5]))
    document.settle()
    assert document.page == before
    stop = others[0].split(",")
    report = drag(
        document, (free[1] + 0.5, free[0] + 0.5), (int(stop[1]) + 0.5, int(stop[0]) + 0.5)
    )
    assert "Two stops or keys are in cell" in report
    assert document.page == before


def test_drags_move_keys_and_doors() -> None:
    document = document_of(keys="2", stops="1")
    key, door = document.page.keys.split()[0].split("=")
    row, column = map(int, key.split(","))
    corner = next(
        (r, c) for r in range(6) for c in range(8)
        if f"{r},{c}" not in f"{document.page.keys} {document.page.stops}"
    )  # fmt: skip
    drag(document, (column + 0.5, row + 0.5), (corner[1] + 0.5, corner[0] + 0.5))
    assert document.page.keys.split()[0] == f"{corner[0]},{corner[1]}={door}"
    assert document.undo_name == "Move key A"
    passages = [
        (x + 1.0, y + 0.5) for y in range(6) for x in range(7)
        if passage_at(document.maze, x + 1.0, y + 0.5)
    ]  # fmt: skip
    doors = [door_at(document, 0), door_at(document, 1)]
    free = next(place for place in passages if place not in doors)
    drag(document, doors[0], free)
    assert (door_at(document, 0), document.undo_name) == (free, "Move door A")
    assert drag(document, free, doors[1]) == "Another door is here already."
    drag(document, free)
    assert document.undo_name == "Remove key A and its door"
    assert len(document.page.keys.split()) == 1


def test_keys_add_and_remove() -> None:
    document, gesture = document_of(), MODES["stop"].run()
    cell = document.maze.lattice.cell(3, 3)
    assert gesture.enter(document, cell)
    assert document.page.stops == "3,3"
    assert gesture.delete(document, cell)
    assert not gesture.delete(document, cell)
    assert document.page.along == "none"


def test_hover_says_what_a_click_would_do() -> None:
    document, gesture = document_of(stops="0,3"), MODES["stop"].run()
    shown = [gesture.hover(document, *place) for place in ((3.5, 0.5), (4.5, 2.5), (20, 20))]
    assert [each and each.hint for each in shown] == ["Remove stop 1", "Add stop 2", None]
    other = document_of()
    other.apply(SetPage(other.page, Page(along="numbers")))
    refused = gesture.hover(other, 2.5, 2.5)
    assert refused
    assert refused.refuses
    assert "Numbers to add up are in the maze" in refused.hint
    assert drag(other, (2.5, 2.5)) == refused.hint


def test_generate_places_as_many_anew_in_one_step(tmp_path: Path) -> None:
    document = document_of(stops="3", keys="1")
    before = document.page
    work = generating(document, Recipe("kruskal", seed=9, shape="rectangular",
                                       sizes={"rows": 10, "columns": 12}))  # fmt: skip
    assert work.deliver(work.run(Job()))
    assert document.page.stops != before.stops
    assert (len(document.page.stops.split()), len(document.page.keys.split())) == (3, 1)
    assert placed_on(document.maze, document.page) == {}
    document.undo()
    assert document.page == before
    document.redo()
    save(document.project(), tmp_path / "a.maze")
    assert Page.from_dict(read(tmp_path / "a.maze").page) == document.page


def test_nothing_is_set_where_stops_have_no_place() -> None:
    document = document_of(stops="99,0")
    assert "no place in this maze" in drag(document, (2.5, 2.5))
