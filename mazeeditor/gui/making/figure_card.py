"""The figures of what is made, as a card: how large, how long, how many pieces.

::

    | Size      186 × 204 mm |
    | Cuts             3.9 m |
    | Time             6 min |
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from mazeeditor.app.making.figures import Figure
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.tooltip import Tooltip


class FigureCard(ttk.Frame):
    """Shows figures; it is as wide as its room where it is ``stretched``."""

    def __init__(self, parent: tk.Misc, *, stretched: bool = False) -> None:
        super().__init__(parent)
        self._stretched = stretched
        self._shown: Sequence[Figure] = ()
        self._body: tk.Frame | None = None

    @property
    def texts(self) -> dict[str, str]:
        return {figure.label: figure.value for figure in self._shown}

    def show(self, figures: Sequence[Figure]) -> None:
        if figures == self._shown:
            return
        self._shown = figures
        if self._body is not None:
            self._body.destroy()
            self._body = None
        if figures:
            self._body = self._card()
            self._body.pack(fill="x" if self._stretched else "none")
        else:
            self.configure(width=1, height=1)  # Tk keeps the size of what was there

    def _card(self) -> tk.Frame:
        theme = current(self)
        px = theme.px
        card = tk.Frame(self, background=theme.raised, padx=px(12), pady=px(8))
        card.columnconfigure(1, weight=1)
        card.configure(highlightthickness=px(1), highlightbackground=theme.border)
        for row, figure in enumerate(self._shown):
            name = ttk.Label(card, text=figure.label, background=theme.raised, style="Soft.TLabel")
            value = ttk.Label(card, text=figure.value, background=theme.raised, style="Bold.TLabel")
            name.grid(row=row, column=0, sticky="w", padx=(0, px(14)), pady=px(2))
            value.grid(row=row, column=1, sticky="e", pady=px(2))
            self._explain(figure, name, value)
        return card

    def _explain(self, figure: Figure, *widgets: ttk.Label) -> None:
        if figure.about:
            for widget in widgets:
                Tooltip(widget, figure.about)
