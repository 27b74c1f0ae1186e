"""What a right click opens: the commands that belong to the place, built from the registry.

A command names its ``places``. The menu shows those of the most exact place first: of an opening,
a wall, a cell, then of the maze around it, with the command palette at the end. On selected cells
it has only what is done with these. Menu and Shift+F10
open it at the cell cursor, or at the widget that has the keyboard. In a field that is typed into
it has the clipboard.

It has at most ``MAX_ENTRIES`` entries. Where there are more commands, those that are in one submenu
of the menu bar are in a submenu here too, those of the least exact place first::

    Erase this wall                        Generate
    Entrance here                          Undo
    ...                                    Zoom              >
    Maze              >                    Picture to Trace  >
    Command palette                        Command palette
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import COMMANDS, PLACES, Command, in_groups
from mazeeditor.app.parts.view import NO_TARGET, Target, target_at
from mazeeditor.app.shown.chosen_workspace import TEACH
from mazeeditor.core.translation import _
from mazeeditor.editing.tools import Preview
from mazeeditor.gui.desktop.blocking import blocking_dialog, is_blocked
from mazeeditor.gui.desktop.keys import accelerator, typed_into
from mazeeditor.gui.desktop.system import is_mac
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.widgets.flat_menu import FlatMenu

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context


ON_TARGET = {
    "selection",
    "opening",
    "wall",
    "cell",
}  # places that hide a command which cannot be used
OF_FIELDS = {  # what a field does: label, its virtual event, its key
    "cut": (_("Cut"), "<<Cut>>", "Mod+X"),
    "copy": (_("Copy"), "<<Copy>>", "Mod+C"),
    "paste": (_("Paste"), "<<Paste>>", "Mod+V"),
    "all": (_("Select all"), "<<SelectAll>>", "Mod+A"),
}
# Places by the class of a widget; a name, as the panel is imported after the window is seen.
OF_WIDGETS = {
    "CommandBar": "bar",
    "PlayBar": "bar",
    "ToolStrip": "tools",
    "SidePanel": "panel",
    "StatusBar": "status",
}
KEYS = ("<Menu>", "<Shift-F10>")
MAX_ENTRIES = 9  # entries of a menu
AROUND = {"maze": MENUS["maze"]}  # the submenu of a place around a more exact one


def _rank(command: Command) -> int:
    """Return where a command stands among those of all menus, its tens being its group."""
    return 1000 * list(MENUS).index(command.menu) + command.order


@dataclass(frozen=True)
class Folded:
    """Groups of commands that are in a submenu."""

    label: str
    groups: tuple[tuple[Command, ...], ...]


Item = Command | Folded
Groups = list[list[Item]]


def fold_groups(places: Sequence[tuple[str, Sequence[Sequence[Command]]]], most: int) -> Groups:
    """Return the groups of a menu with at most ``most`` entries, if submenus can do that.

    ``places`` are the names and groups of places, the most exact first. The submenus of the menu
    bar come first, then all of a place that is around another one, then those of the other places.
    """
    result: list[Groups] = [[[*group] for group in groups] for _place, groups in places]

    def entries() -> int:
        return sum(len(group) for groups in result for group in groups)

    for at in reversed(range(len(result))):
        name, whole = places[at]
        if entries() > most:
            result[at] = [_in_submenus(group) for group in whole]
        if entries() > most and at and name in AROUND:
            result[at] = [[Folded(AROUND[name], tuple(map(tuple, whole)))]]
    return [group for groups in result for group in groups if group]


def _in_submenus(group: Sequence[Command]) -> list[Item]:
    """Return commands, with those in submenus that share one of the menu bar."""
    shared: dict[str, list[Command]] = {}
    for command in group:
        shared.setdefault(command.group or command.name, []).append(command)
    return [
        alike[0] if len(alike) == 1 else Folded(alike[0].group, (tuple(alike),))
        for alike in shared.values()
    ]


class ContextMenus:
    """The menus of the right button in one window."""

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        self._context = context
        self._document, self._view, self._services = document, view, services
        self.menu: FlatMenu | None = None  # the one opened last
        root = context.root
        if is_mac(root):  # where the middle button is 3
            events: tuple[str, ...] = ("<Button-2>", "<Control-Button-1>")
        else:
            events = ("<Button-3>",)
        for event in events:
            root.bind(event, self._clicked, add=True)
        for key in KEYS:
            root.bind(key, self._by_key, add=True)

    # Where

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        self._open(event.widget, event.x_root, event.y_root)

    def _by_key(self, _event: tk.Event[tk.Misc]) -> str:
        """Open the menu below what has the keyboard, or at the cell cursor."""
        root, maze_view = self._context.root, self._context.maze_view
        path = str(root.tk.call("focus"))
        if not path or "#" in path:  # a menu of the menu bar, which is a copy
            return "break"
        widget = root.nametowidget(path)
        x, y = widget.winfo_rootx(), widget.winfo_rooty() + widget.winfo_height()
        if widget is maze_view.canvas:
            if maze_view.cell is None:
                maze_view.cursor.begin()
            if maze_view.cell is not None:
                right, down = maze_view.viewport.to_px(*maze_view.place_of(maze_view.cell))
                x = maze_view.canvas.winfo_rootx() + round(right)
                y = maze_view.canvas.winfo_rooty() + round(down)
        self._open(widget, x, y)
        return "break"

    def _open(self, widget: tk.Misc, x: int, y: int) -> None:
        """Open the menu of a widget at a place of the screen."""
        context = self._context
        if is_blocked(widget, blocking_dialog(context.root)) or self._view.toolbox.dragging:
            return
        if typed_into(widget):
            self._post(self._of_field(widget), x, y)
            return
        target = self._target(widget, x, y)
        menu = self._of_places(self._places(widget, target), target)
        self._post(menu, x, y)
        self._show(menu, target)

    def _target(self, widget: tk.Misc, x: int, y: int) -> Target:
        """Return what of the maze is there, nothing elsewhere or during a game."""
        maze_view, maze = self._context.maze_view, self._document.maze
        if widget is not maze_view.canvas or self._context.game:
            return NO_TARGET
        place = maze_view.viewport.to_cells(
            x - maze_view.canvas.winfo_rootx(), y - maze_view.canvas.winfo_rooty()
        )
        target = target_at(maze, *place)
        return target._replace(wall=None) if maze_view.is_overview else target

    def _places(self, widget: tk.Misc, target: Target) -> list[str]:
        """Return the names of the places that a widget belongs to, the most exact first."""
        maze_view = self._context.maze_view
        rulers = [ruler.canvas for ruler in maze_view.rulers]
        of_view = {
            "maze": [maze_view.canvas],
            "overview": [maze_view.minimap.widget],
            "rulers": rulers,
        }
        places = {name for name, parts in of_view.items() if widget in parts}
        part: tk.Misc | None = widget
        while part is not None:
            places |= {OF_WIDGETS[kind] for kind in [type(part).__name__] if kind in OF_WIDGETS}
            part = part.master
        if "panel" in places:
            places.add(str(self._services.settings.tabs.get(self._view.workspaces.name)))
        if "maze" in places and self._view.workspaces.name != TEACH:  # where nothing is edited
            openings = self._document.maze.openings
            places |= {"cell"} if target.cell is not None else set()
            places |= {"wall"} if target.wall is not None else set()
            places |= {"opening"} if target.opening in openings else set()
            selected = self._view.selection.cells
            if selected is not None and target.cell is not None and selected[target.cell]:
                return ["selection"]
        return [place for place in PLACES if place in places]

    # What

    def _of_places(self, places: Sequence[str], target: Target) -> FlatMenu:
        menu = FlatMenu(self._context.root)
        listed = {"palette"}
        by_place: list[tuple[str, list[list[Command]]]] = []
        with self._aimed(target):
            for place in places:
                own = [command for command in COMMANDS if place in command.places]
                own = [command for command in own if command.name not in listed]
                listed |= {command.name for command in own}
                if place in ON_TARGET:
                    own = [command for command in own if command.ready(self._context.parts)]
                by_place.append((place, in_groups(own, _rank)))
            groups: Groups = [*fold_groups(by_place, MAX_ENTRIES - 1), [COMMANDS["palette"]]]
            self._add_groups(menu, groups, target)
        return menu

    def _add_groups(self, menu: FlatMenu, groups: Iterable[Sequence[Item]], target: Target) -> None:
        """Add groups to a menu, with lines between them."""
        for group in groups:
            if menu.index("end") is not None:
                menu.add_separator()
            for item in group:
                if isinstance(item, Folded):
                    child = FlatMenu(menu)
                    self._add_groups(child, item.groups, target)
                    menu.add_cascade(label=item.label, menu=child)
                else:
                    self._add(menu, item, target)
        menu.underline()

    def _add(self, menu: FlatMenu, command: Command, target: Target) -> None:

        def run() -> None:
            with self._aimed(target):
                self._context.run(command)

        options: Any = {
            "label": command.label_in(self._context.parts),
            "accelerator": self._context.keys.accelerator(command.name),
            "state": "normal" if command.ready(self._context.parts) else "disabled",
            "command": run,
        }
        if command.checked is None:
            menu.add_command(**options)
            return
        # by name: an object would be kept by nobody, and Tk would forget it
        variable: Any = f"{menu}.{command.name}"
        menu.setvar(variable, str(int(self._context.parts.call(command.checked))))
        if command.one_of:
            menu.add_radiobutton(variable=variable, value="1", **options)
        else:
            menu.add_checkbutton(variable=variable, onvalue="1", offvalue="0", **options)

    @contextmanager
    def _aimed(self, target: Target) -> Iterator[None]:
        """Let commands act on a target."""
        self._view.target = target if target != NO_TARGET else None
        try:
            yield
        finally:
            self._view.target = None

    def _of_field(self, field: tk.Misc) -> FlatMenu:
        """Return the menu of a field; it gets the keyboard."""
        field.focus_set()
        menu = FlatMenu(self._context.root)
        for name, (label, event, key) in OF_FIELDS.items():
            menu.add_command(
                label=label,
                accelerator=accelerator(key),
                command=lambda event=event: field.event_generate(event),  # type: ignore[misc]
            )
            if name == "paste":
                menu.add_separator()
        menu.underline()
        return menu

    # On the screen

    def _post(self, menu: FlatMenu, x: int, y: int) -> None:
        if self.menu and self.menu.winfo_exists():
            self.menu.destroy()
        self.menu = menu
        menu.tk_popup(x, y)

    def _show(self, menu: FlatMenu, target: Target) -> None:
        """Show which wall is meant while the menu is open."""
        maze_view, controller = self._context.maze_view, self._context.tool_controller
        if target.wall is not None:
            maze_view.preview(Preview(walls=(target.wall,)))
            menu.bind("<Unmap>", lambda _event: controller.look(), add=True)
