"""Any sequence of steps, strokes, undo, redo and saves does what a list of snapshots contains."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.changes.entrances import choices
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import (
    Edit,
    ReplaceMaze,
    SetLocks,
    SetOpenings,
    SetPage,
    Stroke,
    ToggleWalls,
)
from mazeeditor.editing.step_records import record_history, replay_steps
from mazeeditor.maze.maze import with_locks
from mazeeditor.maze.recipe import Recipe
from tests.breadth import stress
from tests.editing.samples import Seen, box, closed, ids, inner_walls, seen

PAGES: dict[str, list[Any]] = {"margin": [15.0, 5.0, 10.0], "title": ["", "Hedge", "Yew"]}


@dataclass
class Point:
    """A state the document was in, and the page fields that led to it, if only those did."""

    what: Seen
    number: int
    fields: set[str] | None = None


class Editing(RuleBasedStateMachine):
    """A document beside a list of snapshots, with a finger on one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = count()
        self.stroke: Stroke | None = None
        self.mergeable = False

    @initialize(rows=st.integers(1, 2), columns=st.integers(2, 3))
    def make(self, rows: int, columns: int) -> None:
        self.document = Document(box(rows, columns))
        self.points = [Point(seen(self.document), next(self.numbers))]
        self.at = self.saved = 0
        self.notified = closed(self.document.maze)
        self.document.changed.subscribe(self.follow)

    def follow(self, change: Change) -> None:
        """Follow the walls by notifications alone."""
        maze = self.document.maze
        if change.walls is None:
            self.notified = closed(maze)
        else:
            shut = {wall for wall in change.walls.tolist() if maze.is_closed(ids(wall))[0]}
            self.notified = self.notified - set(change.walls.tolist()) | shut

    # The model

    def push(self, fields: set[str] | None = None) -> None:
        now, last = seen(self.document), self.points[self.at]
        if now == last.what:
            return
        del self.points[self.at + 1 :]
        merges = self.mergeable and fields and last.fields == fields and self.saved != last.number
        if merges:
            del self.points[self.at]
            if now == self.points[-1].what:
                self.at, self.mergeable = self.at - 1, False
                return
        self.points.append(Point(now, next(self.numbers), fields))
        self.at, self.mergeable = len(self.points) - 1, True

    def settle(self) -> None:
        if self.stroke and self.stroke.open:
            self.push()
        self.stroke = None

    def do(self, edit: Edit, fields: set[str] | None = None) -> None:
        self.settle()
        self.document.apply(edit)
        self.push(fields)

    # What a user does

    @rule(data=st.data())
    def toggle(self, data: st.DataObject) -> None:
        maze = self.document.maze
        walls = ids(*data.draw(st.sets(st.sampled_from(inner_walls(maze.lattice)))))
        walls = walls[~maze.is_locked(walls)]
        self.do(ToggleWalls.of(self.document.maze, walls))

    @rule(data=st.data())
    def set_openings(self, data: st.DataObject) -> None:
        maze = self.document.maze
        cells = maze.lattice.inside_cells().tolist()
        places = [place for cell in cells for place in choices(maze.lattice, cell)]
        entrance = data.draw(st.none() | st.sampled_from(places))
        exits = data.draw(st.lists(st.sampled_from(places), max_size=2, unique=True))
        self.do(SetOpenings(maze, entrance, tuple(exits)))

    @rule(data=st.data(), field=st.sampled_from(sorted(PAGES)))
    def set_page(self, data: st.DataObject, field: str) -> None:
        value = data.draw(st.sampled_from(PAGES[field]))
        page = self.document.page
        self.do(SetPage(page, replace(page, **{field: value})), {field})

    @rule(data=st.data(), locked=st.booleans())
    def set_locks(self, data: st.DataObject, locked: bool) -> None:
        maze = self.document.maze
        chosen = data.draw(st.sets(st.sampled_from(maze.lattice.inside_cells().tolist())))
        marks = np.isin(np.arange(maze.lattice.size), list(chosen))
        self.do(SetLocks(maze, with_locks(maze, marks, locked=locked), "Lock"))

    @rule(rows=st.integers(1, 3), columns=st.integers(2, 4))
    def replace_maze(self, rows: int, columns: int) -> None:
        recipe = Recipe(seed=next(self.numbers))  # no two are the same
        self.do(ReplaceMaze("Generate maze", box(rows, columns), recipe))

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        self.settle()
        for _time in range(times):
            self.document.undo()
            self.at, self.mergeable = max(0, self.at - 1), self.mergeable and self.at == 0

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        self.settle()
        last = len(self.points) - 1
        for _time in range(times):
            self.document.redo()
            self.at, self.mergeable = min(last, self.at + 1), self.mergeable and self.at == last

    @rule()
    def save(self) -> None:
        self.settle()
        self.document.project()
        self.document.saved(Path("a.maze"))
        self.saved = self.points[self.at].number

    @rule()
    def recover(self) -> None:
        """Go on with what a snapshot of this moment holds."""
        project = self.document.as_it_is()
        records = json.loads(json.dumps(record_history(self.document)))
        content = Content(project.maze, project.recipe, self.document.page)
        self.settle()
        self.document.recover(project, *replay_steps(records, content), FileOrigin())
        self.mergeable = False

    @rule(data=st.data(), parts=st.integers(1, 3), end=st.sampled_from(["finish", "cancel", ""]))
    def paint(self, data: st.DataObject, parts: int, end: str) -> None:
        """Begin a stroke, or go on with the last if that was left open."""
        stroke = self.stroke = self.stroke or self.document.begin()
        maze = self.document.maze
        every = inner_walls(maze.lattice)
        walls = [wall for wall in every if not maze.is_locked(ids(wall))[0]][:4]
        for _part in range(parts if walls else 0):
            stroke.toggle(ids(*data.draw(st.sets(st.sampled_from(walls), min_size=1))))
        if end == "finish":
            self.settle()
            stroke.finish()
        elif end == "cancel":
            stroke.cancel()
            self.stroke = None
        assert stroke.open == (end == "")

    # What must hold

    @invariant()
    def agrees(self) -> None:
        painted = self.stroke is not None and seen(self.document) != self.points[self.at].what
        if not painted:
            assert seen(self.document) == self.points[self.at].what
        assert self.document.dirty == (painted or self.points[self.at].number != self.saved)
        assert self.document.can_undo == (painted or self.at > 0) == bool(self.document.undo_name)
        can_redo = not painted and self.at + 1 < len(self.points)
        assert self.document.can_redo == can_redo == bool(self.document.redo_name)

    @invariant()
    def is_whole(self) -> None:
        self.document.maze.check()
        assert self.notified == closed(self.document.maze)
        history = self.document.history
        assert history.size == sum(step.size for step in (*history.done, *history.undone))

    @invariant()
    def names_tell_the_truth(self) -> None:
        name = self.document.redo_name
        if not name.endswith((" wall", " walls")):
            return
        before, after = (self.points[self.at + step].what[0] for step in (0, 1))
        added, erased = len(after - before), len(before - after)
        verb = "Change" if added and erased else "Add" if added else "Erase"
        noun = "wall" if added + erased == 1 else "walls"
        assert name == f"{verb} {added + erased} {noun}"


TestEditing = Editing.TestCase
TestEditing.settings = settings(
    max_examples=1000 if stress() else 12, stateful_step_count=30, deadline=None
)
