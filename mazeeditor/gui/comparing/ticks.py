"""Boxes to tick beneath each other, and buttons for all and none of them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from tkinter import ttk

from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.words import _


class Ticks(ttk.Frame):
    """Boxes to tick, each with a name and a sentence, and two buttons for all and none."""

    def __init__(
        self,
        parent: ttk.Frame,
        things: Iterable[tuple[str, str, str]],
        ticked: Iterable[str],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self.pack(fill="x")
        self._changed = changed
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self._ticks: dict[str, tk.BooleanVar] = {}
        self._refusals: Mapping[str, str] = {}
        for name, label, sentence in things:
            tick = self._ticks[name] = tk.BooleanVar(self, value=name in set(ticked))
            box = ttk.Checkbutton(self, text=label, variable=tick, command=changed)
            box.pack(fill="x")
            Tooltip(box, partial(self._words, name, sentence))
            self.boxes[name] = box
        foot = ttk.Frame(self)
        foot.pack(fill="x", pady=(current(self).px(4), 0))
        self.all = ttk.Button(foot, text=_("All"), command=lambda: self.tick_all(True))
        self.none = ttk.Button(foot, text=_("None"), command=lambda: self.tick_all(False))
        self.all.pack(side="left")
        self.none.pack(side="left", padx=current(self).px(8))

    @property
    def chosen(self) -> list[str]:
        """The names of the boxes that are ticked and may be."""
        return [
            name
            for name, tick in self._ticks.items()
            if tick.get() and self.boxes[name].instate(["!disabled"])
        ]

    def refuse(self, refusals: Mapping[str, str]) -> None:
        """Let all be ticked but those that there is a reason against, which they say then."""
        self._refusals = refusals
        for name, box in self.boxes.items():
            box.state(["disabled" if refusals.get(name) else "!disabled"])

    def _words(self, name: str, sentence: str) -> str:
        return self._refusals.get(name) or sentence

    def tick_all(self, ticked: bool) -> None:
        """Tick every box, or none."""
        for tick in self._ticks.values():
            tick.set(ticked)
        self._changed()
