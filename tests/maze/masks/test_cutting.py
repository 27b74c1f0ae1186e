"""Masks one after the other: what each keeps, cuts out or adds, and what becomes of pieces."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeeditor as api
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import MASK_OPTIONS, MASKS
from mazeeditor.maze.masks.cutting import MOST_MASKS, MaskStep, cut
from mazeeditor.maze.recipe import BY_HAND, Recipe, outline_of
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import examples
from tests.maze.generators.lattices import grid_of

PLAIN = [name for name in MASKS.names() if name not in ("picture", "text", "field")]
COMBINE = next(option for option in MASK_OPTIONS if option.name == "combine")
SMALL = {
    "rectangular": {"rows": 17, "columns": 21},
    "hexagonal": {"rows": 15, "columns": 15},
    "triangular": {"rows": 12, "columns": 23},
    "polar": {"rings": 7},
}
WHOLE = {name: build(name, **SMALL.get(name, {})) for name in SHAPES.names()}


def cells_of(lattice: Lattice) -> set[int]:
    return set(lattice.inside_cells().tolist())


def alone(shape: str, mask: dict[str, Any]) -> set[int]:
    """Return what one mask covers, whatever else there is."""
    result = cut({**mask, "combine": "keep"}, WHOLE[shape], pieces="each")
    return cells_of(result.lattice)


@pytest.mark.sample(2)
@pytest.mark.parametrize("shape", SHAPES.names())
@examples(10)
@given(data=st.data())
def test_sets_tell_what_is_left(shape: str, data: st.DataObject) -> None:
    """The same is done with Python's own sets, one mask after the other."""
    one = st.fixed_dictionaries(
        {
            "name": st.sampled_from(PLAIN),
            "combine": st.sampled_from(COMBINE.choices),
            "scale": st.sampled_from([0.5, 0.8, 1.0]),
        }
    )
    masks = data.draw(st.lists(one, min_size=1, max_size=4))
    whole = cells_of(WHOLE[shape])
    left = whole
    for place, mask in enumerate(masks):
        covers = alone(shape, mask)
        if mask["combine"] == "add" and place:
            left = left | covers
        elif mask["combine"] == "cut-out":
            left = left - covers
        else:
            left = left & covers
    if not left:
        with pytest.raises(UsageError, match="leaves no cell"):
            cut(masks, WHOLE[shape])
        return
    result = cut(masks, WHOLE[shape], pieces="each")
    assert cells_of(result.lattice) == left
    graph = grid_of(result.lattice)
    parts = sorted(nx.connected_components(graph), key=len)
    assert result.pieces == len(parts)
    assert nx.is_connected(grid_of(cut(masks, WHOLE[shape]).lattice))
    assert cells_of(cut(masks, WHOLE[shape]).lattice) >= left
    largest = cut(masks, WHOLE[shape], pieces="largest").lattice
    assert largest.cells == len(parts[-1])
    assert nx.is_connected(grid_of(largest))


def test_masks_that_keep_may_come_in_any_order() -> None:
    masks: list[Any] = ["heart", {"name": "hole", "hole_width": 0.3}, {"name": "ring"}]
    result = [
        cut(list(permutation), WHOLE["hexagonal"]).lattice for permutation in permutations(masks)
    ]
    assert all(result[0].same(other) for other in result)


def test_a_word_with_a_ring_around() -> None:
    whole = build("rectangular", rows=60, columns=60)
    ring, word = {"name": "ring", "inner": 0.9}, {"name": "text", "text": "OTTO", "scale": 0.7}
    both = cut([ring, {**word, "combine": "add"}], whole, pieces="each")
    apart = [cells_of(cut(each, whole, pieces="each").lattice) for each in (ring, word)]
    assert both.pieces == 5
    assert cells_of(both.lattice) == apart[0] | apart[1]
    assert not apart[0] & apart[1]


