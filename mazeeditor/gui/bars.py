"""The menu bar, the command bar and the tool strip, built from the commands and the tools."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from tkinter import ttk

from mazeeditor.editing.tools import TOOLS
from mazeeditor.gui.context import Context
from mazeeditor.gui.empty_window import BAR, MENUS
from mazeeditor.gui.keys import in_words
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.buttons import IconButton, ToolButton
from mazeeditor.workspace.commands import (
    COMMANDS,
    SUBMENUS,
    Command,
    Submenu,
    in_groups,
    perform,
    unable,
)
from mazeeditor.workspace.workspace import Workspace


@dataclass
class MenuEntry:
    """One entry of a menu and what it showed last, so that only what changes is written."""

    menu: tk.Menu
    index: int
    command: Command
    tick: tk.BooleanVar | None
    shown: tuple[str, bool] | None = None

    def refresh(self, workspace: Workspace) -> None:
        """Show label, state and tick as they are now."""
        shown = self.command.label_in(workspace), self.command.ready(workspace)
        if shown != self.shown:
            state = "normal" if shown[1] else "disabled"
            self.menu.entryconfigure(self.index, label=shown[0], state=state)
            self.shown = shown
        if self.tick is not None and self.command.checked:
            self.tick.set(self.command.checked(workspace))


class MenuBar:
    """The menus of a window."""

    def __init__(self, context: Context) -> None:
        self._context, self._workspace = context, context.workspace
        self.entries: list[MenuEntry] = []
        self._hung: list[tuple[tk.Menu, int]] = []  # where menus hang in menus
        self.bar: tk.Menu = context.root.nametowidget(BAR)
        for index, name in enumerate(MENUS):
            menu = tk.Menu(self.bar, tearoff=False)
            self._fill(name, menu)
            self.bar.entryconfigure(index, menu=menu)

    def _fill(self, name: str, menu: tk.Menu) -> None:
        """Put the commands of a menu, and the menus that hang in it, into their groups."""
        commands: Iterable[Command | Submenu] = (*COMMANDS, *SUBMENUS)
        of_menu = [command for command in commands if command.menu == name]
        for number, group in enumerate(in_groups(of_menu, lambda one: one.order)):
            if number:
                menu.add_separator()
            for command in group:
                if isinstance(command, Submenu):
                    self._hang(menu, command)
                else:
                    self._add(menu, command)

    def _hang(self, menu: tk.Menu, one: Submenu) -> None:
        child = tk.Menu(menu, tearoff=False)

        def fill() -> None:
            child.delete(0, "end")
            for label, action in one.run(self._workspace):
                child.add_command(label=label, command=lambda act=action: self._act(act))  # type: ignore[misc]
                if action is unable:
                    child.entryconfigure("end", state="disabled")

        child.configure(postcommand=fill)
        menu.add_cascade(label=one.label, menu=child)
        self._hung.append((menu, menu.index("end") or 0))

    def _act(self, action: Callable[[], None]) -> None:
        perform(self._workspace, lambda _workspace: action())

    def _add(self, menu: tk.Menu, one: Command) -> None:
        context = self._context
        tick = tk.BooleanVar(context.root) if one.checked else None
        keys = in_words(one.keys[0]) if one.keys else ""

        def ask() -> None:
            context.run(one)

        if tick is None:
            menu.add_command(label=one.label, accelerator=keys, command=ask)
        elif one.one_of:
            menu.add_radiobutton(
                label=one.label, accelerator=keys, command=ask, variable=tick, value=True
            )
        else:
            menu.add_checkbutton(label=one.label, accelerator=keys, command=ask, variable=tick)
        index = menu.index("end")
        assert index is not None
        self.entries.append(MenuEntry(menu, index, one, tick))

    def refresh(self) -> None:
        """Show how things stand."""
        for entry in self.entries:
            entry.refresh(self._workspace)
        state = "disabled" if self._workspace.playing else "normal"
        for menu, index in self._hung:
            menu.entryconfigure(index, state=state)


def zoom_menu(context: Context, parent: tk.Misc) -> tk.Menu:
    """Return the menu that opens where the zoom is shown."""
    menu = tk.Menu(parent, tearoff=False)
    for name in ("fit", "actual-size", "zoom-in", "zoom-out"):
        one = COMMANDS[name]
        menu.add_command(
            label=one.label,
            accelerator=in_words(one.keys[0]),
            command=lambda one=one: context.run(one),  # type: ignore[misc]
        )
    return menu


class CommandBar(ttk.Frame):
    """Buttons for every command that has a place in the bar; named ones stand to the right."""

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        px = current(parent).px
        super().__init__(parent, padding=(px(6), px(5)))
        self._context = context
        self.buttons: dict[str, IconButton] = {}
        sides = [ttk.Frame(self), ttk.Frame(self)]
        sides[0].pack(side="left")
        sides[1].pack(side="right")
        chosen = [command for command in COMMANDS if command.bar]
        for named, side in enumerate(sides):
            mine = [command for command in chosen if command.named == bool(named)]
            for number, group in enumerate(in_groups(mine, lambda one: one.bar)):
                if number:
                    line = ttk.Separator(side, orient="vertical")
                    line.pack(side="left", fill="y", padx=px(6), pady=px(5))
                for command in group:
                    self._add(side, command)

    def _add(self, side: ttk.Frame, one: Command) -> None:
        context = self._context
        button = IconButton(
            side,
            context.icons,
            one.icon,
            one.label.rstrip("…"),
            lambda: context.run(one),
            in_words(one.keys[0]) if one.keys else "",
            named=one.named,
            primary=one.primary,
        )
        button.tip.text = lambda: one.label_in(context.workspace)
        button.pack(side="left", padx=current(self).px(2))
        self.buttons[one.name] = button

    def refresh(self) -> None:
        """Show which commands are available now."""
        for name, button in self.buttons.items():
            enabled = COMMANDS[name].ready(self._context.workspace)
            button.state(["!disabled" if enabled else "disabled"])


class ToolStrip(ttk.Frame):
    """The buttons of the tools; the current tool is highlighted."""

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        px = current(parent).px
        super().__init__(parent, padding=(px(5), px(6)))
        self._picked = tk.StringVar(self)
        self.buttons: dict[str, ToolButton] = {}
        for number, group in enumerate(in_groups(TOOLS, lambda tool: tool.order)):
            if number:
                ttk.Separator(self).pack(fill="x", pady=px(6), padx=px(4))
            for tool in group:
                command = COMMANDS[f"tool-{tool.name}"]
                button = ToolButton(
                    self,
                    context.icons,
                    tool.icon,
                    tool.label,
                    self._picked,
                    tool.name,
                    in_words(tool.key),
                    lambda command=command: context.run(command),  # type: ignore[misc]
                )
                button.pack(fill="x", pady=px(1))
                self.buttons[tool.name] = button
        self._tall = 0  # px with the letters
        self.bind("<Configure>", self._fit)

    def _fit(self, event: tk.Event[tk.Misc]) -> None:
        """Leave out the letters where the window is too low for all tools else."""
        self._tall = max(self._tall, self.winfo_reqheight())
        for button in self.buttons.values():
            button.configure(compound="top" if event.height >= self._tall else "image")

    def refresh(self, tool: str) -> None:
        """Show which tool is current."""
        self._picked.set(tool)
