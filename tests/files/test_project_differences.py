"""What a comparison of the document with its file says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.files import Project
from mazeeditor.files.project_differences import differences
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES
from tests.files.projects import maze
from tests.lattices import of_shape

SAME = ["Walls, openings, page and recipe are the same."]


def compared(one: Project, other: Project) -> list[str]:
    return differences(one, other, Job())


@pytest.mark.parametrize("shape", SHAPES.names())
def test_walls_are_counted_in_every_shape(shape: str) -> None:
    one = generate("backtracker", of_shape(shape, Random(3), 9), 7)
    closed = one.closed_walls()
    lower, _slots, upper, _backs = one.lattice.sides_of(closed)
    inner = closed[one.lattice.inside[lower] & one.lattice.inside[upper]]
    assert compared(Project(one), Project(one.copy())) == SAME
    for number in range(1, min(3, len(inner) + 1)):
        other = one.copy()
        other.toggle(inner[:number])
        expected = "1 wall differs." if number == 1 else f"{number} walls differ."
        assert compared(Project(one), Project(other)) == [expected]


def test_sizes() -> None:
    assert compared(Project(maze(3, 4)), Project(maze(3, 5)))[0] == (
        "The maze here is rectangular, rows 3, columns 4, "
        "the one in the file rectangular, rows 3, columns 5."
    )


def test_an_outline() -> None:
    one = maze(4, 4)
    inside = one.lattice.inside.copy()
    inside[one.lattice.cell(1, 1)] = False
    other = Maze(mask_lattice(one.lattice, inside, Job()), None, one.entrance, one.exits)
    _walls, outline = compared(Project(one), Project(other))
    assert outline == "The outline differs in 1 cell."


def test_openings() -> None:
    one, other = maze(), maze()
    assert one.entrance
    other.set_openings(Opening(one.lattice.last.cell), one.exits)
    assert compared(Project(one), Project(other))[1:] == ["The entrance is elsewhere."]
    other.set_openings(None, ())
    assert compared(Project(other), Project(one))[1:] == [
        "The entrance is elsewhere.",
        "The exits are elsewhere.",
    ]


def test_page_and_recipe() -> None:
    one = Project(maze(), Recipe("prim", seed=3), {"page": "A4", "title": "a"})
    other = Project(maze(), Recipe("prim", seed=4), {"page": "A4", "margin": 3})
    assert compared(one, other) == [
        "The page differs: margin, title.",
        "The way it is generated differs: seed.",
    ]


def test_cancel() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        differences(Project(maze()), Project(maze()), job)


def test_each_byte_has_its_bits() -> None:
    from mazeeditor.maze.links import COUNT

    assert (
        COUNT.tolist()
        == np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(1).tolist()
    )
