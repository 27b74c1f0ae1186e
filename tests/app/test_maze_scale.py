"""The size of the next maze as one number: proportion, ends, words, every shape and outline."""

from __future__ import annotations

import pytest

from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.maze_scale import LARGEST, SMALLEST, STEPS, WORDS
from mazeeditor.maze.shapes import SHAPES, build

OUTLINES = [
    (shape.name, outline)
    for shape in SHAPES
    for option in shape.options
    for outline in (option.choices if option.name == "outline" else ())
]
CASES = [*((name, "") for name in SHAPES.names()), *OUTLINES]


def draft_of(shape: str, outline: str = "") -> Draft:
    draft = Draft()
    draft.choose_shape(shape)
    if outline:
        draft.sizes.edit("outline", outline)
    return draft


@pytest.mark.parametrize(("shape", "outline"), CASES)
def test_every_shape_goes_from_one_end_to_the_other_and_back(shape: str, outline: str) -> None:
    draft = draft_of(shape, outline)
    scale, before = draft.scale, draft.scale.counts
    words = []
    scale.move_to(0.0)
    for number in range(STEPS + 1):
        scale.move_to(number / STEPS)
        assert scale.position == pytest.approx(number / STEPS, abs=0.06)
        words.append(scale.word)
        if number < STEPS * 3 // 5:
            assert build(draft.shape, **draft.sizes.read()).cells >= 7
    assert list(dict.fromkeys(words)) == list(WORDS.values())
    start = SHAPES[shape].options
    middle = draft_of(shape, outline).scale.position
    scale.move_to(middle)
    assert scale.counts == before, "the proportion was not lost by rounding"
    assert start


def test_the_proportion_of_what_was_typed_is_kept() -> None:
    draft = draft_of("rectangular")
    draft.sizes.edit("rows", 20)
    draft.sizes.edit("columns", 60)
    scale = draft.scale
    scale.move_to(0.0)
    assert scale.counts == {"rows": 3, "columns": 9}
    assert scale.text == "3 × 9"
    scale.move_to(1.0)
    assert scale.counts == {"rows": 288, "columns": 866}
    draft.sizes.edit("columns", 288)
    scale.move_to(0.0)
    assert scale.counts == {"rows": 5, "columns": 5}
    assert SMALLEST == 5
    scale.move_to(2.0)
    assert scale.counts == {"rows": LARGEST, "columns": LARGEST}


def test_a_step_changes_some_number_at_any_size() -> None:
    for sizes in ({"rows": 1, "columns": 1}, {"rows": 1, "columns": 9000}, {"rows": 7}):
        draft = draft_of("rectangular")
        draft.sizes.update(sizes)
        for direction in (1, -1):
            before = draft.scale.counts
            draft.scale.step(direction)
            after = draft.scale.counts
            assert after != before or draft.scale.position in (0.0, 1.0)
    draft = draft_of("polar")
    draft.scale.step(1)
    assert draft.sizes["rings"] > 18
    assert draft.sizes["hole"] == 0


def test_it_takes_the_place_of_an_invalid_text() -> None:
    draft = draft_of("rectangular")
    draft.sizes.keep_text("rows", "nonsense")
    draft.scale.move_to(0.5)
    assert not draft.sizes.uncommitted
    assert draft.sizes.read() == draft.scale.counts
