"""The commands that concern the view of the maze: zoom, places, what is shown around it, the wheel.

They are registered like the others, when this file is imported, for the same menus.
"""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, COMPARE, Command, command
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import TEACH
from mazeeditor.app.shown.maze_comparison import comparing, next_difference
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.more import rare_options_of
from mazeeditor.gui.look import current
from mazeeditor.gui.workspaces import WORKSPACES, Workspace

PANEL_STEP = 24  # px at 96 dpi
WORKSPACE, ZOOM = _("Workspace"), _("Zoom")  # menus in the menu


NOTHING_TO_ZOOM = _("Nothing here can be shown larger or smaller.")


def _zooms(view: View) -> bool:
    return not (view.workspaces.name == TEACH and view.workspaces.view)


@command(
    "zoom-in",
    _("Zoom in"),
    words=_("larger bigger magnify"),
    menu="view",
    order=11,
    group=ZOOM,
    keys=("Mod+Plus", "Plus"),
    icon="zoom-in",
    enabled=_zooms,
    reason=NOTHING_TO_ZOOM,
    in_play=True,
    places=("maze", "overview"),
)
def zoom_in(context: Context) -> None:
    """Show everything larger."""
    if context.zoomed:
        context.zoomed.zoom_by(1)


@command(
    "zoom-out",
    _("Zoom out"),
    words=_("smaller"),
    menu="view",
    order=12,
    group=ZOOM,
    keys=("Mod+Minus", "Minus"),
    icon="zoom-out",
    enabled=_zooms,
    reason=NOTHING_TO_ZOOM,
    in_play=True,
    places=("maze", "overview"),
)
def zoom_out(context: Context) -> None:
    """Show everything smaller."""
    if context.zoomed:
        context.zoomed.zoom_by(-1)


@command(
    "fit",
    _("Fit the window"),
    words=_("zoom to whole page see all"),
    menu="view",
    order=13,
    group=ZOOM,
    keys=("Mod+0",),
    icon="fit",
    enabled=_zooms,
    reason=NOTHING_TO_ZOOM,
    in_play=True,
    places=("maze", "overview", "status"),
)
def fit(context: Context) -> None:
    """Show the whole maze, or all of what is in its place."""
    if context.zoomed:
        context.zoomed.fit()


@command(
    "actual-size",
    _("100 %"),
    menu="view",
    order=14,
    group=ZOOM,
    keys=("Mod+1",),
    enabled=_zooms,
    reason=NOTHING_TO_ZOOM,
    in_play=True,
    places=("status",),
)
def actual_size(context: Context) -> None:
    """Show cells 24 pixels wide on a plain screen; what is made in its own size."""
    if context.zoomed:
        context.zoomed.actual_size()


@command(
    "zoom-box",
    _("Zoom into a box"),
    menu="view",
    order=15,
    group=ZOOM,
    keys=("Z",),
    checked=lambda context: context.maze_view.zoom_box.armed,
    places=("maze",),
    on_maze=True,
)
def zoom_box(context: Context) -> None:
    """Drag a box to see it as large as it fits."""
    context.navigation.toggle_zoom_box()


@command(
    "everything",
    _("Everything"),
    menu="view",
    order=29,
    checked=lambda context: rare_options_of(context.maze_view).everything,
    places=("panel",),
    without_maze=True,
    manual="files-and-settings#the-window",
)
def everything(context: Context) -> None:
    """Show all options in all forms, also those below More."""
    rare = rare_options_of(context.maze_view)
    rare.show_everything(not rare.everything)


@command(
    "full-screen",
    _("Full screen"),
    words=_("fullscreen f11 presentation"),
    menu="view",
    order=30,
    keys=("F11",),
    checked=lambda context: context.navigation.full_screen,
    in_play=True,
    without_maze=True,
    places=("bar",),
)
def full_screen(context: Context) -> None:
    """Let the window cover the whole screen, or no longer."""
    context.navigation.toggle_full_screen()


@command(
    "go-entrance",
    _("Go to entrance"),
    menu="edit",
    order=31,
    group=_("Go to"),
    keys=("Alt+Home",),
    enabled=lambda document: document.maze.entrance is not None,
    reason=_("The maze has no entrance."),
    places=("overview",),
    on_maze=True,
)
def go_to_entrance(context: Context, document: Document) -> None:
    """Show the entrance in the middle."""
    entrance = document.maze.entrance
    if entrance:
        context.navigation.go_to(entrance.cell)


@command(
    "go-exit",
    _("Go to exit"),
    menu="edit",
    order=32,
    group=_("Go to"),
    keys=("Alt+End",),
    enabled=lambda document: bool(document.maze.exits),
    reason=_("The maze has no exit."),
    places=("overview",),
    on_maze=True,
)
def go_to_exit(context: Context, document: Document) -> None:
    """Show the exit in the middle; where there are several, the next one each time."""
    cells = [opening.cell for opening in document.maze.exits]
    here = context.maze_view.cell
    place = cells.index(here) + 1 if here in cells else 0
    context.navigation.go_to(cells[place % len(cells)])


@command(
    "go-cell",
    _("Go to cell…"),
    menu="edit",
    order=33,
    group=_("Go to"),
    keys=("Mod+J",),
    places=("overview", "rulers"),
    on_maze=True,
)
def go_to_cell(context: Context, document: Document) -> None:
    """Show a cell of which you know row and column in the middle."""
    from mazeeditor.gui.dialogs.option_dialogs import GoToDialog

    chosen = GoToDialog(context.root, document.maze.lattice, context.maze_view.cell).ask()
    if chosen is not None:
        context.navigation.go_to(chosen)


