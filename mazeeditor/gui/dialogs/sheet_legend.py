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
    """The line, or several where one is too long; nothing where a sheet has no marks."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self._photos: dict[str, PhotoImage] = {}
        self._labels: list[ttk.Label] = []
        self._lines = [ttk.Frame(self) for _mark in WORDS]  # below the labels that they hold
        self.bind("<Configure>", lambda _event: self._flow())

    def show(self, drawing: SheetDrawing | None) -> None:
        """Explain the marks of a sheet."""
        for label in self._labels:
            label.destroy()
        px = current(self).px
        self._labels = []
        for mark in drawing.marks if drawing else ():
            label = ttk.Label(self, image=self._photo(mark), text=WORDS[mark], compound="left")
            label.configure(style="Small.TLabel", padding=(0, px(4), px(12), 0))
            self._labels.append(label)
        self._flow()
        if not self._labels:
            self.configure(height=1)  # Tk keeps the size of what was there

    def _flow(self) -> None:
        """Lay the labels out like words of a text."""
        line, used = 0, 0
        for label in self._labels:
            width = label.winfo_reqwidth()
            if used and used + width > self.winfo_width() > 1:
                line, used = line + 1, 0
            label.pack(in_=self._lines[line], side="left")
            used += width
        for number, frame in enumerate(self._lines):
            if used and number <= line:
                frame.pack(fill="x")
            else:
                frame.pack_forget()

    def _photo(self, mark: str) -> PhotoImage:
        from PIL import ImageTk

        from mazeeditor.making.sheet_picture import sample

        if mark not in self._photos:
            image = sample(mark, current(self).scale)
            self._photos[mark] = ImageTk.PhotoImage(image, master=self)
        return self._photos[mark]
