"""The benchmark of the start measures both programs, by the clock and by the processor."""

from __future__ import annotations

import pytest

from benchmarks import start


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_every_figure_is_measured() -> None:
    figures = start.measured(runs=1)
    assert len(figures) == 6
    assert all(10 < figure < 60_000 for name, figure in figures.items() if name.endswith("_ms"))
    for kind in ("", "_cpu"):
        ratio = figures[f"mazeeditor{kind}_ms"] / figures[f"bare{kind}_ms"]
        assert figures[f"ratio{kind}"] == pytest.approx(ratio, abs=0.01)
