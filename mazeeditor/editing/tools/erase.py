"""The tool that erases walls."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.wall_painting import WallPainter
from mazeeditor.editing.tools import tool


@tool(
    "erase",
    _("Erase Walls"),
    key="E",
    icon="tool-erase",
    hint=_("Click or drag to erase walls"),
    order=3,
    closeup=True,
)
class Erase(WallPainter):
    """Every wall touched is opened."""

    closing = False
