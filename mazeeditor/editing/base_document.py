"""What is edited and saved, whatever it holds: a history of steps, a file, and what is unsaved.

::

    BaseDocument <--- FileWatch, FileConflicts, DocumentFiles, Gate, Opener (``app/``)
     |        |
    Document  BookDraft
    (a maze)  (a book)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.editing.history import History

if TYPE_CHECKING:
    from mazeeditor.core.disk.atomic import WriteResult
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.core.job import Job

# Writes a file in a worker; the function given is called right before the file is replaced, and
# the flag says whether the file before is kept beside it.
Write = Callable[[Path, "Job", Callable[[Path], None], bool], "WriteResult"]


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


class FileKind(NamedTuple):
    """What users read of the files of a kind of documents: ``label`` in lists, titles of dialogs.

    ``untitled`` names a document that has no file yet.
    """

    suffix: str
    label: str
    untitled: str
    save_as: str
    not_saved: str


LONGEST_NAME = 60  # characters of a title that stands for a name


class BaseDocument(ABC):
    """A document with its ``history`` and its file, of a ``kind``. Not thread-safe."""

    kind: FileKind
    history: History[Any, Any]
    _origin: FileOrigin

    @property
    def path(self) -> Path | None:
        """The file that Save writes, None where there is none yet."""
        return self._origin.path

    @property
    def name(self) -> str:
        """The name in the window's title, in questions and in lists."""
        if self.path:
            return self.path.name
        return self._origin.title or self.own_title or self.kind.untitled

    @property
    def own_title(self) -> str:
        """The title that its user gave it, in one line, "" for none."""
        return ""

    @property
    @abstractmethod
    def proposed_name(self) -> str:
        """What a file is called that is made of it, without folder and suffix."""

    @property
    def dirty(self) -> bool:
        return self.history.dirty

    @abstractmethod
    def settle(self) -> None:
        """Make a step of what is being changed at the moment."""

    # The file

    @property
    def file_state(self) -> FileState | None:
        """What the file was when it was read or written, or looked at since without a change."""
        return self._origin.state

    def file_unchanged(self, state: FileState) -> None:
        """Note that the file still has the same bytes, whatever its times are now."""
        self._origin = replace(self._origin, state=state)

    def file_changed(self) -> None:
        """Note that no file holds the content any more: it counts as not saved."""
        self.history.forget_saved()
        self._notify_file()

    def saved(
        self, path: Path, state: int | None = None, file_state: FileState | None = None
    ) -> None:
        """Note that a file was written; ``state`` is that of ``history`` when it began."""
        self._origin = replace(self._origin, path=path, state=file_state)
        self.history.save(self.history.state if state is None else state)
        self._notify_file()

    @abstractmethod
    def _notify_file(self) -> None:
        """Notify that path, name or what counts as saved is another one."""

    @abstractmethod
    def writing(self, folder: Path) -> Write:
        """Return what writes it as it is now into a file of a folder; raises ``MazeError``."""

    @abstractmethod
    def comparing(self, path: Path) -> Callable[[Job], list[str]]:
        """Return what finds, in a worker, how it differs from a file: a sentence for each.

        That raises ``MazeError`` where the file cannot be read, and ``CancelledError``.
        """
