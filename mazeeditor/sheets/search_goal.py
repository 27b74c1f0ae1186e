"""What a maze is to be like: ranges of figures, read from texts, and how far a maze is from them.

goal = SearchGoal.of(["route=35%..45%", "decisions>=12", "shortest_dead_end>=3"])
figures = figures_of(maze, goal.names, job)
goal.distance(figures)                  # 0.0 where all is as requested
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.numbers import real
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.facts.facts import Facts, facts
from mazeeditor.maze.facts.measures import MEASURES, Figure
from mazeeditor.maze.facts.structure import Structure, structure
from mazeeditor.maze.maze import Maze

NO_FIGURE = 10.0  # the distance of a maze that lacks a figure, as one without a route
TOLERANCE = 1e-9  # a figure is at a bound that it misses by less, or by less than this share of it
PATTERN = re.compile(r"\s*([a-z_]+)\s*(>=|<=|=)\s*([^.\s]*(?:\.[0-9]+)?%?)(?:\s*\.\.\s*(.+?))?\s*")


@dataclass(frozen=True)
class FigureKind:
    """A figure that can be requested; ``share`` is one from 0 to 1, shown in percent.

    ``count`` computes it of what ``structure`` and ``facts`` have found, and of the maze.
    """

    name: str
    label: str
    description: str
    count: Callable[[Structure, Facts, Maze], Figure]
    share: bool = False

    def shown(self, value: Figure) -> str:
        if value is None:
            return "–"
        if self.share:
            return f"{value * 100:.1f}".rstrip("0").rstrip(".") + "\N{NO-BREAK SPACE}%"
        return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def _apart(maze: Maze) -> float | None:
    """Return how far the nearest exit is from the entrance, as the crow flies, in cells."""
    if not (maze.entrance and maze.exits):
        return None
    cells = [maze.entrance.cell, *(opening.cell for opening in maze.exits)]
    places = maze.lattice.geometry.centres(np.array(cells, np.int64))
    return float(np.sqrt(((places[1:] - places[0]) ** 2).sum(axis=1)).min())


def _own_kinds() -> list[FigureKind]:
    """Return the figures that are no measures: those of the issue come first in every list."""
    return [
        FigureKind(
            "route",
            _("Route"),
            _("how much of the maze a shortest route passes, 0..1 or in %"),
            lambda measured, _facts, _maze: measured.route_share,
            share=True,
        ),
        FigureKind(
            "shortest_dead_end",
            _("Shortest dead end"),
            _("the cells of the shortest dead end, up to its junction"),
            lambda measured, _facts, _maze: (
                measured.dead_end_lengths[0][0] if measured.dead_end_lengths else None
            ),
        ),
        FigureKind(
            "distance",
            _("Entrance to exit"),
            _("how far the exit is from the entrance in a straight line, in cells"),
            lambda _measured, _facts, maze: _apart(maze),
        ),
        *(
            FigureKind(name, label, help_text, _fact(name))
            for name, label, help_text in (
                ("loops", _("Loops"), _("passages more than a perfect maze has")),
                ("sealed", _("Sealed cells"), _("cells that cannot be reached")),
                ("passages", _("Passages"), _("open walls between cells")),
                ("components", _("Parts"), _("parts that no passage joins")),
            )
        ),
    ]


def _fact(name: str) -> Callable[[Structure, Facts, Maze], Figure]:
    def count(_measured: Structure, counted: Facts, _maze: Maze) -> Figure:
        value: int = getattr(counted, name)
        return value

    return count


def _of_measure(value: Callable[[Structure], Figure]) -> Callable[[Structure, Facts, Maze], Figure]:
    return lambda measured, _facts, _maze: value(measured)


KINDS: Mapping[str, FigureKind] = {
    kind.name: kind
    for kind in (
        *_own_kinds(),
        *(
            FigureKind(
                measure.name,
                measure.label,
                measure.description,
                _of_measure(measure.value),
                measure.share,
            )
            for measure in MEASURES
            if not measure.expensive
        ),
    )
}
OF_FACTS = {"loops", "sealed", "passages", "components"}


def figures_of(maze: Maze, names: Iterable[str], job: Job) -> dict[str, Figure]:
    """Return the figures of these names; raises ``CancelledError``."""
    names = list(names)
    with job.part(0.5):
        measured = structure(maze, job, walk="walk" in names)
    counted = facts(maze, job) if OF_FACTS & set(names) else NO_FACTS
    return {name: KINDS[name].count(measured, counted, maze) for name in names}


NO_FACTS = Facts(0, 0, 0, 0, 0, 0, None, None, None)


@dataclass(frozen=True)
class Want:
    """A figure with the least and the most that it may be, both counted in."""

    name: str
    low: float = -math.inf
    high: float = math.inf

    @classmethod
    def of(cls, text: str) -> Want:
        """Read ``route=0.35..0.45``, ``route=35%..45%``, ``decisions>=12`` or ``loops=0``.

        Raises ``UsageError``.
        """
        match = PATTERN.fullmatch(text)
        if not match:
            raise UsageError(
                _(
                    "{text} is not a figure and its range: write name=3, name=3..5, name>=3 "
                    "or name<=5."
                ).format(text=quote_value(text))
            )
        name, sign, first, second = match.groups()
        if name not in KINDS:
            raise UsageError(
                _("There is no figure named {name}. Choose one of: {known}.").format(
                    name=quote_value(name), known=", ".join(KINDS)
                )
            )
        if second is not None and sign != "=":
            raise UsageError(
                _("{text}: write a range after =, such as 3..5.").format(text=quote_value(text))
            )
        low = _number(text, first)
        high = low if second is None else _number(text, second)
        if low > high:
            raise UsageError(
                _("{text}: the range ends before it begins.").format(text=quote_value(text))
            )
        return cls(name, -math.inf if sign == "<=" else low, math.inf if sign == ">=" else high)

    @property
    def in_words(self) -> str:
        """What is asked for, as users read it: "Decisions on the route at least 12"."""
        kind = KINDS[self.name]
        low, high = (
            kind.shown(int(bound) if bound == int(bound) and not kind.share else bound)
            if math.isfinite(bound)
            else ""
            for bound in (self.low, self.high)
        )
        if not high:
            text = _("{figure} at least {low}")
        elif not low:
            text = _("{figure} at most {high}")
        else:
            text = _("{figure} {low}") if low == high else _("{figure} {low} to {high}")
        return text.format(figure=kind.label, low=low, high=high)

    def distance(self, value: Figure) -> float:
        """Return by what share of the nearest bound a figure misses the range, 0 within it.

        Cells that are 4 apart may be 3.9999999999999996 apart by their places: that is 4.
        """
        if value is None:
            return NO_FIGURE
        bound = self.low if value < self.low else self.high
        if self.low <= value <= self.high or math.isclose(value, bound, abs_tol=TOLERANCE):
            return 0.0
        return min(NO_FIGURE, abs(value - bound) / (abs(bound) or 1.0))

    @property
    def text(self) -> str:
        """The range as it is read: ``decisions>=12``."""
        low, high = (f"{value:.10g}" for value in (self.low, self.high))
        if self.low == self.high:
            return f"{self.name}={low}"
        if math.isinf(self.high):
            return f"{self.name}>={low}"
        return f"{self.name}<={high}" if math.isinf(self.low) else f"{self.name}={low}..{high}"


def _number(text: str, number: str) -> float:
    digits, percent, rest = number.partition("%")
    try:
        value = real(digits) / (100 if percent else 1)
    except ValueError:
        value = math.nan
    if rest or not math.isfinite(value):
        raise UsageError(
            _("{text}: {number} is not a number.").format(
                text=quote_value(text), number=quote_value(number)
            )
        )
    return value


@dataclass(frozen=True)
class SearchGoal:
    """All that is requested of a maze."""

    wants: tuple[Want, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> SearchGoal:
        """Read wants; raises ``UsageError``, also where there is none."""
        wants = tuple(map(Want.of, texts))
        if not wants:
            raise UsageError(_("A search needs something to look for, such as decisions>=12."))
        return cls(wants)

    @property
    def names(self) -> tuple[str, ...]:
        """The figures that it asks for, each once."""
        return tuple(dict.fromkeys(want.name for want in self.wants))

    def distance(self, figures: Mapping[str, Figure]) -> float:
        """Return how far figures are from the goal: the sum over all wants, 0 where it is met."""
        return sum(want.distance(figures[want.name]) for want in self.wants)

    def missed(self, figures: Mapping[str, Figure]) -> list[str]:
        """Return the wants that are not met, each with the figure: ``decisions>=12 (it is 9)``."""
        return [
            _("{want} (it is {value})").format(
                want=want.text, value=KINDS[want.name].shown(figures[want.name])
            )
            for want in self.wants
            if want.distance(figures[want.name])
        ]
