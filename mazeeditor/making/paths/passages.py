r"""The centre lines of passages as a graph of lines and arcs; they run round in rings.

Where all is straight a line leads from the middle of a cell to the middle of the next. In rings the
line from a cell to one farther out leaves the arc of its ring below the middle of that cell::

         |              a stop is a place on the arc of a cell where lines meet or end: below
      .--|----.         the middle of a cell farther out; in the middle of the cell, where it is
     /   |  .  \        entered from inside, is a dead end, or the line runs on both sides of it
    o----o--o---o
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.page.extent import gap_of
from mazeeditor.page.marks.route import hub_of, wrap_angles
from mazeeditor.page.scene import Ids, Numbers, Points
from mazeeditor.page.walls.wall_graph import STRAIGHT, WallGraph, graph_at

TOLERANCE_CELLS = 1e-6  # cells, or radians
BEYOND_STOPS_RADIANS = 10.0  # radians: beyond all stops of a cell


def passage_graph(maze: Maze) -> tuple[WallGraph, Ids]:
    """Return the centre lines of all passages, in cells, and the posts int64[k] of the openings.

    The post of an opening is the middle of its gap, or of the cell that it is.
    """
    places, links, openings = _places(maze)
    hub = hub_of(maze.lattice, int(maze.lattice.inside_cells()[0]))
    if hub is None or not len(links):
        x, y = (np.ascontiguousarray(axis) for axis in places.T)
        return graph_at(links.ravel().astype(np.int32), x, y, STRAIGHT), openings
    return _Rings(hub, places, links).graph(openings)


def _places(maze: Maze) -> tuple[Points, Ids, Ids]:
    """Return the middles of cells and gaps, the pairs int64[k, 2] that are joined, the openings."""
    lattice, cells = maze.lattice, maze.lattice.inside_cells()
    gaps = [opening for opening in dict.fromkeys(maze.openings) if opening.slot is not None]
    mouths = [gap_of(lattice, gap)[0] for gap in gaps]
    number = np.full(lattice.size, -1, np.int64)
    number[cells] = np.arange(len(cells))
    of_gaps = [(number[gap.cell], len(cells) + place) for place, gap in enumerate(gaps)]
    links = np.concatenate([number[passages(maze)], np.array(of_gaps, np.int64).reshape(-1, 2)])

    def post(opening: Opening) -> int:
        known = opening in gaps
        return len(cells) + gaps.index(opening) if known else int(number[opening.cell])

    openings = np.array([post(opening) for opening in maze.openings], np.int64)
    places = np.concatenate([lattice.geometry.centres(cells), *(mouth[None] for mouth in mouths)])
    return places, links, openings


def passages(maze: Maze) -> Ids:
    """Return int64[k, 2], each passage between inside cells by the cells that it joins."""
    return np.concatenate([np.zeros((0, 2), np.int64), *passages_by_slot(maze)])


def passages_by_slot(maze: Maze) -> Iterator[Ids]:
    """Yield int64[k, 2], the passages through one slot of cells after the other."""
    lattice, cells = maze.lattice, maze.lattice.inside_cells()
    for slot in range(lattice.degree):
        others, _backs = lattice.beyond(cells, slot)
        joined = ((maze.walls[cells] >> slot) & 1 == 0) & lattice.inside[others] & (others > cells)
        yield np.stack([cells, others], axis=1)[joined]


class _Rings:
    """Places by distance and angle around the hub, and the links between them."""

    def __init__(self, hub: Points, places: Points, links: Ids) -> None:
        self.hub, self.count = hub, len(places)
        away = places - hub
        self.distance = np.hypot(away[:, 0], away[:, 1])
        self.angle = np.arctan2(away[:, 1], away[:, 0])
        steps = self.distance[links[:, 1]] - self.distance[links[:, 0]]
        level = np.abs(steps) < TOLERANCE_CELLS
        around = links[level]
        back = wrap_angles(self.angle[around[:, 1]] - self.angle[around[:, 0]]) < 0
        self.around = np.where(back[:, None], around[:, ::-1], around)  # in the direction of angles
        across = links[~level]
        self.across = np.where((steps[~level] < 0)[:, None], across[:, ::-1], across)  # outward
        inner, outer = self.across.T
        self.aside = wrap_angles(self.angle[outer] - self.angle[inner])  # of a stop from the middle
        self.aside[
            (self.distance[inner] < TOLERANCE_CELLS) | (np.abs(self.aside) < TOLERANCE_CELLS)
        ] = 0.0

    def graph(self, openings: Ids) -> tuple[WallGraph, Ids]:
        cell, aside = self._stops(openings)
        radius, angle = self.distance[cell], self.angle[cell] + aside
        first = np.searchsorted(cell, np.arange(self.count))
        last = np.searchsorted(cell, np.arange(self.count), side="right") - 1
        within = np.flatnonzero(cell[1:] == cell[:-1])
        arcs = np.concatenate(
            [
                np.stack([within, within + 1], axis=1),
                np.stack([last[self.around[:, 0]], first[self.around[:, 1]]], axis=1),
            ]
        )
        inner, outer = self.across.T
        inner_stops = self._stop(cell, aside, inner, self.aside)
        lines = np.stack(
            [inner_stops, self._stop(cell, aside, outer, np.zeros(len(outer)))], axis=1
        )
        sweeps = wrap_angles(angle[arcs[:, 1]] - angle[arcs[:, 0]])
        bulges = np.concatenate([-np.tan(sweeps / 4), np.zeros(len(lines))])
        ends = np.concatenate([arcs, lines]).ravel().astype(np.int32)
        x, y = (self.hub[:, None] + radius * np.stack([np.cos(angle), np.sin(angle)])).copy()
        posts = self._stop(cell, aside, openings, np.zeros(len(openings)))
        return graph_at(ends, x, y, bulges), posts

    def _stops(self, openings: Ids) -> tuple[Ids, Numbers]:
        """Return the cell int64[s] of each stop and how far it is aside of its middle, sorted."""
        inner, outer = self.across.T
        cells = np.concatenate([inner, outer, *self.around.T])
        reach = [self.aside, np.zeros(len(outer))]
        reach += [np.full(len(self.around), sign * BEYOND_STOPS_RADIANS) for sign in (1, -1)]
        asides = np.concatenate(reach)
        low, high = np.zeros(self.count), np.zeros(self.count)
        low[cells], high[cells] = np.inf, -np.inf
        np.minimum.at(low, cells, asides)
        np.maximum.at(high, cells, asides)
        joined = np.bincount(cells, minlength=self.count)
        middle = (joined == 1) | ((low <= 0) & (high >= 0) & (joined > 0))
        middle[openings] = True
        middles = np.flatnonzero(middle)
        cells = np.concatenate([inner, middles])
        asides = np.concatenate([self.aside, np.zeros(len(middles))])
        # equal ones differ by rounding
        key = np.stack([cells, np.round(asides / TOLERANCE_CELLS)], axis=1)
        _unique, first = np.unique(key, axis=0, return_index=True)
        return cells[first], asides[first]

    def _stop(self, cells: Ids, asides: Numbers, cell: Ids, aside: Numbers) -> Ids:
        """Return the numbers of the stops of ``cell`` int64[k] at ``aside`` float64[k]."""
        key = cells * 2 * BEYOND_STOPS_RADIANS + asides
        result: Ids = np.searchsorted(
            key, cell * 2 * BEYOND_STOPS_RADIANS + aside - TOLERANCE_CELLS
        )
        return result
