"""The steps and operations of a document as JSON values, and doing them again after a crash.

A record holds what its step holds: what the step would put into the maze::

    {"kind": "walls", "name": "Erase 2 walls", "walls": [120, 124]}
    {"kind": "openings", "name": "Move exit", "entrance": [33, 3], "exits": [[98, null]]}
    {"kind": "page", "name": "Change page: Margin", "page": {"margin": 10.0, ...}}
    {"kind": "maze", "name": "Generate maze", "project": "... a whole project file"}
    {"kind": "difference", "name": "Blank", "walls": {...}, "inside": {...}, ...}
    {"kind": "locks", "name": "Lock 4 walls", "locks": {...}}
    {"kind": "underlay", "name": "Move underlay", "underlay": {"picture": {"long": 0}, ...}}
    {"kind": "tabs", "name": "Place tabs", "tabs": {"checksum": 12345, ...}}

A logo and the picture of an underlay are long: what many steps hold is kept once, in ``texts``
(the first two are those of the document).

An operation of the journal holds such a step, but of a page, an underlay or tabs only the values
that it changes. Undo and redo hold their step too: the history that is restored may lack it::

    ["toggle", [12, 40]]                 of a drag, which "end" or "cancel" ends
    ["do", {"kind": "walls", "name": "Erase 2 walls", "walls": [120, 124]}]
    ["undo", {"kind": "page", "name": "Change page: Margin", "page": {"margin": 10.0}}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.difference import Difference
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import (
    ChangedParts,
    ChangeMaze,
    Edit,
    EditHistory,
    Openings,
    ReplaceMaze,
    SetLocks,
    SetOpenings,
    SetPage,
    SetPart,
    SetTabs,
    SetUnderlay,
    Stroke,
    ToggleWalls,
)
from mazeeditor.editing.history import OVERHEAD_BYTES, EditOperation
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes, parse
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.transforms.rows_and_columns import CarriedLines
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay

if TYPE_CHECKING:
    from mazeeditor.files.snapshots import StoredSnapshot
    from mazeeditor.files.unsaved_work import Origin


Json = dict[str, Any]
MOST_BYTES = 1 << 18  # of all records together, about: at most 512 steps
MANY_CHARACTERS = 1_000  # characters of a text that is kept once


def record_history(document: Document) -> Json:
    """Return the steps of a document, the newest first to go in: as many as are small.

    A stroke that is ``running`` is the last step: the end of the stroke would remove the steps
    undone before it, so these are kept apart.
    """
    history, running = document.history, document.running
    done = [*history.done, *([running.edit] if running else [])]
    texts = _texts_of(document.underlay, document.page)
    recorded_done = _record_steps(reversed(done), texts)[::-1]
    recorded_undone = _record_steps(history.undone, texts)
    saved = history.saved_after
    dropped = len(done) - len(recorded_done)
    undone: Json = {"undone": recorded_undone}
    return {
        "done": recorded_done,
        **({"undone": [], "running": undone} if running and recorded_done else undone),
        "texts": texts[2:],
        "dropped": history.dropped + dropped,
        "saved_after": None if saved is None or saved < dropped else saved - dropped,
    }


def _texts_of(underlay: Underlay, page: Page) -> list[str]:
    return [underlay.picture, page.logo]


def _record_steps(edits: Iterable[Edit], texts: list[str]) -> list[Json]:
    """Return the records of steps, up to the first that is too large; ``texts`` grows."""
    records: list[Json] = []
    left = MOST_BYTES
    for edit in edits:
        if type(edit) not in KINDS:
            break
        shares = isinstance(edit, SetPart)  # its values hold texts that other steps hold as well
        left -= OVERHEAD_BYTES if shares else edit.size
        if left < 0:
            break
        values, known = record_step(edit), len(texts)
        if shares:
            values = {key: _share_texts(value, texts) for key, value in values.items()}
            left -= sum(map(len, texts[known:]))
            if left < 0:
                del texts[known:]
                break
        records.append(values)
    return records


def record_step(edit: Edit) -> Json:
    """Return what one step would do; raises ``KeyError`` for a kind that has no records."""
    name, record, _restore = KINDS[type(edit)]
    return {"kind": name, "name": edit.name, **record(edit)}


def _share_texts(values: Any, texts: list[str]) -> Any:
    """Return values with numbers in the place of long texts, which go to ``texts``."""
    if not isinstance(values, dict):
        return values
    result = dict(values)
    for key, value in values.items():
        if isinstance(value, str) and len(value) > MANY_CHARACTERS:
            if value not in texts:
                texts.append(value)
            result[key] = {"long": texts.index(value)}
    return result


def _own(values: Any, texts: Sequence[str]) -> Any:
    """Return values with their long texts; raises ``LookupError``."""
    if not isinstance(values, dict):
        return values
    return {
        key: texts[value["long"]] if isinstance(value, dict) and "long" in value else value
        for key, value in values.items()
    }


class Restored(NamedTuple):
    """A content with the steps that led to it, and with those of the walls of a running stroke.

    Its walls int64[k] have changed already, and are no step yet.
    """

    content: Content
    history: EditHistory
    running: Ids | None = None


def restore_history(records: Any, content: Content) -> Restored:
    """Return a history made of records, and the content that it belongs to, a copy.

    All steps are taken back and done again first. Where that does not lead back to the content
    the history is empty: a snapshot of another version may hold what this one cannot do.
    """
    trial = replace(content, maze=content.maze.copy())
    history = EditHistory()
    running: ToggleWalls | None = None
    try:
        texts = [*_texts_of(content.underlay, content.page), *records.get("texts", ())]
        under = records.get("running")
        kept = [*records["done"]], (under or records)["undone"]
        done, undone = ([restored_step(record, texts) for record in part] for part in kept)
        if under:
            stroke = done.pop()
            assert isinstance(stroke, ToggleWalls)
            running = stroke
            running.swap(trial)
        history.restore(done, undone, records["saved_after"])
        history.dropped = int(records["dropped"])
        _rehearse(history, trial, len(done), len(undone))
        if running:
            running.swap(trial)
    except Exception:  # whatever such a step raises, the maze itself is whole
        return Restored(content, _empty())
    if _saved_bytes(trial) != _saved_bytes(content):
        return Restored(content, _empty())
    return Restored(trial, history, running.walls if running else None)


def _empty() -> EditHistory:
    history = EditHistory()
    history.restore([], [], None)
    return history


def _rehearse(history: EditHistory, content: Content, done: int, undone: int) -> None:
    for _step in range(done):
        _check(history.undo(content), content)
    for _step in range(done + undone):
        _check(history.redo(content), content)
    for _step in range(undone):
        history.undo(content)


def _check(change: Change, content: Content) -> None:
    """Check the maze after a step, which takes long in large ones.

    Walls that are toggled are so on both sides, and outer ones are refused.
    """
    if change.maze or change.openings:
        content.maze.check()


def _saved_bytes(content: Content) -> bytes:
    project = Project(content.maze, content.recipe, content.page.to_dict())
    return as_bytes(replace(project, underlay=content.underlay, tabs=content.tabs))


# One kind of step after the other


def _record_walls(edit: ToggleWalls) -> Json:
    return {"walls": edit.walls.tolist(), **({} if edit.by_hand else {"by_hand": False})}


def _walls(record: Json) -> ToggleWalls:
    by_hand = record.get("by_hand") is not False  # not in records of older versions
    return ToggleWalls(np.array(record["walls"], np.int64), record["name"], by_hand=by_hand)


def _record_openings(edit: SetOpenings) -> Json:
    return _openings_to_json(edit.openings)


def _openings(record: Json) -> SetOpenings:
    return SetOpenings.of(record["name"], *_openings_from_json(record))


def _record_page(edit: SetPage) -> Json:
    return {"page": edit.other.to_dict()}


def _page(record: Json) -> SetPage:
    return SetPage.of(record["name"], Page.from_dict(record["page"]))


def _record_maze(edit: ReplaceMaze) -> Json:
    project = as_bytes(Project(edit.maze, edit.recipe)).decode()
    lines = edit.lines and edit.lines.to_json()
    return {"project": project, "lines": lines, "needs": edit.needs}


def _maze(record: Json) -> ReplaceMaze:
    project = parse(record["project"].encode(), Job())
    lines = record.get("lines")  # none in those of older versions
    carried = CarriedLines.from_json(lines) if lines else None
    needs = record.get("needs")
    return ReplaceMaze(record["name"], project.maze, project.recipe, carried, needs)


def _record_difference(edit: ChangeMaze) -> Json:
    walls, inside, locks, ends, openings = edit.held
    return {
        "walls": walls.to_json(),
        "inside": inside.to_json(),
        "locks": locks.to_json(),
        "ends": [_opening_to_json(end) for end in ends],
        "recipe": edit.recipe.to_json(),
        "shape": edit.recipe.shape,
        "sizes": dict(edit.recipe.sizes),
        **_openings_to_json(openings),
    }


def _difference(record: Json) -> ChangeMaze:
    walls, inside, locks = (
        Difference.from_json(record[key]) for key in ("walls", "inside", "locks")
    )
    first, last = (Opening(*end) for end in record["ends"])
    recipe = replace(
        Recipe.from_json(record["recipe"]), shape=record["shape"], sizes=record["sizes"]
    )
    held = ChangedParts(walls, inside, locks, (first, last), _openings_from_json(record))
    return ChangeMaze.of(record["name"], recipe, held)


def _record_locks(edit: SetLocks) -> Json:
    return {"locks": edit.locks.to_json()}


def _locks(record: Json) -> SetLocks:
    return SetLocks.of(record["name"], Difference.from_json(record["locks"]))


def _record_underlay(edit: SetUnderlay) -> Json:
    return {"underlay": edit.other.to_json()}


def _underlay(record: Json) -> SetUnderlay:
    return SetUnderlay.of(record["name"], Underlay.from_json(record["underlay"]))


def _record_tabs(edit: SetTabs) -> Json:
    return {"tabs": dict(edit.other)}


def _tabs(record: Json) -> SetTabs:
    return SetTabs(dict(record["tabs"]))


def _openings_to_json(openings: Openings) -> Json:
    entrance, exits = openings
    return {
        "entrance": entrance and _opening_to_json(entrance),
        "exits": [_opening_to_json(gap) for gap in exits],
    }


def _opening_to_json(opening: Opening) -> list[int | None]:
    return [opening.cell, opening.slot]


def _openings_from_json(record: Json) -> Openings:
    entrance = record["entrance"] and Opening(*record["entrance"])
    return entrance, tuple(Opening(*gap) for gap in record["exits"])


KINDS: dict[type[Edit], tuple[str, Callable[[Any], Json], Callable[[Json], Edit]]] = {
    ToggleWalls: ("walls", _record_walls, _walls),
    SetOpenings: ("openings", _record_openings, _openings),
    SetPage: ("page", _record_page, _page),
    ReplaceMaze: ("maze", _record_maze, _maze),
    ChangeMaze: ("difference", _record_difference, _difference),
    SetLocks: ("locks", _record_locks, _locks),
    SetUnderlay: ("underlay", _record_underlay, _underlay),
    SetTabs: ("tabs", _record_tabs, _tabs),
}


def restored_step(record: Json, texts: Sequence[str] = ()) -> Edit:
    """Return the step of a record; raises ``ValueError`` and the like."""
    for name, _record, restore in KINDS.values():
        if name == record["kind"]:
            return restore({key: _own(value, texts) for key, value in record.items()})
    raise ValueError(record["kind"])


Record = list[Any]  # the name of an operation and, where it has any, its details
MAX_BYTES = 1 << 17  # bytes of a step that is worth a record, about: others are worth a snapshot
_PARTS: dict[str, Any] = {
    "page": lambda content: content.page.to_dict(),
    "underlay": lambda content: content.underlay.to_json(),
    "tabs": lambda content: dict(content.tabs),
}
_MISSING = object()


def plan_step(edit: Edit, content: Content) -> Json | None:
    """Return the record of an edit that is about to change ``content``; None for a large one."""
    part = isinstance(edit, SetPart)
    if not part and edit.size > MAX_BYTES:
        return None
    record = record_step(edit)
    for key in _PARTS.keys() & record.keys() if part else ():
        record[key], record["gone"] = _changed_values(_PARTS[key](content), record[key])
    return None if part and len(json.dumps(record)) > MAX_BYTES else record


def _changed_values(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Json, list[str]]:
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

    def do_all(self, records: Iterable[Record]) -> int:
        """Do changes up to the first that cannot be done; returns how many were."""
        done = 0
        with suppress(Exception):  # whatever a record raises, what was done before it stays
            for each in records:
                self.do(each)
                done += 1
        return done

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


def replay_steps(
    steps: Any, content: Content, records: Iterable[Record] = ()
) -> tuple[Content, EditHistory]:
    """Return what ``records`` lead to from a content and the steps of ``record_history``.

    They are done again up to the first that cannot be: one of a newer version, say. A stroke that
    has not ended is a step.
    """
    replay = Replay(restore_history(steps, content))
    replay.do_all(records)
    replay.finish()
    return replay.content, replay.history


class UnsavedContent(NamedTuple):
    """Unsaved work: as it would be saved, where it comes from, and with its steps of undo.

    ``warning`` says how many later changes are left out, "" for none.
    """

    project: Project
    origin: Origin
    content: Content
    history: EditHistory
    warning: str = ""


def read_work(stored: StoredSnapshot, job: Job) -> UnsavedContent:
    """Return unsaved work as it was last; raises ``MazeError`` and ``CancelledError``."""
    project, origin, changes = stored.read(job)
    page = Page.from_dict(project.page)
    content = Content(project.maze, project.recipe, page, project.underlay, project.tabs)
    job.check()
    replay = Replay(restore_history(origin.history, content))
    done = replay.do_all(change.record for change in changes.entries)
    replay.finish()
    content, history = replay.content, replay.history
    changes = changes.up_to(done)
    content.maze.check()
    now = replace(
        project,
        maze=content.maze,
        recipe=content.recipe,
        page=content.page.to_dict(project.page),
        underlay=content.underlay,
        tabs=content.tabs,
    )
    return UnsavedContent(now, origin, content, history, changes.warning)
