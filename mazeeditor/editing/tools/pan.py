"""The tool that moves the view."""

from __future__ import annotations

from mazeeditor.editing.gesture import Gesture
from mazeeditor.editing.tools import tool
from mazeeditor.translation import _


@tool(
    "pan",
    _("Pan"),
    key="P",
    icon="tool-pan",
    hint=_("Drag to move the view"),
    pans=True,
    order=21,
)
class Pan(Gesture):
    """The canvas moves; the maze stays as it is."""
