"""A field for a colour: its text, and a swatch that opens a palette.

::

    [ #0a5fb4            ] [##]
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import trace
from mazeeditor.gui.widgets.fields.colour_popup import ColourPopup, colour_of, warning_of
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.page.colours import TINTS, hexadecimal

SIZE = 16  # px at 96 dpi of a swatch


class ColourField(ttk.Frame):
    """The ``entry`` of a colour, and beside it the ``swatch`` that opens a palette.

    Where ``optional`` it may be none. The colour of an ``area`` may be as pale as the paper.
    """

    def __init__(
        self,
        parent: tk.Misc,
        variable: tk.StringVar,
        *,
        optional: bool = False,
        area: bool = False,
    ) -> None:
        super().__init__(parent)
        theme = current(self)
        self._variable, self.optional, self.area = variable, optional, area
        self.entry = ttk.Entry(self, textvariable=variable, width=8)
        self._image = tk.PhotoImage(master=self, width=theme.px(SIZE), height=theme.px(SIZE))
        self.swatch = ttk.Button(
            self,
            image=self._image,
            compound="left",
            width=0,
            style="Swatch.TButton",
            command=self.open,
        )
        self.entry.grid(row=0, column=0, sticky="ew")
        self.swatch.grid(row=0, column=1, padx=(theme.px(6), 0))
        self.columnconfigure(0, weight=1)
        for widget in (self.entry, self.swatch):
            widget.bind("<Down>", lambda _event: self.swatch.invoke())
        Tooltip(self.swatch, lambda: self.warning or _("Choose a colour"))
        trace(self, variable, self._show)
        self.bind("<<ThemeChanged>>", lambda _event: self._show())
        self.colour = ""
        self._show()

    @property
    def warning(self) -> str:
        """Why the colour is a poor choice, "" where it is not."""
        return warning_of(self.colour) if self.colour and not self.area else ""

    def _show(self, *_trace: str) -> None:
        """Show the colour that is typed, where it is one, and a sign where it is hard to see."""
        self.colour = colour_of(self._variable.get())
        theme, side = current(self), self._image.width()
        edge = theme.px(1)
        self._image.put(theme.outline, to=(0, 0, side, side))
        inner = (edge, edge, side - edge, side - edge)
        self._image.put(hexadecimal(self.colour) if self.colour else theme.window, to=inner)
        self.swatch.configure(text="!" if self.warning else "")

    def open(self) -> None:
        """Show the palette."""
        usual = TINTS[0] if self.area else "black"
        ColourPopup(
            self,
            self.colour or usual,
            self._choose,
            self.swatch,
            area=self.area,
            optional=self.optional,
        )

    def _choose(self, colour: str) -> None:
        self._variable.set(colour)
        self.entry.event_generate("<<ComboboxSelected>>")  # as every choice that is made at once
