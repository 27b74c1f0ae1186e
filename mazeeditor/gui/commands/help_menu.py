"""The Help menu."""

from __future__ import annotations

from mazeeditor.gui.context import context_of
from mazeeditor.translation import _
from mazeeditor.workspace.commands import command
from mazeeditor.workspace.workspace import Workspace


@command("help", _("Help"), menu="help", order=11, keys=("F1",), in_play=True)
def show_help(workspace: Workspace) -> None:
    """Read how to make, change, check and print a maze."""
    from mazeeditor.gui.dialogs.help_dialog import show_help

    show_help(context_of(workspace).root)


@command(
    "shortcuts", _("Keyboard Shortcuts"), menu="help", order=12, keys=("?", "Mod+?"), in_play=True
)
def show_shortcuts(workspace: Workspace) -> None:
    """See every key."""
    from mazeeditor.gui.dialogs.shortcuts_dialog import show_shortcuts

    show_shortcuts(context_of(workspace).root)


@command("about", _("About mazeeditor"), menu="help", order=21, in_play=True)
def show_about(workspace: Workspace) -> None:
    """See the version and the licence."""
    from mazeeditor.gui.dialogs.help_dialog import show_about

    show_about(context_of(workspace).root)
