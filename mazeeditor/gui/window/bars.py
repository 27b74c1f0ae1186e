"""The menu bar, the command bar and the tool strip, built from the commands and the tools."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from tkinter import ttk

from mazeeditor.app.commands import (
    COMMANDS,
    SUBMENUS,
    Command,
    Submenu,
    disabled_reason,
    in_groups,
    perform,
)
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import TOOLS, Tool
from mazeeditor.gui.context import Context
from mazeeditor.gui.desktop.blocking import leads_to_dialog
from mazeeditor.gui.desktop.mac import OF_APPLICATION
from mazeeditor.gui.desktop.system import is_mac
from mazeeditor.gui.empty_window import MENUS, names_in_bar, own_name
from mazeeditor.gui.look import current, dress_menu
from mazeeditor.gui.look.classic import BAR
from mazeeditor.gui.widgets import packed_width
from mazeeditor.gui.widgets.buttons import IconButton, TabButton, ToolButton
from mazeeditor.gui.widgets.flat_menu import FlatMenu
from mazeeditor.gui.widgets.focus_order import RovingFocus
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.workspaces import WORKSPACES

FILL_MS = 1000  # ms until menus are filled that nobody has opened, on macOS
AROUND_STRIP = 128  # px at 96 dpi that the bars take above and below it
EDGE, LINE = 2, 4  # px at 96 dpi above and below the tools, and each line between them
NAMED_FROM = 1200  # px at 96 dpi: in windows as wide tools have names
# What a bar shows, where there is room for: labels of buttons, New and Open, further buttons, Save.
BAR_FITS = (
    (True, True, True, True),
    (False, True, True, True),
    (False, False, True, True),
    (False, False, False, True),
    (False, False, False, False),
)
SAVE, UNDO = "save", "undo"


@dataclass
class MenuEntry:
    """One entry of a menu and what it showed last, so that only what changes is written."""

    menu: tk.Menu
    index: int
    command: Command
    tick: tk.BooleanVar | None
    shown: tuple[str, bool] | None = None
    keys: str = ""

    def refresh(self, context: Context) -> None:
        """Show label, state, shortcut and tick as they are now."""
        shown = self.command.label_in(context.parts), self.command.ready(context.parts)
        if shown != self.shown:
            state = "normal" if shown[1] else "disabled"
            self.menu.entryconfigure(self.index, label=shown[0], state=state)
            self.shown = shown
        keys = context.keys.accelerator(self.command.name)
        if keys != self.keys:
            self.menu.entryconfigure(self.index, accelerator=keys)
            dress_menu(self.menu, str(self.menu), self.index)
            self.keys = keys
        if self.tick is not None and self.command.checked:
            self.tick.set(context.parts.call(self.command.checked))


class MenuBar:
    """The menus of a window; each is filled when it is first opened."""

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        self._context, self._document = context, document
        self._view, self._services = view, services
        self._filled: dict[str, list[MenuEntry]] = {}  # by the name of the menu
        self.submenus: list[tuple[tk.Menu, int, Submenu]] = []  # menu and index of each
        self.groups: dict[str, tuple[tk.Menu, int]] = {}  # the same, by the path of the menu in it
        self._ticks: dict[str, tk.StringVar] = {}  # Tk forgets one without a reference
        self.bar: tk.Menu = context.root.nametowidget(BAR)
        self._menus = {name: FlatMenu(self.bar, own_name(self.bar, name)) for name in MENUS}
        for index, name in enumerate(names_in_bar(self.bar)):
            if name not in self._menus:
                self.bar.entryconfigure(index, menu=FlatMenu(self.bar, name))  # Tk fills it
                continue
            self._menus[name].configure(postcommand=partial(self._open, name))
            self.bar.entryconfigure(index, menu=self._menus[name])
        self._of_mac = is_mac(self.bar)
        if self._of_mac:  # whose Help finds the entries of closed menus too
            context.root.after(FILL_MS, lambda: self.entries)

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of all menus, also of those that have not been open yet."""
        for name in self._menus:
            self._complete(name)
        self.refresh()
        return [entry for entries in self._filled.values() for entry in entries]

    def _open(self, name: str) -> None:
        self._complete(name)
        self.refresh()

    def _complete(self, name: str) -> None:
        """Fill a menu, the first time: all of them take a sixth of the time of a new window."""
        if name not in self._filled:
            self._filled[name] = []
            self._fill(name, self._menus[name])

    def _fill(self, name: str, menu: FlatMenu) -> None:
        """Put the commands of a menu, and its submenus, into their groups."""
        commands: Iterable[Command | Submenu] = (*COMMANDS, *SUBMENUS)
        left_out = OF_APPLICATION if self._of_mac else ()
        of_menu = [
            command for command in commands if command.menu == name and command.name not in left_out
        ]
        for number, group in enumerate(in_groups(of_menu, lambda command: command.order)):
            if number:
                menu.add_separator()
            children: dict[str, FlatMenu] = {}
            for command in group:
                if isinstance(command, Submenu):
                    self._add_submenu(menu, command)
                elif command.group:
                    if command.group not in children:
                        children[command.group] = self._add_group(menu, command.group)
                    self._add(children[command.group], command)
                else:
                    self._add(menu, command)
            for child in children.values():
                child.underline()
        menu.underline()

    def _add_group(self, menu: tk.Menu, label: str) -> FlatMenu:
        """Return a menu in a menu, for commands that are there under one name."""
        child = FlatMenu(menu)
        menu.add_cascade(label=label, menu=child)
        self.groups[str(child)] = menu, menu.index("end") or 0
        return child

    def _add_submenu(self, menu: tk.Menu, submenu: Submenu) -> None:
        child = FlatMenu(menu)

        def fill() -> None:
            child.delete(0, "end")
            for label, action in self._context.parts.call(submenu.run):
                self._add_item(child, submenu, label, action)
                if action is disabled_reason:
                    child.entryconfigure("end", state="disabled")
            child.underline()

        child.configure(postcommand=fill)
        menu.add_cascade(label=submenu.label, menu=child)
        self.submenus.append((menu, menu.index("end") or 0, submenu))

    def _add_item(
        self, menu: tk.Menu, submenu: Submenu, label: str, action: Callable[[], None]
    ) -> None:
        """Add an entry, with a dot where one of the submenu is always chosen, and it is this."""

        def act() -> None:
            self._act(action)

        if submenu.chosen is None or action is disabled_reason:
            menu.add_command(label=label, command=act)
            return
        tick = self._ticks.setdefault(submenu.name, tk.StringVar(menu))
        tick.set(self._context.parts.call(submenu.chosen))
        menu.add_radiobutton(label=label, command=act, variable=tick, value=label)

    def _act(self, action: Callable[[], None]) -> None:
        if not self._is_blocked():
            perform(self._document, self._services, action)

    def _is_blocked(self) -> bool:
        """Whether a dialog is open: on macOS menus can be used all the same."""
        return self._of_mac and leads_to_dialog(self._context.root)

    def _add(self, menu: tk.Menu, command: Command) -> None:
        context = self._context
        tick = tk.BooleanVar(context.root) if command.checked else None
        keys = context.keys.accelerator(command.name)

        def run() -> None:
            if not self._is_blocked():
                context.run(command)

        if tick is None:
            menu.add_command(label=command.label, accelerator=keys, command=run)
        elif command.one_of:
            menu.add_radiobutton(
                label=command.label, accelerator=keys, command=run, variable=tick, value=True
            )
        else:
            menu.add_checkbutton(label=command.label, accelerator=keys, command=run, variable=tick)
        index = menu.index("end")
        assert index is not None
        entry = MenuEntry(menu, index, command, tick, keys=keys)
        self._filled[command.menu].append(entry)

    def refresh(self) -> None:
        """Show every entry as it is now, but of menus that have not been open yet."""
        for entries in self._filled.values():
            for entry in entries:
                entry.refresh(self._context)
        for menu, index, submenu in self.submenus:
            state = "disabled" if submenu.why_not(self._context.parts) else "normal"
            menu.entryconfigure(index, state=state)


