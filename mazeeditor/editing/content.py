"""What is undone and saved: the maze, how it was made, and the page it is printed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mazeeditor.drawing.style import Page
from mazeeditor.maze.maze import Maze


@dataclass
class Content:
    """The state that edits change; session state (route, zoom, tool) is not part of it.

    ``recipe`` says how the maze was generated (``generator``, ``seed``, ``braid``, ``options``);
    it is empty for a maze that was not.
    """

    maze: Maze
    recipe: Mapping[str, Any]
    page: Page
