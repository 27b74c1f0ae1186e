"""Pages as they will be printed, side by side in the middle of a view, with buttons that turn them.

::

    +-----------------------+
    |   +-----+ +-----+     |
    |   |     | |     |     |
    |   +-----+ +-----+     |
    +-----------------------+
        < Pages 4-5 of 80 >
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import chord
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_keys
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

Box = tuple[float, float, float, float]  # left, top, right, bottom
PAGE, FRAME = "page", "frame"  # tags
AROUND = 4  # px at 96 dpi around what a frame shows
KEYS = {"Prior": -1, "Next": 1}
SCROLL_BY_KEYS = ("Treeview", "Text", "Listbox")  # classes of Tk


def turned(event: tk.Event[tk.Misc]) -> int:
    """Return 1 for the key of the next page, -1 for that of the one before, else 0.

    Also where the keyboard is in what scrolls by these keys itself.
    """
    widget = event.widget
    scrolls = not isinstance(widget, tk.Misc) or widget.winfo_class() in SCROLL_BY_KEYS
    return 0 if scrolls else KEYS.get(chord(event).replace("KP_", ""), 0)


class TurningPages(ttk.Frame):
    """A view of ``size`` px, more where there is room, that shows pages or what is wrong.

    ``turn(step)`` is called for a button, or for a key in ``keys_in``, by default in the window.
    ``resized(size)`` gets the size of the view.
    """

    def __init__(
        self,
        parent: tk.Misc,
        turn: Callable[[int], object],
        size: tuple[int, int],
        resized: Callable[[tuple[int, int]], object] | None = None,
        keys_in: tk.Misc | None = None,
    ) -> None:
        super().__init__(parent)
        theme = current(self)
        self._turn = turn
        self._images: Sequence[Image | None] = ()
        self._corners: list[tuple[int, int]] = []  # of the pages, px in the view
        self._frame: tuple[int, Box] | None = None
        self._photos: list[PhotoImage] = []
        width, height = size
        self.view = tk.Canvas(
            self, width=width, height=height, background=theme.ground, takefocus=False
        )
        self.problem = ttk.Label(self.view, style="Error.TLabel", background=theme.ground)
        self.row = FlowRow(self)
        self.back = ttk.Button(self.row, text="‹", width=3, command=lambda: turn(-1))
        self.forth = ttk.Button(self.row, text="›", width=3, command=lambda: turn(1))
        self.where = ttk.Label(self.row, width=20, anchor="center")
        self.row.add(self.back, self.where, self.forth)
        Tooltip(self.back, _("The page before"), _("Page Up"))
        Tooltip(self.forth, _("The next page"), _("Page Down"))
        self.row.pack(side="bottom", fill="x", pady=(theme.px(8), 0))
        self.view.pack(fill="both", expand=True)
        self.warning = ttk.Label(  # over the page: nothing moves while a text is typed
            self.view, style="Error.TLabel", padding=theme.px(6)
        )
        self._resized = resized
        self.view.bind("<Configure>", self._laid_out)
        on_keys(keys_in or self.winfo_toplevel(), self._press)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if step := turned(event):
            self._turn(step)

    def _laid_out(self, event: tk.Event[tk.Misc]) -> None:
        self._draw()
        if self._resized:
            self._resized((event.width, event.height))

    def show(self, images: Sequence[Image | None], problem: str = "") -> None:
        """Show pages side by side, a gap for each None; without any what is wrong."""
        self._images = images
        self.problem.configure(text=problem)
        self._draw()

    def frame(self, place: tuple[int, Box] | None) -> None:
        """Draw a frame around a box of one of the pages: its place from 0, and px on the page."""
        self._frame = place
        self._draw_frame()

    def _draw_frame(self) -> None:
        self.view.delete(FRAME)
        if self._frame is None or self._frame[0] >= len(self._corners):
            return
        theme, (place, (left, top, right, bottom)) = current(self), self._frame
        (x, y), room = self._corners[place], theme.px(AROUND)
        corners = x + left - room, y + top - room, x + right + room, y + bottom + room
        self.view.create_rectangle(*corners, outline=theme.exit, width=theme.px(2), tags=FRAME)

    def warn(self, text: str) -> None:
        """Show what the user is warned of, over the foot of the pages, or nothing."""
        self.warning.configure(text=text, wraplength=self.view.winfo_width() - current(self).px(12))
        if text:
            self.warning.place(relx=0, rely=1, relwidth=1, anchor="sw")
        else:
            self.warning.place_forget()

    def _draw(self) -> None:
        from PIL import ImageTk

        theme, view, images = current(self), self.view, self._images
        view.delete("all")
        self._corners = []
        width, height = view.winfo_width(), view.winfo_height()
        if width <= 1:  # not laid out yet
            width, height = int(view["width"]), int(view["height"])
        self.problem.configure(wraplength=width - theme.px(40))
        self._photos = [ImageTk.PhotoImage(image, master=view) for image in images if image]
        if not self._photos:
            if self.problem.cget("text"):
                view.create_window(width // 2, height // 2, window=self.problem)
            return
        photos = iter(self._photos)
        across, down = self._photos[0].width(), self._photos[0].height()
        x, y = (width - across * len(images)) // 2, (height - down) // 2
        for image in images:
            self._corners.append((x, y))
            if image:
                corners = x - 1, y - 1, x + image.width, y + image.height
                view.create_rectangle(*corners, outline=theme.paper_edge)
                view.create_image(x, y, image=next(photos), anchor="nw", tags=PAGE)
            x += across
        self._draw_frame()

    def offer_turning(self, offered: bool) -> None:
        """Show what turns the pages, or leave its room to others."""
        if offered and not self.row.winfo_manager():
            self.row.pack(side="bottom", fill="x", pady=(current(self).px(8), 0), before=self.view)
        if not offered:
            self.row.pack_forget()

    def show_place(self, text: str, *, first: bool, last: bool) -> None:
        """Show which pages are in view, and whether there are others before and behind them."""
        self.where.configure(text=text)
        self.back.state(["disabled" if first else "!disabled"])
        self.forth.state(["disabled" if last else "!disabled"])
