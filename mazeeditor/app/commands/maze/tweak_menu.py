"""Maze > Tweak: the sliders that change figures of the maze, and their Apply."""

from __future__ import annotations

from mazeeditor.app.commands import command, idle
from mazeeditor.app.services import Services
from mazeeditor.app.view import View
from mazeeditor.core.translation import _


def _tweaking(view: View) -> bool:
    """Whether there is something to apply; nothing is imported to find that out."""
    return "tweaks" in vars(view) and view.tweaks.active


@command("tweak", _("Tweak"), menu="maze", order=32, keys=("Mod+T",), enabled=idle)
def tweak(view: View, services: Services) -> None:
    """Make the route longer or shorter, corridors straighter, dead ends or loops fewer."""
    services.ui.show_section("tweak")
    view.tweaks.entered.notify()


@command(
    "apply-tweaks",
    _("Apply Tweaks"),
    menu="maze",
    order=33,
    keys=("Mod+Return",),
    enabled=_tweaking,
    reason=_("No slider of Tweak was moved."),
)
def apply_tweaks(view: View, services: Services) -> None:
    """Make the maze that the sliders of Tweak show, as one step."""
    view.tweaks.apply()
    if view.symmetry.not_kept:
        services.ui.show_status(view.symmetry.not_kept)
