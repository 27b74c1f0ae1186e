"""Each pixel of a picture knows what it is part of: cells, walls, arcs, posts and lines."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, tau
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.errors import CancelledError
from mazeeditor.films.numbering import ARC, chains, margin_of, size_of, wall_of
from mazeeditor.films.plan import Plan, plan_of
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids, Points
from tests.films.samples import lattice_of


def plan(rows: int, columns: int, cell: int) -> Plan:
    return plan_of(lattice_of(rows, columns), cell, Job())


def at(plan: Plan, x: float, y: float) -> int:
    shift = margin_of(plan.cell) + wall_of(plan.cell) // 2
    return int(plan.labels[round(y * plan.cell) + shift, round(x * plan.cell) + shift])


@given(st.integers(1, 6), st.integers(1, 6), st.integers(3, 20))
def test_pixels_of_squares(rows: int, columns: int, size: int) -> None:
    made = plan(rows, columns, size)
    lattice, geometry = made.lattice, made.lattice.geometry
    assert made.labels.shape == size_of(geometry, size)[::-1]
    for cell in lattice.inside_cells().tolist():
        x, y = geometry.centres(np.array([cell]))[0]
        assert at(made, x, y) == 1 + cell
    ends = geometry.post_positions(geometry.posts(made.walls))
    for place, (start, end) in enumerate(ends):
        assert at(made, *(start + end) / 2) == 1 + lattice.size + place
        for post, (x, y) in zip(made.posts[place], (start, end), strict=True):
            assert at(made, x, y) == 1 + lattice.size + len(made.walls) + post
    assert {0, *made.labels[0], *made.labels[-1]} == {0}


@given(st.integers(1, 5), st.integers(1, 5), st.integers(4, 20))
def test_lines_go_through_walls_and_turn_in_cells(rows: int, columns: int, size: int) -> None:
    made = plan(rows, columns, size)
    flat = made.labels.ravel()
    cells = flat[made.pixels] - 1
    walls = np.append(made.walls, -1)
    lower, _slots, upper, _backs = made.lattice.sides_of(made.walls)
    for pixel, line in zip(cells.tolist(), made.lines.tolist(), strict=True):
        if line >= len(made.walls):
            assert pixel == line - len(made.walls)
        elif pixel < made.lattice.size:
            assert pixel in (lower[line], upper[line], -1)  # out of a gap, on the paper
        else:
            assert walls[pixel - made.lattice.size] == made.walls[line]


@dataclass(frozen=True)
class Arcs:
    """Walls between two posts, with any bulges; wall ``k`` joins posts ``2k`` and ``2k + 1``."""

    ends: Points
    bulge: Points

    def posts(self, walls: Ids) -> Ids:
        return np.stack([2 * walls, 2 * walls + 1], axis=-1)

    def post_positions(self, posts: Ids) -> Points:
        found: Points = self.ends.reshape(-1, 2)[posts]
        return found

    def bulges(self, walls: Ids) -> Points:
        found: Points = self.bulge[walls]
        return found


numbers = st.floats(-3, 3)


@given(numbers, numbers, st.floats(0.1, 3), st.floats(0, tau), st.sampled_from([-1, 1]), st.data())
def test_arcs(x: float, y: float, chord: float, angle: float, sign: int, data: Any) -> None:
    bulge = sign * data.draw(st.floats(0.05, 2))
    start = np.array([x, y])
    along = chord * np.array([np.cos(angle), np.sin(angle)])
    geometry: Any = Arcs(np.array([[start, start + along]] * 2), np.array([bulge, 0.0]))
    arc, straight = chains(geometry, np.array([0, 1]))
    across = np.array([-along[1], along[0]])
    assert arc[0] == pytest.approx(start, abs=1e-9)
    assert arc[-1] == pytest.approx(start + along, abs=1e-9)
    assert arc[ARC // 2] == pytest.approx(start + along / 2 + bulge / 2 * across, abs=1e-9)
    lengths = np.hypot(*np.diff(arc, axis=0).T)
    radius = chord * (1 + bulge**2) / (4 * abs(bulge))
    assert lengths == pytest.approx(2 * radius * np.sin(abs(atan(bulge)) / ARC * 2), rel=1e-6)
    beside = (straight - start) @ across
    assert beside == pytest.approx(0, abs=1e-9)


def test_cancel_while_a_plan_is_drawn() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        plan_of(lattice_of(50, 50), 5, job)
