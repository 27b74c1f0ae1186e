"""The book that a window has open beside its maze, seen in the workspace Sheets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.gallery.categories import BOOK as BOOKS
from mazeeditor.app.gate import Gate
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import BOOK, DRAW, SHEETS
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.app.books.opening import Source


class OpenBook:
    """What is open of a book: nothing at first; ``changed`` is notified of another one.

    A book is a document of its own, with its file, steps and questions.
    """

    def __init__(
        self, document: Document, opened: OpenDocument, view: View, services: Services
    ) -> None:
        self._document, self._opened = document, opened
        self._view, self._services = view, services
        self.editor: BookEditor | None = None
        self.changed: Listeners[[]] = Listeners()
        document.changed.follow(Follower.BOOK, self._follow)

    @property
    def path(self) -> Path | None:
        """The file of the book, None where it has none, or there is no book."""
        return self.editor.draft.path if self.editor else None

    @property
    def gates(self) -> list[Gate]:
        """What asks about unsaved changes in the window: of its maze, and of the book."""
        return [self._opened.gate, *([self.editor.gate] if self.editor else [])]

    @property
    def in_front(self) -> BookEditor | None:
        """The book where it is what the window shows, else None."""
        shown = self._view.workspaces
        return self.editor if (shown.name, shown.view) == (SHEETS, BOOK) else None

    def show(self) -> None:
        """Show the book, also in the place of the gallery."""
        self._services.ui.show_gallery(False)
        self._view.workspaces.show(SHEETS, BOOK)

    def _follow(self, change: Change) -> None:
        """Show another maze that is opened while the book is in front."""
        if change.maze and change.file and self.in_front:
            self._view.workspaces.show(DRAW)

    # Opening

    def show_last(self) -> None:
        """Show the book, or the one that was open last; where there is none, what to begin with."""
        if self.editor:
            self.show()
            return
        path = Path(self._services.settings.book)
        exists = False
        with suppress(OSError, ValueError):
            exists = bool(self._services.settings.book) and path.is_file()

        def forget() -> None:
            self._services.settings.book = ""  # the next time another one can be chosen

        if exists:
            self.open(path, forget)
        else:
            self._view.gallery.choose_category(BOOKS)
            self._services.ui.show_gallery(True)

    def open(
        self,
        source: Source,
        on_stop: Callable[[], object] = ignore,
        then: Callable[[], object] = ignore,
    ) -> None:
        """Read a book and show it; ``on_stop`` is called where it cannot be read.

        A book with unsaved changes stays: the other one gets a window of its own, or is read once
        these may be lost. ``then`` is called once it is open.
        """
        from mazeeditor.app.books.opening import reading

        title, read = reading(source)

        def done(take: Callable[[BookDraft], object], draft: BookDraft) -> None:
            take(draft)
            then()

        editor, ui, jobs = self.editor, self._services.ui, self._services.jobs
        if editor is None:
            jobs.start(title, read, lambda draft: done(self.take, draft), on_stop)
        elif editor.draft.dirty and ui.several_windows and source != editor.draft.path:
            jobs.start(title, read, lambda draft: done(self._take_elsewhere, draft), on_stop)
        else:
            editor.gate.leave(
                lambda: editor.gate.start(
                    title, read, lambda draft: done(self.take, draft), on_stop
                )
            )

    def _take_elsewhere(self, draft: BookDraft) -> None:
        self._services.ui.open_window(lambda book: book.take(draft))

    def take(self, draft: BookDraft) -> bool:
        """Show a book in the place of the one that is open, of which nothing is kept.

        Returns True, as what takes over a document does.
        """
        from mazeeditor.app.books.editor import BookEditor

        self.close()
        self.editor = BookEditor(self._opened, self._services, draft, self.take, self._open_maze)
        self.editor.changed.subscribe(self._services.update)
        self.changed.notify()
        self.show()
        self._services.update()
        if draft.left_out:
            title = _("Opened {name}").format(name=draft.name)
            self._services.ui.dialogs.show_message(title, "\n".join(draft.left_out))
        return True

    def _open_maze(self, path: Path) -> None:
        """Open the file of a maze here, or in another window where something is unsaved here."""
        document, opened, ui = self._document, self._opened, self._services.ui
        if path != document.path and ui.show_window_of(path):
            return
        if ui.several_windows and document.dirty and path != document.path:
            opened.opener.open_in_new_window(path)
        else:
            opened.gate.leave(lambda: opened.opener.open(path))

    def leave(self) -> None:
        """Close the book, once it is saved or its changes may be lost."""
        if self.editor:
            self.editor.gate.leave(self._left)

    def _left(self) -> None:
        self.close()
        if self._view.workspaces.views.get(SHEETS) == BOOK:
            self._view.workspaces.show(SHEETS, "")
        self.changed.notify()
        self._services.update()

    def close(self) -> None:
        """Keep nothing of the book."""
        if self.editor:
            self.editor.close()
            self.editor = None
