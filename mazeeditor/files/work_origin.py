"""Where a snapshot of unsaved work comes from: document, file and time, as JSON values."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

from mazeeditor.core.disk.file_state import FileState
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _


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
            raise MazeError(_("this is no snapshot of unsaved work.")) from None


def _state_from_json(values: dict[str, Any]) -> FileState:
    device, number = values["place"]
    return FileState(**{**values, "place": (device, number)})
