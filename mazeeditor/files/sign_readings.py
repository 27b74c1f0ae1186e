"""What the readings of signs share: start and goal by pairs of signs, and the maze at the end.

A reading returns where walls, gaps, start and goal are as a canvas in the block form of
``plain_text.py``, which then has to be a maze as any other text: #, space, S, G and X.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Expected, Project
from mazeeditor.files.plain_text import BLOCK_FORM
from mazeeditor.files.text_reader import (
    BOTH,
    GOAL,
    SPACE,
    START,
    Lines,
    read_grid,
    shown_sign,
)

WALL = ord("#")
Canvas = NDArray[np.uint8]  # uint8[2 * rows + 1, 2 * columns + 1]
# Start and goal, the usual ones first; of several goals each is one
PAIRS: tuple[tuple[str, str], ...] = (
    ("S", "G"),
    ("S", "E"),
    ("S", "F"),
    ("S", "T"),
    ("A", "B"),
    ("P", "."),
    ("I", "O"),
    ("2", "3"),
    ("E", "X"),
    ("B", "E"),
    ("P", "G"),
    ("P", "E"),
    ("@", "X"),
    ("S", "X"),
    ("@", "E"),
    ("@", "G"),
    ("i", "o"),
    (">", "<"),
    ("\N{LARGE GREEN SQUARE}", "\N{LARGE RED SQUARE}"),
    ("^", "$"),
)


class NoReadingError(Exception):
    """Signs do not mean this: why not, and how near they are to it, from 0 to 1."""

    def __init__(self, reason: str, nearness: float = 0.0) -> None:
        """Keep both; ``reason`` begins in lower case and has no full stop."""
        super().__init__(reason)
        self.reason, self.nearness = reason, nearness


def check_cells(expected: Expected, rows: int, columns: int) -> None:
    """Raise ``NoReadingError`` for another number of cells than is known."""
    if expected.cells is not None and expected.cells != (rows, columns):
        text = _("there are {rows} x {columns} cells")
        raise NoReadingError(text.format(rows=rows, columns=columns), 0.9)


@dataclass(frozen=True)
class Reading:
    """A maze, and what its signs were taken for, as ``text_reader.read_as`` says it.

    ``below`` are the lines under the grid that belong to it.
    """

    project: Project
    kind: str
    signs: tuple[str, ...]
    letters: tuple[str, ...] = ()
    below: int = 0


class Pair(NamedTuple):
    """The signs of start and goal, "" for one that is not there, and of both in one place."""

    start: str = ""
    goal: str = ""
    both: str = ""

    @property
    def signs(self) -> tuple[str, ...]:
        return tuple(sign for sign in self if sign)

    def letters(self) -> dict[str, str]:
        """Return what each of its signs is in the form that the program writes."""
        found = {self.start: START, self.goal: GOAL, self.both: BOTH}
        found.pop("", None)
        return found


def pair_among(places: Mapping[str, int]) -> Pair:
    """Return start and goal among signs, by how many places each has; the usual ones first."""
    both = "X" if places.get("X") == 1 and not {"S", "s"} & places.keys() else ""
    for pair in PAIRS:
        for start, goal in dict.fromkeys((pair, (pair[0].lower(), pair[1].lower()))):
            many = (start, goal) in ((START, GOAL), (START.lower(), GOAL.lower()))
            goals = places.get(goal, 0)
            if places.get(start) == 1 and (goals == 1 or (many and goals)):
                return Pair(start, goal)
    for start in ("S", "s"):
        if places.get(start) == 1:
            return Pair(start)
    if both:
        return Pair("", "G" if "G" in places else "", both)
    if goal := next((goal for goal in ("G", "g") if places.get(goal)), ""):
        return Pair("", goal)
    return Pair()


def empty_canvas(rows: int, columns: int) -> Canvas:
    """Return cells without walls between them, with all posts."""
    canvas = np.full((2 * rows + 1, 2 * columns + 1), SPACE, np.uint8)
    canvas[::2, ::2] = WALL
    return canvas


def project_of_canvas(canvas: Canvas, job: Job) -> Project:
    """Return the maze of a canvas; raises ``MazeError``."""
    lines = np.full((canvas.shape[0], canvas.shape[1] + 1), ord("\n"), np.uint8)
    lines[:, :-1] = canvas
    return read_grid(Lines(lines.tobytes()), BLOCK_FORM, job)


def signs_in_words(signs: Iterable[str], most: int = 6) -> str:
    """Return signs side by side, as users type them."""
    several = list(signs)
    shown = " ".join(map(shown_sign, several[:most]))
    return shown + (" …" if len(several) > most else "")
