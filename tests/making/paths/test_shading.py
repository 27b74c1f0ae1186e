"""Walls with the tones of a photo, drawn by a pen as strokes side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.jobs.score import PEN
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Strokes
from mazeeditor.page.walls.wall_items import wall_items
from tests.making.designs import PLYWOOD, maze_of
from tests.page.test_thick_walls import covered
from tests.page.test_wall_styles import HALVES


def drawn(shape: str, kerf: float) -> tuple[Design, ToolPaths]:
    """Return a design with the tones of a photo, and what the job score draws of its walls."""
    page = Page(page="fit", cell=6.0, marks="none", walls="toned", tone=HALVES)
    options = MakeOptions(job="score", kerf=kerf)
    design = Design.of(maze_of(shape), page, options, PLYWOOD)
    product = JOBS["score"].run(design, Job())
    return design, product.parts[0].paths[Operation.SCORE]


def area_of(paths: ToolPaths, pen: float) -> Any:
    """Return what a pen with a square tip covers, all paths being straight."""
    lines = [
        shapely.LineString(paths.points[first:last])
        for first, last in zip(paths.starts[:-1], paths.starts[1:], strict=True)
    ]
    return shapely.union_all(shapely.buffer(lines, pen / 2, cap_style="square", join_style="mitre"))


@pytest.mark.parametrize(("kerf", "pen"), [(0.0, PEN), (0.5, 0.5)])
def test_a_pen_covers_what_the_page_shows(kerf: float, pen: float) -> None:
    design, paths = drawn("rectangular", kerf)
    assert design.page is not None
    items = wall_items(design.maze, design.page, design.layout, Job())
    ink = shapely.union_all([covered(item) for item in items if isinstance(item, Strokes)])
    shown = area_of(paths, pen)
    assert shown.difference(ink.buffer(0.25 * pen)).area < 1e-6
    assert ink.difference(shown.buffer(0.25 * pen)).area < 1e-6


def test_thick_walls_take_several_strokes_without_a_lift() -> None:
    design, paths = drawn("rectangular", 0.0)
    counts = np.diff(paths.starts)
    assert counts.max() >= 2 * design.wall / PEN - 2
    assert (counts[counts > 2] % 2 == 0).any()


def test_arcs_of_rings_are_drawn_as_thick() -> None:
    design, paths = drawn("polar", 0.0)
    assert design.page is not None
    items = wall_items(design.maze, design.page, design.layout, Job())
    ink = shapely.union_all([covered(item) for item in items if isinstance(item, Strokes)])
    arcs = np.add.reduceat(np.abs(paths.bulges), paths.starts[:-1]) > 0
    assert arcs.any()  # thin walls stay one line
    plain = paths.chosen(np.flatnonzero(~arcs & (np.diff(paths.starts) > 2)))
    assert len(plain)
    assert area_of(plain, PEN).difference(ink.buffer(0.3)).area < 0.5
