"""Opens a file in the place of the document, once the gate allows that, or in another window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.gate import Gate
from mazeeditor.app.jobs import Jobs, ignore
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import opening

if TYPE_CHECKING:
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.files import Project

    Opened = tuple[Project, FileState]


class Opener:
    """Opens files in one window, or from it in another one."""

    def __init__(
        self, document: Document, gate: Gate, jobs: Jobs, settings: Settings, ui: Ui
    ) -> None:
        self._document, self._gate, self._jobs = document, gate, jobs
        self._settings, self._ui = settings, ui

    def open(self, path: Path) -> None:
        """Read a file, then replace the document; where it cannot be read nothing changes.

        Unsaved changes are lost: what asks about them is ``Gate.leave``.
        """
        work = opening(self._document, path)
        self._gate.start(_title(path), work.run, lambda result: self.take(path, result))

    def open_beside(self, path: Path, then: Callable[[], object] = ignore) -> None:
        """Read a file, then open a window with it; where it cannot be read there is none.

        ``then`` is called at the end, also after an error.
        """

        def deliver(result: Opened) -> None:
            self._ui.open_window(lambda workspace: workspace.opener.take(path, result))
            then()

        self._jobs.start(_title(path), opening(self._document, path).run, deliver, then)

    def take(self, path: Path, result: Opened) -> None:
        """Replace the document with what was read from a file."""
        try:
            opening(self._document, path).deliver(result)
        except MazeError as problem:
            self._ui.dialogs.show_error(str(problem))
            return
        self._settings.remember(path)
        if warnings := result[0].warnings:
            title = _("Opened {name}").format(name=path.name)
            self._ui.dialogs.show_message(title, "\n".join(warnings))


def _title(path: Path) -> str:
    return _("Opening {name}").format(name=path.name)
