r"""Symmetries of a maze: their names, and which cells and walls come to lie on each other.

A symmetry is a group of motions, built from one or two of them: a mirror, two, or the turn by a
whole part of a circle. Under it cells and walls fall into orbits; what is done to one wall is done
to its whole orbit::

    o   o===o   o      "both": == is one orbit of four walls, which a click on any of them changes;
    |       |   |      a wall on an axis has an orbit of two, one in the middle is alone
    o   o===o   o
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.transforms.symmetry.motions import (
    BLOCK_CELLS,
    MIRRORS,
    Motion,
    Placement,
    one_step,
    placement_of,
    turn,
)

MOST_PARTS = 10_000
PARTS = MappingProxyType({"halves": 2, "thirds": 3, "quarters": 4, "sixths": 6})
MIRRORED = MappingProxyType(
    {
        "left-right": ("horizontal",),
        "top-bottom": ("vertical",),
        "both": ("horizontal", "vertical"),
    }
)
LABELS = MappingProxyType(
    {
        "left-right": _("Left and right"),
        "top-bottom": _("Top and bottom"),
        "both": _("Both"),
        "halves": _("Halves"),
        "thirds": _("Thirds"),
        "quarters": _("Quarters"),
        "sixths": _("Sixths"),
    }
)


IN_WORDS = MappingProxyType(  # where no heading says what it is about
    {
        "left-right": _("Mirrored left and right"),
        "top-bottom": _("Mirrored top and bottom"),
        "both": _("Mirrored both ways"),
        "halves": _("Turned, two equal halves"),
        "thirds": _("Turned, three equal thirds"),
        "quarters": _("Turned, four equal quarters"),
        "sixths": _("Turned, six equal sixths"),
    }
)


def checked_symmetry(name: str) -> str:
    """Return the name of a symmetry as it is kept: ``3`` is ``thirds``; raises ``UsageError``."""
    if name in LABELS:
        return name
    short = len(name) <= len(str(MOST_PARTS))
    if short and name.isascii() and name.isdigit() and 2 <= int(name) <= MOST_PARTS:
        parts = int(name)
        return next((known for known in PARTS if PARTS[known] == parts), str(parts))
    text = _("There is no symmetry {name}: use {names}, or a number of parts from 2.")
    raise UsageError(text.format(name=quote_value(name), names=", ".join(LABELS)))


def label_of(name: str) -> str:
    return LABELS.get(name) or _("{number} parts").format(number=name)


if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.maze.maze import Maze

NO_WALL = -1  # the number of no wall


def _parts(name: str) -> int:
    """Return by how many parts a name turns, 0 where it is a mirror."""
    return 0 if name in MIRRORED else PARTS.get(name) or int(name)


@dataclass(frozen=True, eq=False)
class SymmetryGroup:
    """The motions of a symmetry that bring the cells of ``lattice`` onto each other.

    ``placements`` are those of the mirrors, or of the smallest turn. Beginning with a cell, the
    ``steps`` lead through its images under all motions of the group but the identity: each is the
    number of the placement to use next.
    """

    name: str
    lattice: Lattice
    placements: tuple[Placement, ...]
    steps: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of motions, the identity included."""
        return len(self.steps) + 1

    def images(self, cells: Ids) -> Iterator[Ids]:
        """Yield the images int64[k] of ``cells`` int64[k] under each motion but the identity.

        ``NOWHERE`` where the shape has no cell.
        """
        for step in self.steps:
            known = cells != NOWHERE
            moved = np.full(len(cells), NOWHERE, np.int64)
            moved[known] = self.placements[step].cells(cells[known])
            moved[~self.lattice.are_places(moved)] = NOWHERE
            yield moved
            cells = moved

    def tables(self, job: Job) -> list[NDArray[np.int32]]:
        """Return int32[n] for each placement: the image of each inside cell, itself outside.

        Raises ``CancelledError``.
        """
        lattice = self.lattice
        result = [np.arange(lattice.size, dtype=np.int32) for _placement in self.placements]
        job.phase(lattice.size * len(result), 0.3)
        for number, (placement, table) in enumerate(zip(self.placements, result, strict=True)):
            for start in range(0, lattice.size, BLOCK_CELLS):
                job.step(number * lattice.size + start)
                cells = np.flatnonzero(lattice.inside[start : start + BLOCK_CELLS]).astype(np.int64)
                table[cells + start] = placement.cells(cells + start)
        return result

    def orbits(self, cells: Ids, stay: NDArray[np.bool_] | None = None) -> Ids:
        """Return ``cells`` int64[k] with all their images that are places, ascending.

        Orbits with a cell of ``stay`` bool[n] are left out.
        """
        images = np.stack([cells, *self.images(cells)])
        if stay is not None:
            images = images[:, ~stay[images].any(axis=0)]
        every = distinct(images)
        return every[every != NOWHERE]

    def wall_images(self, walls: Ids) -> Iterator[Ids]:
        """Yield the images int64[k] of inner ``walls`` int64[k], ``NO_WALL`` where no wall is."""
        lower, _slots, upper, _backs = self.lattice.sides_of(walls)
        for one, other in zip(self.images(lower), self.images(upper), strict=True):
            yield walls_between(self.lattice, one, other)

    def walls_to_change(self, maze: Maze, walls: Ids, closed: bool) -> Ids:
        """Return the walls int64[m] to toggle for ``walls`` int64[k] and their images to be closed.

        Or open. An orbit with a locked wall stays as it is; where the maze has no cells, it has no
        wall either.
        """
        inner, sides_of = maze.lattice.inside, maze.lattice.sides_of
        images = np.stack([walls, *self.wall_images(walls)])
        lower, _slots, upper, _backs = sides_of(images.clip(0).ravel())
        valid = (images != NO_WALL) & (inner[lower] & inner[upper]).reshape(images.shape)
        locked = (maze.is_locked(images.clip(0)) & valid).any(axis=0)
        differ = valid & (maze.is_closed(images.clip(0)) != closed) & ~locked
        return distinct(images[differ])

    @property
    def axes(self) -> list[Points]:
        """The axes of its mirrors, each float64[2, 2], two points in cells at the edges."""
        width, height = self.lattice.geometry.width, self.lattice.geometry.height
        lines = []
        for placement in self.placements:
            if placement.motion.mirrors:
                x, y = (placement.start + placement.end) / 2
                upright = placement.motion.down[1] > 0
                line = [[x, 0], [x, height]] if upright else [[0, y], [width, y]]
                lines.append(np.array(line, np.float64))
        return lines

    @property
    def centre(self) -> Points | None:
        """The point float64[2], in cells, around which it turns; None where it mirrors."""
        placement = self.placements[0]
        return None if placement.motion.mirrors else placement.start


