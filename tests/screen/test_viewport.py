"""The viewport: there and back again, the pointer stays on its place, nothing gets lost."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mazeeditor.screen.viewport import CLOSE_UP, MAX_ZOOM, STEPS, Viewport, step

views = st.builds(
    lambda columns, rows, width, height, scale, zoom, x, y: (
        Viewport(columns, rows, width, height, round(28 * scale), scale).zoomed(zoom).moved(x, y)
    ),
    st.integers(1, 10_000),
    st.integers(1, 10_000),
    st.integers(1, 3000),
    st.integers(1, 2000),
    st.sampled_from([1.0, 1.25, 1.5, 2.0]),
    st.floats(0.01, 200),
    st.floats(-9e5, 9e5),
    st.floats(-9e5, 9e5),
)
pixels = st.integers(0, 2999)


@given(views, st.floats(-10, 10_010), st.floats(-10, 10_010))
def test_to_px_and_back(view: Viewport, x: float, y: float) -> None:
    assert view.to_cells(*view.to_px(x, y)) == pytest.approx((x, y), abs=1e-6)


@given(views, pixels, pixels)
def test_to_cells_and_back(view: Viewport, px: int, py: int) -> None:
    assert view.to_px(*view.to_cells(px, py)) == pytest.approx((px, py), abs=1e-6)


@given(views, st.integers(-5, 5), pixels, pixels)
def test_zoom_keeps_what_is_under_the_pointer(view: Viewport, steps: int, px: int, py: int) -> None:
    px, py = px % view.width, py % view.height  # within the view
    before = view.to_cells(px, py)
    after = view.stepped(steps, px, py)
    paper, middle = after.paper, after.screen
    at_the_rim = [
        after.x + after.width / 2 in (paper.left, paper.right),
        after.y + after.height / 2 in (paper.top, paper.bottom),
    ]
    x, y = after.to_px(*before)
    # within the half pixel that each of the two views is drawn off its true place
    within = 0.51 + 0.51 * after.zoom / view.zoom
    assert abs(x - px) <= within or at_the_rim[0]
    assert abs(y - py) <= within or at_the_rim[1]
    assert middle.width == view.width


@given(
    st.sampled_from([0.125, 0.5, 1.0, 2, 5, 16]),
    st.integers(1, 9),
    st.integers(0, 1200),
    st.integers(0, 800),
)
def test_zooming_in_and_out_again_does_not_drift(zoom: float, steps: int, px: int, py: int) -> None:
    view = Viewport(8000, 8000, 1200, 800).zoomed(zoom)
    view = view.moved(view.paper.right / 2 - view.x - 600, view.paper.bottom / 2 - view.y - 400)
    there = view
    for _ in range(steps):
        there = there.stepped(1, px, py)
    for _ in range(steps):
        there = there.stepped(-1, px, py)
    assert there.zoom == pytest.approx(view.zoom)
    assert (there.x, there.y) == pytest.approx((view.x, view.y), abs=1e-6)


@given(views, st.floats(-1e7, 1e7), st.floats(-1e7, 1e7))
def test_the_maze_cannot_be_lost(view: Viewport, dx: float, dy: float) -> None:
    view = view.moved(dx, dy)
    seen = view.screen.cut(view.paper)
    assert seen.width >= min(view.width, view.paper.width) // 2 - 1
    assert seen.height >= min(view.height, view.paper.height) // 2 - 1


@given(views, st.integers(1, 3000), st.integers(1, 2000))
def test_resizing_keeps_the_middle(view: Viewport, width: int, height: int) -> None:
    after = view.resized(width, height)
    assert (after.width, after.height, after.zoom) == (width, height, view.zoom)
    assert after.x + width / 2 == pytest.approx(view.x + view.width / 2)
    assert after.y + height / 2 == pytest.approx(view.y + view.height / 2)


@given(views)
def test_fit_shows_the_whole_sheet_in_the_middle(view: Viewport) -> None:
    view = view.fitted()
    paper, screen = view.paper, view.screen
    if view.width > 3 * view.margin and view.height > 3 * view.margin:
        assert screen.join(paper) == screen
    assert abs((paper.left - screen.left) - (screen.right - paper.right)) <= 1
    assert abs((paper.top - screen.top) - (screen.bottom - paper.bottom)) <= 1
    assert view.zoom <= view.largest


@given(views, st.integers(-60, 60))
def test_zooms_are_whole_from_two_pixels_on_and_bounded(view: Viewport, steps: int) -> None:
    zoom = view.stepped(steps).zoom
    assert zoom < CLOSE_UP or zoom == int(zoom)
    assert zoom <= view.largest
    assert zoom >= min(view.smallest, view.zoom)


@given(st.floats(0.01, 150))
def test_every_step_changes_the_zoom_and_leads_back(zoom: float) -> None:
    zoom = zoom if zoom < CLOSE_UP else round(zoom)
    up, down = step(zoom, 1), step(zoom, -1)
    assert down < zoom < up
    assert up <= 1.6 * zoom, "no step is a jump"
    if zoom in STEPS and zoom < MAX_ZOOM:
        assert step(up, -1) == zoom


def test_the_ladder_is_climbed_without_gaps() -> None:
    zoom, seen = 0.5, []
    while zoom < MAX_ZOOM:
        zoom = step(zoom, 1)
        seen.append(zoom)
    assert seen[:8] == pytest.approx([0.5 * 2 ** (k / 4) for k in range(1, 9)])
    assert seen[7:] == list(STEPS)


def test_actual_size_grows_with_the_screen() -> None:
    assert Viewport(9, 9, scale=1.0).actual == 24
    assert Viewport(9, 9, scale=2.0).actual == 48
    assert Viewport(9, 9, scale=2.0).zoomed(24).percent == 50


@given(views, st.integers(0, 99), st.integers(0, 99))
def test_revealing_shows_the_place_and_moves_no_more_than_needed(
    view: Viewport, column: int, row: int
) -> None:
    assume(column < view.columns and row < view.rows)
    x, y = column + 0.5, row + 0.5
    after = view.revealing(x, y, 1.5)
    px, py = after.to_px(x, y)
    assert -1 <= px <= after.width + 1
    assert -1 <= py <= after.height + 1
    room = 1.5 * view.zoom + 1
    px, py = view.to_px(x, y)
    if room < px < view.width - room and room < py < view.height - room:
        assert after == view
