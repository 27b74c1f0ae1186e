"""What the pointer and the keys do on the canvas: zoom, pan, and use the tool.

====================================  ==========================================================
Ctrl+wheel                            zoom at the pointer
wheel                                 the same, or pan while ``wheel_pans`` is set
Shift+wheel, wheel to the side        pan sideways
two fingers (from Tk 9 on)            pan; with Ctrl zoom
middle drag, Space+drag               pan
right button                          what can be done here: ``ContextMenus``
left button                           the tool's, or pan while ``pans`` is set, or the zoom box
arrows                                move the cell cursor
Shift+arrow                           change the wall on that side of it
====================================  ==========================================================
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from typing import Protocol

from mazeeditor.gui.canvas.cell_cursor import CellCursor, PointedCell, PointedView
from mazeeditor.gui.canvas.zoom_box import ZoomBox
from mazeeditor.gui.look import Theme

LEFT_BUTTON = 1
RELEASE_DELAY = 40  # ms: a held key repeats as release and press; only a release that stays counts
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
WHEEL_PAN = 60  # px at 96 dpi that a notch of the wheel pans
FINGERS_ZOOM = 40  # px at 96 dpi that two fingers move for a step of the zoom


class WheeledView(Protocol):
    """What the wheel needs of a view."""

    canvas: tk.Canvas
    theme: Theme
    wheel_pans: bool

    def pan(self, dx: float, dy: float) -> None:
        """Show what is ``dx`` px to the right and ``dy`` px below."""

    def zoom_by(self, steps: int, px: float | None = None, py: float | None = None) -> None:
        """Zoom in by ``steps`` with the place at (px, py)."""


class GesturedView(PointedView, WheeledView, Protocol):
    """What the gestures need of the view of a maze."""

    canvas: tk.Canvas
    theme: Theme
    pointer: PointedCell
    cursor: CellCursor
    cell: int | None
    pans: bool
    zoom_box: ZoomBox


def _ignoring_event(act: Callable[[int, int], None], dx: int, dy: int, _event: tk.Event) -> None:
    act(dx, dy)


class Gestures:
    """The bindings of the canvas of one view."""

    def __init__(self, view: GesturedView) -> None:
        self._view, self._canvas = view, view.canvas
        self._grip: tuple[int, int] | None = None  # where the drag that pans was last
        self._grip_button = 0  # the button that this drag holds
        self._using = False  # whether the drag is the tool's
        self._space = False
        self._space_timer = ""
        self._cursor = ""
        self.wheel = Wheel(view)
        self._bind_buttons()
        self._bind_keys()

    def set_cursor(self, name: str) -> None:
        """Show a cursor of Tk while nothing is panned."""
        self._cursor = name
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show the cursor of what a press would do now."""
        boxed = self._view.zoom_box.armed
        moves = self._grip is not None or self._space or (self._view.pans and not boxed)
        self._canvas.configure(cursor="fleur" if moves else "plus" if boxed else self._cursor)

    def hover_again(self) -> None:
        """Let the tool hover over what is under the pointer after the view has moved."""
        pointer, tool = self._view.pointer, self._view.pointer_tool
        if pointer.px and not (self._using or self._grip):
            pointer.move(pointer.px)
            if tool and self._hovers:
                tool.hover(*self._view.to_cells(*pointer.px))

    @property
    def _hovers(self) -> bool:
        """Whether the tool shows what a press would do."""
        return not (self._using or self._grip or self._view.zoom_box.armed)

    # Buttons

    def _bind_buttons(self) -> None:
        bind = self._canvas.bind
        middle = 3 if self._canvas.tk.call("tk", "windowingsystem") == "aqua" else 2
        bind(f"<ButtonPress-{LEFT_BUTTON}>", self._press)
        bind(f"<B{LEFT_BUTTON}-Motion>", self._drag)
        bind(f"<ButtonRelease-{LEFT_BUTTON}>", self._release)
        bind(f"<ButtonPress-{middle}>", self._grab)
        bind(f"<B{middle}-Motion>", self._drag)
        bind(f"<ButtonRelease-{middle}>", self._release)
        bind("<Motion>", self._hover)
        bind("<Leave>", self._leave)

    def _press(self, event: tk.Event) -> None:
        self._canvas.focus_set()
        if self._grip:
            return
        if self._view.zoom_box.armed and not self._space:
            self._view.zoom_box.press(event.x, event.y)
        elif self._space or self._view.pans:
            self._grab(event)
        elif self._view.pointer_tool:
            self._view.cell = None
            self._using = True
            self._view.pointer_tool.press(*self._view.to_cells(event.x, event.y))

    def _grab(self, event: tk.Event) -> None:
        if self._using or self._grip:
            return
        self._grip, self._grip_button = (event.x, event.y), event.num
        self.show_cursor()
        if self._view.pointer_tool:
            self._view.pointer_tool.leave()

    def _drag(self, event: tk.Event) -> None:
        self._view.pointer.move((event.x, event.y))
        if self._grip:
            self._view.pan(self._grip[0] - event.x, self._grip[1] - event.y)
            self._grip = (event.x, event.y)
        elif self._using and self._view.pointer_tool:
            self._view.pointer_tool.drag(*self._view.to_cells(event.x, event.y))
        else:
            self._view.zoom_box.drag(event.x, event.y)

    def _release(self, event: tk.Event) -> None:
        if self._grip:
            if event.num == self._grip_button:
                self._grip = None
                self.show_cursor()
        elif self._using and event.num == LEFT_BUTTON:
            self._using = False
            if self._view.pointer_tool:
                self._view.pointer_tool.release(*self._view.to_cells(event.x, event.y))
        elif self._view.zoom_box.armed and event.num == LEFT_BUTTON:
            self._view.zoom_box.release(event.x, event.y)

    def _hover(self, event: tk.Event) -> None:
        self._view.pointer.move((event.x, event.y))
        if self._hovers and self._view.pointer_tool:
            self._view.pointer_tool.hover(*self._view.to_cells(event.x, event.y))

    def _leave(self, _event: tk.Event) -> None:
        self._view.pointer.move(None)
        if self._view.pointer_tool and not self._using:
            self._view.pointer_tool.leave()

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
            self._space_timer = ""

    def _space_down(self, _event: tk.Event) -> None:
        self.close()
        self._space = True
        self.show_cursor()

    def _space_up(self, _event: tk.Event) -> None:
        self.close()
        self._space_timer = self._canvas.after(RELEASE_DELAY, self._space_ends)

    def _space_ends(self) -> None:
        self.close()
        self._space = False
        self.show_cursor()


