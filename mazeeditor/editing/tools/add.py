"""The tool that adds walls."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.wall_painting import WallPainter
from mazeeditor.editing.tools import tool


@tool(
    "add",
    _("Add Walls"),
    key="A",
    icon="tool-add",
    hint=_("Click or drag to add walls"),
    order=2,
    closeup=True,
)
class Add(WallPainter):
    """Every wall touched is closed."""

    closing = True
