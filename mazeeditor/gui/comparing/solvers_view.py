"""Compare solvers: the chosen solvers on the maze as it is, in a table to sort."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from dataclasses import dataclass, field
from tkinter import ttk
from typing import Any

from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.film_shows import BY_SOLVERS
from mazeeditor.core.translation import _, duration
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.editing.work import comparing
from mazeeditor.gui.comparing.sorting import sort_by_headings
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current, sprite
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.view_frame import ViewFrame
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.maze.solvers import SOLVERS, Solution

ON, OFF = "check-tick", "check"  # pictures: of a solver that is chosen, and of one that is not
TICKS = 44  # px at 96 dpi of the column with these
FRAME = 3  # px at 96 dpi around the columns


@dataclass(frozen=True)
class Answer:
    """The figures of a solution; a solution itself may be as large as the maze."""

    solved: bool
    cells: int
    visited: int
    seconds: float

    @classmethod
    def of(cls, solution: Solution) -> Answer:
        cells = len(solution.route)
        return cls(solution.solved, cells, solution.visited, solution.seconds)


@dataclass
class SolverScores:
    """Which solvers are ``chosen``, their answers, and the column by which they are sorted."""

    chosen: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(SOLVERS.names(), True))
    answers: dict[str, Answer] = field(default_factory=dict)
    column: str = ""
    reverse: bool = False

    def take(self, solutions: Iterable[Solution]) -> None:
        self.answers = {solution.solver: Answer.of(solution) for solution in solutions}

    def sort(self, column: str) -> None:
        """Sort by a column, in reverse order the second time."""
        self.reverse = self.column == column and not self.reverse
        self.column = column

    def value(self, name: str, column: str) -> Any:
        """Return the value by which a solver with an answer is sorted."""
        if column == "solver":
            return SOLVERS[name].label
        value = getattr(self.answers[name], column)
        return not value if column == "solved" else value

    def in_order(self) -> list[str]:
        """Return the solvers in the order of the table; those without an answer come last."""
        names = list(self.chosen)
        if not self.column:
            return names
        sortable = [name for name in names if name in self.answers or self.column == "solver"]
        sortable.sort(key=lambda name: self.value(name, self.column), reverse=self.reverse)
        return sortable + [name for name in names if name not in sortable]

    def line(self, name: str) -> tuple[str, ...]:
        """Return the texts of a line: solver, solved, cells, visited, seconds."""
        label = SOLVERS[name].label
        if name not in self.answers:
            return (label, "", "", "", "")
        answer = self.answers[name]
        return (
            label,
            _("yes") if answer.solved else _("no"),
            f"{answer.cells:,}" if answer.solved else "–",
            f"{answer.visited:,}",
            duration(answer.seconds),
        )


# name, heading, width in px at 96 dpi, whether it is a number
COLUMNS = (
    ("solver", _("Solver"), 190, False),
    ("solved", _("Solved"), 80, False),
    ("cells", _("Route (cells)"), 120, True),
    ("visited", _("Visited (cells)"), 120, True),
    ("seconds", _("Time"), 90, True),
)


class SolversView(ViewFrame):
    """A line for each solver, ticked if it is to run."""

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        px = current(context.root).px
        super().__init__(context.root, padding=px(14))
        self.context, self.document = context, document
        self.view, self.services = view, services
        self.scores = SolverScores()
        hint = _("Click or Space chooses solvers; a heading sorts.")
        self.hint = ttk.Label(self, text=hint, style="Soft.TLabel")
        self.table = self._table(self, px)
        foot = ttk.Frame(self)
        self.start = ttk.Button(foot, text=_("Compare"), style="Accent.TButton", command=self.run)
        self.watch = ttk.Button(foot, text=_("Watch side by side"), command=self.show_films)
        for button in (self.start, self.watch):
            press_by_enter(button)
        self.watch.pack(side="left")
        self.start.pack(side="right")
        self.hint.pack(fill="x", pady=(0, px(8)))
        foot.pack(side="bottom", fill="x", pady=(px(12), 0))  # seen where the table has no room
        self.table.pack(fill="both", expand=True)
        self._add_bindings()
        self.fill()

    def enter(self) -> None:
        """Show whether a comparison can be started now."""
        self.refresh()

    def take_keyboard(self) -> None:
        take_keyboard(self.table)

    def _table(self, parent: ttk.Frame, px: Any) -> ttk.Treeview:
        names = tuple(name for name, *_rest in COLUMNS)
        table = ttk.Treeview(
            parent, columns=names, show="tree headings", height=len(SOLVERS), selectmode="browse"
        )
        table.column("#0", width=px(TICKS), minwidth=px(TICKS), stretch=False)
        for name, heading, width, number in COLUMNS:
            anchor: Any = "e" if number else "w"
            table.heading(name, text=heading, anchor=anchor)
            table.column(name, width=px(width), anchor=anchor)
        sort_by_headings(table, self.sort)
        return table

    def _fit(self, width: int) -> None:
        """Make columns narrower where the table has less room than they ask for.

        Tk does so only for what is lost after it has been laid out.
        """
        px = current(self).px
        room = width - px(TICKS) - 2 * px(FRAME)
        wanted = sum(px(each) for _name, _heading, each, _number in COLUMNS)
        share = min(1.0, room / wanted)
        for name, _heading, each, _number in COLUMNS:
            self.table.column(name, width=int(px(each) * share))

    def _add_bindings(self) -> None:
        self.table.bind("<Configure>", lambda event: self._fit(event.width))
        self.table.bind("<ButtonRelease-1>", self._clicked)
        self.table.bind("<space>", lambda _event: self.toggle(self.table.focus()))
        self.table.bind("<Return>", lambda _event: self.run())
        self.table.bind("<<ThemeChanged>>", lambda _event: self.fill())
        changed = self.document.changed
        on_destroy(self, changed.follow(Follower.SOLVER_SCORES, self.follow))
        follow(self, self.services.jobs.changed, self.refresh)

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        if self.table.identify_region(event.x, event.y) in ("cell", "tree"):
            self.toggle(self.table.identify_row(event.y))

    def toggle(self, solver: str) -> None:
        """Choose a solver, or leave it out."""
        if solver in self.scores.chosen:
            self.scores.chosen[solver] = not self.scores.chosen[solver]
            self.fill()

    @property
    def chosen(self) -> list[str]:
        return [name for name, chosen in self.scores.chosen.items() if chosen]

    def show_films(self) -> None:
        """Watch the ticked solvers, or let the user choose some of them where they are too many."""
        self.view.film_shows.propose(BY_SOLVERS, self.chosen)
        self.context.show_workspace(self.view.workspaces.name, BY_SOLVERS)

    def run(self) -> None:
        """Let the chosen solvers solve the maze as it is."""
        if not self.chosen or self.services.jobs.busy:
            return
        work = comparing(self.document, self.chosen)

        def done(answers: list[Solution]) -> None:
            if work.deliver(answers) and self.winfo_exists():
                self.scores.take(answers)
                self.fill()

        self.services.jobs.start(_("Comparing"), work.run, done)

    def follow(self, _change: Change) -> None:
        """Remove the answers where they are of another maze."""
        if self.scores.answers:
            self.scores.take(())
            self.fill()

    def refresh(self) -> None:
        """Show whether a comparison can be started now."""
        self.start.state(["disabled" if self.services.jobs.busy else "!disabled"])

    def sort(self, column: str) -> None:
        """Sort by a column, in reverse order the second time."""
        self.scores.sort(column)
        self.fill()

    def fill(self) -> None:
        """Write all lines of the table again."""
        selected = self.table.focus()
        self.table.delete(*self.table.get_children())
        for name in self.scores.in_order():
            tick = sprite(current(self), ON if self.scores.chosen[name] else OFF)
            self.table.insert("", "end", iid=name, image=tick, values=self.scores.line(name))
        first = selected or next(iter(self.scores.chosen))
        self.table.focus(first)
        self.table.selection_set(first)
