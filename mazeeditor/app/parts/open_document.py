"""The open document, with what belongs to it: files, recovery, undo queue, its fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.new_maze import NewMaze
from mazeeditor.app.files.document_files import DocumentFiles
from mazeeditor.app.files.file_watch import FileConflicts, FileWatch
from mazeeditor.app.gallery.pictures import FilePictures
from mazeeditor.app.gate import Gate, Opener
from mazeeditor.app.parts.services import Services
from mazeeditor.app.recovery.draft_recovery import DraftRecoveries, KeptForms
from mazeeditor.app.recovery.recovery import Recovery
from mazeeditor.app.undo_queue import UndoQueue
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.editing.work import opening

if TYPE_CHECKING:
    from mazeeditor.app.drafts.document_fields import (
        OpeningFields,
        OwnPapers,
        PageFields,
        UnderlayFields,
    )
    from mazeeditor.app.making.making import Making
    from mazeeditor.app.printing.sheet_work import SheetWork
    from mazeeditor.maze.recipe import Recipe


class OpenDocument:
    """What belongs to the document that a window has open, and not to what is shown of it.

    ``gate`` is the only way to another document, ``undo_queue`` takes steps back in the background,
    ``forms`` keeps what is typed into Sheets and Make. While ``playing`` returns True the
    maze belongs to a game. ``drafted`` returns the recipe of Generate.
    """

    def __init__(
        self,
        document: Document,
        services: Services,
        playing: Callable[[], bool],
        drafted: Callable[[], Recipe | None],
    ) -> None:
        self._document, self._services = document, services
        self._playing, self._drafted = playing, drafted
        settings, jobs, ui = services.settings, services.jobs, services.ui
        background = services.background
        conflicts = FileConflicts(document, jobs, ui, lambda path: self.opener.open(path))
        self.files = DocumentFiles(
            document, jobs, settings, ui, conflicts, lambda text: ui.show_status(text)
        )
        self.recovery = Recovery(document, background, ui)
        services.after_error.subscribe(self.recovery.write_soon)
        self.forms, self.drafts = (
            KeptForms(document, ui.show_status),
            DraftRecoveries(background, ui),
        )
        self.form_recovery = self.drafts.add(self.forms, "forms", lambda: self.recovery.folder)
        self.undo_queue = UndoQueue(document, jobs, background, ui, services.report)
        self.gate = Gate(document, jobs, self.files, ui, services.commit_typing)
        self.opener = Opener(
            lambda path: opening(document, path),
            self.gate,
            jobs,
            settings,
            ui,
            lambda result: result.read_as,
        )
        self.new_maze = NewMaze(document, settings)
        self.exported: list[Path] = []  # what Export wrote last
        self.pictures = FilePictures(document, background)
        self.making: Making | None = None  # once Make was shown
        self.file_watch = FileWatch(document, background, ui, conflicts, self.must_not_ask)
        document.changed.follow(Follower.RECOVERY, self.recovery.follow)
        document.changed.follow(
            Follower.FILE_WATCH, lambda _change: self.file_watch.document_changed()
        )
        document.changed.follow(Follower.TYPED_FORMS, self.forms.follow)

    @cached_property
    def page_fields(self) -> PageFields:
        """The page of the document, to be edited; made at the first access, as that takes time."""
        from mazeeditor.app.drafts.document_fields import PageFields

        fields = PageFields(self._document)
        fields.edited.subscribe(self.own_papers.note)
        return fields

    @cached_property
    def underlay_fields(self) -> UnderlayFields:
        """The picture behind the maze, to be edited; made at the first access."""
        from mazeeditor.app.drafts.document_fields import UnderlayFields

        return UnderlayFields(self._document)

    @cached_property
    def own_papers(self) -> OwnPapers:
        """The sizes of paper that the user has typed."""
        from mazeeditor.app.drafts.document_fields import OwnPapers

        return OwnPapers(self._services.settings)

    @cached_property
    def opening_fields(self) -> OpeningFields:
        """The openings of the document, to be edited; made at the first access."""
        from mazeeditor.app.drafts.document_fields import OpeningFields

        return OpeningFields(self._document)

    def begin_making(self) -> Making:
        """Return what a machine is to make of the document; begun at the first call."""
        from mazeeditor.app.making.making import Making

        if self.making is None:
            settings, timer = self._services.settings, self._services.timer
            self.making = Making(self._document, settings, timer, self.forms)
            self._services.commit_typing.subscribe(self.making.apply)
        return self.making

    @cached_property
    def sheet(self) -> SheetWork:
        """The sheet that is put together; made at the first access."""
        from mazeeditor.app.printing.sheet_work import SheetWork

        return SheetWork(self._document, self.forms, self._services, self._drafted)

    def must_not_ask(self) -> bool:
        """Whether a question that the user did not trigger would interrupt something."""
        return self._services.jobs.busy or self._playing() or self._document.running is not None

    def keep_unsaved(self) -> bool:
        """Write all snapshots before this returns; returns whether unsaved work is safe."""
        return all([self.drafts.write_now(), self.recovery.write_now()])
