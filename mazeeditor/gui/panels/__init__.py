"""The panel on the right, and its sections; each file ``NAME_panel.py`` registers one."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from mazeeditor.editing.content import EVERYTHING, Change
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow, trace
from mazeeditor.gui.widgets.scrolled_panel import FoldingSection, ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.registry import Entry, Registry
from mazeeditor.workspace.commands import COMMANDS


class SectionContent(ttk.Frame):
    """What a section shows of the workspace, which keeps all state: it can be made again."""

    def __init__(self, parent: ttk.Frame, context: Context) -> None:
        super().__init__(parent)
        self.context, self.workspace = context, context.workspace
        self.theme = current(self)
        # px in which a text below a field is wrapped
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


class SidePanel(ScrolledPanel):
    """The sections of a window."""

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        super().__init__(parent, current(parent).panel_width)
        self._context, self._settings = context, context.workspace.settings
        self.sections: dict[str, FoldingSection] = {}
        self.contents: dict[str, SectionContent] = {}
        for section in SECTIONS:
            self._add(section)
        follow(self, context.workspace.changed, self.follow)
        follow(self, context.workspace.updated, self.refresh)
        self.follow(EVERYTHING)

    def _add(self, registered: Section) -> None:
        name, px = registered.name, current(self).px
        opened = tk.BooleanVar(self, self._settings.sections.get(name, registered.opened))
        trace(self, opened, lambda *_trace: self._remember(name))
        section = self.sections[name] = FoldingSection(self.body, registered.label, opened)
        section.pack(fill="x", padx=(px(8), px(2)), pady=(px(4), 0))
        content = self.contents[name] = registered.run(section.body, self._context)
        content.pack(fill="x")

    def _remember(self, name: str) -> None:
        self._settings.sections[name] = self.sections[name].open.get()

    def unfold(self, name: str) -> None:
        """Open a section, bring it into view and focus its first invalid field."""
        self.sections[name].open.set(True)
        self.update_idletasks()
        content = self.contents[name]
        self.see(content)
        for widget in _descendants(content):
            if "invalid" in _states(widget):
                widget.focus_set()
                return

    def follow(self, change: Change) -> None:
        """Let every section show what changed in the document."""
        for content in self.contents.values():
            content.follow(change)

    def refresh(self) -> None:
        """Let every section show what changed in the workspace otherwise."""
        for content in self.contents.values():
            content.refresh()


def _descendants(widget: tk.Misc) -> list[tk.Misc]:
    children = widget.winfo_children()
    return [*children, *(widget for child in children for widget in _descendants(child))]


def _states(widget: tk.Misc) -> tuple[str, ...]:
    state = getattr(widget, "state", None)
    return tuple(map(str, state() or ())) if callable(state) else ()
