"""Sheets: many mazes on the pages of one file, for a class, side by side to scroll through."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.shown.chosen_workspace import SHEETS
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.workspaces import WorkspaceContent, workspace


@workspace(
    SHEETS,
    _("Sheets"),
    order=3,
    keys=("Alt+3", "Mod+Alt+S"),
    buttons=("print-sheet", "save-sheet"),
    instead={"export": "save-sheet", "print": "print-sheet"},
)
class SheetsWorkspace(WorkspaceContent):
    """Print mazes for a class, with a name above each, and their answers."""

    def __init__(self, context: Context, opened: OpenDocument, services: Services) -> None:
        super().__init__(context)
        from mazeeditor.gui.sheets.sheet_pane import SheetPane

        self._opened = opened
        self.work = opened.sheet
        self.pane = SheetPane(
            context.root, self.work, services.settings, lambda: context.run(COMMANDS["book"])
        )
        self.whole, self.steps = self.pane, self.work.draft.steps

    def enter(self) -> None:
        """Show the pages as they are by now."""
        self.work.show()

    def leave(self) -> None:
        """Let the page of the document have what was changed of it."""
        self.work.hide()

    @property
    def settled(self) -> bool:
        """Whether all pages in view are those of the newest plan."""
        return self.work.preview.settled

    def focus(self) -> None:
        """Give the keyboard to the names, and where it was among the fields to the pages."""
        inside = str(self.context.root.tk.call("focus")).startswith(f"{self.pane}.")
        names = self.pane.names
        first = names.choose if self.work.draft.fields["names"] else names.text
        (self.pane.pages.canvas if inside else first).focus_set()
