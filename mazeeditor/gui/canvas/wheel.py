"""The wheel of the mouse and two fingers on a touchpad: they zoom and pan."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazeeditor.gui.canvas.view import MazeView

WHEEL_PAN = 60  # px at 96 dpi that a notch of the wheel pans
FINGERS_ZOOM = 40  # px at 96 dpi that two fingers move for a step of the zoom


def notches(delta: int, system: str, tk_version: float) -> float:
    """Return how far a wheel was turned, in notches; touchpads turn it by parts of one.

    macOS counts lines up to Tk 8.6; everyone else counts 120 a notch.
    """
    return float(delta) if system == "aqua" and tk_version < 8.7 else delta / 120


def fingers(packed: int) -> tuple[int, int]:
    """Return how far two fingers moved, in px right and down; Tk 9 packs both into one number."""
    down = packed & 0xFFFF
    return packed >> 16, down - 0x10000 if down & 0x8000 else down


class Wheel:
    """The bindings of the wheel on the canvas of one view."""

    def __init__(self, view: MazeView) -> None:
        self._view = view
        self._turned = 0.0  # notches that no step of the zoom has used yet
        self._system = str(view.tk.call("tk", "windowingsystem"))
        bind = view.canvas.bind
        bind("<MouseWheel>", lambda event: self._zoom(event, self._notches(event)))
        bind("<Shift-MouseWheel>", lambda event: self._pan_sideways(event, self._notches(event)))
        if self._system == "x11" and tk.TkVersion < 8.7:
            for button, way in ((4, 1), (5, -1)):
                bind(f"<Button-{button}>", partial(self._zoom, turned=way))
                bind(f"<Shift-Button-{button}>", partial(self._pan_sideways, turned=way))
        if tk.TkVersion >= 9:
            bind("<TouchpadScroll>", self.slide)
            bind("<Control-TouchpadScroll>", self.pinch)

    def _notches(self, event: tk.Event) -> float:
        return notches(event.delta, self._system, tk.TkVersion)

    def slide(self, event: tk.Event) -> None:
        """Pan with two fingers."""
        right, down = fingers(event.delta)
        self._view.pan(-right, -down)

    def pinch(self, event: tk.Event) -> None:
        """Zoom with two fingers."""
        self._zoom(event, fingers(event.delta)[1] / self._view.theme.px(FINGERS_ZOOM))

    def _zoom(self, event: tk.Event, turned: float) -> None:
        self._turned += turned
        steps = int(self._turned)
        self._turned -= steps
        if steps:
            self._view.zoom_by(steps, event.x, event.y)

    def _pan_sideways(self, _event: tk.Event, turned: float) -> None:
        self._view.pan(-turned * self._view.theme.px(WHEEL_PAN), 0)
