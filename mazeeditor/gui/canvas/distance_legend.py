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

import numpy as np
from PIL import Image, ImageTk

from mazeeditor.core.translation import _
from mazeeditor.gui.canvas.corners import LOWER_RIGHT
from mazeeditor.gui.look import Theme
from mazeeditor.screen.distance_levels import DistanceLevels
from mazeeditor.screen.pixel_colours import DOT, UNREACHED, distance_colours, kind_colours

# px at 96 dpi; the bar is as wide as there is room, within limits
PADDING = 8
NARROWEST, WIDTH, HEIGHT = 96, 200, 12
UNREACHABLE = _("cannot be reached")


class DistanceLegend:
    """A small canvas above another one; clicks do not pass through it."""

    def __init__(self, parent: tk.Canvas, theme: Theme) -> None:
        self.canvas = tk.Canvas(parent, borderwidth=0, takefocus=False, cursor="arrow")
        self._theme = theme
        self._levels: DistanceLevels | None = None
        self._bar: ImageTk.PhotoImage | None = None
        self._width = theme.px(WIDTH)
        self.corner = LOWER_RIGHT

    @property
    def widget(self) -> tk.Canvas:
        """What lies over the picture."""
        return self.canvas

    @property
    def shown(self) -> bool:
        """Whether the scale can be seen."""
        return self._levels is not None

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._theme, self._width = theme, theme.px(WIDTH)
        self._draw()

    def show(self, levels: DistanceLevels | None) -> None:
        """Show the scale of other distances, or none, from the next draw on."""
        self._levels = levels
        self._draw()

    def _draw(self) -> None:
        self.canvas.delete("all")
        if self._levels is None:
            return
        theme, levels = self._theme, self._levels
        edge, pad = theme.px(1), theme.px(PADDING)
        self.canvas.configure(background=theme.window, highlightbackground=theme.border)
        self.canvas.configure(highlightthickness=edge)
        start = pad + edge
        y = self._write(start, start, levels.title, "nw", theme.text)
        y = self._draw_bar(start, y + theme.px(4))
        y = self._write_numbers(start, y + theme.px(2), levels.farthest)
        if not levels.complete:
            y = self._draw_unreached(start, y + theme.px(4))
        # a canvas counts the line around it to its size from outside, not in its options
        self.canvas.configure(width=self._width + 2 * pad, height=y + pad - edge)

    def _write(self, x: float, y: float, text: str, anchor: str, colour: str) -> int:
        """Write a line, or more where it is long; return where it ends below."""
        item = self.canvas.create_text(x, y, text=text, fill=colour, font=self._theme.small)
        start = self._theme.px(PADDING) + self._theme.px(1)
        width = self._width - (x - start if anchor == "nw" else 0)
        self.canvas.itemconfigure(item, anchor=anchor, width=width)
        return self.canvas.bbox(item)[3]

    def _draw_bar(self, x: int, y: int) -> int:
        width, height = self._width, self._theme.px(HEIGHT)
        colours = distance_colours(self._theme)
        row = colours[np.arange(width) * len(colours) // width]
        image = Image.fromarray(np.repeat(row[None], height, axis=0))
        self._bar = ImageTk.PhotoImage(image, master=self.canvas)
        self.canvas.create_image(x, y, image=self._bar, anchor="nw")
        return y + height

    def _write_numbers(self, x: int, y: int, farthest: int) -> int:
        middle = farthest // 2
        places = {0: ("nw", 0.0), middle: ("n", middle / max(1, farthest))}
        places |= {farthest: ("ne", 1.0)} if farthest else {0: ("nw", 0.0)}
        ends = [
            self._write(x + share * self._width, y, f"{number:,}", anchor, self._theme.text_soft)
            for number, (anchor, share) in places.items()
        ]
        return max(ends)

    def _draw_unreached(self, x: int, y: int) -> int:
        """Explain the cells with a dot."""
        theme, colours = self._theme, kind_colours(self._theme)
        side = theme.px(HEIGHT)
        end = self._write(x + side + theme.px(6), y, UNREACHABLE, "nw", theme.text_soft)
        top, dot = y + (end - y - side) // 2, max(2, round(side / 6))
        for kind, inset, size in ((UNREACHED, 0, side), (DOT, (side - dot) // 2, dot)):
            left, above = x + inset, top + inset
            self.canvas.create_rectangle(
                left, above, left + size, above + size, fill=colours[kind], width=0
            )
        return end

    def fit(self, room: int) -> tuple[int, int]:
        """Take up no more than ``room`` px from left to right, where that is enough to be read.

        Returns width and height, px.
        """
        theme = self._theme
        borders = 2 * (theme.px(PADDING) + theme.px(1))
        width = min(max(room - borders, theme.px(NARROWEST)), theme.px(WIDTH))
        if width != self._width:
            self._width = width
            self._draw()
        return self.canvas.winfo_reqwidth(), self.canvas.winfo_reqheight()
