"""What to watch: one algorithm, or two to six side by side; a choice is played at once.

::

    Algorithms
    It makes a maze of the size ...
    [picture] Recursive backtracker      of a generator a maze that it made, of a solver what it
    [picture] Kruskal                    has seen of a maze; several have a box to tick, too
    [Watch]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from tkinter import ttk
from typing import Any

from PIL import Image, ImageTk

from mazeeditor.app.jobs import Background, ignore, run_in_turn
from mazeeditor.app.shown.kind_pictures import DrawKind
from mazeeditor.core.registry import Entry
from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip, wait_for_tab
from mazeeditor.gui.widgets.waiting_keys import take_keyboard

MIN_FILMS, MAX_FILMS = 2, 6  # films side by side
WIDTH = 210  # px at 96 dpi
PAUSE_MS = 400  # ms after a tick, in which further ones are set
BUTTON = 14  # characters
SIDES_PX = 12  # px at 96 dpi on both sides
PICTURE = 43  # px at 96 dpi beside a name
MOST_COLUMNS = 3


def can_be_watched(names: Sequence[str]) -> bool:
    """Whether that number of algorithms can be watched side by side."""
    return MIN_FILMS <= len(names) <= MAX_FILMS


class FilmChoice(ttk.Frame):
    """The names of ``entries``, each with what ``draw`` draws; ``several`` can be chosen, or one.

    ``on_watch`` is called with the names of the chosen ones, once these can be watched and also by
    the button; ``on_choose`` before that with the one that was clicked. What ``why_not`` returns a
    reason for cannot be chosen. A tick begins films only if ``stays`` returns that they do not take
    the place of the choice.
    """

    def __init__(
        self,
        parent: tk.Misc,
        text: str,
        entries: Sequence[Entry[Any]],
        draw: DrawKind,
        on_watch: Callable[[list[str]], object],
        *,
        several: bool,
        stays: Callable[[], bool],
        on_choose: Callable[[str], object] = ignore,
        why_not: Callable[[str], str] = lambda _name: "",
    ) -> None:
        self.theme = theme = current(parent)
        super().__init__(parent, padding=(theme.px(SIDES_PX), theme.px(10)))
        self._on_watch, self._several, self._why_not = on_watch, several, why_not
        self._stays = stays
        self._due = ""  # the timer after a tick
        self.going_on = False  # the last film began by a choice, after which others may follow
        heading = ttk.Label(self, text=_("Algorithms"), style="Heading.TLabel")
        self.about = about = ttk.Label(self, text=text, style="Soft.TLabel", width=1)  # it wraps
        self.start = ttk.Button(self, text=_("Watch"), command=self.go)
        self.start.configure(width=BUTTON)
        panel = ScrolledPanel(self, theme.px(WIDTH))
        heading.grid(row=0, sticky="w")
        about.grid(row=1, sticky="ew", pady=(theme.px(6), theme.px(8)))
        panel.grid(row=2, sticky="nsew")
        self.start.grid(row=3, sticky="w", pady=(theme.px(10), 0))
        self.columnconfigure(0, weight=1)
        self.rowconfigure(2, weight=1)  # where there is less room than it needs it scrolls
        self.rowconfigure(4, weight=1000)  # where there is more that stays empty, below all
        around = 2 * theme.px(SIDES_PX)
        self.bind(
            "<Configure>", lambda event: about.configure(wraplength=event.width - around), add=True
        )
        self._panel = panel
        self.checks: dict[str, tk.BooleanVar] = {}
        self.boxes: dict[str, ttk.Checkbutton | ttk.Radiobutton] = {}
        self._one = tk.StringVar(self)
        self._background, self._draw, self._drawn = Background(self), draw, ""
        self.photos = {
            entry.name: self._blank() for entry in entries
        }  # Tk alone does not keep them
        for entry in entries:
            self.boxes[entry.name] = box = self._box(panel.body, entry, on_choose)
            Tooltip(box, lambda entry=entry: why_not(entry.name) or entry.summary)  # type: ignore[misc]
            press_by_enter(self.start, box)
        press_by_enter(self.start)
        panel.body.bind("<Configure>", lambda event: self._lay_out(event.width), add=True)
        self._columns = 0
        panel.bind("<Map>", lambda _event: self._show_pictures())
        panel.bind("<<ThemeChanged>>", lambda _event: self._show_pictures())
        on_destroy(self, self._stop)
        on_destroy(self, self._background.close)
        self.refresh()

    def _box(
        self, parent: tk.Misc, entry: Entry[Any], on_choose: Callable[[str], object]
    ) -> ttk.Checkbutton | ttk.Radiobutton:
        look = {
            "text": f" {entry.label}",
            "image": str(self.photos[entry.name]),
            "compound": "left",
        }
        if self._several:
            check = self.checks[entry.name] = tk.BooleanVar(self)
            return ttk.Checkbutton(parent, variable=check, command=self._tick, **look)  # type: ignore[arg-type]
        return ttk.Radiobutton(
            parent,
            variable=self._one,
            value=entry.name,
            style="Pictured.Toolbutton",
            command=lambda: self._take(entry.name, on_choose),
            **look,  # type: ignore[arg-type]
        )

    def _blank(self) -> ImageTk.PhotoImage:
        side = self.theme.px(PICTURE)
        return ImageTk.PhotoImage(Image.new("RGB", (side, side), current(self).paper), master=self)

    def _show_pictures(self) -> None:
        """Draw the pictures in the background, for the first time or in other colours."""
        theme = current(self)
        if theme.mode == self._drawn or not self._panel.winfo_ismapped():
            return
        self._drawn = theme.mode
        names = [*self.photos]
        side = theme.px(PICTURE)

        def show(place: int, picture: Image.Image) -> None:
            if theme.mode == self._drawn:
                self.photos[names[place]].paste(picture)

        pieces = [partial(self._draw, name, theme.mode, side) for name in names]
        run_in_turn(self._background, pieces, show)

    def _take(self, name: str, on_choose: Callable[[str], object]) -> None:
        on_choose(name)
        self._go_on()

    def _tick(self) -> None:
        """Follow a tick; watch what is chosen a moment after the last one."""
        self.refresh()
        self._stop()
        if self._stays():
            self._due = self.after(PAUSE_MS, self._go_on)

    def _stop(self) -> None:
        if self._due:
            self.after_cancel(self._due)
            self._due = ""

    def _lay_out(self, width: int) -> None:
        """Place the names in as many columns as there is room for, one below the other."""
        body, canvas = self._panel.body, self._panel.canvas
        if body.winfo_reqheight() != int(str(canvas.cget("height"))):
            canvas.configure(height=body.winfo_reqheight())
        widest = max(box.winfo_reqwidth() for box in self.boxes.values())
        columns = max(1, min(MOST_COLUMNS, width // widest))
        if columns == self._columns:
            return
        self._columns = columns
        rows = -(-len(self.boxes) // columns)
        for number, box in enumerate(self.boxes.values()):
            column, row = divmod(number, rows)
            box.grid(row=row, column=column, sticky="ew")
        for column in range(MOST_COLUMNS):
            self._panel.body.columnconfigure(column, weight=int(column < columns))

    @property
    def chosen(self) -> list[str]:
        if self._several:
            return [name for name, checked in self.checks.items() if checked.get()]
        return [self._one.get()]

    def choose(self, names: Iterable[str]) -> None:
        """Choose these, as far as they can be chosen."""
        allowed = [name for name in names if name in self.boxes and not self._why_not(name)]
        for name, check in self.checks.items():
            check.set(name in allowed)
        if not self._several and allowed:
            self._one.set(allowed[0])
        self.refresh()

    def refresh(self) -> None:
        """Disable further ones at the maximum, and Watch below the minimum."""
        full = self._several and len(self.chosen) >= MAX_FILMS
        for name, box in self.boxes.items():
            off = bool(self._why_not(name)) or (full and not self.checks[name].get())
            box.state(["disabled" if off else "!disabled"])
        self.start.state(["!disabled" if self._complete else "disabled"])

    @property
    def _complete(self) -> bool:
        return can_be_watched(self.chosen) if self._several else True

    def take_keyboard(self) -> None:
        """Give the keyboard to the first that is chosen, else to the first that can be."""
        usable = [name for name, box in self.boxes.items() if box.instate(["!disabled"])]
        first = next((name for name in self.chosen if name in usable), "") or usable[0]
        take_keyboard(self.boxes[first])
        self.boxes[first].event_generate("<<TraverseIn>>")
        wait_for_tab(self.boxes[first])

    def _go_on(self) -> None:
        """Watch what is chosen; the keyboard stays here, for another choice."""
        self.go(going_on=True)

    def go(self, *, going_on: bool = False) -> None:
        """Watch what is chosen, from the beginning."""
        self._stop()
        self.going_on = going_on
        if self._complete:
            self._on_watch(self.chosen)
