"""Maze > Tweak: the sliders that change figures of the maze, and their Apply."""

from __future__ import annotations

from mazeeditor.app.commands import command, idle
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _


def _tweaking(workspace: Workspace) -> bool:
    """Whether there is something to apply; nothing is imported to find that out."""
    return "tweaks" in vars(workspace) and workspace.tweaks.active


@command("tweak", _("Tweak"), menu="maze", order=32, keys=("Mod+T",), enabled=idle)
def tweak(workspace: Workspace) -> None:
    """Make the route longer or shorter, corridors straighter, dead ends or loops fewer."""
    workspace.ui.show_section("tweak")
    workspace.tweaks.entered.notify()


@command(
    "apply-tweaks",
    _("Apply Tweaks"),
    menu="maze",
    order=33,
    keys=("Mod+Return",),
    enabled=_tweaking,
    reason=_("No slider of Tweak was moved."),
)
def apply_tweaks(workspace: Workspace) -> None:
    """Make the maze that the sliders of Tweak show, as one step."""
    workspace.tweaks.apply()
    if workspace.symmetry.not_kept:
        workspace.ui.show_status(workspace.symmetry.not_kept)
