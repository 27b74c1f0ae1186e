r"""A small picture of what solvers will see when they have filled in the route of the next maze.

::

              +----------+
              |  /\/\    |    on white as on paper, in dark mode too
              |  \  /    |
              |   \/     |
              +----------+
              88 × 84 cells; the route covers all 1,064 pixels.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.app.drafts.drawing_preview import DrawingPreview
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.maze.subjects import MISSING, Drawing

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

HIGH, NARROW_HIGH = 150, 110  # px at 96 dpi, at the most
PAPER_COLOUR, MISSING_COLOUR = "#ffffff", "#ff2ea6"  # a pink that hardly any picture has


class DrawingPicture(ttk.Frame):
    """The picture of a preview, ``wrap`` px wide at the most, and what is said about it."""

    def __init__(self, parent: tk.Misc, preview: DrawingPreview, wrap: int) -> None:
        super().__init__(parent)
        self._preview, self._wide = preview, wrap
        theme = current(self)
        self._photo: PhotoImage | None = None  # Tk draws no picture without a reference to it
        self._due = False  # whether the draft changed while nobody saw this
        self.picture = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=False)
        self.text = ttk.Label(self, style="Small.TLabel", wraplength=wrap)
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=wrap)
        self.problem = ttk.Label(self, style="Error.TLabel", wraplength=wrap)
        self._pad = theme.px(3)
        follow(self, preview.changed, self._show)
        self.bind("<Map>", lambda _event: self.look() if self._due else None)
        self.bind("<<ThemeChanged>>", lambda _event: self._show())
        on_destroy(self, preview.stop)

    def look(self) -> None:
        """Show the picture of the draft as it is, once that can be seen."""
        self._due = self._preview.wanted and not self.winfo_viewable()
        if self._due:
            self._preview.stop()
        else:
            self._preview.request()

    def _show(self) -> None:
        for widget in (self.picture, self.text, self.note, self.problem):
            widget.pack_forget()
        shown = self._preview.shown
        if shown is None:
            self._photo = None
            return
        if shown.drawing:
            self._draw(shown.drawing)
            self.picture.pack(anchor="w", pady=self._pad)
        parts = (self.text, shown.text), (self.note, shown.note), (self.problem, shown.problem)
        for label, text in parts:
            if text:
                label.configure(text=text)
                label.pack(fill="x", pady=(0, self._pad))

    def _draw(self, drawing: Drawing) -> None:
        from PIL import ImageTk  # the first window does without

        theme = current(self)
        high = theme.px(NARROW_HIGH if theme.narrow else HIGH)
        image = picture_of(drawing, self._wide - 2, high)
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.picture.configure(
            width=image.width + 2, height=image.height + 2, background=theme.paper_edge
        )
        self.picture.delete("all")
        self.picture.create_image(1, 1, image=self._photo, anchor="nw")


def picture_of(drawing: Drawing, width: int, height: int) -> Image:
    """Return the picture of a drawing in colours, as large as fits a box in px.

    Cells are not drawn larger than they can be as whole pixels of the screen.
    """
    from PIL import Image, ImageColor

    names = {0: PAPER_COLOUR, MISSING: MISSING_COLOUR}
    table = np.zeros((256, 3), np.uint8)
    colours = [names[0], names[MISSING], *drawing.colours]
    table[: len(colours)] = [ImageColor.getrgb(name)[:3] for name in colours]
    image = Image.fromarray(table[drawing.cells])
    scale = min(width / image.width, height / image.height)
    if scale >= 1:
        size = image.width * int(scale), image.height * int(scale)
        return image.resize(size, Image.Resampling.NEAREST)
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Image.Resampling.BOX)
