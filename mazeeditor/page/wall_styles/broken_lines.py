r"""Dashed and dotted lines: a dash or dot lies on every post, the others evenly between.

::

      ---  ---  ---  --+     so walls that meet are joined, and a wall looks the same from both ends
                       |
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.curves import Places, places_of
from mazeeditor.page.scene import Ids, Numbers, Strokes
from mazeeditor.page.wall_styles import Pen, Usual, wall_style
from mazeeditor.page.walls.pen_strokes import pair
from mazeeditor.page.walls.wall_graph import WallGraph

PERIOD, SHORTEST = 4.2, 0.25  # from dash to dash: in thicknesses of the wall; cells
GAP, WIDEST = 0.4, 0.2  # between dashes: of a period, of the narrowest passage; at the most
MAX_GAP_SHARE = 0.5  # of what thick walls leave between dashes, at the most
STEP, SHORTEST_STEP = 2.0, 0.12  # from dot to dot: in thicknesses of the wall; cells
MIN_STEPS = 3  # steps of dots along a wall: two would be none where walls are half a cell thick
DOT = 1e-3  # mm: the length of a dot, whose round ends make it one


@dataclass(frozen=True, eq=False)
class _Walls:
    """Walls as complex numbers: ``begin`` and ``chord`` complex128[w].

    ``turn`` float64[w] is half the angle of an arc in radians, ``length`` that along it, in cells.
    """

    begin: Places
    chord: Places
    turn: Numbers
    length: Numbers

    @classmethod
    def of(cls, graph: WallGraph) -> _Walls:
        places = places_of(np.stack([graph.x, graph.y], axis=-1))[graph.ends]
        chord = places[1::2] - places[::2]
        turn = 2 * np.arctan(graph.bulges) if len(graph.bulges) else np.zeros(len(chord))
        return cls(places[::2], chord, turn, np.abs(chord) / np.sinc(turn / np.pi))

    def at(self, walls: Ids, share: Numbers) -> Places:
        turn = self.turn[walls]
        ahead = share * np.sinc(share * turn / np.pi) / np.sinc(turn / np.pi)
        return self.begin[walls] + self.chord[walls] * ahead * np.exp(1j * (1 - share) * turn)

    def between(self, counts: Ids) -> tuple[Ids, Numbers]:
        """Return the walls and shares of the inner ends of so many equal parts of each wall."""
        walls = np.repeat(np.arange(len(counts)), counts - 1)
        firsts = np.cumsum(counts - 1) - (counts - 1)
        return walls, (np.arange(len(walls)) - firsts[walls] + 1) / counts[walls]


@wall_style("dashed", _("Dashed lines"), order=4, memory=1500, points=3.0)
def dashed(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Dashes that meet at every post."""
    job.phase(3)
    walls = _Walls.of(graph)
    counts = _counts(walls.length, max(PERIOD * pen.wall, SHORTEST), 1)
    period = walls.length / counts
    gap = np.minimum(
        np.minimum(GAP * period, WIDEST * pen.clear), MAX_GAP_SHARE * (period - pen.wall)
    )
    half = (period - gap - pen.wall) / 2 / walls.length  # the ends of lines are half a wall long
    job.step(1)
    inner, share = walls.between(counts)
    begins, ends = share - half[inner], share + half[inner]
    middle = np.stack([walls.at(inner, begins), walls.at(inner, ends)], axis=-1)
    bulges = np.zeros(middle.shape)
    bulges[:, 0] = np.tan(walls.turn[inner] * half[inner])  # a quarter of the angle of the dash
    job.step(2)
    lines = [(middle, bulges), *_at_posts(graph, walls, half)]
    job.step(3)
    lengths = np.concatenate([np.full(len(line), line.shape[1]) for line, _bulges in lines])
    places = np.concatenate([line.ravel() for line, _bulges in lines])
    curved = np.concatenate([line.ravel() for _line, line in lines]) if len(graph.bulges) else None
    return _strokes(places, np.cumsum([0, *lengths]), pen, curved)


def _at_posts(graph: WallGraph, walls: _Walls, half: Numbers) -> list[tuple[Places, Numbers]]:
    """Return the dashes round posts, of two walls or of one: points and bulges, a row a dash."""
    mate = np.full(len(graph.ends), -1, np.int32)
    pair(graph.lines, graph.first, graph.at, mate)
    ends = np.arange(len(mate))
    reach = np.repeat(half, 2)
    tips = walls.at(ends >> 1, np.where(ends & 1, 1 - reach, reach))
    posts = places_of(np.stack([graph.x, graph.y], axis=-1))[graph.ends]
    bulges = np.tan(np.repeat(walls.turn * half / 2, 2)) * np.where(ends & 1, -1, 1)
    one = np.flatnonzero(mate > ends)
    other, alone = mate[one], np.flatnonzero(mate < 0)
    through = np.stack([tips[one], posts[one], tips[other]], axis=-1)
    into = np.stack([posts[alone], tips[alone]], axis=-1)
    curves, curves_into = np.zeros(through.shape), np.zeros(into.shape)
    curves[:, 0], curves[:, 1], curves_into[:, 0] = -bulges[one], bulges[other], bulges[alone]
    return [(through, curves), (into, curves_into)]


@wall_style("dotted", _("Dotted lines"), order=5, memory=1300, points=2.5, usual=Usual(0.14, 1.4))
def dotted(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Dots as wide as the walls."""
    job.phase(2)
    walls = _Walls.of(graph)
    counts = _counts(walls.length, max(STEP * pen.wall, SHORTEST_STEP), MIN_STEPS)
    used = np.flatnonzero(np.diff(graph.first))
    posts = places_of(np.stack([graph.x[used], graph.y[used]], axis=-1))
    job.step(1)
    places = np.concatenate([posts, walls.at(*walls.between(counts))])
    ends = np.stack([places, places + DOT / pen.cell], axis=-1).ravel()
    job.step(2)
    return _strokes(ends, np.arange(0, len(ends) + 1, 2), pen._replace(square=False))


def _counts(lengths: Numbers, step: float, least: int) -> Ids:
    """Return how many equal parts of about ``step`` each length has, at least ``least``."""
    return np.maximum(np.rint(lengths / step), least).astype(np.int64)


def _strokes(places: Places, starts: Ids, pen: Pen, bulges: Numbers | None = None) -> Strokes:
    points = places.view(np.float64).reshape(-1, 2)
    closed = np.zeros(len(starts) - 1, np.bool_)
    return Strokes(points, starts.astype(np.int64), closed, 1.0, "", pen.cap, bulges)
