"""The menu bar, built from the commands; its entries always show the current state."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mazeeditor.gui.context import Context
from mazeeditor.gui.empty_window import BAR, MENUS
from mazeeditor.gui.keys import in_words
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
