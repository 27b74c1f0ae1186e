"""The subject *word in the walls*: letters whose outlines are walls, and whose walls are thick.

Corridors keep to the inside or the outside of a letter: each piece of either is joined with the
others by one passage. So the outlines are walls all around but for as few gaps as a perfect maze
can have; what makes letters dark is the tone of the page's walls, as for a photo.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32
from mazeeditor.core.options import Label, OnlyWhere
from mazeeditor.core.translation import _, count
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN
from mazeeditor.maze.completing import Growth, grown_tree
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import MAX_CELLS, MAX_ROWS, Lattice
from mazeeditor.maze.masks import MASKS, Stencil, covered
from mazeeditor.maze.maze import Maze, locks_of
from mazeeditor.maze.photo.tones import text_of_tones
from mazeeditor.maze.random import seeded, shuffle
from mazeeditor.maze.search.joining import join_areas, lowest_cells
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SubjectState, subject
from mazeeditor.maze.subjects.picturesque.passages import grid_of
from mazeeditor.maze.walls import free_walls, inner_walls

MIN_LINE_CELLS = 16  # cells of a line of letters, at the least
SHARE = 0.86  # of the maze, that the text is as wide or high as
PIXELS = 4  # of the tones that a page keeps, for each cell
Bools = NDArray[np.bool_]


def _look(maze: Maze, job: Job, *, wall_word: str, typeface: str) -> SubjectState:
    """Return how many walls of the outlines are missing, and the cells beside them."""
    letters = _letters(maze.lattice, wall_word, typeface, job)
    if letters is None:
        lost = _("The maze no longer has the form of its word: generate it again.")
        return SubjectState(lost, {"outline": 0, "missing": 0}, np.empty(0, np.int64))
    outline = _outline(maze.lattice, letters, job)
    gaps = outline[~maze.is_closed(outline)]
    missing = len(gaps) - (_pieces(maze.lattice, letters, job) - 1)
    lost, cells = "", np.empty(0, np.int64)
    if missing > 0:
        walls = count(missing, "wall", "walls")
        lost = _("The outlines of the letters have lost {walls}.").format(walls=walls)
        cells = maze.lattice.sides_of(gaps)[0]
    return SubjectState(lost, {"outline": len(outline), "missing": max(missing, 0)}, cells)


def _mend(maze: Maze, job: Job, *, wall_word: str, typeface: str) -> Maze:
    """Return a perfect maze whose outlines have as few gaps as can be; raises ``UsageError``."""
    letters = _letters(maze.lattice, wall_word, typeface, job)
    if letters is None:
        raise UsageError(_("The maze no longer has the form of its word: generate it again."))
    free = free_walls(maze.lattice, job=job)
    before = without_gaps(maze)
    random = seeded(0)
    ids = inner_walls(maze.lattice, free, job)
    shuffle(ids, random, job)
    result = maze.copy()
    result.write(ids.astype(np.int64), closed=True)
    _open(result, ids, before, letters, job)
    result.set_locks(locks_of(maze))
    return result


def _page(maze: Maze, *, wall_word: str, typeface: str) -> Mapping[str, Any]:
    """Return the values of a page whose walls are thick in the letters, none where it has none."""
    letters = _letters(maze.lattice, wall_word, typeface, Job()) if wall_word.strip() else None
    if letters is None:  # the maze was changed, or is not one of the word
        return {}
    dark = grid_of(np.flatnonzero(letters).astype(np.int64), maze.lattice)
    dark = dark.repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)
    wider, half = dark.copy(), PIXELS // 2  # over walls on the right and below, which end letters
    wider[:, half:] |= dark[:, :-half]
    wider[half:] |= dark[:-half]
    return {"walls": "toned", "tone": text_of_tones(wider.astype(np.float64), "word.png")}


@subject(
    "wall-word",
    _("Word in the walls"),
    order=20,
    look=_look,
    mend=_mend,
    page=_page,
    sets=("walls", "tone"),
    is_read=True,
)
def wall_word_maze(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    wall_word: Annotated[
        str, Label(_("Text")), _("word or words that the walls show; \\n begins a new line")
    ] = "",
    typeface: Annotated[
        str,
        CHOSEN,
        OnlyWhere(lambda values: bool(values["wall_word"].strip()), _("Only if there is one.")),
        _("typeface of the text: its name, such as DejaVu Serif, or its file"),
    ] = "",
) -> Maze:
    """A word: its letters have walls all around, and thicker ones inside."""
    lattice = _with_room(lattice, wall_word, typeface)
    letters = _letters(lattice, wall_word, typeface, job)
    if letters is None:
        raise UsageError(_("The word for the walls has no letter that can be seen: write another."))
    free = free_walls(lattice, job=job)
    with job.part(0.7):
        tree, random = grown_tree(growth, lattice, free, job)
    maze = Maze(lattice, None, lattice.first, (lattice.last,))
    ids = inner_walls(lattice, free, job)
    shuffle(ids, random, job)
    _open(maze, ids, tree, letters, job)
    return maze


def _stencil(text: str, typeface: str) -> Stencil:
    if not text.strip():
        raise UsageError(_("Write the word for the walls."))
    return MASKS["text"].run(text=text, typeface=typeface)


def _with_room(lattice: Lattice, text: str, typeface: str) -> Lattice:
    """Return a lattice in which the letters can be read; raises ``UsageError``."""
    aspect = _stencil(text, typeface).aspect or 1.0
    lines = len(text.strip().replace("\\n", "\n").splitlines())
    rows = max(lattice.rows, round(MIN_LINE_CELLS * lines / SHARE))
    columns = max(lattice.columns, round(MIN_LINE_CELLS * lines * aspect / SHARE))
    if max(rows, columns) > MAX_ROWS or rows * columns > MAX_CELLS:
        message = _("The text needs a maze of {rows:,} x {columns:,} cells: shorten it.")
        raise UsageError(message.format(rows=rows, columns=columns))
    if (rows, columns) == (lattice.rows, lattice.columns):
        return lattice
    return build("rectangular", rows=rows, columns=columns)


def _letters(lattice: Lattice, text: str, typeface: str, job: Job) -> Bools | None:
    """Return the cells bool[n] of the letters, None where these cannot be read."""
    if lattice.shape != "rectangular" or not lattice.whole:
        return None
    letters = covered(lattice, _stencil(text, typeface), SHARE, job)
    return letters if letters.any() else None


def _outline(lattice: Lattice, letters: Bools, job: Job) -> Ids:
    """Return the walls int64[k] between a letter and what is around it."""
    ids = inner_walls(lattice, free_walls(lattice, job=job), job).astype(np.int64)
    lower, _slots, upper, _backs = lattice.sides_of(ids)
    return ids[letters[lower] != letters[upper]]


def _pieces(lattice: Lattice, letters: Bools, job: Job) -> int:
    """Return how many pieces letters and what is around them have together."""
    ids = inner_walls(lattice, free_walls(lattice, job=job), job)
    lower, _slots, upper, _backs = lattice.sides_of(ids.astype(np.int64))
    areas = np.arange(lattice.size, dtype=np.int32)
    join_areas(lattice, areas, np.ascontiguousarray(ids[letters[lower] == letters[upper]]), job)
    return len(distinct(lowest_cells(areas)[lattice.inside_cells()]))


def _open(maze: Maze, ids: I32, tree: NDArray[np.uint8], letters: Bools, job: Job) -> None:
    """Open walls int32[k], in random order, of a maze in which all are closed.

    First those that are open in ``tree`` uint8[n] and lie in one piece, then others that do, and
    those of the outlines only where nothing else joins two parts.
    """
    lattice = maze.lattice
    lower, slots, upper, _backs = lattice.sides_of(ids.astype(np.int64))
    grown = tree[lower] >> slots.astype(np.uint8) & 1 == 0
    ranks = np.where(letters[lower] == letters[upper], 0, 2) + ~grown
    ids = np.ascontiguousarray(ids[np.argsort(ranks, kind="stable")])
    job.phase(len(ids), 0.3)
    joined = join_areas(lattice, np.arange(lattice.size, dtype=np.int32), ids, job)
    maze.write(ids[joined].astype(np.int64), closed=False)
