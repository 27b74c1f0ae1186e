"""Inspect: what the maze is made of, counted again after every change."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from tkinter import font, ttk
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.app.jobs import Latest
from mazeeditor.app.parts.services import Services
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import choices
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.facts.measures import MEASURES, Measure
from mazeeditor.maze.facts.structure import Structure, structure
from mazeeditor.maze.search.distances import Longest, longest_path

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.maze.maze import Maze


T = TypeVar("T")
DELAY_MS = 40  # ms without a change before counting begins
BARS = 12  # the last one holds all longer dead ends and is labelled so
WAITING = "…"
HEIGHT = 84  # px at 96 dpi of the histogram, its text included
GAP = 0.2  # between two bars, as a share of the distance between their middles


@section(
    "inspect",
    _("Inspect"),
    words=_("statistics numbers figures count analyse"),
    order=4,
    manual="teach-and-watch#inspect-a-maze",
    tab="inspect",
)
class InspectPanel(SectionContent):
    """A line for each measure, the lengths of the dead ends, and the two cells farthest apart.

    Nothing is counted while the section is folded. The longest path, which may take its time, is
    searched when all other measures are shown.
    """

    kinds = frozenset({"passages"})

    def __init__(
        self, parent: ttk.Frame, context: Context, document: Document, services: Services
    ) -> None:
        super().__init__(parent, context)
        self.document, self.services = document, services
        self.structure: Structure | None = None
        self.counting = self._latest(structure, self._counted)
        self.searching = self._latest(longest_path, self._searched)
        self._outdated = True
        self.values = {measure.name: self._line(measure) for measure in MEASURES}
        self._add_button()
        self._add_histogram()
        self.problem = ttk.Label(self, style="Error.TLabel", wraplength=self.wrap)
        self.problem.grid(columnspan=2, sticky="ew")
        self.problem.grid_remove()
        self.columnconfigure(0, weight=1)
        # generated when the section unfolds, and when the panel or the window is shown
        self.bind("<Visibility>", lambda _event: self.refresh())
        on_destroy(self, self._stop)

    def _latest(
        self, work: Callable[[Maze, Job], T], on_result: Callable[[T], None]
    ) -> Latest[Maze, T]:
        """Return what runs ``work`` on a copy of the maze."""
        return Latest(
            self.services.background,
            lambda: self.document.maze.copy(),
            work,
            on_result,
            lambda problem: self._show(str(problem) or _("unknown")),
            delay=DELAY_MS,
        )

    def _line(self, measure: Measure) -> ttk.Label:
        row = self.grid_size()[1]
        name, value = ttk.Label(self, text=measure.label), ttk.Label(self, text=WAITING)
        name.grid(row=row, column=0, sticky="w", pady=self.theme.px(1))
        value.grid(row=row, column=1, sticky="e")
        for label in (name, value):
            Tooltip(label, lambda: self._description(measure))
        return value

    def _description(self, measure: Measure) -> str:
        known = self.structure and (self.structure.longest or not measure.expensive)
        return (
            measure.description_for(self.structure)
            if self.structure and known
            else measure.long_description
        )

    def _add_button(self) -> None:
        self.button = ttk.Button(
            self, text=_("Put entrance and exit there"), command=self.put_openings
        )
        self.button.grid(columnspan=2, sticky="ew", pady=self.theme.px(6))
        Tooltip(self.button, _("Move entrance and exit to the two ends of the longest path"))

    def _add_histogram(self) -> None:
        heading = _("Dead ends by their length in cells")
        self.heading = ttk.Label(self, text=heading, style="Small.TLabel")
        self.heading.grid(columnspan=2, sticky="w", pady=(self.theme.px(4), self.theme.px(2)))
        self.histogram = Histogram(self)
        self.histogram.grid(columnspan=2, sticky="ew")
        tip = _("How many dead ends are that deep, from their end to the next junction.")
        Tooltip(self.histogram, tip)

    # Counting

    @property
    def settled(self) -> bool:
        """Whether what is shown is true of the maze as it is."""
        return not self._outdated and self.counting.settled and self.searching.settled

    def follow(self, _change: Change) -> None:
        """Count again, as walls or openings have changed."""
        self._outdated, self.structure = True, None
        self._stop()
        self._show("")
        self.refresh()

    def _stop(self) -> None:
        self.counting.stop()
        self.searching.stop()

    def refresh(self) -> None:
        """Begin to count where the section is in view and the figures are outdated."""
        if self._outdated and self.winfo_viewable():
            self._outdated = False
            self.counting.request()

    def _counted(self, result: Structure) -> None:
        self.structure = result
        self._show("")
        self.searching.request()

    def _searched(self, longest: Longest) -> None:
        assert self.structure
        self.structure = replace(self.structure, longest=longest)
        self._show("")

    def _show(self, problem: str) -> None:
        result = self.structure
        for measure in MEASURES:
            known = result and (result.longest or not measure.expensive)
            text = measure.shown(result) if result and known else "–" if problem else WAITING
            self.values[measure.name].configure(text=text)
        self.problem.configure(text=problem)
        if problem:
            self.problem.grid()
        else:
            self.problem.grid_remove()
        self.histogram.show(bars(result.dead_end_lengths) if result else ())
        movable = result and result.longest and result.longest.length > 1
        self.button.state(["!disabled" if movable else "disabled"])

    def put_openings(self) -> None:
        """Put entrance and exit where they are farthest apart, as one step."""
        if self.structure and self.structure.longest:
            document, longest = self.document, self.structure.longest
            first, last = sorted((longest.start, longest.end))
            lattice = document.maze.lattice
            entrance, exit_ = choices(lattice, first)[0], choices(lattice, last)[0]
            document.apply(SetOpenings(document.maze, entrance, (exit_,)))


def bars(lengths: tuple[tuple[int, int], ...]) -> list[tuple[str, int]]:
    """Return a name and a number for each length from 1; the last bar holds all longer ones."""
    if not lengths:
        return []
    longest = lengths[-1][0]
    numbers = dict(lengths)
    shown = range(1, min(longest, BARS) + 1)
    named = [(str(length), numbers.get(length, 0)) for length in shown]
    if longest > BARS:
        rest = sum(number for length, number in lengths if length >= BARS)
        named[-1] = (_("{length}+").format(length=BARS), rest)
    return named


class Histogram(tk.Canvas):
    """A bar for each class, its number above and its name below, in the colours of the theme.

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
        self.bars = bars
        self._draw()

    def _draw(self) -> None:
        self.delete("all")
        theme, width = current(self), self.winfo_width()
        if not self.bars or width < theme.px(20):
            return
        small = font.nametofont(theme.small, self)
        line = small.metrics("linespace")
        base = self.winfo_height() - line - theme.px(3)
        unit = (base - line) / max(number for _name, number in self.bars)
        place = width / len(self.bars)
        roomy = all(small.measure(f"{number:,}") <= place for _name, number in self.bars)
        for index, (name, number) in enumerate(self.bars):
            left, middle = (index + GAP / 2) * place, (index + 0.5) * place
            top = base - max(round(number * unit), 1 if number else 0)
            right = left + (1 - GAP) * place
            self.create_rectangle(left, top, right, base, fill=theme.accent, width=0, tags="bar")
            self.create_text(
                middle, base + theme.px(2), text=name, anchor="n", font=small, fill=theme.text_soft
            )
            if roomy and number:
                self.create_text(
                    middle, top, text=f"{number:,}", anchor="s", font=small, fill=theme.text_soft
                )
        self.create_line(0, base, width, base, fill=theme.outline, width=theme.px(1))
