"""The bar of commands above the maze, and the strip of tools on its left."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.editing.tools import TOOLS
from mazeeditor.gui.context import Context
from mazeeditor.gui.keys import in_words
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.buttons import IconButton, ToolButton
from mazeeditor.workspace.commands import COMMANDS, Command, in_groups


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
