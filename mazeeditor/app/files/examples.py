"""The examples: finished projects that come with the program, each a file of one folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.files import Project

FOLDER = Path(__file__).parent.parent / "examples"


def title_of(path: Path) -> str:
    """Return the name for users of a file: ``07-heart.maze`` is Heart, ``21-letter-a`` Letter A."""
    number, _dash, words = path.stem.partition("-")
    words = (words if number.isdigit() and words else path.stem).replace("-", " ")
    if words[-2:-1] == " ":  # a letter
        words = words[:-1] + words[-1].upper()
    return _(words[:1].upper() + words[1:])


@dataclass(frozen=True)
class Example:
    """A project of the folder."""

    path: Path

    @property
    def name(self) -> str:
        """The name for users."""
        return title_of(self.path)

    def read(self, job: Job) -> Project:
        """Return the project; raises ``MazeError``."""
        from mazeeditor.files import read

        return read(self.path, job)

    def picture(self, side: int) -> Image:
        """Return its first page, fitted into a square of ``side`` px."""
        from PIL import Image

        with Image.open(self.path.with_suffix(".png")) as file:
            picture = file.convert("RGB")
        scale = side / max(picture.size)
        size = [max(1, round(length * scale)) for length in picture.size]
        return picture.resize((size[0], size[1]), Image.Resampling.LANCZOS)


def examples() -> list[Example]:
    """Return all examples in their order."""
    from mazeeditor.files import SUFFIX

    return [Example(path) for path in sorted(FOLDER.glob(f"*{SUFFIX}"))]
