"""The page, as it will be printed, in the main area: zoomed and edited as the maze is.

The picture of the maze stays below it, with its cells in the same places. So tools, keys and zoom
are those of the maze, and an edit is seen at once even where the page takes its time: the picture
of the page is hidden until the new one is drawn, but not where only an option of the page changes.
It is kept while the page is not shown, until the document changes.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Latest
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.shown_page import MOST_CELLS
from mazeeditor.app.printing.snapshot import ComposedPage, PagePart, Print, compose_first, draw_part
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.overlay import CURSOR, HEADS, HOVER, OPENINGS, STROKE
from mazeeditor.screen.area import Area
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

EDIT_PAUSE_MS, VIEW_PAUSE_MS = 30, 40  # ms without a change after which the page is drawn
TIMEOUT_MS = 120  # ms that an outdated page stays
LAYERS_ABOVE = (OPENINGS, HEADS, STROKE, HOVER, CURSOR)  # what is drawn over the page, lowest first


class PageLayer:
    """The page over the maze of one view, while ``shown``; ``on_change`` is called with that."""

    def __init__(
        self,
        maze_view: MazeView,
        document: Document,
        services: Services,
        on_change: Callable[[], None],
    ) -> None:
        self.shown = self._wanted = False
        self._beneath: Viewport | None = None  # what was shown of the maze, None for all of it
        self._kept: Viewport | None = None  # the same of the page
        self._maze_view, self._document = maze_view, document
        self._services, self._on_change = services, on_change
        self._canvas = maze_view.canvas
        self._page: ComposedPage | None = None
        self._part: PagePart | None = None
        self._drawn_for: tuple[ComposedPage, Viewport] | None = None  # what the part is of
        self._photo: PhotoImage | None = None
        self._photo_of: PagePart | None = None  # None where it is one enlarged
        self._item = self._canvas.create_image(0, 0, anchor="nw", state="hidden")
        self._timer = ""
        self.seen = False  # whether the picture of the page is on the screen
        self._outdated = False  # since an edit, for longer than a moment
        background = services.background
        self.composing = Latest(
            background,
            self._take_print,
            compose_first,
            self._composed,
            self._fail,
            delay=EDIT_PAUSE_MS,
        )
        self._drawing = Latest(
            background,
            self._take_view,
            lambda taken, job: (taken, draw_part(*taken, job)),
            self._drawn,
            self._fail,
            delay=VIEW_PAUSE_MS,
        )
        document.changed.follow(Follower.PAGE_LAYER, self._follow)
        maze_view.covered = self._covers
        maze_view.bind("<<ViewChanged>>", lambda _event: self._move(), add=True)
        maze_view.bind("<<Painted>>", lambda _event: self._hide_openings(), add=True)
        maze_view.bind("<Destroy>", self._close, add=True)

    @property
    def settled(self) -> bool:
        return self.composing.settled and self._drawing.settled and not self._timer

    def show(self, shown: bool) -> None:
        """Show the page instead of the maze, or the maze again.

        Of a maze that is too large the maze stays, and the status bar says so.
        """
        self._wanted = shown
        self._update()

    def _update(self) -> None:
        """Show the page where it is wanted and can be drawn."""
        cells = self._document.maze.lattice.cells
        shown = self._wanted and cells <= MOST_CELLS
        if self._wanted and not shown:
            text = _(
                "The page of a maze of {cells:,} cells cannot be shown large, only of "
                "{most:,} at most; Export draws it."
            )
            self._services.ui.show_status(text.format(cells=cells, most=MOST_CELLS))
        if shown == self.shown:
            return
        self.shown = shown
        view = self._maze_view
        seen = None if view.fitted else view.viewport
        if shown:
            self._beneath = seen
            if self._page:
                self._show_sheet(self._page)  # its picture follows: the view has moved
            else:
                self.composing.request(0)
        else:
            self._kept = seen
            self._leave()
            view.show_sheet(None)
            self._go_back_to(self._beneath)
        self._on_change()

    def _leave(self) -> None:
        """Keep the page and its picture where they are those of the document as it is."""
        drawn = self._drawn_for is not None and self._drawn_for[0] is self._page
        if drawn and self.composing.settled:
            self._drawing.stop()
            self._show_item(False)
        else:
            self._forget()

    def _go_back_to(self, view: Viewport | None) -> None:
        """Show the part again that was shown last, unless another maze has come."""
        now = self._maze_view.viewport
        if view and (view.columns, view.rows, view.sheet) == (now.columns, now.rows, now.sheet):
            self._maze_view.look(view.resized(now.width, now.height))

    def _forget(self) -> None:
        self.composing.stop()
        self._drawing.stop()
        self._stop_timer()
        self._canvas.itemconfigure(self._item, image="")
        self._page = self._part = self._photo = self._photo_of = self._drawn_for = None
        self._show_item(False)

    # The page

    def _follow(self, change: Change) -> None:
        self._update()
        if self.shown:
            self.composing.request()
            if change.passages or change.maze or change.solution:
                self._wait_no_longer()
        elif self._page:
            self._forget()

    def _take_print(self) -> Print | None:
        return Print.of(self._document) if self.shown else None

    def _composed(self, page: ComposedPage) -> None:
        self._page = page
        self._show_sheet(page)
        self._drawing.request(0)

    def _show_sheet(self, page: ComposedPage) -> None:
        """Let the paper of the view be the page, seen as it was left."""
        if page.sheet != self._maze_view.viewport.sheet:
            self._maze_view.show_sheet(page.sheet)
            self._go_back_to(self._kept)
        self._kept = None

    def _fail(self, problem: Exception) -> None:
        """Show the maze alone, where it was, and why there is no page, unless the panel says so."""
        self._forget()
        if not self._services.settings.panel:
            self._services.ui.show_status(str(problem))

    # Its picture

    def _take_view(self) -> tuple[ComposedPage, Viewport] | None:
        return (self._page, self._maze_view.viewport) if self.shown and self._page else None

    def _drawn(self, drawn: tuple[tuple[ComposedPage, Viewport], PagePart]) -> None:
        self._drawn_for, self._part = drawn
        part = self._part
        if self.composing.settled:  # else an edit has come in between
            self._stop_timer()
            self._outdated = False
            self._show_part(part)

    def _is_drawn(self, view: Viewport) -> bool:
        return self._drawn_for is not None and self._drawn_for == (self._page, view)

    def _covers(self, view: Viewport) -> bool:
        """Whether nothing is seen of the maze below, which need not be painted then."""
        return self.shown and not self._outdated and self._is_drawn(view)

    def _move(self) -> None:
        """Move or enlarge the picture there is, and draw a sharp one when the view rests."""
        if not (self.shown and self._page):
            return
        if self._is_drawn(self._maze_view.viewport):
            self._drawing.stop()  # of a view that is left
        else:
            self._drawing.request()
        part, viewport = self._part, self._maze_view.viewport
        if not (part and part.image) or self._outdated:
            return
        grown = viewport.zoom / part.zoom
        edges = [round(edge * grown) for edge in part.area]
        area = Area(*edges).cut(viewport.screen)
        if part.zoom == viewport.zoom:
            self._show_part(part)
        elif area.size:
            self._show_picture(_enlarge(part.image, part.area, area, grown), area)

    def _show_part(self, part: PagePart) -> None:
        if self._photo_of is part:
            self._place(part.area)
        else:
            self._show_picture(part.image, part.area)
            self._photo_of = part

    def _show_picture(self, image: Image | None, area: Area) -> None:
        """Show pixels at ``area``, in world px."""
        from PIL import ImageTk

        self._photo = ImageTk.PhotoImage(image, master=self._canvas) if image else None
        self._photo_of = None
        self._canvas.itemconfigure(self._item, image=str(self._photo or ""))
        self._place(area)

    def _place(self, area: Area) -> None:
        viewport = self._maze_view.viewport
        self._canvas.coords(self._item, area.left - viewport.left, area.top - viewport.top)
        self._show_item(True)

    def _show_item(self, shown: bool) -> None:
        if self.seen and not shown:
            self._maze_view.redraw()  # what was below it
        self.seen = shown
        self._canvas.itemconfigure(self._item, state="normal" if shown else "hidden")
        self._canvas.tag_raise(self._item)
        for tag in LAYERS_ABOVE:
            if self._canvas.find_withtag(tag):
                self._canvas.tag_raise(tag)
        self._hide_openings()

    def _hide_openings(self) -> None:
        """Hide the arrows of the screen where the page has marks of its own."""
        self._canvas.itemconfigure(OPENINGS, state="hidden" if self.seen else "normal")

    # Edits

    def _wait_no_longer(self) -> None:
        """Let the maze be seen soon where the page is out of date."""
        if not self._timer:
            self._timer = self._maze_view.after(TIMEOUT_MS, self._give_way)

    def _give_way(self) -> None:
        self._timer = ""
        self._outdated = True
        self._show_item(False)

    def _stop_timer(self) -> None:
        if self._timer:
            self._maze_view.after_cancel(self._timer)
            self._timer = ""

    def _close(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._maze_view:
            self.composing.stop()
            self._drawing.stop()
            self._stop_timer()


def _enlarge(image: Image, shown: Area, area: Area, grown: float) -> Image:
    """Return what is in ``area`` of an image of ``shown`` that is enlarged ``grown`` times."""
    from PIL.Image import Transform

    box = (
        area.left / grown - shown.left,
        area.top / grown - shown.top,
        area.right / grown - shown.left,
        area.bottom / grown - shown.top,
    )
    return image.transform((area.width, area.height), Transform.EXTENT, box)
