"""What the pointer and the keys do on the canvas: zoom, pan, and use the tool.

====================================  ==========================================================
wheel, Ctrl+wheel                     zoom at the pointer
Shift+wheel                           pan sideways
two fingers (from Tk 9 on)            pan; with Ctrl zoom
middle drag, Space+drag               pan
left button                           the tool's, or pan while ``pans`` is set
arrows                                move the cell cursor
Shift+arrow                           change the wall on that side of it
====================================  ==========================================================
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from mazeeditor.gui.canvas.wheel import Wheel

if TYPE_CHECKING:
    from mazeeditor.gui.canvas.view import MazeView

SHIFT = 1  # the bit of an event's state
RELEASE_DELAY = 40  # ms: a held key repeats as release and press; only a release that stays counts
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class Hand(Protocol):
    """What uses the pointer: a tool. Positions are in cells."""

    def hover(self, x: float, y: float) -> None:
        """The pointer moved with no button held."""

    def leave(self) -> None:
        """The pointer left the canvas, or is used for something else."""

    def press(self, x: float, y: float) -> None:
        """The left button was pressed."""

    def drag(self, x: float, y: float) -> None:
        """The pointer moved with the left button held; motions may have been merged."""

    def release(self, x: float, y: float) -> None:
        """The left button was let go."""

    def toggle(self, cell: int, slot: int) -> None:
        """The keys ask to change a wall of a cell."""


def _ignoring_event(act: Callable[[int, int], None], dx: int, dy: int, _event: tk.Event) -> None:
    act(dx, dy)


class Gestures:
    """The bindings of the canvas of one view."""

    def __init__(self, view: MazeView) -> None:
        self._view, self._canvas = view, view.canvas
        self._grip: tuple[int, int] | None = None  # where the drag that pans was last
        self._using = False  # whether the drag is the tool's
        self._space = False
        self._space_timer = ""
        self._cursor = ""
        self.wheel = Wheel(view)
        self._bind_buttons()
        self._bind_keys()

    def set_cursor(self, name: str) -> None:
        """Show a cursor of Tk's while nothing is panned."""
        self._cursor = name
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show the cursor of what a press would do now."""
        moves = self._grip is not None or self._space or self._view.pans
        self._canvas.configure(cursor="fleur" if moves else self._cursor)

    def hover_again(self) -> None:
        """Tell the tool what lies under the pointer now that the view has moved."""
        pointer, hand = self._view.pointer, self._view.hand
        if pointer.px and not (self._using or self._grip):
            pointer.move(pointer.px)
            if hand:
                hand.hover(*self._view.to_cells(*pointer.px))

    # Buttons

    def _bind_buttons(self) -> None:
        bind = self._canvas.bind
        middle = 3 if self._canvas.tk.call("tk", "windowingsystem") == "aqua" else 2
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", self._release)
        bind(f"<ButtonPress-{middle}>", self._grab)
        bind(f"<B{middle}-Motion>", self._drag)
        bind(f"<ButtonRelease-{middle}>", self._release)
        bind("<Motion>", self._hover)
        bind("<Leave>", self._leave)

    def _press(self, event: tk.Event) -> None:
        self._canvas.focus_set()
        self._note_shift(event)
        if self._space or self._view.pans:
            self._grab(event)
        elif self._view.hand:
            self._view.cell = None
            self._using = True
            self._view.hand.press(*self._view.to_cells(event.x, event.y))

    def _grab(self, event: tk.Event) -> None:
        if self._using:
            return
        self._grip = (event.x, event.y)
        self.show_cursor()
        if self._view.hand:
            self._view.hand.leave()

    def _drag(self, event: tk.Event) -> None:
        self._view.pointer.move((event.x, event.y))
        if self._grip:
            self._view.pan(self._grip[0] - event.x, self._grip[1] - event.y)
            self._grip = (event.x, event.y)
        elif self._using and self._view.hand:
            self._view.hand.drag(*self._view.to_cells(event.x, event.y))

    def _release(self, event: tk.Event) -> None:
        if self._grip:
            self._grip = None
            self.show_cursor()
        elif self._using:
            self._using = False
            if self._view.hand:
                self._view.hand.release(*self._view.to_cells(event.x, event.y))

    def _hover(self, event: tk.Event) -> None:
        self._note_shift(event)
        self._view.pointer.move((event.x, event.y))
        if self._view.hand and not (self._using or self._grip):
            self._view.hand.hover(*self._view.to_cells(event.x, event.y))

    def _note_shift(self, event: tk.Event) -> None:
        self._view.shift = bool(int(event.state) & SHIFT)

    def _leave(self, _event: tk.Event) -> None:
        self._view.pointer.move(None)
        if self._view.hand and not self._using:
            self._view.hand.leave()

    # Keys

    def _bind_keys(self) -> None:
        bind, view = self._canvas.bind, self._view
        bind("<KeyPress-space>", self._space_down)
        bind("<KeyRelease-space>", self._space_up)
        bind("<FocusOut>", lambda _event: self._space_ends())
        for name, (dx, dy) in ARROWS.items():
            bind(f"<{name}>", partial(_ignoring_event, view.cursor.step, dx, dy))
            bind(f"<Shift-{name}>", partial(_ignoring_event, view.cursor.toggle, dx, dy))

    def close(self) -> None:
        """Leave no timer behind."""
        if self._space_timer:
            self._canvas.after_cancel(self._space_timer)

    def _space_down(self, _event: tk.Event) -> None:
        self.close()
        self._space_timer = ""
        self._space = True
        self.show_cursor()

    def _space_up(self, _event: tk.Event) -> None:
        self._space_timer = self._canvas.after(RELEASE_DELAY, self._space_ends)

    def _space_ends(self) -> None:
        self._space_timer = ""
        self._space = False
        self.show_cursor()
