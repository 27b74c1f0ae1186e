"""A small note at the pointer, or at the cell cursor: why nothing was done, or what is offered.

::

         /--- what it is about: never covered
        |  x                  x  the pointer
             +----------------------------------+
             | ! This wall is locked: it stays  |    two seconds for a refusal,
             |   until you unlock it.           |    until it is hidden for an offer
             +----------------------------------+

The note is drawn on the canvas, so it takes no click away from what lies below it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence

from mazeeditor.gui.look import Theme
from mazeeditor.gui.look.icons import Icons
from mazeeditor.screen.area import Area

NOTE = "pointer-note"  # the tag of its items
SHOWN_MS = 2000  # ms that a refusal is shown
MAX_WIDTH_PX = 300  # px at 96 dpi in which the text is wrapped
OFFSET_PX = 18  # px at 96 dpi from the pointer
PADDING, EDGE = 7, 4  # px at 96 dpi: around the text; between the note and the edge of the canvas
REFUSAL, OFFER = "warn", "good"  # kinds, as those of the verdict


class PointerNote:
    """The note of one canvas: ``text`` is what it says, "" for none, ``area`` where it lies."""

    def __init__(self, canvas: tk.Canvas, theme: Callable[[], Theme], icons: Icons) -> None:
        self._canvas, self._theme, self._icons = canvas, theme, icons
        self._timer = ""
        self.text = ""
        self.kind = ""
        self.area: Area | None = None

    def show(
        self, text: str, kind: str, at: tuple[float, float], about: Sequence[Area] = ()
    ) -> None:
        """Show ``text`` near a place in px, beside the areas that it is ``about``.

        Refusals go by themselves; an offer stays until ``hide``.
        """
        self.hide()
        theme, canvas = self._theme(), self._canvas
        px = theme.px
        self.text, self.kind = text, kind
        sign = self._icons.get({REFUSAL: "warning", OFFER: "check"}[kind], 14, f"{kind}_text")
        indent = px(PADDING) + px(14) + px(6)
        widest = min(px(MAX_WIDTH_PX), canvas.winfo_width() - 2 * px(EDGE) - indent - px(PADDING))
        words = canvas.create_text(
            0,
            0,
            text=text,
            anchor="nw",
            width=max(px(60), widest),
            font="TkDefaultFont",
            fill=getattr(theme, f"{kind}_text"),
            tags=NOTE,
            state="disabled",
        )
        left, top, right, bottom = canvas.bbox(words)
        size = right - left + indent + px(PADDING), bottom - top + 2 * px(PADDING)
        x, y = self._place(size, at, about)
        self.area = Area(x, y, x + size[0], y + size[1])
        box = canvas.create_rectangle(
            x,
            y,
            x + size[0],
            y + size[1],
            fill=getattr(theme, kind),
            outline=getattr(theme, f"{kind}_text"),
            width=px(1),
            tags=NOTE,
            state="disabled",
        )
        canvas.create_image(
            x + px(PADDING), y + px(PADDING), image=sign, anchor="nw", tags=NOTE, state="disabled"
        )
        canvas.coords(words, x + indent, y + px(PADDING))
        canvas.tag_raise(NOTE)
        canvas.tag_raise(words, box)
        if kind == REFUSAL:
            self._timer = canvas.after(SHOWN_MS, self.hide)

    def _place(
        self, size: tuple[int, int], at: tuple[float, float], about: Sequence[Area]
    ) -> tuple[int, int]:
        """Return where the upper left corner is: beside the place, where it covers the least."""
        px = self._theme().px
        away, edge = px(OFFSET_PX), px(EDGE)
        x, y = round(at[0]), round(at[1])
        right = max(edge, self._canvas.winfo_width() - edge - size[0])
        bottom = max(edge, self._canvas.winfo_height() - edge - size[1])
        tight = px(4)
        kept = [Area(x - tight, y - tight, x + tight, y + tight), *about]
        steps = (away, 2 * away, 4 * away, 8 * away)
        places = [
            (min(max(edge, left), right), min(max(edge, top), bottom))
            for step in steps
            for left in (x + step, x - step - size[0])
            for top in (y + step, y - step - size[1])
        ]

        def covered(place: tuple[int, int]) -> int:
            own = Area(place[0], place[1], place[0] + size[0], place[1] + size[1])
            return sum(own.cut(area).size for area in kept)

        return min(places, key=covered)

    def holds(self, x: float, y: float) -> bool:
        """Whether a place in px lies on the note."""
        area = self.area
        return bool(area and area.left <= x < area.right and area.top <= y < area.bottom)

    def hide(self) -> None:
        if self._timer:
            self._canvas.after_cancel(self._timer)
        self._timer = self.text = self.kind = ""
        self.area = None
        self._canvas.delete(NOTE)

    def close(self) -> None:
        """Leave no timer behind."""
        if self._timer:
            self._canvas.after_cancel(self._timer)
            self._timer = ""
