"""The Solve menu."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command, idle
from mazeeditor.app.shown.highlights import HIGHLIGHTS, Highlight
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _


def solved(workspace: Workspace) -> bool:
    """Whether the answer of a solver is shown."""
    return workspace.document.solution is not None


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
    places=("maze", "solve"),
)
def solve(workspace: Workspace) -> None:
    """Find the route with the chosen solver."""
    from mazeeditor.editing.work import solving

    solver = workspace.solver
    try:
        options = solver.options.read()
    except UsageError:  # the field shows what is invalid
        workspace.ui.show_section("solve")
        return
    workspace.start(_("Solving"), solving(workspace.document, solver.name, **options))
    workspace.ui.focus_maze()


@command(
    "clear-route",
    _("Clear the Route"),
    menu="solve",
    order=13,
    enabled=solved,
    reason=_("No route is shown."),
    places=("solve",),
)
def clear_route(workspace: Workspace) -> None:
    """Show the maze without a route."""
    workspace.document.show(None)


@command(
    "show-route",
    _("Show the Route"),
    menu="solve",
    order=21,
    keys=("R",),
    checked=lambda workspace: workspace.settings.route,
    places=("solve",),
)
def show_route(workspace: Workspace) -> None:
    """Draw the route over the maze, or not."""
    workspace.show_answer(route=not workspace.settings.route)


@command(
    "show-visited",
    _("Show Visited Cells"),
    menu="solve",
    order=22,
    keys=("V",),
    checked=lambda workspace: workspace.settings.visited,
    places=("solve",),
)
def show_visited(workspace: Workspace) -> None:
    """Tint the cells that the solver looked at, or not."""
    workspace.show_answer(visited=not workspace.settings.visited)


def _highlighting(highlight: Highlight, order: int) -> Command:
    """Return the command that shows something that the verdict is about."""

    def show(workspace: Workspace) -> None:
        workspace.highlight.show(highlight)

    def applies(workspace: Workspace) -> bool:
        facts = workspace.verdict.facts
        return facts is not None and highlight.applies(facts)

    show.__doc__ = highlight.summary
    return Command(
        f"highlight-{highlight.name}",
        highlight.label,
        show,
        menu="solve",
        order=order,
        enabled=applies,
        reason=_("There is nothing of this kind in the maze."),
        places=("status",),
    )


for _order, _highlight in enumerate(HIGHLIGHTS, 42):
    COMMANDS.add(_highlighting(_highlight, _order))
