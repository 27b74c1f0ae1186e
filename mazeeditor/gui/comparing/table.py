"""The table: a line for each generator, a column for each measure, sorted by any of them."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass, field
from tkinter import ttk
from typing import Any

from mazeeditor.comparing.compare import Row
from mazeeditor.comparing.table import shown, titled
from mazeeditor.generators import GENERATORS
from mazeeditor.gui.theme import current
from mazeeditor.maze.measures import MEASURES
from mazeeditor.words import _

GENERATOR = "generator"
WIDTHS = {GENERATOR: 190}  # px at 96 dpi
WIDTH = 160  # of the columns of figures


@dataclass
class Figures:
    """The rows in the order of the table, by generator and measure."""

    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    column: str = ""
    downwards: bool = False

    def take(self, rows: Sequence[Row]) -> None:
        """Show these rows, and no others."""
        self.rows = {(row.generator, row.measure.name): row for row in rows}

    def sort(self, column: str) -> None:
        """Sort by a column, the other way round the second time."""
        self.downwards = self.column == column and not self.downwards
        self.column = column

    def in_order(self) -> list[str]:
        """Return the generators in the order of the table; those without a figure come last."""
        names = list(dict.fromkeys(name for name, _measure in self.rows))
        if self.column == GENERATOR:
            names.sort(key=lambda name: GENERATORS[name].label, reverse=self.downwards)
        elif self.column:
            names.sort(key=self._place)
        return names

    def _place(self, name: str) -> float:
        row = self.rows.get((name, self.column))
        middle = row.median if row else None
        return math.inf if middle is None else -middle if self.downwards else middle

    def text(self, name: str, measure: str) -> str:
        """Return a median, and in brackets what the middle half of the mazes has."""
        row = self.rows.get((name, measure))
        if row is None:
            return ""
        _least, lower, middle, upper, _most = (shown(row.measure, each) for each in row.five)
        return f"{middle}  ({lower} – {upper})" if row.mazes > 1 else middle


class Table(ttk.Frame):
    """The lines, and a bar to scroll sideways where the columns need it."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.figures = Figures()
        px = current(self).px
        words = _(
            "The median, and in brackets the middle half of the mazes. A heading sorts by medians."
        )
        self.words = ttk.Label(self, text=words, style="Soft.TLabel")
        self.words.grid(sticky="w", pady=(0, px(6)))
        names = [GENERATOR, *(measure.name for measure in MEASURES)]
        self.tree = ttk.Treeview(self, columns=names, show="headings", selectmode="browse")
        headings = [_("Generator"), *(titled(measure) for measure in MEASURES)]
        for name, text in zip(names, headings, strict=True):
            anchor: Any = "w" if name == GENERATOR else "e"
            self.tree.heading(
                name,
                text=text,
                anchor=anchor,
                command=lambda name=name: self.sort(name),  # type: ignore[misc]
            )
            width = px(WIDTHS.get(name, WIDTH))
            self.tree.column(name, width=width, minwidth=width, anchor=anchor, stretch=False)
        self.tree.grid(sticky="nsew")
        bar = ttk.Scrollbar(self, orient="horizontal", command=self.tree.xview)
        self.tree.configure(xscrollcommand=bar.set)
        bar.grid(sticky="ew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        self.figures.take(rows)
        measures = dict.fromkeys(row.measure.name for row in rows)
        self.tree.configure(displaycolumns=(GENERATOR, *measures))
        self.fill()

    def sort(self, column: str) -> None:
        """Sort by a column, the other way round the second time."""
        self.figures.sort(column)
        self.fill()

    def fill(self) -> None:
        """Write the lines anew; what was picked stays picked."""
        picked = self.picked
        self.tree.delete(*self.tree.get_children())
        for name in self.figures.in_order():
            texts = (self.figures.text(name, measure.name) for measure in MEASURES)
            values = (GENERATORS[name].label, *texts)
            self.tree.insert("", "end", iid=name, values=values)
        if picked and self.tree.exists(picked):
            self.tree.focus(picked)
            self.tree.selection_set(picked)

    @property
    def picked(self) -> str:
        """The generator of the line that is picked, an empty text for none."""
        return next(iter(self.tree.selection()), "")
