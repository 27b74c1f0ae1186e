"""Paths at an equal distance around a maze, compared with shapely."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import LineString, Polygon
from shapely.ops import unary_union

from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.offset import offset_around
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import corners_of, rings_of
from tests.making.designs import PLYWOOD, SIZES, maze_of

MASKS = [None, "heart", "star", "ring"]


def masked(shape: str, mask: str | None, braid: float = 0.0) -> Maze:
    """Return a maze of a shape, with a mask or without."""
    return maze_of(shape, 1, braid, mask=mask) if mask else maze_of(shape, 1, braid)


@pytest.mark.parametrize(("shape", "mask", "distance"), in_turns(SIZES, MASKS, [0.7, 3.0, 12.0]))
def test_outline_follows_the_maze_at_an_equal_distance(
    shape: str, mask: str | None, distance: float
) -> None:
    maze = masked(shape, mask)
    design = Design.of(maze, Page(page="fit", cell=8.0), MakeOptions(), PLYWOOD)
    rim = design.rim
    lines = [
        LineString(
            corners_of(rim.points[[i, j]], np.array([rim.bulges[i], 0.0]), closed=False, fine=2e-3)
        )
        for low, high in zip(rim.starts[:-1], rim.starts[1:], strict=True)
        for i, j in zip(range(low, high), [*range(low + 1, high), low], strict=True)
    ]
    # of each line on its own, as shapely simplifies what is concave
    wide = unary_union([line.buffer(distance, quad_segs=200) for line in lines])
    around = unary_union([Polygon(part.exterior) for part in getattr(wide, "geoms", [wide])])
    rings = rings_of(offset_around(rim, distance, Job()))
    assert all(ring.is_valid for ring in rings)
    got = unary_union(rings)
    assert got.symmetric_difference(around).area < 2e-5 * around.area


@pytest.mark.filterwarnings("error")
def test_pieces_shorter_than_rounding_are_no_rings() -> None:
    options = MakeOptions(job="score", outline="maze")
    design = Design.of(
        masked("rectangular", "heart"), Page(page="fit", cell=60.0), options, PLYWOOD
    )
    assert len(offset_around(design.rim, 17.3)) == 1
