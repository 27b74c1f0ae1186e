"""Stops, keys and doors in the window: seen, set by clicks, and the verdict on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.canvas.thing_marks import THINGS
from mazeeditor.maze.generators import generate
from mazeeditor.maze.search.only_route import neighbours_of
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests.events import click, key
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def stops() -> Desk:
    desk = open_desk()
    desk.document.new(generate("kruskal", build("rectangular", rows=8, columns=10), 5))
    desk.wait_for_work()
    return desk


def drawn(desk: Desk) -> list[str]:
    """Return the numbers and letters over the maze."""
    canvas: Any = desk.view.canvas
    items = canvas.find_withtag(THINGS)
    return [canvas.itemcget(item, "text") for item in items if canvas.type(item) == "text"]


def test_clicks_set_stops_and_the_verdict_follows(stops: Desk) -> None:
    desk, document = stops, stops.document
    canvas, maze = desk.view.canvas, document.maze
    lattice = maze.lattice
    end, before = next(
        (cell, others[0][1])
        for cell in lattice.inside_cells().tolist()[20:]
        if len(others := neighbours_of(maze, cell)) == 1
    )
    row, column = lattice.place(end)
    canvas.focus_force()
    key(canvas, "i")
    for place in ((0.5, 3.5), (row + 0.5, column + 0.5)):
        click(canvas, *desk.at(*place))
    assert document.page.stops == f"0,3 {row},{column}"
    assert drawn(desk) == ["1", "2"]
    desk.wait(lambda: "shortest tour" in desk.figures, "the tour is measured")
    assert desk.verdict == "Exactly one route"
    stroke = document.begin()
    stroke.toggle(np.array([lattice.wall(end, lattice.slot_between(end, before))]))
    stroke.finish()
    desk.wait(lambda: desk.verdict == "Stop 2 cannot be reached.", "the verdict is true")
    assert document.page.stops == f"0,3 {row},{column}"
    document.undo()
    desk.wait(lambda: desk.verdict == "Exactly one route", "it can be reached again")


def test_a_number_on_the_page_finds_places_once(stops: Desk) -> None:
    desk, document = stops, stops.document
    fields = desk.session.opened.page_fields
    fields.edit("along", "stops")
    fields.edit("stops", "3")
    fields.edit("keys", "1")
    places = document.page.stops, document.page.keys
    assert [len(text.split()) for text in places] == [3, 1]
    assert sorted(drawn(desk)) == ["1", "2", "3", "A", "A"]
    document.apply(SetPage(document.page, replace(document.page, stops_order="any")))
    assert sorted(drawn(desk)) == ["A", "A", "•", "•", "•"]
    document.apply(SetPage(document.page, Page()))
    assert drawn(desk) == []
