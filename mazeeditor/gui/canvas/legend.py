"""The scale of the distances in a corner of the canvas: which colour is how far.

::

    +-------------------------+
    | Steps from the entrance |
    | [=====================] |
    | 0        71         143 |
    | [.] cannot be reached   |    only where there is such a cell
    +-------------------------+
"""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont

import numpy as np
from PIL import Image, ImageTk

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.heat import Heat
from mazeeditor.gui.canvas.shades import DOT, UNREACHED, colours_of, heat_colours
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.theme import Theme
from mazeeditor.words import _

PADDING, GAP, WIDTH, HEIGHT = 8, 8, 200, 12  # px at 96 dpi; the last two are the bar's


class Legend:
    """A small canvas that lies over another one, so that no click goes through it."""

    def __init__(self, parent: tk.Canvas, theme: Theme) -> None:
        self.canvas = tk.Canvas(parent, borderwidth=0, takefocus=False, cursor="arrow")
        self._theme = theme
        self._heat: Heat | None = None
        self._bar: ImageTk.PhotoImage | None = None
        self._corner = 0

    @property
    def shown(self) -> bool:
        """Whether the scale can be seen."""
        return self._heat is not None

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._theme = theme
        self.show(self._heat)

    def show(self, heat: Heat | None) -> None:
        """Show the scale of other distances, where ``place`` puts it, or none."""
        self._heat = heat
        self.canvas.delete("all")
        if heat is None:
            self.canvas.place_forget()
            return
        theme = self._theme
        pad, line = (
            theme.px(PADDING),
            tkfont.nametofont(theme.small, self.canvas).metrics("linespace"),
        )
        self.canvas.configure(background=theme.window, highlightbackground=theme.border)
        self.canvas.configure(highlightthickness=theme.px(1))
        y = pad + theme.px(1)
        self._write(pad, y, heat.title, "nw", theme.text)
        y += line + theme.px(4)
        y = self._draw_bar(pad, y) + theme.px(2)
        self._write_numbers(pad, y, heat.farthest)
        y += line
        if not heat.complete:
            self._draw_unreached(pad, y + theme.px(4), line)
            y += line + theme.px(4)
        width = max(theme.px(WIDTH), self.canvas.bbox("all")[2] - pad) + 2 * pad
        self.canvas.configure(width=width, height=y + pad)

    def _write(self, x: float, y: float, words: str, anchor: str, colour: str) -> None:
        item = self.canvas.create_text(x, y, text=words, fill=colour, font=self._theme.small)
        self.canvas.itemconfigure(item, anchor=anchor)

    def _draw_bar(self, x: int, y: int) -> int:
        """Draw the colours from left to right; return where they end below."""
        width, height = self._theme.px(WIDTH), self._theme.px(HEIGHT)
        colours = heat_colours(self._theme)
        row = colours[np.arange(width) * len(colours) // width]
        image = Image.fromarray(np.repeat(row[None], height, axis=0))
        self._bar = ImageTk.PhotoImage(image, master=self.canvas)
        self.canvas.create_image(x, y, image=self._bar, anchor="nw")
        return y + height

    def _write_numbers(self, x: int, y: int, farthest: int) -> None:
        width = self._theme.px(WIDTH)
        places = {0: ("nw", 0.0), farthest // 2: ("n", farthest // 2 / max(1, farthest))}
        places |= {farthest: ("ne", 1.0)} if farthest else {}
        for number, (anchor, share) in places.items():
            self._write(x + share * width, y, f"{number:,}", anchor, self._theme.text_soft)

    def _draw_unreached(self, x: int, y: int, line: int) -> None:
        theme, colours = self._theme, colours_of(self._theme)
        side = theme.px(HEIGHT)
        top, dot = y + (line - side) // 2, max(1, round(side / 7))
        middle = (side - dot) / 2
        for kind, start, size in ((UNREACHED, 0.0, side), (DOT, middle, dot)):
            left, above = x + start, top + start
            self.canvas.create_rectangle(
                left, above, left + size, above + size, fill=colours[kind], width=0
            )
        self._write(x + side + theme.px(6), y, _("cannot be reached"), "nw", theme.text_soft)

    def place(self, view: Viewport) -> None:
        """Lie in the corner where the least of the maze is hidden, this one rather than another."""
        if self._heat is None:
            return
        gap = self._theme.px(GAP)
        width, height = self.canvas.winfo_reqwidth(), self.canvas.winfo_reqheight()
        rights, bottoms = max(gap, view.width - gap - width), max(gap, view.height - gap - height)
        places = [(rights, bottoms), (rights, gap), (gap, bottoms), (gap, gap)]
        world = [Area(x, y, x + width, y + height).moved(view.left, view.top) for x, y in places]
        maze = Area(0, 0, round(view.columns * view.zoom), round(view.rows * view.zoom))
        hidden = [(area.cut(maze).size, area.cut(view.paper).size) for area in world]
        if hidden[self._corner] != min(hidden):
            self._corner = hidden.index(min(hidden))
        x, y = places[self._corner]
        self.canvas.place(x=x, y=y)
