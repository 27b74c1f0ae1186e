"""A small histogram: a bar for each class, its number above and its name below."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import font

from mazeeditor.gui.theme import current

HEIGHT = 84  # px at 96 dpi, the words included
GAP = 0.2  # of a bar's place


class Histogram(tk.Canvas):
    """Draws what ``show`` gave it last, in the colours of the theme and as wide as it is.

    ::

          12                 number, where there is room for it
         +--+   7
         |  | +---+   1
        -+--+-+---+-+---+-   name
           1    2    3+
    """

    def __init__(self, parent: tk.Misc) -> None:
        theme = current(parent)
        super().__init__(parent, height=theme.px(HEIGHT), width=1)
        self.bars: Sequence[tuple[str, int]] = ()
        for event in ("<Configure>", "<<ThemeChanged>>"):
            self.bind(event, lambda _event: self._draw())

    def show(self, bars: Sequence[tuple[str, int]]) -> None:
        """Show a bar for each pair of name and number."""
        self.bars = bars
        self._draw()

    def _draw(self) -> None:
        self.delete("all")
        theme, width = current(self), self.winfo_width()
        if not self.bars or width < theme.px(20):
            return
        words = font.nametofont(theme.small, self)
        line = words.metrics("linespace")
        base = self.winfo_height() - line - theme.px(3)
        unit = (base - line) / max(number for _name, number in self.bars)
        place = width / len(self.bars)
        roomy = all(words.measure(f"{number:,}") <= place for _name, number in self.bars)
        for index, (name, number) in enumerate(self.bars):
            left, middle = (index + GAP / 2) * place, (index + 0.5) * place
            top = base - max(round(number * unit), 1 if number else 0)
            right = left + (1 - GAP) * place
            self.create_rectangle(left, top, right, base, fill=theme.accent, width=0, tags="bar")
            self.create_text(
                middle, base + theme.px(2), text=name, anchor="n", font=words, fill=theme.text_soft
            )
            if roomy and number:
                self.create_text(
                    middle, top, text=f"{number:,}", anchor="s", font=words, fill=theme.text_soft
                )
        self.create_line(0, base, width, base, fill=theme.outline, width=theme.px(1))
