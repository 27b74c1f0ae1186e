"""Many small areas become a few that hold them all, none over another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.screen.area import BLOCK_PX, Area, merge


@st.composite
def areas(draw: st.DrawFn) -> Area:
    left, top = draw(st.integers(-900, 900)), draw(st.integers(-900, 900))
    return Area(left, top, left + draw(st.integers(1, 150)), top + draw(st.integers(1, 150)))


@given(st.lists(areas(), min_size=1, max_size=40))
def test_every_area_is_held_and_nothing_twice(some: list[Area]) -> None:
    result = list(merge(np.array(some)))
    for area in some:
        assert sum(area.cut(each).size for each in result) == area.size
    assert not any(one.cut(other).size for one, other in combinations(result, 2))
    assert all(each.size for each in result)


@given(st.lists(areas(), min_size=1, max_size=40))
def test_nothing_far_from_every_area(some: list[Area]) -> None:
    block = max(BLOCK_PX, *(max(area.width, area.height) for area in some))
    near = [
        Area(area.left - block, area.top - block, area.right + block, area.bottom + block)
        for area in some
    ]
    for each in merge(np.array(some)):
        for left in range(each.left, each.right, block):
            for top in range(each.top, each.bottom, block):
                part = Area(left, top, left + block, top + block)
                assert any(part.cut(area) == part for area in near)


def test_a_ring_leaves_its_middle_out() -> None:
    turns = np.linspace(0, 2 * np.pi, 1000)
    points = np.round(np.stack([np.cos(turns), np.sin(turns)], axis=-1) * 400).astype(np.int64)
    result = list(merge(np.hstack([points, points + 3])))
    assert len(result) < 40
    assert sum(each.size for each in result) < 0.65 * 800 * 800
