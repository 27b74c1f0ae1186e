"""Notices the walls that a maze is told to write, as a document does of its edits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze


def on_write(maze: Maze, listener: Callable[[Ids], object]) -> None:
    """Call ``listener`` with the ids of the walls after each change of walls or openings."""
    write = maze.write

    def write_and_notify(walls: Ids, closed: NDArray[np.bool_] | bool) -> None:
        write(walls, closed)
        listener(walls)

    maze.write = write_and_notify  # type: ignore[method-assign]
