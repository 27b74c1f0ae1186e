"""Chooses one of several things by its picture: an example, a generator."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from PIL import Image, ImageTk

from mazeeditor.app.jobs import Background, ignore
from mazeeditor.app.ui import Pictured
from mazeeditor.core.translation import _
from mazeeditor.gui.widgets import on_destroy, place_of_keyboard
from mazeeditor.gui.widgets.modal import ScrolledModal, press_by_enter

PICTURE = 120  # px at 96 dpi
MOST_COLUMNS = 6
ARROWS = {"Left": -1, "Right": 1}


class PictureChooser(ScrolledModal):
    """Returns one of those ``offered``; ``chosen`` is the place of the one in use."""

    def __init__(
        self, parent: tk.Misc, title: str, offered: Sequence[Pictured], chosen: int = 0
    ) -> None:
        super().__init__(parent, title)
        self._offered = offered
        self._side = self.theme.px(PICTURE)
        self._background = Background(self)
        self.photos: list[ImageTk.PhotoImage] = []  # Tk alone does not keep them
        self.choices = [self._choice(entry) for entry in offered]
        self._columns = self._place_choices()
        self.first = self.choices[chosen]
        for key, step in {**ARROWS, "Up": -self._columns, "Down": self._columns}.items():
            self.bind(f"<{key}>", partial(self._go, step))
        for key, step in {"Home": -len(offered), "End": len(offered)}.items():
            self.bind(f"<{key}>", partial(self._go, step, ends=True))
        self.add_button(_("Cancel"), self.destroy)
        on_destroy(self, self._background.close)
        self._draw(0)

    def _choice(self, entry: Pictured) -> ttk.Button:
        blank = ImageTk.PhotoImage(Image.new("RGBA", (self._side, self._side)), master=self)
        self.photos.append(blank)
        choice = ttk.Button(
            self.page,
            image=str(blank),
            text=kept_together(entry.name),
            compound="top",
            style="Picture.TButton",
            command=partial(self.close_with, entry),
        )
        press_by_enter(choice)
        return choice

    def _place_choices(self) -> int:
        """Put the choices in rows as wide as the screen allows; return how many are in a row."""
        widest = max(choice.winfo_reqwidth() for choice in self.choices)
        columns = max(1, min(MOST_COLUMNS, len(self.choices), self.room[0] // widest))
        for place, choice in enumerate(self.choices):
            choice.grid(row=place // columns, column=place % columns, sticky="nsew")
        self.page.columnconfigure(tuple(range(columns)), weight=1, uniform="choices")
        return columns

    def _go(self, step: int, _event: tk.Event[tk.Misc], *, ends: bool = False) -> str:
        """Give the keyboard to a choice so many places further, or to one at the ``ends``."""
        there, last = place_of_keyboard(self.choices) + step, len(self.choices) - 1
        if ends or 0 <= there <= last:
            self.choices[min(max(there, 0), last)].focus_set()
        return "break"

    def _draw(self, place: int) -> None:
        """Read the pictures in the background, one after the other."""
        if place == len(self._offered):
            return
        entry, side = self._offered[place], self._side

        def show(page: Image.Image) -> None:
            square = Image.new("RGBA", (side, side))
            paper = Image.new("RGB", (page.width + 2, page.height + 2), self.theme.border)
            paper.paste(page.convert("RGB"), (1, 1))
            square.paste(paper, ((side - paper.width) // 2, (side - paper.height) // 2))
            self.photos[place].paste(square)
            self._draw(place + 1)

        self._background.run(lambda _job: entry.picture(side - 2), show, ignore)


def kept_together(text: str) -> str:
    """Return a text that wraps between no number and what belongs to it: ``8.5 × 11 in``."""
    return re.sub(r"(?<=[\d×]) (?=[\d×]|\w{1,2}\b)", "\N{NO-BREAK SPACE}", text)
