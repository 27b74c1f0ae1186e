"""What lies over the maze: its sealed cells, and a repair before it is accepted."""

from __future__ import annotations

from collections.abc import Callable

from mazeeditor.gui.context import Context
from mazeeditor.gui.layers.repair_layer import RepairLayer
from mazeeditor.gui.layers.sealed_layer import SealedLayer
from mazeeditor.gui.layers.underlay_layer import UnderlayLayer
from mazeeditor.maze.solution import Solution


class MazeLayers:
    """The layers of one window; ``show_solution`` draws what is below them again."""

    def __init__(self, context: Context, show_solution: Callable[[], None]) -> None:
        self._context = context
        self._sealed = SealedLayer(context.workspace, context.maze_view, show_solution)
        self.repair = RepairLayer(context)
        self._underlay = UnderlayLayer(context.workspace, context.maze_view)

    def solution(self) -> Solution | None:
        """Return the solution to draw, its marks as the settings have them, and sealed cells."""
        document, settings = self._context.workspace.document, self._context.workspace.settings
        marks = settings.visited and document.marks is not None
        return self._sealed.over(document.solution, marks=marks)

    def uncover(self) -> None:
        """Show the maze where the page covers it."""
        if self._context.shows_page:
            self._context.show_page(False)
