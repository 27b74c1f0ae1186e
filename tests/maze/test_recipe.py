"""A recipe is read from any object of a file, written unchanged, and always makes the same maze."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.maze.masks.cutting import PAINTED, MaskStep, mask_steps
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import BY_HAND, OWN_OPTIONS, Recipe, RecipePart, maze_of, outline_of
from mazeeditor.maze.shapes import build
from tests.breadth import examples
from tests.cli.run import mazeeditor as run

FULL = Recipe(
    "growing-tree",
    {"pick": "oldest"},
    seed=7,
    braid=0.5,
    shape="hexagonal",
    sizes={"rows": 9, "columns": 8},
    masks=(MaskStep("heart"), MaskStep("hole", {"combine": "cut-out", "hole_width": 0.2})),
    pieces="largest",
    parts=(
        RecipePart("prim", 3, 12, (2, 5), (0, 3), options={"bias": 0.2}),
        RecipePart("wilson", 4, 60, (0, 8), (0, 7), route=21),
    ),
)
WRITTEN: dict[str, Any] = {
    "generator": "growing-tree",
    "seed": 7,
    "braid": 0.5,
    "pick": "oldest",
    "mask": [{"name": "heart"}, {"name": "hole", "combine": "cut-out", "hole_width": 0.2}],
    "pieces": "largest",
    "parts": [
        {
            "generator": "prim",
            "seed": 3,
            "cells": 12,
            "rows": [2, 5],
            "columns": [0, 3],
            "options": {"bias": 0.2},
        },
        {
            "generator": "wilson",
            "seed": 4,
            "cells": 60,
            "rows": [0, 8],
            "columns": [0, 7],
            "route": 21,
        },
    ],
}
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
NAMES = st.sampled_from(
    [
        *OWN_OPTIONS,
        *("name", "pieces", "cut_out", "cells", "rows", "columns", "route", "options", "weather"),
    ]
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)


def test_all_fields_are_written_in_their_order_and_read_again() -> None:
    assert list(FULL.to_json().items()) == list(WRITTEN.items())
    again = Recipe.from_json(WRITTEN)
    assert replace(again, shape=FULL.shape, sizes=FULL.sizes) == FULL
    assert Recipe().to_json() == {}
    assert Recipe.from_json({}) == Recipe()


@examples(60)
@given(values=st.dictionaries(NAMES, VALUES, max_size=6))
def test_any_object_is_read_and_stays_as_it_was(values: dict[str, Any]) -> None:
    recipe = Recipe.from_json(values)
    assert list(recipe.to_json().items()) == list(values.items())
    assert isinstance(recipe.generator, str)
    assert recipe.seed is None or type(recipe.seed) is int
    assert recipe.braid is None or type(recipe.braid) in (int, float)
    assert recipe.pieces is None or isinstance(recipe.pieces, str)
    assert all(isinstance(mask, MaskStep) for mask in recipe.masks)
    other = replace(recipe, generator="prim", seed=5, masks=(BY_HAND,), pieces=None)
    assert Recipe.from_json(other.to_json()) == other


def test_what_is_not_changed_keeps_its_place_and_spelling() -> None:
    old = {"weather": [1, {"rain": None}], "seed": 7, "mask": "heart", "generator": 9, "braid": 0}
    recipe = Recipe.from_json(old)
    assert (recipe.generator, recipe.seed, recipe.braid) == ("", 7, 0)
    assert recipe.masks == (MaskStep("heart"),)
    assert list(replace(recipe, seed=8).to_json().items()) == list((old | {"seed": 8}).items())
    assert replace(recipe, braid=None).to_json() == {key: old[key] for key in old if key != "braid"}
    assert recipe.painted().to_json() == old | {"mask": [{"name": PAINTED}]}


def test_pieces_of_an_older_mask_are_not_written_twice() -> None:
    old = {"mask": {"name": "star", "pieces": "each", "cut_out": True}}
    recipe = Recipe.from_json(old)
    assert (recipe.pieces, recipe.masks[0].combine) == ("each", "cut-out")
    newer = {"mask": [{"name": "star", "combine": "cut-out"}]}
    assert replace(recipe, pieces=None).to_json() == newer
    assert replace(recipe, pieces="largest").to_json() == newer | {"pieces": "largest"}


def test_a_recipe_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        FULL.seed = 8  # type: ignore[misc]
    for mapping in (FULL.options, FULL.sizes, FULL.source, FULL.masks[1].options):
        with pytest.raises(TypeError):
            mapping["rows"] = 3  # type: ignore[index]
    sizes = {"rows": 4}
    recipe = Recipe(sizes=sizes)
    sizes["rows"] = 5
    assert recipe.sizes == {"rows": 4}


def test_a_recipe_reaches_other_processes() -> None:
    copy = pickle.loads(pickle.dumps(FULL))
    assert copy == FULL
    with pytest.raises(TypeError):
        copy.sizes["rows"] = 3


def test_a_recipe_follows_the_lattice_of_its_maze() -> None:
    whole, other = build("rectangular", rows=4, columns=5), build("polar", rings=4)
    inside = other.inside.copy()
    inside[other.first.cell] = False
    recipe = FULL.at(whole)
    assert (recipe.shape, recipe.sizes) == ("rectangular", {"rows": 4, "columns": 5})
    assert recipe.at(whole) is recipe
    assert recipe.after(whole, whole) is recipe
    turned = recipe.after(whole, other)
    assert (turned.shape, turned.masks, turned.pieces) == ("polar", (), None)
    assert recipe.after(whole, mask_lattice(other, inside)).masks == (BY_HAND,)


def test_a_seed_is_drawn_where_there_is_none() -> None:
    assert FULL.seeded() is FULL
    assert Recipe("prim").seeded().seed is not None
    assert np.array_equal(maze_of(FULL).walls, maze_of(FULL).walls)


def test_what_a_recipe_cannot_make_is_refused() -> None:
    assert FULL.why_not() == ""
    assert "without a mask" in replace(FULL, shape="rectangular").why_not("sidewinder")
    for wrong in (
        {"generator": "hedge"},
        {"generator": ""},
        {"shape": "oval"},
        {"sizes": {"rings": 3}},
        {"options": {"job": 3}},
        {"masks": mask_steps("nothing")},
        {"masks": (BY_HAND,)},
        {"pieces": "some"},
        {"braid": 2.0},
        {"seed": -1},
    ):
        with pytest.raises(UsageError):
            maze_of(replace(FULL, **wrong))


def test_files_flags_and_python_make_one_maze(tmp_path: Path) -> None:
    maze = maze_of(FULL)
    outline = outline_of(FULL)
    assert maze.lattice.same(outline.lattice)
    save(Project(maze, FULL), tmp_path / "a.maze")
    assert load(tmp_path / "a.maze").recipe == FULL.at(maze.lattice)
    save(Project(maze, replace(FULL, parts=())), tmp_path / "a.maze")
    flags = ["--shape", "hexagonal", "--rows", 9, "--columns", 8, "--seed", 7, "--braid", 0.5]
    flags += ["--generator", "growing-tree", "--pick", "oldest", "--pieces", "largest"]
    flags += ["--mask", "heart", "--mask", "hole", "--combine", "cut-out", "--hole-width", 0.2]
    assert run("generate", *flags, "-o", "b.maze", cwd=tmp_path).status == 0
    assert (tmp_path / "b.maze").read_bytes() == (tmp_path / "a.maze").read_bytes()
    python = mazeeditor.generate(
        "growing-tree",
        shape="hexagonal",
        mask=["heart", {"name": "hole", "combine": "cut-out", "hole_width": 0.2}],
        seed=7,
        braid=0.5,
        rows=9,
        columns=8,
        pick="oldest",
        pieces="largest",
    )
    assert np.array_equal(python.walls, maze.walls)


def test_a_part_replaces_what_was_made_there_before() -> None:
    lattice = build("rectangular", rows=6, columns=6)
    one, other = np.zeros((2, lattice.size), np.bool_)
    one[[lattice.cell(row, 1) for row in (1, 2, 3)]] = True
    other[lattice.cell(5, 5)] = True
    recipe = Recipe("prim", seed=1)
    for cells, generator in ((one, "wilson"), (other, "eller"), (one, "kruskal")):
        part = RecipePart.of(Recipe(generator, seed=2), lattice, cells)
        recipe = recipe.with_part(part, lattice)
    assert [(part.generator, part.cells, part.rows, part.columns) for part in recipe.parts] == [
        ("eller", 1, (5, 5), (5, 5)),
        ("kruskal", 3, (1, 3), (1, 1)),
    ]
    assert recipe.generator == "prim"
    whole = RecipePart.of(Recipe("wilson", seed=2), lattice, lattice.inside)
    assert recipe.with_part(whole, lattice) == replace(Recipe(), parts=(whole,))


@pytest.mark.parametrize(
    "part", [None, 5, {}, {"generator": "prim"}, {**WRITTEN["parts"][0], "rows": [1]}]
)
def test_an_invalid_part_is_ignored_and_stays_in_the_file(part: Any) -> None:
    values = {"generator": "prim", "parts": [part, *WRITTEN["parts"]]}
    recipe = Recipe.from_json(values)
    assert recipe.parts == FULL.parts
    assert recipe.to_json() == values
