"""Sheets: many mazes on the pages of one file, for a class or in a book, to scroll through."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import BOOK, SHEETS, Undoable
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.gui.workspaces import Actions, WorkspaceContent, workspace

if TYPE_CHECKING:
    from mazeeditor.gui.books.book_pane import BookPane


@workspace(
    SHEETS,
    _("Sheets"),
    order=3,
    words=_("worksheet class pupils several mazes many pages"),
    manual="class",
    keys=("Alt+3", "Mod+Alt+S"),
    buttons=("print-sheet", "save-sheet"),
    instead={"export": "save-sheet", "print": "print-sheet"},
    views={
        BOOK: Actions(
            ("check-book", "save-cover", "save-book"),
            {"export": "save-book", "print": "print-book", "solve": "check-book"},
            manual="book",
        )
    },
)
class SheetsWorkspace(WorkspaceContent):
    """Print mazes for a class, with a name above each, or a book with chapters and answers."""

    def __init__(
        self,
        context: Context,
        document: Document,
        opened: OpenDocument,
        book: OpenBook,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(context)
        from mazeeditor.gui.sheets.sheet_pane import SheetPane

        self._document, self._services = document, services
        self._chosen, self._book = view.workspaces, book
        self.work = opened.sheet
        self.pane = SheetPane(context, self.work, services.settings)
        self.book_pane: BookPane | None = None  # of the book that is open
        self._shows_book = False  # what was entered
        self.work.preview.changed.subscribe(self._tell)
        self.work.check.changed.subscribe(self._tell)
        services.updated.subscribe(self._tell)
        book.changed.subscribe(self._drop)

    @property
    def _in_book(self) -> bool:
        return self._chosen.views.get(SHEETS) == BOOK and self._book.editor is not None

    @property
    def whole(self) -> ttk.Frame:  # type: ignore[override]
        """The pages of the class, or of the book."""
        editor = self._book.editor
        if editor is None or not self._in_book:
            return self.pane
        if self.book_pane is None:
            from mazeeditor.gui.books.book_pane import BookPane

            self.book_pane = BookPane(self.context, editor, self._document, self._services)
        return self.book_pane

    @property
    def steps(self) -> Undoable:  # type: ignore[override]
        """The steps of the book, or of what is typed for the class."""
        editor = self._book.editor
        return (editor if editor and self._in_book else self.work).draft.steps

    @property
    def title(self) -> str:  # type: ignore[override]
        """The name of the book that is shown."""
        editor = self._book.editor
        if not (editor and self._in_book):
            return ""
        return _("Book: {name}").format(name=f"{'*' * editor.draft.dirty}{editor.draft.name}")

    def _drop(self) -> None:
        """Make the widgets of another book when it is shown."""
        if self.book_pane:
            self.book_pane.destroy()
            self.book_pane = None
        if self._shows_book and self._chosen.name == SHEETS:
            self._chosen.changed.notify()  # the other one comes in its place

    def enter(self) -> None:
        """Show the pages as they are by now."""
        self._shows_book = self._in_book
        if self.book_pane and self._shows_book:
            self.book_pane.enter()
            self._watch_book(True)
        else:
            self.work.show()
        self._tell()

    def leave(self) -> None:
        """Let the page of the document have what was changed of it."""
        if self._shows_book:
            self._watch_book(False)
        else:
            self.work.hide()

    def focus_field(self, option: str) -> None:
        """Give the keyboard to the field of an option of the class, or of the book."""
        pane = self.book_pane if self._in_book else self.pane
        if pane:
            pane.focus_field(option)

    def _watch_book(self, watched: bool) -> None:
        """Let the pages of the book be judged, or no longer."""
        if self._book.editor:
            self._book.editor.preview.pages.watch(watched)

    def _tell(self) -> None:
        """Say at the lower left whether the sheet, or the book, can be printed."""
        editor = self._book.editor
        if editor and self._shows_book and self._chosen.name == SHEETS:
            self.context.status.say(*editor.verdict, editor.preview.planned.summary)
        elif self.work.shown:
            self.context.status.say(*self.work.verdict)

    @property
    def settled(self) -> bool:
        """Whether all pages in view are those of the newest plan."""
        editor = self._book.editor
        shown = editor.preview.pages if editor and self._in_book else self.work.preview
        return shown.settled

    def focus(self) -> None:
        """Give the keyboard to the names, and where it was among the fields to the pages."""
        if self.book_pane and self._shows_book:
            self.book_pane.take_keyboard()
            return
        inside = str(self.context.root.tk.call("focus")).startswith(f"{self.pane}.")
        names = self.pane.names
        first = names.choose if self.work.draft.fields["names"] else names.text
        take_keyboard(self.pane.pages.canvas if inside else first)
