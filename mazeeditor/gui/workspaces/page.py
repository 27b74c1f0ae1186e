"""Page: the maze on its paper, as large as there is room for, with what is printed around it."""

from __future__ import annotations

from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import PAGE
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.workspaces import HandOnly, WorkspaceContent, workspace


@workspace(
    PAGE,
    _("Page"),
    order=2,
    manual="first-page",
    keys=("Alt+2", "Mod+Alt+P"),
    buttons=("generate", "print", "export"),
    tabs=("page",),
)
class PageWorkspace(WorkspaceContent):
    """See the page as it will be printed, and choose what stands on it."""

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        from mazeeditor.gui.layers.page_layer import PageLayer  # not on the way to the first window

        super().__init__(context)
        self.layer = PageLayer(context.maze_view, document, services, services.update)
        self._page = view.shown_page  # which is looked at also if the panel is hidden
        self._hand, self._settings = HandOnly(view.toolbox), services.settings

    def enter(self) -> None:
        """Show the page; a click changes nothing of it unless a tool is chosen."""
        self._hand.take()
        self.context.maze_view.show_rulers(False)  # they count cells
        self.context.maze_view.show_white_paper(True)
        self.layer.show(True)

    def focus(self) -> None:
        """Give the keyboard to the first field, where the panel is shown."""
        if self._settings.panel:
            self.context.show_tab("page")
        else:
            super().focus()

    @property
    def settled(self) -> bool:
        return super().settled and self.layer.settled and self._page.settled

    def leave(self) -> None:
        """Show the maze alone again, with the tool that was in use."""
        self.layer.show(False)
        self.context.maze_view.show_white_paper(False)
        self.context.maze_view.show_rulers(self._settings.rulers)
        self._hand.give_back()
