"""How wide the brush is, in the Tools menu."""

from __future__ import annotations

from mazeeditor.gui.commands import command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


def _has_brush(window: Window) -> bool:
    return window.hand.gesture.resize(0)


@command("brush-wider", _("Wider Brush"), menu="tools", order=31, keys=("]",), enabled=_has_brush)
def wider(window: Window) -> None:
    """Let the tool take more cells at once."""
    window.hand.resize(1)


@command(
    "brush-narrower", _("Narrower Brush"), menu="tools", order=32, keys=("[",), enabled=_has_brush
)
def narrower(window: Window) -> None:
    """Let the tool take fewer cells at once."""
    window.hand.resize(-1)
