"""Films beside each other, in rows and columns that show the maze largest, moved as one."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from tkinter import ttk

from mazeeditor.films.film import Film
from mazeeditor.gui.canvas.view import MazeView
from mazeeditor.gui.canvas.viewport import Viewport
from mazeeditor.gui.jobs import Threads
from mazeeditor.gui.theme import Theme, current
from mazeeditor.gui.watching.pane import Pane


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


class Desk(ttk.Frame):
    """A pane for each film of one maze."""

    def __init__(self, parent: tk.Misc, films: Sequence[Film], threads: Threads) -> None:
        super().__init__(parent)
        self.panes = [Pane(self, film, threads) for film in films]
        self._together = Together([pane.view for pane in self.panes])
        self._columns = 0
        self._line = current(self).px(1)
        self.bind("<Configure>", lambda event: self._arrange(event.width, event.height))

    def _arrange(self, width: int, height: int) -> None:
        view = self.panes[0].view.viewport
        number = len(self.panes)
        columns = columns_for(number, (width, height), (view.columns, view.rows))
        if columns == self._columns:
            return
        self._columns = columns
        for place, pane in enumerate(self.panes):
            row, column = divmod(place, columns)
            gaps = (self._line if column else 0, 0), (self._line if row else 0, 0)
            pane.grid(row=row, column=column, sticky="nsew", padx=gaps[0], pady=gaps[1])
        for place in range(number):  # Tk remembers the rows and columns there were before
            self._use(self.columnconfigure, place, place < columns)
            self._use(self.rowconfigure, place, place * columns < number)

    @staticmethod
    def _use(configure: Callable[..., object], place: int, used: bool) -> None:
        configure(place, weight=used, uniform="pane" if used else "")

    def set_theme(self, theme: Theme) -> None:
        """Show all films in other colours."""
        for pane in self.panes:
            pane.view.set_theme(theme)
