"""Blocks: one sign for walls, others for free ground; walls and passages of any width.

::

    %%%%%%%     ######     In rasters cells lie on odd places, posts between them; walls and
    %P%   %     #    #     passages may be several signs wide. What fits no raster is tiles:
    % % % %     # ## #     each free one is a cell, all else is blank.
    %   %.%     ##  ##
    %%%%%%%     ######
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Expected, Project
from mazeeditor.files.line_signs import arms_of
from mazeeditor.files.sign_grids import BLANK, SignGrid
from mazeeditor.files.sign_readings import (
    WALL,
    NoReadingError,
    Pair,
    Reading,
    check_cells,
    pair_among,
    project_of_canvas,
    signs_in_words,
)
from mazeeditor.files.text_reader import BOTH, GOAL, SPACE, START
from mazeeditor.files.tile_reader import Mark, TileMap, project_of
from mazeeditor.maze import block_grid
from mazeeditor.maze.block_grid import FLOOR, posts_of

# Signs that mean walls, and free ground, each the surest first
WALLS = "█■⬛⬢#▓▒W1%@Xx*&$+|-=~"
FREE = " .·⬜□░_0,:oO'`"
SURELY_FREE = frozenset(" .·⬜□░_")
WIDEST_WALL, WIDEST_PASSAGE = 6, 16  # signs
GROUND = 3  # places that a sign of walls or ground has at least
MOST_PLACES = 50_000  # of start and goal
MOST_OTHERS = 8  # further signs, each of which is taken for free ground
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class _Roles:
    """What the signs of a grid mean."""

    walls: tuple[str, ...]
    free: tuple[str, ...]
    pair: Pair
    others: tuple[str, ...]


class _Axis(NamedTuple):
    """How wide walls and passages are along one side of a grid, in signs."""

    wall: int
    passage: int

    def lines(self, size: int) -> NDArray[np.int64]:
        """Return for each place on which line of walls or of cells it is, int64[size]."""
        line, within = np.divmod(np.arange(size), self.wall + self.passage)
        result: NDArray[np.int64] = 2 * line + (within >= self.wall)
        return result


SINGLE_TILES = _Axis(1, 1)
Read = Callable[[SignGrid, _Roles, Expected, Job], Reading]


def read_blocks(grid: SignGrid, expected: Expected, job: Job) -> Reading:
    """Return the maze of a grid of blocks.

    Raises ``NoReadingError`` with the reason, ``MazeError`` for what no maze can be.
    """
    if min(grid.codes.shape) < 2 or grid.codes.size < 6:
        raise NoReadingError(_("there are too few signs"))
    if grid.counts[BLANK] == _filled_up(grid) and (reason := grid.ragged()):
        raise NoReadingError(reason, 0.6)
    choices = list(_roles(grid))
    job.check()
    if not choices:
        raise NoReadingError(_("there is no free ground"), 0.2)
    lines = [sign for sign, number in grid.counts.items() if number and arms_of(sign)]
    if not expected.kind and len(lines) > 1:
        raise NoReadingError(_("its walls are lines"), 0.2)
    refusals: list[NoReadingError] = []
    by_signs = sorted(choices, key=lambda roles: -_wallness(roles.walls[0]))
    for read, several in ((_read_raster, choices), (_read_tiles, by_signs)):
        for roles in several:
            found = _try_reading(read, grid, roles, expected, job)
            if isinstance(found, Reading):
                return found
            refusals.append(found)
    raise max(refusals, key=lambda refusal: refusal.nearness)


def _try_reading(
    read: Read, grid: SignGrid, roles: _Roles, expected: Expected, job: Job
) -> Reading | NoReadingError:
    try:
        return read(grid, roles, expected, job)
    except NoReadingError as refusal:
        return refusal


def _filled_up(grid: SignGrid) -> int:
    """Return how many blanks only fill up rows that are shorter than others."""
    return grid.codes.size - sum(grid.lengths)


# What signs mean


def _roles(grid: SignGrid) -> Iterator[_Roles]:
    """Yield what the signs may mean, likeliest first; raises ``NoReadingError``."""
    places = _places(grid)
    pair = pair_among(places)
    marks = set(pair.letters())
    ground = [sign for sign, number in grid.counts.items() if number and sign not in marks]
    others = [sign for sign in ground if places[sign] < GROUND and _wallness(sign) == 0]
    few = [sign for sign in ground if sign not in others]
    if len(few) < 2:
        few, others = ground, []
    if len(few) > 5 or len(others) > MOST_OTHERS:
        number = len(few) + len(others)
        text = _(
            "it has {number} different signs ({signs}), and blocks have two: one for walls, "
            "one for free ground"
        )
        raise NoReadingError(text.format(number=number, signs=signs_in_words(few + others)), 0.1)
    if len(few) < 2 and not pair.signs:
        text = _("there is no sign but {sign}")
        raise NoReadingError(text.format(sign=signs_in_words(few) or _("letters")), 0.1)
    border = _border_shares(grid)
    ranked = sorted(few, key=lambda sign: (-_wall_rank(sign, border), -grid.counts[sign]))
    for first in ranked[:2]:
        walls = [first]
        for sign in few:
            sure = sign in SURELY_FREE or sign == "0"
            if sign != first and not sure and border.get(sign, 0) > 0.1:
                walls.append(sign)
        free = [sign for sign in few if sign not in walls]
        if free or pair.signs:
            yield _Roles(tuple(walls), tuple(free), pair, tuple(others))


def _wallness(sign: str) -> int:
    """Return how surely a sign means a wall, below 0 for free ground, 0 where nothing is known."""
    if sign in WALLS:
        return 100 - WALLS.index(sign)
    return FREE.index(sign) - 100 if sign in FREE else 0


def _wall_rank(sign: str, border: dict[str, float]) -> float:
    """Return how surely a sign means walls, also by how much of the border it is."""
    around = border.get(sign, 0.0) > 0.7 and sign not in SURELY_FREE
    return _wallness(sign) + 300 * around


def _border_shares(grid: SignGrid) -> dict[str, float]:
    codes = grid.codes
    around = np.concatenate([codes[0], codes[-1], codes[1:-1, 0], codes[1:-1, -1]])
    numbers = np.bincount(around, minlength=len(grid.signs)) / len(around)
    return dict(zip(grid.signs, numbers.tolist(), strict=True))


def _places(grid: SignGrid) -> dict[str, int]:
    """Return in how many places each sign is: the same side by side is one place."""
    codes = grid.codes
    first = np.ones(codes.shape, np.bool_)
    first[:, 1:] &= codes[:, 1:] != codes[:, :-1]
    first[1:] &= codes[1:] != codes[:-1]
    numbers = np.bincount(codes[first], minlength=len(grid.signs)).tolist()
    return {sign: number for sign, number in zip(grid.signs, numbers, strict=True) if number}


# Rasters


def _read_raster(grid: SignGrid, roles: _Roles, expected: Expected, job: Job) -> Reading:
    """Return the maze of a raster; raises ``NoReadingError``."""
    walls = grid.where(set(roles.walls))
    refusal = NoReadingError(
        _("walls and passages do not lie in a raster of rows and columns"), 0.5
    )
    for down, right in _rasters(walls):
        job.check()
        lines = down.lines(walls.shape[0]), right.lines(walls.shape[1])
        firsts = [np.unique(axis, return_index=True)[1] for axis in lines]
        narrow = walls[firsts[0][:, None], firsts[1]]
        shape = narrow.shape[0] // 2, narrow.shape[1] // 2
        if _misfits(narrow):
            continue
        try:
            check_cells(expected, *shape)
        except NoReadingError as other:
            refusal = other
            continue
        marks = _marks(grid, roles.pair, lines)
        project = _project(narrow, marks, job)
        return Reading(_note_signs(project, roles), _("blocks"), roles.walls, roles.pair.signs)
    raise refusal


def _rasters(walls: Bools) -> Iterator[tuple[_Axis, _Axis]]:
    """Yield how wide walls and passages may be down and across, likeliest first."""
    narrow = walls.shape[0] % 2 == 1 and walls.shape[1] % 2 == 1
    if narrow and walls[::2, ::2].all():  # each post is there, so none is within a passage
        yield SINGLE_TILES, SINGLE_TILES
    down = _bands((walls[1:] == walls[:-1]).all(axis=1))
    right = _bands((walls[:, 1:] == walls[:, :-1]).all(axis=0))
    sizes = [(one, other) for one in down for other in right]
    sizes.sort(key=lambda pair: (not _alike(*pair), -sum(pair[0]) * sum(pair[1])))
    for one, other in sizes:
        rows, columns = (
            (size - axis.wall) // sum(axis)
            for size, axis in zip(walls.shape, (one, other), strict=True)
        )
        if rows * columns > 1 or (one, other) == (SINGLE_TILES, SINGLE_TILES):
            yield one, other


def _alike(down: _Axis, right: _Axis) -> bool:
    """Return whether walls and passages are as wide as each other down and across."""
    return down.wall * right.passage == down.passage * right.wall


def _bands(same: Bools) -> list[_Axis]:
    """Return the widths for which all lines of a wall or passage are alike.

    ``same`` bool[size - 1] is whether a line is as the one before it.
    """
    size = len(same) + 1
    found = []
    for wall in range(1, WIDEST_WALL + 1):
        for passage in range(1, WIDEST_PASSAGE + 1):
            axis = _Axis(wall, passage)
            if size <= wall or (size - wall) % sum(axis):
                continue
            lines = axis.lines(size)
            if same[lines[1:] == lines[:-1]].all():
                found.append(axis)
    return found


def _misfits(narrow: Bools) -> bool:
    """Return whether a free tile of a raster is neither a cell nor between two cells."""
    grid = np.where(narrow, block_grid.WALL, FLOOR).astype(np.uint8)
    free = ~narrow
    cells = np.pad(free[1::2, 1::2], 1, mode="edge")  # a gap in the border has one beside it
    if not cells.any():
        return True
    across = free[::2, 1::2] & ~(cells[:-1, 1:-1] & cells[1:, 1:-1])
    upright = free[1::2, ::2] & ~(cells[1:-1, :-1] & cells[1:-1, 1:])
    posts = free[::2, ::2] & (posts_of(grid) != FLOOR)
    return bool(across.any() or upright.any() or posts.any())


def _marks(
    grid: SignGrid, pair: Pair, lines: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> dict[tuple[int, int], str]:
    """Return the letter of start, goal or both at lines of the raster."""
    found = {}
    for sign, letter in pair.letters().items():
        if grid.counts[sign] > MOST_PLACES:
            raise NoReadingError(_("{sign} is in too many places").format(sign=sign), 0.1)
        for row, column in np.argwhere(grid.where({sign})).tolist():
            found[int(lines[0][row]), int(lines[1][column])] = letter
    return found


def _project(narrow: Bools, marks: dict[tuple[int, int], str], job: Job) -> Project:
    """Return the maze of a raster of single tiles; raises ``MazeError``."""
    rows, columns = narrow.shape
    placed: dict[tuple[int, int], str] = {}
    for (row, column), letter in marks.items():
        if row % 2 == 0 and 0 < row < rows - 1:  # between two cells: the first of them
            row -= 1
        if column % 2 == 0 and 0 < column < columns - 1:
            column -= 1
        placed.setdefault((row, column), letter)
    if not narrow[1::2, 1::2].any():
        canvas = np.where(narrow, WALL, SPACE).astype(np.uint8)
        canvas[::2, ::2] = WALL
        for place, letter in placed.items():
            canvas[place] = ord(letter)
        return project_of_canvas(canvas, job)
    return _project_of_tiles(narrow, placed, job)


def _project_of_tiles(
    walls: Bools, marks: dict[tuple[int, int], str], job: Job, moved: int = 0
) -> Project:
    """Return the maze of a raster of tiles, some of which may be no cells; raises ``MazeError``."""
    tiles = np.where(walls, block_grid.WALL, FLOOR).astype(np.uint8)
    given = [
        Mark(start, row + moved, column + moved)
        for (row, column), letter in marks.items()
        for start, letters in ((True, (START, BOTH)), (False, (GOAL, BOTH)))
        if letter in letters
    ]
    return project_of(TileMap("rectangular", tiles, given, 1), job)


# Tiles


def _read_tiles(grid: SignGrid, roles: _Roles, expected: Expected, job: Job) -> Reading:
    """Return a maze with a cell for each free tile; raises ``NoReadingError``."""
    walls = grid.where(set(roles.walls))
    lines = np.arange(walls.shape[0]), np.arange(walls.shape[1])
    if walls.shape[1] % 2 == 0 and (walls[:, ::2] == walls[:, 1::2]).all():  # doubled signs
        walls, lines = walls[:, ::2], (lines[0], lines[1] // 2)
    free = ~walls
    if free.sum() < 2:
        raise NoReadingError(_("there is no free ground"), 0.2)
    marks = _marks(grid, roles.pair, lines)
    rows, columns = (np.flatnonzero(free.any(axis=axis)) for axis in (1, 0))
    top, left = int(rows[0]), int(columns[0])
    used = free[top : rows[-1] + 1, left : columns[-1] + 1]
    check_cells(expected, *used.shape)
    if used.size * 4 > grid.codes.size * 16:
        raise NoReadingError(_("there are too many signs"), 0.2)
    tiles = np.ones((2 * used.shape[0] + 1, 2 * used.shape[1] + 1), np.bool_)
    tiles[1::2, 1::2] = ~used
    tiles[2:-1:2, 1::2] = ~(used[1:] & used[:-1])
    tiles[1::2, 2:-1:2] = ~(used[:, 1:] & used[:, :-1])
    _open_gaps(tiles, free, top, left)
    _free_posts(tiles)
    placed = {
        (2 * (row - top) + 1, 2 * (column - left) + 1): letter
        for (row, column), letter in marks.items()
        if free[row, column]
    }
    project = _note_signs(_project_of_tiles(tiles, placed, job), roles)
    kind = _("blocks, each free one a cell,")
    return Reading(project, kind, roles.walls, roles.pair.signs)


def _open_gaps(tiles: Bools, free: Bools, top: int, left: int) -> None:
    """Open the outer wall where the border of a grid with walls all around has a gap."""
    border = np.concatenate([free[0], free[-1], free[1:-1, 0], free[1:-1, -1]])
    if border.sum() * 4 > len(border):
        return  # the grid has no border
    rows, columns = free.shape
    if top == 0:
        tiles[0, 1::2] = ~free[0, left : left + tiles.shape[1] // 2]
    if top + tiles.shape[0] // 2 == rows:
        tiles[-1, 1::2] = ~free[-1, left : left + tiles.shape[1] // 2]
    if left == 0:
        tiles[1::2, 0] = ~free[top : top + tiles.shape[0] // 2, 0]
    if left + tiles.shape[1] // 2 == columns:
        tiles[1::2, -1] = ~free[top : top + tiles.shape[0] // 2, -1]


def _free_posts(tiles: Bools) -> None:
    """Free the posts at which no wall ends, as rooms have them."""
    grid = np.where(tiles, block_grid.WALL, FLOOR).astype(np.uint8)
    tiles[::2, ::2] = posts_of(grid) != FLOOR


# What users read


def _note_signs(project: Project, roles: _Roles) -> Project:
    """Add to the warnings of a project which signs were taken for free ground unknown."""
    if roles.others:
        text = _("Other signs were read as free ground: {signs}.")
        project.warnings.append(text.format(signs=signs_in_words(roles.others)))
    return project
