"""The panel on the right: every section under its heading, open or folded as it was left."""

from __future__ import annotations

import tkinter as tk

from mazeeditor.editing.content import EVERYTHING, Change
from mazeeditor.gui.context import Context
from mazeeditor.gui.panels import SECTIONS, Section, SectionContent
from mazeeditor.gui.theme import current
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.section import FoldingSection


class SidePanel(ScrolledPanel):
    """The sections of a window."""

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        super().__init__(parent, current(parent).panel_width)
        self._context, self._settings = context, context.workspace.settings
        self.sections: dict[str, FoldingSection] = {}
        self.contents: dict[str, SectionContent] = {}
        for section in SECTIONS:
            self._add(section)
        subscriptions = (
            context.workspace.changed.subscribe(self.follow),
            context.workspace.updated.subscribe(self.refresh),
        )

        def unsubscribe(event: tk.Event[tk.Misc]) -> None:
            if event.widget is self:
                for end in subscriptions:
                    end()

        self.bind("<Destroy>", unsubscribe, add=True)
        self.follow(EVERYTHING)

    def _add(self, registered: Section) -> None:
        name, px = registered.name, current(self).px
        opened = tk.BooleanVar(self, self._settings.sections.get(name, registered.opened))
        opened.trace_add("write", lambda *_trace: self._remember(name))
        section = self.sections[name] = FoldingSection(self.body, registered.label, opened)
        section.pack(fill="x", padx=(px(8), px(2)), pady=(px(4), 0))
        content = self.contents[name] = registered.run(section.body, self._context)
        content.pack(fill="x")

    def _remember(self, name: str) -> None:
        self._settings.sections[name] = self.sections[name].open.get()

    def unfold(self, name: str) -> None:
        """Open a section, bring it into view, and its first invalid field to the keyboard."""
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
    return [*children, *(each for child in children for each in _descendants(child))]


def _states(widget: tk.Misc) -> tuple[str, ...]:
    state = getattr(widget, "state", None)
    return tuple(map(str, state() or ())) if callable(state) else ()
