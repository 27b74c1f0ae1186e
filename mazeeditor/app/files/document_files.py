"""Saves a document to its file, and asks for the names of files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.files.file_watch import SAVE_AS, FileConflicts
from mazeeditor.app.files.user_folders import holds
from mazeeditor.app.jobs import Jobs, ignore
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import BaseDocument
from mazeeditor.editing.work import saving

if TYPE_CHECKING:
    from mazeeditor.core.disk.atomic import WriteResult
    from mazeeditor.core.disk.file_state import FileState

DISCARDED = _("The maze has changed, so the result was discarded.")


class DocumentFiles:
    """The files of one document; ``show_status`` shows what was done."""

    def __init__(
        self,
        document: BaseDocument,
        jobs: Jobs,
        settings: Settings,
        ui: Ui,
        conflicts: FileConflicts,
        show_status: Callable[[str], object],
    ) -> None:
        self._document, self._jobs, self._settings, self._ui = document, jobs, settings, ui
        self._conflicts, self._show_status = conflicts, show_status

    def save(self, then: Callable[[], None] = ignore) -> None:
        """Write the document to its file, or one that is asked for, then call ``then``."""
        path = self._document.path
        if path:
            self._write(path, then, self._conflicts.known(path))
        else:
            self.save_as(then)

    def save_as(self, then: Callable[[], None] = ignore) -> None:
        """Ask for a file, write the document to it, then call ``then``."""
        kind, current = self._document.kind, self._document.path
        path = self.ask_file(kind.save_as, kind.label, kind.suffix, current)
        if path:
            self._write(path, then, self._conflicts.known(path) if path == current else ())

    def _write(self, path: Path, then: Callable[[], None], known: Sequence[FileState]) -> None:
        """Write to a file that is in one of the ``known`` states, where there are any."""
        try:
            work = saving(self._document, path, known, keep_previous=self._settings.previous)
        except MazeError as problem:
            self._ui.dialogs.show_error(str(problem))
            return
        history = self._document.history

        def run(job: Job) -> WriteResult | MazeError:
            try:
                result = work.run(job)
            except MazeError as problem:  # the answer to it is more than a message
                return problem
            self._conflicts.note_written(path, result.state)
            return result

        def ended(result: WriteResult | MazeError) -> None:
            from mazeeditor.core.disk.file_state import (
                FileChangedError,  # the worker has imported it
            )

            if self._document.history is not history:
                self._show_status(DISCARDED)
            elif isinstance(result, FileChangedError):
                self._ask_about(result.state, path, then)
            elif isinstance(result, MazeError):
                self._offer_save_as(str(result), then)
            else:
                work.deliver(result)
                self._saved(path, result, vanished=bool(known and not result.replaced))
                then()

        self._jobs.start(_("Saving {name}").format(name=path.name), run, ended)

    def _saved(self, path: Path, result: WriteResult, *, vanished: bool) -> None:
        self._settings.remember(path)
        text = _("Saved {name}").format(name=path.name)
        if vanished:
            text = _("Saved {name} again: the file was gone").format(name=path.name)
        self._show_status(f"{text}. {result.warning}" if result.warning else text)

    def _offer_save_as(self, reason: str, then: Callable[[], None]) -> None:
        """Show why the document was not saved, and offer to save it under another name."""
        answer = self._ui.dialogs.ask(
            self._document.kind.not_saved,
            reason,
            {SAVE_AS: _("Save as…")},
            _("Cancel"),
            default=SAVE_AS,
        )
        if answer:
            self.save_as(then)

    def _ask_about(self, state: FileState, path: Path, then: Callable[[], None]) -> None:
        self._conflicts.ask_before_save(
            path,
            state,
            overwrite=lambda: self._write(path, then, [state]),
            save_as=lambda: self.save_as(then),
        )

    def ask_file(
        self,
        title: str,
        label: str,
        suffix: str,
        proposal: Path | None = None,
        further: Iterable[str] = (),
    ) -> Path | None:
        """Ask for a file to write, and whether it may be replaced.

        A name that ends neither with ``suffix`` nor with one of ``further`` gets ``suffix``.
        """
        proposal = proposal or self.proposal(suffix)
        path = self._ui.dialogs.file_to_save(title, [(label, (suffix,))], proposal)
        if path is None or path.suffix.lower() in (suffix, *further):
            return path
        path = Path(f"{path}{suffix}")  # the dialog has not asked about this one
        return path if not holds(path.exists) or self._may_replace(path) else None

    def _may_replace(self, path: Path) -> bool:
        return self._ui.dialogs.confirm(
            _("Replace {name}?").format(name=path.name),
            _("There is a file of this name already."),
            _("Replace"),
        )

    def proposal(self, suffix: str) -> Path:
        return self.folder() / f"{self._document.proposed_name}{suffix}"

    def folder(self) -> Path:
        """Return the folder used last."""
        if self._document.path:
            return self._document.path.absolute().parent
        folders = [Path(path_text).parent for path_text in self._settings.recent]
        with suppress(RuntimeError):  # a user without a home folder
            folders.append(Path.home())
        return next((folder for folder in folders if holds(folder.is_dir)), Path())
