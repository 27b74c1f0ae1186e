"""Stamps, small mazes to drop into others, and names of files as users read them.

Each is a project file. The stamps of the program lie next to this package, those of a user in the
folder ``stamps`` next to the settings; a file of the user replaces the program's file of the same
name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.core.disk.json_files import files_by_name
from mazeeditor.core.disk.paths import stamps_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze

if TYPE_CHECKING:
    from PIL.Image import Image


def title_of(path: Path) -> str:
    """Return the name for users of a file: ``07-heart.maze`` is Heart, ``21-letter-a`` Letter A."""
    number, _dash, words = path.stem.partition("-")
    words = (words if number.isdigit() and words else path.stem).replace("-", " ")
    if words[-2:-1] == " ":  # a letter
        words = words[:-1] + words[-1].upper()
    return _(words[:1].upper() + words[1:])


SHAPE = re.compile(r'"shape": *"([a-z-]+)"')
HEAD = 400  # characters of a project in which its shape stands
STAMPS = Path(__file__).parent.parent / "stamps"
MARGIN = 1.0  # mm around the stamp in its picture


@dataclass(frozen=True)
class StampFile:
    """A stamp in a file."""

    path: Path

    @property
    def name(self) -> str:
        return title_of(self.path)

    @cached_property
    def maze(self) -> Maze:
        """The stamp; raises ``MazeError``."""
        from mazeeditor.files.project import load

        return load(self.path, Job()).maze

    def picture(self, side: int) -> Image:
        """Return the stamp on white paper, fitted into a square of ``side`` px."""
        from mazeeditor.app.printing.snapshot import picture_of_maze

        return picture_of_maze(self.maze, side, MARGIN)


def stamps_for(shape: str) -> list[StampFile]:
    """Return the stamps of a shape in their order; files that cannot be read are left out."""
    from mazeeditor.files import SUFFIX

    own = stamps_folder()
    files = files_by_name([STAMPS, *([own] if own else [])], SUFFIX)
    return [stamp for stamp in map(StampFile, files.values()) if _fits(stamp, shape)]


def _fits(stamp: StampFile, shape: str) -> bool:
    """Whether a stamp is of a shape; of one of the program the first lines say so.

    To read them all takes 50 ms; files of a user may be anything.
    """
    if stamp.path.parent == STAMPS and (named := SHAPE.search(_head(stamp.path))):
        return named[1] == shape
    try:
        return stamp.maze.lattice.shape == shape
    except MazeError:
        return False


def _head(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(HEAD)
    except (OSError, ValueError):
        return ""
