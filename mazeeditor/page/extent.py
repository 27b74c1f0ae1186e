r"""The geometry of a maze that a page needs: its extent, its narrow places, its openings.

What is left of a gap between two posts, whatever walls end or meet at them::

        . . . . |  |             the corners of a band's square end lie 45 degrees aside of it, half
        :   ____|  |             a wall times the root of 2 from the post; the point of a mitre lies
     ---+--+ gap  /              half a wall / sin(angle / 2) from the post, opposite to the angle.
     ______|     /               Around a post one of them reaches farthest along the gap: to
        :       /                ``_reach_into_gap`` times half a wall
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from mazeeditor.maze.geometry import centres as arc_centres
from mazeeditor.maze.geometry import distances, middles
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import border_cells
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Box, Ids, Numbers, Points, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES, Usual
from mazeeditor.page.wall_styles.hand_drawn import waver_of

T = TypeVar("T")
MAX_PLACES = 256  # for one lattice: pages with texts of their own leave places of their own


class FoundFor(Generic[T]):
    """What was found for lattices, by keys that hold all that it depends on besides these."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Lattice, dict[Hashable, T]] = WeakKeyDictionary()

    def __len__(self) -> int:
        """Return the number of lattices for which something is known."""
        return len(self._known)

    def get(self, lattice: Lattice, key: Hashable, find: Callable[[], T]) -> T:
        """Return what is known, else what ``find`` returns; raises what that raises."""
        known = self._known.setdefault(lattice, {})
        if key not in known:
            if len(known) >= MAX_PLACES:
                known.clear()
            known[key] = find()
        return known[key]


TOLERANCE = 1e-9
CORNER = 2**0.5  # of the square end of a band: its distance from the post in half a wall
THINNER = 0.75  # walls of the usual thickness are no thicker than that share of a passage
SHARPEST = pi / 3  # sharper corners of bands are cut square
Vector = tuple[float, float]


class Narrow(NamedTuple):
    """A narrow place: how wide it is without walls, and how thick walls fill it; in cells.

    Between these it narrows at least as a straight line does. The route leads through its middle.
    """

    width: float
    filled: float


@dataclass(frozen=True)
class Extent:
    """The place of a maze and the kind of its cells, in cells.

    ``clear`` is the width of the narrowest cell or gap. ``square`` indicates that walls are
    straight and meet at right angles. ``reach`` is how far the corners of bands may lie from a
    post, at the most, in half a wall; they stay as near as that to the sides of the maze where it
    is square, and to its posts elsewhere. ``lines`` and ``bands`` are the narrow places between
    such walls.
    """

    left: float
    top: float
    right: float
    bottom: float
    clear: float
    square: bool
    reach: float
    lines: tuple[Narrow, ...]
    bands: tuple[Narrow, ...]

    def thickest(self, walls: str) -> float:
        """Return the thickness of walls in cells that fills the narrowest place."""
        return min(place.filled for place in self._narrow(walls))

    def passage(self, walls: str, wall: float) -> float:
        """Return how wide walls of that thickness leave the narrowest place, in cells."""
        return self._left(walls, wall) - 2 * self.waver(walls, wall)

    def waver(self, walls: str, wall: float) -> float:
        """Return how far walls of that thickness leave their place, in cells."""
        return waver_of(self._left(walls, wall)) if WALL_STYLES[walls].wavers else 0.0

    def usual(self, walls: str) -> Usual:
        """Return how thick walls are by default: thinner than passages, or the same if even."""
        style = WALL_STYLES[walls]
        places = self._narrow(walls)
        even = min(1 / (1 / place.width + 1 / place.filled) for place in places)
        if style.fixed and not style.even:
            return style.usual
        share = even if style.even else min(style.usual.share, THINNER * even)
        return style.usual._replace(share=share)

    def _left(self, walls: str, wall: float) -> float:
        return min(place.width * (1 - wall / place.filled) for place in self._narrow(walls))

    def _narrow(self, walls: str) -> tuple[Narrow, ...]:
        return self.bands if WALL_STYLES[walls].mitred else self.lines

    @property
    def box(self) -> Box:
        """The place of all posts: left, top, right and bottom."""
        return self.left, self.top, self.right, self.bottom

    @property
    def width(self) -> float:
        """From the leftmost to the rightmost post."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the topmost to the lowest post."""
        return self.bottom - self.top


