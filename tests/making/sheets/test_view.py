"""The part of a sheet that is seen: fit, zoom at a place, pan, and px to mm."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.making.sheets.view import AIR, CLOSEST, SheetView

lengths = st.floats(0.5, 20_000)
sizes = st.tuples(st.integers(1, 3000), st.integers(1, 2000))
places = st.floats(-500, 3500)


@given(st.tuples(lengths, lengths), sizes, st.sampled_from([1.0, 2.0]))
def test_the_whole_sheet_is_seen_in_the_middle(
    sheet: tuple[float, float], size: tuple[int, int], dots: float
) -> None:
    view = SheetView.whole(sheet, size, dots)
    assert view.fits
    left, top = view.to_px(0, 0)
    right, bottom = view.to_px(*sheet)
    assert min(left, top) > -1e-6
    assert right < size[0] + 1e-6
    assert bottom < size[1] + 1e-6
    assert abs(left + right - size[0]) < 1e-5
    assert abs(top + bottom - size[1]) < 1e-5
    air = min(size[0] - (right - left), size[1] - (bottom - top)) / 2
    assert air < AIR * dots + 1e-6


@given(st.tuples(lengths, lengths), sizes, places, places, st.integers(-40, 40))
def test_zoom_and_pan_keep_the_sheet_in_the_view(
    sheet: tuple[float, float], size: tuple[int, int], x: float, y: float, steps: int
) -> None:
    view = SheetView.whole(sheet, size).stepped(steps, x % size[0], y % size[1]).panned(x, y)
    assert min(view.fitting, view.actual) <= view.scale * (1 + 1e-9)
    assert view.scale <= max(CLOSEST, view.fitting) * (1 + 1e-9)
    middle = view.to_mm(size[0] / 2, size[1] / 2)
    for at, length in zip(middle, sheet, strict=True):
        assert -1e-6 * length <= at <= length * (1 + 1e-6)
    back = view.to_px(*view.to_mm(12.0, 34.0))
    assert abs(back[0] - 12) < 1e-3
    assert abs(back[1] - 34) < 1e-3


def test_the_place_at_the_pointer_stays_there() -> None:
    view = SheetView.whole((400.0, 300.0), (800, 600))
    before = view.to_mm(500, 250)
    for _step in range(8):
        view = view.stepped(1, 500, 250)
        after = view.to_mm(500, 250)
        assert abs(after[0] - before[0]) < 1e-9
        assert abs(after[1] - before[1]) < 1e-9
    assert view.scale / SheetView.whole((400.0, 300.0), (800, 600)).scale > 5


def test_a_hundred_per_cent_is_as_large_as_it_is_made() -> None:
    view = SheetView.whole((100.0, 100.0), (500, 500), 2.0)
    view = view.zoomed(view.actual)
    assert abs(view.scale * 25.4 - 192) < 1e-9
    assert abs(view.percent - 100) < 1e-9


def test_another_size_keeps_the_middle_and_a_fit() -> None:
    view = SheetView.whole((400.0, 300.0), (800, 600))
    assert view.of_size((400, 400)) == SheetView.whole((400.0, 300.0), (400, 400))
    near = view.stepped(8, 300, 200)
    other = near.of_size((500, 300))
    one, two = near.to_mm(400, 300), other.to_mm(250, 150)
    assert abs(one[0] - two[0]) + abs(one[1] - two[1]) < 1e-9
    assert near.of_sheet((400.0, 300.0)) is near
    assert near.of_sheet((10.0, 10.0)).fits


def test_a_place_is_brought_into_view_with_room_around_it() -> None:
    near = SheetView.whole((400.0, 300.0), (800, 600)).stepped(8, 0, 0)
    assert near.revealing(*near.to_mm(400, 300), 40) is near
    seen = near.revealing(200.0, 150.0, 40)
    x, y = seen.to_px(200.0, 150.0)
    assert 40 - 1e-6 <= x <= 760 + 1e-6
    assert 40 - 1e-6 <= y <= 560 + 1e-6
