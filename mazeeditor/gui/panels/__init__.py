"""The sections of the panel on the right; each file registers one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk
from typing import TYPE_CHECKING, TypeVar

from mazeeditor.gui.commands import COMMANDS
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.registry import Registry

if TYPE_CHECKING:
    from mazeeditor.editing.change import Change
    from mazeeditor.gui.window import Window


class Content(ttk.Frame):
    """What a section holds; it hears of every change of the document."""

    def __init__(self, parent: ttk.Frame, window: Window) -> None:
        super().__init__(parent)
        self.window = window
        self.theme = window.theme
        # px that a sentence beneath a field may be wide
        self.wrap = self.theme.panel_width - self.theme.label_width - self.theme.px(40)

    def command_button(self, parent: ttk.Frame, label: str, command: str) -> ttk.Button:
        """Return a button that asks for a command."""
        one, window = COMMANDS[command], self.window
        button = ttk.Button(parent, text=label, command=lambda: window.run(one))
        Tooltip(button, one.summary)
        return button

    def follow(self, change: Change) -> None:
        """Show what changed in the document."""

    def refresh(self) -> None:
        """Show what changed in the window."""


C = TypeVar("C", bound=type[Content])


@dataclass(frozen=True)
class Section:
    """A registered section: its heading, its place, whether it is open at first."""

    name: str
    label: str
    make: Callable[[ttk.Frame, Window], Content]
    order: int
    open: bool


SECTIONS: Registry[Section] = Registry("section", __name__)


def section(name: str, label: str, *, order: int, opened: bool = True) -> Callable[[C], C]:
    """Register a class of contents as a section."""

    def register(make: C) -> C:
        SECTIONS.add(Section(name, label, make, order, opened))
        return make

    return register
