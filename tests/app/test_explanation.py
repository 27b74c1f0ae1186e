"""What is said about a verdict: each change of a repair in one sentence."""

from __future__ import annotations

import numpy as np

from mazeeditor.app.shown.explanation import change_in_words
from mazeeditor.maze.repairs import Repair
from mazeeditor.maze.shapes import build


def test_each_change_says_what_becomes_of_which_wall() -> None:
    lattice = build("rectangular", rows=3, columns=3)
    first = int(lattice.inside_cells()[0]) * lattice.degree
    opened, closed = first + 1, first + 2
    repair = Repair(lattice, np.array([opened]), np.array([closed]), None)
    words = [change_in_words(repair, wall) for wall in (opened, closed)]
    assert words == [
        "Open the right wall of row 0, column 0",
        "Close the bottom wall of row 0, column 0",
    ]
    assert change_in_words(repair, opened, 1) == words[0] + ", and its image"
    assert change_in_words(repair, opened, 3) == words[0] + ", and its 3 images"
