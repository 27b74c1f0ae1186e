"""A field for how a text stands on a page: its place, size and typeface, each with its control.

::

    [ Top left        v] [ 24 ] pt       what is typed as the place stays as it is
    [ Noto Serif                v]

The value is one text, as files and the command line have it: ``top left 24pt "Noto Serif"``.
"""

from __future__ import annotations

import re
import tkinter as tk
from tkinter import ttk
from typing import NamedTuple

from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import trace
from mazeeditor.gui.widgets.fields.typeface_field import TypefaceField
from mazeeditor.gui.widgets.tooltip import Tooltip

USUAL = _("Usual")
PLACES = tuple(
    f"{edge} {alignment}" for edge in ("top", "bottom") for alignment in ("left", "center", "right")
)
LABELS = {"": USUAL, **{place: place.capitalize() for place in PLACES}}
SIZES = 6, 96  # pt
_TYPEFACE = re.compile(r'["“„«]([^"“”„«»]*)["”“»]')
_SIZE = re.compile(r"([0-9]+(?:[.,][0-9]+)?)\s*(pt|mm|cm|in)?(?=\s|$)")


class StyleParts(NamedTuple):
    """The parts of a style: words about the place, the size with its unit, the typeface."""

    place: str = ""
    size: str = ""
    typeface: str = ""

    @classmethod
    def of(cls, text: str) -> StyleParts:
        """Take a text apart; what is no size and no typeface belongs to the place."""
        names = _TYPEFACE.findall(text)
        rest = _TYPEFACE.sub(" ", text, count=1)
        found = _SIZE.search(rest)
        size = (found[1] + (found[2] or "pt")) if found else ""
        rest = rest[: found.start()] + rest[found.end() :] if found else rest
        return cls(" ".join(rest.split()), size, names[0] if names else "")

    def __str__(self) -> str:
        typeface = f'"{self.typeface}"' if self.typeface else ""
        return " ".join(part for part in (self.place, self.size, typeface) if part)


class StyleField(ttk.Frame):
    """Controls for the parts of the text in ``variable``; ``entry`` takes the keyboard first."""

    def __init__(self, parent: tk.Misc, variable: tk.StringVar) -> None:
        super().__init__(parent)
        px = current(self).px
        self._variable, self._shown, self._joining = variable, "", True
        self._place, self._size = tk.StringVar(self), tk.StringVar(self)
        self._typeface = tk.StringVar(self)
        self.entry = ttk.Combobox(
            self, textvariable=self._place, values=[*LABELS.values()], width=8
        )
        low, high = SIZES
        self.letters = ttk.Spinbox(
            self, textvariable=self._size, from_=low, to=high, increment=1, format="%.0f", width=5
        )
        self.typeface = TypefaceField(self, self._typeface)
        self.entry.grid(row=0, column=0, sticky="ew")
        self.letters.grid(row=0, column=1, padx=(px(6), 0))
        ttk.Label(self, text="pt", style="Soft.TLabel").grid(row=0, column=2, padx=(px(6), 0))
        self.typeface.grid(row=1, column=0, columnspan=3, sticky="ew", pady=(px(4), 0))
        self.columnconfigure(0, weight=1)
        Tooltip(self.letters, _("Size of the letters in points; empty: as usual"))
        Tooltip(self.typeface, _("The typeface; Delete takes that of all texts"))
        for key in ("<Delete>", "<BackSpace>"):
            self.typeface.bind(key, self._usual_typeface)
        trace(self, variable, self._follow)
        for part in (self._place, self._size, self._typeface):
            trace(self, part, self._join)
        self._follow()

    def _usual_typeface(self, _event: tk.Event[tk.Misc]) -> str:
        self._typeface.set(USUAL)
        self.typeface.event_generate("<<ComboboxSelected>>")
        return "break"

    def _follow(self, *_trace: str) -> None:
        """Show the parts of another text."""
        text = self._variable.get()
        if text == self._shown:
            return
        self._shown = text
        parts = StyleParts.of(text)
        self._joining = False  # the text stays as it was written
        self._place.set(LABELS.get(parts.place.lower(), parts.place))
        self._size.set(parts.size.removesuffix("pt"))
        self._typeface.set(parts.typeface or USUAL)
        self._joining = True

    def _join(self, *_trace: str) -> None:
        """Make one text of what the controls show."""
        if not self._joining:
            return
        place, size, typeface = self._place.get(), self._size.get().strip(), self._typeface.get()
        place = "" if place == USUAL else place.lower() if place in LABELS.values() else place
        if size and size[-1].isdigit():
            size += "pt"
        parts = StyleParts(place.strip(), size, "" if typeface == USUAL else typeface)
        self._shown = str(parts)
        self._variable.set(self._shown)
