"""Openings in a mirror: gaps of the outer wall, where the usual ones lie when it is turned over."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.mirrored_openings import mirrored_openings
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.shapes import SHAPES, build


def middle_of(lattice: Lattice, opening: Opening) -> tuple[float, float]:
    cell = np.array([opening.cell], np.int64)
    if opening.slot is None:
        x, y = lattice.geometry.centres(cell)[0]
        return float(x), float(y)
    walls = lattice.wall_ids(cell, np.array([opening.slot], np.int64))
    x, y = lattice.geometry.post_positions(lattice.geometry.posts(walls))[0].mean(axis=0)
    return float(x), float(y)


@pytest.mark.parametrize("shape", SHAPES.names())
@pytest.mark.parametrize("rows", [4, 7])
def test_they_are_mirror_images(shape: str, rows: int) -> None:
    name = next(option.name for option in SHAPES[shape].options if option.kind is int)
    lattice = build(shape, **{name: rows})
    first, (last,) = mirrored_openings(lattice)
    assert first != last
    for usual, mirrored in ((lattice.first, first), (lattice.last, last)):
        x, y = middle_of(lattice, usual)
        expected = lattice.geometry.width - x, y
        shifted = 0.6 if shape == "hexagonal" else 1e-6  # rows of hexagons lie half a cell apart
        assert middle_of(lattice, mirrored) == pytest.approx(expected, abs=shifted)


@pytest.mark.parametrize("mask", ["heart", "star"])
def test_of_an_outline_they_are_gaps_of_it(mask: str) -> None:
    recipe = Recipe("prim", sizes={"rows": 15, "columns": 17}, seed=3, masks=(MaskStep(mask),))
    lattice = outline_of(recipe).lattice
    first, (last,) = mirrored_openings(lattice)
    maze = maze_of(recipe)
    maze.set_openings(first, (last,))
    maze.check()
    assert middle_of(lattice, first)[0] > lattice.geometry.width / 2


def test_a_lattice_that_is_not_its_own_mirror_image_has_the_nearest_ones() -> None:
    whole = build("rectangular", rows=5, columns=5)
    inside = np.ones(whole.size, np.bool_)
    inside[[whole.cell(0, 4), whole.cell(0, 3)]] = False
    lattice = mask_lattice(whole, inside)
    first, (last,) = mirrored_openings(lattice)
    assert lattice.place(first.cell) == (1, 4)
    assert lattice.place(last.cell) == (4, 0)
    Maze(lattice).set_openings(first, (last,))
