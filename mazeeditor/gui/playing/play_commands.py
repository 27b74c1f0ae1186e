"""What a player can do, as commands whose shortcuts hold during a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mazeeditor.app.commands import Command, Test
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context, GameInWindow

Action = Callable[[GameInWindow], object]

ARROWS = (
    (-1, 0, "Left", "A"),
    (1, 0, "Right", "D"),
    (0, -1, "Up", "W"),
    (0, 1, "Down", "S"),
)

# For the page of shortcuts: how the moves below are described to the user.
WALKING = (
    (_("Walk"), _("arrows, W A S D, drag")),
    (_("Walk to the next fork"), _("Shift+arrow")),
)


def _move(name: str, label: str, action: Action, *keys: str, **more: Any) -> Command:
    """Return a command of the game that the window shows."""

    def run(context: Context) -> None:
        if game := context.game:
            action(game)

    return Command(name, label, run, menu="", order=0, keys=keys, in_play=True, **more)


def _arrow(dx: int, dy: int, arrow: str, letter: str) -> list[Command]:
    names = (arrow, letter, f"KP_{arrow}")
    return [
        _move(f"walk-{arrow}", _("Walk"), lambda game: game.walk_towards(dx, dy), *names),
        _move(
            f"run-{arrow}",
            _("Walk to the next fork"),
            lambda game: game.walk_towards(dx, dy, run=True),
            *(f"Shift+{name}" for name in names),
        ),
    ]


def _of_game(test: Callable[[GameInWindow], bool]) -> Test:
    """Return whether ``test`` is true of the game, where there is one."""

    def enabled(context: Context) -> bool:
        game = context.game
        return game is not None and test(game)

    return enabled


HINT = _move(
    "hint",
    _("Hint"),
    lambda game: game.hint(),
    "H",
    icon="hint",
    enabled=_of_game(lambda game: bool(game.walk.left) and not game.walk.won),
)
TAKE_BACK = _move(
    "take-back",
    _("Take Back"),
    lambda game: game.take_back(),
    "BackSpace",
    icon="undo",
    enabled=_of_game(lambda game: len(game.walk.trail) > 1 and not game.walk.won),
)
RESTART = _move(
    "restart",
    _("Start Again"),
    lambda game: game.restart(),
    "R",
    icon="restart",
    enabled=_of_game(lambda game: game.walk.steps > 0),
)
NEXT = _move(
    "next-maze",
    _("Next Maze"),
    lambda game: game.next_maze(),
    "N",
    icon="dice",
    primary=True,
    enabled=_of_game(lambda game: game.can_go_on),
)
AGAIN = _move(
    "play-again",
    _("Play Again"),
    lambda game: game.restart(),
    "R",
    icon="restart",
    enabled=_of_game(lambda game: game.walk.won and game.walk.steps > 0),
)
LEAVE = _move("leave", _("Leave"), lambda game: game.leave(), "Escape", icon="cross")
MOVES = (HINT, TAKE_BACK, RESTART, NEXT, LEAVE)  # those that the bar shows


def chords_in_play(shortcuts: Shortcuts) -> dict[str, Command]:
    """Return the command of each chord during a game; those of the game come first."""
    lasting = {chord: command for chord, command in shortcuts.commands.items() if command.in_play}
    walking = [command for arrow in ARROWS for command in _arrow(*arrow)]
    return lasting | {keys: command for command in (*walking, *MOVES) for keys in command.keys}
