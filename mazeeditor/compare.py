"""Compares generators: the measures of many mazes each, their mean and how far they scatter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from mazeeditor.errors import UsageError
from mazeeditor.generators import GENERATORS, generate
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.measures import MEASURES, Measure
from mazeeditor.maze.structure import Structure, structure
from mazeeditor.words import _

COLUMNS = ("generator", "measure", "mazes", "mean", "spread", "least", "most")


@dataclass(frozen=True)
class Row:
    """One measure over the mazes of one generator.

    ``mean``, ``least`` and ``most`` are in the unit of the measure; ``spread`` is the standard
    deviation of the sample, None for a single maze. ``mazes`` counts those that have the measure:
    a maze without dead ends has no mean length of them, and the figures are None where none has.
    """

    generator: str
    measure: Measure
    mazes: int
    mean: float | None
    spread: float | None
    least: float | None
    most: float | None

    def as_json(self) -> dict[str, object]:
        """Return the row with the names of ``COLUMNS``."""
        values = {name: getattr(self, name) for name in COLUMNS}
        return values | {"measure": self.measure.name}


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
    found: dict[str, list[Structure]] = {name: [] for name in names}
    for name, seed in _each(names, seeds, job):
        with job.part(0.5):
            maze = generate(name, lattice, seed, braid=braid, job=job)
        found[name].append(structure(maze, job, longest=everything))
    measures = [each for each in MEASURES if everything or not each.expensive]
    return [_row(name, measure, found) for name in found for measure in measures]


def _each(names: Sequence[str], seeds: Sequence[int], job: Job) -> Iterator[tuple[str, int]]:
    """Yield each generator with each seed, within its share of the job."""
    total = len(names) * len(seeds)
    for name in names:
        for seed in seeds:
            with job.part(1 / total):
                yield name, seed


def _row(name: str, measure: Measure, found: Mapping[str, Sequence[Structure]]) -> Row:
    each = (measure.value(one) for one in found[name])
    values = [float(value) for value in each if value is not None]
    return Row(
        generator=name,
        measure=measure,
        mazes=len(values),
        mean=fmean(values) if values else None,
        spread=stdev(values) if len(values) > 1 else None,
        least=min(values, default=None),
        most=max(values, default=None),
    )
