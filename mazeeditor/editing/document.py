"""The maze in the window: everything that changes it goes through here, and everybody hears of it.

>>> document = Document(maze)
>>> document.listen(lambda change: view.show(change.walls))
>>> document.apply(ToggleWalls.of(document.maze, walls))
>>> document.undo()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.drawing.style import Page
from mazeeditor.editing.change import EVERYTHING, Change
from mazeeditor.editing.content import Content
from mazeeditor.editing.history import BUDGET
from mazeeditor.editing.origin import Origin, hand_out, take_in
from mazeeditor.editing.route import Shown
from mazeeditor.editing.steps import Steps
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

if TYPE_CHECKING:
    from mazeeditor.files.project import Project

Listener = Callable[[Change], None]


class Document(Steps):
    """One content with its history, its file and the route shown; lives as long as the window.

    Read ``maze``, never write it: ``apply`` and ``begin`` do that. ``revision`` grows with every
    change of walls or openings, so that a late answer can be told from a true one. For one thread.
    """

    def __init__(
        self,
        maze: Maze,
        recipe: Mapping[str, Any] | None = None,
        page: Page | None = None,
        budget: int = BUDGET,
    ) -> None:
        """Begin with ``maze``, as ``new`` does; ``budget`` bytes may go into the history."""
        self.revision = 0
        self._listeners: list[Listener] = []
        self._shown: Shown | None = None
        self._origin = Origin()
        super().__init__(Content(maze, recipe or {}, page or Page()), budget)

    # What it holds

    @property
    def maze(self) -> Maze:
        """The maze; another object after a ``Change`` with ``maze``."""
        return self._content.maze

    @property
    def recipe(self) -> Mapping[str, Any]:
        """How the maze was generated; empty where it was not."""
        return self._content.recipe

    @property
    def page(self) -> Page:
        """The page it is printed on."""
        return self._content.page

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` after each change; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, change: Change) -> None:
        """Forget what an edit has made untrue, then call the listeners; no change is not told."""
        if not change:
            return
        if change.passages:
            self.revision += 1
        shown = self.solution, self.stale
        if self._shown and not self._shown.survives(change, self.maze):
            self._shown = None
        if (self.solution, self.stale) != shown:
            change = replace(change, solution=True)
        for listener in tuple(self._listeners):
            listener(change)

    # The route

    @property
    def solution(self) -> Solution | None:
        """The solver's answer that is shown; it goes when an edit breaks its route."""
        return self._shown.solution if self._shown else None

    @property
    def stale(self) -> bool:
        """Whether the maze was edited after the solver ran: its route still is one, no more."""
        return bool(self._shown and self._shown.stale)

    @property
    def marks(self) -> NDArray[np.uint8] | None:
        """What the solver says of each cell, uint8[n]; None where that is stale or not there."""
        return None if self._shown is None or self.stale else self._shown.solution.marks

    def show(self, answer: Solution | Shown | None, revision: int | None = None) -> bool:
        """Show an answer, or none; returns False, and shows what was shown, where it does not fit.

        ``revision`` is that of the maze when the solver began, where that is known: the answer is
        true without a look if it is the present one, and stale if not.
        """
        shown = Shown(answer) if isinstance(answer, Solution) else answer
        if shown and revision != self.revision:
            shown.stale = revision is not None
            if not shown.fits(self.maze):
                return False
        self._shown = shown
        self._tell(Change(solution=True))
        return True

    # The file

    @property
    def path(self) -> Path | None:
        """The project file that Save writes, None where there is none yet."""
        return self._origin.path

    @property
    def name(self) -> str:
        """The name in the window's title."""
        return self._origin.name

    def new(
        self, maze: Maze, recipe: Mapping[str, Any] | None = None, page: Page | None = None
    ) -> None:
        """Begin anew with ``maze``, which belongs to the document from now on."""
        self._load(Content(maze, recipe or {}, page or Page()), Origin())

    def open(self, project: Project, path: Path | None, title: str = "") -> None:
        """Take over what was read from ``path``, or imported (None) under a title.

        Raises ``MazeError``, and is as it was then, where the project's page cannot be.
        """
        self._load(*take_in(project, path, title))

    def _load(self, content: Content, origin: Origin) -> None:
        self.settle()
        self._origin = origin
        self._restart(content)
        self._tell(EVERYTHING)

    def project(self) -> Project:
        """Return a copy to save, together with keys that only newer programs know."""
        self.settle()
        return hand_out(self._content, self._origin)

    def saved(self, path: Path, state: int | None = None) -> None:
        """Hear that a file was written; ``state`` is that of ``history`` when it began."""
        self._origin = replace(self._origin, path=path)
        self.history.save(self.history.state if state is None else state)
        self._tell(Change(file=True))
