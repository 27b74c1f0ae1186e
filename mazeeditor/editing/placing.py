"""Setting entrance and exits with the pointer or at the cell cursor."""

from __future__ import annotations

from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.gesture import Gesture
from mazeeditor.editing.openings import choices, place_at, remove
from mazeeditor.editing.preview import Preview
from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _


class Placer(Gesture):
    """What the tools Entrance and Exit share.

    A click sets the opening, which moves it from where it was; a drag sets it where it ends. With
    Shift a click on an opening removes it; what else Shift does, ``edit`` says.
    """

    enters: bool

    def __init__(self) -> None:
        self._extend: bool | None = None  # whether Shift was held at the press; None for no drag

    def edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:
        """Return the step that sets ``opening``; raises ``UsageError`` where that cannot be."""
        raise NotImplementedError

    def present(self, maze: Maze) -> tuple[Opening, ...]:
        """Return the openings of the tool's kind."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether a drag is going on."""
        return self._extend is not None

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return which opening would be set or removed, or why none."""
        maze = document.maze
        opening = place_at(maze.lattice, x, y)
        if opening is None:
            return None
        extend = extend if self._extend is None else self._extend
        present = self.present(maze)
        if present == (opening,) and not extend:
            return Preview(hint=_("It is here already; Shift+click removes it."))
        try:
            edit = self._edit(maze, opening, extend=extend)
        except UsageError as reason:
            return Preview(hint=str(reason))
        removes = extend and opening in present
        return Preview(opening=opening, enters=self.enters, removes=removes, hint=edit.name)

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:  # noqa: ARG002 - set where it ends
        """Begin; nothing is set yet."""
        self._extend = extend

    def release(self, document: Document, x: float, y: float) -> None:
        """Set or remove the opening here."""
        if self._extend is None:
            return
        extend, self._extend = self._extend, None
        shown = self.hover(document, x, y, extend=extend)
        if shown and shown.opening:
            document.apply(self._edit(document.maze, shown.opening, extend=extend))

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing was set
        """Set nothing."""
        self._extend = None

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Set the opening at the cell; again, at the next of its outer sides or in its middle."""
        maze = document.maze
        taken = {*([maze.entrance] if maze.entrance else []), *maze.exits}
        places = choices(maze.lattice, cell)
        here = [place for place in places if place in self.present(maze)]
        if here:
            first = places.index(here[-1]) + 1
            places = places[first:] + places[:first]
        free = [place for place in places if place not in taken]
        if free:
            document.apply(self.edit(maze, free[0], extend=extend))
        return True

    def delete(self, document: Document, cell: int) -> bool:
        """Remove the openings of the tool's kind from a cell."""
        here = [each for each in self.present(document.maze) if each.cell == cell]
        if here:
            document.apply(remove(document.maze, *here))
        return bool(here)

    def _edit(self, maze: Maze, opening: Opening, *, extend: bool) -> SetOpenings:
        if extend and opening in self.present(maze):
            return remove(maze, opening)
        return self.edit(maze, opening, extend=extend)
