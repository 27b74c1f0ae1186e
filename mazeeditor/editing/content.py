"""The content of a document, and what a step changed, so that only this is redrawn and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import NO_UNDERLAY, Underlay

if TYPE_CHECKING:
    from mazeeditor.maze.transforms.rows_and_columns import CarriedLines


@dataclass
class Content:
    """The state that edits change; what a window keeps (route, zoom, tool) is not part of it.

    ``recipe`` is what the maze was generated from, with the shape and sizes that it has now; it
    has no generator where the maze was not generated. ``tabs`` are those placed by hand for what
    machines make, as plain JSON values.
    """

    maze: Maze
    recipe: Recipe
    page: Page
    underlay: Underlay = NO_UNDERLAY
    tabs: Mapping[str, Any] = field(default_factory=dict)

    @contextmanager
    def restored_on_error(self) -> Iterator[None]:
        """Take back all that a block changes where it raises anything."""
        before = self.maze, self.recipe, self.page, self.underlay, self.tabs
        try:
            with self.maze.restored_on_error():
                yield
        except BaseException:
            self.maze, self.recipe, self.page, self.underlay, self.tabs = before
            raise


KINDS = "passages", "maze", "openings", "locks", "page", "solution", "file", "underlay", "tabs"


@dataclass(frozen=True, eq=False)
class Change:
    """What is new since listeners were last called; a change of nothing is false.

    ``walls`` int64[k] are the walls that opened or closed, ``None`` stands for all of them.
    ``maze`` means that ``document.maze`` is another object, perhaps of another size: walls,
    openings and recipe changed with it. ``lines`` are the rows and columns of the maze before that
    stay in it, where others were added or removed. ``file`` stands for path, name and what counts
    as saved. The names of undo and redo and the dirty flag may differ after any change.
    """

    walls: Ids | None = field(default_factory=lambda: np.empty(0, np.int64))
    maze: bool = False
    openings: bool = False
    locks: bool = False
    page: bool = False
    solution: bool = False
    file: bool = False
    underlay: bool = False
    tabs: bool = False
    lines: CarriedLines | None = None

    @property
    def passages(self) -> bool:
        """Whether another verdict is possible: walls or openings changed."""
        return self.walls is None or len(self.walls) > 0 or self.openings

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Which of ``KINDS`` it is; two dozen followers ask."""
        return frozenset(kind for kind in KINDS if getattr(self, kind))

    def __bool__(self) -> bool:
        return bool(self.kinds)


EVERYTHING = Change(
    walls=None,
    maze=True,
    openings=True,
    locks=True,
    page=True,
    solution=True,
    file=True,
    underlay=True,
    tabs=True,
)
