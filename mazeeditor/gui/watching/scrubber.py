"""The line under a film: how far it is recorded, how far it is played, and a thumb to drag."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from mazeeditor.gui.theme import current, sprite

HEIGHT = 22  # px at 96 dpi
LINE = 4  # px at 96 dpi that the line is thick


class Scrubber(tk.Canvas):
    """A line from the first step to the last one known; a press or a drag goes there.

    ::

        =========O----------- - - - -
         played    recorded    not all films are recorded that far

    ``sought(share)`` hears where, 0 to 1, and ``held(True)`` when a person takes hold of the
    thumb, ``held(False)`` when they let go.
    """

    def __init__(
        self, parent: tk.Misc, sought: Callable[[float], None], held: Callable[[bool], None]
    ) -> None:
        self._theme = current(parent)
        super().__init__(parent, height=self._theme.px(HEIGHT), width=1, takefocus=False)
        self._sought, self._held = sought, held
        self._at = self._ready = 0.0
        self._size = (1, 1)  # px; Tk is asked as little as can be: it may wait for other threads
        self._look = ""  # what is added to the name of the thumb's picture
        for part in ("rest", "ready", "played"):
            self.create_rectangle(0, 0, 0, 0, width=0, tags=part)
        self.create_image(0, 0, tags="thumb")
        self.bind("<ButtonPress-1>", self._press)
        self.bind("<B1-Motion>", self._drag)
        self.bind("<ButtonRelease-1>", self._release)
        self.bind("<Enter>", lambda _event: self._seem("-over"))
        self.bind("<Leave>", lambda _event: self._seem(""))
        self.bind("<Configure>", lambda event: self._resize(event.width, event.height))
        self.bind("<<ThemeChanged>>", lambda _event: self._colour())
        self._colour()

    @property
    def margin(self) -> int:
        """The px at both ends that the thumb needs beyond the line."""
        return self._theme.px(HEIGHT) // 2

    def show(self, at: float, ready: float) -> None:
        """Show how far, 0 to 1, the film is played and recorded."""
        if (at, ready) != (self._at, self._ready):
            self._at, self._ready = at, ready
            self._lay_out()

    def _colour(self) -> None:
        theme = self._theme = current(self)
        self.itemconfigure("rest", fill=theme.border)
        self.itemconfigure("ready", fill=theme.outline)
        self.itemconfigure("played", fill=theme.accent)
        self._seem("")
        self._lay_out()

    def _seem(self, look: str) -> None:
        self.itemconfigure("thumb", image=sprite(self._theme, f"thumb{look}"))

    def _resize(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._lay_out()

    def _lay_out(self) -> None:
        (width, height), thick, first = self._size, self._theme.px(LINE), self.margin
        length = max(1, width - 2 * first)
        top = (height - thick) // 2
        bottom = top + thick
        at, ready = first + round(self._at * length), first + round(self._ready * length)
        self.coords("rest", ready, top, first + length, bottom)
        self.coords("ready", at, top, ready, bottom)
        self.coords("played", first, top, at, bottom)
        self.coords("thumb", at, height // 2)

    # The pointer

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._held(True)
        self._seem("-down")
        self._drag(event)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        length = max(1, self._size[0] - 2 * self.margin)
        self._sought(min(max((event.x - self.margin) / length, 0.0), 1.0))

    def _release(self, _event: tk.Event[tk.Misc]) -> None:
        self._seem("-over")
        self._held(False)
