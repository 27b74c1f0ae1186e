"""The page exactly as it will be printed, drawn again in the background after every change."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.latest import Latest
from mazeeditor.app.parts.services import Services
from mazeeditor.app.printing.snapshot import Print, PrintPreview, draw, plan
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.look import current

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage


ENLARGE = "<<EnlargePage>>"
PAUSE = 250  # ms without a change after which the preview is drawn again
HEIGHT = 260  # px at 96 dpi at first
LOWEST, HIGHEST = 150, 420  # px at 96 dpi
SHARE = 0.32  # of the panel's height
AT_ONCE = 250_000  # cells: larger mazes take seconds and are drawn on request


class PagePreview(tk.Canvas):
    """The pages side by side; ``on_preview`` gets each new preview.

    A click generates ``ENLARGE``.
    """

    def __init__(
        self,
        parent: ttk.Frame,
        document: Document,
        services: Services,
        on_preview: Callable[[PrintPreview], None],
    ) -> None:
        px = current(parent).px
        self.box = current(parent).panel_width - px(40), px(HEIGHT)
        super().__init__(
            parent, width=self.box[0], height=self.box[1], takefocus=False, cursor="hand2"
        )
        self._document, self._services, self._on_preview = document, services, on_preview
        self.shown = PrintPreview()
        self.ask = ttk.Button(self, text=_("Draw the Preview"), command=self.draw_now)
        self._photos: list[PhotoImage] = []
        self._outdated = True
        self._requested = False  # whether a large maze is to be drawn too
        self._drawing = Latest(
            services.background,
            self._take,
            lambda taken, job: _drawn(*taken, job),
            self._show,
            self._fail,
            delay=PAUSE,
        )
        self.bind("<Button-1>", lambda _event: self.event_generate(ENLARGE))
        self.bind("<Visibility>", lambda _event: self._seen())
        self.bind("<<ThemeChanged>>", lambda _event: self._lay_out())
        self.bind("<Destroy>", lambda _event: self._drawing.stop())

    @property
    def settled(self) -> bool:
        """Whether the preview is that of the document as it is."""
        return not self._outdated

    def make_fit(self, height: int) -> None:
        """Take a share of the ``height`` of the panel, px, so that fields are seen below."""
        px = current(self).px
        own = min(max(round(height * SHARE), px(LOWEST)), px(HIGHEST))
        if own != self.box[1]:
            self.box = self.box[0], own
            self.configure(height=own)
            self._lay_out()
            self.renew()

    def renew(self) -> None:
        """Draw the pages again soon: they, or the maze, have changed."""
        self._outdated, self._requested = True, False
        self._drawing.request()

    def _seen(self) -> None:
        if self._outdated and self._drawing.settled:
            self.renew()

    def _take(self) -> tuple[Print, tuple[int, int] | None] | None:
        """Return the page to draw, None while hidden; and its space, None for a maze too large."""
        document = self._document
        if not self.winfo_viewable():
            return None
        if document.maze.lattice.cells > AT_ONCE and not self._requested:
            return Print.of(document), None
        self.ask.state(["disabled"])
        return Print.of(document), self._box_of_a_page()

    def draw_now(self) -> None:
        """Draw the preview, however large the maze is."""
        self._requested = True
        self._drawing.request(delay=0)

    def _fail(self, problem: Exception) -> None:
        if isinstance(problem, MazeError):
            self._services.report(problem)

    def _box_of_a_page(self) -> tuple[int, int]:
        """Return the space in px for each of the pages there will be."""
        gap = current(self).px(8)
        pages = 2 if self._document.page.solution == "page" else 1
        width, height = self.box
        return (width - (pages - 1) * gap) // pages - gap, height - 2 * gap

    def _show(self, shown: PrintPreview) -> None:
        self._outdated, self.shown = False, shown
        self._lay_out()
        self._on_preview(shown)

    def _lay_out(self) -> None:
        """Show the pages, or the button that requests them."""
        from PIL import ImageTk

        theme, images = current(self), self.shown.images
        self.delete("all")
        self.configure(background=theme.ground)
        if self.shown.size and not images:
            self.ask.state(["!disabled"])
            self.create_window(self.box[0] // 2, self.box[1] // 2, window=self.ask)
        gap = theme.px(8)
        self._photos = [ImageTk.PhotoImage(image, master=self) for image in images]
        x = (self.box[0] - sum(image.width for image in images) - gap * (len(images) - 1)) // 2
        for image, photo in zip(images, self._photos, strict=True):
            y = (self.box[1] - image.height) // 2
            right, bottom = x + image.width, y + image.height
            self.create_rectangle(x - 1, y - 1, right, bottom, outline=theme.paper_edge)
            self.create_image(x, y, image=photo, anchor="nw")
            x += image.width + gap


def _drawn(print_: Print, box: tuple[int, int] | None, job: Job) -> PrintPreview:
    """Return the pages, or only their size where there is no space for them."""
    return draw(print_, box, job) if box else plan(print_)
