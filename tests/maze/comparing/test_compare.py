"""Comparing generators: the statistics are those of the mazes and of the literature."""

from __future__ import annotations

from statistics import mean, median, quantiles, stdev

import pytest

from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.comparing.compare import Distribution, compare
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.graphs import graph_of


def by_name(rows: list[Distribution]) -> dict[tuple[str, str], Distribution]:
    return {(row.generator, row.measure.name): row for row in rows}


@pytest.mark.slow
def test_the_values_of_many_seeds_are_in_their_order() -> None:
    """They are measured in parts."""
    lattice, seeds = build("rectangular", rows=6, columns=7), range(4, 60)
    (row,) = (
        row
        for row in compare(["kruskal", "prim"], lattice, seeds)
        if (row.generator, row.measure.name) == ("prim", "dead_ends")
    )
    graphs = [graph_of(generate("prim", lattice, seed)) for seed in seeds]
    ends = [sum(degree == 1 for _cell, degree in graph.degree) for graph in graphs]
    assert row.values.tolist() == ends


def test_mean_and_spread_are_those_of_the_mazes() -> None:
    lattice, seeds = build("rectangular", rows=8, columns=9), range(4, 11)
    rows = by_name(compare(["kruskal", "prim"], lattice, seeds))
    cheap = [measure.name for measure in MEASURES if not measure.expensive]
    assert list(rows) == [(name, each) for name in ("kruskal", "prim") for each in cheap]
    for name in ("kruskal", "prim"):
        graphs = [graph_of(generate(name, lattice, seed)) for seed in seeds]
        ends = [sum(degree == 1 for _cell, degree in graph.degree) for graph in graphs]
        row = rows[name, "dead_ends"]
        assert row.values.tolist() == ends
        lower, _middle, upper = quantiles(ends, n=4, method="inclusive")
        assert row.as_json() == {
            "generator": name,
            "measure": "dead_ends",
            "mazes": 7,
            "mean": pytest.approx(mean(ends)),
            "spread": pytest.approx(stdev(ends)),
            "least": min(ends),
            "lower_quartile": pytest.approx(lower),
            "median": median(ends),
            "upper_quartile": pytest.approx(upper),
            "most": max(ends),
        }


def test_mazes_that_lack_a_measure_do_not_count() -> None:
    rows = by_name(compare(["kruskal"], build("rectangular", rows=1, columns=1), [1]))
    values = rows["kruskal", "dead_end_length"].as_json()
    assert values.pop("mazes") == 0
    assert set(list(values.values())[2:]) == {None}
    assert rows["kruskal", "shortest"].mean == 1
    assert rows["kruskal", "shortest"].spread is None


def test_nothing_to_compare_is_refused() -> None:
    lattice = build("rectangular", rows=3, columns=3)
    with pytest.raises(UsageError, match="seed"):
        compare(["kruskal"], lattice, [])
    with pytest.raises(UsageError, match="kruskal"):
        compare(["kruskl"], lattice, [1])


def test_progress_grows_and_cancel_stops() -> None:
    seen: list[float] = []

    class StoppingJob(Job):
        def phase(self, total: int, share: float | None = None) -> None:
            super().phase(total, share)
            seen.append(self.progress)
            if self.progress > 0.5:
                self.cancel()

    with pytest.raises(CancelledError):
        compare(
            ["kruskal", "prim"], build("rectangular", rows=5, columns=5), range(9), StoppingJob()
        )
    assert seen == sorted(seen)
    assert 0.5 < seen[-1] < 0.6