def test_keywords_are_for_all_masks_that_know_them() -> None:
    whole = WHOLE["rectangular"]
    both = cut(["heart", {"name": "star", "scale": 0.5}], whole, scale=0.9, points=7).lattice
    said = [{"name": "heart", "scale": 0.9}, {"name": "star", "scale": 0.5, "points": 7}]
    assert both.same(cut(said, whole).lattice)
    maze = api.generate("prim", mask=["heart", "hole"], hole_width=0.3, scale=0.9, seed=1, rows=20)
    whole = build("rectangular", rows=20)
    assert maze.lattice.same(cut(["heart", "hole"], whole, hole_width=0.3, scale=0.9).lattice)
    for wrong in ({"ponits": 3}, {"points": 2}, {"pieces": "none"}):
        with pytest.raises(UsageError):
            cut(["heart", "star"], whole, **wrong)
    with pytest.raises(UsageError, match="no option 'points'"):
        api.generate(mask=["heart", "hole"], points=5)


@pytest.mark.parametrize("wrong", [7, ["heart", 3], [{"scale": 1}], [["heart"]], {"name": None}])
def test_what_is_no_mask(wrong: Any) -> None:
    with pytest.raises(UsageError, match="A mask is a name or has one"):
        cut(wrong, WHOLE["rectangular"])


def test_so_many_masks_and_no_more() -> None:
    whole, heart = build("rectangular", rows=9, columns=9), MaskStep("heart")
    assert cut([heart] * MOST_MASKS, whole).lattice.cells == cut(heart, whole).lattice.cells
    with pytest.raises(UsageError, match="A maze takes at most 32 outlines, not 1,000"):
        cut([heart] * 1000, whole)
    values = {"generator": "prim", "mask": [{"name": "heart"}] * 1000}
    assert Recipe.from_json(values).masks == ()
    assert Recipe.from_json(values).to_json() == values


def test_older_recipes_are_read_as_they_were_meant() -> None:
    older = {"mask": {"name": "star", "points": 7, "cut_out": True, "pieces": "largest"}}
    newer = {"mask": [{"name": "star", "points": 7, "combine": "cut-out"}], "pieces": "largest"}
    one, other = Recipe.from_json(older), Recipe.from_json(newer)
    assert one == other
    assert outline_of(one).lattice.same(outline_of(other).lattice)
    assert one.to_json() == older, "it is not changed"


def test_a_painted_outline_among_others() -> None:
    whole = build("rectangular", rows=20, columns=20)
    painted = cut("diamond", whole).lattice
    hole = {"hole_cells_wide": 4, "hole_cells_high": 4}
    masks = (BY_HAND, MaskStep("hole", hole))
    result = cut(masks, whole, like=painted)
    assert cells_of(result.lattice) < cells_of(painted)
    assert result.lattice.cells == painted.cells - 16
    again = cut(masks, whole, like=result.lattice)
    assert again.lattice is result.lattice, "it may be made again and again"
    with pytest.raises(UsageError, match="no painted outline here"):
        cut(masks, whole)


@pytest.mark.parametrize("form", ["rectangle", "ellipse"])
def test_holes_of_so_many_cells(form: str) -> None:
    for rows, columns in ((20, 21), (21, 20)):
        whole = build("rectangular", rows=rows, columns=columns)
        for wide in range(1, 20):
            options = {"hole_cells_wide": wide, "hole_cells_high": 7, "hole_form": form}
            left = cut("hole", whole, pieces="each", **options).lattice  # type: ignore[arg-type]
            gone = whole.places(np.flatnonzero(whole.inside & ~left.inside))
            assert tuple(np.ptp(gone, axis=0) + 1) == (7, wide)
            assert len(gone) == 7 * wide or form == "ellipse"
            assert abs(gone[:, 1].mean() - (columns - 1) / 2) <= 0.5, "it is in the middle"
    with pytest.raises(UsageError, match="leaves no cell"):
        cut("hole", WHOLE["polar"], hole_cells_wide=100, hole_cells_high=100)
