"""Operations of a document as plain JSON values, and doing them again over an earlier content.

::

    ["toggle", [12, 40]]                 of a drag, which "end" or "cancel" ends
    ["do", {"kind": "walls", "name": "Erase 2 walls", "walls": [120, 124]}]
    ["undo", {"kind": "page", "name": "Change page: Margin", "page": {"margin": 10.0}}]

A step is what ``step_records`` makes of it, but of a page, an underlay or tabs only the values that
it changes. Undo and redo hold their step too: the history that is restored may lack it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeeditor.editing.content import Content
from mazeeditor.editing.edits import Edit, EditHistory, SetPart, Stroke
from mazeeditor.editing.history import EditOperation
from mazeeditor.editing.step_records import (
    Json,
    Restored,
    record_step,
    restore_history,
    restored_step,
)
from mazeeditor.files import Project
from mazeeditor.page.page import Page

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.files.snapshots import StoredSnapshot
    from mazeeditor.files.unsaved_work import Origin

Record = list[Any]  # the name of an operation and, where it has any, its details
LARGEST = 1 << 17  # bytes of a step that is worth a record, about: others are worth a snapshot
_PARTS: dict[str, Any] = {
    "page": lambda content: content.page.to_dict(),
    "underlay": lambda content: content.underlay.to_json(),
    "tabs": lambda content: dict(content.tabs),
}
_MISSING = object()


def plan_step(edit: Edit, content: Content) -> Json | None:
    """Return the record of an edit that is about to change ``content``; None for a large one."""
    part = isinstance(edit, SetPart)
    if not part and edit.size > LARGEST:
        return None
    record = record_step(edit)
    for key in _PARTS.keys() & record.keys() if part else ():
        record[key], record["gone"] = _changed(_PARTS[key](content), record[key])
    return None if part and len(json.dumps(record)) > LARGEST else record


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Json, list[str]]:
    """Return the values that are new or other than before, and the keys that are no more."""
    new = {key: value for key, value in after.items() if before.get(key, _MISSING) != value}
    return new, sorted(before.keys() - after.keys())


def record(operation: EditOperation, details: Any) -> Record | None:
    """Return an operation as JSON values, ``None`` where it cannot be done again.

    ``details`` are what ``plan_step`` returned, or walls int64[k].
    """
    if operation in (EditOperation.END, EditOperation.CANCEL):
        return [operation.value]
    if operation is EditOperation.OTHER or details is None:
        return None
    if operation is EditOperation.TOGGLE:
        details = details.tolist()
    return [operation.value, details]


class Replay:
    """Does operations again; ``content`` and ``history`` are what they have led to."""

    def __init__(self, restored: Restored) -> None:
        self.content, self.history, walls = restored
        self._stroke: Stroke | None = None
        if walls is not None:
            self._begin().resume(walls)

    def _begin(self) -> Stroke:
        self._stroke = self._stroke or Stroke(self.content, lambda _change: None, self._end)
        return self._stroke

    def _end(self, stroke: Stroke) -> None:
        if not stroke.void:
            self.history.push_apart(stroke.edit)

    def do(self, record: Record) -> None:
        """Do one operation; where it raises anything at all, nothing has changed."""
        operation, *details = record
        with self.content.restored_on_error(), self.history.restored_on_error(None):
            self._do(EditOperation(operation), *details)

    def _do(self, operation: EditOperation, details: Any = None) -> None:
        if operation is EditOperation.TOGGLE:
            self._begin().toggle(np.array(details, np.int64))
        elif operation in (EditOperation.END, EditOperation.CANCEL):
            self.finish(cancel=operation is EditOperation.CANCEL)
        elif self._stroke:
            raise ValueError("a stroke has not ended")
        elif operation is EditOperation.UNDO and self.history.can_undo:
            self.history.undo(self.content)
        elif operation is EditOperation.REDO and self.history.can_redo:
            self.history.redo(self.content)
        else:
            self._swap(operation, details)

    def _swap(self, operation: EditOperation, record: Json) -> None:
        edit = self._step(record)
        edit.swap(self.content)
        if operation in (EditOperation.DO, EditOperation.REDO):
            self.history.push_apart(edit)
        elif operation is EditOperation.UNDO:
            self.history.push_undone(edit)
        else:
            self.history.push_merged(away=operation is EditOperation.MERGE_AWAY)

    def _step(self, record: Json) -> Edit:
        """Return a step with all values of what it changes."""
        for key in _PARTS.keys() & record.keys() if "gone" in record else ():
            before = _PARTS[key](self.content)
            kept = {name: value for name, value in before.items() if name not in record["gone"]}
            record = {**record, key: {**kept, **record[key]}}
        return restored_step(record)

    def finish(self, *, cancel: bool = False) -> None:
        """End the stroke that is running, if there is one, as a step or without one."""
        stroke, self._stroke = self._stroke, None
        if stroke and cancel:
            stroke.cancel()
        elif stroke:
            stroke.finish()


def replayed(
    steps: Any, content: Content, records: Iterable[Record] = ()
) -> tuple[Content, EditHistory]:
    """Return what ``records`` lead to from a content and the steps of ``record_history``.

    They are done again up to the first that cannot be: one of a newer version, say. A stroke that
    has not ended is a step.
    """
    replay = Replay(restore_history(steps, content))
    with suppress(Exception):  # whatever such a record raises, what was done before it stays
        for each in records:
            replay.do(each)
    replay.finish()
    return replay.content, replay.history


class UnsavedContent(NamedTuple):
    """Unsaved work: as it would be saved, where it comes from, and with its steps of undo."""

    project: Project
    origin: Origin
    content: Content
    history: EditHistory


def read_work(stored: StoredSnapshot, job: Job) -> UnsavedContent:
    """Return unsaved work as it was last; raises ``MazeError`` and ``CancelledError``."""
    project, origin, changes = stored.read(job)
    page = Page.from_dict(project.page)
    content = Content(project.maze, project.recipe, page, project.underlay, project.tabs)
    job.check()
    records = [change.record for change in changes]
    content, history = replayed(origin.history, content, records)
    content.maze.check()
    now = replace(
        project,
        maze=content.maze,
        recipe=content.recipe,
        page=content.page.to_dict(project.page),
        underlay=content.underlay,
        tabs=content.tabs,
    )
    return UnsavedContent(now, origin, content, history)
