"""The size of a whole maze by its ink, as a ruler measures it, and the cell that makes it so large.

Where the ink ends follows from the style of the walls, and often from the maze: corners that are
cut, points of bands, walls as thick as a photo is dark. So it is measured on what is drawn, with a
cell that is about right. As all of it grows with the cell, evenly but for walls that reach their
greatest thickness, a step or two lead to the right one.

A page keeps the size that was asked for, and its cell is derived here, with whatever walls it has
when it is printed or cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import blake2b

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import closed_blocks, count_closed
from mazeeditor.page.extent import Extent, FoundFor, extent_of
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import SMALLEST_CELL, PageLayout, Plan, wall_of
from mazeeditor.page.scene import LongStrokes
from mazeeditor.page.text.lettering import Block
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.walls.ink import ink_box
from mazeeditor.page.walls.wall_items import composing_bytes, wall_items

# mm, of the size of a whole maze: places are round_cell to a micrometre
EXACT, NEARLY = 2e-4, 0.005
ROUNDED = 0.001  # mm: what rounding a cell may take from the whole maze, or add to a corridor
TOLERANCE_MM = 1e-6  # mm
MOST_STEPS = 60
MAX_CELL_FACTOR = 100.0  # times the cell that is about right: masks leave little of a maze
FEW_WALLS = 1 << 16  # walls: all of them are drawn in no time
# cells from all sides: what lies farther inside moves no ink there, nor does a photo
DEEP_CELLS = 16.0
STEEPNESS = 0.5  # of the usual growth: a size that changes less with the cell is not believed


def ink_size(maze: Maze, page: Page, cell: float, job: Job) -> tuple[float, float]:
    """Return the width and height in mm of the walls of a maze on a page with cells of ``cell`` mm.

    Raises ``UsageError`` where walls fill such cells, ``CancelledError``, and ``MazeError`` where
    it takes more memory than is free.
    """
    maze = _sides_of(maze, page)
    check_free(_("The size of a maze in millimetres"), composing_bytes(maze, page))
    plan = Plan.of(maze, replace(page, cell=cell), "")
    scale = plan.scale(cell)
    layout = PageLayout(0, 0, 0, 0, scale, Block((), 0.0), 0.0, plan.extent, None)
    items = wall_items(maze, plan.page, layout, job)
    box = ink_box(item for item in items if not isinstance(item, LongStrokes))
    left, top, right, bottom = box or (0.0, 0.0, 0.0, 0.0)
    return right - left, bottom - top


def _sides_of(maze: Maze, page: Page) -> Maze:
    """Return a large maze without the walls that lie so far inside that its ink ends elsewhere.

    Walls of many colours are cut where those change, which follows from all walls.
    """
    lattice = maze.lattice
    if len(page.wall_colours) > 1 or count_closed(lattice, maze.walls) <= FEW_WALLS:
        return maze
    result, extent = maze.copy(), extent_of(lattice)
    low, high = np.array(extent.box).reshape(2, 2)
    for _cell, walls in closed_blocks(lattice, maze.walls):
        lower, _slots, upper, _backs = lattice.sides_of(walls)
        places = lattice.geometry.centres(lower)
        inside = ((places > low + DEEP_CELLS) & (places < high - DEEP_CELLS)).all(axis=1)
        inside &= lattice.inside[lower] & lattice.inside[upper]
        result.write(walls[inside], closed=False)
    return result


def size_at(maze: Maze, page: Page, cell: float, job: Job) -> tuple[float, float]:
    """Return what ``ink_size`` does, without drawing where ink ends at posts; raises the same."""
    extent = extent_of(maze.lattice)
    if not (maze.lattice.whole and ends_at_posts(extent, page.walls)):
        return ink_size(maze, page, cell, job)
    wall = wall_of(page, extent, cell)
    return extent.width * cell + wall, extent.height * cell + wall


def ends_at_posts(extent: Extent, walls: str) -> bool:
    """Whether the ink ends half a wall beyond the posts, whatever the maze is like."""
    return extent.square and not WALL_STYLES[walls].fit and not WALL_STYLES[walls].toned


def cell_of(maze: Maze, page: Page, job: Job | None = None) -> float | None:
    """Return how large the cells of a page are, in mm; None where they are as large as they can be.

    Where the whole maze has a size, it is the largest cell with which its ink has room in that.
    Raises ``UsageError`` where there is none, ``CancelledError``, and ``MazeError`` where finding
    it takes more memory than is free.
    """
    if not page.whole:
        return page.cell
    digest = blake2b(maze.walls.tobytes(), digest_size=16).digest()
    key = digest, maze.entrance, maze.exits, replace(page, title="")
    return _CELLS.get(maze.lattice, key, lambda: _cell_of_whole(maze, page, job or Job()))


_CELLS: FoundFor[float] = FoundFor()


def _cell_of_whole(maze: Maze, page: Page, job: Job) -> float:
    rooms, extent = page.whole, extent_of(maze.lattice)
    least = min(rooms.values())

    @cache
    def about(cell: float) -> float:
        width, height = size_at(maze, page, cell, job)
        sizes = {"width": width, "height": height}
        return max(sizes[side] * least / room for side, room in rooms.items())

    near = min(_near(page, extent, side, room) for side, room in rooms.items())
    growth = about(near) / near
    cell, beyond = cell_at(least, about, near, MAX_CELL_FACTOR * near, STEEPNESS * growth, EXACT)
    if abs(beyond) >= NEARLY:
        text = _(
            "A maze of {room:g} mm has no room for its walls: make it larger, or these thinner."
        )
        raise UsageError(text.format(room=least))
    return round_cell(cell, max(extent.width, extent.height), math.floor)


def _near(page: Page, extent: Extent, side: str, room: float) -> float:
    """Return a cell that is about right, in mm; raises ``UsageError`` where walls leave nothing."""
    cells = extent.width if side == "width" else extent.height
    wall = wall_of(page, extent, room / cells)
    if wall >= room:
        text = _("Walls of {wall:g} mm leave no room in {room:g} mm.")
        raise UsageError(text.format(wall=wall, room=room))
    return (room - wall) / cells


def round_cell(cell: float, cells: float, whole: Callable[[float], int]) -> float:
    """Return a cell with as few digits as leave so many cells together exact, two or more.

    ``whole`` rounds down or up. Short numbers keep files short.
    """
    digits = max(2, math.ceil(math.log10(cells / ROUNDED)))
    slack = TOLERANCE_MM if whole is math.floor else -TOLERANCE_MM
    return whole(cell * 10**digits + slack) / 10**digits


def cell_at(
    goal: float,
    size_at: Callable[[float], float],
    start: float,
    high: float,
    least_slope: float,
    exact: float,
) -> tuple[float, float]:
    """Return the cell in mm by which something is ``goal`` mm large, and by how much it is larger.

    ``size_at`` returns how large it is with cells of a size, more with larger ones; it raises
    ``UsageError`` where cells are too small for what is in them. Secants lead to the cell from
    ``start``, where they are no less steep than ``least_slope``, and halves where they lead astray;
    cells are smaller than ``high``. It ends as near as ``exact`` mm, or where that cannot be.
    """
    low, cell, before = 0.0, start, (0.0, -goal)
    for _step in range(MOST_STEPS):
        try:
            beyond = size_at(cell) - goal
        except UsageError:  # walls or marks are too large for such cells
            low, cell = cell, (cell + high) / 2
            continue
        if abs(beyond) < exact:
            return cell, beyond
        low, high = (low, cell) if beyond > 0 else (cell, high)
        if cell == before[0]:
            break
        slope = (beyond - before[1]) / (cell - before[0])
        before = cell, beyond
        cell -= beyond / max(slope, least_slope)
        if not low < cell < high:
            cell = (low + high) / 2
        if high < SMALLEST_CELL:
            break
    return before
