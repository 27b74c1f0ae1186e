"""Where the content of a document comes from: its file, and what a newer program keeps in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.core.disk.file_state import FileState


@dataclass(frozen=True)
class FileOrigin:
    """The file that Save writes (``path``), or a title where there is none yet.

    ``page`` and ``extra`` hold the keys of newer programs, which survive; ``order`` is that of all
    keys in the file. ``state`` is what the file was when it was read or written, where that is
    known: whether somebody has changed it since is found out with it.
    """

    path: Path | None = None
    title: str = ""
    page: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    state: FileState | None = None

    @property
    def name(self) -> str:
        """The name in the window's title."""
        return self.path.name if self.path else self.title or _("Untitled")
