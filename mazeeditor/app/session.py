"""The running program without a widget, for one window: builds its parts and joins them.

::

    document --- changed ---> screen, verdict, panels      (what changed: walls, page, ...)
    jobs, settings, view --- updated ---> menus, ...       (once, when all events are handled)
    commands ---> their parts ---> Ui                      (questions, messages)
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.jobs import Timer
from mazeeditor.app.parts.calling import Parts
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Ui
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower


class Session:
    """All that one window works on; only what builds a window takes the whole."""

    def __init__(self, document: Document, settings: Settings, timer: Timer, ui: Ui) -> None:
        self.document = document
        self.services = services = Services(settings, timer, ui, document)
        document.changed.on_error = services.raise_later
        document.changed.follow(Follower.MENUS, services.update)
        self.view = view = View(document, services)
        self.opened = OpenDocument(document, services, lambda: view.playing, view.shown_recipe)
        self.book = OpenBook(document, self.opened, view, services)
        self.parts = Parts(
            document=document, opened=self.opened, book=self.book, view=view, services=services
        )

    def facts(self) -> dict[str, object]:
        """Return what the log of errors says of the program: nothing that names a user or a file.

        Sizes of the document and its revision, and the commands that were used last.
        """
        document = self.document
        lattice, history = document.maze.lattice, document.history
        sizes = ", ".join(f"{name} {value}" for name, value in lattice.parameters.items())
        steps = f"{len(history)} steps ({history.dropped} dropped)"
        unsaved = "unsaved" if document.dirty else "saved"
        shape = f"{lattice.shape}, {sizes}, {lattice.cells} cells"
        return {
            "Document": f"{shape}; revision {document.revision}, {steps}, {unsaved}",
            "Tool": self.view.toolbox.mode.name,
            "Job": "running" if self.services.jobs.busy else "none",
            "Commands": ", ".join(self.services.recent_commands) or "none",
        }

    def written(self) -> tuple[list[Path], list[object]]:
        """Return the files that are open, and as JSON values what is written on their pages."""
        document, editor = self.document, self.book.editor
        paths = [path for path in (document.path, self.book.path) if path]
        values = [{"title": document.name}, document.page.to_dict(), document.recipe.to_json()]
        return paths, [*values, *([editor.draft.record()] if editor else [])]

    def close(self) -> None:
        """Keep the settings, stop every worker, and remove the snapshot of this process."""
        opened, services = self.opened, self.services
        with ExitStack() as steps:  # each is done, in reverse, also where another one fails
            steps.callback(opened.recovery.close)
            steps.callback(self.book.close)
            steps.callback(opened.drafts.close)
            steps.callback(opened.file_watch.close)
            steps.callback(services.background.close)
            steps.callback(services.settings.save)
            steps.callback(services.jobs.cancel)  # while there are windows that follow it

    def abandon(self) -> bool:
        """Keep all for the next start, as the process ends now; returns whether it is safe."""
        safe = self.opened.keep_unsaved()
        self.services.settings.save()
        self.services.background.close()
        return safe
