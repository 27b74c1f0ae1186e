"""What may go wrong with what is made, in a box, with buttons that mend it.

::

    +------------------------------------------+
    | All walls are 0.44 mm: they burn away.   |
    | [ Use 1.5 mm ]                           |
    +------------------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import NamedTuple

from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets import wrap_in
from mazeeditor.gui.widgets.modal import press_by_enter

ICON = 18  # px at 96 dpi


class Mend(NamedTuple):
    """What a button says that mends something, and what it does."""

    label: str
    action: Callable[[], object]


class WarningBox(ttk.Frame):
    """Shows what may go wrong; it takes no room where that is nothing."""

    def __init__(self, parent: tk.Misc, icons: Icons, *, wide: bool = False) -> None:
        """Add it; a ``wide`` one is as wide as its parent, with its buttons side by side."""
        super().__init__(parent)
        self._icons, self._wide = icons, wide
        self._shown: tuple[str, tuple[str, ...]] = "", ()
        self.text: ttk.Label | None = None
        self.buttons: list[ttk.Button] = []
        self._box: tk.Frame | None = None

    def show(self, text: str, mends: Sequence[Mend] = ()) -> None:
        """Show a text with buttons below it; nothing for ""."""
        if (text, tuple(mend.label for mend in mends)) == self._shown:
            for button, mend in zip(self.buttons, mends, strict=True):
                button.configure(command=mend.action)
            return
        self._shown = text, tuple(mend.label for mend in mends)
        if self._box:
            self._box.destroy()
            self._box, self.text, self.buttons = None, None, []
        if text:
            self._build(text, mends)
        else:
            self.configure(height=1)  # Tk keeps the size of what was there

    def _build(self, text: str, mends: Sequence[Mend]) -> None:
        theme = current(self)
        px = theme.px
        box = self._box = tk.Frame(self, background=theme.raised, padx=px(10), pady=px(8))
        box.configure(highlightthickness=px(1), highlightbackground=theme.warn)
        box.columnconfigure(1, weight=1)
        sign = ttk.Label(box, image=self._icons.get("warning", ICON, "warn"))
        sign.configure(background=theme.raised)
        sign.grid(row=0, column=0, sticky="n", padx=(0, px(8)))
        self.text = ttk.Label(box, text=units_of(self).shown(text), background=theme.raised)
        self.text.configure(wraplength=theme.panel_width - px(ICON + 48))
        self.text.grid(row=0, column=1, sticky="w")
        below = tk.Frame(box, background=theme.raised)
        below.grid(row=1, column=1, sticky="w")
        for number, mend in enumerate(mends):
            button = ttk.Button(below, text=units_of(self).shown(mend.label), command=mend.action)
            press_by_enter(button)
            place = (0, number) if self._wide else (number, 0)
            gap = (0, px(8) if self._wide else 0)
            button.grid(row=place[0], column=place[1], sticky="w", padx=gap, pady=(px(6), 0))
            self.buttons.append(button)
        box.pack(fill="x", pady=px(6))
        if self._wide:
            wrap_in(box, self.text, beside=px(ICON + 32))