def extent_of(lattice: Lattice) -> Extent:
    """Return the extent of a maze; fast, whatever its size, but for one with holes or gaps."""
    return _EXTENTS.get(lattice, None, lambda: _measure(lattice))


_EXTENTS: FoundFor[Extent] = FoundFor()


def _measure(lattice: Lattice) -> Extent:
    # all cells are alike, except for rings, where those of one ring are
    kinds = lattice.row_starts if len(lattice.which) > 2 else np.array([lattice.first.cell])
    cells, walls = lattice.walls_of(kinds)
    geometry = lattice.geometry
    posts, bulges = geometry.posts(walls), geometry.bulges(walls)
    ends = geometry.post_positions(posts)
    angle = 90.0 if bulges.any() else _sharpest(posts, ends)
    square = not bulges.any() and lattice.degree == 4 and abs(angle - 90) < TOLERANCE
    # the corner of a square end, and the point of the sharpest mitre
    reach = 1.0 if square else max(CORNER, 1 / float(np.sin(np.radians(angle / 2))))
    gaps = np.hypot(*np.diff(ends, axis=1)[:, 0].T)
    clear = min(_clear(lattice, cells, walls), round(float(gaps.min()), 9))
    turn = min(clear, _beside_turns(lattice, cells, walls))
    lines = (Narrow(turn, turn),)
    bands = (*lines, *_band_gaps(gaps, bulges, angle))
    if not square:
        # the corner of a square end on one side, and half a wall on the other, perhaps aslant
        bands = (*bands, Narrow(clear, clear * 2 / (1 + CORNER)))
    return Extent(*_extent(lattice), clear, square, reach, lines, bands)


def _band_gaps(gaps: Numbers, bulges: Numbers, angle: float) -> tuple[Narrow, ...]:
    """Return what bands leave of gaps as wide as ``gaps`` in a wall with ``bulges``.

    The other walls at a post are multiples of ``angle`` degrees apart. Beside the gap of an arc
    the point of a mitre lies on a smaller circle: the sine of half the arc's angle is added.
    """
    along = _reach_into_gap(angle) + 2 * np.abs(bulges) / (1 + bulges**2)
    pairs = np.round(np.stack([gaps, gaps / along], axis=-1), 9)
    # with indices, as numpy would import masked arrays without, which takes 8 ms
    kinds, _first = np.unique(pairs, axis=0, return_index=True)
    return tuple(Narrow(*kind) for kind in kinds.tolist())


def _reach_into_gap(angle: float) -> float:
    """Return how far corners of bands reach along a gap from its post, at most, in half a wall."""
    directions = round(360 / angle)
    turns = [2 * pi / directions * number for number in range(1, directions)]
    ends = [sin(turn) - cos(turn) for turn in turns if turn <= pi]
    mitres = [
        -cos((one + other) / 2) / sin((other - one) / 2)
        for one, other in combinations(turns, 2)
        if other - one >= SHARPEST - TOLERANCE
    ]
    return max(ends + mitres)


def _beside_turns(lattice: Lattice, cells: Ids, walls: Ids) -> float:
    r"""Return twice the least distance of walls from a route that turns in a ring, in cells.

    ::

         \     |  :      where a cell is left outward through a half of its arc, the route turns
          \    |--.      nearer to its side than the middle of the cell is, and than the middle
           \___|         of the gap
    """
    geometry = lattice.geometry
    ends, bulges = geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)
    arcs = np.flatnonzero(bulges)
    hubs = arc_centres(ends[arcs], bulges[arcs])
    rings = np.hypot(*(geometry.centres(cells[arcs]) - hubs).T)
    out = middles(ends[arcs], bulges[arcs]) - hubs
    turns = hubs + rings[:, None] * out / np.hypot(*out.T)[:, None]
    nearest = np.inf
    for step in range(1 - lattice.degree, lattice.degree):
        other = (arcs + step).clip(0, len(walls) - 1)
        alike = cells[other] == cells[arcs]
        apart = distances(turns[alike], ends[other[alike]], bulges[other[alike]])
        nearest = min(nearest, float(apart.min(initial=np.inf)))
    return round(2 * nearest, 9)