def _difference(name: str, label: str, order: int, keys: tuple[str, ...], step: int) -> None:
    """Register one of the steps through what differs from another project."""

    def go(context: Context, view: View, services: Services) -> None:
        cell = next_difference(view, services, step)
        if cell is not None and context.maze_view.is_overview:
            context.navigation.go_to(cell)
        elif cell is not None:  # as little as it takes: the eye keeps its place
            context.maze_view.cell = cell
            services.ui.focus_maze()

    go.__doc__ = _("Go to the place of a difference; after the last one comes the first.")
    COMMANDS.add(
        Command(
            name,
            label,
            go,
            menu="view",
            order=order,
            group=COMPARE,
            keys=keys,
            enabled=comparing,
            on_maze=True,
            reason=_("Nothing is compared: see View > Compare."),
        )
    )


_difference("next-difference", _("Next difference"), 62, ("F2",), 1)
_difference("previous-difference", _("Previous difference"), 63, ("Shift+F2",), -1)


@command(
    "rulers",
    _("Rulers"),
    words=_("coordinates numbers grid"),
    menu="view",
    order=21,
    group=_("Show"),
    keys=("Mod+Shift+R",),
    checked=lambda services: services.settings.rulers,
    in_play=True,
    places=("rulers", "bar"),
    without_maze=True,
)
def rulers(context: Context, services: Services) -> None:
    """Show or hide the rulers with rows and columns."""
    context.show_rulers(not services.settings.rulers)


@command(
    "panel",
    _("Panel"),
    menu="view",
    order=24,
    group=_("Show"),
    keys=("F9",),
    checked=lambda services: services.settings.panel,
    places=("panel", "bar"),
    manual="files-and-settings#the-window",
)
def panel(context: Context, services: Services) -> None:
    """Show the panel on the right, or leave its room to the maze."""
    context.show_panel(not services.settings.panel)


def _widening(name: str, label: str, order: int, step: int) -> None:
    """Register a command that does what a drag of the edge of the panel does."""

    def widen(context: Context) -> None:
        context.show_panel(True)
        context.widen_panel(round(step * current(context.root).scale))

    widen.__doc__ = _("Move the edge of the panel, as a drag of it does.")
    COMMANDS.add(
        Command(
            name,
            label,
            widen,
            menu="view",
            order=order,
            group=_("Show"),
            manual="files-and-settings#the-window",
        )
    )


_widening("wider-panel", _("Wider panel"), 25, PANEL_STEP)
_widening("narrower-panel", _("Narrower panel"), 26, -PANEL_STEP)


def _workspace(entry: Workspace) -> None:
    def show(context: Context) -> None:
        context.show_workspace(entry.name)

    show.__doc__ = f"{entry.summary}"
    COMMANDS.add(
        Command(
            f"workspace-{entry.name}",
            entry.label,
            show,
            words=entry.words,
            menu="view",
            order=entry.order,
            group=WORKSPACE,
            keys=entry.keys,
            checked=lambda view: view.workspaces.name == entry.name,
            one_of=True,
        )
    )


for _entry in WORKSPACES:
    _workspace(_entry)


def _step(name: str, label: str, order: int, keys: str, step: int) -> None:
    """Register one of the ways to the workspaces beside the one that is shown."""

    def show(context: Context, view: View) -> None:
        names = WORKSPACES.names()
        context.show_workspace(names[(names.index(view.workspaces.name) + step) % len(names)])

    show.__doc__ = _("Show the workspace beside this one; beyond the last comes the first.")
    found = Command(name, label, show, menu="view", order=order, group=WORKSPACE, keys=(keys,))
    COMMANDS.add(found)


_step("next-workspace", _("Next workspace"), 6, "Mod+Next", 1)
_step("previous-workspace", _("Previous workspace"), 7, "Mod+Prior", -1)


@command(
    "minimap",
    _("Overview"),
    words=_("overview map"),
    menu="view",
    order=22,
    group=_("Show"),
    keys=("Mod+Shift+M",),
    checked=lambda services: services.settings.minimap,
    in_play=True,
    places=("overview",),
    without_maze=True,
)
def minimap(context: Context, services: Services) -> None:
    """Show the whole maze in a corner where it does not fit; a click in it leads there."""
    context.show_minimap(not services.settings.minimap)


def _wheel(name: str, label: str, order: int, scrolls: bool, summary: str) -> None:
    """Register one of the uses of the wheel."""

    def use(context: Context) -> None:
        context.scroll_with_wheel(scrolls)

    use.__doc__ = summary
    COMMANDS.add(
        Command(
            f"wheel-{name}",
            label,
            use,
            menu="view",
            order=order,
            group=ZOOM,
            checked=lambda services: services.settings.wheel_scrolls is scrolls,
            one_of=True,
            in_play=True,
            without_maze=True,
        )
    )


_wheel("zooms", _("Wheel zooms"), 18, False, _("Zoom with the wheel; with Shift it scrolls."))
_wheel(
    "scrolls",
    _("Wheel scrolls"),
    19,
    True,
    _("Scroll with the wheel or two fingers, with Shift to the side; with Ctrl it zooms."),
)
