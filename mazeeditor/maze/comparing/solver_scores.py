"""Solvers compared on one maze: which ones are chosen, their figures, and how they are sorted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from mazeeditor.core.translation import _, duration
from mazeeditor.maze.solution import Solution
from mazeeditor.maze.solvers import SOLVERS

ON, OFF = "☑", "☐"  # a solver that is chosen, and one that is not


@dataclass(frozen=True)
class Answer:
    """The figures of a solution; a solution itself may be as large as the maze."""

    solved: bool
    cells: int
    visited: int
    seconds: float

    @classmethod
    def of(cls, solution: Solution) -> Answer:
        """Return the figures of one."""
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
        """Replace the answers by those of these solutions."""
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
        label = f"{ON if self.chosen[name] else OFF}  {SOLVERS[name].label}"
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
