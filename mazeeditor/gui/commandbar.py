"""The bar above the maze: the commands used most, the ones with options over their panel."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.gui.commands import COMMANDS, Command, in_groups
from mazeeditor.gui.keys import in_words
from mazeeditor.gui.widgets.buttons import IconButton

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window


class CommandBar(ttk.Frame):
    """Buttons for every command that has a place in the bar; named ones stand to the right."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        px = window.theme.px
        super().__init__(parent, padding=(px(6), px(5)))
        self._window = window
        self.buttons: dict[str, IconButton] = {}
        sides = [ttk.Frame(self), ttk.Frame(self)]
        sides[0].pack(side="left")
        sides[1].pack(side="right")
        chosen = [one for one in COMMANDS if one.bar]
        for named, side in enumerate(sides):
            mine = [one for one in chosen if one.named == bool(named)]
            for number, group in enumerate(in_groups(mine, lambda one: one.bar)):
                if number:
                    line = ttk.Separator(side, orient="vertical")
                    line.pack(side="left", fill="y", padx=px(6), pady=px(5))
                for one in group:
                    self._add(side, one)

    def _add(self, side: ttk.Frame, one: Command) -> None:
        window = self._window
        button = IconButton(
            side,
            window.icons,
            one.icon,
            one.label.rstrip("…"),
            lambda: window.run(one),
            in_words(one.keys[0]) if one.keys else "",
            named=one.named,
            primary=one.primary,
        )
        button.tip.text = lambda: one.label_in(window)
        button.pack(side="left", padx=window.theme.px(2))
        self.buttons[one.name] = button

    def refresh(self) -> None:
        """Show which commands can be asked for now."""
        for name, button in self.buttons.items():
            enabled = COMMANDS[name].ready(self._window)
            button.state(["!disabled" if enabled else "disabled"])
