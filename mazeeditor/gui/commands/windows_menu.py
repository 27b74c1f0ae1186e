"""The commands that open other windows, in Maze, Solve and Help: watch, compare, play, help."""

from __future__ import annotations

from mazeeditor.gui.context import context_of
from mazeeditor.translation import _
from mazeeditor.workspace.commands import command, idle
from mazeeditor.workspace.workspace import Workspace


@command(
    "watch-generating",
    _("Watch Generating"),
    menu="maze",
    order=13,
    keys=("Shift+F7",),
    icon="film",
)
def watch_generating(workspace: Workspace) -> None:
    """See how the maze of the Generate section, with its seed, is generated."""
    from mazeeditor.gui.watching.start_watching import watch_generation

    watch_generation(context_of(workspace))


@command(
    "watch-solving",
    _("Watch Solving"),
    menu="solve",
    order=31,
    keys=("F7",),
    icon="film",
)
def watch_solving(workspace: Workspace) -> None:
    """See how the chosen solver solves the maze."""
    from mazeeditor.gui.watching.start_watching import watch_solver

    watch_solver(context_of(workspace))


@command(
    "watch-solvers",
    _("Watch Solvers Side by Side…"),
    menu="solve",
    order=32,
    keys=("Shift+F6",),
    icon="film",
)
def watch_solvers(workspace: Workspace) -> None:
    """See several solvers at work in this maze at the same time."""
    from mazeeditor.gui.watching import start_watching

    start_watching.watch_solvers(context_of(workspace))


@command("compare", _("Compare Solvers…"), menu="solve", order=12, keys=("F6",), icon="compare")
def compare(workspace: Workspace) -> None:
    """Run several solvers on this maze and see them side by side."""
    from mazeeditor.gui.comparing.solvers_window import show_solvers_window

    show_solvers_window(context_of(workspace))


@command("compare-generators", _("Compare Generators…"), menu="maze", order=13, keys=("Mod+F6",))
def compare_generators(workspace: Workspace) -> None:
    """See what the mazes of several generators are like, over many seeds."""
    from mazeeditor.gui.comparing.comparison_window import show_comparison

    show_comparison(context_of(workspace))


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
    checked=lambda workspace: context_of(workspace).game is not None,
    in_play=True,
)
def play(workspace: Workspace) -> None:
    """Walk the maze yourself with keys or pointer, or stop that; the maze stays as it is."""
    context = context_of(workspace)
    if context.game:
        context.game.leave()
        return
    from mazeeditor.gui.playing.game import Game  # the first window does without

    Game(context).begin()


@command("help", _("Help"), menu="help", order=11, keys=("F1",), in_play=True)
def show_help(workspace: Workspace) -> None:
    """Read how to make, change, check and print a maze."""
    from mazeeditor.gui.dialogs.help_dialogs import show_help

    show_help(context_of(workspace).root)


@command(
    "shortcuts", _("Keyboard Shortcuts"), menu="help", order=12, keys=("?", "Mod+?"), in_play=True
)
def show_shortcuts(workspace: Workspace) -> None:
    """See every key."""
    from mazeeditor.gui.dialogs.help_dialogs import show_shortcuts

    show_shortcuts(context_of(workspace).root)


@command("about", _("About mazeeditor"), menu="help", order=21, in_play=True)
def show_about(workspace: Workspace) -> None:
    """See the version and the licence."""
    from mazeeditor.gui.dialogs.help_dialogs import show_about

    show_about(context_of(workspace).root)
