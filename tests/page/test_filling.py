"""Areas filled band by band give the same pixels as all at once, and take less memory."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.svg import Cap
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.raster import filling
from mazeeditor.page.raster.filling import Areas, fill_areas
from mazeeditor.page.raster.raster import draw_at
from mazeeditor.page.scene import Strokes
from tests.breadth import in_turns, repeats
from tests.maze.shapes.cases import largest
from tests.page.areas import whole_of

SIZE = (70, 90)


def grey(strokes: Strokes, samples: int, most: int) -> NDArray[np.uint8]:
    """Return the whole picture, drawn in bands where there are more than ``most`` points."""
    parts = fill_areas(Areas(strokes, 1.7), 1.3, SIZE, samples, Job(), 1.0, most)
    return whole_of(parts, SIZE)


@pytest.mark.parametrize(
    ("name", "most", "walls"), in_turns(SHAPES.names(), [3, 40], ["lines", "bands"])
)
def test_a_page_has_the_same_pixels(
    name: str, most: int, walls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for maze in (generate("growing-tree", largest(name), 1, braid=1.0), Maze(largest(name))):
        maze.set_openings(maze.lattice.first, (maze.lattice.last,))
        solution = solve("breadth-first", maze)
        drawn = "drawn" if solution.solved else "none"
        page = Page.from_dict({"solution": drawn, "walls": walls})
        (scene,) = compose(maze, page, solution)
        monkeypatch.setattr(filling, "MANY", 10**9)
        whole = np.asarray(draw_at(scene, 40))
        monkeypatch.setattr(filling, "MANY", most)
        assert np.array_equal(np.asarray(draw_at(scene, 40)), whole)
        assert whole.min() < 100


@pytest.mark.sample(1)
@pytest.mark.parametrize("cap", ["round", "square"])
def test_any_strokes(cap: Cap) -> None:
    """Open ones, closed ones and dots, within the picture and beyond it."""
    for seed in repeats(12, 200):
        random = Random(seed)
        lengths = [random.choice([1, 2, 3, 9]) for _ in range(random.randrange(1, 9))]
        places = [(random.uniform(-20, 80), random.uniform(-20, 90)) for _ in range(sum(lengths))]
        closed = [length > 2 and random.random() < 0.5 for length in lengths]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        strokes = Strokes(np.array(places), starts, np.array(closed), 1.7, "#000000", cap)
        whole = grey(strokes, 4, 10**9)
        for most in (1, 4):
            parted = grey(strokes, 4, most).astype(int)
            assert np.abs(parted - whole).max() <= 32, seed  # corners of round ends
