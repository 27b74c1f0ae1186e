"""Maze > Compare Generators: which of them makes what kind of maze."""

from __future__ import annotations

from mazeeditor.gui.commands import command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command("compare-generators", _("Compare Generators…"), menu="maze", order=13, keys=("Mod+F6",))
def compare_generators(window: Window) -> None:
    """See what the mazes of several generators are like, over many seeds."""
    from mazeeditor.gui.comparing.window import show_generators

    show_generators(window)
