"""Play, in the Solve menu: walk the maze yourself."""

from __future__ import annotations

from mazeeditor.gui.commands import command, idle
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command(
    "play",
    _("Play"),
    menu="solve",
    order=34,
    keys=("F8",),
    icon="play",
    bar=33,
    named=True,
    enabled=idle,
    checked=lambda window: window.layout.game is not None,
    in_play=True,
)
def play(window: Window) -> None:
    """Walk the maze yourself with keys or pointer, or stop that; the maze stays as it is."""
    if window.layout.game:
        window.layout.game.leave()
        return
    from mazeeditor.gui.playing.game import Game  # the first window does without

    Game(window).begin()
