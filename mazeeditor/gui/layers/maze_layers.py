"""What lies over the maze: its sealed cells, and a repair before it is accepted."""

from __future__ import annotations

from collections.abc import Callable

from mazeeditor.app.services import Services
from mazeeditor.app.view import View
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.layers.repair_layer import RepairLayer
from mazeeditor.gui.layers.sealed_layer import SealedLayer
from mazeeditor.gui.layers.underlay_layer import UnderlayLayer
from mazeeditor.maze.solution import Solution


class MazeLayers:
    """The layers of one window; ``show_solution`` draws what is below them again."""

    def __init__(
        self,
        context: Context,
        document: Document,
        view: View,
        services: Services,
        show_solution: Callable[[], None],
    ) -> None:
        self._context = context
        self._document, self._services = document, services
        self._sealed = SealedLayer(document, view, context.maze_view, show_solution)
        self.repair = RepairLayer(context, view, services)
        self._underlay = UnderlayLayer(document, services, context.maze_view)

    def solution(self) -> Solution | None:
        """Return the solution to draw, its marks as the settings have them, and sealed cells."""
        document, settings = self._document, self._services.settings
        marks = settings.visited and document.marks is not None
        return self._sealed.over(document.solution, marks=marks)

    def uncover(self) -> None:
        """Show the maze where the page covers it."""
        if self._context.shows_page:
            self._context.show_page(False)
