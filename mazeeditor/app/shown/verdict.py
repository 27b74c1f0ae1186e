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

    from mazeeditor.app.shown.shown_stops import ShownStops
    from mazeeditor.core.job import Job
    from mazeeditor.editing.content import Change
    from mazeeditor.maze.facts.facts import Facts
    from mazeeditor.maze.facts.recount import Counted
    from mazeeditor.maze.maze import Maze
    from mazeeditor.page.findings import PageFinding


SEPARATOR = " · "  # between figures
DELAY_MS = 1  # ms: the walls that one motion of the pointer changes are counted together
Kind = Literal["good", "warn", "bad", "neutral"]


class Verdict:
    """The facts of the maze as it is, counted in the background on a copy.

    ``facts`` is ``None`` where they are not known yet, or cannot be counted: ``problem`` is the
    reason then. ``sealed`` are the sealed cells bool[n] of that maze, None where there are none.
    ``outdated`` is true from a change until the new facts are known. While walls change faster than
    they are counted, as in a drag, facts of a moment ago come in between, and stay outdated.
    ``lost`` returns a sentence on what is missing of what the maze is to show, "" for nothing, and
    ``fakes`` how many of its exits are fake: these are not to be reached. ``stops`` says whether
    all that is to be collected can be, which matters more than how many routes there are.
    ``changed`` is notified of each.
    """

    def __init__(
        self,
        background: Background,
        maze: Callable[[], Maze],
        lost: Callable[[], str] = str,
        stops: ShownStops | None = None,
        fakes: Callable[[], int] = int,
    ) -> None:
        self._maze, self._lost, self._stops, self.fakes = maze, lost, stops, fakes
        self.facts: Facts | None = None
        self.sealed: NDArray[np.bool_] | None = None
        self._behind = 0  # cells that fake exits alone lead to
        self._unfit: PageFinding | None = None  # why its page, if that is shown, is of no use
        self._page_known = True
        self.problem = ""
        self.outdated = True
        self.changed: Listeners[[]] = Listeners()
        self._last: Counted | None = None  # what the next count begins from
        self._latest = Latest(
            background,
            lambda: (maze().copy(), self._last),
            lambda taken, job: count_facts(*taken, job),  # looked up late, so that tests replace it
            self._counted,
            self._not_counted,
            delay=DELAY_MS,
            wait_for_pause=False,  # a drag never pauses
        )

    @property
    def settled(self) -> bool:
        """Whether ``facts``, or the problem, are those of the maze as it is."""
        return self._latest.settled

    def recount(self, change: Change | None = None) -> None:
        """Count again soon, as the maze has changed; facts of another maze are not shown first."""
        self.outdated = True
        self._latest.request(finish=change is not None and not (change.maze or change.openings))
        self.changed.notify()

    def _counted(self, counted: Counted) -> None:
        self.facts, self.sealed, self._behind = counted.facts, counted.sealed, 0
        if self.fakes() and counted.sealed is not None and counted.behind is not None:
            sealed = counted.sealed & ~counted.behind
            self.sealed = sealed if sealed.any() else None
            self._behind = int(counted.behind.sum())
        self._last = counted if counted.forest else None
        self.problem, self.outdated = "", not self.settled
        self.changed.notify()

    def _not_counted(self, problem: Exception) -> None:
        self.facts, self.sealed, self.outdated = None, None, not self.settled
        self.problem = str(problem) if isinstance(problem, MazeError) else _("unknown")
        self.changed.notify()

    def judge_page(self, unfit: PageFinding | None, *, known: bool = True) -> None:
        """Take in why the page that is shown is not fit for use, None if it is.

        Nothing is good until it is ``known``.
        """
        if (unfit, known) != (self._unfit, self._page_known):
            self._unfit, self._page_known = unfit, known
            self.changed.notify()

    def chip(self) -> tuple[Kind, str]:
        """Return the verdict: its kind and a short text."""
        if self.facts is None:
            return "neutral", _("Not checked")
        if self._unfit and self.facts.routes != "none":
            from mazeeditor.page.findings import NARROW

            narrow = self._unfit.kind == NARROW
            return "bad", _("Too small to solve on this page") if narrow else _("Not fit to print")
        fakes = self.fakes()
        kind, text = chip(self._maze(), self.facts, fakes)
        if kind in ("good", "warn") and self._stops and self._stops.lost:
            return ("warn" if self._stops.length else "bad"), self._stops.lost
        lost = self._lost() if kind == "good" or (fakes and kind == "warn") else ""
        if kind == "good" and not lost and not self._page_known:
            return "neutral", _("Being checked")
        return ("warn", lost) if lost else (kind, text)

    def explanation(self) -> str:
        """Return what the verdict means, or why there is none."""
        if self.facts is None:
            return self.problem or _("The maze is being checked.")
        stops = [self._stops.lost, self._stops.note] if self._stops else []
        page = self._unfit.text if self._unfit else ""
        text = explanation(self._maze(), self.facts, self.fakes(), self._behind)
        return " ".join(filter(None, [page, text, *stops, self._lost()]))

    def figures(self) -> str:
        """Return the figures, or why there are none."""
        if self.facts is None:
            return self.problem
        tour = self._stops.length if self._stops else ""
        return SEPARATOR.join(filter(None, (tour, figures(self.facts, self._behind))))


