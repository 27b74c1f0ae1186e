"""Repairs in the Maze menu: each goal, with a preview that is accepted or left."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command, idle
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _
from mazeeditor.maze.repairs import GOALS, Goal


@command("repair", _("Repair…"), menu="solve", order=51, keys=("Mod+Alt+R",), enabled=idle)
def repair(workspace: Workspace) -> None:
    """Choose what the maze is to be with the fewest changes: perfect, with so many loops, ..."""
    from mazeeditor.maze.transforms import TRANSFORMS

    chosen = workspace.ui.dialogs.ask_transform(TRANSFORMS["repair"], {})
    if chosen is None:
        return
    goal = GOALS[chosen.pop("goal")]
    names = {option.name for option in goal.options}
    own = {name: value for name, value in chosen.items() if name in names}
    workspace.repair.show(goal, **own)


def _repairing(goal: Goal, number: int) -> Command:
    """Return the command that shows a repair."""

    def show(workspace: Workspace) -> None:
        workspace.repair.show(goal)
        workspace.ui.focus_maze()

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
    enabled=lambda workspace: workspace.repair.result is not None and idle(workspace),
    reason=_("No repair is shown: choose one first."),
)
def accept_repair(workspace: Workspace) -> None:
    """Change the walls that the repair shows, as one step."""
    workspace.repair.accept(workspace.start)
    if workspace.symmetry.not_kept:
        workspace.ui.show_status(workspace.symmetry.not_kept)
    workspace.ui.focus_maze()


@command(
    "sealed",
    _("Sealed Cells"),
    menu="view",
    order=29,
    checked=lambda workspace: workspace.settings.sealed,
)
def show_sealed(workspace: Workspace) -> None:
    """Tint cells that cannot be reached, or not."""
    workspace.settings.sealed = not workspace.settings.sealed
    workspace.sealed.follow()
    workspace.update()
