"""What the tests of Play share: a desk with a small maze, and what can be seen of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mazeeditor.app.settings import Settings
from mazeeditor.gui.playing.game import Game
from mazeeditor.maze.maze import Maze
from tests.events import key, screenshot
from tests.gui.desk import Desk, open_desk
from tests.maze.playing.samples import maze

KEYS = {"top": "Up", "right": "Right", "bottom": "Down", "left": "Left"}


def desk_with(playable: Maze | None = None, settings: Settings | None = None) -> Desk:
    """Open a window on a maze, by default the small one of the samples with gaps to go through."""
    desk = open_desk(settings)
    if playable is None:
        playable = maze()
        playable.set_openings(playable.lattice.first, (playable.lattice.last,))
    desk.document.new(playable)
    desk.wait_for_work()
    return desk


def game_of(desk: Desk) -> Game:
    game = desk.window.game
    assert isinstance(game, Game)
    return game


def begin(desk: Desk) -> Game:
    """Begin to play, and wait until the shortest route is known."""
    key(desk.root, "F8")
    game = game_of(desk)
    desk.wait(lambda: game.walk.known, "the shortest route")
    return game


def place(game: Game) -> tuple[int, int]:
    return game.walk.lattice.place(game.walk.cell)


def press(desk: Desk, keys: str) -> None:
    for key_name in keys.split():
        key(desk.root, key_name)


def figures(game: Game) -> dict[str, str]:
    """Return the figures that the bar shows, by name."""
    counters = game.bar.counters
    return {
        str(counters.names[name].cget("text")): str(label.cget("text"))
        for name, label in counters.values.items()
        if label.winfo_viewable()
    }


def shown_buttons(game: Game) -> list[str]:
    """Return the labels of the buttons in the bar, from left to right."""
    shown = [button for button in game.bar.buttons.values() if button.winfo_viewable()]
    shown.sort(key=lambda button: button.winfo_x())
    return [str(button.cget("text")).strip() for button in shown]


def colour_at(desk: Desk, row: float, column: float) -> str:
    """Return the colour on the screen at a place of the maze, as ``#rrggbb``."""
    x, y = desk.at(row, column)
    pixel: Any = screenshot(desk.canvas).getpixel((round(x), round(y)))
    return "#" + bytes(pixel).hex()


@dataclass
class Kept:
    """All of a document that a game must not touch, and what the window had in its hands."""

    objects: list[Any]
    walls: bytes
    rest: tuple[Any, ...]

    @classmethod
    def of(cls, desk: Desk) -> Kept:
        document, maze = desk.document, desk.document.maze
        marks = None if document.marks is None else document.marks.tobytes()
        route = None if document.solution is None else document.solution.route.tobytes()
        history = document.history
        rest = (
            (maze.entrance, maze.exits, document.revision, document.dirty, document.stale),
            (history.state, history.saved, len(history), history.size, document.path),
            (document.undo_name, document.redo_name, document.recipe, document.page),
            (marks, route, desk.session.view.toolbox.mode.name),
        )
        objects = [maze, document.solution, document.history, maze.lattice]
        return cls(objects, maze.walls.tobytes(), rest)

    def check(self, desk: Desk) -> None:
        """See that they still are: the same objects, and the same in them."""
        now = Kept.of(desk)
        assert all(a is b for a, b in zip(now.objects, self.objects, strict=True))
        assert (now.walls, now.rest) == (self.walls, self.rest)
        assert np.array_equal(desk.document.maze.walls, np.frombuffer(self.walls, np.uint8))
