"""Areas as triangles: all of the floor, each point once, nothing that touches or crosses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.making import solid as module
from mazeeditor.making.solid import Filled, fill_walls
from mazeeditor.page.curves import onward
from tests.breadth import stress

SIDE = 100.0  # of the floor
Ring = list[tuple[float, float]]


def rings_of(*rings: Ring) -> tuple[Any, Any]:
    """Return the points and what follows each, behind the floor."""
    every = [[(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)], *rings]
    starts = np.cumsum([0, *map(len, every)])
    return np.concatenate(every), onward(starts, np.ones(len(every), np.bool_))


def square(x: float, y: float, side: float, *, hole: bool = False) -> Ring:
    """Return a wall, or a hole in one."""
    ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    return ring[::-1] if hole else ring


def circle(corners: int, radius: float, *, hole: bool = False) -> Ring:
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) * (-1 if hole else 1)
    places = 50 + 50j + radius * np.exp(1j * angles)
    return list(zip(places.real.tolist(), places.imag.tolist(), strict=True))


def check(points: Any, after: Any, walls: Any, found: Filled) -> None:
    """Fail unless the triangles fill ``walls``, a shape of shapely, and the floor around it."""
    assert len(found.tops) + len(found.grounds) == 2 * (len(points) - 3)
    floor = shapely.box(0, 0, SIDE, SIDE)
    for triangles, area in ((found.tops, walls), (found.grounds, floor.difference(walls))):
        corners = points[triangles]
        u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        assert (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] > 0).all()  # anticlockwise
        polygons = shapely.polygons(corners)
        assert sum(shapely.area(polygons)) == pytest.approx(area.area)
        assert shapely.union_all(polygons).symmetric_difference(area).area < 1e-6
    edges = {(int(a), int(b)) for t in found.tops for a, b in zip(t, np.roll(t, -1), strict=True)}
    assert edges >= {(here, there) for here, there in enumerate(after.tolist()) if here >= 4}


NESTED = [
    *(square(10, 10, 80), square(12, 12, 76, hole=True)),
    *(square(20, 20, 50), square(22, 22, 46, hole=True), square(30, 30, 9), square(45, 30, 9)),
]
ROUND = [circle(720, 45), circle(719, 44, hole=True), circle(500, 20)]


@pytest.mark.parametrize("rings", [[], [square(1, 1, 98)], NESTED, ROUND])
def test_fills_all(rings: list[Ring], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLASSIFIED", 100)
    points, after = rings_of(*rings)
    walls: Any = shapely.Polygon()
    for ring in rings:
        walls = walls.symmetric_difference(shapely.Polygon(ring))
    check(points, after, walls, fill_walls(points, after))
    monkeypatch.setattr(module, "CORNERS_AT_ONCE", 7)  # in portions
    check(points, after, walls, fill_walls(points, after))


@settings(max_examples=300 if stress() else 10, deadline=None)
@given(st.integers(0, 2**32), st.floats(0.05, 0.6))
def test_fills_around_random_blocks(seed: int, share: float) -> None:
    """Blocks of a grid that meet at no corner, level with each other in rows and columns."""
    rng = np.random.default_rng(seed)
    full = rng.random((9, 9)) < share
    x, y = np.meshgrid(np.arange(9), np.arange(9))
    blocks = [
        square(3.0 + 10 * i, 4.0 + 10 * j, 7.0) for i, j in zip(x[full], y[full], strict=True)
    ]
    points, after = rings_of(*blocks)
    walls = shapely.union_all([shapely.Polygon(block) for block in blocks])
    check(points, after, walls, fill_walls(points, after))


def is_refused(rings: list[Ring]) -> bool:
    try:
        fill_walls(*rings_of(*rings))
    except MazeError as error:
        return "The walls overlap" in str(error)
    return False


def test_what_touches_or_crosses_is_refused() -> None:
    rings = {
        "crossing": [square(10, 10, 20), square(20, 20, 20)],
        "same corner": [square(10, 10, 20), square(30, 30, 20)],
        "same ring": [square(10, 10, 20), square(10, 10, 20)],
        "corner on an edge": [square(10, 10, 20), [(30.0, 15.0), (40.0, 10.0), (40.0, 20.0)]],
        "common edge": [square(10, 10, 20), square(30, 12, 4)],
        "wall within a wall": [square(10, 10, 40), square(20, 20, 5)],
        "hole outside": [square(10, 10, 5), square(60, 60, 20, hole=True)],
        "eight": [[(10.0, 10.0), (20.0, 20.0), (20.0, 10.0), (10.0, 20.0)]],
        "beyond the floor": [square(90, 90, 20)],
        "on the edge of the floor": [square(0, 10, 20)],
    }
    taken = [name for name, some in rings.items() if not is_refused(some)]
    assert taken == []


class Watched(Job):
    """Remembers its progress, and is cancelled at one of its looks."""

    def __init__(self, cancel_at: float = np.inf) -> None:
        super().__init__()
        self.seen: list[float] = []
        self._cancel_at = cancel_at

    def check(self) -> None:
        self.seen.append(self.progress)
        if len(self.seen) > self._cancel_at:
            self.cancel()
        super().check()


@pytest.mark.slow
def test_many_corners_are_joined_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """To free what the library took holds Python's lock: 0.3 s after a million corners."""
    points, after = rings_of(*NESTED)
    here = fill_walls(points, after)
    monkeypatch.setattr(module, "FREED_CORNERS", 0)
    monkeypatch.setattr(module, "_triangulate", lambda *_: pytest.fail("not apart"))
    job = Watched()
    apart = fill_walls(points, after, job)
    assert np.array_equal(apart.tops, here.tops)
    assert np.array_equal(apart.grounds, here.grounds)
    assert job.seen == sorted(job.seen)
    crossing = rings_of(square(10, 10, 50), square(30, 30, 50))
    with pytest.raises(MazeError, match="overlap"):
        fill_walls(*crossing)
