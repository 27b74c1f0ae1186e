"""Chooses one of several things by its picture: an example, a generator."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from tkinter import ttk
from typing import Any

from PIL import Image, ImageTk

from mazeeditor.app.jobs import Background, run_in_turn
from mazeeditor.app.ui import Pictured
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.blocking import blocking_dialog, set_blocking
from mazeeditor.gui.widgets import on_destroy, place_of_keyboard
from mazeeditor.gui.widgets.modal import ScrolledModal, press_by_enter

PICTURE = 120  # px at 96 dpi
MOST_COLUMNS = 6
TIMEOUT_MS = 400  # ms that the dialog waits for its pictures, once it could be shown
ARROWS = {"Left": -1, "Right": 1}


class PictureChooser(ScrolledModal):
    """Returns one of those ``offered``; ``chosen`` is the place of the one in use."""

    manual = "first-page"

    def __init__(
        self, parent: tk.Misc, title: str, offered: Sequence[Pictured], chosen: int = 0
    ) -> None:
        super().__init__(parent, title)
        self._offered = offered
        self._side = self.theme.px(PICTURE)
        self._background = Background(self)
        self._all = tk.BooleanVar(self)  # whether all pictures are there
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
        self._draw()

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

    def _draw(self) -> None:
        """Draw the pictures in the background, and note when all are there."""
        side = self._side
        pieces = [partial(entry.picture, side - 2) for entry in self._offered]

        def show(place: int, page: Image.Image) -> None:
            square = Image.new("RGBA", (side, side))
            paper = Image.new("RGB", (page.width + 2, page.height + 2), self.theme.border)
            paper.paste(page.convert("RGB"), (1, 1))
            square.paste(paper, ((side - paper.width) // 2, (side - paper.height) // 2))
            self.photos[place].paste(square)

        run_in_turn(self._background, pieces, show, lambda: self._all.set(True))

    def show(self, focus: tk.Misc | None = None) -> Any:
        """Show the choices once all have their pictures, or after a moment; return the answer."""
        if not self._all.get():
            blocked = blocking_dialog(self)
            set_blocking(self, str(self))  # what is typed meanwhile changes nothing
            over = self.after(TIMEOUT_MS, partial(self._all.set, True))
            on_destroy(self, partial(self._all.set, True))  # else its timers end, and it waits on
            closed = True
            with suppress(tk.TclError):  # the program is closed
                self.wait_variable(self._all)
                set_blocking(self.parent, blocked)
                closed = not self.winfo_exists()
            if closed:
                return None
            self.after_cancel(over)
        return super().show(focus)


def kept_together(text: str) -> str:
    """Return a text that wraps between no number and what belongs to it: ``8.5 × 11 in``."""
    return re.sub(r"(?<=[\d×]) (?=[\d×]|\w{1,2}\b)", "\N{NO-BREAK SPACE}", text)
