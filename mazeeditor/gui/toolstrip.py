"""The narrow strip on the left: every tool with its icon and, where there is room, its key."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.editing.tools import TOOLS
from mazeeditor.gui.commands import COMMANDS, in_groups
from mazeeditor.gui.keys import in_words
from mazeeditor.gui.widgets.buttons import ToolButton

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window


class ToolStrip(ttk.Frame):
    """The buttons of the tools; the one in the hand is picked."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        px = window.theme.px
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
                    window.icons,
                    tool.icon,
                    tool.label,
                    self._picked,
                    tool.name,
                    in_words(tool.key),
                    lambda command=command: window.run(command),  # type: ignore[misc]
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
        """Show which tool is in the hand."""
        self._picked.set(tool)
