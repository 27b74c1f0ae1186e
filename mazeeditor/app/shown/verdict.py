"""Whether the maze has exactly one route, its figures and its sealed cells: after every change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.settings import Settings
from mazeeditor.app.shown.distances import ShownDistances
from mazeeditor.core.errors import MazeError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeeditor.core.job import Job
    from mazeeditor.editing.content import Change
    from mazeeditor.maze.facts.facts import Facts
    from mazeeditor.maze.maze import Maze


SEPARATOR = " · "  # between figures
DELAY = 5  # ms: the walls that one motion of the pointer changes are counted together
Kind = Literal["good", "warn", "bad", "neutral"]


class Verdict:
    """The facts of the maze as it is, counted in the background on a copy.

    ``facts`` is ``None`` where they are not known yet, or cannot be counted: ``problem`` is the
    reason then. ``sealed`` are the sealed cells bool[n] of that maze, None where there are none.
    ``outdated`` is true from a change until the new facts are known. ``changed`` is notified of
    both.
    """

    def __init__(self, background: Background, maze: Callable[[], Maze]) -> None:
        self._maze = maze
        self.facts: Facts | None = None
        self.sealed: NDArray[np.bool_] | None = None
        self.problem = ""
        self.outdated = True
        self.changed: Listeners[[]] = Listeners()
        self._latest = Latest(
            background,
            lambda: maze().copy(),
            lambda copy, job: count_facts(copy, job),  # looked up late, so that tests replace it
            self._counted,
            self._not_counted,
            delay=DELAY,
            wait_for_pause=False,  # a drag never pauses
        )

    @property
    def settled(self) -> bool:
        """Whether ``facts``, or the problem, are those of the maze as it is."""
        return self._latest.settled

    def recount(self, _change: Change | None = None) -> None:
        """Count again soon, as the maze has changed."""
        self.outdated = True
        self._latest.request()
        self.changed.notify()

    def _counted(self, counted: tuple[Facts, NDArray[np.bool_] | None]) -> None:
        self.facts, self.sealed = counted
        self.problem, self.outdated = "", False
        self.changed.notify()

    def _not_counted(self, problem: Exception) -> None:
        self.facts, self.sealed, self.outdated = None, None, False
        self.problem = str(problem) if isinstance(problem, MazeError) else _("unknown")
        self.changed.notify()

    def chip(self) -> tuple[Kind, str]:
        """Return the verdict: its kind and a short text."""
        if self.facts is None:
            return "neutral", _("Not checked")
        return chip(self._maze(), self.facts)

    def explanation(self) -> str:
        """Return what the verdict means, or why there is none."""
        if self.facts is None:
            return self.problem or _("The maze is being checked.")
        return explanation(self._maze(), self.facts)

    def figures(self) -> str:
        """Return the figures, or why there are none."""
        return self.problem if self.facts is None else figures(self.facts)


def count_facts(maze: Maze, job: Job) -> tuple[Facts, NDArray[np.bool_] | None]:
    """Return the facts of a maze and its sealed cells bool[n], None where there are none.

    The first window starts without the module imported here.
    """
    from mazeeditor.maze.facts.facts import facts_and_sealed

    return facts_and_sealed(maze, job)


def chip(maze: Maze, facts: Facts) -> tuple[Kind, str]:
    """Return the verdict: its kind and a short text."""
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
    """Return the figures in one line: ``143 cells long · 0 loops · 212 dead ends · ...``."""
    parts = [
        count(facts.loops, "loop", "loops"),
        count(facts.dead_ends, "dead end", "dead ends"),
        count(facts.sealed, "sealed cell", "sealed cells")
        if facts.sealed
        else _("no sealed cells"),
    ]
    if facts.shortest:
        units = "cell long", "cells long"
        if facts.routes == "many":
            units = "cell the shortest", "cells the shortest"
        parts.insert(0, count(facts.shortest, *units))
    return SEPARATOR.join(parts)


def explanation(maze: Maze, facts: Facts) -> str:
    """Return what the verdict means, in a few sentences."""
    if maze.entrance is None:
        return _("Set an entrance with the Entrance tool: then routes from it can be counted.")
    if not maze.exits:
        return _("Set an exit with the Exit tool: then routes to it can be counted.")
    text = {
        "one": _(
            "One route leads from the entrance to an exit. All else is dead ends, and loops that "
            "lead back to where they begin."
        ),
        "many": _(
            "More than one route leads from the entrance to an exit: loops lie between them, and "
            "in each there is a choice."
        ),
        "none": _("Closed walls separate the entrance from every exit."),
    }[facts.routes or "none"]
    if facts.sealed and facts.routes != "none":
        sealed = count(facts.sealed, "cell", "cells")
        text += " " + _("Nothing leads to {cells} of the maze.").format(cells=sealed)
    return text


class ShownSealed:
    """``cells`` bool[n] are the sealed cells of the maze as it is, None where there are none.

    Or where ``settings.sealed`` is off, or distances are shown, which have a colour for them.
    ``changed`` is notified of others.
    """

    def __init__(
        self,
        verdict: Verdict,
        distances: ShownDistances,
        settings: Settings,
        maze: Callable[[], Maze],
    ) -> None:
        self._verdict, self._distances = verdict, distances
        self._settings, self._maze = settings, maze
        self.cells: NDArray[np.bool_] | None = None
        self.changed: Listeners[[]] = Listeners()
        verdict.changed.subscribe(self.follow)
        distances.changed.subscribe(self._follow_distances)

    def follow(self) -> None:
        """Show the cells of a new verdict; those of an outdated one stay until then."""
        if self._verdict.outdated:
            return
        shown = self._settings.sealed and not self._distances.shown
        cells = self._verdict.sealed if shown else None
        if cells is not None and len(cells) != self._maze().lattice.size:
            return  # of another maze: its verdict comes
        if cells is not self.cells:
            self.cells = cells
            self.changed.notify()

    def _follow_distances(self) -> None:
        if self._distances.shown == (self.cells is not None):  # they take turns
            self.follow()
