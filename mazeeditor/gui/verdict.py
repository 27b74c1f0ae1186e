"""What is true of the maze at this moment, counted beside the window and never out of date."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from mazeeditor.gui.jobs import Task, Threads
from mazeeditor.words import _, count

if TYPE_CHECKING:
    from mazeeditor.job import Job
    from mazeeditor.maze.facts import Facts
    from mazeeditor.maze.maze import Maze

BETWEEN = " · "  # figures
DELAY = 5  # ms: the walls that one motion of the pointer changes are counted together
Kind = Literal["good", "warn", "bad", "neutral"]


class Verdict:
    """Counts anew after every change, on a copy; only one copy exists at a time.

    ``told(facts, problem)`` hears the facts, ``problem`` where they cannot be had; ``waits`` is
    called as soon as the facts told last may no longer hold.
    """

    def __init__(
        self,
        threads: Threads,
        after: Callable[[int, Callable[[], None]], str],
        maze: Callable[[], Maze],
        told: Callable[[Facts | None, str], None],
        waits: Callable[[], None],
    ) -> None:
        self._threads, self._after = threads, after
        self._maze, self._told, self._waits = maze, told, waits
        self._task: Task | None = None
        self._due = False  # whether something changed since the last copy was taken

    @property
    def settled(self) -> bool:
        """Whether what was told last is true of the maze as it is."""
        return not self._due and self._task is None

    def recount(self) -> None:
        """Count again soon; what is being counted is out of date."""
        self._waits()
        if not self._due:
            self._due = True
            self._after(DELAY, self._start)
        if self._task:
            self._task.job.cancel()

    def _start(self) -> None:
        if self._task or not self._due:
            return  # the end of the running count starts the next one
        self._due = False
        copy = self._maze().copy()
        self._task = self._threads.start(lambda job: count_facts(copy, job), *self._ends())

    def _ends(
        self,
    ) -> tuple[Callable[[Facts], None], Callable[[Exception], None], Callable[[], None]]:
        def end(facts: Facts | None, problem: str = "") -> None:
            self._task = None
            if self._due:
                self._start()
            elif facts or problem:
                self._told(facts, problem)

        return end, lambda problem: end(None, str(problem) or _("unknown")), lambda: end(None)


def count_facts(maze: Maze, job: Job) -> Facts:
    """Return the facts of a maze; imports what it needs only now."""
    from mazeeditor.maze.facts import facts

    return facts(maze, job)


def chip(maze: Maze, facts: Facts) -> tuple[Kind, str]:
    """Return the verdict: its kind, and the words for it."""
    if maze.entrance is None:
        return "neutral", _("No entrance")
    if not maze.exits:
        return "neutral", _("No exit")
    if facts.routes == "one":
        return "good", _("Exactly one route")
    if facts.routes == "many":
        return "warn", _("Several routes")
    return "bad", _("No route")


def figures(facts: Facts) -> str:
    """Return what has been counted: ``143 cells long · 0 loops · 212 dead ends · ...``."""
    parts = [
        count(facts.loops, "loop", "loops"),
        count(facts.dead_ends, "dead end", "dead ends"),
        count(facts.sealed, "sealed cell", "sealed cells")
        if facts.sealed
        else _("no sealed cells"),
    ]
    if facts.shortest:
        one, many = "cell long", "cells long"
        if facts.routes == "many":
            one, many = "cell the shortest", "cells the shortest"
        parts.insert(0, count(facts.shortest, one, many))
    return BETWEEN.join(parts)
