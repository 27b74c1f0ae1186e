"""Films of mazes in many pieces: what happens in one piece, which has arrays of its own.

::

    cells of the maze    . . . A A . A . B B . .      what happens to cell 2 of piece A happens to
    piece A                    0 1 2 3                 cell 2 + low of the maze
                               low
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mazeeditor.films.events import CELL
from mazeeditor.films.film import Film
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import Part

if TYPE_CHECKING:
    from mazeeditor.films.recorder import Recorder


class Section(Film):
    """The part of a film that tells of one piece; a recorder of its own fills it."""

    def __init__(self, film: Film, part: Part) -> None:
        start = Maze(part, None, None, ())
        super().__init__(start, film.title, solves=film.solves, budget=film.budget)
        self._low, self._film, self.size = part.low, film, film.size

    @property
    def since_snapshot(self) -> int:
        """Always 0: snapshots are of whole mazes, and the recorder around keeps some."""
        return 0

    def add(self, events: Ids) -> None:
        """Append events of the piece to the film of all."""
        self._film.add(events + (self._low << CELL))
        self.size = self._film.size


@contextmanager
def section(around: Recorder, part: Part, inner: Recorder) -> Iterator[None]:
    """Let ``inner`` record a piece; then ``around`` knows what became of it.

    Between the cells of a piece may lie some of others, done before.
    """
    around.trail.end()
    around.seal()
    known = (around.walls, inner.walls), (around.paint, inner.paint)
    here = slice(part.low, part.low + part.size)
    for whole, own in known:
        own[:] = whole[here]
    try:
        with inner.watching():
            yield
        inner.trail.end()
        inner.seal()
    finally:
        for whole, own in (*known, (around.trail.ways, inner.trail.ways)):
            whole[here] = own