class CommandBar(ttk.Frame):
    """The workspaces, the commands with a place in the bar, and those of the workspace shown.

    ::

        Draw | Page | Sheets | Make | Teach   [icons]            [buttons] [main action]

    In a narrow window buttons lose their labels first, then those go that menus have too, Save
    last. The workspaces stand where they are, whatever is shown.
    """

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        px = current(parent).px
        super().__init__(parent, padding=(px(6), px(5)))
        self._context = context
        self.buttons: dict[str, IconButton] = {}  # by commands, of the workspace that is shown
        self._named: dict[tuple[str, ...], dict[str, IconButton]] = {}  # the same, by all of them
        self.workspaces = WorkspaceButtons(self, context)
        self._icons, self._right = ttk.Frame(self), ttk.Frame(self)
        self.workspaces.grid(row=0, column=0)
        self._icons.grid(row=0, column=1, sticky="w")
        self._right.grid(row=0, column=2, sticky="e")
        self.columnconfigure(2, weight=1)
        self._shown: tuple[str, ...] = ()  # the commands
        self._usable: dict[str, bool] = {}
        self._waiting: set[str] = set()  # the commands for which something waits
        self._fitted: tuple[bool, ...] = ()
        self._focus: dict[tuple[str, ...], RovingFocus] = {}  # by the commands
        grouped = in_groups([command for command in COMMANDS if command.bar], lambda each: each.bar)
        for group in grouped:
            line = ttk.Separator(self._icons, orient="vertical")
            line.pack(side="left", fill="y", padx=px(6), pady=px(5))
            for command in group:
                button = self.buttons[command.name] = self._button(self._icons, command)
                button.pack(side="left", padx=px(2))
        self._of_files = [command.name for command in grouped[0] if command.name != SAVE]
        self._icon_focus = RovingFocus(list(self.buttons.values()), self._usual_icon)
        self.bind("<Configure>", lambda _event: self._fit())

    def _usual_icon(self) -> IconButton | None:
        """Return the button that Tab leads to where the first ones are hidden."""
        first, *_others = self._icons.pack_slaves()[1:]
        return first if isinstance(first, IconButton) else self.buttons[UNDO]

    def _button(
        self, side: ttk.Frame, command: Command, *, named: bool = False, primary: bool = False
    ) -> IconButton:
        context = self._context
        button = IconButton(
            side,
            context.icons,
            command.icon,
            command.label.rstrip("…"),
            lambda: context.run(command),
            lambda: context.keys.label(command.name),
            named=named,
            primary=primary,
        )
        button.tip.text = lambda: command.tip_in(self._context.parts)
        return button

    def show(self, workspace: str, commands: tuple[str, ...]) -> None:
        """Highlight a workspace, and show its commands; the last is its main action, if any."""
        for name in self._shown:
            self.buttons.pop(name).pack_forget()
        self._shown = commands
        if commands not in self._named:
            named = self._named[commands] = {
                name: self._button(
                    self._right, COMMANDS[name], named=True, primary=name == commands[-1]
                )
                for name in commands
            }
            if named:
                last = named[commands[-1]]
                self._focus[commands] = RovingFocus(list(named.values()), lambda: last)
        self.buttons |= self._named[commands]
        for name in commands:
            self.buttons[name].pack(side="left", padx=current(self).px(2))
        self.workspaces.show(workspace)
        self._usable, self._waiting, self._fitted = {}, {""}, ()
        self.refresh()
        self._fit()

    def _fit(self) -> None:
        """Show what the width has room for."""
        if self.winfo_width() <= 1:
            return
        for fit in BAR_FITS:
            self._lay_out(*fit)
            parts = self.workspaces, self._icons, self._right
            if sum(map(packed_width, parts)) <= self._room():
                break

    def _room(self) -> int:
        return self.winfo_width() - 2 * current(self).px(6)

    def _lay_out(self, named: bool, files: bool, others: bool, save: bool) -> None:
        """Show labels of the buttons or not, New and Open, what is no main action, and Save."""
        if self._fitted == (named, files, others, save):
            return
        self._fitted = named, files, others, save
        *rest, main = self._shown or ("",)
        for name in rest:
            button = self.buttons[name]
            button.configure(compound="left" if named else "image")
            button.pack_forget()
            if others:
                button.pack(side="left", padx=current(self).px(2), before=self.buttons[main])
        for name in (*self._of_files, SAVE):
            self.buttons[name].pack_forget()
        after = self._icons.pack_slaves()[0]
        for name, shown in (*((name, files) for name in self._of_files), (SAVE, save)):
            if shown:
                self.buttons[name].pack(side="left", padx=current(self).px(2), after=after)
                after = self.buttons[name]

    def refresh(self) -> None:
        """Show which commands are available now, where that has changed."""
        usable = {name: COMMANDS[name].ready(self._context.parts) for name in self.buttons}
        self.workspaces.refresh()
        waiting = {name for name in self._shown if COMMANDS[name].waiting_in(self._context.parts)}
        if waiting != self._waiting:
            self._waiting = waiting
            for name in self._shown:
                if COMMANDS[name].waits:
                    self.buttons[name].mark(name in waiting)
        if usable != self._usable:
            self._usable = usable
            for name, button in self.buttons.items():
                button.state(["!disabled" if usable[name] else "disabled"])
            for focus in (self._icon_focus, *self._focus.values()):
                focus.refresh()


