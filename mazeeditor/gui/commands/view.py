"""The View menu: how large and in which colours everything is shown, and what beside the maze."""

from __future__ import annotations

from mazeeditor.gui.commands import COMMANDS, Command, command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command(
    "zoom-in",
    _("Zoom In"),
    menu="view",
    order=11,
    keys=("Mod+Plus", "Plus"),
    icon="zoom-in",
    in_play=True,
)
def zoom_in(window: Window) -> None:
    """Show everything larger."""
    window.view.zoom_in()


@command(
    "zoom-out",
    _("Zoom Out"),
    menu="view",
    order=12,
    keys=("Mod+Minus", "Minus"),
    icon="zoom-out",
    in_play=True,
)
def zoom_out(window: Window) -> None:
    """Show everything smaller."""
    window.view.zoom_out()


@command(
    "fit", _("Fit the Window"), menu="view", order=13, keys=("Mod+0",), icon="fit", in_play=True
)
def fit(window: Window) -> None:
    """Show the whole maze."""
    window.view.fit()


@command("actual-size", _("100 %"), menu="view", order=14, keys=("Mod+1",), in_play=True)
def actual_size(window: Window) -> None:
    """Show cells 24 pixels wide on a plain screen."""
    window.view.actual_size()


@command(
    "rulers",
    _("Rulers"),
    menu="view",
    order=21,
    keys=("Mod+Shift+R",),
    checked=lambda window: window.settings.rulers,
    in_play=True,
)
def rulers(window: Window) -> None:
    """Show rows and columns beside the maze, or not."""
    window.layout.show_rulers(not window.settings.rulers)


@command(
    "panel",
    _("Panel"),
    menu="view",
    order=22,
    keys=("F9",),
    checked=lambda window: window.settings.panel,
)
def panel(window: Window) -> None:
    """Show the panel on the right, or leave its room to the maze."""
    window.layout.show_panel(not window.settings.panel)


def _theme(name: str, label: str, order: int, summary: str) -> None:
    """Register one of the themes."""

    def use(window: Window) -> None:
        window.layout.set_theme(name)

    use.__doc__ = summary
    COMMANDS.add(
        Command(
            f"theme-{name}",
            label,
            use,
            menu="view",
            order=order,
            checked=lambda window: window.settings.theme == name,
            one_of=True,
            in_play=True,
        )
    )


_theme("light", _("Light"), 31, _("Dark words on light ground."))
_theme("dark", _("Dark"), 32, _("Light words on dark ground."))
_theme("system", _("Like the System"), 33, _("Light or dark as the desktop is."))
