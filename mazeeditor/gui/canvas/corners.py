"""Puts what lies over the picture, such as scales, into the corners where it hides the least."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from typing import Protocol

from mazeeditor.screen.area import Area
from mazeeditor.screen.viewport import Viewport

LOWER_RIGHT, UPPER_RIGHT, LOWER_LEFT, UPPER_LEFT = range(4)
GAP = 8  # px at 96 dpi from the borders of the canvas


class CornerPanel(Protocol):
    """Something over the picture; ``corner`` is where it lies, and stays as long as it can."""

    corner: int

    @property
    def shown(self) -> bool:
        """Whether it is to be seen."""

    @property
    def widget(self) -> tk.Widget:
        """A child of the canvas."""

    def fit(self, room: int) -> tuple[int, int]:
        """Take up no more than ``room`` px from left to right, if that can be.

        Returns width and height, px: Tk knows those of new widgets only later.
        """


class Corners:
    """Places each panel in a corner of its own: where it hides the least of the maze.

    Where there is no room beside those before it, a panel is not seen at all: they lie in the order
    of their importance.
    """

    def __init__(self, panels: Sequence[CornerPanel]) -> None:
        self._panels = panels
        self._placed: dict[CornerPanel, tuple[int, int]] = {}  # those to be seen, and where

    def place(self, view: Viewport, gap: int, bars: int) -> None:
        """Follow the view.

        Panels lie ``gap`` px from the borders, at the right and below ``bars`` px more: there are
        the scroll bars.
        """
        taken: list[Area] = []
        for panel in self._panels:
            area = self._area_for(panel, view, gap, bars, taken) if panel.shown else None
            if area:
                taken.append(area)
                if self._placed.get(panel) != area[:2]:
                    self._placed[panel] = area[:2]
                    panel.widget.place(x=area.left, y=area.top)
            elif panel in self._placed:
                panel.widget.place_forget()
                del self._placed[panel]

    @staticmethod
    def _area_for(
        panel: CornerPanel, view: Viewport, gap: int, bars: int, taken: Sequence[Area]
    ) -> Area | None:
        """Choose the corner of a panel; None where it would lie over another in each of them."""
        width, height = panel.fit(view.width - 2 * gap - bars)
        right = max(gap, view.width - gap - bars - width)
        bottom = max(gap, view.height - gap - bars - height)
        places = [(right, bottom), (right, gap), (gap, bottom), (gap, gap)]
        areas = [Area(x, y, x + width, y + height) for x, y in places]
        hidden = {}
        for corner, area in enumerate(areas):
            if not any(area.cut(other).size for other in taken):
                below = area.moved(view.left, view.top)
                hidden[corner] = below.cut(view.maze).size, below.cut(view.paper).size
        if not hidden:
            return None
        if panel.corner not in hidden or hidden[panel.corner] != min(hidden.values()):
            panel.corner = min(hidden, key=lambda corner: hidden[corner])
        return areas[panel.corner]
