"""Compares generators: each measure over many mazes, as numbers, a table to read, CSV or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import StringIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.processes.workers import EACH_CORE, Workers, do_all
from mazeeditor.core.translation import _, count
from mazeeditor.maze.facts.measures import MEASURES, Measure
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.random import SEED
from mazeeditor.maze.shapes import SHAPES

Values = NDArray[np.float64]
FIVE_NUMBERS = ("least", "lower_quartile", "median", "upper_quartile", "most")
MAX_MAZES = 1_000_000
STRETCH = 25  # mazes of a task at most
SEEDS = Option("seeds", int, 100, _("number of mazes of each generator"), 1, MAX_MAZES)
FIRST = Option("seed", int, 1, _("first seed; the others count on"), 0, SEED.high - MAX_MAZES)


@dataclass(frozen=True, eq=False)
class Distribution:
    """The values of one measure for the mazes of one generator.

    ``values`` float64[seeds] are in the unit of the measure and in the order of the seeds; nan
    where a maze lacks the measure: one without dead ends has no mean length of them. Such mazes
    are left out of the statistics, which are None where no maze is left.
    """

    generator: str
    measure: Measure
    values: Values

    @cached_property
    def sorted_values(self) -> Values:
        """The values of the mazes that have the measure, the smallest first."""
        return np.sort(self.values[~np.isnan(self.values)])

    @property
    def mazes(self) -> int:
        return len(self.sorted_values)

    @property
    def mean(self) -> float | None:
        return float(self.sorted_values.mean()) if self.mazes else None

    @property
    def spread(self) -> float | None:
        """The standard deviation of the sample; None for a single maze."""
        return float(self.sorted_values.std(ddof=1)) if self.mazes > 1 else None

    @cached_property
    def five_numbers(self) -> tuple[float | None, ...]:
        """The minimum, lower quartile, median, upper quartile and maximum.

        Quartiles between two values are interpolated: type 7 of R. J. Hyndman and Y. Fan,
        "Sample quantiles in statistical packages", The American Statistician 50, 1996, as in R,
        numpy and spreadsheets.
        """
        if not self.mazes:
            return (None,) * 5
        numbers: list[float] = np.quantile(self.sorted_values, (0, 0.25, 0.5, 0.75, 1)).tolist()
        return tuple(numbers)

    @property
    def median(self) -> float | None:
        return self.five_numbers[2]

    def as_json(self) -> dict[str, object]:
        """Return the statistics; the keys are the columns of tables."""
        return {
            "generator": self.generator,
            "measure": self.measure.name,
            "mazes": self.mazes,
            "mean": self.mean,
            "spread": self.spread,
            **dict(zip(FIVE_NUMBERS, self.five_numbers, strict=True)),
        }


class Stretch(NamedTuple):
    """A part of the work: mazes of one generator, with these seeds."""

    generator: str
    seeds: Sequence[int]


@dataclass(frozen=True)
class Measuring:
    """What is measured of the mazes of a stretch, in whatever process."""

    lattice: Lattice
    braid: float
    expensive: bool

    @property
    def measures(self) -> list[Measure]:
        """All, but expensive ones only where these are requested."""
        return [measure for measure in MEASURES if self.expensive or not measure.expensive]

    def values(self, stretch: Stretch, job: Job) -> Values:
        """Return float64[measures, seeds]; raises ``CancelledError``."""
        result = np.empty((len(self.measures), len(stretch.seeds)))
        for index, seed in enumerate(stretch.seeds):
            with job.part(1 / len(stretch.seeds)):
                result[:, index] = self._of_maze(stretch.generator, seed, job)
        return result

    def _of_maze(self, generator: str, seed: int, job: Job) -> list[float]:
        with job.part(0.5):
            maze = generate(generator, self.lattice, seed, braid=self.braid, job=job)
        measured = structure(maze, job, longest=self.expensive)
        return [_number(measure.value(measured)) for measure in self.measures]


def compare(
    generators: Sequence[str],
    lattice: Lattice,
    seeds: Sequence[int],
    job: Job | None = None,
    *,
    braid: float = 0.0,
    expensive: bool = False,
    workers: Workers = EACH_CORE,
) -> list[Distribution]:
    """Return the distribution of each measure for each generator, over one maze for each seed.

    Every generator runs with its default options. Measures that are expensive are included where
    ``expensive``. The result is the same whoever are the ``workers``. Raises ``UsageError`` where a
    generator is unknown or cannot generate this shape, and ``CancelledError``.
    """
    if not seeds:
        raise UsageError(_("Comparing needs at least one seed."))
    names = [GENERATORS[name].name for name in generators]
    measuring = Measuring(lattice, braid, expensive)
    starts = range(0, len(seeds), STRETCH)
    tasks = [Stretch(name, seeds[start : start + STRETCH]) for name in names for start in starts]
    workers = workers.for_size(lattice.cells * len(seeds) * len(names))
    name = _("Part {number} of the comparison")
    parts = list(do_all(measuring.values, tasks, job or Job(), workers=workers, name=name))
    rows = [np.hstack(parts[at : at + len(starts)]) for at in range(0, len(parts), len(starts))]
    return [
        Distribution(name, measure, values)
        for name, row in zip(names, rows, strict=True)
        for measure, values in zip(measuring.measures, row, strict=True)
    ]


def _number(value: float | None) -> float:
    return np.nan if value is None else float(value)


def description(
    lattice: Lattice, seeds: Sequence[int], braid: float = 0.0, masks: Sequence[str] = ()
) -> str:
    """Return one line about the compared mazes: number, shape, size, masks, seeds and braid.

    ``masks`` are their labels.
    """
    sizes = ", ".join(f"{value} {_(name)}" for name, value in lattice.parameters.items())
    first, last = seeds[0], seeds[-1]
    numbers = _("seed {first}") if first == last else _("seeds {first} to {last}")
    parts = [
        count(len(seeds), _("maze of each"), _("mazes of each")),
        SHAPES[lattice.shape].label.lower(),
        sizes,
        _("cut to: {masks}").format(masks=", ".join(masks).lower()) if masks else "",
        numbers.format(first=first, last=last),
        _("braid {share:g}").format(share=braid) if braid else "",
    ]
    return " · ".join(part for part in parts if part)


NONE = "–"
# the keys are the columns of CSV and JSON
COLUMNS = {
    "median": _("median"),
    "lower_quartile": _("25 %"),
    "upper_quartile": _("75 %"),
    "mean": _("mean"),
    "spread": _("spread"),
    "least": _("least"),
    "most": _("most"),
}
EXTREMES = ("least", "most")  # values of single mazes, never between those of several
WIDTH = 11  # characters of a column


def as_csv(rows: Iterable[Distribution]) -> str:
    """Return comma separated values, a line for each row under a line of names."""
    lines = [row.as_json() for row in rows]
    file = StringIO()
    writer = csv.DictWriter(file, list(lines[0]) if lines else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return file.getvalue()


def as_json(rows: Iterable[Distribution]) -> str:
    return "".join(json.dumps(row.as_json()) + "\n" for row in rows)


def as_text(rows: Sequence[Distribution]) -> str:
    """Return a block for each measure, with a line for each generator."""
    width = max(len(row.generator) for row in rows)
    blocks = []
    for measure in dict.fromkeys(row.measure for row in rows):
        columns = "".join(f"{label:>{WIDTH}}" for label in COLUMNS.values())
        lines = [f"{heading(measure)}. {measure.description}", f"  {'':{width}}{columns}"]
        for row in rows:
            if row.measure is measure:
                values = row.as_json()
                texts = "".join(f"{_align(measure, name, values):>{WIDTH}}" for name in COLUMNS)
                lines.append(f"  {row.generator:{width}}{texts}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _align(measure: Measure, name: str, values: dict[str, object]) -> str:
    """Return a value with as many digits after the point as those above and below it."""
    whole = replace(measure, whole=measure.whole and name in EXTREMES)
    return format_value(whole, values[name])


def heading(measure: Measure) -> str:
    """Return the label of a measure and its unit, if any: ``Dead ends (cells)``."""
    unit = "%" if measure.share else measure.unit
    return f"{measure.label} ({unit})" if unit else measure.label


def format_value(measure: Measure, value: object) -> str:
    """Return a value for display, without its unit; a dash stands for none."""
    if not isinstance(value, float):
        return NONE
    if measure.whole and value.is_integer():
        return f"{value:,.0f}"
    return f"{value * 100 if measure.share else value:,.1f}"
