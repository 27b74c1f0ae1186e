"""A canvas in a real window, and a tool that records its calls."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass, field

import pytest

from mazeeditor.core.kernels.compiled import available
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.desktop import system
from mazeeditor.gui.look import apply
from mazeeditor.screen.raster.shape_closeup import kernels_for
from tests.events import settle


@dataclass
class RecordingTool:
    calls: list[tuple[str, float, float]] = field(default_factory=list)
    left: int = 0

    def hover(self, x: float, y: float) -> None:
        self.calls.append(("hover", x, y))

    def leave(self) -> None:
        self.left += 1

    def press(self, x: float, y: float) -> None:
        self.calls.append(("press", x, y))

    def drag(self, x: float, y: float) -> None:
        self.calls.append(("drag", x, y))

    def release(self, x: float, y: float) -> None:
        self.calls.append(("release", x, y))

    def toggle(self, cell: int, slot: int) -> None:
        self.calls.append(("toggle", cell, slot))

    def names(self) -> list[str]:
        """Return the names of its calls except hovering."""
        return [name for name, _x, _y in self.calls if name != "hover"]


def option(canvas: tk.Canvas, item: int, name: str) -> str:
    """Return an option of a canvas item as Tk returns it."""
    return str(canvas.tk.call(str(canvas), "itemcget", item, f"-{name}"))


@pytest.fixture
def view(root: tk.Tk) -> MazeView:
    """Return an empty canvas in a window of 700 x 500 px at 96 dpi."""
    scale = system.detect_scale(root)
    root.geometry(f"{round(700 * scale)}x{round(500 * scale)}+10+10")
    view = MazeView(root, apply(root, "light", scale))
    view.pack(fill="both", expand=True)
    settle(root)
    return view


@pytest.fixture
def tool(view: MazeView) -> RecordingTool:
    view.pointer_tool = tool = RecordingTool()
    return tool


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernels() -> None:
    """Compile what paints before anything is compared with what it paints."""
    for kernel in kernels_for(filled=True, blanks=True) if available() else ():
        kernel.compile()
