"""Draw: the maze with its tools, to make it and to change it by hand."""

from __future__ import annotations

from mazeeditor.app.shown.chosen_workspace import DRAW
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.workspaces import WorkspaceContent, workspace


@workspace(
    DRAW,
    _("Draw"),
    order=1,
    manual="draw-and-repair",
    keys=("Alt+1",),
    buttons=("play", "solve", "export", "generate"),
    tabs=("draw",),
)
class DrawWorkspace(WorkspaceContent):
    """Generate a maze, and change it by hand."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.top, self.left = context.tool_bar, context.strip
