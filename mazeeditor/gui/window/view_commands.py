"""The commands that concern the view of the maze: zoom, places, what is shown around it, the wheel.

They are registered like those of the workspace, when this file is imported, for the same menus.
"""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command
from mazeeditor.app.shown.maze_comparison import comparing, next_difference
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _
from mazeeditor.gui.context import context_of
from mazeeditor.gui.panel_tabs import TABS, PanelTab


@command(
    "zoom-in",
    _("Zoom In"),
    menu="view",
    order=11,
    keys=("Mod+Plus", "Plus"),
    icon="zoom-in",
    in_play=True,
    places=("maze", "overview"),
)
def zoom_in(workspace: Workspace) -> None:
    """Show everything larger."""
    context_of(workspace).maze_view.zoom_by(1)


@command(
    "zoom-out",
    _("Zoom Out"),
    menu="view",
    order=12,
    keys=("Mod+Minus", "Minus"),
    icon="zoom-out",
    in_play=True,
    places=("maze", "overview"),
)
def zoom_out(workspace: Workspace) -> None:
    """Show everything smaller."""
    context_of(workspace).maze_view.zoom_by(-1)


@command(
    "fit",
    _("Fit the Window"),
    menu="view",
    order=13,
    keys=("Mod+0",),
    icon="fit",
    in_play=True,
    places=("maze", "overview", "status"),
)
def fit(workspace: Workspace) -> None:
    """Show the whole maze."""
    context_of(workspace).maze_view.fit()


@command(
    "actual-size",
    _("100 %"),
    menu="view",
    order=14,
    keys=("Mod+1",),
    in_play=True,
    places=("status",),
)
def actual_size(workspace: Workspace) -> None:
    """Show cells 24 pixels wide on a plain screen."""
    context_of(workspace).maze_view.actual_size()


@command(
    "page-view",
    _("Page"),
    menu="view",
    order=16,
    keys=("Mod+Alt+P",),
    checked=lambda workspace: context_of(workspace).shows_page,
    places=("maze", "page"),
)
def page_view(workspace: Workspace) -> None:
    """Show the page as it will be printed, in the place of the maze, or the maze again."""
    context = context_of(workspace)
    context.show_page(not context.shows_page)


@command(
    "zoom-box",
    _("Zoom into a Box"),
    menu="view",
    order=15,
    keys=("Z",),
    checked=lambda workspace: context_of(workspace).maze_view.zoom_box.armed,
    places=("maze",),
)
def zoom_box(workspace: Workspace) -> None:
    """Drag a box to see it as large as it fits."""
    context_of(workspace).navigation.toggle_zoom_box()


@command(
    "full-screen",
    _("Full Screen"),
    menu="view",
    order=28,
    keys=("F11",),
    checked=lambda workspace: context_of(workspace).navigation.full_screen,
    in_play=True,
    places=("bar",),
)
def full_screen(workspace: Workspace) -> None:
    """Let the window cover the whole screen, or no longer."""
    context_of(workspace).navigation.toggle_full_screen()


@command(
    "go-entrance",
    _("Go to Entrance"),
    menu="edit",
    order=31,
    keys=("Alt+Home",),
    enabled=lambda workspace: workspace.document.maze.entrance is not None,
    reason=_("The maze has no entrance."),
    places=("overview",),
)
def go_to_entrance(workspace: Workspace) -> None:
    """Show the entrance in the middle."""
    entrance = workspace.document.maze.entrance
    if entrance:
        context_of(workspace).navigation.go_to(entrance.cell)


@command(
    "go-exit",
    _("Go to Exit"),
    menu="edit",
    order=32,
    keys=("Alt+End",),
    enabled=lambda workspace: bool(workspace.document.maze.exits),
    reason=_("The maze has no exit."),
    places=("overview",),
)
def go_to_exit(workspace: Workspace) -> None:
    """Show the exit in the middle; where there are several, the next one each time."""
    cells = [opening.cell for opening in workspace.document.maze.exits]
    here = context_of(workspace).maze_view.cell
    place = cells.index(here) + 1 if here in cells else 0
    context_of(workspace).navigation.go_to(cells[place % len(cells)])


