"""What was done since a moment can be done again from there, and leads to the same document."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from mazeeditor.core.pictures import load_logo
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.content import Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import (
    Edit,
    ReplaceMaze,
    SetOpenings,
    SetPage,
    SetTabs,
    SetUnderlay,
    ToggleWalls,
)
from mazeeditor.editing.followers import Journal
from mazeeditor.editing.history import EditOperation
from mazeeditor.editing.step_records import (
    KINDS,
    MAX_BYTES,
    Record,
    plan_step,
    record,
    record_history,
    replay_steps,
)
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay
from tests.breadth import stress
from tests.editing.samples import box, ids, inner_walls, seen
from tests.editing.test_any_steps import Editing
from tests.editing.test_step_records import one_of_each


class Moment(Journal):
    """A document as it is, and all that is done to it from then on, as a disk keeps both."""

    def __init__(self, document: Document) -> None:
        self.document, self.records = document, list[Record]()
        self.whole = True  # whether all of it can be done again
        self._project, self._page = document.as_it_is(), document.page
        self._steps = json.dumps(record_history(document))
        document.journal = self

    def plan(self, edit: Edit, content: Content, /) -> Any:
        return plan_step(edit, content)

    def note(self, operation: EditOperation, details: Any = None, /) -> None:
        noted = record(operation, details)
        self.whole = self.whole and noted is not None
        self.records.append(json.loads(json.dumps(noted)))

    def again(self) -> Document:
        """Return what comes of it."""
        assert self.whole
        project = self._project
        content = Content(
            project.maze.copy(), project.recipe, self._page, project.underlay, project.tabs
        )
        result = Document(box(1, 2))
        steps = json.loads(self._steps)
        result.recover(project, *replay_steps(steps, content, self.records), FileOrigin())
        return result


def check_same(one: Document, other: Document) -> None:
    """Fail unless two documents look alike at each of their steps, with the same names."""
    one.settle()
    other.settle()
    steps = len(one.history.done), len(one.history.undone)
    assert (len(other.history.done), len(other.history.undone)) == steps
    for go, back in (("undo", "redo"), ("redo", "undo")):
        for name in (go,) * (len(one.history)) + (back,) * len(one.history):
            assert seen(one)[:6] == seen(other)[:6]
            assert (one.undo_name, one.redo_name) == (other.undo_name, other.redo_name)
            assert one.dirty == other.dirty
            assert (one.underlay, one.tabs) == (other.underlay, other.tabs)
            getattr(one, name)()
            getattr(other, name)()
        while len(one.history.done) > steps[0]:
            one.undo()
            other.undo()
        while len(one.history.done) < steps[0]:
            one.redo()
            other.redo()


class Doing(Editing):
    """A document whose steps are done again from a moment, which changes now and then."""

    @initialize(rows=st.integers(1, 2), columns=st.integers(2, 3))
    def make(self, rows: int, columns: int) -> None:
        super().make(rows, columns)
        self.moment = Moment(self.document)

    @rule()
    def look(self) -> None:
        self.moment = Moment(self.document)

    @rule()
    def save(self) -> None:
        super().save()
        self.look()

    @rule()
    def recover(self) -> None:
        super().recover()
        self.look()

    @invariant()
    def leads_to_the_same(self) -> None:
        if not hasattr(self, "moment"):
            return
        again = self.moment.again()
        document = self.document
        assert seen(again)[:4] == seen(document)[:4]
        assert again.undo_name == document.undo_name
        if not document.running:
            assert again.redo_name == document.redo_name
            assert again.dirty == document.dirty

    def teardown(self) -> None:
        if hasattr(self, "moment"):
            again = self.moment.again()
            self.document.settle()
            check_same(self.document, again)


TestDoing = Doing.TestCase
TestDoing.settings = settings(
    max_examples=1000 if stress() else 4, stateful_step_count=30, deadline=None
)


def document_and_moment() -> tuple[Document, Moment]:
    document = Document(box(3, 4))
    document.apply(ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[0])))
    return document, Moment(document)


def test_a_page_an_underlay_and_tabs_hold_only_what_they_change() -> None:
    document, _moment = document_and_moment()
    picture = load_logo(Path(__file__).parents[2] / "icons/app.png")
    document.apply(SetPage(document.page, replace(document.page, logo=picture)))
    document.apply(SetUnderlay(document.underlay, Underlay(picture=picture)))
    document.apply(SetTabs({"checksum": 7, "walls": "0.5,0 0.5,1"}))
    moment = Moment(document)
    page = document.page
    for margin in (7.0, 8.0, 9.0):
        document.apply(SetPage(document.page, replace(document.page, margin=margin)))
    document.apply(SetPage(document.page, replace(page, margin=page.margin)))  # taken back
    document.apply(SetPage(document.page, replace(document.page, title="Yew")))
    document.apply(SetUnderlay(document.underlay, replace(document.underlay, left=3.0)))
    document.apply(SetTabs({"checksum": 8}))
    for _step in range(3):
        document.undo()
    document.redo()
    assert len(json.dumps(moment.records)) < 5_000
    assert moment.records[3][0] == "merge away"
    check_same(document, moment.again())


def test_a_large_step_is_not_recorded() -> None:
    document = Document(box(3, 4))
    moment = Moment(document)
    document.apply(ReplaceMaze("Generate maze", box(300, 300), Recipe(seed=1)))
    assert not moment.whole
    moment = Moment(document)
    picture = "data:image/png;base64," + "A" * MAX_BYTES
    document.apply(SetUnderlay(document.underlay, Underlay(picture=picture)))
    assert not moment.whole


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_drag_goes_on_over_the_moment(cancelled: bool) -> None:
    document = Document(box(3, 4))
    walls = inner_walls(document.maze.lattice)
    for wall in walls[:3]:
        document.apply(ToggleWalls.of(document.maze, ids(wall)))
    document.undo()
    stroke = document.begin()
    stroke.toggle(ids(*walls[5:7]))
    moment = Moment(document)
    check = Moment(document).again()
    assert (check.undo_name, check.redo_name) == ("Erase 2 walls", "")
    document.journal = moment
    stroke.toggle(ids(*walls[6:8]))
    if cancelled:
        stroke.cancel()
    else:
        stroke.finish()
    check_same(document, moment.again())


def test_what_undo_takes_back_is_known_where_the_history_is_not() -> None:
    document = Document(box(3, 4))
    walls = inner_walls(document.maze.lattice)
    for wall in walls[:4]:
        document.apply(ToggleWalls.of(document.maze, ids(wall)))
    document.apply(SetOpenings(document.maze, None, ()))
    document.apply(SetPage(document.page, replace(document.page, title="Yew")))
    moment = Moment(document)
    moment._steps = json.dumps({"of": "another version"})
    for _step in range(4):
        document.undo()
    document.redo()
    again = moment.again()
    assert seen(again)[:5] == seen(document)[:5]
    for _step in range(3):
        document.redo()
        again.redo()
        assert seen(again)[:5] == seen(document)[:5]
    again.history.check()


@pytest.mark.parametrize(
    "record",
    [
        [],
        ["fly"],
        ["do"],
        ["do", None],
        ["do", {"kind": "fly", "name": ""}],
        ["do", {"kind": "walls", "name": "", "walls": [10**9]}],
        ["do", {"kind": "page", "name": "", "gone": [], "page": {"margin": "wide"}}],
        ["toggle", [-1]],
        ["toggle", "all"],
        ["undo", {"kind": "openings", "name": "", "entrance": [99, 3], "exits": []}],
        ["merge", {"kind": "walls"}],
    ],
)
def test_what_cannot_be_done_ends_it_and_changes_nothing(record: Record) -> None:
    document, moment = document_and_moment()
    document.apply(ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[1])))
    walls = document.maze.walls.copy()
    moment.records.append(record)
    document.apply(ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[2])))
    again = moment.again()
    if record[:1] == ["undo"]:  # its step is known from the history
        return
    assert np.array_equal(again.maze.walls, walls)
    again.maze.check()
    again.undo()
    again.undo()
    assert np.array_equal(again.maze.walls, box(3, 4).walls)


def test_the_default_page_is_kept() -> None:
    document, moment = document_and_moment()
    document.apply(SetPage(document.page, replace(document.page, margin=7.0)))
    document.apply(SetPage(document.page, Page()))
    check_same(document, moment.again())


def test_every_kind_of_step_is_done_again() -> None:
    document = Document(box(3, 4))
    moment = Moment(document)
    one_of_each(document)
    kinds = {record[1]["kind"] for record in moment.records if record[0] == "do"}
    assert kinds == {kind for kind, *_how in KINDS.values()}
    for _step in range(5):
        document.undo()
    document.redo()
    check_same(document, moment.again())
