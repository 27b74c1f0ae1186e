"""One film in the window: the maze as it is at a step, under a heading with name and figures."""

from __future__ import annotations

import sys
import tkinter as tk
from tkinter import ttk

import numpy as np

from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.gui.canvas.view import MazeView
from mazeeditor.gui.jobs import Threads
from mazeeditor.gui.theme import current
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Mark, Solution
from mazeeditor.words import _, count

LARGE = 300_000  # cells: where all of them change at once the window would wait too long
STRIDE = 150_000  # steps that such a film goes in a frame


class Pane(ttk.Frame):
    """Shows ``film``, step by step."""

    def __init__(self, parent: tk.Misc, film: Film, threads: Threads) -> None:
        super().__init__(parent)
        theme = current(self)
        self.film, self.player = film, Player(film)
        self.heading = ttk.Label(self, text=film.title, style="Bold.TLabel")
        self.figures = ttk.Label(self, style="Soft.TLabel", anchor="e")
        self.view = MazeView(self, theme, threads)
        self.view.show_rulers(False)
        self.view.pans = True
        self.view.show(self.player.maze)
        gap = theme.px(8)
        self.heading.grid(row=0, column=0, sticky="w", padx=gap, pady=theme.px(4))
        self.figures.grid(row=0, column=1, sticky="ew", padx=(0, gap))
        self.view.grid(row=1, column=0, columnspan=2, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(1, weight=1)
        self.note = ttk.Label(self, style="Soft.TLabel", padding=(gap, theme.px(4)))
        self._stride = STRIDE if film.lattice.size > LARGE else sys.maxsize
        self._words = ""
        self._noted = False

    def show(self, step: int) -> bool:
        """Show the maze as it is at a step; returns False where it is only on its way there."""
        player = self.player
        goal = min(max(step, player.step - self._stride), player.step + self._stride)
        moved = player.seek(goal)
        if len(moved.walls):
            self.view.changed(moved.walls)
        if len(moved.cells):
            self.view.paint(moved.cells, player.kinds[moved.cells], player.ways[moved.cells])
        return goal == step

    def count(self) -> None:
        """Say how far it is."""
        words = in_words(self.film, self.player)
        if words != self._words:
            self._words = words
            self.figures.configure(text=words)
        if self.film.finished and not self._noted:
            self._noted = True
            self._show_note()

    def _show_note(self) -> None:
        """Say what there is to say of the film or its answer: why it is not all, why no route."""
        answer = self.film.answer
        notes = [self.film.note, answer.note if isinstance(answer, Solution) else ""]
        words = " ".join(filter(None, notes))
        if words:
            self.note.configure(text=words)
            self.note.grid(row=2, column=0, columnspan=2, sticky="ew")
            self.note.bind("<Configure>", self._wrap)

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        self.note.configure(wraplength=event.width - 2 * current(self).gap)


def in_words(film: Film, player: Player) -> str:
    """Return the figures of a film at a step: ``step 98 · 71 visited``."""
    answer = film.answer if film.finished and player.step == film.steps else None
    if isinstance(answer, Maze):
        return _("done: {cells}").format(cells=_cells(answer.lattice.cells))
    if isinstance(answer, Solution):
        found = _("done: {cells}").format(cells=_cells(len(answer.route)))
        found = found if answer.solved else _("done: no route")
        return _("{found} · {visited:,} visited").format(found=found, visited=answer.visited)
    step = _("step {step:,}").format(step=player.step)
    if film.solves:
        seen = (player.kinds == Mark.VISITED) | (player.kinds == Mark.FILLED)
        return _("{step} · {visited:,} visited").format(step=step, visited=np.count_nonzero(seen))
    return _("{step} · {cells}").format(step=step, cells=_cells(_carved(player.maze)))


def _cells(number: int) -> str:
    return count(number, "cell", "cells")


def _carved(maze: Maze) -> int:
    """Return how many cells have a passage."""
    return int(np.count_nonzero(maze.walls != maze.lattice.closed))
