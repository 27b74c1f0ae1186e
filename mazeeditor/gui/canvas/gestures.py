"""What the pointer and the keys do on the canvas: zoom, pan, use the tool, move the cell cursor.

====================================  ==========================================================
Ctrl+wheel (Command on macOS)         zoom at the pointer
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

from mazeeditor.editing.cursor import next_cell, slot_towards, x_of
from mazeeditor.gui.canvas.overlay import Overlay
from mazeeditor.gui.canvas.rulers import Ruler
from mazeeditor.gui.desktop.system import is_mac, middle_button
from mazeeditor.gui.desktop.touchpad import EVENT, fingers
from mazeeditor.gui.look import Theme
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.viewport import Viewport

ZOOM_BOX = "zoom-box"
SMALLEST_BOX = 5  # px at 96 dpi: what is smaller is a click
CLICK_STEPS = 3  # of the zoom for a click
LEFT_BUTTON = 1
# ms: a held key repeats as release and press; only a release that stays counts
RELEASE_DELAY_MS = 40
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
WHEEL_PAN = 60  # px at 96 dpi that a notch of the wheel pans
FINGERS_ZOOM = 40  # px at 96 dpi that two fingers move for a step of the zoom


class PointerTool(Protocol):
    """What handles the pointer: the tool, or a game. Positions are in cells."""

    def hover(self, x: float, y: float) -> None:
        """The pointer moved with no button held."""

    def leave(self) -> None:
        """The pointer left the canvas, or is used for something else."""

    def press(self, x: float, y: float) -> None:
        """The left button was pressed."""

    def drag(self, x: float, y: float) -> None:
        """The pointer moved with the left button held; motions may have been merged."""

    def release(self, x: float, y: float) -> None:
        """The left button was released."""

    def toggle(self, cell: int, slot: int) -> None:
        """The keys request a change of a wall of a cell."""


class WheeledView(Protocol):
    """What the wheel needs of a view."""

    canvas: tk.Canvas
    theme: Theme
    wheel_pans: bool

    def pan(self, dx: float, dy: float) -> None:
        """Show what is ``dx`` px to the right and ``dy`` px below."""

    def zoom_by(self, steps: int, px: float | None = None, py: float | None = None) -> None:
        """Zoom in by ``steps`` with the place at (px, py)."""


class GesturedView(WheeledView, Protocol):
    """What pointer and keys need of the view of a maze."""

    maze: Maze | None
    pointer_tool: PointerTool | None
    viewport: Viewport
    overlay: Overlay
    rulers: tuple[Ruler, Ruler]
    pointer: PointedCell
    cursor: CellCursor
    zoom_box: ZoomBox
    pans: bool

    def reveal(self, cell: int) -> None:
        """Pan as little as it takes to see a cell."""

    def look(self, view: Viewport) -> None:
        """Show another part of the maze, or at another zoom."""

    def event_generate(self, sequence: str) -> None:
        """Generate a virtual event of the view."""


class PointedCell:
    """The cell under the pointer; a change of it generates ``<<PointerMoved>>``."""

    def __init__(self, view: GesturedView) -> None:
        self._view = view
        self.px: tuple[int, int] | None = None  # where on the canvas the pointer is
        self.cell: int | None = None

    def move(self, px: tuple[int, int] | None) -> None:
        """Follow the pointer, and show in the rulers where it is; ``None``: it left the canvas."""
        self.px = px
        view = self._view
        cell = place = None
        if view.maze and px:
            place = view.viewport.to_cells(*px)
            cell = view.maze.lattice.geometry.cell_at(*place)
        for ruler, along in zip(view.rulers, place or (None, None), strict=True):
            ruler.point(along)
        if cell != self.cell:
            self.cell = cell
            view.event_generate("<<PointerMoved>>")

    def reset(self) -> None:
        """Point at no cell until the pointer moves again: the cells of another maze are others."""
        if self.cell is not None:
            self.cell = None
            self._view.event_generate("<<PointerMoved>>")


class CellCursor:
    """The cell that the arrow keys move; a change of it generates ``<<CursorMoved>>``."""

    def __init__(self, view: GesturedView) -> None:
        self._view = view
        self.cell: int | None = None
        self._column = 0.0  # after the last move sideways: up and down stay close to it
        self._side = 1  # the direction of that move

    def move(self, cell: int | None) -> None:
        """Move to another cell and bring it into view, or (None) remove the cursor."""
        if cell is not None:
            self._view.reveal(cell)
        if cell != self.cell:
            self.cell = cell
            self._view.overlay.show_cursor(self._view.viewport, cell)
            self._view.event_generate("<<CursorMoved>>")

    def step(self, dx: int, dy: int) -> None:
        """Move by a cell; where the cursor is on none yet, begin in the middle of the view."""
        maze = self._view.maze
        if maze is None or self.cell is None:
            self.begin()
            return
        lean = self._column - x_of(maze.lattice, self.cell)
        self.move(next_cell(maze.lattice, self.cell, dx, dy, lean))
        if dx:
            self._column, self._side = x_of(maze.lattice, self.cell), dx

    def toggle(self, dx: int, dy: int) -> None:
        """Request a change of the wall on a side; where the cursor is on no cell yet, show it.

        Of two walls above or below, it is the one on the side to which the cursor last went.
        """
        maze, tool = self._view.maze, self._view.pointer_tool
        if maze is None or self.cell is None:
            self.step(dx, dy)
            return
        slot = slot_towards(maze.lattice, self.cell, dx, dy, self._side)
        if slot is not None and tool:
            tool.toggle(self.cell, slot)

    def begin(self) -> None:
        """Begin at the cell in the middle of the view, else on the entrance."""
        maze, view = self._view.maze, self._view.viewport
        if maze:
            middle = view.to_cells(view.width / 2, view.height / 2)
            cell = maze.lattice.geometry.cell_at(*middle)
            self.move((maze.entrance or maze.lattice.first).cell if cell is None else cell)
            self._column = middle[0]


class ZoomBox:
    """The box of one view; while ``armed``, the left button draws it instead of using the tool."""

    def __init__(self, view: GesturedView) -> None:
        self._view = view
        self.armed = False
        self._start: tuple[int, int] | None = None

    def arm(self, armed: bool = True) -> None:
        """Let the next drag draw a box, or not after all."""
        self._view.canvas.delete(ZOOM_BOX)
        self._start = None
        if armed != self.armed:
            self.armed = armed
            self._view.event_generate("<<ZoomBoxChanged>>")

    def press(self, x: int, y: int) -> None:
        self._start = x, y

    def drag(self, x: int, y: int) -> None:
        """Draw the box to here."""
        if self._start is None:
            return
        canvas, theme = self._view.canvas, self._view.theme
        canvas.delete(ZOOM_BOX)
        for colour, width in ((theme.paper, 4), (theme.wall_hover, 2)):
            item = canvas.create_rectangle(*self._start, x, y, tags=ZOOM_BOX, outline=colour)
            canvas.itemconfigure(item, width=theme.px(width))

    def release(self, x: int, y: int) -> None:
        """Show what is in the box; after a click, what is around it, a few steps larger."""
        start, view = self._start, self._view
        self.arm(False)
        if start is None:
            return
        if max(abs(x - start[0]), abs(y - start[1])) < view.theme.px(SMALLEST_BOX):
            view.zoom_by(CLICK_STEPS, x, y)
        else:
            view.look(view.viewport.framing(*start, x, y))


def _ignoring_event(act: Callable[[int, int], None], dx: int, dy: int, _event: tk.Event) -> None:
    act(dx, dy)


class Gestures:
    """The bindings of the canvas of one view."""

    def __init__(self, view: GesturedView) -> None:
        self._view, self._canvas = view, view.canvas
        self._grip: tuple[int, int] | None = None  # where the drag that pans was last
        self._grip_button = 0  # the button that this drag holds
        self._using = False  # whether the drag is the tool's
        self._cursor = ""
        self.wheel, self._space = Wheel(view), SpaceKey(view.canvas, self.show_cursor)
        self._bind_buttons()
        self._bind_keys()

    def set_cursor(self, name: str) -> None:
        """Show a cursor of Tk while nothing is panned."""
        self._cursor = name
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show the cursor of what a press would do now."""
        boxed = self._view.zoom_box.armed
        moves = self._grip is not None or self._space.held or (self._view.pans and not boxed)
        self._canvas.configure(cursor="fleur" if moves else "plus" if boxed else self._cursor)

    def hover_again(self, *, moved: bool) -> None:
        """Let the tool hover over what is under the pointer now; the view may have ``moved``."""
        pointer, tool = self._view.pointer, self._view.pointer_tool
        if pointer.px and not (self._using or self._grip):
            if moved:
                pointer.move(pointer.px)
            if tool and self._hovers:
                tool.hover(*self._view.viewport.to_cells(*pointer.px))

    @property
    def _hovers(self) -> bool:
        """Whether the tool shows what a press would do."""
        return not (self._using or self._grip or self._view.zoom_box.armed)

    # Buttons

    def _bind_buttons(self) -> None:
        bind = self._canvas.bind
        middle = middle_button(self._canvas)
        if is_mac(self._canvas):
            # a right click: not the tool's
            bind(f"<Control-ButtonPress-{LEFT_BUTTON}>", lambda _event: self._canvas.focus_set())
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
        if self._view.zoom_box.armed and not self._space.held:
            self._view.zoom_box.press(event.x, event.y)
        elif self._space.held or self._view.pans:
            self._grab(event)
        elif self._view.pointer_tool:
            self._view.cursor.move(None)
            self._using = True
            self._view.pointer_tool.press(*self._view.viewport.to_cells(event.x, event.y))

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
            self._view.pointer_tool.drag(*self._view.viewport.to_cells(event.x, event.y))
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
                self._view.pointer_tool.release(*self._view.viewport.to_cells(event.x, event.y))
        elif self._view.zoom_box.armed and event.num == LEFT_BUTTON:
            self._view.zoom_box.release(event.x, event.y)

    def _hover(self, event: tk.Event) -> None:
        self._view.pointer.move((event.x, event.y))
        if self._hovers and self._view.pointer_tool:
            self._view.pointer_tool.hover(*self._view.viewport.to_cells(event.x, event.y))

    def _leave(self, _event: tk.Event) -> None:
        self._view.pointer.move(None)
        if self._view.pointer_tool and not self._using:
            self._view.pointer_tool.leave()

    # Keys

    def _bind_keys(self) -> None:
        bind, view = self._canvas.bind, self._view
        for name, (dx, dy) in ARROWS.items():
            bind(f"<{name}>", partial(_ignoring_event, view.cursor.step, dx, dy))
            bind(f"<Shift-{name}>", partial(_ignoring_event, view.cursor.toggle, dx, dy))

    def close(self) -> None:
        """Leave no timer behind."""
        self._space.close()