def notches(delta: int, system: str, tk_version: float) -> float:
    """Return how far a wheel was turned, in notches; touchpads turn it by parts of one.

    macOS counts lines up to Tk 8.6; the other systems count 120 a notch.
    """
    return float(delta) if system == "aqua" and tk_version < 8.7 else delta / 120


def fingers(packed: int) -> tuple[int, int]:
    """Return how far two fingers moved, in px right and down; Tk 9 packs both into one number."""
    down = packed & 0xFFFF
    return packed >> 16, down - 0x10000 if down & 0x8000 else down


class Wheel:
    """The bindings of the wheel on the canvas of one view."""

    def __init__(self, view: WheeledView) -> None:
        self._view = view
        self._turned = 0.0  # notches that no step of the zoom has used yet
        self._system = str(view.canvas.tk.call("tk", "windowingsystem"))
        bind = view.canvas.bind
        actions = {"": self._turn, "Control-": self._zoom, "Shift-": self._pan_sideways}
        for modifier, action in actions.items():
            bind(f"<{modifier}MouseWheel>", partial(self._by_notches, action))
            if self._system == "x11" and tk.TkVersion < 8.7:
                for button, turned in ((4, 1), (5, -1)):
                    bind(f"<{modifier}Button-{button}>", partial(action, turned=turned))
        # Tk reports a wheel that turns to the side (the buttons 6 and 7 of X11) as with Shift
        if tk.TkVersion >= 9:
            bind("<TouchpadScroll>", self.slide)
            bind("<Control-TouchpadScroll>", self.pinch)

    def _by_notches(self, action: Callable[[tk.Event, float], None], event: tk.Event) -> None:
        action(event, notches(event.delta, self._system, tk.TkVersion))

    def _turn(self, event: tk.Event, turned: float) -> None:
        if self._view.wheel_pans:
            self._view.pan(0, -turned * self._view.theme.px(WHEEL_PAN))
        else:
            self._zoom(event, turned)

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
