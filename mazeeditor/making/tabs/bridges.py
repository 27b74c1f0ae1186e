r"""Where tabs can be: the shortest bridge at a place between two pieces, over one cut.

Between walls a bridge leads from one wall to another of another piece, each time to the point
that is nearest to the place; across walls, at right angles over the wall that is nearest::

    ======= piece A =======          piece A
             |                   ------+-------  wall
             x place                   |
             |                      x  |
    ======= piece B =======          piece B
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from math import dist

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.spatial_index import STRAIGHT, SpatialIndex
from mazeeditor.making.design import Design
from mazeeditor.making.kerf import paths_apart
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.making.tabs.cuts import Crossings, RingEdges, crossings_of, edges_of
from mazeeditor.making.tabs.places import ACROSS, Bridge, Place
from mazeeditor.page.curves import Places, onward, places_of, share_ahead
from mazeeditor.page.scene import Ids, Numbers
from mazeeditor.page.wall_styles import Bools

REACHES = (1.0, 2.0, 4.0)  # cells from a place in which a bridge is looked for
NEAREST_PIECES = 6  # pieces and walls around a place that are tried
ARC_ERROR_CELLS = 1e-3  # cells: how far lines may be from arcs
MOVES = 12  # steps that are tried for a tab to move on
TABS_APART = 2.0  # widths of a tab between the ends of two
CLEARANCE = 1e-4  # mm: a tab as wide as a wall must not run along its edges; files round to 0.001
SHARES = (0.25, 0.5, 0.75)  # of walls, where bridges at right angles to them begin
NEAR_ENDS = (0.1, 0.9)  # shares of walls that have room for several tabs
EVERY = slice(None)
DIRECTIONS = 8  # directions in which a free place is looked for


@dataclass(frozen=True, eq=False)
class BridgeFinder:
    """Finds bridges between the walls of a design, over the cuts along them; places are in cells.

    ``pieces`` int64[2w] are the pieces to the left of walls, followed from each of their ends:
    of walls that remain, their own. ``kind`` is ``BETWEEN`` or ``ACROSS``. The first places that
    are asked for can be cancelled by ``job``: all edges are sorted then. Tabs are ``narrower``
    mm wide, None: as wide as the design has them.
    """

    design: Design
    rings: ToolPaths
    pieces: Ids
    kind: str
    job: Job
    narrower: float | None = None

    @property
    def tab(self) -> float:
        """How wide tabs are when they are cut, in mm."""
        return self.design.tab if self.narrower is None else self.narrower

    @property
    def width(self) -> float:
        """How far the two paths along a tab are apart, in mm."""
        return paths_apart(self.tab, self.design.kerf) - CLEARANCE

    @cached_property
    def edges(self) -> RingEdges:
        """The edges of the cuts, in mm."""
        return edges_of(self.rings)

    @cached_property
    def _edge_index(self) -> SpatialIndex:
        begin = places_of(self.rings.points)
        chord = begin[onward(self.rings.starts, self.rings.closed)] - begin
        return SpatialIndex.of_edges(begin, chord, self.rings.bulges, self.design.cell, self.job)

    @cached_property
    def _walls(self) -> _Walls:
        return _Walls.of(self.design, self.pieces, self.job)

    def prepare(self) -> None:
        """Build what bridges are found by, else the first one waits; raises ``CancelledError``.

        That takes 0.7 s for a million cells.
        """
        _parts = self.edges, self._edge_index, self._walls

    def mm(self, place: Sequence[float]) -> tuple[float, float]:
        """Return where a place is in mm."""
        layout = self.design.layout
        return place[0] * self.design.cell + layout.x, place[1] * self.design.cell + layout.y

    def cells(self, place: Sequence[float]) -> tuple[float, float]:
        """Return where a place given in mm is in cells."""
        layout = self.design.layout
        return (place[0] - layout.x) / self.design.cell, (place[1] - layout.y) / self.design.cell

    # Bridges

    def bridge_at(
        self, x: float, y: float, others: Iterable[Bridge] = (), reaches: Sequence[float] = REACHES
    ) -> Bridge | None:
        """Return the shortest bridge at a place, apart from the ``others``; None without one."""
        others = self._close_to(others, x, y, reaches[-1])
        for reach in reaches:
            for bridge in self._bridges(x, y, reach):
                if self.is_free(bridge, others) and self.crossings(bridge):
                    return bridge
        return None

    @property
    def wall_pieces(self) -> Ids:
        """The pieces of walls that remain, arcs in lines: int64[k]."""
        return self._walls.left

    def straight(self, chosen: Bools) -> list[Bridge]:
        """Return bridges at right angles to the ``chosen`` walls, bool[k], the shortest first.

        There are none where most of all walls are chosen: others lead to these.
        """
        if 2 * chosen.sum() > len(chosen):
            return []
        bridges = self._walls.straight(np.flatnonzero(chosen))
        return sorted(bridges, key=lambda bridge: dist(bridge.begin, bridge.end))

    def beside(self, wall: int) -> Iterator[Bridge]:
        """Yield bridges from a wall of the graph to both sides, or across it, whatever they join.

        Between walls those at right angles to it come first.
        """
        if self._across:
            half = min(self.design.wall, self.design.cell / 2) / self.design.cell
            yield from self._walls.over(wall, half)
        else:
            yield from self._walls.aside(wall)
            for place in self._walls.beside(wall):
                yield from self._walls.between(place, REACHES[0])

    def walls_of(self, piece: int) -> Ids:
        """Return the walls of the graph that belong to a piece, or lie beside it: int64[k]."""
        walls = self._walls
        return distinct(walls.number[(walls.left == piece) | (walls.right == piece)])

    def wall_at(self, place: Sequence[float]) -> int:
        return int(self._walls.number[self._walls.nearest_to(complex(*place))])

    def bridge_near(self, x: float, y: float, others: Iterable[Bridge] = ()) -> Bridge | None:
        """Return the bridge at a place, or the first at another one around it."""
        others = tuple(others)
        for away in (0.0, 0.15, 0.3, 0.6, 1.0):
            for turn in range(DIRECTIONS if away else 1):
                angle = 2 * np.pi * turn / DIRECTIONS
                place = x + away * float(np.cos(angle)), y + away * float(np.sin(angle))
                bridge = self.bridge_at(*place, others, REACHES[:1] if away else REACHES)
                if bridge:
                    return bridge
        return None

    def next_bridge(
        self, tab: Bridge, step: tuple[float, float], others: Iterable[Bridge]
    ) -> Bridge | None:
        """Return a tab moved on by a step, or by the fewest that lead to another place."""
        x, y = tab.middle
        least = np.hypot(*step) / 2
        others = tuple(others)
        for count in range(1, MOVES):
            bridge = self.bridge_at(x + count * step[0], y + count * step[1], others, REACHES[:1])
            if bridge and dist(bridge.middle, tab.middle) > least:
                ahead = (bridge.middle[0] - x) * step[0] + (bridge.middle[1] - y) * step[1]
                if ahead > 0:
                    return bridge
        return None

    def placed(self, numbers: Place) -> Bridge | None:
        """Return the tab that a text means; None where none can be there."""
        if len(numbers) == 2:
            return self.bridge_at(*numbers)
        begin, end = (numbers[0], numbers[1]), (numbers[2], numbers[3])
        bridge = Bridge(begin, end, *self._walls.pieces_at(begin, end, across=self._across))
        return bridge if self.crossings(bridge) else None

    def crossings(self, bridge: Bridge) -> Crossings | None:
        """Return where the sides of a tab cross the cuts; None where it bridges not just one."""
        begin, end = (np.array(self.mm(place)) for place in (bridge.begin, bridge.end))
        reach = float(np.hypot(*(end - begin))) / 2 + self.width
        x, y = ((begin + end) / 2).tolist()
        near = self._edge_index.near(x, y, reach)
        edges = RingEdges(*(column[near] for column in self.edges))
        crossings = crossings_of(edges, begin, end, self.width)
        # rings go round walls on their right: so the first side first meets the edge of a wall that
        # ends there, where walls remain, or of one that begins there
        if crossings is None or bool(crossings.enters[0, 0]) == self._across:
            return None
        return crossings._replace(edge=near[crossings.edge])

    def is_plain(self, bridge: Bridge) -> bool:
        """Whether both sides of a tab over a wall meet the same edges: no wall branches off there.

        Another tab on that branch would overlap it.
        """
        if not self._across:
            return True
        crossings = self.crossings(bridge)
        if crossings is None:
            return False
        one, other = np.sort(crossings.edge, axis=1)
        return bool((one == other).all())

    def is_free(self, bridge: Bridge, others: Iterable[Bridge]) -> bool:
        """Whether neither end of a tab lies where another tab begins or ends."""
        least = TABS_APART * self.width / self.design.cell
        return not any(
            max(abs(end[0] - other_end[0]), abs(end[1] - other_end[1])) <= least
            for end in (bridge.begin, bridge.end)
            for other in others
            for other_end in (other.begin, other.end)
        )

    def _close_to(
        self, bridges: Iterable[Bridge], x: float, y: float, reach: float
    ) -> tuple[Bridge, ...]:
        """Return the bridges that a bridge at a place may meet."""
        far = 2 * reach + TABS_APART * self.width / self.design.cell + 1
        return tuple(
            bridge
            for bridge in bridges
            if abs(bridge.begin[0] - x) < far and abs(bridge.begin[1] - y) < far
        )

    @property
    def _across(self) -> bool:
        return self.kind == ACROSS

    def _bridges(self, x: float, y: float, reach: float) -> Iterator[Bridge]:
        if self._across:
            half = min(self.design.wall, self.design.cell / 2) / self.design.cell
            return self._walls.across(complex(x, y), reach, half)
        return self._walls.between(complex(x, y), reach)


@dataclass(frozen=True, eq=False)
class _Walls:
    """Walls as lines, arcs in pieces: complex128[k], with the pieces to their left and right."""

    begin: Places
    along: Places
    left: Ids
    right: Ids
    index: SpatialIndex
    number: Ids  # of the wall in the graph that each is a part of

    @classmethod
    def of(cls, design: Design, pieces: Ids, job: Job) -> _Walls:
        graph = design.graph
        posts = graph.x + 1j * graph.y
        ends = posts[graph.ends.reshape(-1, 2)]
        chord = ends[:, 1] - ends[:, 0]
        bulges = graph.bulges if len(graph.bulges) else np.zeros(len(chord))
        half = 2 * np.arctan(bulges)
        # an arc of angle a, in n equal lines, is r a² / 8 n² from each
        sagitta = np.abs(chord) * np.abs(bulges) / 2
        count = np.ceil(np.sqrt(sagitta / ARC_ERROR_CELLS)).astype(np.int64).clip(1)
        wall = np.repeat(np.arange(len(chord)), count)
        step = np.arange(len(wall)) - np.repeat(np.cumsum(count) - count, count)
        first, last = (
            ends[wall, 0] + chord[wall] * share_ahead(half[wall], (step + n) / count[wall])
            for n in (0, 1)
        )
        along = last - first
        near = SpatialIndex.of_edges(first, along, STRAIGHT, 1.0, job)
        return cls(first, along, pieces[2 * wall], pieces[2 * wall + 1], near, wall)

    def _feet(self, place: complex, walls: Ids) -> tuple[Places, Numbers]:
        """Return the nearest point on each wall, complex128[j], and how far that is."""
        along = self.along[walls]
        away = place - self.begin[walls]
        share = ((away * along.conj()).real / np.abs(along) ** 2).clip(0, 1)
        feet = self.begin[walls] + share * along
        return feet, np.abs(feet - place)

    def between(self, place: complex, reach: float) -> Iterator[Bridge]:
        """Yield bridges from wall to wall, those with the nearest ends first."""
        near = self.index.near(place.real, place.imag, reach)
        feet, away = self._feet(place, near)
        within = away <= reach
        near, feet, away = near[within], feet[within], away[within]
        order = np.argsort(away, kind="stable")
        _pieces, first = np.unique(self.left[near[order]], return_index=True)
        best = order[np.sort(first)][:NEAREST_PIECES]
        pairs = [(i, j) for n, j in enumerate(best.tolist()) for i in best[:n].tolist()]
        for i, j in sorted(pairs, key=lambda pair: float(away[pair[0]] + away[pair[1]])):
            one, other = int(self.left[near[i]]), int(self.left[near[j]])
            begin, end = complex(feet[i]), complex(feet[j])
            yield _bridge(begin, end, one, other)
            yield _bridge(self._nearest(end, near, one), end, one, other)
            yield _bridge(begin, self._nearest(begin, near, other), one, other)

    def _nearest(self, place: complex, walls: Ids, piece: int) -> complex:
        feet, away = self._feet(place, walls[self.left[walls] == piece])
        return complex(feet[int(away.argmin())])

    def straight(self, walls: Ids) -> Iterator[Bridge]:
        """Yield bridges from places on walls, to both sides, to the first wall there."""
        for wall in walls.tolist():
            aside = 1j * complex(self.along[wall]) / abs(complex(self.along[wall]))
            for share, way in product(SHARES, (aside, -aside)):
                begin = complex(self.begin[wall] + share * self.along[wall])
                hit = self._ahead(begin, way)
                if hit is not None:
                    far, other = hit
                    yield _bridge(begin, begin + far * way, int(self.left[wall]), other)

    def _ahead(
        self, place: complex, way: complex, walls: Ids | slice = EVERY
    ) -> tuple[float, int] | None:
        """Return how far the first of some walls is in a direction, a unit, and its piece."""
        from_place = (self.begin[walls] - place) / way
        along = self.along[walls] / way
        with np.errstate(divide="ignore", invalid="ignore"):
            share = -from_place.imag / along.imag
            far = from_place.real + share * along.real
        ahead = np.flatnonzero((share >= 0) & (share <= 1) & (far > ARC_ERROR_CELLS))
        if not len(ahead):
            return None
        first = int(ahead[far[ahead].argmin()])
        return float(far[first]), int(self.left[walls][first])

    def across(self, place: complex, reach: float, half: float) -> Iterator[Bridge]:
        """Yield bridges over walls between two pieces, ``half`` a bridge to each side."""
        near = self.index.near(place.real, place.imag, reach)
        near = near[self.left[near] != self.right[near]]
        feet, away = self._feet(place, near)
        within = np.flatnonzero(away <= reach)
        for n in islice(
            within[np.argsort(away[within], kind="stable")].tolist(), 2 * NEAREST_PIECES
        ):
            wall = near[n]
            left = -1j * complex(self.along[wall]) / abs(complex(self.along[wall])) * half
            foot = complex(feet[n])
            yield _bridge(foot + left, foot - left, int(self.left[wall]), int(self.right[wall]))

    def over(self, wall: int, half: float) -> Iterator[Bridge]:
        """Yield bridges over a wall of the graph, ``half`` a bridge to each side."""
        for line, share in self._middles(wall):
            left = -1j * complex(self.along[line]) / abs(complex(self.along[line])) * half
            foot = complex(self.begin[line] + share * self.along[line])
            yield _bridge(foot + left, foot - left, int(self.left[line]), int(self.right[line]))

    def aside(self, wall: int) -> Iterator[Bridge]:
        """Yield bridges at right angles to a wall of the graph, to the first wall on each side."""
        known = []
        for line, share in self._middles(wall):
            way = 1j * complex(self.along[line]) / abs(complex(self.along[line]))
            begin = complex(self.begin[line] + share * self.along[line])
            near = self.index.near(begin.real, begin.imag, REACHES[1])
            for direction in (way, -way):
                hit = self._ahead(begin, direction, near[self.number[near] != wall])
                if hit is not None and hit[0] <= REACHES[1]:
                    end = begin + hit[0] * direction
                    known.append(_bridge(begin, end, int(self.left[line]), hit[1]))
        yield from sorted(known, key=lambda bridge: bridge.length)

    def beside(self, wall: int) -> Iterator[complex]:
        """Yield places half a cell beside a wall of the graph."""
        for line, share in self._middles(wall):
            way = 1j * complex(self.along[line]) / abs(complex(self.along[line]))
            foot = complex(self.begin[line] + share * self.along[line])
            yield foot + way / 2
            yield foot - way / 2

    def _middles(self, wall: int) -> Iterator[tuple[int, float]]:
        """Yield the lines of a wall of the graph, and shares of these, its middle first."""
        first, last = (int(n) for n in np.searchsorted(self.number, [wall, wall + 1]))
        for share in (0.5, *SHARES[::2], *NEAR_ENDS):
            at = first + share * (last - first)
            line = min(int(at), last - 1)
            # a wall of one line at its share, one of several in the middle of a line
            yield line, share if last - first == 1 else 0.5

    def pieces_at(
        self, begin: tuple[float, float], end: tuple[float, float], *, across: bool
    ) -> tuple[int, int]:
        """Return the pieces at the ends of a tab: of the nearest walls, or on its two sides."""
        places = [complex(*begin), complex(*end)]
        if not across:
            one, other = (self.nearest_to(place) for place in places)
            return int(self.left[one]), int(self.left[other])
        wall = self.nearest_to(sum(places) / 2)
        sides = int(self.left[wall]), int(self.right[wall])
        # to the left of a line, as seen, what is across has an imaginary part below 0
        is_left = ((places[0] - places[1]) * complex(self.along[wall]).conjugate()).imag < 0
        return sides if is_left else sides[::-1]

    def nearest_to(self, place: complex) -> int:
        near = self.index.near(place.real, place.imag, 1.0)
        if not len(near):
            near = np.arange(len(self.begin))
        return int(near[int(self._feet(place, near)[1].argmin())])


def _bridge(begin: complex, end: complex, one: int, other: int) -> Bridge:
    return Bridge((begin.real, begin.imag), (end.real, end.imag), one, other)
