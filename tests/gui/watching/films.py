"""The Watch window for tests: opened as users open it, and read as they see it."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from mazeeditor.gui.watching.film_panes import FilmPane
from mazeeditor.gui.watching.watch_window import WatchWindow
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from tests.events import key
from tests.gui.desk import Desk, open_desk


class Screening:
    """The one Watch window of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.window = only_window(desk)
        self.playback, self.controls = self.window.playback, self.window.controls

    @property
    def pane(self) -> FilmPane:
        """The first film."""
        return self.window.panes[0]

    @property
    def place(self) -> str:
        """The text of the current step."""
        return str(self.controls.step.cget("text"))

    def wait_for_record(self) -> None:
        """Let the window go on until all films are recorded."""
        self.desk.wait(lambda: self.playback.complete, "the films", 60)

    def wait_for_end(self) -> None:
        """Play at the highest speed until the end."""
        while self.playback.speed.rate != 10**6:
            key(self.window, "plus")
        self.desk.wait(lambda: self.playback.at_end and not self.playback.playing, "the end", 60)


def only_window(desk: Desk) -> WatchWindow:
    """Return the only Watch window."""
    (window,) = windows(desk)
    return window


def windows(desk: Desk) -> list[WatchWindow]:
    """Return all Watch windows."""
    return [child for child in desk.root.winfo_children() if isinstance(child, WatchWindow)]


def small_desk() -> Desk:
    """Open a window with a small maze, whose seed is in the Generate section."""
    desk, recipe = (
        open_desk(),
        Recipe("backtracker", seed=5, braid=0.0, sizes={"rows": 8, "columns": 9}),
    )
    desk.document.new(maze_of(recipe), recipe)
    return desk


def screening_of(keys: str) -> Screening:
    """Press ``keys`` in a window with a small maze, and wait for the window that this opens."""
    desk = small_desk()
    key(desk.root, keys)
    desk.wait(lambda: bool(windows(desk)), "the Watch window")
    return Screening(desk)


def at_step(pane: FilmPane, step: int) -> dict[str, Any]:
    """Return what a fresh player shows at a step: the truth to compare with."""
    from mazeeditor.films.player import Player

    player = Player(pane.film)
    player.seek(step)
    return {"walls": player.maze.walls, "marks": player.marks, "path": player.path}


def check_shows(pane: FilmPane, step: int) -> None:
    """Check that a film stands at a step, and shows what belongs there."""
    assert pane.player.step == step
    for name, truth in at_step(pane, step).items():
        shown = pane.player.maze.walls if name == "walls" else getattr(pane.player, name)
        inside = pane.film.lattice.inside
        assert np.array_equal(shown[inside], truth[inside]), name


def same_walls(one: Maze, other: Maze) -> bool:
    """Whether two mazes are alike, openings included."""
    return bool(
        np.array_equal(one.walls, other.walls)
        and (one.entrance, one.exits) == (other.entrance, other.exits)
    )


def threads() -> set[threading.Thread]:
    """Return the threads that run now."""
    return set(threading.enumerate())
