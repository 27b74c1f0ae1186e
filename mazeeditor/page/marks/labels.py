r"""Labels in the cells and passages of a maze: how large they can be without touching anything.

::

    +----+----+----+
    |(3)   12  (4) |      in the middle of a cell, or of the passage between two: each within a
    +----+    +----+      circle that touches no wall, and apart from all others
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.core.lengths import POINT
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.page.drawings.motifs import THINNEST_LINE_MM
from mazeeditor.page.extent import clear_of
from mazeeditor.page.marks.marks import reach_of
from mazeeditor.page.scene import Points, Strokes
from mazeeditor.page.text.lettering import lettering_of
from mazeeditor.page.tokens import Token

MAX_EM_MM = 5.0  # mm: the em of labels; larger ones look like those of a poster
SHARE = 0.9  # of the free width of a passage: the diameter of the circle of a label
EM_SHARE = 0.45  # of that: the em
LARGER = 1.4  # times the smallest label: the others, at the most
SLANT = 1.3  # times what walls take of the narrowest passage: what they take of a cell
LABELS_APART_EM = 0.25  # em between two labels
FRAME = 0.06  # em: the thickness of frames
ASIDE, ABOVE = 0.3, 0.26  # em between a text and its frame, whose line is in it
LEGIBLE = 10 * POINT  # mm: the em of questions that stand in the cells


def label_middles(lattice: Lattice, tokens: tuple[Token, ...]) -> Points:
    """Return float64[k, 2], where labels stand, in cells."""
    geometry = lattice.geometry
    cells = np.array([token.cell for token in tokens], np.int64)
    result: Points = geometry.centres(cells)
    for place, token in enumerate(tokens):
        if token.toward is not None:
            slot = next(
                slot
                for slot in range(lattice.degree)
                if lattice.neighbour(token.cell, slot) == token.toward
            )
            wall = np.array([lattice.wall(token.cell, slot)])
            ends = geometry.post_positions(geometry.posts(wall))
            result[place] = middles(ends, geometry.bulges(wall))[0]
    return result


def half_size(token: Token) -> tuple[float, float]:
    """Return half the width and height of a label with its frame, in em."""
    above, below = reach_of(token.text)
    wide = width_of(token.text, lettering_of(token.text)) / 2
    high = max(above - CAPITAL / 2, below + CAPITAL / 2)
    if not token.framed:
        return wide, high
    high += ABOVE
    return max(wide + ASIDE, high), high


@dataclass(frozen=True)
class Room:
    """What labels have room in, in mm: cells, the narrowest passage, and what walls take of it."""

    cell: float
    passage: float
    walls: float

    def around(self, lattice: Lattice, token: Token) -> float:
        """Return the width that is free around the middle of a label."""
        if token.toward is not None:
            return self.passage
        clear = clear_of(lattice, token.cell) * self.cell
        return max(clear - SLANT * self.walls, self.passage)


def label_sizes(lattice: Lattice, tokens: tuple[Token, ...], room: Room) -> tuple[float, ...]:
    """Return the em in mm of each label: alike, but for long ones in cells that are narrow."""
    halves = np.array([half_size(token) for token in tokens])
    free = np.array([room.around(lattice, token) for token in tokens])
    fitting = np.minimum(SHARE * free / np.hypot(*(2 * halves).T), EM_SHARE * free)
    size = min(MAX_EM_MM, LARGER * float(fitting.min()))
    in_passages = [place for place, token in enumerate(tokens) if token.toward is not None]
    one, other = np.repeat(in_passages, len(tokens)), np.tile(range(len(tokens)), len(in_passages))
    one, other = one[one != other].astype(np.int64), other[one != other].astype(np.int64)
    if len(one):  # those in the middles of cells are apart
        places = label_middles(lattice, tokens) * room.cell
        away = np.abs(places[one] - places[other])
        apart = away / (halves[one] + halves[other] + LABELS_APART_EM)
        size = min(size, float(apart.max(axis=1).min()))
    return tuple(np.minimum(fitting, size).tolist())


def frame_of(token: Token, middle: Points, size: float, colour: str, outline: float) -> Strokes:
    """Return the frame of a label: a circle, or two half circles with lines between them."""
    wide, high = half_size(token)
    thick = outline or max(FRAME * size, THINNEST_LINE_MM)
    high = high * size - thick / 2
    straight = max(wide * size - thick / 2 - high, 0.0)
    corners = np.array([(-straight, -high), (straight, -high), (straight, high), (-straight, high)])
    bulges = np.array([0.0, -1.0, 0.0, -1.0])
    if straight < 0.01:
        corners, bulges = np.array([(0.0, -high), (0.0, high)]), np.array([-1.0, -1.0])
    starts, closed = np.array([0, len(corners)]), np.ones(1, np.bool_)
    return Strokes(corners + middle, starts, closed, thick, colour, bulges=bulges)
