"""The tabs on a sheet: which one is at a place, and how many pieces they leave loose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mazeeditor.making.parts import Placing
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.making.tabs.bridges import BridgeFinder
from mazeeditor.making.tabs.places import Bridge
from mazeeditor.making.tabs.tabs import Tabs
from mazeeditor.maze.search.joining import join_pairs
from mazeeditor.page.scene import Box, Points

Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class SheetTabs:
    """The tabs of equal parts on a sheet; ``boxes`` and ``placings`` of the parts, in mm."""

    tabs: Tabs
    boxes: tuple[Box, ...]
    placings: tuple[Placing, ...]

    @classmethod
    def of(cls, sheet: SheetLayout) -> SheetTabs | None:
        """Return the tabs of a sheet, None where it has no parts with tabs.

        Where all is one piece without them, they may make it stiff, or have been removed by hand.
        """
        parts = [part for part in sheet.parts if part.tabs and _matters(part.tabs)]
        if not parts or not parts[0].tabs:
            return None
        boxes, placings = tuple(part.box for part in parts), tuple(part.placing for part in parts)
        return cls(parts[0].tabs, boxes, placings)

    @property
    def finder(self) -> BridgeFinder:
        return self.tabs.finder

    def ends(self, bridges: Sequence[Bridge]) -> Points:
        """Return float64[copies, k, 2, 2], the ends of tabs on each of the parts."""
        cells = np.array([(bridge.begin, bridge.end) for bridge in bridges]).reshape(-1, 2, 2)
        layout = self.finder.design.layout
        mm = cells * self.finder.design.cell + (layout.x, layout.y)
        return np.array([placing.to_sheet(mm) for placing in self.placings])

    def place_at(self, x: float, y: float) -> Point:
        """Return where a place is, in cells of the part there, else of the nearest."""
        at = x, y
        nearest = min(range(len(self.boxes)), key=lambda part: _distance(self.boxes[part], at))
        return self.finder.cells(self.placings[nearest].to_part(*at))

    def direction(self, x: float, y: float) -> Point:
        """Return a direction on the sheet as one of the first part."""
        turned = complex(x, y) / self.placings[0].turn
        return turned.real, turned.imag

    def tab_at(self, bridges: Sequence[Bridge], x: float, y: float, reach: float) -> int | None:
        """Return the number of the nearest tab within ``reach`` of a place, None without one."""
        if not bridges:
            return None
        ends = self.ends(bridges)
        along = ends[:, :, 1] - ends[:, :, 0]
        away = np.array([x, y]) - ends[:, :, 0]
        length = (along**2).sum(axis=-1).clip(1e-9)
        share = ((away * along).sum(axis=-1) / length).clip(0, 1)
        distance = np.hypot(*np.moveaxis(away - share[..., None] * along, -1, 0)).min(axis=0)
        best = int(distance.argmin())
        return best if distance[best] <= reach else None

    def next_tab(self, bridges: Sequence[Bridge], number: int, x: int, y: int) -> int:
        """Return the tab that lies next to one in a direction (-1, 0 or 1), itself without one."""
        middles = self.ends(bridges)[0].mean(axis=1)
        away = middles - middles[number]
        ahead, aside = away @ (x, y), np.abs(away @ (-y, x))
        cost = np.where(ahead > 1e-6, ahead + 2 * aside, np.inf)
        best = int(cost.argmin())
        return best if np.isfinite(cost[best]) else number

    def loose(self, bridges: Sequence[Bridge]) -> int:
        """Return how many pieces there are with tabs."""
        pairs = np.array([(bridge.one, bridge.other) for bridge in bridges], np.int32)
        apart = np.arange(self.tabs.pieces, dtype=np.int32)
        return self.tabs.pieces - int(join_pairs(pairs.reshape(-1, 2), apart).sum())


def _distance(box: Box, point: Point) -> float:
    """Return how far a point is from a box, 0 within."""
    left, top, right, bottom = box
    return max(left - point[0], 0, point[0] - right) + max(top - point[1], 0, point[1] - bottom)


def _matters(tabs: Tabs) -> bool:
    """Whether there is something to hold, tabs that hold, or tabs placed by hand, if only none."""
    by_hand = tabs.finder.design.options.tabs_at is not None
    return tabs.pieces > 1 or bool(tabs.bridges) or by_hand
