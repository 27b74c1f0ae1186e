"""The zoom in the status bar: shown, typed (``250%``), or chosen from a list."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import LEAVE
from mazeeditor.gui.widgets import has_keyboard

FIT = _("Fit")
CHOICES = (FIT, "25 %", "50 %", "100 %", "200 %", "400 %")
WIDTH = 7  # characters
NUMBER = re.compile(r"\s*([0-9]+(?:[.,][0-9]+)?)\s*%?\s*")
WHEEL = ("<MouseWheel>", "<Button-4>", "<Button-5>")


def percent_of(text: str) -> float | None:
    """Return the zoom that a text means: ``250``, ``250 %``, ``12,5%``; None where it means none.

    0 is no zoom either.
    """
    match = NUMBER.fullmatch(text)
    percent = float(match[1].replace(",", ".")) if match else 0.0
    return percent or None


def percent_text(percent: float) -> str:
    return f"{percent:.0f} %" if percent >= 10 else f"{percent:.2g} %"


class ZoomField(ttk.Combobox):
    """The field; ``on_zoom`` gets a zoom in percent, or None to fit the window."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, values=CHOICES, width=WIDTH, justify="right")
        self.on_zoom: Callable[[float | None], object] = lambda _percent: None
        self.on_invalid: Callable[[str], object] = lambda _text: None
        self.on_leave: Callable[[], object] = lambda: None
        self._percent: float | None = 100.0
        self.bind("<<ComboboxSelected>>", lambda _event: self._enter())
        for key in ("<Return>", "<KP_Enter>"):
            self.bind(key, lambda _event: self._enter())
        self.bind("<Escape>", lambda _event: self._leave())
        self.bind("<FocusIn>", lambda _event: self.selection_range(0, "end"))
        self.bind("<FocusOut>", lambda _event: self._restore())
        self.bind("<ButtonRelease-1>", lambda _event: self._select_first(), add=True)
        for event in WHEEL:  # Tk would take the next choice
            self.bind(event, lambda _event: "break")
        self._fresh = False
        self.bind("<ButtonPress-1>", self._note_press, add=True)

    def show(self, percent: float | None) -> None:
        """Show the zoom, None where there is none, unless another one is being typed."""
        self._percent = percent
        if not has_keyboard(self):
            self._restore()

    def _restore(self) -> None:
        self.set("" if self._percent is None else percent_text(self._percent))
        self.selection_clear()

    def _note_press(self, _event: tk.Event[tk.Misc]) -> None:
        self._fresh = not has_keyboard(self)

    def _select_first(self) -> None:
        """Select all at the first click: what is typed then replaces it."""
        if self._fresh and not self.selection_present():
            self.selection_range(0, "end")
        self._fresh = False

    def _enter(self) -> str:
        text = self.get().strip()
        percent = percent_of(text)
        if percent is None and text.casefold() != FIT.casefold():
            self.on_invalid(text)
            self.selection_range(0, "end")
            return "break"
        self.on_leave()
        self.on_zoom(percent)
        self._restore()
        return "break"

    def _leave(self) -> str:
        self._restore()
        self.event_generate(LEAVE)
        return "break"
