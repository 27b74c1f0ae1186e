"""Compare Generators: many mazes of each, what they are like as a plot and as a table.

::

    | Mazes        |  [Plot] [Table]   100 mazes of each, ...   |
    |  rows ...    | +----------------------------------------+ |
    | Generators   | |                                        | |
    |  [x] ...     | |                                        | |
    | Measures     | +----------------------------------------+ |
    |  [x] ...     |  what is missing                           |
    | progress [Cancel]   [Use] [Save CSV] [Save Plot]  [Close] [Compare] |
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.comparing.compare import Row
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.generators import GENERATORS
from mazeeditor.gui.comparing.choices import Choices
from mazeeditor.gui.comparing.saving import save_plot, save_table
from mazeeditor.gui.comparing.views import Views
from mazeeditor.gui.dialogs.modal import place_over
from mazeeditor.gui.statusbar import PROGRESS, Work
from mazeeditor.gui.theme import current
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

WIDTH, HEIGHT = 1180, 720  # px at 96 dpi
SMALLEST = (720, 420)


def show_generators(window: Window) -> None:
    """Bring the window of the comparison to the front, or open it."""
    for child in window.root.winfo_children():
        if isinstance(child, GeneratorComparison):
            child.lift()
            child.choices.focus_set()
            return
    GeneratorComparison(window)


class GeneratorComparison(tk.Toplevel):
    """A window beside the main one; the document is never touched."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root)
        self.withdraw()
        self.title(_("Compare Generators"))
        self.transient(window.root)
        self.window = window
        self.rows: list[Row] = []
        self.about = ""
        self._timer: str | None = None
        self._running = False
        px = current(self).px
        outer = ttk.Frame(self, padding=px(12))
        outer.pack(fill="both", expand=True)
        self._add_foot(outer)
        self.choices = Choices(outer, window, self.show, self.run)
        self.choices.pack(side="left", fill="y", padx=(0, px(8)))
        self.views = Views(outer, window, self.refresh)
        self.views.pack(side="left", fill="both", expand=True)
        self._listen()
        width = min(px(WIDTH), self.winfo_screenwidth())
        height = min(px(HEIGHT), self.winfo_screenheight())
        self.minsize(*(px(length) for length in SMALLEST))
        place_over(self, window.root, (width, height))
        self.show()
        self.deiconify()
        self.start.focus_set()

    def _add_foot(self, parent: ttk.Frame) -> None:
        px = current(self).px
        foot = ttk.Frame(parent)
        foot.pack(side="bottom", fill="x", pady=(px(10), 0))
        self.work = Work(foot, current(self), self.window.jobs)

        def add(label: str, action: Callable[[], None], style: str = "TButton") -> ttk.Button:
            button = ttk.Button(foot, text=label, style=style, command=action)
            button.bind("<Return>", lambda _event: button.invoke())
            button.pack(side="right", padx=(px(8), 0))
            return button

        self.start = add(_("Compare"), self.run, "Accent.TButton")
        add(_("Close"), self.destroy)
        self.save_plot = add(_("Save Plot…"), self._save_plot)
        self.save_csv = add(_("Save CSV…"), lambda: save_table(self.window, self.shown()))
        self.use = add(_("Use This Generator"), self.use_generator)

    def _listen(self) -> None:
        self.bind("<Escape>", lambda _event: self.destroy())
        self.views.table.tree.bind("<Double-1>", lambda _event: self.use_generator())
        self.window.jobs.listeners.append(self.refresh)
        self.bind("<Destroy>", self._forget)

    def _forget(self, event: tk.Event[tk.Misc]) -> None:
        """Leave nothing behind: no listener, no timer, no work for a window that has gone."""
        if event.widget is not self:
            return
        self.window.jobs.listeners.remove(self.refresh)
        if self._timer:
            self.after_cancel(self._timer)
        if self._running:
            self.window.jobs.cancel()

    # Comparing

    def run(self) -> None:
        """Compare what is chosen."""
        if self.window.jobs.busy or not (self.choices.generators.chosen and self.choices.chosen):
            return
        try:
            question = self.choices.question()
        except UsageError:  # the form says what is wrong
            return
        self._running = True
        self.window.jobs.start(_("Comparing generators"), question.answer, self._done)

    def _done(self, answer: tuple[list[Row], str]) -> None:
        if self.winfo_exists():
            self.rows, self.about = answer
            self.show()

    def shown(self) -> list[Row]:
        """Return the rows of the generators and measures that are ticked."""
        generators, measures = set(self.choices.generators.chosen), set(self.choices.chosen)
        return [row for row in self.rows if row.generator in generators and row.measure in measures]

    def show(self) -> None:
        """Show what is known of what is ticked."""
        self.views.show(self.shown(), self.about, self._missing() if self.rows else "")

    def _missing(self) -> str:
        """Return what is ticked and not compared yet, in words."""
        known = {row.generator for row in self.rows}, {row.measure for row in self.rows}
        names = [
            GENERATORS[each].label
            for each in self.choices.generators.chosen
            if each not in known[0]
        ]
        names += [each.label for each in self.choices.chosen if each not in known[1]]
        words = _("Not compared yet: {names}. Press Compare.")
        return words.format(names=", ".join(names)) if names else ""

    def refresh(self) -> None:
        """Show what can be done now, and how far the work is."""
        busy, rows = self.window.jobs.busy, bool(self.shown())
        self._running &= busy
        chosen = self.choices.generators.chosen and self.choices.chosen
        able = {
            self.start: chosen and not busy,
            self.save_csv: rows and not busy,
            self.save_plot: rows and not busy,
            self.use: self.views.picked,
        }
        for button, can in able.items():
            button.state(["!disabled" if can else "disabled"])
        if busy and not self._timer:
            self.work.pack(side="left")
            self._follow()
        elif not busy:
            self.work.pack_forget()

    def _follow(self) -> None:
        """Show the progress while there is work."""
        self._timer = None
        if self.window.jobs.busy:
            self.work.refresh()
            self._timer = self.after(PROGRESS, self._follow)

    # What follows from it

    def _save_plot(self) -> None:
        try:
            save_plot(self.window, self.shown(), self.about)
        except MazeError as problem:
            self.window.report(problem)

    def use_generator(self) -> None:
        """Choose the generator of the picked line in the panel of the main window."""
        if self.views.picked:
            self.window.generate.choose(self.views.picked)
            self.window.root.lift()
