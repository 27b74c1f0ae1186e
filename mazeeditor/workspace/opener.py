"""Opens a file in the place of the document, once the gate allows that."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.editing.document import Document
from mazeeditor.editing.work import opening
from mazeeditor.errors import MazeError
from mazeeditor.translation import _
from mazeeditor.workspace.gate import Gate
from mazeeditor.workspace.settings import Settings
from mazeeditor.workspace.ui import Ui

if TYPE_CHECKING:
    from mazeeditor.files import Project
    from mazeeditor.files.file_state import FileState


class Opener:
    """Opens files in one window."""

    def __init__(self, document: Document, gate: Gate, settings: Settings, ui: Ui) -> None:
        self._document, self._gate, self._settings, self._ui = document, gate, settings, ui

    def open(self, path: Path) -> None:
        """Read a file, then replace the document; where it cannot be read nothing changes.

        Unsaved changes are lost: what asks about them is ``Gate.leave``.
        """
        work = opening(self._document, path)

        def deliver(result: tuple[Project, FileState]) -> None:
            try:
                work.deliver(result)
            except MazeError as problem:
                self._ui.dialogs.show_error(str(problem))
                return
            self._settings.remember(path)
            if warnings := result[0].warnings:
                title = _("Opened {name}").format(name=path.name)
                self._ui.dialogs.show_message(title, "\n".join(warnings))

        self._gate.start(_("Opening {name}").format(name=path.name), work.run, deliver)
