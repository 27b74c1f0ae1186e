"""The two cells that a person points at: with the pointer, and with the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.editing.cursor import beside, slot_towards, x_of

if TYPE_CHECKING:
    from mazeeditor.gui.canvas.view import MazeView


class PointedCell:
    """The cell under the pointer; ``<<PointerMoved>>`` tells when it is another."""

    def __init__(self, view: MazeView) -> None:
        self._view = view
        self.px: tuple[int, int] | None = None  # where on the canvas the pointer is
        self.cell: int | None = None

    def move(self, px: tuple[int, int] | None) -> None:
        """Follow the pointer, and show in the rulers where it is; ``None``: it is gone."""
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
            view.event_generate("<<PointerMoved>>")

    def forget(self) -> None:
        """Point at no cell until the pointer is looked at again: cells are numbered anew."""
        if self.cell is not None:
            self.cell = None
            self._view.event_generate("<<PointerMoved>>")


class CellCursor:
    """The cell that the arrow keys stand on; ``<<CursorMoved>>`` tells when it is another."""

    def __init__(self, view: MazeView) -> None:
        self._view = view
        self.cell: int | None = None
        self._column = 0.0  # where it was when it last went sideways: up and down lead along there
        self._way = 1  # the way it went then

    def move(self, cell: int | None) -> None:
        """Stand on another cell and bring it into the view, or on none."""
        if cell is not None:
            self._view.reveal(cell)
        if cell != self.cell:
            self.cell = cell
            self._view.overlay.show_cursor(self._view.viewport, cell)
            self._view.event_generate("<<CursorMoved>>")

    def step(self, dx: int, dy: int) -> None:
        """Move a cell on; where the cursor is nowhere yet, begin in the middle of the view."""
        maze = self._view.maze
        if maze is None or self.cell is None:
            self.begin()
            return
        lean = self._column - x_of(maze.lattice, self.cell)
        self.move(beside(maze.lattice, self.cell, dx, dy, lean))
        if dx:
            self._column, self._way = x_of(maze.lattice, self.cell), dx

    def toggle(self, dx: int, dy: int) -> None:
        """Ask the tool to change the wall on a side; where the cursor is nowhere yet, show it.

        Of two walls above or below, it is the one on the side to which the cursor last went.
        """
        maze, hand = self._view.maze, self._view.hand
        if maze is None or self.cell is None:
            self.step(dx, dy)
            return
        slot = slot_towards(maze.lattice, self.cell, dx, dy, self._way)
        if slot is not None and hand:
            hand.toggle(self.cell, slot)

    def begin(self) -> None:
        """Stand on the cell in the middle of the view, else on the entrance."""
        maze, view = self._view.maze, self._view.viewport
        if maze:
            middle = view.to_cells(view.width / 2, view.height / 2)
            cell = maze.lattice.geometry.cell_at(*middle)
            self.move((maze.entrance or maze.lattice.first).cell if cell is None else cell)
            self._column = middle[0]
