"""The trail: its changes alone reproduce it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.playing.trail import HEAD, OFF, ON
from mazeeditor.maze.playing.walk import Walk
from tests.breadth import examples
from tests.maze.playing.samples import cell, drawn, go, maze


def test_a_line_with_its_footprints() -> None:
    walk = Walk(maze())
    go(walk, "right", "bottom", "top", "right")
    cells, kinds, slots = walk.trail.changes()
    top, right, bottom, left = (1 << walk.lattice.sides.index(s) for s in walk.lattice.sides)
    seen = dict(zip(cells.tolist(), zip(kinds.tolist(), slots.tolist(), strict=True), strict=True))
    assert seen == {
        cell(walk, 0, 0): (ON, right),
        cell(walk, 0, 1): (ON, left | right),
        cell(walk, 0, 2): (HEAD, left),
        cell(walk, 1, 1): (OFF, 0),
    }
    assert len(walk.trail.changes()[0]) == 0
    assert top != bottom


@pytest.mark.slow
@examples(30)
@given(st.randoms(use_true_random=False))
def test_the_changes_are_complete(random: Any) -> None:
    walk = Walk(drawn(random)[0])
    lattice = walk.lattice
    shown: dict[int, tuple[int, int]] = {}
    for _turn in range(40):
        for _step in range(random.randrange(4)):
            walk.step(random.randrange(lattice.degree))
        if random.random() < 0.05:
            walk.restart()
            shown.clear()
        for one, kind, slots in zip(*walk.trail.changes(), strict=True):
            shown[int(one)] = int(kind), int(slots)
        line = walk.trail.cells
        expected = dict.fromkeys(line, ON) | {line[-1]: HEAD}
        expected = dict.fromkeys(walk.trail.walked, OFF) | expected
        assert {one: kind for one, (kind, _ways) in shown.items()} == expected
        joined = {one: set[int]() for one in shown}
        for here, there in pairwise(line):
            joined[here].add(there)
            joined[there].add(here)
        for one, (_kind, slots) in shown.items():
            slots = [slot for slot in range(lattice.degree) if slots >> slot & 1]
            assert {lattice.neighbour(one, slot) for slot in slots} == joined[one]
            assert len(slots) == len(joined[one])
