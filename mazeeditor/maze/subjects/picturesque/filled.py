r"""Routes that fill an area of cells, nearly all of it: each step makes room for two more cells.

Where two cells of a route lie side by side, and two that are free beside them, the route goes
through these::

    o o  free         o-o
              ->      | |        the order of the steps is random, so that no direction shows
    a-b               a b

What is left are single cells between: 3 to 5 of a hundred. All routes grow at once, that through
the picture in its cells and the false ones in those of the ground, so that both look the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, U8, kernel
from mazeeditor.maze.photo.pencils import NO_PENCIL, Paints, areas_of
from mazeeditor.maze.random import below, draw, shuffle
from mazeeditor.maze.search.joining import join_pairs
from mazeeditor.maze.subjects.picturesque.passages import Pairs, Passages, neighbours, path_through
from mazeeditor.maze.subjects.picturesque.source import Grid

TAKEN, GROUND, COVER = range(3)  # what a cell is free for; COVER and above: a colour of it
MANY_CELLS = 12  # cells of an area of one colour to which a route goes over
MIN_FALSE_ROUTES = 12  # false routes in a small ground
MAX_CELLS = 400  # cells that a false route has at most, about
FEW_CELLS = 3000  # cells of a cover of which much is at its border: larger ones are filled anyway
COVERED = 0.955  # of a cover is enough: with more, the ground has more cells left than the picture
WANDERING = 40  # steps a cell of single cells in search of each other
END = -1  # after the last cell of a route


def filled_routes(
    cover: Grid,
    route: list[int],
    ground: Grid,
    random: I64,
    job: Job,
    paints: Paints | None = None,
    *,
    wander: bool = True,
) -> tuple[Passages, I32]:
    """Return routes that fill cover and ground, and the cell after each, int32[n].

    ``route`` are cells, by row * columns + column, from the border to the border; its lines through
    the ground stay as they are. Of several colours in ``paints`` it goes from one to another as
    seldom as it can. Single cells of a small cover ``wander`` until enough of them have met.
    """
    columns = cover.shape[1]
    numbers = np.zeros(cover.shape, np.int8) if paints is None else paints.clip(0)
    free = np.where(cover, COVER + numbers, np.where(ground, GROUND, TAKEN))
    free = free.astype(np.uint8).ravel()
    kinds = free.copy()
    after = np.full(cover.size, END - 1, np.int32)
    free[route] = TAKEN
    after[route[:-1]] = route[1:]
    after[route[-1]] = END
    waiting = np.empty(cover.size, np.int32)
    inner = [cell for cell in route[:-1] if kinds[cell] >= COVER]
    waiting[: len(inner)] = inner
    seeds = _seeds(free, columns, after, random, job)
    waiting[len(inner) : len(inner) + len(seeds)] = seeds
    count = len(inner) + len(seeds)
    _fill(after, free, kinds, waiting, count, columns, random, job.signal)
    job.check()
    if numbers.any():
        _fill_others(after, free, kinds, columns, random, job)
    if wander and np.count_nonzero(cover) < FEW_CELLS:
        _wander_all(cover, after, free, kinds, random, job)
        cells = np.flatnonzero((after >= 0) & (kinds != TAKEN)).astype(np.int32)
        waiting[: len(cells)] = cells
        own = random.copy()
        _fill(after, free, kinds, waiting, len(cells), columns, own, job.signal)  # new room
    job.check()
    passages = Passages.none(*cover.shape)
    cells = np.flatnonzero(after >= 0).astype(np.int32)
    pairs: Pairs = np.sort(np.stack([cells, after[cells]], axis=-1), axis=1)
    passages.open_pairs(pairs)
    return passages, after


def _fill_others(after: I32, free: U8, kinds: U8, columns: int, random: I64, job: Job) -> None:
    """Fill areas of colours that the route has not come to, then what is left across colours."""
    waiting = np.empty(len(after), np.int32)
    while True:
        pairs = _across(after, free, kinds, columns)
        if not len(pairs):
            break
        cell, one, two = pairs[below(random, len(pairs))].tolist()
        free[one] = free[two] = TAKEN
        after[two], after[one], after[cell] = after[cell], two, one
        waiting[0] = one
        _fill(after, free, kinds, waiting, 1, columns, random, job.signal)
        job.check()
    left = np.where(kinds >= COVER, COVER, kinds).astype(np.uint8)
    free[free >= COVER] = COVER
    cells = np.flatnonzero((left == COVER) & (after >= 0)).astype(np.int32)
    waiting[: len(cells)] = cells
    _fill(after, free, left, waiting, len(cells), columns, random, job.signal)
    job.check()


def _across(after: I32, free: U8, kinds: U8, columns: int) -> NDArray[np.int64]:
    """Return int64[k, 3]: a cell of the route and two cells of a large free area beside it.

    The route can go from the cell through both to the cell after it.
    """
    paints = np.where(free >= COVER, free.astype(np.int16) - COVER, NO_PENCIL).astype(np.int8)
    large = np.zeros(len(free), np.bool_)
    for area in areas_of(paints.reshape(-1, columns)):
        large[area] = len(area) >= MANY_CELLS
    cells = np.flatnonzero((after >= 0) & (kinds >= COVER))
    ahead = after[cells].astype(np.int64)
    cells, ahead = cells[kinds[ahead] >= COVER], ahead[kinds[ahead] >= COVER]
    found = []
    level = np.abs(ahead - cells) == 1
    for sign in (1, -1):
        step = np.where(level, columns, 1) * sign
        one, two = cells + step, ahead + step
        inside = (one >= 0) & (two >= 0) & (one < len(free)) & (two < len(free))
        inside &= level | (one // columns == cells // columns)
        kept, one, two = cells[inside], one[inside], two[inside]
        good = large[one] & large[two] & (free[one] == free[two])
        found.append(np.stack([kept[good], one[good], two[good]], axis=-1))
    return np.concatenate(found)


def _wander_all(cover: Grid, after: I32, free: U8, kinds: U8, random: I64, job: Job) -> None:
    """Let free cells meet until enough of a cover is filled, or for a while."""
    before = np.full(cover.size, -1, np.int32)
    on_routes = np.flatnonzero(after >= 0)
    before[after[on_routes]] = on_routes
    single = np.flatnonzero(free != TAKEN).astype(np.int32)
    left = round((1 - COVERED) * np.count_nonzero(cover))
    steps = WANDERING * cover.size
    _wander(after, before, free, kinds, single, cover.shape[1], left, steps, random, job.signal)


def tree_path(cover: Grid, pairs: Pairs, start: int, goal: int, job: Job) -> list[int]:
    """Return the cells from ``start`` to ``goal`` on the tree of the first of ``pairs``."""
    tree = Passages.none(*cover.shape)
    areas = np.arange(cover.size, dtype=np.int32)
    tree.open_pairs(pairs[join_pairs(pairs, areas)])
    return path_through(tree, start, goal, job)


def _seeds(free: U8, columns: int, after: I32, random: I64, job: Job) -> list[int]:
    """Begin false routes of two cells each in the ground, and return their first cells."""
    is_ground = (free == GROUND).reshape(-1, columns)
    pairs = neighbours(is_ground)
    order = np.arange(len(pairs), dtype=np.int32)
    shuffle(order, random, job)
    cells = int(np.count_nonzero(is_ground))
    wanted = max(cells // MAX_CELLS, min(MIN_FALSE_ROUTES, cells // 8), 1)
    seeds: list[int] = []
    for one, two in pairs[order].tolist():
        if len(seeds) == wanted:
            break
        if free[one] == GROUND and free[two] == GROUND:
            free[one] = free[two] = TAKEN
            after[one], after[two] = two, END
            seeds.append(one)
    return seeds


@kernel
def _fill(
    after: I32,
    free: U8,
    kinds: U8,
    waiting: I32,
    count: int,
    columns: int,
    random: I64,
    signal: I64,
) -> None:
    """Put two free cells after one that ``waiting`` has, until that is possible nowhere."""
    steps = 0
    size = len(after)
    while count > 0:
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            return
        drawn = below(random, count)
        cell = int(waiting[drawn])
        ahead = int(after[cell])
        grown = False
        if ahead >= 0 and kinds[ahead] == kinds[cell]:
            across = 1
            if ahead - cell == 1 or cell - ahead == 1:
                across = columns
            if draw(random) & 1 == 0:
                across = -across
            for _turn in range(2):
                one, two = cell + across, ahead + across
                if not grown and 0 <= one < size and 0 <= two < size:
                    level = across == columns or across == -columns
                    beside = level or cell // columns == one // columns
                    if beside and free[one] == kinds[cell] and free[two] == kinds[cell]:
                        free[one], free[two] = 0, 0
                        after[cell], after[one], after[two] = one, two, ahead
                        waiting[count] = one
                        waiting[count + 1] = two
                        count += 2
                        grown = True
                across = -across
        if not grown:
            count -= 1
            waiting[drawn] = waiting[count]


@kernel
def _take_both(after: I32, before: I32, free: U8, kinds: U8, cell: int, columns: int) -> bool:
    """Lead a route through a free cell and one beside it; False where none passes both of them.

    That is where two cells of a route, one after the other, lie beside both.
    """
    size, row = len(after), cell // columns
    for side in range(4):
        step = columns if side == 0 else -columns if side == 1 else 1 if side == 2 else -1
        other, level = cell + step, side >= 2
        if not 0 <= other < size or (level and other // columns != row):
            continue
        if free[other] != kinds[cell]:
            continue
        for turn in range(2):
            aside = columns if level else 1
            if turn == 1:
                aside = -aside
            near, far = cell + aside, other + aside
            if not (0 <= near < size and 0 <= far < size):
                continue
            if not level and near // columns != row:
                continue
            if kinds[near] != kinds[cell] or kinds[far] != kinds[cell]:
                continue
            if after[near] == far:
                after[near], after[cell], after[other] = cell, other, far
                before[cell], before[other], before[far] = near, cell, other
            elif after[far] == near:
                after[far], after[other], after[cell] = other, cell, near
                before[other], before[cell], before[near] = far, other, cell
            else:
                continue
            free[cell] = free[other] = 0
            return True
    return False


@kernel
def _wander(
    after: I32,
    before: I32,
    free: U8,
    kinds: U8,
    single: I32,
    columns: int,
    left: int,
    steps: int,
    random: I64,
    signal: I64,
) -> None:
    """Let single free cells wander, until two of them meet beside a route, which takes both.

    A cell wanders where a route turns beside it: the route goes round the other way, through it,
    and leaves the cell in its corner free. All stop when no more than ``left`` are in the cover.
    """
    size, count = len(after), len(single)
    missing = 0
    for place in range(count):
        if kinds[single[place]] >= COVER:
            missing += 1
    for step in range(steps):
        if missing <= left or (step & TICK == 0 and signal[1] != 0):
            return
        place = below(random, count)
        cell = int(single[place])
        if free[cell] == 0:  # taken with another one
            count -= 1
            single[place] = single[count]
            continue
        turn = below(random, 4)
        down = columns if turn < 2 else -columns
        right = 1 if turn & 1 == 0 else -1
        if not (0 <= cell + down < size and 0 <= cell % columns + right < columns):
            continue
        corner = cell + down + right
        one, two = cell + down, cell + right
        if kinds[corner] != kinds[cell]:
            continue
        if after[one] == corner and after[corner] == two:
            first, last = one, two
        elif after[two] == corner and after[corner] == one:
            first, last = two, one
        else:
            continue
        after[first], after[cell] = cell, last
        before[cell], before[last] = first, cell
        after[corner], before[corner] = END - 1, -1
        free[corner], free[cell] = kinds[corner], 0
        single[place] = corner
        if _take_both(after, before, free, kinds, corner, columns) and kinds[corner] >= COVER:
            missing -= 2


def cells_along(after: I32, start: int) -> list[int]:
    """Return the cells of a route from ``start`` to its end."""
    following, cells = after.tolist(), [start]
    while following[cells[-1]] >= 0:
        cells.append(following[cells[-1]])
    return cells
