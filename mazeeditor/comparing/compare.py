"""Compares generators: the distribution of each measure over many mazes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.generators import GENERATORS, generate
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.measures import MEASURES, Measure
from mazeeditor.maze.random import SEED
from mazeeditor.maze.structure import structure
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES
from mazeeditor.translation import _, count

Values = NDArray[np.float64]
FIVE_NUMBERS = ("least", "lower_quartile", "median", "upper_quartile", "most")
MOST = 1_000_000
SEEDS = Option("seeds", int, 100, _("number of mazes of each generator"), 1, MOST)
FIRST = Option("seed", int, 1, _("the first seed; the others follow it"), 0, SEED.high - MOST)


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
        """The number of mazes that have the measure."""
        return len(self.sorted_values)

    @property
    def mean(self) -> float | None:
        """The arithmetic mean."""
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
        """The median."""
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


def compare(
    generators: Sequence[str],
    lattice: Lattice,
    seeds: Sequence[int],
    job: Job | None = None,
    *,
    braid: float = 0.0,
    expensive: bool = False,
) -> list[Distribution]:
    """Return the distribution of each measure for each generator, over one maze for each seed.

    Every generator runs with its default options. Measures that are expensive are included where
    ``expensive``. Raises ``UsageError`` where a generator is unknown or cannot generate this shape,
    and ``CancelledError``.
    """
    if not seeds:
        raise UsageError(_("Comparing needs at least one seed."))
    job = job or Job()
    names = [GENERATORS[name].name for name in generators]
    measures = [measure for measure in MEASURES if expensive or not measure.expensive]
    table = np.empty((len(names), len(measures), len(seeds)))
    for generator, index in _each_maze(len(names), len(seeds), job):
        with job.part(0.5):
            maze = generate(names[generator], lattice, seeds[index], braid=braid, job=job)
        measured = structure(maze, job, longest=expensive)
        table[generator, :, index] = [_number(measure.value(measured)) for measure in measures]
    return [
        Distribution(name, measure, table[i, j])
        for i, name in enumerate(names)
        for j, measure in enumerate(measures)
    ]


def _each_maze(generators: int, seeds: int, job: Job) -> Iterator[tuple[int, int]]:
    """Yield the indices of each generator with each seed, within its share of the job."""
    for generator in range(generators):
        for index in range(seeds):
            with job.part(1 / (generators * seeds)):
                yield generator, index


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
