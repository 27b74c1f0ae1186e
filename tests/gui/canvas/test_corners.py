"""What lies over the picture: each in a corner of its own, and never over another."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from mazeeditor.gui.canvas.corner_panels import LOWER_RIGHT, UPPER_LEFT, Corners
from mazeeditor.screen.area import Area
from mazeeditor.screen.viewport import Viewport

GAP, BARS = 8, 12


class Panel:
    """A panel that notes where it lies, for a widget."""

    def __init__(self, width: int, height: int, corner: int) -> None:
        self.size, self.corner, self.shown = (width, height), corner, True
        self.area: Area | None = None
        self.widget: Any = self

    def fit(self, room: int) -> tuple[int, int]:
        return min(self.size[0], room), self.size[1]

    def place(self, x: int, y: int) -> None:
        self.area = Area(x, y, x + self.size[0], y + self.size[1])

    def place_forget(self) -> None:
        self.area = None


def three() -> tuple[Panel, Panel, Panel]:
    """Return panels as wide as a note, a legend and the overview."""
    return Panel(180, 40, UPPER_LEFT), Panel(170, 60, LOWER_RIGHT), Panel(80, 60, LOWER_RIGHT)


def placed(width: int, height: int, *panels: Panel) -> list[Area]:
    Corners(panels).place(Viewport(30, 20, width=width, height=height), GAP, BARS)
    return [panel.area for panel in panels if panel.area]


def test_none_lies_over_another_in_any_window() -> None:
    for width, height in product(range(200, 900, 70), range(160, 700, 60)):
        panels = three()
        areas = placed(width, height, *panels)
        assert panels[0].area, "the first is always seen"
        for one, other in combinations(areas, 2):
            assert one.cut(other).size == 0, (width, height)


def test_all_are_seen_where_there_is_room() -> None:
    assert len(placed(700, 500, *three())) == 3
    assert len(placed(240, 400, *three())) == 2, "two below each other, none beside them"


def test_one_that_had_no_room_comes_back() -> None:
    panels = three()
    corners = Corners(panels)
    for width, seen in ((240, False), (700, True), (240, False)):
        corners.place(Viewport(30, 20, width=width, height=400), GAP, BARS)
        assert (panels[2].area is not None) is seen
    panels[0].shown = False
    corners.place(Viewport(30, 20, width=240, height=400), GAP, BARS)
    assert panels[0].area is None
    assert panels[2].area
