"""Stamps: small mazes to drop into others, each in a file of its own, to which users add theirs.

Those of the program lie beside this package, those of a user in the folder ``stamps`` beside the
settings; a file of the user replaces the program's file of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.files.examples import title_of
from mazeeditor.core.disk.json_files import files_by_name
from mazeeditor.core.disk.settings_folder import stamps_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = Path(__file__).parent.parent / "stamps"
MARGIN = 1.0  # mm around the stamp in its picture


@dataclass(frozen=True)
class StampFile:
    """A stamp in a file."""

    path: Path

    @property
    def name(self) -> str:
        """The name for users."""
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
    files = files_by_name([FOLDER, *([own] if own else [])], SUFFIX)
    return [stamp for stamp in map(StampFile, files.values()) if _fits(stamp, shape)]


def _fits(stamp: StampFile, shape: str) -> bool:
    try:
        return stamp.maze.lattice.shape == shape
    except MazeError:
        return False
