"""The steps of a history as plain JSON values, so that a snapshot of unsaved work can keep them.

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
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.editing.changes.set_tabs import SetTabs
from mazeeditor.editing.changes.set_underlay import SetUnderlay
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
    ToggleWalls,
)
from mazeeditor.editing.history import OVERHEAD
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes, parse
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.transforms.lines.carried_lines import CarriedLines
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay

Json = dict[str, Any]
MOST_BYTES = 1 << 18  # of all records together, about
MOST_STEPS = 1_000
LONG = 1_000  # characters of a text that is kept once


def record_history(document: Document) -> Json:
    """Return the steps of a document, the newest first to go in: as many as are small.

    A stroke that is ``running`` is the last step: the end of the stroke would remove the steps
    undone before it, so these are kept apart.
    """
    history, running = document.history, document.running
    done = [*history.done, *([running.edit] if running else [])]
    texts = _texts_of(document.underlay, document.page)
    recorded_done = _recorded(reversed(done), texts)[::-1]
    recorded_undone = _recorded(history.undone, texts)
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


def _recorded(edits: Iterable[Edit], texts: list[str]) -> list[Json]:
    """Return the records of steps, up to the first that is too large; ``texts`` grows."""
    records: list[Json] = []
    left = MOST_BYTES
    for edit in edits:
        if type(edit) not in KINDS or len(records) == MOST_STEPS:
            break
        shares = isinstance(edit, SetPart)  # its values hold texts that other steps hold as well
        left -= OVERHEAD if shares else edit.size
        if left < 0:
            break
        values, known = record_step(edit), len(texts)
        if shares:
            values = {key: _shared(value, texts) for key, value in values.items()}
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


def _shared(values: Any, texts: list[str]) -> Any:
    """Return values with numbers in the place of long texts, which go to ``texts``."""
    if not isinstance(values, dict):
        return values
    result = dict(values)
    for key, value in values.items():
        if isinstance(value, str) and len(value) > LONG:
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
    if not _alike(trial, content):
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


def _alike(one: Content, other: Content) -> bool:
    """Whether two contents are saved alike."""
    return _saved(one) == _saved(other)


def _saved(content: Content) -> bytes:
    project = Project(content.maze, content.recipe, content.page.to_dict())
    return as_bytes(replace(project, underlay=content.underlay, tabs=content.tabs))


# One kind of step after the other


def _record_walls(edit: ToggleWalls) -> Json:
    return {"walls": edit.walls.tolist()}


def _walls(record: Json) -> ToggleWalls:
    return ToggleWalls(np.array(record["walls"], np.int64), record["name"])


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
    return {"project": project, "lines": edit.lines and edit.lines.to_json()}


def _maze(record: Json) -> ReplaceMaze:
    project = parse(record["project"].encode(), Job())
    lines = record.get("lines")  # none in those of older versions
    carried = CarriedLines.from_json(lines) if lines else None
    return ReplaceMaze(record["name"], project.maze, project.recipe, carried)


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
