"""What a snapshot of unsaved work holds beside a project: where it comes from, and what is no maze.

::

    {"format": "mazeeditor unsaved book", "version": 1,
     "origin": {"time": "2026-11-22T10:15:30.000+00:00", "title": "a.mazebook", "file": ...},
     "values": {"fields": {"values": {"title": "Mazes"}, "texts": {"trim": "6 x"}}, ...}}

The values of a book, and of what was typed into forms, are those of the drafts of the window, which
take over what is valid of them.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

from mazeeditor.core.disk.file_state import FileState
from mazeeditor.core.disk.json_files import JsonFormat
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, printable

BOOK, FORMS = "book.json", "forms.json"
MAX_BYTES = 200_000_000  # bytes: pictures of masks and logos are in it
FOREIGN = _("this is not a snapshot of unsaved work.")


@dataclass(frozen=True)
class Origin:
    """What a snapshot is of: when it was taken, and the title and the file of the document.

    ``state`` is what the file was when it was read or written last. ``history`` holds the steps of
    undo, as plain JSON values. ``changes`` is the number of the last change that the snapshot
    holds; those since are in journals, whose lines belong to ``key``, where there is one.
    """

    time: datetime
    title: str
    file: Path | None = None
    state: FileState | None = None
    history: dict[str, Any] = field(default_factory=dict)
    changes: int = 0
    key: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the object for a snapshot; the bytes of the file's name are kept."""
        file = self.file and quote_from_bytes(os.fsencode(self.file))
        moment = self.time.astimezone().isoformat(timespec="milliseconds")
        state = self.state and asdict(self.state)
        return {
            "time": moment,
            "title": self.title,
            "file": file,
            "state": state,
            "history": self.history,
            "changes": self.changes,
            "key": self.key,
        }

    @classmethod
    def from_json(cls, values: Any) -> Origin:
        """Return what an object of a snapshot holds; raises ``MazeError``."""
        try:
            file = values["file"] and Path(os.fsdecode(unquote_to_bytes(values["file"])))
            moment = datetime.fromisoformat(values["time"]).astimezone()
            state = values["state"] and _state_from_json(values["state"])
            history, title = dict(values["history"]), str(values["title"])
            changes = int(values.get("changes", 0))  # older versions had no journal
            return cls(moment, title, file, state, history, changes, str(values.get("key", "")))
        except (LookupError, TypeError, ValueError, AttributeError):
            raise MazeError(FOREIGN) from None


def _state_from_json(values: dict[str, Any]) -> FileState:
    device, number = values["place"]
    return FileState(**{**values, "place": (device, number)})


@dataclass(frozen=True)
class ValuesKind:
    """A kind of unsaved work that is no maze: the name of its file, and the format of that."""

    file: str
    format: JsonFormat

    def to_bytes(self, origin: Origin, values: dict[str, Any]) -> bytes:
        head = {"format": self.format.name, "version": self.format.version}
        return json.dumps({**head, "origin": origin.to_json(), "values": values}).encode()

    def read(self, path: Path) -> tuple[Origin, dict[str, Any]]:
        """Return what a file holds; raises ``MazeError``."""
        try:
            content = self.format.read(path)
            values = content.get("values")
            if not isinstance(values, dict):
                raise MazeError(FOREIGN)
            return Origin.from_json(content.get("origin")), values
        except MazeError as problem:
            text = _("Cannot read {file}: {reason}").format(file=printable(path), reason=problem)
            raise MazeError(text) from None


UNSAVED_BOOK = ValuesKind(BOOK, JsonFormat("mazeeditor unsaved book", 1, FOREIGN, MAX_BYTES))
UNSAVED_FORMS = ValuesKind(FORMS, JsonFormat("mazeeditor unsaved forms", 1, FOREIGN, MAX_BYTES))
KINDS = {"book": UNSAVED_BOOK, "forms": UNSAVED_FORMS}
