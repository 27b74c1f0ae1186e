"""What is made without any choice of sizes can be cut: it holds, and it fits the machine."""

from __future__ import annotations

import pytest

from mazeeditor.api import generate
from mazeeditor.core.errors import UsageError
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.page.page import Page


def planned(job: str, page: Page | None = None, **options: str) -> MakePlan:
    maze = generate("backtracker", rows=10, columns=10, seed=1)
    return plan_making(maze, page or Page(), MakeOptions(job=job, **options))  # type: ignore[arg-type]


def test_a_maze_of_many_cells_is_made_larger_than_its_page() -> None:
    maze = generate("backtracker", rows=60, columns=80, seed=1)
    made = plan_making(maze, Page(), MakeOptions(job="stencil"))
    assert made.warnings == ()
    assert made.figures.sheet_sizes[0][0] > 80 * 6


@pytest.mark.slow
def test_what_is_chosen_stays() -> None:
    thin = planned("stencil", Page(wall=1.0))
    assert thin.figures.smallest == pytest.approx(1.0)
    assert "breaks or burns" in " ".join(thin.warnings)
    small = planned("stencil", Page(cell=4.0))
    assert small.figures.smallest == pytest.approx(8 / 3)  # the passages stay open
    with pytest.raises(UsageError, match="more than the bed"):
        planned("stencil", Page(cell=40.0), machine="glowforge")
    with pytest.raises(UsageError, match="larger sheet"):
        planned("stencil", sheet="100x100mm")


def test_a_small_bed_makes_it_small() -> None:
    made = planned("stencil", machine="xtool-f1")
    bed = made.machine.bed
    assert bed
    width, height = made.figures.sheet_sizes[0]
    assert width <= bed[0] + 1e-6
    assert height <= bed[1] + 1e-6