@command(
    "go-cell",
    _("Go to Cell…"),
    menu="edit",
    order=33,
    keys=("Mod+J",),
    places=("overview", "rulers"),
)
def go_to_cell(workspace: Workspace) -> None:
    """Show a cell of which you know row and column in the middle."""
    from mazeeditor.gui.dialogs.go_to_dialog import GoToDialog

    context = context_of(workspace)
    chosen = GoToDialog(context.root, workspace.document.maze.lattice, context.maze_view.cell).ask()
    if chosen is not None:
        context_of(workspace).navigation.go_to(chosen)


def _difference(name: str, label: str, order: int, keys: tuple[str, ...], step: int) -> None:
    """Register one of the steps through what differs from another project."""

    def go(workspace: Workspace) -> None:
        cell, context = next_difference(workspace, step), context_of(workspace)
        if cell is not None and context.maze_view.is_overview:
            context.navigation.go_to(cell)
        elif cell is not None:  # as little as it takes: the eye keeps its place
            context.maze_view.cell = cell
            workspace.ui.focus_maze()

    go.__doc__ = _("Go to the place of a difference; after the last one comes the first.")
    COMMANDS.add(
        Command(
            name,
            label,
            go,
            menu="edit",
            order=order,
            keys=keys,
            enabled=comparing,
            reason=_("Nothing is compared: see File > Compare with."),
        )
    )


_difference("next-difference", _("Next Difference"), 34, ("F2",), 1)
_difference("previous-difference", _("Previous Difference"), 35, ("Shift+F2",), -1)


@command(
    "rulers",
    _("Rulers"),
    menu="view",
    order=21,
    keys=("Mod+Shift+R",),
    checked=lambda workspace: workspace.settings.rulers,
    in_play=True,
    places=("rulers", "bar"),
)
def rulers(workspace: Workspace) -> None:
    """Show or hide the rulers with rows and columns."""
    context_of(workspace).show_rulers(not workspace.settings.rulers)


@command(
    "panel",
    _("Panel"),
    menu="view",
    order=22,
    keys=("F9",),
    checked=lambda workspace: workspace.settings.panel,
    places=("panel", "bar"),
)
def panel(workspace: Workspace) -> None:
    """Show the panel on the right, or leave its room to the maze."""
    context_of(workspace).show_panel(not workspace.settings.panel)


def _tab(name: str, tab: PanelTab, order: int) -> None:
    """Register one of the tabs of the panel."""

    def show(workspace: Workspace) -> None:
        context_of(workspace).show_tab(name)

    show.__doc__ = f"{tab.summary}."
    COMMANDS.add(
        Command(
            f"tab-{name}",
            tab.menu,
            show,
            menu="view",
            order=order,
            keys=(tab.keys,),
            checked=lambda workspace: workspace.settings.panel and workspace.settings.tab == name,
            one_of=True,
        )
    )


for _number, (_name, _panel_tab) in enumerate(TABS.items(), 23):
    _tab(_name, _panel_tab, _number)


@command(
    "minimap",
    _("Overview"),
    menu="view",
    order=27,
    keys=("Mod+Shift+M",),
    checked=lambda workspace: workspace.settings.minimap,
    in_play=True,
    places=("overview",),
)
def minimap(workspace: Workspace) -> None:
    """Show the whole maze in a corner where it does not fit; a click in it leads there."""
    context_of(workspace).show_minimap(not workspace.settings.minimap)


def _wheel(name: str, label: str, order: int, scrolls: bool, summary: str) -> None:
    """Register one of the uses of the wheel."""

    def use(workspace: Workspace) -> None:
        context_of(workspace).scroll_with_wheel(scrolls)

    use.__doc__ = summary
    COMMANDS.add(
        Command(
            f"wheel-{name}",
            label,
            use,
            menu="view",
            order=order,
            checked=lambda workspace: workspace.settings.wheel_scrolls is scrolls,
            one_of=True,
            in_play=True,
        )
    )


_wheel("zooms", _("Wheel Zooms"), 51, False, _("Zoom with the wheel; with Shift it scrolls."))
_wheel(
    "scrolls",
    _("Wheel Scrolls"),
    52,
    True,
    _("Scroll with the wheel or two fingers, with Shift to the side; with Ctrl it zooms."),
)
