"""The sections of the panel on the right; each file ``NAME_panel.py`` registers one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from mazeeditor.editing.content import Change
from mazeeditor.gui.context import Context
from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.registry import Entry, Registry
from mazeeditor.workspace.commands import COMMANDS


class SectionContent(ttk.Frame):
    """What a section shows of the workspace, which keeps all state: it can be made again."""

    def __init__(self, parent: ttk.Frame, context: Context) -> None:
        super().__init__(parent)
        self.context, self.workspace = context, context.workspace
        self.theme = current(self)
        # px that a sentence beneath a field may be wide
        self.wrap = self.theme.panel_width - self.theme.label_width - self.theme.px(40)

    def command_button(self, parent: ttk.Frame, label: str, name: str) -> ttk.Button:
        """Return a button that runs a command."""
        command = COMMANDS[name]
        button = ttk.Button(parent, text=label, command=lambda: self.context.run(command))
        Tooltip(button, command.summary)
        return button

    def follow(self, change: Change) -> None:
        """Show what changed in the document."""

    def refresh(self) -> None:
        """Show what changed in the workspace otherwise."""


@dataclass(frozen=True, kw_only=True)
class Section(Entry[Callable[[ttk.Frame, Context], SectionContent]]):
    """A registered section: ``run`` makes its contents; it is open at first where ``opened``."""

    opened: bool = True


SECTIONS: Registry[Section] = Registry("section", __name__)
section = SECTIONS.decorator(Section)
