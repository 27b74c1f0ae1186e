"""Dispatches pointer and key events to the tool in use, and shows what it would do."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.editing import cursor
from mazeeditor.editing.gesture import Gesture, Preview
from mazeeditor.editing.tools import TOOLS, Tool
from mazeeditor.errors import MazeError
from mazeeditor.gui.keys import SHIFT, chord

if TYPE_CHECKING:
    from mazeeditor.editing.document import Document
    from mazeeditor.editing.work import Work
    from mazeeditor.gui.canvas.maze_view import MazeView

STATES = "MazeeditorStates"  # a bind tag before all others, to note which modifiers are held


class ToolController:
    """Uses one tool after another on a document.

    ``hint`` shows what a click would do, ``show_message`` what else it has done, and
    ``start`` gets the name of what takes long, the work, and what is to follow it.
    """

    def __init__(
        self,
        view: MazeView,
        document: Document,
        hint: Callable[[str], None],
        show_message: Callable[[str], None],
        start: Callable[[str, Work[Any], Callable[[], None]], None],
    ) -> None:
        self._view, self._document, self._hint, self._show_message = (
            view,
            document,
            hint,
            show_message,
        )
        self._start = start
        self._gestures: dict[str, Gesture] = {}
        self._shift = False
        self._over: tuple[float, float] | None = None  # where the pointer is, in cells
        self.tool: Tool = next(iter(TOOLS))
        view.pointer_tool = self
        self._listen()
        self.choose(self.tool.name)

    def _listen(self) -> None:
        canvas = self._view.canvas
        canvas.bindtags((STATES, *canvas.bindtags()))
        for event in ("<Motion>", "<ButtonPress>", "<ButtonRelease>"):
            canvas.bind_class(STATES, event, self._note)
        for key in ("Shift_L", "Shift_R"):
            canvas.bind_class(STATES, f"<KeyPress-{key}>", lambda _event: self._hold(True))
            canvas.bind_class(STATES, f"<KeyRelease-{key}>", lambda _event: self._hold(False))
        canvas.bind("<KeyPress>", self._key, add=True)

    def _note(self, event: tk.Event[tk.Misc]) -> None:
        self._shift = bool(int(event.state) & SHIFT)

    def _hold(self, shift: bool) -> None:
        self._shift = shift
        self.look()

    def choose(self, name: str) -> None:
        """Take another tool."""
        self.cancel()
        self.tool = TOOLS[name]
        self._view.pans = self.tool.pans
        self._view.set_cursor("" if self.tool.pans else "crosshair")
        self._hint(self.tool.hint)
        self.look()

    def put_down(self) -> None:
        """Cancel the drag in progress and release the canvas to another pointer tool."""
        self.cancel()
        self.leave()
        self._view.pointer_tool = None

    def take_up(self) -> None:
        """Use the same tool again."""
        self._view.pointer_tool = self
        self.choose(self.tool.name)

    @property
    def gesture(self) -> Gesture:
        """The tool in use."""
        if self.tool.name not in self._gestures:
            self._gestures[self.tool.name] = self.tool.run()
        return self._gestures[self.tool.name]

    @property
    def busy(self) -> bool:
        """Whether a drag is going on that Escape can take back."""
        return self.gesture.busy

    def cancel(self) -> None:
        """Take back the drag that is going on."""
        self.gesture.cancel(self._document)
        self.look()

    # What the canvas calls

    def hover(self, x: float, y: float) -> None:
        """Show what a click here would do."""
        self._over = x, y
        self.look()

    def leave(self) -> None:
        """Show nothing."""
        self._over = None
        self.look()

    def press(self, x: float, y: float) -> None:
        """Begin a drag."""
        self._over = x, y
        self.gesture.press(self._document, x, y, extend=self._shift)
        self.look()

    def drag(self, x: float, y: float) -> None:
        """Go on with it."""
        self._over = x, y
        self.gesture.move(self._document, x, y)
        self.look()

    def release(self, x: float, y: float) -> None:
        """End it."""
        self.gesture.release(self._document, x, y)
        self._report()
        self.look()

    def _report(self) -> None:
        gesture = self.gesture
        (report, gesture.report), (work, gesture.work) = (gesture.report, ""), (gesture.work, None)
        if report:
            self._show_message(report)
        if work:
            try:
                self._start(*work, lambda: self._follow(gesture))
            except MazeError as reason:  # other work is not done yet
                self._show_message(str(reason))

    def _follow(self, gesture: Gesture) -> None:
        report, gesture.report = gesture.report, ""
        if report:
            self._show_message(report)
        self.look()

    def resize(self, steps: int) -> None:
        """Let the tool take more cells at once (``steps`` > 0), or less."""
        self.gesture.resize(steps)
        self.look()

    def toggle(self, cell: int, slot: int) -> None:
        """Change a wall of the cell that the keys stand on."""
        self._hint(cursor.toggle(self._document, cell, slot) or self.tool.hint)

    def look(self) -> None:
        """Show anew what a click would do where the pointer is."""
        if self._view.pointer_tool is not self:
            return
        preview: Preview | None = None
        if self._over and not self.tool.pans:
            preview = self.gesture.hover(self._document, *self._over, extend=self._shift)
        self._hint((preview and preview.hint) or self.tool.hint)
        self._view.preview(preview)

    # Keys other than the arrows, which belong to the canvas

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        keys, cell = chord(event), self._view.cell
        if keys in cursor.MOVES and keys not in cursor.ARROWS:
            lattice = self._document.maze.lattice
            start = lattice.first.cell if cell is None else cell
            self._view.cell = cursor.MOVES[keys](lattice, start)
            return "break"
        if cell is None:
            return None
        if keys in ("Return", "KP_Enter", "Shift+Return"):
            extend = keys.startswith("Shift")
            used = self.gesture.enter(self._document, cell, extend=extend)
            self._report()
            return "break" if used else None
        if keys in ("Delete", "BackSpace"):
            return "break" if self.gesture.delete(self._document, cell) else None
        return None