class SpaceKey:
    """Whether Space is ``held`` in a canvas; ``on_change`` is called when that changes."""

    def __init__(self, canvas: tk.Canvas, on_change: Callable[[], object]) -> None:
        self.held = False
        self._canvas, self._on_change = canvas, on_change
        self._timer = ""
        canvas.bind("<KeyPress-space>", lambda _event: self._hold(True))
        canvas.bind("<KeyRelease-space>", lambda _event: self._release_later())
        canvas.bind("<FocusOut>", lambda _event: self._hold(False), add=True)

    def _hold(self, held: bool) -> None:
        self.close()
        if held != self.held:
            self.held = held
            self._on_change()

    def _release_later(self) -> None:
        self.close()
        self._timer = self._canvas.after(RELEASE_DELAY_MS, self._hold, False)

    def close(self) -> None:
        """Leave no timer behind."""
        if self._timer:
            self._canvas.after_cancel(self._timer)
            self._timer = ""


def notches(delta: int, system: str, tk_version: float) -> float:
    """Return how far a wheel was turned, in notches; touchpads turn it by parts of one.

    macOS counts lines up to Tk 8.6; the other systems count 120 a notch.
    """
    return float(delta) if system == "aqua" and tk_version < 8.7 else delta / 120


class Wheel:
    """The bindings of the wheel on the canvas of one view."""

    def __init__(self, view: WheeledView) -> None:
        self._view = view
        self._turned = 0.0  # notches that no step of the zoom has used yet
        self._system = str(view.canvas.tk.call("tk", "windowingsystem"))
        bind = view.canvas.bind
        actions = {"": self._turn, "Control-": self._zoom, "Shift-": self._pan_sideways}
        if self._system == "aqua":
            actions["Command-"] = self._zoom
        for modifier, action in actions.items():
            bind(f"<{modifier}MouseWheel>", partial(self._by_notches, action))
            if self._system == "x11" and tk.TkVersion < 8.7:
                for button, turned in ((4, 1), (5, -1)):
                    bind(f"<{modifier}Button-{button}>", partial(action, turned=turned))
        # Tk reports a wheel that turns to the side (the buttons 6 and 7 of X11) as with Shift
        if tk.TkVersion >= 9:
            bind(EVENT, self.slide)
            bind("<Control-TouchpadScroll>", self.pinch)
            if self._system == "aqua":
                bind("<Command-TouchpadScroll>", self.pinch)

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
