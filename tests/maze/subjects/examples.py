"""An example of each subject, as small as shows what it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.maze.walls import inner_walls

Options = dict[str, Any]


def _drawn(folder: Path) -> str:
    """Return the file of a small picture: a ring."""
    image = Image.new("L", (24, 24), 255)
    ImageDraw.Draw(image).ellipse((3, 3, 20, 20), outline=0, width=6)
    image.save(folder / "ring.png")
    return str(folder / "ring.png")


EXAMPLES: dict[str, Callable[[Path], Options]] = {
    "picture": lambda folder: {"picture": _drawn(folder), "pixels": 12, "smooth": 0},
    "qr": lambda _folder: {"qr": "Hello", "correction": "low"},
}


def example(name: str, folder: Path) -> ChosenSubject:
    """Return a subject with options; files that it needs are written into a folder."""
    return ChosenSubject(name, EXAMPLES[name](folder))


def losing(maze: Maze, subject: ChosenSubject) -> Ids:
    """Return a wall int64[1] whose change takes away something of what a maze shows."""
    assert maze.locks is not None
    copy = maze.copy()
    copy.set_locks(None)
    locked = inner_walls(maze.lattice, maze.locks, Job()).astype(np.int64)
    for number in np.random.default_rng(1).permutation(len(locked)):
        wall: Ids = locked[number : number + 1]
        copy.toggle(wall)
        if subject.look(copy).lost:
            return wall
        copy.toggle(wall)
    raise AssertionError(f"nothing changes what {subject.name} shows")
