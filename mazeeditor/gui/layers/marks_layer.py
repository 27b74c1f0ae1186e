"""The pictures at start and goal: on the screen those that the page prints, in place of arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.parts.services import Services
from mazeeditor.app.shown.end_pictures import drawn_pictures, has_pictures
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import current
from mazeeditor.page.page import Page

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.jobs import Task

SIDE = 256  # px: smaller ones are made of it
Asked = tuple[object, ...]


class MarksLayer:
    """Follows the page; a picture is drawn in the background, once for all sizes."""

    def __init__(self, document: Document, services: Services, maze_view: MazeView) -> None:
        self._document, self._services, self._maze_view = document, services, maze_view
        self._asked: Asked = ()  # what the pictures depend on
        self._task: Task | None = None
        document.changed.follow(Follower.MARKS_LAYER, self._follow)
        maze_view.bind("<<ThemeChanged>>", lambda _event: self.show(), add=True)
        self.show()

    @property
    def settled(self) -> bool:
        """Whether what is seen is what the page prints."""
        return self._task is None

    def _follow(self, _change: Change) -> None:
        self.show()

    def show(self) -> None:
        """Show the pictures of the page as it is, soon where they are others."""
        page = self._document.page
        asked = self._looks(page)
        if asked == self._asked:
            return
        if self._task:
            self._task.cancel()
            self._task = None
        self._asked = asked
        if not asked:
            self._maze_view.show_pictures(None)
            return
        colour = current(self._maze_view).wall
        self._task = self._services.background.run(
            lambda _job: drawn_pictures(page, colour, SIDE), self._take, self._fail
        )

    def _looks(self, page: Page) -> Asked:
        """Return what the pictures depend on, nothing where the page prints none."""
        if not has_pictures(page):
            return ()
        chosen = page.marks, page.marks_place, page.start_picture, page.goal_picture
        themed = page.theme, page.coloured, page.theme_pictures, page.walls == "hairlines"
        return (*chosen, *themed, current(self._maze_view).wall)

    def _take(self, pictures: tuple[Image, Image] | None) -> None:
        self._task = None
        inside = self._document.page.marks_place == "inside"
        self._maze_view.show_pictures(pictures, inside=inside)

    def _fail(self, _problem: Exception) -> None:
        """Show arrows: a theme is missing or broken, which the page says."""
        self._take(None)
