"""What the page prints in the maze, on the screen: pictures at start and goal; stops and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Latest
from mazeeditor.app.parts.services import Services
from mazeeditor.app.shown.end_pictures import drawn_pictures, has_pictures
from mazeeditor.core.job import Job
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import current
from mazeeditor.page.page import Page

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.maze.collecting.things import Things

SIDE = 256  # px: smaller ones are made of it
Looks = tuple[object, ...]


class MarksLayer:
    """Follows the page; a picture is drawn in the background, once for all sizes."""

    def __init__(self, document: Document, services: Services, maze_view: MazeView) -> None:
        self._document, self._maze_view = document, maze_view
        self._looks: Looks = ()  # what the pictures depend on
        self._things: Things | None = None  # those that are shown
        self._drawing = Latest(
            services.background, self._take, _draw, self._show, self._fail, delay=0
        )
        document.changed.follow(Follower.MARKS_LAYER, self._follow)
        maze_view.bind("<<ThemeChanged>>", lambda _event: self._follow(), add=True)
        self._follow()

    @property
    def settled(self) -> bool:
        """Whether what is seen is what the page prints."""
        return self._drawing.settled

    def _follow(self, _change: Change | None = None) -> None:
        """Show the pictures of the page as it is, soon where they are others, and its stops."""
        self._show_things()
        looks = self._looks_of(self._document.page)
        if looks == self._looks:
            return
        self._looks = looks
        if looks:
            self._drawing.request()
        else:
            self._drawing.stop()
            self._show(None)

    def _show_things(self) -> None:
        """Show stops, keys and doors, unless the page places them in each maze."""
        things, page = None, self._document.page
        if page.stops or page.keys:
            from mazeeditor.page.tokens.stops import kept_things  # few mazes have any

            things = kept_things(self._document.maze, page)
        if things != self._things:
            self._things = things
            self._maze_view.show_things(things)

    def _looks_of(self, page: Page) -> Looks:
        """Return what the pictures depend on, nothing where the page prints none."""
        if not has_pictures(page):
            return ()
        chosen = page.marks, page.marks_place, page.start_picture, page.goal_picture
        themed = page.theme, page.coloured, page.theme_pictures, page.walls == "hairlines"
        return (*chosen, *themed, current(self._maze_view).wall)

    def _take(self) -> tuple[Page, str]:
        return self._document.page, current(self._maze_view).wall

    def _show(self, pictures: tuple[Image, Image] | None) -> None:
        inside = self._document.page.marks_place == "inside"
        self._maze_view.show_pictures(pictures, inside=inside)

    def _fail(self, _problem: Exception) -> None:
        """Show arrows: a theme is missing or broken, which the page says."""
        self._show(None)


def _draw(taken: tuple[Page, str], _job: Job) -> tuple[Image, Image] | None:
    page, colour = taken
    return drawn_pictures(page, colour, SIDE)
