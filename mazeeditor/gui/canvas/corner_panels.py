"""What lies in the corners over the picture: the scale of distances, and what is highlighted.

Each panel is where it hides the least: no entrance or exit, where the route ends, and then as
little of the maze as can be. That is in a corner, or in the middle of a side where each corner has
an opening.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PIL import Image, ImageTk

from mazeeditor.core.translation import _
from mazeeditor.gui.look import Theme
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import DistanceLevels
from mazeeditor.screen.pixel_colours import DOT, UNREACHED, distance_colours, kind_colours
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from mazeeditor.app.shown.highlights import Highlighted


CORNERS = LOWER_RIGHT, UPPER_RIGHT, LOWER_LEFT, UPPER_LEFT = range(4)
WIDTH_SHARES = (1.0, 0.7, 0.5)  # shares of the canvas from side to side that a panel takes at most
GAP = 8  # px at 96 dpi from the borders of the canvas
SWATCH = 12  # px at 96 dpi
GAP_BESIDE_PX, GAP_ABOVE_PX = 8, 5  # px at 96 dpi: gaps
MIN_WIDTH_PX = 60  # px at 96 dpi in which a text is wrapped
# px at 96 dpi; the bar is as wide as there is room, within limits
PADDING = 8
BAR_NARROWEST, BAR_WIDTH, BAR_HEIGHT = 96, 200, 12
UNREACHABLE = _("cannot be reached")


class CornerPanel(Protocol):
    """Something over the picture; ``corner`` is where it lies, and stays as long as it can."""

    corner: int

    @property
    def shown(self) -> bool:
        """Whether it is to be seen."""

    @property
    def widget(self) -> tk.Widget:
        """A child of the canvas."""

    def fit(self, room: int) -> tuple[int, int]:
        """Take up no more than ``room`` px from left to right, if that can be.

        Returns width and height, px: Tk knows those of new widgets only later.
        """


class Corners:
    """Places each panel in a corner of its own: where it hides the least of the maze.

    Where there is no room next to those before it, a panel is not seen at all: they lie in the
    order of their importance.
    """

    def __init__(self, panels: Sequence[CornerPanel]) -> None:
        self._panels = panels
        self._placed: dict[CornerPanel, tuple[int, int]] = {}  # those to be seen, and where

    def place(
        self,
        view: Viewport,
        gap: int,
        bars: int,
        clear: Sequence[Area] = (),
        over: Area | None = None,
    ) -> None:
        """Follow the view.

        Panels lie ``gap`` px from the borders, at the right and below ``bars`` px more: there are
        the scroll bars. They leave ``clear``, areas in px of the screen, where they can, and none
        lies below what is ``over`` the canvas.
        """
        taken: list[Area] = [over] if over else []
        for panel in self._panels:
            area = self._area_for(panel, view, gap, bars, taken, clear) if panel.shown else None
            if area:
                taken.append(area)
                if self._placed.get(panel) != area[:2]:
                    self._placed[panel] = area[:2]
                    panel.widget.place(x=area.left, y=area.top)
            elif panel in self._placed:
                panel.widget.place_forget()
                del self._placed[panel]

    @staticmethod
    def _area_for(
        panel: CornerPanel,
        view: Viewport,
        gap: int,
        bars: int,
        taken: Sequence[Area],
        clear: Sequence[Area],
    ) -> Area | None:
        """Choose the place of a panel; None where it would lie over another in each of them.

        It is made narrower where it covers an opening in each corner, then it may leave these.
        """
        room = view.width - 2 * gap - bars
        hidden: dict[int, tuple[int, ...]] = {}
        areas: list[Area] = []
        for share in WIDTH_SHARES if clear else WIDTH_SHARES[:1]:
            areas = _areas(panel.fit(round(room * share)), view, gap, bars)
            hidden = _hidden(areas[: len(CORNERS)], view, taken, clear)
            if not hidden or not min(hidden.values())[0]:
                break
        else:
            areas = _areas(panel.fit(room), view, gap, bars)
            hidden = _hidden(areas, view, taken, clear)
        if not hidden:
            return None
        if panel.corner not in hidden or hidden[panel.corner] != min(hidden.values()):
            panel.corner = min(hidden, key=lambda corner: hidden[corner])
        return areas[panel.corner]


def _areas(size: tuple[int, int], view: Viewport, gap: int, bars: int) -> list[Area]:
    """Return where a panel of some size may lie: in the corners, then in the middle of sides."""
    width, height = size
    right = max(gap, view.width - gap - bars - width)
    bottom = max(gap, view.height - gap - bars - height)
    across, down = (gap + right) // 2, (gap + bottom) // 2
    places = [(right, bottom), (right, gap), (gap, bottom), (gap, gap)]
    places += [(across, bottom), (across, gap), (right, down), (gap, down)]
    return [Area(x, y, x + width, y + height) for x, y in places]


def _hidden(
    areas: Sequence[Area], view: Viewport, taken: Sequence[Area], clear: Sequence[Area]
) -> dict[int, tuple[int, ...]]:
    """Return what each free area hides, by its number: openings, and px of maze and paper."""
    hidden: dict[int, tuple[int, ...]] = {}
    for place, area in enumerate(areas):
        if not any(area.cut(other).size for other in taken):
            below = area.moved(view.left, view.top)
            covered = sum(area.cut(each).size > 0 for each in clear)
            hides = below.cut(view.maze).size, below.cut(view.paper).size
            hidden[place] = covered, place not in CORNERS, *hides
    return hidden


class HighlightNote:
    """A small frame over a canvas; ``on_close`` is called by its button."""

    def __init__(self, parent: tk.Canvas, theme: Theme) -> None:
        self._theme = theme
        self.corner = UPPER_LEFT
        self.on_close: Callable[[], object] = lambda: None
        self.widget = ttk.Frame(parent, style="Popup.TFrame", cursor="arrow")
        self._body: ttk.Frame | None = None
        self._labels: list[ttk.Label] = []
        self._button: ttk.Button
        self._highlighted: Highlighted | None = None

    @property
    def shown(self) -> bool:
        return self._highlighted is not None

    @property
    def text(self) -> str:
        return "\n".join(str(label.cget("text")) for label in self._labels) if self.shown else ""

    def set_theme(self, theme: Theme) -> None:
        """Take over colours and sizes."""
        self._theme = theme
        self._draw()

    def show(self, highlighted: Highlighted | None) -> None:
        """Explain what is highlighted, or with None nothing."""
        self._highlighted = highlighted
        self._draw()

    def _draw(self) -> None:
        if self._body:
            self._body.destroy()
            self._body, self._labels = None, []
        if self._highlighted is None:
            return
        px, colours = self._theme.px, kind_colours(self._theme)
        self._body = body = ttk.Frame(self.widget, padding=(px(GAP_BESIDE_PX), px(GAP_ABOVE_PX)))
        body.pack(padx=px(1), pady=px(1))
        for row, (kind, text) in enumerate(self._highlighted.captions):
            swatch = tk.Frame(body, width=px(SWATCH), height=px(SWATCH))
            swatch.configure(background=colours[kind], highlightthickness=px(1))
            swatch.configure(highlightbackground=self._theme.outline)
            swatch.grid(row=row, column=0, padx=(0, px(GAP_BESIDE_PX)))
            label = ttk.Label(body, text=text)
            label.grid(row=row, column=1, sticky="w")
            self._labels.append(label)
        self._button = ttk.Button(body, text=_("Hide (Esc)"), style="Flat.TButton")
        self._button.configure(takefocus=False, command=lambda: self.on_close())
        self._button.grid(row=0, column=2, rowspan=len(self._labels), padx=(px(GAP_BESIDE_PX), 0))

    def fit(self, room: int) -> tuple[int, int]:
        """Wrap the texts so that they take up no more than ``room`` px; return width and height."""
        px = self._theme.px
        around = 2 * (px(GAP_BESIDE_PX) + px(1))
        fixed = around + px(SWATCH) + 2 * px(GAP_BESIDE_PX) + self._button.winfo_reqwidth()
        for label in self._labels:
            label.configure(wraplength=max(px(MIN_WIDTH_PX), room - fixed))
        text = max(label.winfo_reqwidth() for label in self._labels)
        high = sum(label.winfo_reqheight() for label in self._labels)
        high = max(high, self._button.winfo_reqheight())
        return fixed + text, high + 2 * (px(GAP_ABOVE_PX) + px(1))


class DistanceLegend:
    """A small canvas above another one; clicks do not pass through it."""

    def __init__(self, parent: tk.Canvas, theme: Theme) -> None:
        self.canvas = tk.Canvas(parent, borderwidth=0, takefocus=False, cursor="arrow")
        self._theme = theme
        self._levels: DistanceLevels | None = None
        self._bar: ImageTk.PhotoImage | None = None
        self._width = theme.px(BAR_WIDTH)
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
        self._theme, self._width = theme, theme.px(BAR_WIDTH)
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
        width, height = self._width, self._theme.px(BAR_HEIGHT)
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
        side = theme.px(BAR_HEIGHT)
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
        width = min(max(room - borders, theme.px(BAR_NARROWEST)), theme.px(BAR_WIDTH))
        if width != self._width:
            self._width = width
            self._draw()
        return self.canvas.winfo_reqwidth(), self.canvas.winfo_reqheight()
