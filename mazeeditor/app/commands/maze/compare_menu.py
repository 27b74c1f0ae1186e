"""Compare with another project, and go from difference to difference."""

from __future__ import annotations

from mazeeditor.app.commands import command, idle
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _


@command("compare-with", _("Compare with…"), menu="file", order=17, keys=("F3",), enabled=idle)
def compare_with(workspace: Workspace) -> None:
    """Show in two colours which walls, cells and openings of another project differ."""
    from mazeeditor.app.shown import maze_comparison
    from mazeeditor.files import IMPORTERS

    formats = [(form.label, form.suffixes) for form in IMPORTERS]
    folder = workspace.files.folder()
    if path := workspace.ui.dialogs.file_to_open(_("Compare with"), formats, folder):
        maze_comparison.compare_with(workspace, path)
