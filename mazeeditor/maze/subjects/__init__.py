"""What a maze can show: a picture in its route, a code in its walls; each file registers some.

A subject decides what its cells and walls need; the chosen generator gives the texture of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.chosen_entry import ChosenEntry
from mazeeditor.core.job import Job
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze


@dataclass(frozen=True, eq=False)
class SubjectState:
    """How much of a subject a maze shows.

    ``lost`` is a sentence on what is missing, "" where nothing is; ``figures`` are for
    ``info --json``, under the name of the subject, and ``cells`` int64[k] are where it is missing.
    """

    lost: str
    figures: Mapping[str, int | float | str]
    cells: Ids


PAPER, MISSING, FIRST_COLOUR = 0, 1, 2  # cells of ``Drawing``
PENCIL = "#3b3b3b"  # what a route is filled with where there is one colour


@dataclass(frozen=True, eq=False)
class Drawing:
    """What solvers have drawn when they have filled in the only route of a maze.

    ``cells`` uint8[rows, columns] are PAPER, MISSING where the route leaves out what it should
    cover, else FIRST_COLOUR and above: the places in ``colours``, each like "#0a5fb4".
    """

    cells: NDArray[np.uint8]
    colours: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Subject(Entry[Callable[..., Maze]]):
    """A registered subject: ``run(lattice, growth, job, **options)`` returns a maze that shows it.

    ``lattice`` has the shape and size that were chosen; a subject whose options give its size makes
    one of the same shape. The maze is perfect unless the options say otherwise, has its entrance
    and exits, and locks (``Maze.locks``) single walls that the subject needs. The same lattice,
    growth and options give the same maze for ever. Raises ``UsageError``, ``MazeError`` where
    memory is short, and ``CancelledError``.

    ``look(maze, job, **options)`` returns the ``SubjectState`` of a maze that was edited since, and
    ``mend(maze, job, **options)`` a maze that shows all of it again with as few changes as it can.
    ``page(maze, **options)`` returns the values of a page that the subject needs, by the names in
    ``sets``, or in ``sets(**options)`` where these decide. ``fitted(width, height, **options)``
    returns options for a maze that is to be so many mm wide or high, None where that does not
    matter. ``drawing(maze, job, **options)`` returns the ``Drawing`` of one that is seen when its
    route is filled in. ``fakes(**options)`` returns how many exits must not be reached: mazes have
    as many more components, and the first exit is the one that is. ``shapes`` are those that it is
    for, and where ``masked`` the maze may be cut to an outline. One that ``is_read``, by people or
    by cameras, is never mirrored.
    """

    look: Callable[..., SubjectState]
    mend: Callable[..., Maze]
    page: Callable[..., Mapping[str, Any]] | None = None
    sets: tuple[str, ...] | Callable[..., tuple[str, ...]] = ()
    fitted: Callable[..., Mapping[str, Any]] | None = None
    drawing: Callable[..., Drawing] | None = None
    fakes: Callable[..., int] | None = None
    masked: bool = False
    is_read: bool = False
    shapes: tuple[str, ...] = field(default=("rectangular",))


SUBJECTS: Registry[Subject] = Registry("subject", __name__, "subject")
subject = SUBJECTS.decorator(Subject)


class ChosenSubject(ChosenEntry):
    """What a maze shows, and its options."""

    registry = SUBJECTS

    def look(self, maze: Maze, job: Job | None = None) -> SubjectState:
        """Return how much of it a maze shows; raises ``UsageError`` where options are invalid."""
        return SUBJECTS[self.name].look(maze, job or Job(), **self.checked().options)

    def mend(self, maze: Maze, job: Job | None = None) -> Maze:
        """Return a maze that shows all of it again; raises ``UsageError`` where none can."""
        return SUBJECTS[self.name].mend(maze, job or Job(), **self.checked().options)

    @property
    def is_drawn(self) -> bool:
        """Whether it is seen when the route of a maze is filled in."""
        return self.name in SUBJECTS and SUBJECTS[self.name].drawing is not None

    @property
    def is_read(self) -> bool:
        """Whether people or cameras read it, as words and codes, so that it is never mirrored."""
        return self.name in SUBJECTS and SUBJECTS[self.name].is_read

    def drawing(self, maze: Maze, job: Job | None = None) -> Drawing:
        """Return what solvers draw of it; raises ``UsageError`` where options are invalid."""
        drawing = SUBJECTS[self.name].drawing
        assert drawing
        return drawing(maze, job or Job(), **self.checked().options)

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of what it needs of a page; nothing of an unknown subject."""
        if self.name not in SUBJECTS:
            return ()
        sets = SUBJECTS[self.name].sets
        return sets(**self.checked().options) if callable(sets) else sets

    def page(self, maze: Maze) -> Mapping[str, Any]:
        page = SUBJECTS[self.name].page
        return page(maze, **self.checked().options) if page else {}

    @property
    def fakes(self) -> int:
        """How many of the exits must not be reached; none of an unknown subject."""
        fakes = SUBJECTS[self.name].fakes if self.name in SUBJECTS else None
        return fakes(**self.checked().options) if fakes else 0

    def fitted(self, width: float | None, height: float | None) -> ChosenSubject:
        """Return it for a maze that is to be so many mm wide or high, one of which is not None."""
        fitted = SUBJECTS[self.name].fitted
        if not fitted:
            return self
        return ChosenSubject(self.name, fitted(width, height, **self.options))
