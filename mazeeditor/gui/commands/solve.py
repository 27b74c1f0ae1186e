"""The Solve menu."""

from __future__ import annotations

from mazeeditor.gui.commands import command, idle
from mazeeditor.gui.window import Window
from mazeeditor.words import _


def solved(window: Window) -> bool:
    """Whether a solver's answer is shown."""
    return window.document.solution is not None


@command(
    "solve",
    _("Solve"),
    menu="solve",
    order=11,
    keys=("F5", "Mod+R"),
    icon="solve",
    bar=32,
    named=True,
    enabled=idle,
)
def solve(window: Window) -> None:
    """Find the route with the chosen solver."""
    window.solve.run()


@command("compare", _("Compare Solvers…"), menu="solve", order=12, keys=("F6",), icon="compare")
def compare(window: Window) -> None:
    """Run several solvers on this maze and see them side by side."""
    from mazeeditor.gui.dialogs.compare import show_comparison

    show_comparison(window)


@command("clear-route", _("Clear the Route"), menu="solve", order=13, enabled=solved)
def clear_route(window: Window) -> None:
    """Show the maze without a route."""
    window.document.show(None)


@command(
    "show-route",
    _("Show the Route"),
    menu="solve",
    order=21,
    keys=("R",),
    checked=lambda window: window.settings.route,
)
def show_route(window: Window) -> None:
    """Draw the route over the maze, or not."""
    window.show_answer(route=not window.settings.route)


@command(
    "show-visited",
    _("Show Visited Cells"),
    menu="solve",
    order=22,
    keys=("V",),
    checked=lambda window: window.settings.visited,
)
def show_visited(window: Window) -> None:
    """Tint the cells that the solver looked at, or not."""
    window.show_answer(visited=not window.settings.visited)
