r"""Tabs: narrow bridges that hold loose pieces, as few as there can be.

Of walls that remain, a tab leads across a passage, from the middle of a wall to one opposite, if
it can; of what lies between slots, across the middle of a wall::

    ======= piece A =======          piece A
             |                   =====. .=====  slot
             | tab                    | |  tab
    ======= piece B =======      =====' '=====
                                     piece B

Tabs are chosen as the edges of a minimum spanning tree of the pieces (Kruskal 1956): those that
look least like walls come first, then the shortest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32
from mazeeditor.making.design import Design
from mazeeditor.making.paths.nesting import enclosed_points
from mazeeditor.making.paths.passages import passages_by_slot
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, cuts_around
from mazeeditor.making.tabs.bridges import TABS_APART, BridgeFinder
from mazeeditor.making.tabs.cuts import Crossings
from mazeeditor.making.tabs.places import ACROSS, BETWEEN, Bridge, read_places
from mazeeditor.making.tabs.stiffness import stiffen
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import find
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.page.scene import Ids, Numbers, Points
from mazeeditor.page.walls.band_outlines import ends_round
from mazeeditor.page.walls.wall_graph import WallGraph

BENT, AT_POST, LIKE_A_WALL = 1.0, 2.0, 8.0  # cells: how much longer such a tab may be than another
CELLS_AT_ONCE = 1 << 14  # cells
FINDING = 0.3  # of the work, about: finding where tabs can be
CHECK_MASK = 255  # a mask: candidates from one check for Cancel to the next
WIDTH_SHARES = (0.7, 0.5, 0.3)  # shares of the usual width
MIN_WIDTH_MM = 0.2  # mm: narrower tabs are none
NEAREST_PLACES = 60  # places that are tried where no tab within a cell holds a piece


class Candidates(NamedTuple):
    """Places for tabs: pieces int64[k], float64[k, 2] in mm where tabs begin and end, and costs."""

    one: Ids
    other: Ids
    begin: Points
    end: Points
    cost: Numbers


@dataclass(frozen=True, eq=False)
class Tabs:
    """The tabs of a part, and where they cross its rings, in the same order.

    There are ``pieces`` without tabs, ``loose`` with them; the ``further`` ones would hold all
    together. ``left_out`` of those that were placed by hand do not fit.
    """

    bridges: tuple[Bridge, ...]
    crossings: tuple[Crossings, ...]
    pieces: int
    loose: int
    finder: BridgeFinder
    further: tuple[Bridge, ...] = ()
    left_out: int = 0

    @property
    def width(self) -> float:
        """How wide they are, in mm."""
        return self.finder.tab


def tabs_between_walls(
    design: Design, rings: ToolPaths, job: Job | None = None, *, framed: bool = False
) -> Tabs:
    """Return the tabs that hold together what remains of walls, whose outlines ``rings`` are.

    ``framed``: the outermost walls are all part of one frame. Raises ``CancelledError``.
    """
    job = job or Job()
    graph = design.graph
    pieces = pieces_of_walls(graph)
    if framed:
        pieces = _with_frame(design, graph, pieces, rings, job)
    count = int(pieces.max(initial=NO_WALL)) + 1
    parts = _between_all(design, pieces, job) if count > 1 else []
    finder = BridgeFinder(design, rings, pieces[graph.ends], BETWEEN, job)
    return _choose(finder, _join(parts), _Places.of(design, graph, pieces), count, job)


def tabs_across_walls(design: Design, rings: ToolPaths, job: Job | None = None) -> Tabs:
    """Return the tabs that hold together what slots in the place of walls leave.

    Raises ``CancelledError``.
    """
    job = job or Job()
    graph = design.graph
    pieces = pieces_left_of_walls(design.maze, graph, job)
    count = int(pieces.max(initial=0)) + 1
    parts = [_across_walls(design, graph, pieces)] if count > 1 else []
    return _choose(BridgeFinder(design, rings, pieces, ACROSS, job), _join(parts), None, count, job)


def _across_walls(design: Design, graph: WallGraph, pieces: Ids) -> Candidates:
    """Return a tab over the middle of each wall between two pieces; the longest walls first."""
    one, other = pieces[0::2], pieces[1::2]
    apart = one != other
    ends = graph.ends.reshape(-1, 2)[apart]
    places = np.stack([graph.x[ends], graph.y[ends]], axis=-1)
    bulges = graph.bulges[apart] if len(graph.bulges) else np.zeros(len(places))
    along = places[:, 1] - places[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    aside = np.stack([along[:, 1], -along[:, 0]], axis=1) / length[:, None]
    middle = design.to_mm(middles(places, bulges))
    reach = aside * min(design.wall, design.cell / 2)
    return Candidates(one[apart], other[apart], middle + reach, middle - reach, -length)


def _between_all(design: Design, pieces: Ids, job: Job) -> list[Candidates]:
    """Return the tabs within all cells; raises ``CancelledError``."""
    cells, parts = design.maze.lattice.inside_cells(), []
    job.phase(len(cells), FINDING)
    for first in range(0, len(cells), CELLS_AT_ONCE):
        some = _between_pieces(design, cells[first : first + CELLS_AT_ONCE], pieces)
        for part in _across_cells(design, some, pieces) if len(some) else ():
            job.check()
            parts.append(part)
        job.step(first)
    return parts


class _Around(NamedTuple):
    """The walls around k cells, slot by slot: whether there can be one, its number, its posts.

    ``used`` bool[k, degree], ``walls`` int64[k, degree], ``posts`` int64[k, degree, 2];
    ``pieces`` int64[k, degree, 2] are those of the posts, ``NO_WALL`` without.
    """

    used: NDArray[np.bool_]
    walls: Ids
    posts: Ids
    pieces: Ids

    @classmethod
    def of(cls, design: Design, cells: Ids, pieces: Ids) -> _Around:
        lattice = design.maze.lattice
        slots = [np.full(len(cells), slot) for slot in range(lattice.degree)]
        used = np.stack([lattice.uses(cells, slot) for slot in slots], axis=1)
        walls = np.stack([lattice.wall_ids(cells, slot) for slot in slots], axis=1)
        posts = np.zeros((*walls.shape, 2), np.int64)
        posts[used] = lattice.geometry.posts(walls[used])
        of_posts = np.append(pieces, NO_WALL)[np.minimum(posts, len(pieces))]
        return cls(used, walls, posts, of_posts)


def _between_pieces(design: Design, cells: Ids, pieces: Ids) -> Ids:
    """Return the cells around posts of several pieces: of a few pieces, a few of all cells."""
    around = _Around.of(design, cells, pieces)
    known = around.used[..., None] & (around.pieces != NO_WALL)
    most = np.where(known, around.pieces, NO_WALL).max(axis=(1, 2))
    least = np.where(known, around.pieces, len(pieces)).min(axis=(1, 2))
    return cells[least < most]


def _across_cells(design: Design, cells: Ids, pieces: Ids) -> Iterator[Candidates]:
    """Yield tabs within ``cells``: from wall to wall, from wall to post, from post to post."""
    maze, lattice = design.maze, design.maze.lattice
    geometry = lattice.geometry
    used, walls, posts, of_post = _Around.of(design, cells, pieces)
    closed = used & ((maze.walls[cells][:, None] >> np.arange(lattice.degree) & 1) == 1)
    places = geometry.post_positions(posts.ravel()).reshape(*posts.shape, 2)
    bulges = np.zeros(walls.shape)
    bulges[used] = geometry.bulges(walls[used])
    middle = middles(places, bulges)
    outward = geometry.all_outward(cells)
    for one, other in combinations(range(lattice.degree), 2):
        both = closed[:, one] & closed[:, other]
        bent = 1 + (outward[:, one] * outward[:, other]).sum(axis=1)
        yield _pairs(
            design,
            (of_post[both, one, 0], of_post[both, other, 0]),
            (middle[both, one], middle[both, other]),
            BENT * bent[both],
        )
    for one in range(lattice.degree):
        for other in range(lattice.degree):
            for end in range(2):
                both = closed[:, one] & used[:, other] & ~closed[:, other]
                yield _pairs(
                    design,
                    (of_post[both, one, 0], of_post[both, other, end]),
                    (middle[both, one], places[both, other, end]),
                    AT_POST,
                )
        gaps = used[:, one] & ~closed[:, one]
        yield _pairs(
            design,
            (of_post[gaps, one, 0], of_post[gaps, one, 1]),
            (places[gaps, one, 0], places[gaps, one, 1]),
            LIKE_A_WALL,
        )


def _pairs(
    design: Design, pieces: tuple[Ids, Ids], ends: tuple[Points, Points], cost: Numbers | float
) -> Candidates:
    """Return candidates between two pieces each; ``ends`` are in cells."""
    one, other = pieces
    apart = (one != other) & (one != NO_WALL) & (other != NO_WALL)
    begin, end = (places[apart] for places in ends)
    length = np.hypot(*(end - begin).T)
    total: Numbers = np.broadcast_to(cost, one.shape)[apart] + length
    return Candidates(one[apart], other[apart], design.to_mm(begin), design.to_mm(end), total)


def _join(parts: list[Candidates]) -> Candidates:
    """Return all candidates, the best first."""
    if not parts:
        none = np.zeros(0, np.int64)
        return Candidates(none, none, np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    order = np.argsort(columns[-1], kind="stable")
    return Candidates(*(column[order] for column in columns))


@dataclass(frozen=True, eq=False)
class _Places:
    """Posts with walls, and middles of walls: float64[k, 2] in mm, and their pieces int64[k]."""

    at: Points
    piece: Ids

    @classmethod
    def of(cls, design: Design, graph: WallGraph, pieces: Ids) -> _Places:
        posts = np.flatnonzero(pieces != NO_WALL)
        ends = graph.ends.reshape(-1, 2)
        places = np.stack([graph.x[ends], graph.y[ends]], axis=-1)
        bulges = graph.bulges if len(graph.bulges) else np.zeros(len(ends))
        at = np.concatenate(
            [np.stack([graph.x[posts], graph.y[posts]], axis=1), middles(places, bulges)]
        )
        return cls(design.to_mm(at), np.concatenate([pieces[posts], pieces[ends[:, 0]]]))

    def nearest(self, parent: I32, piece: int) -> Candidates:
        """Return the shortest ways from a piece, with what holds together with it, to others."""
        held = lowest_cells(parent)[self.piece] == piece
        inner, outer = np.flatnonzero(held), np.flatnonzero(~held)
        best = []
        for start in inner:
            away = np.hypot(*(self.at[outer] - self.at[start]).T)
            near = int(away.argmin())
            best.append((float(away[near]), int(start), int(outer[near])))
        best = sorted(best)[:NEAREST_PLACES]
        one, other = (np.array([entry[n] for entry in best], np.int64) for n in (1, 2))
        cost = np.array([entry[0] for entry in best])
        return Candidates(self.piece[one], self.piece[other], self.at[one], self.at[other], cost)


class _Choice:
    """Takes tabs that join two pieces and bridge one cut, apart from those taken before."""

    def __init__(self, finder: BridgeFinder, count: int, job: Job) -> None:
        self.finder, self.width, self.job = finder, finder.width, job
        self.count = count
        self.parent = np.arange(count, dtype=np.int32)
        self._parents, self._find = self.parent.data, find.interpreted()  # called piece by piece
        self.loose = count
        self.crossings: list[Crossings] = []
        self.bridges: list[Bridge] = []
        self._ends: dict[tuple[int, int], list[tuple[float, float]]] = {}

    def take(self, candidates: Candidates) -> bool:
        """Take what joins pieces, in the order given; return whether anything was taken."""
        before = self.loose
        for n in range(len(candidates.one)):
            if self.loose == 1:
                break
            if n & CHECK_MASK == 0:
                self.job.step(self.count - self.loose)
            one, other = int(candidates.one[n]), int(candidates.other[n])
            begin, end = candidates.begin[n], candidates.end[n]
            if self._held(one, other) or not self._is_free(begin, end):
                continue
            cells = self.finder.cells
            bridge = Bridge(cells(begin.tolist()), cells(end.tolist()), one, other)
            crossings = self.finder.crossings(bridge)
            if crossings is not None:
                self._add(bridge, crossings)
        return self.loose < before

    def take_straight(self, piece: int) -> bool:
        """Take the shortest tab at right angles to a wall of what holds together with a piece.

        Returns whether there is one.
        """
        roots = lowest_cells(self.parent)
        for bridge in self.finder.straight(roots[self.finder.wall_pieces] == piece):
            self.job.check()
            if not self._held(bridge.one, bridge.other) and self.take_by_hand(bridge):
                return True
        return False

    def take_by_hand(self, bridge: Bridge | None) -> bool:
        """Take a tab, whatever it joins; return whether it has room and bridges one cut."""
        crossings = bridge and self.finder.crossings(bridge)
        if bridge is None or crossings is None:
            return False
        begin, end = (np.array(self.finder.mm(place)) for place in (bridge.begin, bridge.end))
        if not self._is_free(begin, end):
            return False
        self._add(bridge, crossings)
        return True

    def _held(self, one: int, other: int) -> bool:
        """Whether two pieces hold together."""
        return self._find(self._parents, one) == self._find(self._parents, other)

    def _add(self, bridge: Bridge, crossings: Crossings) -> None:
        one, other = self._find(self._parents, bridge.one), self._find(self._parents, bridge.other)
        self.parent[max(one, other)] = min(one, other)
        self.loose -= one != other
        self.crossings.append(crossings)
        self.bridges.append(bridge)
        for x, y in (self.finder.mm(bridge.begin), self.finder.mm(bridge.end)):
            self._ends.setdefault(self._square(x, y), []).append((x, y))

    def _is_free(self, begin: Points, end: Points) -> bool:
        """Whether neither end of a tab lies where another tab begins or ends."""
        return not any(
            max(abs(x - other_x), abs(y - other_y)) <= TABS_APART * self.width
            for x, y in (begin.tolist(), end.tolist())
            for other_x, other_y in self._near(x, y)
        )

    def _near(self, x: float, y: float) -> Iterator[tuple[float, float]]:
        """Yield the ends of tabs in the squares, of two widths, around a place."""
        column, row = self._square(x, y)
        for square in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from self._ends.get(square, ())

    def _square(self, x: float, y: float) -> tuple[int, int]:
        side = TABS_APART * self.width
        return int(x // side), int(y // side)


def _choose(
    finder: BridgeFinder, best: Candidates, places: _Places | None, count: int, job: Job
) -> Tabs:
    """Return the tabs placed by hand, else some that leave one piece, or as few as can be.

    Where nobody has chosen how wide they are, they are narrower where some find no place else.
    """
    options = finder.design.options
    tabs = _of_width(finder, best, places, count, job)
    if options.tab is not None or options.tabs != "automatic" or options.tabs_at is not None:
        return tabs
    for share in WIDTH_SHARES if tabs.loose > 1 else ():
        narrow = max(share * finder.tab, MIN_WIDTH_MM)
        other = _of_width(replace(finder, narrower=narrow), best, places, count, job)
        tabs = other if other.loose < tabs.loose else tabs
        if tabs.loose == 1:
            break
    return tabs


def _of_width(
    finder: BridgeFinder, best: Candidates, places: _Places | None, count: int, job: Job
) -> Tabs:
    choice, options = _Choice(finder, count, job), finder.design.options
    job.phase(count)
    by_hand = options.tabs == "automatic" and options.tabs_at is not None
    texts = read_places(options.tabs_at or "") if by_hand else ()
    left_out = sum(not choice.take_by_hand(finder.placed(numbers)) for numbers in texts)
    taken, loose = len(choice.bridges), choice.loose
    if options.tabs == "automatic":
        _hold(choice, best, places)
    if not by_hand:
        if options.tabs == "automatic" and options.tab_every is not None:
            stiffen(choice, options.tab_every)
        taken, loose = len(choice.bridges), choice.loose
    bridges, further = tuple(choice.bridges[:taken]), tuple(choice.bridges[taken:])
    crossings = tuple(choice.crossings[:taken])
    return Tabs(bridges, crossings, count, loose, finder, further, left_out)


def _hold(choice: _Choice, best: Candidates, places: _Places | None) -> None:
    """Take tabs until all pieces hold together, or no further one can be held."""
    if choice.loose > 1:
        choice.take(best)
    stuck: set[int] = set()
    while places and choice.loose > 1:
        choice.job.check()
        roots = set(lowest_cells(choice.parent).tolist()) - stuck
        if not roots:
            break
        piece = max(roots)
        nearest = places.nearest(choice.parent, piece)
        if not choice.take(nearest) and not choice.take_straight(piece):
            stuck.add(piece)


NO_WALL = -1  # of a post without walls
WALLS_AT_ONCE = 1 << 15  # walls


def pieces_of_walls(graph: WallGraph) -> Ids:
    """Return int64[p], the piece of each post: walls that meet are one; else ``NO_WALL``."""
    parent = np.arange(len(graph.x), dtype=np.int32)
    join_pairs(graph.ends.reshape(-1, 2), parent)
    return _number(parent, np.diff(graph.first) > 0)


def _with_frame(design: Design, graph: WallGraph, pieces: Ids, rings: ToolPaths, job: Job) -> Ids:
    """Return the piece of each post where all pieces that lie within no other are one."""
    numbers, posts = np.unique(pieces[pieces != NO_WALL], return_index=True)
    posts = np.flatnonzero(pieces != NO_WALL)[posts]
    at = design.to_mm(np.stack([graph.x[posts], graph.y[posts]], axis=1))
    loose = enclosed_points(at, cuts_around(rings)[Operation.INNER_CUT], job)
    renumbered = np.zeros(len(numbers) + 1, np.int64)
    renumbered[numbers[loose]] = 1 + np.arange(np.count_nonzero(loose))
    renumbered[NO_WALL] = NO_WALL
    return renumbered[pieces]


def pieces_left_of_walls(maze: Maze, graph: WallGraph, job: Job | None = None) -> Ids:
    """Return int64[2w], the piece of what lies to the left of each wall, followed from an end.

    Cells joined by passages are one piece, and so is all that a walk along walls goes round: that
    leads through gaps, and along the outer walls on their outside. A hole is a piece of its own.
    Raises ``CancelledError``.
    """
    job = job or Job()
    lattice, ends = maze.lattice, len(graph.ends)
    parent = np.arange(ends + lattice.size, dtype=np.int32)
    leaving = np.arange(ends, dtype=np.int32)
    join_pairs(np.stack([leaving, ends_round(graph)[leaving ^ 1]], axis=1), parent)
    job.check()
    walls = maze.closed_walls()
    for first in range(0, len(walls), WALLS_AT_ONCE):
        for pairs in _cells_on_left(maze, walls[first : first + WALLS_AT_ONCE], 2 * first, ends):
            join_pairs(pairs.astype(np.int32), parent)
        job.check()
    for pairs in passages_by_slot(maze):
        join_pairs((pairs + ends).astype(np.int32), parent)
        job.check()
    return _number(parent, np.arange(len(parent)) < ends)[:ends]


def _cells_on_left(maze: Maze, walls: Ids, begin: int, ends: int) -> Iterator[Ids]:
    """Yield int64[k, 2]: an end, and ``ends`` plus the inside cell that lies to its left.

    ``begin`` is the first end of ``walls``.
    """
    lattice = maze.lattice
    cells, slots = walls // lattice.degree, walls % lattice.degree
    geometry = lattice.geometry
    places = geometry.post_positions(geometry.posts(walls))
    along = places[:, 1] - places[:, 0]
    out = geometry.all_outward(cells)[np.arange(len(cells)), slots]
    left = np.stack([along[:, 1], -along[:, 0]], axis=1)
    beyond_is_left = (left * out).sum(axis=1) > 0
    others = cells + lattice.offsets[lattice.rows_of(cells), slots]
    for cell, end in (
        (cells, begin + 2 * np.arange(len(walls)) + beyond_is_left),
        (others, begin + 2 * np.arange(len(walls)) + ~beyond_is_left),
    ):
        inside = lattice.inside[cell]
        yield np.stack([end, cell + ends], axis=1)[inside]


def _number(parent: I32, counted: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ids:
    """Return int64[n], pieces numbered from 0 in the order of their first members."""
    parent = lowest_cells(parent)
    result = np.full(len(parent), NO_WALL, np.int64)
    roots, first, pieces = np.unique(parent[counted], return_index=True, return_inverse=True)
    rank = np.empty(len(roots), np.int64)
    rank[np.argsort(first)] = np.arange(len(roots))
    result[counted] = rank[pieces.ravel()]
    return result
