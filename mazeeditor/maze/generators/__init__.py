"""The algorithms that make mazes, and what they share; each file registers one or a family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.kernels.instrumented import is_watched, within
from mazeeditor.core.memory import check_free, keep_pages
from mazeeditor.core.options import Advanced, Between, Label, Option, Written, check_all
from mazeeditor.core.registry import Algorithm, Registry
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import Part, parts_of, pieces_of
from mazeeditor.maze.random import random_cell, seeded


@dataclass(frozen=True, kw_only=True)
class Generator(Algorithm[Callable[..., None]]):
    """A registered algorithm.

    ``run(lattice, walls, random, job, **options)`` opens passages in ``walls`` uint8[n], where
    every wall is closed, until they are a spanning tree of the inside cells; ``random`` int64[2]
    is the state of the random numbers. ``shapes`` lists the supported shapes; empty means all.
    ``memory`` is how many bytes a cell it takes at most, the walls included. ``texture`` says in a
    few words what its mazes look like; at least one of its phrases is measured, by an entry of
    ``PHRASES`` in ``tests/maze/generators/test_textures.py``.
    ``areas`` is whether many areas grow and join, instead of one: films show them in colours.

    ``code`` has 3 to 10 lines, each at most 80 characters long, indented by 4, and begun by a
    capital letter. The source names each of them in comments, as ``films/code_lines.py`` says.
    Films change walls in a step only where its line says so: by the word "open" or "build".
    """

    texture: str
    shapes: tuple[str, ...] = ()
    memory: float = 7
    areas: bool = False

    def why_not(self, shape: str, *, whole: bool = True) -> str:
        """Return why it cannot make mazes of a shape, ``whole`` or with a mask; "" where it can."""
        if self.shapes and shape not in self.shapes:
            return _("{generator} works row by row and cannot make {shape} mazes.").format(
                generator=self.label, shape=shape
            )
        if self.shapes and not whole:
            return _("{generator} works row by row and needs a maze without a mask.").format(
                generator=self.label
            )
        return ""


BRAID = Option(
    "braid",
    float,
    0.0,
    _("share of the dead ends that are opened into loops"),
    0,
    1,
    own_label=_("Loops"),
)
GENERATORS: Registry[Generator] = Registry("generator", __name__)
generator = GENERATORS.decorator(Generator)


def generate(
    name: str,
    lattice: Lattice,
    seed: int,
    *,
    braid: float = 0.0,
    job: Job | None = None,
    **options: Any,
) -> Maze:
    """Return a new maze with the lattice's default openings; the same seed gives the same maze.

    ``braid`` 0..1 is the share of dead ends that are opened into loops. Raises ``UsageError`` for
    an unknown name, option or shape, ``MazeError`` where it needs more memory than is free, and
    ``CancelledError``.
    """
    from mazeeditor.maze.braid import braid_walls

    chosen = GENERATORS[name]
    if reason := chosen.why_not(lattice.shape, whole=lattice.whole):
        raise UsageError(reason)
    checked = check_all(chosen.options, options)
    braid = BRAID.check(braid)
    what = _("{name} with {cells:,} cells").format(name=chosen.label, cells=lattice.cells)
    check_free(what, lattice.size * chosen.memory)
    keep_pages(lattice.size)
    job = job or Job()
    random = seeded(seed)
    walls: NDArray[np.uint8] = np.full(lattice.size, lattice.closed, np.uint8)
    with job.part(0.9 if braid else 1.0):
        for part, its_walls in _parts(lattice, walls, job):
            with job.part(part.cells / lattice.cells), _watch(part, lattice):
                job.provisional_phase(part.cells)
                chosen.run(part, its_walls, random, job, **checked)
            job.check()
    if braid:
        braid_walls(lattice, walls, random, job, share=braid)
    job.check()
    return Maze(lattice, walls, lattice.first, (lattice.last,))


def _watch(part: Lattice, whole: Lattice) -> AbstractContextManager[None]:
    """Notify the watcher of work on shorter arrays than those of the whole lattice."""
    return within(part) if part.size != whole.size else nullcontext()


def _parts(
    lattice: Lattice, walls: NDArray[np.uint8], job: Job
) -> Iterator[tuple[Lattice, NDArray[np.uint8]]]:
    """Yield each piece of two cells or more with its walls: a tree grows in one piece only."""
    pieces = None if lattice.whole else pieces_of(lattice, job)
    if pieces is None or pieces.count == 1:
        del pieces  # or it would take memory while the maze is made
        yield lattice, walls
        return
    for part in parts_of(lattice, pieces, job):
        yield part, walls[part.low : part.low + part.size]


# What several generators share: the cell to begin with, and room for the state of each cell

RANDOM, MIDDLE, FIRST = "random", "middle", "first"


def read_start(text: str) -> str:
    """Return ``random``, ``middle``, ``first`` or ``ROW,COL``; raises ``UsageError``."""
    plain = text.strip().lower()
    if plain in (RANDOM, MIDDLE, FIRST):
        return plain
    row, comma, column = (part.strip() for part in plain.partition(","))
    if not (comma and all(part.isascii() and part.isdigit() for part in (row, column))):
        raise UsageError(
            _("Start must be random, middle, first or a cell like 0,0, not {text}.").format(
                text=quote_value(text)
            )
        )
    return f"{int(row)},{int(column)}"


Straight = Annotated[
    float,
    Advanced(),
    Between(0, 1),
    Label(_("Long corridors")),
    _("chance to go straight on if that is possible"),
]
Start = Annotated[
    str,
    Advanced(),
    Label(_("Begins at")),
    Written(read_start, (RANDOM, MIDDLE, FIRST)),
    _("cell to begin with: random, middle, first, or row,column counted from 0"),
]


def start_cell(lattice: Lattice, start: str, random: I64) -> int:
    """Return the cell that ``start`` names; raises ``UsageError`` where the maze has no such."""
    if start == RANDOM:
        return random_cell(lattice.inside, random)
    if start == FIRST:
        return int(lattice.inside.argmax())
    if start == MIDDLE:
        return middle_cell(lattice)
    row, column = map(int, start.split(","))
    if not isinstance(lattice, Part):
        return lattice.cell(row, column)
    cell = lattice.of.cell(row, column) - lattice.low
    in_piece = 0 <= cell < lattice.size and lattice.inside[cell]
    return cell if in_piece else random_cell(lattice.inside, random)  # it is in another piece


def middle_cell(lattice: Lattice) -> int:
    """Return the inside cell in the middle of the middle row, or the next one that is inside."""
    row = lattice.rows // 2
    middle = int(lattice.row_starts[row] + lattice.row_lengths[row] // 2)
    middle = min(max(middle, 0), lattice.size - 1)  # a piece may lie above or below it
    after = int(lattice.inside[middle:].argmax())
    return middle + after if lattice.inside[middle + after] else int(lattice.inside.argmax())


# cells that are marked together: what that takes stays in the processor's cache
BLOCK_CELLS = 1 << 16


@contextmanager
def state_of_cells(
    lattice: Lattice, walls: NDArray[np.uint8], outside: int, bits: int
) -> Iterator[NDArray[np.uint8]]:
    """Yield uint8[n] with ``outside`` for cells that are not inside, and 0 for new ones.

    A large maze waits for memory, and a small one for the pages of each new array (a tenth of the
    time of a maze of 1000x1000 for every three arrays of that size). So it is ``walls`` itself
    where that many highest ``bits`` of its bytes are free, which are cleared in the end: a kernel
    gets both, writes states only into these bits, and must be right for one array as for two. A
    film shows the bytes of ``walls`` as walls, so it gets two.
    """
    shared = lattice.degree + bits <= 8 and not is_watched()
    state = walls if shared else np.zeros(lattice.size, np.uint8)
    for start in range(0, lattice.size, BLOCK_CELLS):
        block = slice(start, start + BLOCK_CELLS)
        state[block] |= (~lattice.inside[block]).view(np.uint8) * np.uint8(outside)
    yield state
    if shared:
        walls &= np.uint8(lattice.closed)
