"""The small picture of an outline: what stays, what a bridge adds, what is dropped."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.sketching import BESIDE
from mazeeditor.gui.look.ramp import rgb_of
from mazeeditor.gui.theme import current

if TYPE_CHECKING:
    from PIL import ImageTk


class SketchLabel(ttk.Label):
    """Shows ``Sketch.kinds`` in the colours of the theme; ``px`` wide and high."""

    def __init__(self, parent: tk.Misc, px: int) -> None:
        super().__init__(parent, anchor="center")
        self._px = px
        self._photo: ImageTk.PhotoImage | None = None
        self.clear()

    def clear(self) -> None:
        """Show an empty page."""
        self.paint(np.full((self._px, self._px), BESIDE, np.uint8))

    def paint(self, kinds: NDArray[np.uint8]) -> None:
        """Show kinds uint8[height, width]."""
        from PIL import Image, ImageTk

        theme = current(self)
        table = rgb_of([theme.paper, theme.paper_edge, theme.ink, theme.accent])
        self._photo = ImageTk.PhotoImage(Image.fromarray(table[kinds]), master=self)
        self.configure(image=str(self._photo))
