"""How large the next maze is: in millimetres, in cells, or as one number for a slider.

Give any of these sizes, and the rest follows::

    |<------------ width ------------>|
    |  corridor                       |
    | |<----->|                       |
    █ | cell  █ |                     █   cell = corridor + wall  (squares)
    |<------->|                       |   width = columns * cell + wall

The slider changes rows and columns together, in their proportion::

    0          0.25        0.5         0.75         1     position
    5           16          50         158         500    cells across
    Tiny      Small        Large     Very large   Huge
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.size_request import SizeRequest
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option, defaults_of
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, size_names
from mazeeditor.page.extent import Extent, extent_of
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import USUAL_CELL, wall_of
from mazeeditor.page.paper import FIT, paper_sizes
from mazeeditor.page.wall_styles import WALL_STYLES, Usual
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE
from mazeeditor.page.whole_size import cell_of, ends_at_posts, ink_size, round_cell, size_at

TOLERANCE_MM = 1e-6  # mm
FEW_CELLS, MANY_CELLS = 3, 7  # cells at which the extent of a shape is measured
# mm that a maze may be larger: no machine sees it, a hairline has 0.01
TOLERANCE = 0.01 + TOLERANCE_MM


@dataclass(frozen=True)
class OverallSize:
    """A size that was worked out: the options of the shape, and in mm what they make."""

    sizes: Mapping[str, Any]
    counts: Mapping[str, int]
    cell: float
    wall: float
    width: float
    height: float
    corridor: float

    @staticmethod
    def of(
        extents: ShapeExtents, sizes: Mapping[str, Any], cell: float, walls: str, wall: float
    ) -> OverallSize:
        walls_at_ends = extents.walls_at_ends(sizes, walls)
        width, height = (
            extents.across(side, sizes[name]) * cell + walls_at_ends[side] * wall
            for side, name in extents.names.items()
        )
        counts = {name: sizes[name] for name in extents.names.values()}
        return OverallSize(sizes, counts, cell, wall, width, height, extents.clear * cell - wall)

    @property
    def text(self) -> str:
        """The size in words: ``rows 18, columns 24; 300.5 × 225.5 mm overall, ...``."""
        return _(
            "{counts}; {width:g} × {height:g} mm overall, cells of {cell:g} mm, "
            "corridors of {corridor:g} mm, walls of {wall:g} mm"
        ).format(
            counts=", ".join(f"{_(name)} {count}" for name, count in sorted(self.counts.items())),
            width=round(self.width, 2),
            height=round(self.height, 2),
            cell=round(self.cell, 3),
            corridor=round(self.corridor, 2),
            wall=round(self.wall, 3),
        )


class ShapeExtents:
    """How wide and high whole mazes of a shape are, in cells, by their numbers of cells.

    Raises ``UsageError`` for an outline of which not any rows and columns can be made.
    """

    def __init__(self, shape: str, options: Mapping[str, Any]) -> None:
        self._shape, self._options = shape, options
        counted = size_names(shape)
        self.names = {"width": counted[-1], "height": counted[0]}  # rings make both
        try:
            few, many = (self._measured(count) for count in (FEW_CELLS, MANY_CELLS))
        except UsageError:
            raise UsageError(
                _("This outline has no size in millimetres: choose its rows and columns.")
            ) from None
        self.extent, self.clear = few, few.clear
        self._lines = {side: _line(getattr(few, side), getattr(many, side)) for side in self.names}

    def _measured(self, count: int) -> Extent:
        sizes = dict.fromkeys(self.names.values(), count)
        return extent_of(build(self._shape, **{**self._options, **sizes}))

    def walls_at_ends(self, sizes: Mapping[str, Any], walls: str) -> dict[str, float]:
        """Return how many walls the ink is wider and higher than from post to post.

        It is one where lines are plain, also on squares. Elsewhere it is measured on a small maze,
        with an even or odd number of cells as ``sizes``, whose corners are the same. With all walls
        it is as large as any: what a maze itself leaves out of that, ``cell_of`` finds.
        """
        style = WALL_STYLES[walls]
        if style.plain or style.toned or ends_at_posts(self.extent, walls):
            return dict.fromkeys(self.names, 1.0)
        few = {name: FEW_CELLS + (sizes[name] - FEW_CELLS) % 2 for name in self.names.values()}
        maze, page = Maze(build(self._shape, **{**self._options, **few})), Page(walls=walls)
        extent = extent_of(maze.lattice)
        width, height = ink_size(maze, page, USUAL_CELL, Job())
        wall = wall_of(page, extent, USUAL_CELL)
        return {
            "width": (width - extent.width * USUAL_CELL) / wall,
            "height": (height - extent.height * USUAL_CELL) / wall,
        }

    def across(self, side: str, count: int) -> float:
        """Return the width or height of a maze with so many columns, rows or rings, in cells."""
        start, slope = self._lines[side]
        return start + slope * count

    def most(self, side: str, room: float) -> int:
        """Return the largest number of columns, rows or rings that has room, in cells."""
        start, slope = self._lines[side]
        return int((room - start) / slope + TOLERANCE_MM)


def _line(few: float, many: float) -> tuple[float, float]:
    """Return a and b of extent = a + b * count: every shape grows evenly."""
    slope = (many - few) / (MANY_CELLS - FEW_CELLS)
    return few - slope * FEW_CELLS, slope


def overall_size(
    request: SizeRequest, shape: str, sizes: Mapping[str, Any], kept: Collection[str] = ()
) -> OverallSize:
    """Return the size that a request makes of a shape; raises ``UsageError`` where none can.

    ``sizes`` are the options of the shape as they are; the numbers among them follow where both
    cells and the whole maze have a size, but for those that are ``kept``.
    """
    options = defaults_of(SHAPES[shape].options) | dict(sizes)
    extents = ShapeExtents(shape, options)
    rooms = {side: getattr(request, side) for side in extents.names}
    rooms = {side: room for side, room in rooms.items() if room is not None}
    usual = extents.extent.usual(request.walls)
    cell = _cell(request, extents, options, rooms, usual)
    wall = request.wall or usual.wall(cell)
    if wall >= extents.extent.thickest(request.walls) * cell:
        raise UsageError(
            _("Walls of {wall:g} mm leave no room in cells of {cell:g} mm.").format(
                wall=round(wall, 3), cell=round(cell, 3)
            )
        )
    if request.cell is not None or request.corridor is not None:
        ends = extents.walls_at_ends(options, request.walls)
        limits: dict[str, list[int]] = {}
        for side, room in rooms.items():
            most = extents.most(side, (room - ends[side] * wall + TOLERANCE) / cell)
            limits.setdefault(extents.names[side], []).append(most)
        options |= {name: min(most) for name, most in limits.items() if name not in kept}
    return _check(OverallSize.of(extents, options, cell, request.walls, wall), rooms)


def _cell(
    request: SizeRequest,
    extents: ShapeExtents,
    options: Mapping[str, Any],
    rooms: Mapping[str, float],
    usual: Usual,
) -> float:
    """Return the cell in mm: as it is asked for, as the corridor needs, or as there is room."""
    if request.cell is not None and request.corridor is not None:
        raise UsageError(_("Give either the cell or the corridor: one follows from the other."))
    if request.cell is not None:
        return request.cell
    if request.corridor is not None:
        return _cell_around(request.corridor, extents.clear, request.wall, usual)
    ends, fitting = extents.walls_at_ends(options, request.walls), []
    for side, room in rooms.items():
        cells = extents.across(side, options[extents.names[side]])
        cell = _cell_within(room, cells, request.wall, usual, ends[side])
        fitting.append(round_cell(cell, cells, math.floor))
    return min(fitting, default=USUAL_CELL)


def _cell_around(corridor: float, clear: float, wall: float | None, usual: Usual) -> float:
    """Return the cell of which a wall leaves a corridor, not narrower than was asked for."""
    thin = corridor / (clear - usual.share)  # a wall that is a share of the cell
    if wall is None and thin * usual.share <= usual.most:
        return round_cell(thin, clear, math.ceil)
    return round_cell((corridor + (usual.most if wall is None else wall)) / clear, clear, math.ceil)


def _cell_within(room: float, cells: float, wall: float | None, usual: Usual, ends: float) -> float:
    """Return the largest cell with which so many cells have room, and ``ends`` walls."""
    thin = room / (cells + ends * usual.share)
    if wall is None:
        wall = usual.wall(thin)
    cell = (room - ends * wall) / cells
    if cell <= 0:
        raise UsageError(
            _("Walls of {wall:g} mm leave no room in {room:g} mm.").format(wall=wall, room=room)
        )
    return cell


def _check(size: OverallSize, rooms: Mapping[str, float]) -> OverallSize:
    """Return a size; raises ``UsageError`` where it is empty or larger than there is room."""
    for side, room in rooms.items():
        overall = getattr(size, side)
        if overall > room + TOLERANCE or min(size.counts.values()) < 1:
            raise UsageError(
                _("{side} of {room:g} mm is too little: {size}.").format(
                    side=_(side.capitalize()), room=room, size=size.text
                )
                if min(size.counts.values()) >= 1
                else _("{side} of {room:g} mm has no room for a cell of {cell:g} mm.").format(
                    side=_(side.capitalize()), room=room, cell=size.cell
                )
            )
    return size


def as_drawn(request: SizeRequest, page: Page) -> SizeRequest:
    """Return a request with the style of the walls of a page, and their thickness if it is one."""
    if not WALL_STYLES[page.walls].fixed:
        return request if page.walls == request.walls else replace(request, walls=page.walls)
    wall = HAIRLINE if page.walls == "hairlines" else None
    return replace(request, walls=page.walls, wall=wall)


def page_for(page: Page, request: SizeRequest, size: OverallSize) -> Page:
    """Return a page on which a maze has its size: around the maze where the paper is too small.

    The whole maze has it, whatever its walls become, unless cells or corridors have one: then it
    only has room.
    """
    wall = None if WALL_STYLES[page.walls].fixed else request.wall
    cells = request.cell is not None or request.corridor is not None
    sized = replace(page.unsized, wall=wall)
    if cells or (request.width is None and request.height is None):
        sized = replace(sized, cell=size.cell)
    else:
        sized = replace(sized, maze_width=request.width, maze_height=request.height)
    return _on_paper(sized, size.cell, size.width, size.height)


def page_with_room(maze: Maze, page: Page, job: Job) -> Page:
    """Return a page, around a whole maze of a chosen size where the paper is too small for it.

    Before the maze is made it is only about known how large that is in the other direction. Raises
    what ``cell_of`` raises.
    """
    cell = cell_of(maze, page, job) if page.whole else None
    return page if cell is None else _on_paper(page, cell, *size_at(maze, page, cell, job))


def _on_paper(page: Page, cell: float, width: float, height: float) -> Page:
    """Return a page for a maze so large, on its own paper where that has room."""
    around = 2 * (page.margin + cell)  # arrows and words stand beside the maze
    for paper_width, paper_height in paper_sizes(page.page, page.orientation):
        if width + around <= paper_width and height + around <= paper_height:
            return page
    return replace(page, page=FIT)


MIN_CELLS_ACROSS, MAX_CELLS_ACROSS = 5.0, 500.0  # cells across: a child's first maze, a poster
STEPS = 25  # from one end to the other, by keys
WORDS = {  # the least cells across of all but the first
    0.0: _("Tiny"),
    9.0: _("Small"),
    20.0: _("Medium"),
    45.0: _("Large"),
    100.0: _("Very large"),
    200.0: _("Huge"),
}


class MazeScale:
    """Reads and changes the sizes that ``fields`` returns, those of the chosen ``shape``.

    Rounding would change the proportion a little at each step, so that with which a change began
    is kept, as is the exact position, until the sizes are changed by others.
    """

    def __init__(self, shape: Callable[[], str], fields: Callable[[], FieldValues]) -> None:
        self._shape, self._fields = shape, fields
        self._began: Mapping[str, int] = {}
        self._made: Mapping[str, int] = {}
        self._position = 0.0

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of rows and columns, or of rings."""
        values = self._fields().values
        return {
            option.name: values[option.name]
            for option in self._counted()
            if isinstance(values[option.name], int)
        }

    def _counted(self) -> list[Option]:
        options = self._fields().options.values()
        return [option for option in options if option.kind is int and option.default]

    @property
    def position(self) -> float:
        """Where between the smallest, 0, and the largest, 1, the sizes are."""
        if self.counts == self._made:
            return self._position
        share = math.log(_across(self.counts) / MIN_CELLS_ACROSS) / math.log(
            MAX_CELLS_ACROSS / MIN_CELLS_ACROSS
        )
        return min(max(share, 0.0), 1.0)

    @property
    def word(self) -> str:
        across = _across(self.counts)
        return next(word for least, word in reversed(WORDS.items()) if across >= least)

    @property
    def text(self) -> str:
        """The numbers: ``30 × 40``."""
        return " × ".join(f"{count:,}" for count in self.counts.values())

    def move_to(self, position: float) -> None:
        """Make the maze as large as a position between 0 and 1 stands for."""
        counts = self.counts
        if counts != self._made:
            self._began = counts
        self._position = position = min(max(position, 0.0), 1.0)
        across = MIN_CELLS_ACROSS * (MAX_CELLS_ACROSS / MIN_CELLS_ACROSS) ** position
        self._made = self._scaled(across / _across(self._began))
        fields = self._fields()
        for name, count in self._made.items():
            if fields[name] != count or name in fields.uncommitted:
                fields.edit(name, count)

    def _scaled(self, factor: float) -> dict[str, int]:
        """Return the counts with which the maze is larger, those with which the change began.

        Only the largest is rounded up: a triangle must be as wide as its rows need.
        """
        began, more = self._began, _offsets(self._shape())
        largest = max(began, key=lambda name: began[name])
        whole = began[largest] + more[largest]
        factor = (round(whole * factor - more[largest]) + more[largest]) / whole
        result = {}
        for option in self._counted():
            name = option.name
            count = int((began[name] + more[name]) * factor - more[name] + TOLERANCE_MM)
            result[name] = min(max(count, int(option.low), 1), int(option.high))
        return result

    def step(self, direction: int) -> None:
        """Make the maze a little larger, by 1, or smaller, by -1; some number changes."""
        before, position = self.counts, self.position
        for number in range(1, STEPS + 1):
            self.move_to(position + direction * number / STEPS)
            if self.counts != before:
                return


@cache
def _offsets(shape: str) -> dict[str, float]:
    """Return what to add to rows and columns of a shape to get its height and width in them."""
    extents = ShapeExtents(shape, {})
    result = {}
    for side, name in extents.names.items():
        start = extents.across(side, 0)
        result[name] = start / (extents.across(side, 1) - start)
    return result


def _across(counts: Mapping[str, int]) -> float:
    """Return how many cells wide a square of as many cells would be; rings stand for two."""
    numbers = list(counts.values())
    if len(numbers) == 1:
        return max(2.0 * numbers[0], 1.0)
    return max(math.prod(numbers) ** (1 / len(numbers)), 1.0) if numbers else MIN_CELLS_ACROSS
