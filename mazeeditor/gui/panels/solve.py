"""Solve: which solver, what it found, and what of it is drawn."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.change import Change
from mazeeditor.editing.work import solving
from mazeeditor.errors import UsageError
from mazeeditor.gui.forms import Form
from mazeeditor.gui.panels import Content, section
from mazeeditor.maze.solution import Solution
from mazeeditor.options import Option
from mazeeditor.solvers import SOLVERS
from mazeeditor.words import _, count

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

SHOWN = (
    Option("show_route", bool, True, _("draw the route over the maze")),
    Option("show_visited", bool, True, _("tint the cells that the solver looked at")),
)


@section("solve", _("Solve"), order=3)
class Solve(Content):
    """The solver, its options and its answer; the button is in the command bar, above."""

    def __init__(self, parent: ttk.Frame, window: Window) -> None:
        super().__init__(parent, window)
        first = next(iter(SOLVERS))
        solvers = Option("solver", str, first.name, choices=tuple(SOLVERS.names()))
        labels = {"solver": {each.name: each.label for each in SOLVERS}}
        self.choice = Form(self, (solvers,), {}, self._chosen, self.run, labels)
        self.summary = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.options = Form(self, first.options, {}, submit=self.run)
        self.answer = ttk.Label(self, wraplength=self.theme.panel_width - self.theme.px(36))
        self.shown = Form(self, SHOWN, {}, self._show)
        self.buttons = ttk.Frame(self)
        self.watch = self.command_button(self.buttons, _("Watch"), "watch-solving")
        self.compare = self.command_button(self.buttons, _("Compare Solvers…"), "compare")
        self._lay_out()
        self._show_summary(first.name)

    def _lay_out(self) -> None:
        px = self.theme.px
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0), pady=(0, px(4)))
        self.options.pack(fill="x")
        self.answer.pack(fill="x", pady=px(6))
        self.shown.pack(fill="x")
        self.watch.pack(side="left", fill="x", expand=True)
        self.compare.pack(side="left", fill="x", expand=True, padx=(px(6), 0))
        self.buttons.pack(fill="x", pady=(px(6), 0))

    @property
    def solver(self) -> str:
        """The name of the chosen solver."""
        return str(self.choice.values()["solver"])

    def _chosen(self, _name: str, solver: Any) -> None:
        form = Form(self, SOLVERS[solver].options, {}, submit=self.run)
        form.pack(fill="x", after=self.options)
        self.options.destroy()
        self.options = form
        self._show_summary(solver)

    def _show_summary(self, solver: str) -> None:
        self.summary.configure(text=SOLVERS[solver].summary)

    def _show(self, name: str, value: bool) -> None:
        self.window.show_answer(**{name.removeprefix("show_"): value})

    def run(self) -> None:
        """Let the chosen solver find a route."""
        try:
            options = self.options.values()
        except UsageError:  # the form says what is wrong
            self.window.layout.unfold("solve")
            return
        self.window.start(_("Solving"), solving(self.window.document, self.solver, **options))
        self.window.view.canvas.focus_set()

    def follow(self, change: Change) -> None:
        """Show the answer that the document has now."""
        if change.solution:
            document = self.window.document
            self.answer.configure(text=in_words(document.solution, document.stale))

    def refresh(self) -> None:
        """Show what of the answer is drawn."""
        settings = self.window.settings
        self.shown.show({"show_route": settings.route, "show_visited": settings.visited})


def in_words(solution: Solution | None, stale: bool) -> str:
    """Return what a solver found: ``143 cells · 1,057 visited · 0.2 ms``."""
    if solution is None:
        return _("No route is shown. Solve finds one.")
    parts = [
        count(len(solution.route), "cell", "cells") if solution.solved else _("No route"),
        _("{number:,} visited").format(number=solution.visited),
        duration(solution.seconds),
    ]
    words = " · ".join(parts)
    if not solution.solved:
        return words + "\n" + (solution.note or _("No way leads from the entrance to an exit."))
    if stale:
        return words + "\n" + _("The maze has changed since; this still is a route.")
    return words


def duration(seconds: float) -> str:
    """Return a time with two or three digits: ``0.24 ms``, ``3.1 ms``, ``13 ms``, ``1.2 s``."""
    if seconds >= 1:
        return _("{number:.1f} s").format(number=seconds)
    ms = seconds * 1000
    digits = 0 if ms >= 10 else 1 if ms >= 1 else 2
    return _("{number} ms").format(number=f"{ms:.{digits}f}")
