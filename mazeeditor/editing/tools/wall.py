"""The tool that changes walls: add where there is none, erase where there is one."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.wall_painting import WallPainter
from mazeeditor.editing.tools import tool


@tool(
    "wall",
    _("Wall"),
    key="W",
    icon="tool-wall",
    hint=_("Click a wall to toggle it, drag to paint"),
    order=1,
    closeup=True,
)
class Wall(WallPainter):
    """The first wall touched decides whether the drag adds or erases."""
