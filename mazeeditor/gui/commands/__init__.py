"""The commands that concern the view alone: zoom, look, tools and further windows.

They are registered as those of the workspace are, and stand in the same menus.
"""

from __future__ import annotations

from mazeeditor.workspace.commands import COMMANDS, SUBMENUS, chords

__all__ = ["chords"]

COMMANDS.include(__name__)
SUBMENUS.include(__name__)
