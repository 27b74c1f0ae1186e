"""Figures of the maze that are counted beside the window, and never those of another maze."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mazeeditor.gui.jobs import Task
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window
    from mazeeditor.job import Job
    from mazeeditor.maze.maze import Maze

T = TypeVar("T")
DELAY = 40  # ms without a change before counting begins


class Recount(Generic[T]):
    """Counts a copy of the window's maze when asked to.

    ``work(maze, job)`` runs in a thread; ``told(result, problem)`` hears its result, or None and
    a sentence where there is none. After ``recount`` or ``stop`` no earlier result is told.
    """

    def __init__(
        self,
        window: Window,
        work: Callable[[Maze, Job], T],
        told: Callable[[T | None, str], None],
    ) -> None:
        self._window, self._work, self._told = window, work, told
        self._timer: str | None = None
        self._task: Task | None = None

    @property
    def settled(self) -> bool:
        """Whether nothing is being counted or about to be."""
        return self._timer is None and self._task is None

    def recount(self) -> None:
        """Count soon; what is being counted is forgotten."""
        self.stop()
        self._timer = self._window.root.after(DELAY, self._start)

    def stop(self) -> None:
        """Forget what is being counted."""
        if self._timer is not None:
            self._window.root.after_cancel(self._timer)
            self._timer = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _start(self) -> None:
        self._timer = None
        copy = self._window.document.maze.copy()

        def done(result: T) -> None:
            self._task = None
            self._told(result, "")

        def failed(problem: Exception) -> None:
            self._task = None
            self._told(None, str(problem) or _("unknown"))

        def work(job: Job) -> Any:
            return self._work(copy, job)

        self._task = self._window.threads.start(work, done, failed)
