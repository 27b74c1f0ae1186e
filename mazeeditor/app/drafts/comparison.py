"""A comparison on the screen: the request, the result, and what is shown of it in which order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.comparing.compare import Distribution, compare, description, format_value
from mazeeditor.maze.facts.measures import MEASURES, Measure
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.recipe import Recipe, outline_of

BUILDING = 0.05  # of the work
GENERATOR = "generator"  # the first column
DEFAULT_MEASURES = (
    "dead_ends",
    "junctions",
    "longest_corridor",
    "dead_end_length",
    "shortest",
    "decisions",
)


@dataclass(frozen=True)
class ComparisonRequest:
    """What to compare: mazes of a recipe, but by several generators and with several seeds.

    ``like`` is the lattice that painted masks of the recipe belong to.
    """

    generators: tuple[str, ...]
    recipe: Recipe
    like: Lattice
    seeds: range
    expensive: bool

    def run(self, job: Job) -> tuple[list[Distribution], str]:
        """Return the rows and their description; raises ``UsageError``, ``CancelledError``."""
        with job.part(BUILDING):
            lattice = outline_of(self.recipe, self.like, job).lattice
        braid = self.recipe.braid or 0.0
        rows = compare(
            self.generators, lattice, self.seeds, job, braid=braid, expensive=self.expensive
        )
        for row in rows:  # the rows keep the results, so that no window waits for them
            row.as_json()
        masks = [mask.label for mask in self.recipe.masks]
        return rows, description(lattice, self.seeds, braid, masks)


@dataclass
class Comparison:
    """The result, ``rows`` and ``about``, and what the user has chosen to see of it.

    ``refusals`` maps generators that cannot generate the requested mazes to the reasons.
    """

    rows: list[Distribution] = field(default_factory=list)
    about: str = ""
    checked: set[str] = field(default_factory=lambda: set(GENERATORS.names()))
    refusals: Mapping[str, str] = field(default_factory=dict)
    measure_names: set[str] = field(default_factory=lambda: set(DEFAULT_MEASURES))
    sorted_by: str = ""  # a column: GENERATOR or a measure
    descending: bool = False

    @property
    def generators(self) -> list[str]:
        """The chosen generators that can generate the requested mazes."""
        names = GENERATORS.names()
        return [name for name in names if name in self.checked and not self.refusals.get(name)]

    @property
    def measures(self) -> tuple[Measure, ...]:
        return tuple(measure for measure in MEASURES if measure.name in self.measure_names)

    def shown(self) -> list[Distribution]:
        """Return the rows of the chosen generators and measures."""
        generators, measures = set(self.generators), set(self.measures)
        return [row for row in self.rows if row.generator in generators and row.measure in measures]

    def missing(self) -> str:
        """Return a message that names what is chosen and not compared yet, "" for nothing."""
        if not self.rows:
            return ""
        compared = {row.generator for row in self.rows}, {row.measure for row in self.rows}
        names = [GENERATORS[name].label for name in self.generators if name not in compared[0]]
        names += [measure.label for measure in self.measures if measure not in compared[1]]
        text = _("Not compared yet: {names}. Press Compare.")
        return text.format(names=", ".join(names)) if names else ""

    # The table

    def sort(self, column: str) -> None:
        """Sort by a column, in the opposite order the second time."""
        self.descending = self.sorted_by == column and not self.descending
        self.sorted_by = column

    def in_order(self) -> list[str]:
        """Return the generators in the order of the table; those without a value come last."""
        shown = self.shown()
        names = list(dict.fromkeys(row.generator for row in shown))
        if self.sorted_by == GENERATOR:
            names.sort(key=lambda name: GENERATORS[name].label, reverse=self.descending)
        elif self.sorted_by:
            medians = {
                row.generator: row.median for row in shown if self.sorted_by == row.measure.name
            }
            names.sort(key=lambda name: self._rank(medians.get(name)))
        return names

    def _rank(self, median: float | None) -> float:
        return math.inf if median is None else -median if self.descending else median


def cell_text(row: Distribution) -> str:
    """Return the median, and in brackets the range of the middle half of the mazes."""
    _least, lower, median, upper, _most = (format_value(row.measure, n) for n in row.five_numbers)
    return f"{median}  ({lower} – {upper})" if row.mazes > 1 else median


def by_cell(rows: Iterable[Distribution]) -> dict[tuple[str, str], Distribution]:
    return {(row.generator, row.measure.name): row for row in rows}
