"""Compares generators: the measures of many mazes each, in the middle and how far they scatter."""

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
from mazeeditor.words import _, count

Figures = NDArray[np.float64]
FIVE = ("least", "lower_quartile", "median", "upper_quartile", "most")
MOST = 1_000_000
SEEDS = Option("seeds", int, 100, _("how many mazes of each generator"), 1, MOST)
FIRST = Option(
    "seed", int, 1, _("the first of the seeds; the others follow it"), 0, SEED.high - MOST
)


@dataclass(frozen=True, eq=False)
class Row:
    """One measure over the mazes of one generator.

    ``figures`` float64[seeds] are in the unit of the measure and in the order of the seeds; nan
    where a maze lacks the measure: one without dead ends has no mean length of them. What is said
    of all is said of those that have it, and None where none has.
    """

    generator: str
    measure: Measure
    figures: Figures

    @cached_property
    def known(self) -> Figures:
        """The figures of the mazes that have the measure, the smallest first."""
        return np.sort(self.figures[~np.isnan(self.figures)])

    @property
    def mazes(self) -> int:
        """How many mazes have the measure."""
        return len(self.known)

    @property
    def mean(self) -> float | None:
        """The arithmetic mean."""
        return float(self.known.mean()) if self.mazes else None

    @property
    def spread(self) -> float | None:
        """The standard deviation of the sample; None for a single maze."""
        return float(self.known.std(ddof=1)) if self.mazes > 1 else None

    @cached_property
    def five(self) -> tuple[float | None, ...]:
        """The least, lower quartile, median, upper quartile and the most.

        Quartiles lie between two figures where they must: type 7 of R. J. Hyndman and Y. Fan,
        "Sample quantiles in statistical packages", The American Statistician 50, 1996, which is
        that of R, numpy and spreadsheets.
        """
        if not self.mazes:
            return (None,) * 5
        found: list[float] = np.quantile(self.known, (0, 0.25, 0.5, 0.75, 1)).tolist()
        return tuple(found)

    @property
    def median(self) -> float | None:
        """Half of the mazes have no more than that."""
        return self.five[2]

    def as_json(self) -> dict[str, object]:
        """Return what is said of the row; the keys are the columns of tables."""
        return {
            "generator": self.generator,
            "measure": self.measure.name,
            "mazes": self.mazes,
            "mean": self.mean,
            "spread": self.spread,
            **dict(zip(FIVE, self.five, strict=True)),
        }


def compare(
    generators: Sequence[str],
    lattice: Lattice,
    seeds: Sequence[int],
    job: Job | None = None,
    *,
    braid: float = 0.0,
    everything: bool = False,
) -> list[Row]:
    """Return a row for each measure of each generator, over one maze for each of ``seeds``.

    Every generator works with its default options. ``everything`` takes the longest shortest path
    too. Raises ``UsageError`` where a generator is unknown or cannot do this shape, and
    ``CancelledError``.
    """
    if not seeds:
        raise UsageError(_("Comparing needs at least one seed."))
    job = job or Job()
    names = [GENERATORS[name].name for name in generators]
    measures = [each for each in MEASURES if everything or not each.expensive]
    table = np.empty((len(names), len(measures), len(seeds)))
    for generator, place in _each(len(names), len(seeds), job):
        with job.part(0.5):
            maze = generate(names[generator], lattice, seeds[place], braid=braid, job=job)
        found = structure(maze, job, longest=everything)
        table[generator, :, place] = [_number(each.value(found)) for each in measures]
    return [
        Row(name, measure, table[i, j])
        for i, name in enumerate(names)
        for j, measure in enumerate(measures)
    ]


def _each(generators: int, seeds: int, job: Job) -> Iterator[tuple[int, int]]:
    """Yield the places of each generator with each seed, within its share of the job."""
    for generator in range(generators):
        for place in range(seeds):
            with job.part(1 / (generators * seeds)):
                yield generator, place


def _number(value: float | None) -> float:
    return np.nan if value is None else float(value)


def described(
    lattice: Lattice, seeds: Sequence[int], braid: float = 0.0, masks: Sequence[str] = ()
) -> str:
    """Return in one line what mazes are compared: number, shape, size, masks, seeds and braid.

    ``masks`` are the words for them.
    """
    sizes = ", ".join(f"{value} {_(name)}" for name, value in lattice.parameters.items())
    first, last = seeds[0], seeds[-1]
    named = _("seed {first}") if first == last else _("seeds {first} to {last}")
    parts = [
        count(len(seeds), _("maze of each"), _("mazes of each")),
        SHAPES[lattice.shape].label.lower(),
        sizes,
        _("cut to: {masks}").format(masks=", ".join(masks).lower()) if masks else "",
        named.format(first=first, last=last),
        _("braid {share:g}").format(share=braid) if braid else "",
    ]
    return " · ".join(part for part in parts if part)
