"""The page exactly as it will come out, drawn anew, beside the window, after every change."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.gui.jobs import Task
from mazeeditor.gui.printing import Preview, Print, draw, plan
from mazeeditor.words import _

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

    from mazeeditor.gui.window import Window

PAUSE = 250  # ms without a change after which the preview is drawn anew
HEIGHT = 260  # px at 96 dpi at the most
AT_ONCE = 250_000  # cells: larger mazes take seconds and are drawn when somebody asks for it


class PagePreview(tk.Canvas):
    """The pages beside each other on the ground; ``told`` hears of each new preview."""

    def __init__(self, parent: ttk.Frame, window: Window, told: Callable[[Preview], None]) -> None:
        px = window.theme.px
        self.box = window.theme.panel_width - px(40), px(HEIGHT)
        super().__init__(parent, width=self.box[0], height=self.box[1], takefocus=False)
        self._window, self._told = window, told
        self.shown = Preview()
        self.ask = ttk.Button(self, text=_("Draw the Preview"), command=self.draw_now)
        self._photos: list[PhotoImage] = []
        self._timer: str | None = None
        self._task: Task | None = None
        self._stale = True
        self.bind("<Map>", lambda _event: self._seen())
        self.bind("<<ThemeChanged>>", lambda _event: self._lay_out())

    @property
    def settled(self) -> bool:
        """Whether the preview is that of the document as it is."""
        return not self._stale

    def renew(self) -> None:
        """Hear that the page, or what is on it, has changed."""
        self._stale = True
        self._stop()
        self._timer = self.after(PAUSE, self._start)

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        if self._task:
            self._task.cancel()
        self._timer = self._task = None

    def _seen(self) -> None:
        if self._stale and not self._task:
            self.renew()

    def _start(self) -> None:
        """Draw what somebody can see; the rest when it is unfolded."""
        self._timer = None
        document = self._window.document
        if not self.winfo_ismapped():
            return
        if document.maze.lattice.cells <= AT_ONCE:
            self.draw_now()
        else:
            self._show(plan(Print(document.maze, document.page, None)))

    def draw_now(self) -> None:
        """Draw the preview in a thread."""
        self._stop()
        print_, box = Print.of(self._window.document), self._box_of_a_page()
        self.ask.state(["disabled"])
        self._task = self._window.threads.start(
            lambda job: draw(print_, box, job), self._show, self._window.report
        )

    def _box_of_a_page(self) -> tuple[int, int]:
        """Return the room in px of each of the pages there will be."""
        gap = self._window.theme.px(8)
        pages = 2 if self._window.document.page.solution == "page" else 1
        width, height = self.box
        return (width - (pages - 1) * gap) // pages - gap, height - 2 * gap

    def _show(self, shown: Preview) -> None:
        self._task, self._stale, self.shown = None, False, shown
        self._lay_out()
        self._told(shown)

    def _lay_out(self) -> None:
        """Lay the pages on the ground, or the button that asks for them."""
        from PIL import ImageTk

        theme, images = self._window.theme, self.shown.images
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
