"""The menu bar, built from the commands; its entries always say how things stand."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazeeditor.gui.commands import COMMANDS, MENUS, SUBMENUS, Command, Submenu, in_groups, unable
from mazeeditor.gui.keys import in_words

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window


BAR = "bar"


@dataclass
class Entry:
    """One entry of a menu and what it showed last, so that only what changes is written."""

    menu: tk.Menu
    index: int
    command: Command
    tick: tk.BooleanVar | None
    shown: tuple[str, bool] | None = None

    def refresh(self, window: Window) -> None:
        """Show label, state and tick as they are now."""
        shown = self.command.label_in(window), self.command.ready(window)
        if shown != self.shown:
            state = "normal" if shown[1] else "disabled"
            self.menu.entryconfigure(self.index, label=shown[0], state=state)
            self.shown = shown
        if self.tick is not None and self.command.checked:
            self.tick.set(self.command.checked(window))


class MenuBar:
    """The menus of a window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.entries: list[Entry] = []
        self._hung: list[tuple[tk.Menu, int]] = []  # where menus hang in menus
        self.bar: tk.Menu = window.root.nametowidget(BAR)
        for index, name in enumerate(MENUS):
            menu = tk.Menu(self.bar, tearoff=False)
            self._fill(name, menu)
            self.bar.entryconfigure(index, menu=menu)

    def _fill(self, name: str, menu: tk.Menu) -> None:
        """Put the commands of a menu, and the menus that hang in it, into their groups."""
        commands: Iterable[Command | Submenu] = (*COMMANDS, *SUBMENUS)
        mine = [one for one in commands if one.menu == name]
        for number, group in enumerate(in_groups(mine, lambda one: one.order)):
            if number:
                menu.add_separator()
            for one in group:
                if isinstance(one, Submenu):
                    self._hang(menu, one)
                else:
                    self._add(menu, one)

    def _hang(self, menu: tk.Menu, one: Submenu) -> None:
        child = tk.Menu(menu, tearoff=False)

        def fill() -> None:
            child.delete(0, "end")
            for label, action in one.items(self._window):
                child.add_command(label=label, command=action)
                if action is unable:
                    child.entryconfigure("end", state="disabled")

        child.configure(postcommand=fill)
        menu.add_cascade(label=one.label, menu=child)
        self._hung.append((menu, menu.index("end") or 0))

    def _add(self, menu: tk.Menu, one: Command) -> None:
        window = self._window
        tick = tk.BooleanVar(window.root) if one.checked else None
        keys = in_words(one.keys[0]) if one.keys else ""

        def ask() -> None:
            window.run(one)

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
        self.entries.append(Entry(menu, index, one, tick))

    def refresh(self) -> None:
        """Show how things stand."""
        for entry in self.entries:
            entry.refresh(self._window)
        state = "disabled" if self._window.layout.game else "normal"
        for menu, index in self._hung:
            menu.entryconfigure(index, state=state)


def zoom_menu(window: Window, parent: tk.Misc) -> tk.Menu:
    """Return the menu that opens where the zoom is shown."""
    menu = tk.Menu(parent, tearoff=False)
    for name in ("fit", "actual-size", "zoom-in", "zoom-out"):
        one = COMMANDS[name]
        menu.add_command(
            label=one.label,
            accelerator=in_words(one.keys[0]),
            command=lambda one=one: window.run(one),  # type: ignore[misc]
        )
    return menu


def put_bar(root: tk.Tk) -> None:
    """Give an empty window its menu bar, which ``MenuBar`` fills: later all would jump down."""
    bar = tk.Menu(root, name=BAR, tearoff=False)
    for label in MENUS.values():
        bar.add_cascade(label=label, underline=0)
    root.configure(menu=bar)
