"""What the marks on a sheet mean: a line of small pictures with words, of those that are there."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.making.sheets.drawing import SheetDrawing

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

WORDS = {
    "tab": _("a tab"),
    "breaks": _("too thin: it breaks"),
    "warps": _("thin: it may warp"),
    "loose": _("hatched pieces are loose"),
}


class SheetLegend(FlowRow):
    """The line, or several where one is too long; nothing where a sheet has no marks."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, centred=False)
        self._photos: dict[str, PhotoImage] = {}

    def show(self, drawing: SheetDrawing | None) -> None:
        """Explain the marks of a sheet."""
        self.clear()
        labels = [self._label(mark) for mark in drawing.marks] if drawing else []
        if labels:
            self.add(*labels)
        self.configure(width=1)  # no wider than what it stands below

    def _label(self, mark: str) -> ttk.Label:
        px = current(self).px
        label = ttk.Label(self, image=self._photo(mark), text=WORDS[mark], compound="left")
        label.configure(style="Small.TLabel", padding=(0, px(4), px(6), 0))
        return label

    def _photo(self, mark: str) -> PhotoImage:
        from PIL import ImageTk

        from mazeeditor.making.sheets.picture import sample

        if mark not in self._photos:
            image = sample(mark, current(self).scale)
            self._photos[mark] = ImageTk.PhotoImage(image, master=self)
        return self._photos[mark]
