"""What users know of a picture of a maze, and what the program takes it for."""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.core.errors import MazeError

Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]


class Choices(NamedTuple):
    """What is known: None for what is to be found.

    ``cells`` are rows and columns; ``corners`` those of the grid in pixels of the picture,
    clockwise from the top left one; ``threshold`` is 0 .. 1, of the way from paper to ink.
    """

    shape: str | None = None
    cells: tuple[int, int] | None = None
    corners: Corners | None = None
    threshold: float | None = None


class Guess(NamedTuple):
    """A grid that may be the one in a picture, and how well it fits, 0 .. 1."""

    shape: str
    rows: int
    columns: int
    fit: float


class NoGridError(MazeError):
    """No grid fits a picture well; ``guesses`` are those that fit best."""

    def __init__(self, message: str, guesses: tuple[Guess, ...] = ()) -> None:
        super().__init__(message)
        self.guesses = guesses
