"""The Help menu."""

from __future__ import annotations

from mazeeditor.gui.commands import command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command("help", _("Help"), menu="help", order=11, keys=("F1",), in_play=True)
def show_help(window: Window) -> None:
    """Read how to make, change, check and print a maze."""
    from mazeeditor.gui.dialogs.help import show_help

    show_help(window.root)


@command(
    "shortcuts", _("Keyboard Shortcuts"), menu="help", order=12, keys=("?", "Mod+?"), in_play=True
)
def show_shortcuts(window: Window) -> None:
    """See every key."""
    from mazeeditor.gui.dialogs.shortcuts import show_shortcuts

    show_shortcuts(window.root)


@command("about", _("About mazeeditor"), menu="help", order=21, in_play=True)
def show_about(window: Window) -> None:
    """See the version and the licence."""
    from mazeeditor.gui.dialogs.help import show_about

    show_about(window.root)
