"""Solve: the solver and its options, its answer, and what of the answer is drawn."""

from __future__ import annotations

from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _, count, duration
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.forms import Form, replace_form
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.widgets import follow
from mazeeditor.maze.solvers import SOLVERS, Solution

SHOWN = (
    Option("show_route", bool, True, _("draw the route over the maze")),
    Option("show_visited", bool, True, _("tint the cells that the solver looked at")),
)


@section("solve", _("Solve"), order=3, manual="teach-and-watch", tab="solve")
class SolvePanel(SectionContent):
    """The solver, its options and its answer; the button is in the command bar, above."""

    kinds = frozenset({"solution"})

    def __init__(
        self,
        parent: ttk.Frame,
        context: Context,
        document: Document,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(parent, context)
        self.document, self.view, self.services = document, view, services
        self._solver = solver = self.view.solver
        self.choice = Form(self, solver.kind, self.run)
        self.summary = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.options = Form(self, solver.options, self.run)
        self.answer = ttk.Label(self, wraplength=self.theme.panel_width - self.theme.px(36))
        self._shown = FieldValues(SHOWN)
        self._shown.edited.subscribe(self._show)
        self.shown = Form(self, self._shown)
        self._lay_out()
        self._follow_solver()
        follow(self, solver.kind.changed, self._follow_solver)

    def _lay_out(self) -> None:
        px = self.theme.px
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0), pady=(0, px(4)))
        self.options.pack(fill="x")
        self.answer.pack(fill="x", pady=px(6))
        self.shown.pack(fill="x")

    def _follow_solver(self) -> None:
        """Show the options of the chosen solver, and what it does."""
        self.options = replace_form(self.options, self._solver.options)
        self.summary.configure(text=SOLVERS[self._solver.name].summary)

    def _show(self, name: str, value: bool) -> None:
        self.view.show_answer(**{name.removeprefix("show_"): value})

    def run(self) -> None:
        """Find a route with the chosen solver."""
        self.context.run(COMMANDS["solve"])

    def follow(self, _change: Change) -> None:
        """Show the answer that the document has now."""
        self.answer.configure(text=summary_of(self.document.solution, self.document.stale))

    def refresh(self) -> None:
        """Show what of the answer is drawn."""
        settings = self.services.settings
        self._shown.update({"show_route": settings.route, "show_visited": settings.visited})


def summary_of(solution: Solution | None, stale: bool) -> str:
    """Return the figures of an answer: ``143 cells · 1,057 visited · 0.2 ms``."""
    if solution is None:
        return _("No route is shown. Solve finds one.")
    parts = [
        count(len(solution.route), "cell", "cells") if solution.solved else _("No route"),
        _("{number:,} visited").format(number=solution.visited),
        duration(solution.seconds),
    ]
    summary = " · ".join(parts)
    if not solution.solved:
        return summary + "\n" + (solution.note or _("No route leads from the entrance to an exit."))
    if stale:
        return summary + "\n" + _("The maze has changed since; this still is a route.")
    return summary
