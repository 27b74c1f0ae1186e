"""Widgets side by side, in as many lines as the room needs."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.look import current

MIN_WIDTH_PX = 100  # px at 96 dpi: the width without which nothing is laid out


class FlowRow(ttk.Frame):
    """Lays its children out like words of a text; as high as it needs.

    Each line is in the middle, or begins at the left where it is not ``centred``.
    """

    def __init__(self, parent: tk.Misc, *, centred: bool = True) -> None:
        super().__init__(parent)
        self._centred = centred
        self._gap = current(self).px(6)
        self._flowing: list[tk.Widget] = []
        self._hidden: set[tk.Widget] = set()
        self._laid_out: object = None  # what was placed: room, widgets and their sizes
        self.bind("<Configure>", lambda _event: self._flow())

    def add(self, *widgets: tk.Widget) -> None:
        self._flowing += widgets
        for widget in widgets:
            widget.bind("<Map>", lambda _event: self._flow(), add=True)
        one_line = sum(widget.winfo_reqwidth() + self._gap for widget in self._flowing)
        self.configure(width=one_line, height=max(w.winfo_reqheight() for w in self._flowing))
        self._flow()

    def show_part(self, widget: tk.Widget, *, shown: bool) -> None:
        """Show one of the widgets, or leave its room to the others."""
        if shown:
            self._hidden.discard(widget)
        else:
            self._hidden.add(widget)
            widget.place_forget()
        self._flow()

    def clear(self) -> None:
        """Destroy the widgets."""
        for widget in self._flowing:
            widget.destroy()
        self._flowing = []
        self._flow()

    def _lines(self, room: int) -> list[list[tk.Widget]]:
        lines: list[list[tk.Widget]] = []
        used = room + 1
        for widget in self._flowing:
            if widget in self._hidden:
                continue
            width = widget.winfo_reqwidth()
            if used + self._gap + width > room:
                lines.append([])
                used = -self._gap
            lines[-1].append(widget)
            used += self._gap + width
        return lines

    def _flow(self) -> None:
        room = self.winfo_width()
        if room < current(self).px(MIN_WIDTH_PX):  # not laid out yet
            return
        flowing = [widget for widget in self._flowing if widget not in self._hidden]
        sizes = [(str(each), each.winfo_reqwidth(), each.winfo_reqheight()) for each in flowing]
        if (room, sizes) == self._laid_out:
            return
        self._laid_out = room, sizes
        y = 0
        for line in self._lines(room):
            widths = [widget.winfo_reqwidth() for widget in line]
            high = max(widget.winfo_reqheight() for widget in line)
            free = max(0, room - sum(widths) - self._gap * (len(line) - 1))
            x = free // 2 if self._centred else 0
            for widget, width in zip(line, widths, strict=True):
                down = y + (high - widget.winfo_reqheight()) // 2
                if widget.place_info().get("x") != str(x) or widget.winfo_y() != down:
                    widget.place(x=x, y=down)
                x += width + self._gap
            y += high + self._gap
        height = max(1, y - self._gap)
        if height != int(str(self.cget("height"))):
            self.configure(height=height)
