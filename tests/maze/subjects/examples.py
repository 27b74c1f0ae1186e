"""An example of each subject, as small as shows what it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from mazeeditor.core.disk.named_files import NamedFile
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
    return NamedFile(folder / "ring.png")


EXAMPLES: dict[str, Callable[[Path], Options]] = {
    "fake-exits": lambda _folder: {"fake_exits": 2},
    "goals": lambda _folder: {"goals": 2},
    "photo": lambda folder: {"photo": _drawn(folder), "detail": 14, "region": 20},
    "picture": lambda folder: {"picture": _drawn(folder), "pixels": 12, "smooth": 0},
    "qr": lambda _folder: {"qr": "Hello", "correction": "low"},
    "route-word": lambda _folder: {"route_word": "No"},
    "wall-word": lambda _folder: {"wall_word": "I"},
}


def example(name: str, folder: Path) -> ChosenSubject:
    """Return a subject with options; files that it needs are written into a folder."""
    return ChosenSubject(name, EXAMPLES[name](folder))


def losing(maze: Maze, subject: ChosenSubject) -> Ids:
    """Return walls int64[k] whose change takes away something of what a maze shows.

    One that is locked for it, or where none is, as many in a corner as it takes.
    """
    copy = maze.copy()
    copy.set_locks(None)
    lattice = maze.lattice
    if maze.locks is None:
        closed = inner_walls(lattice, maze.walls, Job()).astype(np.int64)
        for number in range(1, len(closed)):
            copy.toggle(closed[number - 1 : number])
            if subject.look(copy).lost:
                return closed[:number]
    else:
        locked = inner_walls(lattice, maze.locks, Job()).astype(np.int64)
        for number in np.random.default_rng(1).permutation(len(locked)):
            wall: Ids = locked[number : number + 1]
            copy.toggle(wall)
            if subject.look(copy).lost:
                return wall
            copy.toggle(wall)
    raise AssertionError(f"nothing changes what {subject.name} shows")