class WorkspaceButtons(ttk.Frame):
    """The switch between workspaces."""

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        super().__init__(parent)
        self._context = context
        self._shown = tk.StringVar(self)
        self.buttons: dict[str, TabButton] = {}
        for entry in WORKSPACES:
            command = COMMANDS[f"workspace-{entry.name}"]
            button = TabButton(
                self,
                entry.label,
                self._shown,
                entry.name,
                lambda command=command: context.run(command),  # type: ignore[misc]
            )
            Tooltip(button, command.summary, lambda name=command.name: context.keys.label(name))  # type: ignore[misc]
            button.pack(side="left", padx=current(self).px(1))
            self.buttons[entry.name] = button
        self._focus = RovingFocus(
            self.buttons.values(), lambda: self.buttons.get(self._shown.get())
        )

    def show(self, name: str) -> None:
        self._shown.set(name)
        self._focus.forget()

    def refresh(self) -> None:
        """Show whether another workspace can be chosen now."""
        for name, button in self.buttons.items():
            ready = COMMANDS[f"workspace-{name}"].ready(self._context.parts)
            button.state(["!disabled" if ready else "disabled"])


class Face(Enum):
    """Where a tool has its name: compound and style of ttk, px at 96 dpi above and below it."""

    BESIDE = "left", "Named.Toolbutton", 1
    BELOW = "top", "Below.Toolbutton", 0
    NONE = "image", "Tool.Toolbutton", 1