def count_facts(maze: Maze, last: Counted | None, job: Job) -> Counted:
    """Return the facts of a copy of the maze and its sealed cells, from what was counted last.

    The first window starts without the module imported here.
    """
    from mazeeditor.maze.facts.recount import count_again

    return count_again(maze, job, last)


def chip(maze: Maze, facts: Facts, fakes: int = 0) -> tuple[Kind, str]:
    """Return the verdict: its kind and a short text.

    It is good only where every exit can be reached, but for as many as there are ``fakes``.
    """
    if maze.entrance is None:
        return "neutral", _("No entrance")
    if not maze.exits:
        return "neutral", _("No exit")
    if facts.routes == "none":
        return "bad", _("No route")
    if lost := lost_exits(facts, fakes):
        text = _("{number:,} of {all:,} exits cannot be reached")
        return "warn", text.format(number=lost, all=facts.exits - fakes)
    if facts.routes == "one" and fakes:
        apart = count(lost_exits(facts), "fake exit", "fake exits")
        return "good", _("Exactly one route, {exits}").format(exits=apart)
    if facts.one_each and facts.exits > 1:
        return "good", _("One route to each exit")
    if facts.routes == "one":
        return "good", _("Exactly one route")
    if facts.route_count is None:
        return "warn", _("More than 99 routes")
    return "warn", count(facts.route_count, "route", "routes")


def lost_exits(facts: Facts, fakes: int = 0) -> int:
    """Return how many exits cannot be reached from the entrance, but for the fake ones."""
    if facts.exits_reachable is None:
        return 0
    return max(facts.exits - facts.exits_reachable - fakes, 0)


def figures(facts: Facts, behind: int = 0) -> str:
    """Return the figures in one line: ``143 cells long · 0 loops · 212 dead ends · ...``.

    ``behind`` of the sealed cells are those that fake exits lead to.
    """
    sealed = facts.sealed - behind
    parts = [
        count(facts.loops, "loop", "loops"),
        count(facts.dead_ends, "dead end", "dead ends"),
        count(sealed, "sealed cell", "sealed cells") if sealed else _("no sealed cells"),
    ]
    if behind:
        cells = count(behind, "cell", "cells")
        parts.append(_("{cells} behind fake exits").format(cells=cells))
    if facts.shortest:
        parts.insert(0, _lengths(facts))
    return SEPARATOR.join(parts)


def _lengths(facts: Facts) -> str:
    """Return how long the routes are: ``21 and 23 cells``, ``from 21 to 57 cells``."""
    shortest, lengths = facts.shortest or 0, facts.route_lengths
    if facts.routes == "one":
        return count(shortest, "cell long", "cells long")
    if lengths is None:
        return count(shortest, "cell the shortest", "cells the shortest")
    longest = count(lengths[-1], "cell", "cells")
    if lengths[-1] == shortest:
        return _("{cells} each").format(cells=longest)
    text = (
        _("{shortest:,} and {longest}")
        if len(lengths) == 2
        else _("from {shortest:,} to {longest}")
    )
    return text.format(shortest=shortest, longest=longest)


def explanation(maze: Maze, facts: Facts, fakes: int = 0, behind: int = 0) -> str:
    """Return what the verdict means, in a few sentences; ``behind`` as for ``figures``."""
    if maze.entrance is None:
        return _("Set an entrance with the Entrance tool: then routes from it can be counted.")
    if not maze.exits:
        return _("Set an exit with the Exit tool: then routes to it can be counted.")
    routes = "each" if facts.one_each and facts.exits > 1 else facts.routes or "none"
    text = {
        "one": _(
            "One route leads from the entrance to an exit. Everything else is dead ends, and "
            "loops that lead back to where they begin."
        ),
        "each": _(
            "One route leads from the entrance to each exit. Everything else is dead ends, and "
            "loops that lead back to where they begin."
        ),
        "many": _(
            "More than one route leads from the entrance to an exit. A route ends at the first "
            "exit that it reaches, and passes no cell twice."
        ),
        "none": _("Closed walls separate the entrance from every exit."),
    }[routes]
    lost = lost_exits(facts, fakes)
    if lost and routes != "none":
        text = _("Closed walls separate the entrance from {number:,} of {all:,} exits.").format(
            number=lost, all=facts.exits - fakes
        )
    if behind and routes != "none":
        apart, cells = lost_exits(facts) - lost, count(behind, "cell", "cells")
        exits = count(apart, "exit is", "exits are")
        text += " " + _(
            "{exits} fake: closed walls separate the {cells} behind from the rest."
        ).format(exits=exits, cells=cells)
    if facts.sealed > behind and routes != "none":
        sealed = count(facts.sealed - behind, "cell", "cells")
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
        if self._verdict.outdated and self._verdict.sealed is self.cells:
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