def clear_of(lattice: Lattice, cell: int) -> float:
    """Return the width in cells of the largest circle around the middle of a cell within it."""
    return _clear(lattice, *lattice.walls_of(np.array([cell])))


def _clear(lattice: Lattice, cells: Ids, walls: Ids) -> float:
    """Return the least of twice the distances from each cell's middle to its wall, in cells."""
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(walls))
    nearest = distances(geometry.centres(cells), ends, geometry.bulges(walls)).min()
    return round(2 * float(nearest), 9)


def _sharpest(posts: Ids, ends: Points) -> float:
    """Return the smallest angle in degrees between two walls of a cell that meet."""
    angles = [180.0]
    for one, other in combinations(range(len(posts)), 2):
        for post in set(posts[one].tolist()) & set(posts[other].tolist()):
            # walls are stored from either of their posts
            u, v = (
                np.diff(ends[i], axis=0)[0] * (1 if posts[i][0] == post else -1)
                for i in (one, other)
            )
            cosine = float(u @ v) / float(np.hypot(*u) * np.hypot(*v))
            angles.append(float(np.degrees(np.arccos(np.clip(cosine, -1, 1)))))
    return min(angles)


def _extent(lattice: Lattice) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the inside cells."""
    if lattice.whole:
        return 0.0, 0.0, lattice.geometry.width, lattice.geometry.height
    points = flatten(rim_of(lattice), 1e-4).points
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return left, top, right, bottom


def rim_of(lattice: Lattice) -> Strokes:
    """Return the outer walls and their gaps, those of holes included, as lines in cells."""
    walls_by_slot = []
    for slot in range(lattice.degree):
        cells = border_cells(lattice, slot)
        walls_by_slot.append(lattice.wall_ids(cells, np.full(len(cells), slot)))
    walls, geometry = np.concatenate(walls_by_slot), lattice.geometry
    points = geometry.post_positions(geometry.posts(walls)).reshape(-1, 2)
    bulges = np.zeros(len(points))
    bulges[::2] = geometry.bulges(walls)
    starts = np.arange(0, len(points) + 1, 2)
    return Strokes(points, starts, np.zeros(len(walls), np.bool_), 0.0, "", bulges=bulges)


@dataclass(frozen=True, eq=False)
class OpeningPlace:
    """A gap or a cell in the middle: whether the maze is entered there, and left.

    ``place`` float64[2] in cells is the middle of the gap, or ``middle``, that of the cell. ``out``
    leads out of a gap and is None for a cell; ``clear`` is the width of the cell in cells.
    """

    place: Points
    middle: Points
    out: Vector | None
    clear: float
    enters: bool
    leaves: bool


def opening_places(maze: Maze) -> list[OpeningPlace]:
    return [
        _place_of(maze.lattice, opening, opening == maze.entrance, opening in maze.exits)
        for opening in dict.fromkeys(maze.openings)
    ]


def _place_of(lattice: Lattice, opening: Opening, enters: bool, leaves: bool) -> OpeningPlace:
    middle: Points = lattice.geometry.centres(np.array([opening.cell]))[0]
    place, out = (middle, None) if opening.slot is None else gap_of(lattice, opening)
    return OpeningPlace(place, middle, out, clear_of(lattice, opening.cell), enters, leaves)


def gap_of(lattice: Lattice, opening: Opening) -> tuple[Points, Vector]:
    """Return the middle of a gap in the outer wall, in cells, and the unit vector out of it."""
    assert opening.slot is not None
    wall = np.array([lattice.wall(opening.cell, opening.slot)])
    geometry = lattice.geometry
    places = geometry.post_positions(geometry.posts(wall))
    middle = middles(places, geometry.bulges(wall))[0]
    return middle, geometry.outward(opening.cell, opening.slot)
