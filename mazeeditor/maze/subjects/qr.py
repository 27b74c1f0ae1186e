r"""A maze that can be scanned: walls across are the dark modules of a QR code.

A module lies around the wall, half in the cell above and half in the one below::

    row of cells   ##..##    module above: ##, or light: ..
                   ------    the middle of the cells
                   ......    module below

All walls across stay as the code has them, so the upright ones alone make the maze perfect. That
can always be done: passages through light modules join cells of one column only, so they make no
loop; all cells of a row could be joined; and below each row is a light module at the least, beside
the code. A cell between two dark modules is to be no way through, as that would be a slit in the
dark: the others are joined first, then areas that still are apart, like the ring in a square of a
corner, by the shortest slits; what is left hangs on to one side.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64
from mazeeditor.core.options import Choices, Label
from mazeeditor.core.translation import _, count
from mazeeditor.maze.codes.code_area import (
    CodePlace,
    Grid,
    cells_at,
    middle_place,
    modules_at,
)
from mazeeditor.maze.codes.qr_code import FINDER, QUIET_MODULES, Bools, QrCode, qr_code_of
from mazeeditor.maze.completing import Growth, grown_tree
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, locks_of
from mazeeditor.maze.random import below, shuffle
from mazeeditor.maze.repairs import RepairError, find_repair
from mazeeditor.maze.search.joining import join_areas, join_pairs
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, RIGHT
from mazeeditor.maze.subjects import SubjectState, subject
from mazeeditor.maze.walls import free_walls, inner_walls, inner_walls_by_slot, set_bits

EDGE_ROWS = (0, FINDER - 2)  # of a square in a corner: readers look for it across its middle
IN_SQUARE = 10  # cells by which a slit elsewhere in it counts as longer


def _look(maze: Maze, job: Job, *, qr: str, correction: str) -> SubjectState:
    """Return how many modules differ, those that must be light around the code among them."""
    job.check()
    code = qr_code_of(qr, correction[0].upper())
    place = middle_place(maze.lattice, code.side)
    if place is None or not _is_inside(maze.lattice, place):
        sentence = _("The maze has no room for its QR code.")
        return SubjectState(sentence, {"modules": code.side**2}, np.empty(0, np.int64))
    across = Grid.of(maze).across
    wrong = modules_at(across, place) != code.dark
    area = _area(across, place) != _pattern(code)
    lost = int(np.count_nonzero(area))
    readable = code.is_readable(wrong) and lost == np.count_nonzero(wrong)
    figures = {"modules": code.side**2, "lost": lost, "readable": int(readable)}
    text = _("The QR code has lost {modules}; it may not be read any more.")
    if readable:
        text = _("The QR code has lost {modules}; it can still be read.")
    sentence = text.format(modules=count(lost, "module", "modules")) if lost else ""
    rows, columns = place.cells
    return SubjectState(sentence, figures, cells_at(maze.lattice, rows, columns)[:-1][area])


def _mend(maze: Maze, job: Job, *, qr: str, correction: str) -> Maze:
    """Return a maze with all modules, in which other walls change only to keep it perfect."""
    code = qr_code_of(qr, correction[0].upper())
    place = middle_place(maze.lattice, code.side)
    if place is None or not _is_inside(maze.lattice, place):
        raise UsageError(_("The maze has no room for its QR code: make it again."))
    before, result = facts(maze, job), maze.copy()
    _show(result, code, place)
    if before.loops == 0 and before.components == 1:
        with suppress(RepairError):  # other walls are locked: they are somebody's wish
            result = find_repair(result, "perfect", job=job, seed=0).applied(result)
    return result


@subject("qr", _("QR code"), order=30, look=_look, mend=_mend, is_read=True)
def qr_maze(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    qr: Annotated[str, Label(_("Text")), _("text of the QR code, such as a web address")] = "",
    correction: Annotated[
        str,
        Label(_("May be wrong")),
        Choices({"low": "7 %", "medium": "15 %", "quartile": "25 %", "high": "30 %"}),
        _("share of the code that may be damaged and still be read: more takes a larger code"),
    ] = "medium",
) -> Maze:
    """A QR code in the walls across, which a camera reads from the page."""
    code = qr_code_of(qr, correction[0].upper())
    least = code.side + 2 * QUIET_MODULES
    if lattice.whole and min(lattice.rows, lattice.columns) < least:
        sizes = {"rows": max(lattice.rows, least), "columns": max(lattice.columns, least)}
        lattice = build("rectangular", **sizes)
    place = middle_place(lattice, code.side)
    if place is None or not _is_inside(lattice, place):
        text = _("The QR code needs {side} x {side} cells in the middle of the maze.")
        raise UsageError(text.format(side=least))
    maze = Maze(lattice, None, lattice.first, (lattice.last,))
    _show(maze, code, place)
    free = free_walls(lattice, locked=maze.locks, job=job)
    tree, random = grown_tree(growth, lattice, free, job)
    _join(maze, _Task(place, code, free, tree), random, job)
    return maze


def _is_inside(lattice: Lattice, place: CodePlace) -> bool:
    return bool(lattice.inside[cells_at(lattice, *place.cells)].all())


def _area(across: Bools, place: CodePlace) -> Bools:
    """Return the walls across in the place of a code, with those around that must be open."""
    rows, columns = place.cells
    return across[rows.start : rows.stop - 1, columns]


def _pattern(code: QrCode) -> Bools:
    """Return which of the walls of ``_area`` are to be closed."""
    result = np.zeros((code.side + 2 * QUIET_MODULES - 1, code.side + 2 * QUIET_MODULES), np.bool_)
    result[QUIET_MODULES - 1 : -QUIET_MODULES, QUIET_MODULES:-QUIET_MODULES] = code.dark
    return result


def _show(maze: Maze, code: QrCode, place: CodePlace) -> None:
    """Set the walls across in the place of a code, and lock them."""
    lattice = maze.lattice
    ids = cells_at(lattice, *place.cells)[:-1].ravel() * lattice.degree + BOTTOM
    maze.write(ids, _pattern(code).ravel())
    locks = locks_of(maze).copy()
    set_bits(locks, lattice.sides_of(ids))
    maze.set_locks(locks)


class _Task(NamedTuple):
    """What a maze with a code is made of; ``free`` and ``tree`` uint8[n] as in ``complete``."""

    place: CodePlace
    code: QrCode
    free: NDArray[np.uint8]
    tree: NDArray[np.uint8]


def _join(maze: Maze, task: _Task, random: I64, job: Job) -> None:
    """Open free walls until all cells are joined; raises ``CancelledError``.

    Those in the code come first, so that the way from side to side of it leads through.
    """
    lattice, (top, left, side) = maze.lattice, task.place
    areas = np.arange(lattice.size, dtype=np.int32)
    open_now = inner_walls(lattice, ~maze.walls, job)
    job.phase(len(open_now), 0.1)
    join_areas(lattice, areas, open_now, job)
    near, dark = np.zeros((2, lattice.size), np.bool_)
    near[cells_at(lattice, slice(top - 1, top + side), slice(left, left + side))] = True
    between = task.code.dark[:-1] & task.code.dark[1:]
    dark[cells_at(lattice, slice(top, top + side - 1), slice(left, left + side))] = between
    in_code = near & ~dark
    for cells in (in_code, ~dark):
        for bits in (task.free & ~task.tree, task.free & task.tree):
            ids = inner_walls_by_slot(lattice, bits, job)
            lower, _slots, upper, _backs = lattice.sides_of(ids.astype(np.int64))
            ids = np.ascontiguousarray(ids[cells[lower] & cells[upper]])
            shuffle(ids, random, job)
            job.phase(len(ids), 0.2)
            maze.write(ids[join_areas(lattice, areas, ids, job)].astype(np.int64), False)
    maze.write(_slits(lattice, task, areas, random, job), False)


def _slits(lattice: Lattice, task: _Task, areas: I32, random: I64, job: Job) -> Ids:
    """Return the walls int64[k] to open in rows of cells between two dark modules each.

    A row of them is open from end to end where it joins two areas, else at one end.
    """
    (top, left, side), dark = task.place, task.code.dark
    between = np.zeros((side - 1, side + 2), np.bool_)
    between[:, 1:-1] = dark[:-1] & dark[1:]
    edges = np.diff(between.astype(np.int8), axis=1)
    row, first = np.nonzero(edges == 1)  # the column before the first one, as there is one more
    last = np.nonzero(edges == -1)[1]
    order = np.arange(len(row), dtype=np.int32)
    shuffle(order, random, job)
    costs = (last - first) + IN_SQUARE * _across_square(row, first, last, side)
    order = order[np.argsort(costs[order], kind="stable")]
    row, first, last = row[order], first[order], last[order]
    starts = lattice.row_starts[top + row] + left - 1
    pairs = np.stack([starts + first, starts + last + 1], axis=-1).astype(np.int32)
    through = join_pairs(pairs, areas)
    opened = []
    for start, begin, end, whole in zip(starts, first, last, through, strict=True):
        cells = np.arange(start + begin, start + end + 1)
        if not whole:
            cells = cells[1:] if below(random, 2) else cells[:-1]
        opened.append(cells * lattice.degree + RIGHT)
    return np.concatenate(opened).astype(np.int64)


def _across_square(row: Ids, first: Ids, last: Ids, side: int) -> Bools:
    """Return which rows of cells lead across the middle of a square in a corner."""
    far = side - FINDER
    aside = (first < FINDER) | ((last > far) & (row < FINDER))
    within = np.where(row >= far, row - far, row)
    result: Bools = aside & (within < FINDER - 1) & ~np.isin(within, EDGE_ROWS)
    return result
