"""What the marks on a sheet mean: a line of small pictures with words, of those that are there."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.gui.look import current
from mazeeditor.making.sheet_drawing import SheetDrawing
from mazeeditor.translation import _

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

WORDS = {
    "tab": _("a tab"),
    "breaks": _("too thin: it breaks"),
    "warps": _("thin: it may warp"),
    "loose": _("hatched pieces are loose"),
}


class SheetLegend(ttk.Frame):
    """The line; nothing where a sheet has no marks."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self._photos: dict[str, PhotoImage] = {}
        self._labels: list[ttk.Label] = []

    def show(self, drawing: SheetDrawing | None) -> None:
        """Explain the marks of a sheet."""
        for label in self._labels:
            label.destroy()
        px = current(self).px
        self._labels = []
        for mark in drawing.marks if drawing else ():
            label = ttk.Label(self, image=self._photo(mark), text=WORDS[mark], compound="left")
            label.configure(style="Small.TLabel", padding=(0, px(4), px(12), 0))
            label.pack(side="left")
            self._labels.append(label)
        if not self._labels:
            self.configure(height=1)  # Tk keeps the size of what was there

    def _photo(self, mark: str) -> PhotoImage:
        from PIL import ImageTk

        from mazeeditor.making.sheet_picture import sample

        if mark not in self._photos:
            image = sample(mark, current(self).scale)
            self._photos[mark] = ImageTk.PhotoImage(image, master=self)
        return self._photos[mark]
