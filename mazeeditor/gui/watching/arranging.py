"""How many rows and columns of views show a maze largest, and how views of it move together."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil

from mazeeditor.gui.canvas.view import MazeView
from mazeeditor.gui.canvas.viewport import Viewport


def columns_for(number: int, room: tuple[float, float], maze: tuple[float, float]) -> int:
    """Return the columns in which ``number`` mazes of a size fill a room best, width before height.

    ::

        wide mazes   +------+     high mazes   +--+--+
                     +------+                  |  |  |
                     +------+                  +--+--+
    """

    def zoom(columns: int) -> float:
        rows = ceil(number / columns)
        return min(room[0] / columns / maze[0], room[1] / rows / maze[1])

    return max(range(1, number + 1), key=zoom)


class Together:
    """Lets views of one maze zoom and pan as one."""

    def __init__(self, views: Sequence[MazeView]) -> None:
        self._views = views
        self._led: dict[MazeView, Viewport] = {}  # what a view shows because another one did
        for view in views:
            view.bind("<<ViewChanged>>", partial(self._follow, view), add=True)

    def _follow(self, leader: MazeView, _event: tk.Event[tk.Misc]) -> None:
        """Show in all views what one shows: the same zoom, and the same place in the middle."""
        led = leader.viewport
        if self._led.get(leader) == led:
            return
        x, y = led.x + led.width / 2, led.y + led.height / 2
        for view in self._views:
            own = view.viewport
            if leader.fitted and not view.fitted:
                view.fit()
            elif view is not leader and not leader.fitted:
                view.look(replace(own, zoom=led.zoom, x=x - own.width / 2, y=y - own.height / 2))
            self._led[view] = view.viewport
