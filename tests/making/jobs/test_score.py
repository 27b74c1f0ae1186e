"""Engraving: each wall is drawn once, in as few strokes as there can be."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import plan_making
from mazeeditor.page.page import Page
from tests.making.designs import SIZES, maze_of

PAGE = Page(page="fit", cell=8.0, wall=2.0, title="Otto")


@pytest.mark.parametrize("shape", SIZES)
def test_score_draws_each_wall_once(shape: str) -> None:
    maze = maze_of(shape, seed=4, braid=0.2)
    making = plan_making(maze, PAGE, MakeOptions(job="score"))
    lines = making.sheets[0].paths[Operation.SCORE]
    geometry, walls = maze.lattice.geometry, maze.closed_walls()
    posts = geometry.posts(walls)
    places = geometry.post_positions(posts) * 8.0
    chords = np.hypot(*(places[:, 1] - places[:, 0]).T)
    angles = 4 * np.arctan(np.abs(geometry.bulges(walls)))
    arcs = angles / 2 / np.maximum(np.sin(angles / 2), 1e-300)
    length = float((chords * np.where(angles > 1e-9, arcs, 1.0)).sum())
    assert lines.length == pytest.approx(length)
    odd = np.count_nonzero(np.bincount(posts.ravel()) % 2)
    assert np.count_nonzero(~lines.closed) == odd / 2
