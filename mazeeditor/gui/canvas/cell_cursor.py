"""The two cells that the user points at: with the pointer, and with the arrow keys."""

from __future__ import annotations

from typing import Protocol

from mazeeditor.editing.cursor import next_cell, slot_towards, x_of
from mazeeditor.gui.canvas.overlay import Overlay
from mazeeditor.gui.canvas.rulers import Ruler
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.viewport import Viewport


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


class PointedView(Protocol):
    """What the two cells need of the view of a maze."""

    maze: Maze | None
    pointer_tool: PointerTool | None
    viewport: Viewport
    overlay: Overlay

    @property
    def rulers(self) -> tuple[Ruler, ...]:
        """The rulers at the top and at the left."""

    def to_cells(self, px: float, py: float) -> tuple[float, float]:
        """Return the place of a pixel of the canvas, in cells."""

    def reveal(self, cell: int) -> None:
        """Pan as little as it takes to see a cell."""

    def notify(self, event: str) -> None:
        """Generate a virtual event of the view."""


class PointedCell:
    """The cell under the pointer; a change of it generates ``<<PointerMoved>>``."""

    def __init__(self, view: PointedView) -> None:
        self._view = view
        self.px: tuple[int, int] | None = None  # where on the canvas the pointer is
        self.cell: int | None = None

    def move(self, px: tuple[int, int] | None) -> None:
        """Follow the pointer, and show in the rulers where it is; ``None``: it left the canvas."""
        self.px = px
        view = self._view
        cell = place = None
        if view.maze and px:
            place = view.to_cells(*px)
            cell = view.maze.lattice.geometry.cell_at(*place)
        for ruler, along in zip(view.rulers, place or (None, None), strict=True):
            ruler.point(along)
        if cell != self.cell:
            self.cell = cell
            view.notify("<<PointerMoved>>")

    def reset(self) -> None:
        """Point at no cell until the pointer moves again: the cells of another maze are others."""
        if self.cell is not None:
            self.cell = None
            self._view.notify("<<PointerMoved>>")


class CellCursor:
    """The cell that the arrow keys move; a change of it generates ``<<CursorMoved>>``."""

    def __init__(self, view: PointedView) -> None:
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
            self._view.notify("<<CursorMoved>>")

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
