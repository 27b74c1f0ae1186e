"""Finds the lattice of a drawing: which of its lines are walls, and on which lattice they lie.

Lines that look alike are one group. Some groups, and unions of groups, are tried as the walls, the
longest ones first; each of them on the lattices that ``placing.py`` guesses. The one that explains
most of its lines with fewest cells is taken; then every group that lies on it as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Expected
from mazeeditor.files.drawings.fitting import Cover, cover_of, tried_cover
from mazeeditor.files.drawings.line_drawing import (
    Drawing,
    Lines,
    Look,
    Segments,
    join,
    middle_lines,
    segments_of,
    width_of,
)
from mazeeditor.files.drawings.placing import Placing, placings_of
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import SHAPES, build, size_in_words

MIN_FIT = 0.85  # of the lines of a drawing that lie on walls
SURE = 0.97  # the same, where walls are as many as in a maze: no other is tried
LESS = 0.97  # of the lines that one lattice explains: as many as another does
ALMOST = 0.015  # less of them, on fewer cells, is as good
MAX_REFINEMENT = 8  # times as many cells as the first that fits are tried
MAX_LATTICES = 40  # lattices of one set of lines
MOST_SETS = 14  # sets of lines that are tried
JOINS = 0.85  # of a group that lies on the lattice: it is walls too
MAX_PARTIAL_WALLS = 0.25  # of the walls that are drawn in part: then they are no walls
CLOSED = 0.9  # of lines that may be outlines of walls: those that lead back
FEWEST_WALLS, ENOUGH_WALLS = 0.2, 0.7  # of those of a maze: a frame alone has fewer
SAMPLES = 30  # of each cell, by which walls are told
HALVED = 4  # times as many cells where each is half as large
LARGE_OUTLINE = 0.1  # of the largest outline: smaller ones may be letters
LARGE_LOOP = 0.25  # of the longest line: smaller ones that lead back may be arrows
THICKEST = 0.7  # of a cell: wider areas are tiles or grounds, not bands along walls
HALF_FULL = 0.75  # of the walls of cells that go on for ever: hexagons of a maze have two thirds
FULL = 0.95  # of the inner walls: lines that draw so many are the paper's grid, or no maze yet


@dataclass(frozen=True, eq=False)
class FoundLattice:
    """A lattice in a drawing, what is drawn of it, and which looks are walls."""

    lattice: Lattice
    placing: Placing
    cover: Cover
    walls: tuple[Lines, ...]
    others: tuple[Lines, ...]
    full: bool  # whether nearly all walls are drawn, as on squared paper
    sure: bool  # whether lines lie on it as well as those of a maze do


@dataclass(frozen=True, eq=False)
class _Set:
    """Lines that may be the walls, and the segments that these stand for."""

    lines: tuple[Lines, ...]
    segments: Segments
    length: float
    farther: float  # how much more than half their width areas are narrowed
    width: float  # of areas, 0 without any
    small: tuple[Lines, ...] = ()  # that look alike, but are no walls


@dataclass(frozen=True, eq=False)
class _Try:
    """A lattice with what a set of lines draws of it."""

    lattice: Lattice
    placing: Placing
    cover: Cover
    tried: _Set

    @property
    def explained(self) -> float:
        """The length of lines on walls, less where others are among them, or walls are few."""
        return float(self.cover.ink**6) * self.tried.length * self._share

    @property
    def _share(self) -> float:
        return (1 - _in_part(self.cover)) ** 2 * min(1.0, _density(self) / ENOUGH_WALLS) ** 2


def find_lattice(drawing: Drawing, expected: Expected, job: Job) -> FoundLattice:
    """Return the lattice of a drawing; raises ``MazeError`` with the nearest readings.

    Raises ``CancelledError``.
    """
    if not drawing.lines:
        raise MazeError(_("there are no lines in it."))
    best: _Try | None = None
    nearest: list[_Try] = []
    sets = _sets(drawing)[:MOST_SETS]
    for one in sets:
        found = _best_of(one, expected, job, nearest)
        if found is not None and (best is None or _is_better(found, best)):
            best = found
    if best is None:
        raise MazeError(_why_none(nearest))
    return _with_others(_refine(best, job), drawing, job)


def _is_better(found: _Try, best: _Try) -> bool:
    """Whether a lattice explains more lines, or about as many on fewer cells.

    Cells half as large must explain twice as much: a route lies on their walls as well. Lines
    between all cells are a grid behind the maze, if anything else is one.
    """
    if _is_full(found) != _is_full(best):
        return _is_full(best)
    finer = found.lattice.cells / best.lattice.cells
    needed = best.explained * min(max(finer, 1 / HALVED), HALVED) ** 0.5
    if LESS * needed <= found.explained <= needed / LESS:
        return finer < 1
    return found.explained > needed


def _sets(drawing: Drawing) -> list[_Set]:
    """Return sets of lines that may be the walls, the longest first."""
    unions: dict[tuple[int, ...], tuple[Lines, ...]] = {}
    keys: tuple[Callable[[Look], object], ...] = (
        lambda look: look,
        lambda look: (look.layer, look.filled),
        lambda look: (look.colour, look.filled),
        lambda look: (look.width, look.filled),
        lambda look: look.filled,
        lambda look: look.layer,
        lambda _look: None,
    )
    for key in keys:
        parts = defaultdict(list)
        for at, lines in enumerate(drawing.lines):
            parts[key(lines.look)].append(at)
        for chosen in parts.values():
            unions.setdefault(tuple(chosen), tuple(drawing.lines[at] for at in chosen))
    sets = [one for lines in unions.values() for one in _as_lines(lines)]
    return sorted(sets, key=lambda one: -one.length)


def _as_lines(lines: tuple[Lines, ...]) -> Iterator[_Set]:
    """Yield a set of lines, as they are and as the outlines of areas where most are closed.

    Also without small outlines where there are others.
    """
    yield _set(lines)
    rings = [one for one in lines if not one.look.filled and one.closed.mean() > CLOSED]
    if rings:
        yield _set(tuple(_as_areas(one) if one in rings else one for one in lines))
    parts = [_part(one) for one in lines]
    small = tuple(one for _large, one in parts if len(one.closed))
    if small:
        yield replace(_set(tuple(one for one, _small in parts if len(one.closed))), small=small)


def _as_areas(lines: Lines) -> Lines:
    return replace(lines, look=lines.look._replace(filled=True))


def _part(lines: Lines) -> tuple[Lines, Lines]:
    """Return the large outlines and the small ones, such as arrows; open lines are large."""
    if not lines.closed.any():
        return lines, lines.some(lines.closed)
    sizes = lines.sizes().max(axis=1)
    large = sizes >= (LARGE_OUTLINE if lines.look.filled else LARGE_LOOP) * sizes.max()
    large |= ~lines.closed
    return lines.some(large), lines.some(~large)


def _set(lines: tuple[Lines, ...], farther: float = 0.0) -> _Set:
    segments = join([walls_in(one, farther) for one in lines])
    width = max((width_of(one) for one in lines if one.look.filled), default=0.0)
    return _Set(lines, segments, float(segments.lengths.sum()), farther, width)


def walls_in(lines: Lines, farther: float) -> Segments:
    """Return the segments for which lines stand: those along the middle of areas."""
    return middle_lines(lines, farther) if lines.look.filled else segments_of(lines)


def _best_of(one: _Set, expected: Expected, job: Job, nearest: list[_Try]) -> _Try | None:
    """Return the best lattice of a set of lines; ``nearest`` collects those that do not fit."""
    placings = _distinct(placings_of(one.segments, expected))
    tries: list[_Try] = []
    enough = None
    for number, placing in enumerate(placings):
        if number == MAX_LATTICES or (enough is not None and placing.cells > enough):
            break
        job.check()
        try:
            lattice = build(placing.shape, **placing.parameters)
        except MazeError:
            continue
        cover = tried_cover(lattice, placing, one.segments, job)
        this = _narrow(_Try(lattice, placing, cover, one), job)
        if _is_clear(this):
            tries.append(this)
            if enough is None:
                enough = MAX_REFINEMENT * placing.cells
            if _is_sure(this):
                break
        else:
            nearest.append(this)
    if not tries:
        return None
    most = max(each.cover.ink for each in tries)
    return next(each for each in tries if each.cover.ink >= most - ALMOST)


def _distinct(placings: Iterable[Placing]) -> list[Placing]:
    """Return lattices that lie where no other of them does, those of fewest cells first."""
    known: dict[tuple[object, ...], Placing] = {}
    for each in placings:
        corner = np.rint(each.origin / each.scale * 8).tolist()
        sizes = tuple(each.parameters.values())
        known.setdefault((each.shape, sizes, round(each.angle, 2), *corner), each)
    return sorted(known.values(), key=lambda placing: placing.cells)


def _narrow(this: _Try, job: Job) -> _Try:
    """Return areas narrowed to their true middle lines, where these are off on one side."""
    filled = any(lines.look.filled for lines in this.tried.lines)
    if not filled or this.cover.ink < 0.3 or abs(this.cover.aside) < 0.005:
        return this
    for sign in (1.0, -1.0):
        farther = this.tried.farther - sign * this.cover.aside * float(this.placing.scale.mean())
        tried = replace(_set(this.tried.lines, farther), small=this.tried.small)
        cover = tried_cover(this.lattice, this.placing, tried.segments, job)
        if cover.ink >= this.cover.ink and abs(cover.aside) < abs(this.cover.aside):
            return replace(this, tried=tried, cover=cover)
    return this


def _is_clear(this: _Try) -> bool:
    """Whether lines lie on walls, and walls are drawn or not."""
    if this.tried.width > THICKEST * this.placing.scale.min():
        return False
    many = _density(this) >= FEWEST_WALLS
    return many and this.cover.ink >= MIN_FIT and _bimodal(this.cover) and _has_inner_walls(this)


def _is_sure(this: _Try) -> bool:
    """Whether lines lie on walls, as many as a maze has."""
    return this.cover.ink >= SURE and _density(this) >= ENOUGH_WALLS


def _has_inner_walls(this: _Try) -> bool:
    """Whether there is a wall between two cells: a frame has none."""
    return _inner_walls(this) > 0


def _inner_walls(this: _Try) -> int:
    """Return how many walls between two cells are drawn."""
    walls = np.flatnonzero(this.cover.parts > 1)
    lower, _slots, upper, _backs = this.lattice.sides_of(walls)
    return int(np.count_nonzero(this.lattice.inside[lower] & this.lattice.inside[upper]))


def _is_full(this: _Try) -> bool:
    """Whether nearly all walls between two cells are drawn."""
    lattice = this.lattice
    sides = 4 if lattice.shape == "polar" else lattice.degree
    drawn = _inner_walls(this)
    if drawn < HALF_FULL * lattice.cells * this.cover.share * sides / 2:
        return False
    if this.cover.share < 1:
        return True
    cells = np.repeat(lattice.inside_cells(), lattice.degree)
    slots = np.tile(np.arange(lattice.degree), lattice.cells)
    used = lattice.uses(cells, slots)
    other = cells[used] + lattice.offsets[lattice.rows_of(cells[used]), slots[used]]
    return bool(drawn >= FULL * np.count_nonzero(lattice.inside[other]) / 2)


def _density(this: _Try) -> float:
    """Return the number of walls that are drawn, by that of a maze of one route between any cells.

    Such a maze of n cells has n - 1 passages, so all other walls of the lattice are drawn.
    """
    sides = 4 if this.lattice.shape == "polar" else this.lattice.degree
    usual = max(this.lattice.cells * this.cover.share * (sides / 2 - 1), 1.0)
    return float(np.count_nonzero(this.cover.parts > 1)) / usual


def _bimodal(cover: Cover) -> bool:
    """Whether walls are drawn or not, few of them in part."""
    return bool(cover.parts.any()) and _in_part(cover) < MAX_PARTIAL_WALLS


def _in_part(cover: Cover) -> float:
    """Return the share of the walls with some line of which only a part is drawn."""
    parts = cover.parts[cover.parts > 0]
    if not len(parts):
        return 0.0
    usual = max(float(np.median(parts)), 2.0)
    return float(((parts > 0.2 * usual) & (parts < 0.75 * usual)).mean())


def _refine(found: _Try, job: Job) -> _Try:
    """Return a lattice moved to the middle of its lines."""
    placing = found.placing
    for _round in range(2):
        placing = replace(placing, origin=placing.origin + found.cover.off * placing.scale * 2)
        cover = tried_cover(found.lattice, placing, found.tried.segments, job)
        if cover.ink < found.cover.ink:
            break
        found = replace(found, placing=placing, cover=cover)
    return found


def _with_others(found: _Try, drawing: Drawing, job: Job) -> FoundLattice:
    """Return a lattice with all groups that lie on it."""
    walls, others = list(found.tried.lines), list(found.tried.small)
    looks = {lines.look._replace(filled=False) for lines in walls}
    full = _is_full(found)
    for lines in found.tried.lines:
        rest = [one for one in walls if one is not lines]
        if rest and _is_ground(lines, rest, found, job):
            walls = rest
            others.append(lines)
    for lines in drawing.lines:
        if lines.look._replace(filled=False) in looks:
            continue
        segments = walls_in(lines, found.tried.farther)
        cover = tried_cover(found.lattice, found.placing, segments, job)
        added = replace(found, cover=cover)
        fits = cover.ink >= JOINS and _bimodal(cover)
        fits = fits and (_has_inner_walls(added) or not _repeats(cover, found.cover))
        fits = fits and (full or not _is_full(added))
        (walls if fits else others).append(lines)
    segments = join([walls_in(lines, found.tried.farther) for lines in walls])
    most = max(SAMPLES * found.lattice.cells, 100_000)
    cover = cover_of(found.lattice, found.placing, segments, job, most)
    sure = _is_sure(found)
    return FoundLattice(
        found.lattice, found.placing, cover, tuple(walls), tuple(others), full, sure
    )


def _is_ground(lines: Lines, rest: list[Lines], found: _Try, job: Job) -> bool:
    """Whether lines only go round the maze, where the rest has a border of its own."""

    def cover(some: list[Lines]) -> Cover:
        segments = join([walls_in(one, found.tried.farther) for one in some])
        return tried_cover(found.lattice, found.placing, segments, job)

    own = replace(found, cover=cover([lines]))
    if not own.cover.parts.any() or _has_inner_walls(own):
        return False
    return _repeats(own.cover, cover(rest))


def _repeats(cover: Cover, before: Cover) -> bool:
    """Whether most walls of a cover were drawn before: a ground's edge lies below the border."""
    again = before.parts[cover.parts > 1] > 1
    return bool(2 * np.count_nonzero(again) > len(again))


def _why_none(nearest: list[_Try]) -> str:
    """Return why no lattice fits, with the two that are nearest."""
    by_shape: dict[str, _Try] = {}
    for each in sorted(nearest, key=lambda one: -one.cover.ink * one.tried.length):
        by_shape.setdefault(each.placing.shape, each)
    text = _("its lines lie on no lattice of squares, hexagons, triangles or rings")
    if not by_shape:
        return _("{text}: an outline can be given to --outline.").format(text=text)
    two = "; ".join(
        _("as {shape} {size}: {share:.0%} of the lines fit").format(
            shape=SHAPES[each.placing.shape].label.lower(),
            size=size_in_words(each.placing.shape, each.placing.parameters),
            share=each.cover.ink,
        )
        for each in list(by_shape.values())[:2]
    )
    return _("{text} ({two}): an outline can be given to --outline.").format(text=text, two=two)
