"""The tool that moves the view."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.tools import Gesture, mode, tool


@tool("hand", _("Hand"), order=21, icon="tool-hand")
@mode(
    "pan",
    _("Pan"),
    tool="hand",
    short=_("View"),
    key="P",
    icon="tool-pan",
    hint=_("Drag to move the view"),
    pans=True,
    order=21,
)
class Pan(Gesture):
    """The canvas moves; the maze stays as it is."""
