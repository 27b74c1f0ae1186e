"""The tool that changes walls: it adds where there is none, and erases where there is one.

::

    click                  the wall there, or a point of the grid that a line begins at
    Shift+click            a line of walls from that point, or the end of the last line
    drag                   a line from point to point; erasing, all walls along and across the path
    Shift, Alt or Ctrl     a straight line; erase for add, and add for erase
"""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.changes.wall_painting import WallPainter
from mazeeditor.editing.tool_options import SYMMETRY
from mazeeditor.editing.tools import mode, tool

STRAIGHT = _("Straight line")


@tool("wall", _("Wall"), order=1, icon="tool-wall")
@mode(
    "wall",
    _("Wall"),
    tool="wall",
    short=_("Toggle"),
    key="W",
    icon="tool-wall",
    hint=_("Click a wall to toggle it, or drag along the grid; the first wall decides"),
    order=1,
    closeup=True,
    shift=STRAIGHT,
    alt=_("Other way round"),
    shows=(SYMMETRY,),
)
class Wall(WallPainter):
    """The first wall touched decides whether the drag draws a line or erases."""


@mode(
    "add",
    _("Add walls"),
    tool="wall",
    short=_("Add"),
    key="A",
    icon="tool-add",
    hint=_("Click a wall, or drag along the grid, to add walls"),
    order=2,
    closeup=True,
    shift=STRAIGHT,
    alt=_("Erase"),
    alt_mode="erase",
    shows=(SYMMETRY,),
)
class Add(WallPainter):
    """A drag draws a line of walls."""

    closing = True


@mode(
    "erase",
    _("Erase walls"),
    tool="wall",
    short=_("Erase"),
    key="E",
    icon="tool-erase",
    hint=_("Click a wall, or drag along walls or across them, to erase them"),
    order=3,
    closeup=True,
    shift=STRAIGHT,
    alt=_("Add"),
    alt_mode="add",
    shows=(SYMMETRY,),
)
class Erase(WallPainter):
    """A drag erases all walls that it runs along or crosses."""

    closing = False
