"""Unsaved work that is no maze, as it is kept in a snapshot: a book, what was typed into forms.

::

    {"format": "mazeeditor unsaved book", "version": 1,
     "origin": {"time": "2026-11-22T10:15:30.000+00:00", "title": "a.mazebook", "file": ...},
     "values": {"fields": {"values": {"title": "Mazes"}, "texts": {"trim": "6 x"}}, ...}}

The values are those of the drafts of the window, which take over what is valid of them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.json_files import JsonFormat
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, printable
from mazeeditor.files.snapshots import BOOK, FORMS
from mazeeditor.files.work_origin import Origin

LARGEST = 200_000_000  # bytes: pictures of masks and logos are in it
FOREIGN = _("this is no snapshot of unsaved work.")


@dataclass(frozen=True)
class ValuesKind:
    """A kind of such work, by the name of its file and the format of that."""

    file: str
    format: JsonFormat

    def to_bytes(self, origin: Origin, values: dict[str, Any]) -> bytes:
        """Return the file."""
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


UNSAVED_BOOK = ValuesKind(BOOK, JsonFormat("mazeeditor unsaved book", 1, FOREIGN, LARGEST))
UNSAVED_FORMS = ValuesKind(FORMS, JsonFormat("mazeeditor unsaved forms", 1, FOREIGN, LARGEST))
KINDS = {"book": UNSAVED_BOOK, "forms": UNSAVED_FORMS}
