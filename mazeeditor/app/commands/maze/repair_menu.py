"""Repairs in the Maze menu: each goal, with a preview that is accepted or left."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.maze.repairs import GOALS, Goal


@command("repair", _("Repair…"), menu="solve", order=51, keys=("Mod+Alt+R",), enabled=idle)
def repair(view: View, services: Services) -> None:
    """Choose what the maze is to be with the fewest changes: perfect, with so many loops, ..."""
    from mazeeditor.maze.transforms import TRANSFORMS

    chosen = services.ui.dialogs.ask_transform(TRANSFORMS["repair"], {})
    if chosen is None:
        return
    goal = GOALS[chosen.pop("goal")]
    names = {option.name for option in goal.options}
    own = {name: value for name, value in chosen.items() if name in names}
    view.repair.show(goal, **own)


def _repairing(goal: Goal, number: int) -> Command:
    """Return the command that shows a repair."""

    def show(view: View, services: Services) -> None:
        view.repair.show(goal)
        services.ui.focus_maze()

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
    _("Accept the Repair"),
    menu="solve",
    order=58,
    keys=("Mod+Alt+Return",),
    enabled=lambda view, services: view.repair.result is not None and idle(services),
    reason=_("No repair is shown: choose one first."),
)
def accept_repair(view: View, services: Services) -> None:
    """Change the walls that the repair shows, as one step."""
    view.repair.accept(services.start)
    if view.symmetry.not_kept:
        services.ui.show_status(view.symmetry.not_kept)
    services.ui.focus_maze()


@command(
    "sealed",
    _("Sealed Cells"),
    menu="view",
    order=29,
    checked=lambda services: services.settings.sealed,
)
def show_sealed(view: View, services: Services) -> None:
    """Tint cells that cannot be reached, or not."""
    services.settings.sealed = not services.settings.sealed
    view.sealed.follow()
    services.update()
