"""How walls look on a page; each file is one style or a family, chosen by the option ``walls``.

A style draws in cells, with widths in thicknesses of the wall; ``compose`` puts that on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.svg import Cap
from mazeeditor.page.scene import Box, Polygons, Strokes
from mazeeditor.page.walls.pen_strokes import Chains, chains_of, in_order
from mazeeditor.page.walls.wall_graph import WallGraph

USUAL_WALL, THICKEST_WALL = 0.1, 1.0  # of a cell; mm
Bools = NDArray[np.bool_]


class Pen(NamedTuple):
    """What walls are drawn with, in cells: their thickness ``wall`` and what limits a style.

    ``cell`` is a cell in mm, ``clear`` the narrowest cell or gap without walls, ``waver`` how far
    a line may leave its place. ``left`` and ``top`` are where the maze lies on the page. Where
    ``square``, walls are straight and meet at right angles.
    """

    wall: float
    cell: float
    clear: float
    waver: float
    left: float
    top: float
    square: bool

    @property
    def cap(self) -> Cap:
        """The ends and corners of plain lines."""
        return "square" if self.square else "round"


class Shading(NamedTuple):
    """A photo over a maze: its tones float64[h, w], 0 to 1, fill ``width`` x ``height`` cells.

    The thinnest walls are ``thinnest`` of the thickest ones.
    """

    tones: NDArray[np.float64]
    width: float
    height: float
    thinnest: float


class Usual(NamedTuple):
    """How thick walls are where nothing else is asked for: a share of a cell, ``most`` mm."""

    share: float = USUAL_WALL
    most: float = THICKEST_WALL

    def wall(self, cell: float) -> float:
        """Return the thickness of the walls of cells of so many mm, in mm."""
        return min(self.share * cell, self.most)


USUAL_LINES = Usual()
Path = Callable[[Strokes, Bools, Pen], Strokes]
Item = Strokes | Polygons
Coloured = Callable[[WallGraph, Pen, Job], Iterable[tuple[int, Item]]]
Toned = Callable[[WallGraph, Shading, Pen, Job], Iterable[tuple[int, Item]]]
Fit = Callable[[Sequence[tuple[int, Any]], Box, Pen], Sequence[tuple[int, Any]]]


def straight_on(line: Strokes, _in_bends: Bools, _pen: Pen) -> Strokes:
    return line


@dataclass(frozen=True, kw_only=True)
class WallStyle(Entry[Callable[[WallGraph, Pen, Job], Item]]):
    """A registered style.

    ``run(graph, pen, job)`` draws walls, in cells, its widths in thicknesses of the wall; it raises
    ``CancelledError``. ``path(line, in_bends, pen)`` leads another line through posts as walls are
    led, ``in_bends`` bool[m] where it bends with the only two walls that meet there. ``usual`` is
    how thick walls are by default; ``fixed`` is why they always are, "" where another thickness may
    be chosen. Where ``even``, walls are as thick as the passages. ``line`` is the thinnest line, in
    thicknesses of the wall. Where ``mitred``, ends are square and corners pointed, on every shape;
    where ``wavers``, lines leave their place; where ``plain``, they lead straight from post to
    post, so those of a large maze can be made piece by piece. ``coloured(graph, pen, job)`` draws
    walls of several colours, ``graph.steps``: for each number what has that colour, the lowest
    last; without it, the walls of each are drawn by themselves. ``toned(graph, shading, pen, job)``
    does the same with walls as thick as a photo is dark, and ``run`` where there is no photo.
    ``fit(parts, box, pen)`` makes all that was drawn of a maze, with the numbers of its colours, as
    large as the maze, which takes ``box`` in cells, so that its size depends on nothing else.
    ``memory`` is how many bytes composing takes, at most, for each closed wall, and ``points`` how
    many times as much as for lines the formats take.
    """

    memory: int
    points: float = 1.0
    path: Path = straight_on
    usual: Usual = USUAL_LINES
    fixed: str = ""
    even: bool = False
    line: float = 1.0
    mitred: bool = False
    wavers: bool = False
    plain: bool = False
    coloured: Coloured | None = None
    toned: Toned | None = None
    fit: Fit | None = None


WALL_STYLES: Registry[WallStyle] = Registry("wall style", __name__, "wall_style")
wall_style = WALL_STYLES.decorator(WallStyle)


def lines_of(graph: WallGraph, pen: Pen, job: Job) -> tuple[Strokes, Bools]:
    """Return walls as the fewest lines through posts, and bool[m], where just two walls meet.

    Posts on straight runs are left out: a style that needs each of them walks ``graph`` itself. A
    point at the end of a line counts as well; raises ``CancelledError``.
    """
    job.phase(len(graph.ends), 0.3)
    chains = chains_of(graph, job)
    job.phase(len(chains.closed))
    chains = in_order(chains, graph, job)
    return line_through(chains, graph, pen), graph.joined[chains.posts]


def line_through(chains: Chains, graph: WallGraph, pen: Pen) -> Strokes:
    """Return lines through posts, in cells."""
    points = np.empty((len(chains.posts), 2))
    points[:, 0] = graph.x[chains.posts]
    points[:, 1] = graph.y[chains.posts]
    bulges = chains.bulges if len(chains.bulges) else None
    return Strokes(points, chains.starts, chains.closed, 1.0, "", pen.cap, bulges)
