"""Saves the document to its file, and asks for the names of files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mazeeditor.editing.document import Document
from mazeeditor.editing.work import saving
from mazeeditor.translation import _
from mazeeditor.workspace.jobs import Jobs, ignore
from mazeeditor.workspace.settings import Settings
from mazeeditor.workspace.ui import Ui

SUFFIX = ".maze"
DISCARDED = _("The maze has changed, so the result was discarded.")


class ProjectFiles:
    """The files of one document."""

    def __init__(self, document: Document, jobs: Jobs, settings: Settings, ui: Ui) -> None:
        self._document, self._jobs, self._settings, self._ui = document, jobs, settings, ui

    def save(self, then: Callable[[], None] = ignore) -> None:
        """Write the project to its file, asking for one where there is none, then call ``then``."""
        path = self._document.path
        if path:
            self._write(path, then)
        else:
            self.save_as(then)

    def save_as(self, then: Callable[[], None] = ignore) -> None:
        """Ask for a file, write the project to it, then call ``then``."""
        proposal = self._document.path or self.proposal(SUFFIX)
        kinds = [(_("mazeeditor project"), (SUFFIX,))]
        path = self._ui.dialogs.file_to_save(_("Save As"), kinds, proposal)
        if path:
            self._write(path if path.suffix else path.with_suffix(SUFFIX), then)

    def _write(self, path: Path, then: Callable[[], None]) -> None:
        work = saving(self._document, path)

        def written(result: None) -> None:
            if not work.deliver(result):
                self._ui.show_status(DISCARDED)
                return
            self._settings.remember(path)
            self._ui.show_status(_("Saved {name}").format(name=path.name))
            then()

        self._jobs.start(_("Saving {name}").format(name=path.name), work.run, written)

    def ask_file(self, title: str, label: str, suffix: str) -> Path | None:
        """Ask for the file of an export; a name without the ``suffix`` of the format gets it."""
        path = self._ui.dialogs.file_to_save(title, [(label, (suffix,))], self.proposal(suffix))
        if path is None or path.suffix.lower() == suffix:
            return path
        return Path(f"{path}{suffix}")

    def proposal(self, suffix: str) -> Path:
        """Return a name for a new file of the document."""
        return (self.folder() / Path(self._document.name).stem).with_suffix(suffix)

    def folder(self) -> Path:
        """Return the folder used last."""
        if self._document.path:
            return self._document.path.absolute().parent
        recent = [Path(path_text).parent for path_text in self._settings.recent]
        return next((folder for folder in recent if folder.is_dir()), Path.home())
