"""The legend of the films of a window, below the mazes, so that it covers no cell.

::

    [#] the solver   [-] its path   [ ] visited   [ ] ruled out
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from mazeeditor.films.film import Film
from mazeeditor.films.legend import LINE, legend_of
from mazeeditor.gui.look import Theme, current
from mazeeditor.screen.pixel_colours import AREA, ROUTE, area_colours, kind_colours

SIDE = 14  # px at 96 dpi of a sample


class LegendBar(ttk.Frame):
    """A line of samples with labels; those of kinds that no step has shown yet are missing."""

    def __init__(self, parent: tk.Misc, films: Sequence[Film]) -> None:
        self._px = current(parent).px
        super().__init__(parent, padding=(self._px(10), self._px(6), self._px(10), 0))
        self._films = films
        self._shown: list[tuple[int, str]] = []
        self._samples: dict[int, tk.PhotoImage] = {}
        self.labels: list[ttk.Label] = []

    def show(self) -> None:
        """Show the kinds that are recorded by now."""
        legend = legend_of(self._films)
        if legend == self._shown:
            return
        self._shown = legend
        for label in self.labels:
            label.destroy()
        self.labels = []
        self.set_theme(current(self))
        for kind, text in legend:
            label = ttk.Label(self, text=f" {text}", compound="left", style="Soft.TLabel")
            label.configure(image=self._samples[kind])
            label.pack(side="left", padx=(0, self._px(14)))
            self.labels.append(label)

    def set_theme(self, theme: Theme) -> None:
        """Draw the samples in the colours of the mazes."""
        side, edge, colours = theme.px(SIDE), theme.px(1), kind_colours(theme)
        for kind, _label in self._shown:
            sample = self._samples.get(kind) or tk.PhotoImage(master=self, width=side, height=side)
            self._samples[kind] = sample
            fill = {LINE: theme.paper, ROUTE: theme.route_soft}.get(kind, colours.get(kind, ""))
            sample.put(theme.outline, to=(0, 0, side, side))
            sample.put(fill, to=(edge, edge, side - edge, side - edge))
            if kind == AREA:  # a stripe of each colour
                stripes = area_colours(theme)
                for number, colour in enumerate(stripes):
                    left, right = (
                        edge + (side - 2 * edge) * place // len(stripes)
                        for place in (number, number + 1)
                    )
                    sample.put(colour, to=(left, edge, right, side - edge))
            if kind in (LINE, ROUTE):
                middle, half = side // 2, theme.px(2)
                sample.put(theme.route, to=(edge, middle - half, side - edge, middle + half))
