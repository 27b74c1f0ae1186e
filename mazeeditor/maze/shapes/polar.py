r"""Round mazes: rings of cells around a middle cell or a hole.

A ring has twice as many cells as the one inside it where these would become wider than 1.5 rings::

          _______
        /    |    \        rings are rows, counted from the middle; places in a ring are columns,
       |\   _|_   /|       counted clockwise from the top
       |  \/   \/  |
       |--| mid |--|       cell 0 is nowhere, then come the cells inside the hole, those of each
       |  /\___/\  |       ring, and those around the outermost
       |/    |    \|
        \____|____/
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, floor, hypot, pi, sin
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import NOWHERE, UNUSED, Links
from mazeeditor.maze.shapes import shape
from mazeeditor.maze.tiling import Tiling

INWARD, ANTICLOCKWISE, OUTWARD, OUTWARD_2, CLOCKWISE = range(5)  # of all but the middle cell
SPOKES = 6  # cells around the middle one, whose slots lead to them clockwise from the top
MOST_RINGS = 2500
LARGEST_POLAR = 2 * 10**7  # cells: up to here MOST_ROWS are enough; those without a hole have less
MAX_CELL_WIDTH = 1.5  # cells along the inside of a ring, beyond which the ring has twice as many
# Of the middle cell these are the walls clockwise from the top, whatever their names.
SIDES = ("inward", "anticlockwise", "outward", "outward-2", "clockwise", "outward-3")


@shape("polar", _("Round"), order=4, axes=(_("ring"), _("place")))
def polar(
    *,
    rings: Annotated[
        int, Between(1, MOST_RINGS), _("number of rings from the middle to the rim")
    ] = 18,
    hole: Annotated[
        int,
        Between(0, MOST_RINGS),
        _("number of rings left out in the middle; 0: the middle is one round cell"),
    ] = 0,
) -> Lattice:
    """Rings of cells that part in two outward, around a middle cell or a hole."""
    plan = RingPlan.of(hole, ring_sizes(hole + rings)[hole:])
    check_cells(int(plan.counts.sum()))
    links = _links(plan)
    rim = int(plan.starts[-2])  # the first cell of the outermost ring
    opposite = Opening(rim + int(plan.counts[-1]) // 2, OUTWARD)
    return Lattice(
        *links.fields(),
        shape="polar",
        parameters={"rings": rings, "hole": hole},
        row_starts=plan.starts[1:-1].copy(),
        row_lengths=plan.counts,
        side_names=(SIDES[: links.degree],),
        norms=np.array([[1, 0]], np.int64),  # a step crosses one ring at most
        first=Opening(rim, OUTWARD if hole or rings > 1 else INWARD),
        last=opposite if hole else Opening(int(plan.starts[1])),
        geometry=Rings(links, plan),
    )


def ring_sizes(rings: int) -> list[int]:
    """Return the cells of each ring from the middle: 1, 6, 12, 24, 24, 24, 48 ..."""
    counts = [1, SPOKES]
    for inside in range(2, rings):
        wide = 2 * pi * inside / counts[-1] >= MAX_CELL_WIDTH
        counts.append(counts[-1] * 2 if wide else counts[-1])
    return counts[:rings]


def check_cells(cells: int) -> None:
    """Raise ``UsageError`` where there are more cells than a round maze can have."""
    if cells > LARGEST_POLAR:
        raise UsageError(
            _("{cells:,} cells are too many for a round maze: {largest:,} at most.").format(
                cells=cells, largest=LARGEST_POLAR
            )
        )


def _links(plan: RingPlan) -> Links:
    """Return the links of all cells.

    The cells of a ring have equal links, except its first and last and where cells split in two.
    """
    degree = SPOKES if plan.has_middle else SPOKES - 1
    nowhere = np.zeros((1, degree, 2), np.int64)
    nowhere[..., 1] = UNUSED
    tables, rows, which = [nowhere], 1, np.zeros(plan.size, np.uint16)
    sizes = _sizes(plan)
    for number, count in enumerate(sizes):
        table = _block(plan.starts, sizes, number, degree)
        of_cell = np.arange(count)
        if count > 3 and (table[2:-1] == table[1]).all():
            of_cell = np.minimum(of_cell, 1) + (of_cell == count - 1)
            table = table[[0, 1, -1]]
        start = int(plan.starts[number])
        which[start : start + count] = rows + of_cell
        tables.append(table)
        rows += len(table)
    table = np.concatenate(tables)
    inside = np.zeros(plan.size, np.bool_)
    inside[plan.starts[1] : plan.starts[-1]] = True
    return Links(table[..., 0].astype(np.int32), table[..., 1].astype(np.uint8), which, inside)


def _sizes(plan: RingPlan) -> list[int]:
    """Return the cells inside the hole, those of each ring, and those around the outermost."""
    return [int(plan.points[0]), *plan.counts.tolist(), int(plan.points[-1])]


def _block(starts: Ids, sizes: list[int], number: int, degree: int) -> NDArray[np.int64]:
    """Return int64[count, degree, 2]: offsets and slots back of a ring, or of the cells around it.

    Block 0 is inside the hole, the last one around the rings. Unused slots lead there:
    from all cells of a ring by the same offset.
    """
    count, places = sizes[number], np.arange(sizes[number])
    cells = starts[number] + places
    table = np.empty((count, degree, 2), np.int64)
    table[:] = starts[-1] - starts[number], UNUSED

    def join(slot: int | NDArray[np.int64], others: Ids, back: int | Ids) -> None:
        table[places, slot, 0], table[places, slot, 1] = others - cells, back

    if count > 1 and 0 < number < len(sizes) - 1:
        join(CLOCKWISE, starts[number] + (places + 1) % count, ANTICLOCKWISE)
        join(ANTICLOCKWISE, starts[number] + (places - 1) % count, CLOCKWISE)
    if number > 0 and (inner := sizes[number - 1]):
        share = count // inner  # cells of this ring next to one farther in
        back = places % share + OUTWARD * (inner > 1)
        join(INWARD, starts[number - 1] + places // share, back)
    if number < len(sizes) - 1 and count:
        share = sizes[number + 1] // count  # cells farther out next to one of this ring
        for slot in range(share):
            join(slot + OUTWARD * (count > 1), starts[number + 1] + places * share + slot, INWARD)
    return table


@dataclass(frozen=True, eq=False)
class RingPlan:
    """How the cells and posts of rings are numbered.

    ``counts`` int64[rings] are the cells of each ring. ``starts`` int64[rings + 2] is the first
    cell inside the hole, then of each ring, then around the outermost. ``points`` int64[rings + 1]
    are the posts on each circle and ``circles`` int64[rings + 2] the first of them and their sum.
    """

    hole: int
    counts: NDArray[np.int64]
    starts: NDArray[np.int64]
    points: NDArray[np.int64]
    circles: NDArray[np.int64]

    @staticmethod
    def of(hole: int, sizes: list[int]) -> RingPlan:
        """Return the plan of rings of ``sizes`` cells around a hole ``hole`` rings wide."""
        counts = np.array(sizes, np.int64)
        outer = SPOKES if sizes[-1] == 1 else sizes[-1]
        inner = sizes[0] if hole else 0
        points = np.array([inner, *sizes[1:], outer], np.int64)
        starts = np.cumsum([1, inner, *sizes]).astype(np.int64)
        return RingPlan(hole, counts, starts, points, np.cumsum([0, *points]).astype(np.int64))

    @property
    def has_middle(self) -> bool:
        return self.hole == 0

    @property
    def size(self) -> int:
        """The number of cells, the outside ones included."""
        return int(self.starts[-1] + self.points[-1])

    @property
    def radius(self) -> float:
        """The radius of the outermost circle, in cells."""
        return float(self.hole + len(self.counts))


@dataclass(frozen=True, eq=False)
class Rings(Tiling):
    r"""The geometry of rings one cell wide; the walls along circles are arcs.

    ::

          .--'''--.       circle j runs inside ring j; p counts its points clockwise from the top
        .'    |    '.     a wall across a spoke is straight, along a circle an arc
       /   .--+--.   \
    """

    plan: RingPlan

    @property
    def width(self) -> float:
        """The extent in x, in cells."""
        return 2 * self.plan.radius

    @property
    def height(self) -> float:
        """The extent in y, in cells."""
        return 2 * self.plan.radius

    def _at(self, radius: NDArray[np.float64], turns: NDArray[np.float64]) -> Points:
        """Return the points at distances from the middle and at angles from the top, in turns."""
        angle, middle = 2 * pi * turns, self.plan.radius
        return np.stack([middle + radius * np.sin(angle), middle - radius * np.cos(angle)], axis=-1)

    def _places(self, cells: Ids) -> tuple[Ids, Ids]:
        """Return the ring, -1 inside the hole, and the place of each cell."""
        rings = np.searchsorted(self.plan.starts, cells, side="right") - 1
        return rings - 1, cells - self.plan.starts[rings]

    def centres(self, cells: Ids) -> Points:
        """Return float64[k, 2], the middle of each cell."""
        rings, places = self._places(np.asarray(cells, np.int64))
        counts = self.plan.counts[rings.clip(0, len(self.plan.counts) - 1)]
        radius = np.where(counts == 1, 0.0, self.plan.hole + rings + 0.5)
        return self._at(radius, (places + 0.5) / counts)

    def posts(self, walls: Ids) -> Ids:
        """Return int64[k, 2]: those of arcs in clockwise order, those of spokes outward."""
        plan, degree = self.plan, self.links.degree
        cells, slots = np.divmod(np.asarray(walls, np.int64), degree)
        rings, places = self._places(cells)
        rings = rings.clip(max=len(plan.counts) - 1)  # no wall is named by a cell around them
        inner, outer = plan.points[rings.clip(0)], plan.points[rings + 1]
        middle = plan.has_middle & (rings == 0)
        share = np.where(rings < 0, 1, outer // plan.counts[rings.clip(0)])
        spoke = ((slots == CLOCKWISE) | (slots == ANTICLOCKWISE)) & ~middle
        at = places + (slots == CLOCKWISE)
        first = np.where(middle, slots, places * share + (slots == OUTWARD_2))
        along = plan.circles[rings + 1, None] + np.stack([first, first + 1], 1) % outer[:, None]
        low = plan.circles[rings.clip(0)] + at % np.maximum(inner, 1)
        across = np.stack([low, plan.circles[rings + 1] + at * share % outer], axis=1)
        return np.where(spoke[:, None], across, along)

    def post_positions(self, posts: Ids) -> Points:
        """Return float64[..., 2]: x, y."""
        circles = np.searchsorted(self.plan.circles, posts, side="right") - 1
        circles = circles.clip(max=len(self.plan.points) - 1)
        turns = (posts - self.plan.circles[circles]) / self.plan.points[circles]
        return self._at(self.plan.hole + circles.astype(np.float64), turns)

    def bulges(self, walls: Ids) -> NDArray[np.float64]:
        """Return float64[k]: 0 for spokes; arcs run clockwise, so theirs are less than 0."""
        plan = self.plan
        cells, slots = np.divmod(np.asarray(walls, np.int64), self.links.degree)
        rings = self._places(cells)[0].clip(max=len(plan.counts) - 1)
        spoke = (slots == CLOCKWISE) | (slots == ANTICLOCKWISE)
        spoke &= ~(plan.has_middle & (rings == 0))
        return np.where(spoke, 0.0, -np.tan(pi / 2 / plan.points[rings + 1]))

    def _polar(self, x: float, y: float) -> tuple[float, float]:
        """Return how far a point is from the middle and how many turns from the top, 0..1."""
        right, up = x - self.plan.radius, self.plan.radius - y
        return hypot(right, up), atan2(right, up) / (2 * pi) % 1.0

    def under(self, x: float, y: float) -> int | None:
        """Return the cell at a point, inside or not, ``None`` where there is none."""
        radius, turns = self._polar(x, y)
        ring = floor(radius) - self.plan.hole
        if not 0 <= ring < len(self.plan.counts):
            return None
        count = int(self.plan.counts[ring])
        return int(self.plan.starts[ring + 1]) + min(floor(turns * count), count - 1)

    def all_under(self, x: Points, y: Points) -> Ids:
        """Return the cells at points float64[...], ``NOWHERE`` where there is none."""
        right, up = x - self.plan.radius, self.plan.radius - y
        ring = np.floor(np.hypot(right, up)).astype(np.int64) - self.plan.hole
        in_maze = (ring >= 0) & (ring < len(self.plan.counts))
        ring = np.where(in_maze, ring, 0)
        count = self.plan.counts[ring]
        turns = np.arctan2(right, up) / (2 * pi)
        turns += turns < 0  # a modulo would take as long as the arctangent
        place = np.minimum(np.floor(turns * count).astype(np.int64), count - 1)
        return np.where(in_maze, self.plan.starts[ring + 1] + place, NOWHERE)

    def nearest_side(self, cell: int, x: float, y: float) -> int:
        r"""Return the slot whose wall is nearest to a point in ``cell``.

        ::

             \  OUTWARD : OUTWARD_2  /       the nearest point of a circle is straight inward or
              \         :           /        outward; that of a spoke straight across, or its end
               \_______ INWARD ____/
        """
        radius, turns = self._polar(x, y)
        ring = int(np.searchsorted(self.plan.starts, cell, side="right")) - 2
        place = cell - int(self.plan.starts[ring + 1])
        count, outer = int(self.plan.counts[ring]), int(self.plan.points[ring + 1])
        if count == 1:
            return min(floor(turns * outer), outer - 1)
        past = turns * count - place  # 0..1, from one spoke to the other
        inner = self.plan.hole + ring
        second = outer > count and past >= 0.5
        distances = {
            INWARD: radius - inner,
            CLOCKWISE: _to_spoke(radius, 2 * pi * (1 - past) / count, inner),
            OUTWARD_2 if second else OUTWARD: inner + 1 - radius,
            ANTICLOCKWISE: _to_spoke(radius, 2 * pi * past / count, inner),
        }
        return min(distances, key=lambda slot: distances[slot])

    def around(self, x: float, y: float) -> Ids:
        """Return the cells of three rings that are next to a point, as far as there are."""
        radius, turns = self._polar(x, y)
        ring = floor(radius) - self.plan.hole
        cells: list[int] = []
        for neighbour in range(max(0, ring - 1), min(len(self.plan.counts), ring + 2)):
            count, start = int(self.plan.counts[neighbour]), int(self.plan.starts[neighbour + 1])
            place = floor(turns * count)
            cells += [start + near % count for near in range(place - 3, place + 4)]
        return distinct(np.array(cells, np.int64))


def _to_spoke(radius: float, angle: float, inner: float) -> float:
    """Return how far a point is from the spoke, from ``inner`` outward, at an angle from it."""
    along = radius * cos(angle)
    return hypot(max(0.0, inner - along), radius * sin(angle))