def walls_between(lattice: Lattice, cells: Ids, others: Ids) -> Ids:
    """Return the wall int64[k] between each two cells, ``NO_WALL`` if they are no neighbours."""
    slots = lattice.slots_between(cells, others)
    known = (slots >= 0) & (cells != NOWHERE)
    return np.where(known, lattice.wall_ids(cells, slots), NO_WALL)


def group_of(lattice: Lattice, name: str) -> SymmetryGroup | None:
    """Return a symmetry of the cells of a maze, None where they do not have it.

    Raises ``UsageError`` for an unknown name.
    """
    name = checked_symmetry(name)
    parts = _parts(name)
    motions = [turn(360 / parts)] if parts else [MIRRORS[mirror] for mirror in MIRRORED[name]]
    placements = _placements(lattice, motions)
    if placements is None:
        return None
    steps = (0,) * (parts - 1) if parts else (0, 1, 0)[: 2 * len(motions) - 1]
    return SymmetryGroup(name, lattice, placements, steps)


def _placements(lattice: Lattice, motions: list[Motion]) -> tuple[Placement, ...] | None:
    """Return where the motions bring the cells, None where not all onto each other."""
    if lattice.whole:
        placements = [placement_of(lattice, motion) for motion in motions]
        fitting = [
            placement for placement in placements if placement and placement.target is lattice
        ]
    else:
        edge = _edge(lattice)
        middle = lattice.geometry.centres(lattice.edge_cells).mean(axis=0)
        placed = [Placement(lattice, motion, lattice, middle, middle) for motion in motions]
        fitting = [placement for placement in placed if _same_outline(placement, edge)]
    return tuple(fitting) if len(fitting) == len(motions) else None


def _edge(lattice: Lattice) -> Ids:
    """Return int64[k]: inside cells at the edge, their neighbours that are places, ends of rows.

    The ends of each row, as other rings may have other numbers of cells.
    """
    edge = lattice.edge_cells
    around = [lattice.beyond(edge, slot)[0] for slot in range(lattice.degree)]
    every = distinct(np.concatenate([edge, lattice.row_ends, *around]))
    return every[lattice.are_places(every) & (every != NOWHERE)]


def _same_outline(placement: Placement, edge: Ids) -> bool:
    """Whether a motion brings the cells at the edge, and the places around them, onto such.

    That suffices: any other cell is among cells like it, up to the edge.
    """
    lattice = placement.lattice
    images = placement.cells(edge)
    images[~lattice.are_places(images)] = NOWHERE
    return np.array_equal(lattice.inside[images], lattice.inside[edge])


def why_not(lattice: Lattice, name: str) -> str:
    """Return why a maze does not have a symmetry, "" where it does."""
    if group_of(lattice, name):
        return ""
    text = _("This shape has no symmetry {name}")
    return text.format(name=quote_value(label_of(checked_symmetry(name))))


def symmetries_of(lattice: Lattice) -> dict[str, str]:
    """Return all symmetries that can be offered for a maze, each with why not, "" where it can."""
    numbers = _divisors(lattice)
    return {name: why_not(lattice, name) for name in [*LABELS, *numbers]}


def _divisors(lattice: Lattice) -> list[str]:
    """Return the other numbers of equal parts into which rings can be divided."""
    angle = one_step(lattice)
    around = round(360 / angle) if angle else 1
    known = set(PARTS.values())
    return [str(n) for n in range(2, around + 1) if around % n == 0 and n not in known]
