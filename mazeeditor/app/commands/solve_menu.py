"""The Solve menu: solve, highlight what the verdict is about, repair with a preview."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.highlights import HIGHLIGHTS, Highlight
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.repairs import GOALS, Goal


def is_solved(document: Document) -> bool:
    return document.solution is not None


@command(
    "solve",
    _("Solve"),
    words=_("solution answer path way"),
    menu="solve",
    order=11,
    keys=("F5", "Mod+R"),
    icon="solve",
    enabled=idle,
    places=("maze", "solve"),
)
def solve(document: Document, view: View, services: Services) -> None:
    """Find the route with the chosen solver."""
    from mazeeditor.editing.work import solving

    solver = view.solver
    try:
        options = solver.options.read()
    except UsageError:  # the field shows what is invalid
        services.ui.show_section("solve")
        return
    services.start(_("Solving"), solving(document, solver.name, **options))
    services.ui.focus_maze()


@command(
    "clear-route",
    _("Clear the route"),
    words=_("remove solution hide answer"),
    menu="solve",
    order=13,
    enabled=is_solved,
    reason=_("No route is shown."),
    places=("solve",),
    on_maze=True,
)
def clear_route(document: Document) -> None:
    """Show the maze without a route."""
    document.show(None)


@command(
    "show-route",
    _("Show the route"),
    menu="solve",
    order=21,
    keys=("R",),
    checked=lambda services: services.settings.route,
    places=("solve",),
    on_maze=True,
)
def show_route(view: View, services: Services) -> None:
    """Draw the route over the maze, or not."""
    view.show_answer(route=not services.settings.route)


@command(
    "show-visited",
    _("Show visited cells"),
    menu="solve",
    order=22,
    keys=("V",),
    checked=lambda services: services.settings.visited,
    places=("solve",),
    on_maze=True,
)
def show_visited(view: View, services: Services) -> None:
    """Tint the cells that the solver looked at, or not."""
    view.show_answer(visited=not services.settings.visited)


def _highlighting(highlight: Highlight, order: int) -> Command:
    """Return the command that shows something that the verdict is about."""

    def show(view: View) -> None:
        view.highlight.show(highlight)

    def applies(view: View) -> bool:
        facts = view.verdict.facts
        return facts is not None and highlight.applies(facts)

    show.__doc__ = highlight.summary
    return Command(
        f"highlight-{highlight.name}",
        highlight.label,
        show,
        menu="solve",
        order=order,
        group=_("Highlight"),
        enabled=applies,
        reason=_("There is nothing of this kind in the maze."),
        places=("status",),
    )


for _order, _highlight in enumerate(HIGHLIGHTS, 42):
    COMMANDS.add(_highlighting(_highlight, _order))


@command("repair", _("Fix and finish"), menu="solve", order=51, keys=("Mod+Alt+R",), enabled=idle)
def repair(view: View, services: Services) -> None:
    """Choose what the maze is to be, and see what would change: perfect, finished, sparse, ..."""
    services.ui.show_section("fix")
    view.fixing.entered.notify()


def _repairing(goal: Goal, number: int) -> Command:
    def show(view: View) -> None:
        view.fix(goal.name)

    show.__doc__ = goal.summary
    return Command(
        f"repair-{goal.name}",
        goal.label,
        show,
        menu="solve",
        order=51 + number,
        keys=(f"Mod+Alt+{number}",),
        enabled=idle,
        places=("status",),
    )


for _number, _goal in enumerate(GOALS, 1):
    COMMANDS.add(_repairing(_goal, _number))


@command(
    "accept-repair",
    _("Apply what is shown"),
    menu="solve",
    order=58,
    keys=("Mod+Return", "Mod+Alt+Return"),
    enabled=lambda view, services: view.repair.result is not None and idle(services),
    reason=_("Nothing is shown that would change: choose something in Fix and finish."),
    on_maze=True,
    manual="draw-and-repair#mend-a-maze-that-has-several-routes",
)
def accept_repair(view: View, services: Services) -> None:
    """Change the walls that Fix and finish shows, as one step."""
    view.repair.accept(services.start)
    services.ui.focus_maze()


@command(
    "sealed",
    _("Sealed cells"),
    words=_("unreachable closed"),
    menu="view",
    order=23,
    group=_("Show"),
    checked=lambda services: services.settings.sealed,
    without_maze=True,
    manual="teach-and-watch#inspect-a-maze",
)
def show_sealed(view: View, services: Services) -> None:
    """Tint cells that cannot be reached, or not."""
    services.settings.sealed = not services.settings.sealed
    view.sealed.follow()
    services.update()
