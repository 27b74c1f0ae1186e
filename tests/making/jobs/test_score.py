"""Engraving: each wall is drawn once, in as few strokes as there can be."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.affinity import translate
from shapely.geometry import MultiLineString

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import plan_making
from mazeeditor.page.page import Page
from tests.making.areas import corners_of, lines_of
from tests.making.designs import SIZES, maze_of

NEAR = 1e-3  # mm
PAGE = Page(page="fit", cell=8.0, wall=2.0, title="Otto")


@pytest.mark.parametrize("shape", SIZES)
def test_score_draws_each_wall_once(shape: str) -> None:
    maze = maze_of(shape, seed=4, braid=0.2)
    lines = plan_making(maze, PAGE, MakeOptions(job="score")).sheets[0].paths[Operation.SCORE]
    geometry, ids = maze.lattice.geometry, maze.closed_walls()
    posts = geometry.posts(ids)
    ends = geometry.post_positions(posts) * 8.0
    walls = MultiLineString(
        [
            corners_of(places, np.array([bulge, 0.0]), closed=False)
            for places, bulge in zip(ends, geometry.bulges(ids), strict=True)
        ]
    )
    drawn = MultiLineString(lines_of(lines))
    walls = translate(walls, *(drawn.bounds[n] - walls.bounds[n] for n in (0, 1)))
    assert walls.difference(drawn.buffer(NEAR)).length < 1e-6
    assert drawn.difference(walls.buffer(NEAR)).length < 1e-6
    assert drawn.length == pytest.approx(walls.length, rel=1e-3)
    odd = np.count_nonzero(np.bincount(posts.ravel()) % 2)
    assert np.count_nonzero(~lines.closed) == odd / 2
