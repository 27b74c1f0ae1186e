"""The films of the workspace Teach for tests: begun as users begin them, read as they see them."""

from __future__ import annotations

from tkinter import ttk
from typing import Any

import numpy as np

from mazeeditor.app.shown.chosen_workspace import DRAW, TEACH
from mazeeditor.gui.watching.film_panes import FilmPane
from mazeeditor.gui.watching.film_stage import FilmStage
from mazeeditor.gui.watching.film_view import FilmView
from mazeeditor.gui.watching.save_film_dialog import FilmSaver
from mazeeditor.gui.workspaces.teach import TeachWorkspace
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from tests.events import key
from tests.gui.desk import Desk, open_desk


class Screening:
    """The films that a desk shows."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stage = only_stage(desk)
        self.playback, self.controls = self.stage.playback, self.stage.controls

    @property
    def view(self) -> FilmView:
        return film_view(self.desk)

    @property
    def saver(self) -> FilmSaver:
        return self.view.saver

    @property
    def save(self) -> ttk.Button:
        return self.desk.window.bar.buttons["save-film"]

    @property
    def pane(self) -> FilmPane:
        return self.stage.panes[0]

    @property
    def place(self) -> str:
        return str(self.controls.step.cget("text"))

    def wait_for_record(self) -> None:
        """Let the window go on until all films are recorded."""
        self.desk.wait(lambda: self.playback.complete, "the films", 60)

    def wait_for_end(self) -> None:
        """Play at the highest speed until the end."""
        while self.playback.speed.rate != 10**6:
            key(self.stage, "plus")
        self.desk.wait(lambda: self.playback.at_end and not self.playback.playing, "the end", 60)


def teach(desk: Desk) -> TeachWorkspace:
    content = desk.window.switch.contents[TEACH]
    assert isinstance(content, TeachWorkspace)
    return content


def film_view(desk: Desk) -> FilmView:
    view = desk.window.switch.content.middle
    assert isinstance(view, FilmView)
    return view


def stages(desk: Desk) -> list[FilmStage]:
    """Return the films that can be seen: one stage or none."""
    view = desk.window.switch.content.middle
    stage = view.stage if isinstance(view, FilmView) else None
    return [stage] if stage and stage.winfo_viewable() else []


def only_stage(desk: Desk) -> FilmStage:
    (stage,) = stages(desk)
    return stage


def small_desk() -> Desk:
    """Open a window with a small maze, whose seed is in the Generate section."""
    desk, recipe = (
        open_desk(),
        Recipe("backtracker", seed=5, braid=0.0, sizes={"rows": 8, "columns": 9}),
    )
    desk.document.new(maze_of(recipe), recipe)
    return desk


def screening_of(keys: str) -> Screening:
    """Press ``keys`` in a window with a small maze, and wait for the films that this begins."""
    desk = small_desk()
    desk.session.services.settings.code = False
    key(desk.root, keys)
    desk.wait(lambda: bool(stages(desk)), "the films")
    return Screening(desk)


def to_draw(desk: Desk) -> None:
    desk.window.show_workspace(DRAW)


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