class ToolStrip(ttk.Frame):
    """The buttons of the tools with their names; that in use is highlighted.

    A button takes the mode of its tool that was used last.
    """

    def __init__(self, parent: tk.Misc, context: Context, view: View) -> None:
        px = current(parent).px
        super().__init__(parent, padding=(px(5), px(EDGE)))
        self._context, self._toolbox = context, view.toolbox
        self._chosen = tk.StringVar(self)
        self.buttons: dict[str, ToolButton] = {}
        self._groups = in_groups(TOOLS, lambda tool: tool.order)
        self._lines = [ttk.Separator(self) for _group in self._groups[1:]]
        for tool in (tool for group in self._groups for tool in group):
            self.buttons[tool.name] = ToolButton(
                self,
                context.icons,
                tool.icon,
                tool.label,
                self._chosen,
                tool.name,
                lambda tool=tool: context.keys.label(self._command(tool).name),  # type: ignore[misc]
                lambda tool=tool: context.run(self._command(tool)),  # type: ignore[misc]
            )
            self.buttons[tool.name].tip.text = partial(self._tip, tool)
        self._focus = RovingFocus(
            self.buttons.values(), lambda: self.buttons.get(self._chosen.get())
        )
        self._in_use = ""  # the name of the tool that was shown last
        self._shown: tuple[int, Face] | None = None  # columns, and where the names are
        self._heights = {face: self._face(face) for face in Face}
        # as it will be: the maze would jump where the strip became wider once it is seen
        self._fit(parent.winfo_toplevel().winfo_height() - px(AROUND_STRIP))
        self.bind("<Configure>", lambda event: self._fit(event.height))

    def _command(self, tool: Tool) -> Command:
        return COMMANDS[f"tool-{self._toolbox.mode_of(tool).name}"]

    def _tip(self, tool: Tool) -> str:
        """Return the name of the mode that the button takes, where there are several."""
        mode = self._toolbox.mode_of(tool)
        return tool.label if len(tool.modes) == 1 else mode.label

    def _face(self, face: Face) -> int:
        """Return how high a button with such a face is, px."""
        button = next(iter(self.buttons.values()))
        button.configure(compound=face.value[0], style=face.value[1])
        return button.winfo_reqheight()

    def _fit(self, height: int) -> None:
        """Show names beside the pictures where the window is wide, else below, else none."""
        fits = [(1, Face.BELOW), (1, Face.NONE), (2, Face.NONE)]
        if self.winfo_toplevel().winfo_width() >= current(self).px(NAMED_FROM):
            fits.insert(0, (1, Face.BESIDE))
        for columns, face in fits:
            if self._height(columns, face) <= height:
                break
        self._lay_out(columns, face)

    def _height(self, columns: int, shown: Face) -> int:
        """Return the px that all tools take."""
        px = current(self).px
        face = self._heights[shown] + 2 * px(shown.value[2])
        rows = sum(-(-len(group) // columns) for group in self._groups)
        lines = len(self._lines) * (self._lines[0].winfo_reqheight() + 2 * px(LINE))
        return rows * face + lines + 2 * px(EDGE)

    def _lay_out(self, columns: int, face: Face) -> None:
        """Place all tools, group by group."""
        if self._shown == (columns, face):
            return
        self._shown = columns, face
        px, row = current(self).px, 0
        for number, group in enumerate(self._groups):
            if number:
                line = self._lines[number - 1]
                line.grid(row=row, columnspan=2, sticky="ew", pady=px(LINE), padx=px(4))
                row += 1
            for place, tool in enumerate(group):
                button = self.buttons[tool.name]
                label = f"  {tool.label}" if face is Face.BESIDE else tool.label
                button.configure(text=label, compound=face.value[0], style=face.value[1])
                at = row + place // columns, place % columns
                button.grid(row=at[0], column=at[1], sticky="ew", pady=px(face.value[2]))
            row += -(-len(group) // columns)

    def refresh(self) -> None:
        self._chosen.set(self._toolbox.tool.name)
        if self._in_use != self._toolbox.tool.name:
            self._in_use = self._toolbox.tool.name
            self._focus.forget()
