"""The films of a window: each with its maze under a heading, arranged so that the mazes are large.

::

    name              figures | name              figures
    +-----------------------+ | +-----------------------+     all zoom and pan together
    |         maze          | | |         maze          |
    +-----------------------+ | +-----------------------+
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from tkinter import ttk

import numpy as np

from mazeeditor.app.jobs import Background
from mazeeditor.core.translation import _, count
from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.watching.code_pane import CodePane, CodePlace
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Mark, Solution
from mazeeditor.screen.viewport import Viewport

LARGE = 300_000  # cells: where all of them change at once the window would block too long
STRIDE = 150_000  # steps that such a film advances in a frame


class FilmPane(ttk.Frame):
    """Shows ``film``, step by step."""

    def __init__(self, parent: tk.Misc, film: Film, background: Background) -> None:
        super().__init__(parent)
        theme = current(self)
        self.film, self.player = film, Player(film)
        self.heading = ttk.Label(self, text=film.title, style="Bold.TLabel")
        self.figures = ttk.Label(self, style="Soft.TLabel", anchor="e")
        self.view = MazeView(self, theme, background)
        FocusRing(self.view.canvas)
        self.view.show_rulers(False)
        self.view.pans = True
        self.view.show(self.player.maze)
        gap = theme.px(8)
        self.heading.grid(row=0, column=0, sticky="w", padx=gap, pady=theme.px(4))
        self.figures.grid(row=0, column=1, sticky="ew", padx=(0, gap))
        self.view.grid(row=1, column=0, columnspan=2, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(1, weight=1)
        self.code = CodePane(self, film.code)
        self.code_place = CodePlace()
        self._code_shown = False
        self._size = (1, 1)  # px
        self.bind("<Configure>", self._resized)
        self.note = ttk.Label(self, style="Soft.TLabel", padding=(gap, theme.px(4)))
        self._stride = STRIDE if film.lattice.size > LARGE else sys.maxsize
        self._text = ""
        self._noted = False

    def show(self, step: int) -> None:
        """Show the maze at a step, or where that is far in a large maze, on the way there."""
        player = self.player
        goal = min(max(step, player.step - self._stride), player.step + self._stride)
        change = player.seek(goal)
        if len(change.walls):
            self.view.changed(change.walls)
        if len(change.cells):
            self.view.paint(change.cells, player.marks[change.cells], player.path[change.cells])
        self.code.mark(player.lines)

    def show_code(self, shown: bool) -> None:
        """Show the pseudo-code where there is room, or hide it."""
        self._code_shown = shown and bool(self.film.code)
        self._place_code()

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if (event.width, event.height) != self._size:
            self._size = event.width, event.height
            self._place_code()

    def _place_code(self) -> None:
        """Put the code beside or below the maze, whichever leaves that larger."""
        view, place = self.view.viewport, CodePlace()
        if self._code_shown:
            area = self._size[0], self._size[1] - self.heading.winfo_reqheight()
            place = self.code.place_for(area, (view.columns, view.rows))
        if place == self.code_place:
            return
        self.code_place = place
        self.columnconfigure(2, minsize=place.width)
        self.rowconfigure(2, minsize=place.height if place.side == "below" else 0)
        if place.side == "right":
            self.code.grid(row=1, column=2, sticky="nsew")
        elif place.side == "below":
            self.code.grid(row=2, column=0, columnspan=2, sticky="nsew")
        else:
            self.code.grid_forget()

    def show_figures(self) -> None:
        """Show the figures of the step, and the note of a finished film."""
        text = figures_of(self.film, self.player)
        if text != self._text:
            self._text = text
            self.figures.configure(text=text)
        if self.film.finished and not self._noted:
            self._noted = True
            self._show_note()

    def _show_note(self) -> None:
        """Show why the film is not complete, or why there is no route."""
        result = self.film.result
        notes = [self.film.note, result.note if isinstance(result, Solution) else ""]
        text = " ".join(filter(None, notes))
        if text:
            self.note.configure(text=text)
            self.note.grid(row=3, column=0, columnspan=3, sticky="ew")
            self.note.bind("<Configure>", self._wrap)

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        self.note.configure(wraplength=event.width - 2 * current(self).gap)


def figures_of(film: Film, player: Player) -> str:
    """Return the figures of a film at a step: ``step 98 · 71 visited``."""
    result = film.result if film.finished and player.step == film.steps else None
    if isinstance(result, Maze):
        return _("done: {cells}").format(cells=_cells(result.lattice.cells))
    if isinstance(result, Solution):
        done = _("done: {cells}").format(cells=_cells(len(result.route)))
        done = done if result.solved else _("done: no route")
        return _("{done} · {visited:,} visited").format(done=done, visited=result.visited)
    step = _("step {step:,}").format(step=player.step)
    if film.solves:
        seen = (player.marks == Mark.VISITED) | (player.marks == Mark.FILLED)
        return _("{step} · {visited:,} visited").format(step=step, visited=np.count_nonzero(seen))
    return _("{step} · {cells}").format(step=step, cells=_cells(_carved(player.maze)))


def _cells(number: int) -> str:
    return count(number, "cell", "cells")


def _carved(maze: Maze) -> int:
    """Return the number of cells that have a passage."""
    return int(np.count_nonzero(maze.walls != maze.lattice.closed))


class LinkedViews:
    """Lets views of one maze zoom and pan together."""

    def __init__(self, views: Sequence[MazeView]) -> None:
        self._views = views
        self._led: dict[MazeView, Viewport] = {}  # what a view shows because another one does
        for view in views:
            view.bind("<<ViewChanged>>", partial(self._follow, view), add=True)

    def _follow(self, leader: MazeView, _event: tk.Event[tk.Misc]) -> None:
        """Show in all views what one shows: the same zoom, and the same point in the middle."""
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


def columns_for(number: int, area: tuple[float, float], maze: tuple[float, float]) -> int:
    """Return the columns in which ``number`` mazes of a size fill an area best.

    Sizes are width before height::

        wide mazes   +------+     high mazes   +--+--+
                     +------+                  |  |  |
                     +------+                  +--+--+
    """

    def zoom(columns: int) -> float:
        rows = ceil(number / columns)
        return min(area[0] / columns / maze[0], area[1] / rows / maze[1])

    return max(range(1, number + 1), key=zoom)


class PaneGrid(ttk.Frame):
    """A pane for each film of one maze, in rows and columns."""

    def __init__(self, parent: tk.Misc, films: Sequence[Film], background: Background) -> None:
        super().__init__(parent)
        self.panes = [FilmPane(self, film, background) for film in films]
        self._linked = LinkedViews([pane.view for pane in self.panes])
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
        for index, pane in enumerate(self.panes):
            row, column = divmod(index, columns)
            gaps = (self._line if column else 0, 0), (self._line if row else 0, 0)
            pane.grid(row=row, column=column, sticky="nsew", padx=gaps[0], pady=gaps[1])
        for index in range(number):  # Tk remembers the rows and columns there were before
            self._use(self.columnconfigure, index, index < columns)
            self._use(self.rowconfigure, index, index * columns < number)

    @staticmethod
    def _use(configure: Callable[..., object], index: int, used: bool) -> None:
        configure(index, weight=used, uniform="pane" if used else "")

    def set_theme(self, theme: Theme) -> None:
        """Show all films in other colours."""
        for pane in self.panes:
            pane.view.set_theme(theme)
            pane.code.set_theme(theme)

    def show_code(self, shown: bool) -> None:
        """Show the pseudo-code of all films, as far as there is room, or of none."""
        for pane in self.panes:
            pane.show_code(shown)

    @property
    def has_room_for_code(self) -> bool:
        """Whether no pane is too small for its code."""
        return all(pane.code_place.side or not pane.film.code for pane in self.panes)
