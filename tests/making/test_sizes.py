"""Sizes: without a choice all holds and fits the machine; a chosen whole is as large as asked."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
import shapely

from mazeeditor.api import generate
from mazeeditor.core.errors import UsageError
from mazeeditor.making.makeable import Asked, ways_out
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import ChosenPresets, MakePlan, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.page import Page
from tests.making.formats.planned import encoded, read
from tests.page.test_whole_size import SIZES


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


WIDTH = 200.0
MATERIALS = ("plywood-3", "acrylic-6", "paper")


def made(shape: str) -> Maze:
    return maze_of(Recipe("kruskal", seed=1, shape=shape, sizes=SIZES[shape]))


def width_of(maze: Maze, page: Page, options: MakeOptions, name: str, folder: Path) -> float:
    """Return how wide the walls are in the end, as a file is read: kept, cut out, or lines."""
    making = plan_making(maze, page, options)
    drawn = read(name, encoded(making, name, folder))
    lines = [line for lines in drawn.values() for line in lines]
    rings = [shapely.LineString([(place.real, place.imag) for place in line]) for line in lines]
    half = ChosenPresets.of(options).material.kerf / 2
    if options.job == "stencil":  # the tool is led around what is kept
        solid = [shapely.Polygon(ring) for ring in rings]
        kept = [each.buffer(-half, join_style="mitre", mitre_limit=50.0) for each in solid]
        bounds = [piece.bounds for piece in kept if not piece.is_empty]
    elif options.job == "slots":
        bounds = [ring.buffer(half, quad_segs=32).bounds for ring in rings]
    else:
        bounds = [ring.bounds for ring in rings]
    left, right = np.min(bounds, axis=0)[0], np.max(bounds, axis=0)[2]
    return float(right - left)


@pytest.mark.slow
@pytest.mark.sample(6, 24)
@pytest.mark.parametrize(
    ("shape", "job", "material"), sorted(product(SIZES, ("stencil", "slots"), MATERIALS))
)
def test_what_is_cut_is_as_large_as_asked_for(
    shape: str, job: str, material: str, tmp_path: Path
) -> None:
    """It had the cells of lines on paper: in plywood 2 to 3 mm larger, in acrylic of 6 mm up to 7.

    Bands have points, and a tool rounds those that it cuts out.
    """
    maze = made(shape)
    for page in (
        Page(marks="none", maze_width=WIDTH),
        Page(marks="none", maze_width=WIDTH, walls="rounded", wall=3.0),
    ):
        options = MakeOptions(job=job, material=material, outline="none")
        for name in ("svg", "dxf", "gcode"):
            width = width_of(maze, page, options, name, tmp_path)
            assert width == pytest.approx(WIDTH, abs=0.01), (page.walls, name)


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("walls", ["lines", "double", "block"])
def test_what_is_scored_is_a_wall_less(shape: str, walls: str, tmp_path: Path) -> None:
    """Straight lines are drawn, in whatever style the walls of the page are."""
    page = Page(marks="none", maze_width=WIDTH, walls=walls)
    maze, options = made(shape), MakeOptions(job="score", outline="none")
    width = width_of(maze, page, options, "svg", tmp_path)
    assert width == pytest.approx(WIDTH - 1, abs=0.01), "walls are 1 mm thick in large cells"


def test_standing_walls_have_the_whole_too() -> None:
    page = Page(marks="none", maze_width=WIDTH)
    making = plan_making(made("rectangular"), page, MakeOptions(job="standing"))
    cell = dict(making.product.details)["cell"]
    assert 10 * cell + ChosenPresets.of(MakeOptions()).material.thickness == pytest.approx(WIDTH)


def test_a_piece_or_a_ball_decides_instead_and_that_is_said() -> None:
    page = Page(marks="none", maze_width=WIDTH)
    making = plan_making(made("rectangular"), page, MakeOptions(job="slots", overall=150.0))
    assert any("size of the whole maze" in advice.text for advice in making.advice)
    making = plan_making(made("rectangular"), page, MakeOptions(job="kit"))
    assert any("whatever size the whole maze has" in advice.text for advice in making.advice)


def test_a_whole_that_is_too_large_for_the_machine_can_be_made_smaller() -> None:
    page = Page(marks="none", maze_width=900.0)
    options = MakeOptions(job="stencil")
    presets = ChosenPresets.of(options)
    asked = Asked(made("rectangular"), page, options, presets.material, presets.machine)
    suggestions = [each.values for each in ways_out(asked, 0.5)]
    assert {"maze_width": 445.5} in suggestions
    assert suggestions[-1] != {"cell": None}
    assert {"maze_width": None} in [each.values for each in ways_out(asked, None)]
