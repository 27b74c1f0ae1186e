"""What a player can ask for, as commands that have their keys while the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.gui.commands import COMMANDS, Command
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.playing.game import Game
    from mazeeditor.gui.window import Window

Act = Callable[["Game"], object]

ARROWS = (
    (-1, 0, "Left", "A"),
    (1, 0, "Right", "D"),
    (0, -1, "Up", "W"),
    (0, 1, "Down", "S"),
)

# For the page of shortcuts: what the moves below look like to a person.
WALKING = (
    (_("Walk"), _("arrows, W A S D, drag")),
    (_("Walk to the next fork"), _("Shift+arrow")),
)


def _move(name: str, label: str, act: Act, *keys: str, **more: Any) -> Command:
    """Return a command of the game that the window shows."""

    def run(window: Window) -> None:
        if window.layout.game:
            act(window.layout.game)

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


def _of_game(ask: Callable[[Game], bool]) -> Callable[[Window], bool]:
    """Return what asks the game, where there is one."""
    return lambda window: window.layout.game is not None and ask(window.layout.game)


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
AGAIN = _move(
    "play-again",
    _("Play Again"),
    lambda game: game.restart(),
    "R",
    icon="restart",
    primary=True,
    enabled=_of_game(lambda game: game.walk.won and game.walk.steps > 0),
)
LEAVE = _move("leave", _("Leave"), lambda game: game.leave(), "Escape", icon="cross")
MOVES = (HINT, TAKE_BACK, RESTART, LEAVE)  # those that the bar shows


def chords_in_play() -> dict[str, Command]:
    """Return the shortcuts that hold while a maze is played: those of the game come first."""
    lasting = (one for one in COMMANDS if one.in_play)
    own = [each for arrow in ARROWS for each in _arrow(*arrow)]
    return {keys: one for one in (*lasting, *own, *MOVES) for keys in one.keys}
