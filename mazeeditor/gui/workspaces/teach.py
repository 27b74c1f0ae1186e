"""Teach: see how mazes are generated and solved, compare algorithms, and read figures."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.workspaces import WorkspaceContent, workspace


@workspace(
    "teach",
    _("Teach"),
    order=5,
    keys=("Alt+5",),
    buttons=("play", "solve", "watch-solving"),
    tabs=("solve", "inspect"),
)
class TeachWorkspace(WorkspaceContent):
    """See how mazes are generated and solved."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
