"""A canvas in a real window, and a hand that notes what it is told."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass, field

import pytest

from mazeeditor.gui import scaling, theme
from mazeeditor.gui.canvas.view import MazeView
from tests.events import settle


@dataclass
class Note:
    """A hand that notes what it is told."""

    told: list[tuple[str, float, float]] = field(default_factory=list)
    left: int = 0

    def hover(self, x: float, y: float) -> None:
        self.told.append(("hover", x, y))

    def leave(self) -> None:
        self.left += 1

    def press(self, x: float, y: float) -> None:
        self.told.append(("press", x, y))

    def drag(self, x: float, y: float) -> None:
        self.told.append(("drag", x, y))

    def release(self, x: float, y: float) -> None:
        self.told.append(("release", x, y))

    def toggle(self, cell: int, slot: int) -> None:
        self.told.append(("toggle", cell, slot))

    def names(self) -> list[str]:
        """Return what it was told but for the hovering."""
        return [name for name, _x, _y in self.told if name != "hover"]


def option(canvas: tk.Canvas, item: int, name: str) -> str:
    """Return an option of a canvas item as Tk has it."""
    return str(canvas.tk.call(str(canvas), "itemcget", item, f"-{name}"))


@pytest.fixture
def view(root: tk.Tk) -> MazeView:
    """Return an empty canvas in a window of 700 x 500 px at 96 dpi."""
    scale = scaling.detect(root)
    root.geometry(f"{round(700 * scale)}x{round(500 * scale)}+10+10")
    view = MazeView(root, theme.apply(root, "light", scale))
    view.pack(fill="both", expand=True)
    settle(root)
    return view


@pytest.fixture
def hand(view: MazeView) -> Note:
    """Return the hand of ``view``."""
    view.hand = hand = Note()
    return hand
