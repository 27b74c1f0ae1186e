"""The panel on the right: every section under its heading, open or folded as it was left."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from mazeeditor.gui.panels import SECTIONS, Content
from mazeeditor.gui.panels import Section as Registered
from mazeeditor.gui.widgets.panel import ScrolledPanel
from mazeeditor.gui.widgets.section import Section

if TYPE_CHECKING:
    from mazeeditor.editing.change import Change
    from mazeeditor.gui.window import Window


class Panel(ScrolledPanel):
    """The sections of a window."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, window.theme.panel_width)
        self._window = window
        self.sections: dict[str, Section] = {}
        self.contents: dict[str, Content] = {}
        for one in SECTIONS:
            self._add(one)

    def _add(self, one: Registered) -> None:
        settings = self._window.settings
        opened = tk.BooleanVar(self, settings.sections.get(one.name, one.open))
        opened.trace_add("write", lambda *_trace: self._remember(one.name))
        section = self.sections[one.name] = Section(self.body, one.label, opened)
        px = self._window.theme.px
        section.pack(fill="x", padx=(px(8), px(2)), pady=(px(4), 0))
        content = self.contents[one.name] = one.make(section.body, self._window)
        content.pack(fill="x")

    def _remember(self, name: str) -> None:
        self._window.settings.sections[name] = self.sections[name].open.get()

    def unfold(self, name: str) -> None:
        """Open a section and bring it into view."""
        self.sections[name].open.set(True)
        self.update_idletasks()
        self.see(self.contents[name])

    def follow(self, change: Change) -> None:
        """Tell every section what changed in the document."""
        for content in self.contents.values():
            content.follow(change)

    def refresh(self) -> None:
        """Tell every section that something changed in the window."""
        for content in self.contents.values():
            content.refresh()
