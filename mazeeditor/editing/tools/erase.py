"""The tool that erases walls."""

from __future__ import annotations

from mazeeditor.editing.painting import Painter
from mazeeditor.editing.tools import tool
from mazeeditor.words import _


@tool(
    "erase",
    _("Erase Walls"),
    key="E",
    icon="tool-erase",
    hint=_("Click or drag to erase walls"),
    order=3,
)
class Erase(Painter):
    """Every wall touched is opened."""

    closing = False
