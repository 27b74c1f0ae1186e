"""The maze on the lattice of a drawing: walls, blank cells, openings, and what is doubtful.

Which cells are blank is found from the outside: across each wall that is not drawn, but not through
a gap between two walls that are, as that is an opening::

    . .   .---.---      from the outside, the blank cell at the top left is entered from above, as
          |             no wall meets one end of that side; the gap at the left of the cell below
    .-----.   .---      is an opening: walls meet at both of its ends
        S     |
    .-----.---.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Project
from mazeeditor.files.drawings.lattice_search import FoundLattice
from mazeeditor.files.drawings.line_drawing import Bools, Drawing, Word
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.search.joining import join_areas, lowest_cells
from mazeeditor.maze.shapes import SHAPES, size_in_words

THERE = 0.5  # of the parts that most walls have
SURE = 0.2, 0.8  # shares of them between which a wall is doubtful
STARTS = {"s", "start", "in", "a", "begin", "entrance", "eingang", "départ", "anfang", "inicio"}
GOALS = {"g", "goal", "f", "finish", "e", "end", "exit", "ziel", "out", "b", "ausgang", "fin"}
FARTHEST_WORD = 1.6  # cells from an opening
SMALL_HOLE = 0.2  # of the cells of the largest part: others are parts of the maze
LARGEST_MARK = 1.2  # cells
MOST_CORNERS, MOST_SHAPES = 12, 200  # of an arrow; small shapes that are looked at
SAME_END = 0.1  # of the length of an arrow: corners there are at one end of it
MOST_MARKS = 4  # cells: more are things along the route


def project_of(found: FoundLattice, drawing: Drawing, job: Job) -> Project:
    """Return the maze of a drawing; raises ``MazeError`` where there is none."""
    lattice = found.lattice
    cells, slots = _sides(lattice)
    walls_of_sides = lattice.wall_ids(cells, slots)
    usual = float(np.median(found.cover.parts[found.cover.parts > 0]))
    share = found.cover.parts / usual
    closed = share >= THERE
    blank = _blank_cells(lattice, closed, job)
    blank |= _sealed_cells(lattice, closed, blank, job)
    inside = lattice.inside & ~blank
    if not inside.any():
        raise MazeError(_("its lines enclose no cells."))
    lattice = mask_lattice(lattice, inside, job) if blank.any() else lattice
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    free = lattice.inside[cells] & ~closed[walls_of_sides]
    np.bitwise_and.at(walls, cells[free], ~(np.uint8(1) << slots[free].astype(np.uint8)))
    gaps = _gaps(lattice, walls)
    entrance, exits = _openings(gaps, lattice, found, drawing)
    shut = [gap for gap in gaps if gap != entrance and gap not in exits]
    for gap in shut:
        walls[gap.cell] |= np.uint8(1 << (gap.slot or 0))
    maze = Maze(lattice, walls, entrance, exits)
    maze.check()
    unsure = (share > SURE[0]) & (share < SURE[1])
    doubtful = _doubtful(lattice, unsure)
    warnings = [*_left_out(found, drawing), *_doubt_in_words(doubtful)]
    text = _("Read as a drawing of {size} {shape}").format(
        size=size_in_words(lattice.shape, lattice.parameters), shape=_cells_in_words(lattice)
    )
    return Project(
        maze,
        warnings=warnings,
        read_as=text,
        guessed=True,
        doubtful=doubtful,
    )


NAMES: Mapping[str, str] = {
    "rectangular": _("squares"),
    "hexagonal": _("hexagons"),
    "triangular": _("triangles"),
}


def _cells_in_words(lattice: Lattice) -> str:
    """Return what the cells are; rings are in the size already."""
    if lattice.shape == "polar":
        return ""
    return NAMES.get(lattice.shape, SHAPES[lattice.shape].label.lower())


def _sides(lattice: Lattice) -> tuple[Ids, Ids]:
    """Return the cells and slots int64[k] of all sides of inside cells."""
    inside = lattice.inside_cells()
    slots = np.tile(np.arange(lattice.degree), len(inside))
    cells = np.repeat(inside, lattice.degree)
    used = lattice.uses(cells, slots)
    return cells[used], slots[used]


def _blank_cells(lattice: Lattice, closed: Bools, job: Job) -> Bools:
    """Return bool[n], the cells that are reached from the outside, but not through an opening."""
    cells, slots = _sides(lattice)
    walls = lattice.wall_ids(cells, slots)
    posts = lattice.geometry.posts(walls)
    meet = np.bincount(
        lattice.geometry.posts(np.flatnonzero(closed)).ravel(), minlength=int(posts.max()) + 1
    )
    passable = ~closed[walls] & ~(meet[posts] > 0).all(axis=1)
    other = cells + lattice.offsets[lattice.rows_of(cells), slots]
    start = passable & ~lattice.inside[other]
    reached = np.zeros(lattice.size, np.bool_)
    reached[cells[start]] = True
    one, two = cells[passable], other[passable]
    between = lattice.inside[two]
    one, two = one[between], two[between]
    while True:
        job.check()
        new = reached[one] & ~reached[two]
        if not new.any():
            return reached
        reached[two[new]] = True


def _sealed_cells(lattice: Lattice, closed: Bools, blank: Bools, job: Job) -> Bools:
    """Return bool[n], the cells that nothing leads to: holes of the outline.

    Which of two parts of a maze that are not connected is a hole, their sizes say.
    """
    areas = np.arange(lattice.size, dtype=np.int32)
    cells, slots = _sides(lattice)
    walls = distinct(lattice.wall_ids(cells, slots))
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    inner = lattice.inside[lower] & lattice.inside[upper] & ~blank[lower] & ~blank[upper]
    join_areas(lattice, areas, walls[inner & ~closed[walls]].astype(np.int32), job)
    numbers = lowest_cells(areas)
    kept = lattice.inside & ~blank
    sizes = np.bincount(numbers[kept], minlength=lattice.size)
    sealed: Bools = kept & (sizes[numbers] <= SMALL_HOLE * sizes.max())
    return sealed


def _gaps(
    lattice: Lattice, walls: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
) -> list[Opening]:
    """Return the sides of cells that lead outside and have no wall, in the order of reading."""
    cells, slots = _sides(lattice)
    other = cells + lattice.offsets[lattice.rows_of(cells), slots]
    outer = ~lattice.inside[other] & (walls[cells] >> slots & 1 == 0)
    return [
        Opening(cell, slot)
        for cell, slot in zip(cells[outer].tolist(), slots[outer].tolist(), strict=True)
    ]


def _openings(
    gaps: list[Opening], lattice: Lattice, found: FoundLattice, drawing: Drawing
) -> tuple[Opening | None, tuple[Opening, ...]]:
    """Return entrance and exits: by words, by arrows, else the first gap and the others."""
    named: dict[Opening, str] = {}
    for word in drawing.words:
        text = word.text.strip().casefold().rstrip(".:!")
        kind = "start" if text in STARTS else "goal" if text in GOALS else ""
        place = _nearest_opening(word, gaps, lattice, found) if kind else None
        if place is not None:
            named.setdefault(place, kind)
    for gap, kind in _gaps_with_arrows(gaps, lattice, found):
        named.setdefault(gap, kind)
    starts = [opening for opening, kind in named.items() if kind == "start"]
    goals = [opening for opening, kind in named.items() if kind == "goal"]
    free = [gap for gap in gaps if gap not in named]
    entrance = starts[0] if starts else free.pop(0) if free else None
    exits = tuple(goals) if goals else tuple(free)
    marks = [cell for cell in _marked_cells(lattice, found) if Opening(cell) not in named]
    if not exits and len(marks) == 1:
        exits = (Opening(marks[0]),)
    return entrance, exits


def _gaps_with_arrows(
    gaps: list[Opening], lattice: Lattice, found: FoundLattice
) -> Iterator[tuple[Opening, str]]:
    """Yield the gaps beside which one arrow is drawn: with its tip towards a gap, it is a start.

    One corner of an arrow is its tip; at its other end are two.
    """
    shapes = [
        found.placing.place(lines.points[start:stop])
        for lines in found.others
        if lines.look.filled
        for start, stop in zip(lines.starts[:-1].tolist(), lines.starts[1:].tolist(), strict=True)
    ]
    shapes = [shape for shape in shapes if 3 <= len(shape) <= MOST_CORNERS]
    for gap in gaps if len(shapes) <= MOST_SHAPES else []:
        wall = np.array([lattice.wall(gap.cell, gap.slot or 0)], np.int64)
        geometry = lattice.geometry
        middle = geometry.post_positions(geometry.posts(wall))[0].mean(axis=0)
        outward = np.array(geometry.outward(gap.cell, gap.slot or 0))
        aside = np.array([-outward[1], outward[0]])
        kinds = set()
        for shape in shapes:
            away, across = (shape - middle) @ outward, (shape - middle) @ aside
            if away.min() < 0 or away.max() > FARTHEST_WORD or np.abs(across).max() > 0.6:
                continue
            length = float(np.ptp(away))
            near = np.count_nonzero(away < away.min() + SAME_END * length)
            far = np.count_nonzero(away > away.max() - SAME_END * length)
            if (near == 1) != (far == 1):
                kinds.add("start" if near == 1 else "goal")
        if len(kinds) == 1:
            yield gap, kinds.pop()


def _marked_cells(lattice: Lattice, found: FoundLattice) -> list[int]:
    """Return the cells within the maze in which small things are drawn, that are no walls."""
    cells: set[int] = set()
    for lines in found.others:
        sizes = lines.sizes().max(axis=1) / found.placing.scale.min()
        low = np.minimum.reduceat(lines.points, lines.starts[:-1], axis=0)
        places = found.placing.place(low + lines.sizes() / 2)[sizes <= LARGEST_MARK]
        under = lattice.geometry.all_under(places[:, 0], places[:, 1])
        cells.update(cell for cell in under.tolist() if cell >= 0 and lattice.inside[cell])
        if len(cells) > MOST_MARKS:
            return []
    return sorted(cells)


def _nearest_opening(
    word: Word, gaps: list[Opening], lattice: Lattice, found: FoundLattice
) -> Opening | None:
    """Return the gap that a word stands at, else the cell that it stands in."""
    (place,) = found.placing.place(np.array([[word.x, word.y]]))
    if gaps:
        cells = np.array([gap.cell for gap in gaps], np.int64)
        slots = np.array([gap.slot or 0 for gap in gaps], np.int64)
        walls = lattice.wall_ids(cells, slots)
        ends = lattice.geometry.post_positions(lattice.geometry.posts(walls))
        far = np.hypot(*(ends.mean(axis=1) - place).T)
        if far.min() <= FARTHEST_WORD:
            return gaps[int(far.argmin())]
    cell = lattice.geometry.cell_at(float(place[0]), float(place[1]))
    return None if cell is None else Opening(cell)


def _doubtful(lattice: Lattice, unsure: Bools) -> list[tuple[int, int]]:
    """Return the walls of inside cells that may be wrong, each as a cell and a slot."""
    cells, slots = _sides(lattice)
    walls = lattice.wall_ids(cells, slots)
    _walls, first = np.unique(walls, return_index=True)
    chosen = first[unsure[walls[first]]]
    return list(zip(cells[chosen].tolist(), slots[chosen].tolist(), strict=True))


def _doubt_in_words(doubtful: list[tuple[int, int]]) -> list[str]:
    if not doubtful:
        return []
    text = _("{count:,} walls are drawn in part only and may be wrong: look at them.")
    return [text.format(count=len(doubtful))]


def _left_out(found: FoundLattice, drawing: Drawing) -> list[str]:
    parts = [lines.look for lines in found.others]
    names = dict.fromkeys(
        look.layer
        or (_("areas in {colour}") if look.filled else _("lines in {colour}")).format(
            colour=look.colour
        )
        for look in parts
    )
    words = [*names, *drawing.left_out]
    if not words:
        return []
    shown = ", ".join(words[:6]) + (" …" if len(words) > 6 else "")
    return [_("What is not a wall is left out: {what}.").format(what=shown)]
