"""Openings across the maze and from border to middle, in every shape, with holes and masks."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.blanking import fits
from mazeeditor.editing.changes.entrances import middle, to_opposite_ends, to_the_middle
from mazeeditor.editing.content import Content
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import ADDED, DROPPED, KEPT, OUTSIDE, Cut, cut, mask_preview
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import BY_HAND, Recipe, outline_of
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests.editing.samples import box
from tests.editing.test_blanking import LATTICES


def test_both_are_sound() -> None:
    for lattice, step in product(LATTICES, (to_opposite_ends, to_the_middle)):
        maze = Maze(lattice, None, lattice.first)
        step(maze).swap(Content(maze, Recipe(), Page()))
        maze.check()
        assert maze.entrance is not None
        assert maze.exit is not None
        assert maze.entrance.cell != maze.exit.cell
        assert fits(lattice, maze.exit)


def test_no_cell_is_nearer_to_the_middle() -> None:
    for lattice in LATTICES:
        centre = np.array([lattice.geometry.width, lattice.geometry.height]) / 2
        result = middle(lattice)
        away = np.hypot(*(lattice.geometry.centres(lattice.inside_cells()) - centre).T)
        here = np.hypot(*(lattice.geometry.centres(np.array([result.cell]))[0] - centre))
        assert here <= away.min() + 0.75, lattice.shape
        in_a_cell = lattice.geometry.cell_at(*centre.tolist()) is not None
        assert (result.slot is None) == in_a_cell, lattice.shape


def test_a_round_maze_leads_from_rim_to_centre_or_across() -> None:
    lattice = build("polar", rings=6)
    maze = Maze(lattice, None, lattice.first)
    assert to_the_middle(maze).openings == (lattice.first, (lattice.last,))
    _first, (across,) = to_opposite_ends(maze).openings
    assert lattice.place(across.cell) == (5, 12)
    assert across.slot == lattice.first.slot
    ring = build("polar", rings=4, hole=3)
    rim = middle(ring)
    assert ring.place(rim.cell)[0] == 0
    assert ring.side(rim.cell, rim.slot or 0) == "inward"


def test_squares_keep_their_corners() -> None:
    maze = box()
    assert to_opposite_ends(maze).openings == (maze.lattice.first, (maze.lattice.last,))


# Masks of recipes


@pytest.mark.parametrize("joining", ["bridges", "largest", "each"])
def test_a_painted_outline_may_be_joined(joining: str) -> None:
    whole = build("rectangular", rows=9, columns=9)
    inside = whole.inside.copy()
    inside[[whole.cell(row, 4) for row in range(9)]] = False  # a column between two halves
    inside[whole.cell(0, 0)] = False
    painted = mask_lattice(whole, inside)
    result = cut("painted", whole, pieces=joining, like=painted)
    assert result.pieces == 2
    cells = {"bridges": painted.cells + 1, "largest": 36, "each": painted.cells}[joining]
    assert result.lattice.cells == cells
    assert (result.lattice is painted) == (joining == "each")
    assert result.report.startswith("The outline falls into 2 pieces, ")
    assert Cut(whole, 1, joining).report == ""


@pytest.mark.parametrize("mask", ["heart", "star"])
def test_what_is_the_same_stays_the_same_object(mask: str) -> None:
    whole = build("hexagonal", rows=12, columns=14)
    like = cut(mask, whole).lattice
    assert cut(mask, whole, like=like).lattice is like
    older = {"mask": {"name": mask, "pieces": "each"}}  # of files from before there were several
    assert outline_of(Recipe.from_json(older).at(whole), like).lattice is like


def test_unknown_masks_are_refused() -> None:
    whole = build("rectangular", rows=3, columns=3)
    for mask in (
        {"name": "nothing"},
        {"points": 5},
        [{"name": "star", "points": 1}],
        {"name": "painted"},
        7,
        ["heart", None],
    ):
        with pytest.raises(UsageError):
            cut(mask, whole)  # type: ignore[arg-type]
    assert "painted" not in MASKS


def test_a_sketch_shows_what_is_kept_added_and_dropped() -> None:
    whole = build("rectangular", rows=9, columns=9)
    inside = whole.inside.copy()
    inside[[whole.cell(row, 4) for row in range(9)]] = False
    inside[whole.cell(0, 0)] = False
    painted = mask_lattice(whole, inside)
    for joining, added, dropped in (("bridges", 1, 0), ("largest", 0, 35), ("each", 0, 0)):
        recipe = Recipe(masks=(BY_HAND,), pieces=joining)
        result = mask_preview(
            recipe.masks, whole, pieces=recipe.pieces, like=painted, px=9, job=Job()
        )  # a pixel a cell
        assert np.count_nonzero(result.kinds == ADDED) == added
        assert np.count_nonzero(result.kinds == DROPPED) == dropped
        assert np.count_nonzero(result.kinds == KEPT) == painted.cells - dropped
        assert result.kinds[0, 0] == OUTSIDE
        assert "2 pieces" in result.text
