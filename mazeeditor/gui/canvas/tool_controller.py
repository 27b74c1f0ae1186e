"""Dispatches pointer and key events to the tool in use, and shows what it would do."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import ignore
from mazeeditor.core.key_names import MAC
from mazeeditor.core.translation import _
from mazeeditor.editing import cursor
from mazeeditor.editing.tools import Preview
from mazeeditor.gui.desktop.keys import REMOVES, SHIFT, chord

if TYPE_CHECKING:
    from mazeeditor.app.parts.view import View
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.canvas.maze_view import MazeView


EASY_CELL_PX = 16  # px a cell at 96 dpi: single walls are easy to hit
ENTER, DELETE = ("Return", "KP_Enter", "Shift+Return"), ("Delete", "BackSpace")  # chords
REMOVING = ("Alt", "Meta" if MAC else "Control")  # Tk names Command so
MODIFIER_KEYS = tuple(f"{key}_{side}" for key in ("Shift", *REMOVING) for side in "LR")
STATES = "states"  # a widget, never seen, whose bindings come first: which modifiers are held


class ToolController:
    """The pointer and the keys of one view, for the tool in use.

    ``show_hint`` shows what a click would do. ``refuse`` says at the pointer, or beside the cell
    that is given, why nothing was done; it is set when there is what shows it.
    """

    def __init__(
        self, maze_view: MazeView, document: Document, view: View, show_hint: Callable[[str], None]
    ) -> None:
        self._maze_view, self._show_hint = maze_view, show_hint
        self._document, self._toolbox = document, view.toolbox
        self._over: tuple[float, float] | None = None  # where the pointer is, in cells
        self._by_keys = False  # whether the cell cursor was used last, not the pointer
        self._zooming = False  # whether the button that is held has zoomed in
        self.refuse: Callable[[str, int | None], None] = ignore
        self._reason = self._report = ""  # why a press would do nothing; what a gesture reported
        self._state: object = None  # of the document, before the press
        self._pressed = False  # whether the tool has the button that is held
        self._add_bindings()
        self._toolbox.changed.subscribe(self._follow)
        self._toolbox.reported.subscribe(self._note_report)
        self._selection = view.selection
        self._selection.changed.subscribe(self.show_selected)
        self._symmetry = view.symmetry
        self._symmetry.changed.subscribe(self._follow_symmetry)
        self.take_up()

    def _add_bindings(self) -> None:
        canvas = self._maze_view.canvas
        states = tk.Frame(canvas, name=STATES)  # unlike those of a class, they go with the canvas
        canvas.bindtags((str(states), *canvas.bindtags()))
        for event in ("<Motion>", "<ButtonPress>", "<ButtonRelease>"):
            states.bind(event, self._note_modifiers)
        for key in MODIFIER_KEYS:
            states.bind(f"<KeyPress-{key}>", lambda _event, key=key: self._hold(key, True))  # type: ignore[misc]
            states.bind(f"<KeyRelease-{key}>", lambda _event, key=key: self._hold(key, False))  # type: ignore[misc]
        states.bind("<FocusOut>", lambda _event: self._toolbox.hold(extends=False, removes=False))
        canvas.bind("<KeyPress>", self._key, add=True)
        self._maze_view.bind("<<CursorMoved>>", lambda _event: self._follow_cursor(), add=True)

    def _follow_cursor(self) -> None:
        self._by_keys = True
        if self._maze_view.cell is not None and self._maze_view.pointer_tool is self:
            self._toolbox.follow_cursor(self._maze_view.cell)
        self.look()

    def _note_modifiers(self, event: tk.Event[tk.Misc]) -> None:
        state = int(event.state)
        self._toolbox.hold(extends=bool(state & SHIFT), removes=bool(state & REMOVES))

    def _hold(self, key: str, held: bool) -> None:
        """Show what a press would do with a key held, or no longer; a drag goes by it at once."""
        toolbox = self._toolbox
        shift = key.startswith("Shift")
        toolbox.hold(
            extends=held if shift else toolbox.extends, removes=toolbox.removes if shift else held
        )
        if toolbox.dragging and self._pressed and self._over:
            toolbox.drag(*self._over)
        self.look()

    @property
    def _shift(self) -> bool:
        return self._toolbox.extends

    def show_selected(self) -> None:
        """Show selected cells and symmetry, unless the view shows another maze or a game."""
        maze = self._document.maze
        if self._maze_view.maze is maze and self._maze_view.pointer_tool is self:
            self._maze_view.selection.select(maze.lattice, self._selection.cells)
            self._maze_view.overlay.show_symmetry(self._maze_view.viewport, self._symmetry.group)

    def _follow_symmetry(self) -> None:
        self.show_selected()
        self.look()

    def put_down(self) -> None:
        """Take back the drag in progress and leave the canvas to another pointer tool."""
        self._toolbox.cancel()
        self.leave()
        self._maze_view.show_ghost(None)
        self._maze_view.pointer_tool = None
        self._maze_view.selection.select(self._document.maze.lattice, None)
        self._maze_view.overlay.show_symmetry(self._maze_view.viewport, None)

    def take_up(self) -> None:
        """Use the pointer of the canvas, for the first time or again."""
        self._maze_view.pointer_tool = self
        self._follow()
        self.show_selected()

    def _follow(self) -> None:
        """Show which tool is in use, unless the canvas belongs to another pointer tool."""
        self._maze_view.zoom_box.arm(False)
        if self._maze_view.pointer_tool is self:
            pans = self._toolbox.mode.pans
            self._maze_view.pans = pans
            self._maze_view.set_cursor("" if pans else "crosshair")
            self.look()
            self._go_to()

    def _go_to(self) -> None:
        """Let the cell cursor go where the tool says."""
        gesture = self._toolbox.gesture
        cell, gesture.goes_to = gesture.goes_to, None
        if cell is not None:
            self._maze_view.cell = cell

    # What the canvas calls

    def hover(self, x: float, y: float) -> None:
        """Show what a click here would do."""
        self._over, self._by_keys = (x, y), False
        self.look()

    def leave(self) -> None:
        self._over = None
        self.look()

    def press(self, x: float, y: float) -> None:
        """Begin a drag, or zoom in where the tool needs a closer view."""
        self._zooming = self._too_far
        if self._zooming:
            self._zoom_in(x, y)
        else:
            self._pressed = True
            self._look_for_reason(x, y)
            self._toolbox.gesture.px = self._px
            self._toolbox.press(x, y, extend=self._shift)
        self.hover(x, y)

    def drag(self, x: float, y: float) -> None:
        if not self._zooming:
            self._toolbox.drag(x, y)
        self.hover(x, y)

    def release(self, x: float, y: float) -> None:
        if not self._zooming:
            self._toolbox.release(x, y)
            self._refuse(None)
        self._zooming = self._pressed = False
        self.look()

    # Why nothing was done

    def _note_report(self, report: str) -> None:
        self._report = report

    def _look_for_reason(self, x: float, y: float) -> None:
        """Note why a click here would do nothing, where that is so."""
        self._state, self._report = self._document.state, ""
        preview = self._toolbox.preview(x, y, extend=self._shift)
        self._reason = ""
        outside = self._document.maze.lattice.geometry.cell_at(x, y) is None
        if preview and preview.refuses:
            self._reason = preview.hint
        elif preview is None and outside and self._toolbox.mode.closeup:
            self._reason = _("Outside the maze there are no walls to change.")

    def _refuse(self, cell: int | None) -> None:
        """Say why nothing was done since the press, or by a key at a cell, where that is so."""
        reason, self._reason = self._report or self._reason, ""
        self._report = ""
        if reason and self._document.state == self._state and not self._toolbox.dragging:
            self.refuse(reason, cell)

    def toggle(self, cell: int, slot: int) -> None:
        """Change a wall of the cell at the cell cursor, or zoom in where it cannot be seen."""
        if self._maze_view.is_overview:
            self._zoom_in(*self._maze_view.place_of(cell))
        else:
            self._by_keys = True
            reason = self._toolbox.toggle(cell, slot)
            self._show_hint(reason or self._toolbox.mode.hint_for_keys)
            if reason:
                self.refuse(reason, cell)

    @property
    def _px(self) -> float:
        """How many cells a px at 96 dpi is."""
        return self._maze_view.theme.scale / self._maze_view.viewport.zoom

    @property
    def uses_keys(self) -> bool:
        """Whether keys were used last, at the cell cursor, and not the pointer."""
        return self._by_keys and self._maze_view.cell is not None

    @property
    def _too_far(self) -> bool:
        """Whether the tool would change a wall that cannot be seen."""
        return self._toolbox.mode.closeup and self._maze_view.is_overview

    def _zoom_in(self, x: float, y: float) -> None:
        maze_view = self._maze_view
        maze_view.zoom_to(EASY_CELL_PX, *maze_view.viewport.to_px(x, y))
        self.look()

    def look(self) -> None:
        """Show again what a click would do at the pointer, or a key at the cell cursor."""
        if self._maze_view.pointer_tool is not self:
            return
        if self._too_far:
            closer = _("Enter zooms in") if self.uses_keys else _("Click to zoom in")
            text = _("{closer}: at this size no single wall can be seen")
            self._show_hint(text.format(closer=closer))
            self._maze_view.preview(None)
            self._maze_view.show_ghost(None)
            return
        gesture = self._toolbox.gesture
        gesture.px = self._px
        preview: Preview | None = None
        if self.uses_keys and self._toolbox.dragging and self._maze_view.cell is not None:
            preview = self._toolbox.preview(
                *self._maze_view.place_of(self._maze_view.cell), extend=self._shift
            )
        elif self._over:
            preview = self._toolbox.preview(*self._over, extend=self._shift)
        mode = self._toolbox.mode
        if self.uses_keys:
            self._show_hint(mode.hint_for_keys)
        else:
            self._show_hint((preview and preview.hint) or mode.hint)
        self._maze_view.preview(preview)
        self._maze_view.show_ghost(gesture.ghost(self._document), preview.grip if preview else None)

    # Keys other than the arrows, which belong to the canvas

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        keys, cell = chord(event), self._maze_view.cell
        if keys in cursor.MOVES and keys not in cursor.ARROWS:
            lattice = self._document.maze.lattice
            start = lattice.first.cell if cell is None else cell
            self._maze_view.cell = cursor.MOVES[keys](lattice, start)
            return "break"
        if cell is None and self._toolbox.mode.clicks and self._toolbox.dragging:
            cell = self._document.maze.lattice.first.cell  # any: what was begun knows where it is
        elif cell is None and keys in ENTER:
            cell = self._toolbox.gesture.first_cell(self._document)
            self._maze_view.cell = cell
        return "break" if cell is not None and self._use_tool(keys, cell) else None

    def _use_tool(self, keys: str, cell: int) -> bool:
        """Use the tool at the cell cursor; returns whether it does anything with the keys."""
        if keys in (*ENTER, *DELETE) and self._too_far:
            self._zoom_in(*self._maze_view.place_of(cell))
            return True
        if keys in ENTER:
            used = self._toolbox.enter(cell, extend=keys.startswith("Shift"))
            self.look()
            return used
        if keys in DELETE:
            return self._toolbox.delete(cell)
        return False
