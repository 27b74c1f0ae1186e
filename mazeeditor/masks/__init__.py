"""The outlines that a maze can be cut to: a heart, a word, a picture; each file registers some."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.bridges import bridged
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import masked
from mazeeditor.maze.pieces import pieces_of
from mazeeditor.options import Between, Option, check_all, options_of
from mazeeditor.registry import Registry
from mazeeditor.words import _

AT_ONCE = 1 << 16  # cells between two looks at Cancel

Bools = NDArray[np.bool_]
Covers = Callable[[Points], Bools]


@dataclass(frozen=True, eq=False)
class Stencil:
    """What a mask covers, in a box of its own from 0, 0 at the top left to 1, 1.

    ``aspect`` is its width by its height, ``None`` where it takes that of the maze. ``prepare``
    gets how many cells the box is wide and returns what says of points float64[k, 2] in the box
    which of them are covered, bool[k].
    """

    aspect: float | None
    prepare: Callable[[float], Covers]


@dataclass(frozen=True)
class Mask:
    """A registered source: ``make`` returns its stencil from keyword options."""

    name: str
    label: str
    make: Callable[..., Stencil]
    order: int = 100

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen beside ``MASK_OPTIONS``."""
        return options_of(self.make)

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.make.__doc__ or "").strip().partition("\n")[0]


MASKS: Registry[Mask] = Registry("mask", __name__)

Pieces = Literal["bridges", "largest", "each"]


def mask(
    name: str, label: str, *, order: int = 100
) -> Callable[[Callable[..., Stencil]], Callable[..., Stencil]]:
    """Register a function that makes a stencil under ``name``."""

    def register(make: Callable[..., Stencil]) -> Callable[..., Stencil]:
        MASKS.add(Mask(name, label, make, order))
        return make

    return register


@dataclass(frozen=True, eq=False)
class Cut:
    """A lattice that was cut to a mask, and in how many pieces its cells were at first."""

    lattice: Lattice
    pieces: int


def _common(
    *,
    pieces: Annotated[
        Pieces,
        _("of several pieces: join them by bridges, keep the largest, or make a maze in each"),
    ] = "bridges",
    scale: Annotated[float, Between(0.05, 1), _("how large, as a share of the maze")] = 1.0,
    cut_out: Annotated[bool, _("leave out what the mask covers: a hole in the maze")] = False,
) -> None:
    """Do to any mask what can be done to all."""


MASK_OPTIONS = options_of(_common)


def cut(name: str, lattice: Lattice, *, job: Job | None = None, **options: Any) -> Cut:
    """Return a lattice cut to a mask, with the options of the mask and ``MASK_OPTIONS``.

    Raises ``UsageError`` for what is not known, a picture or typeface that cannot be read, or a
    mask that leaves nothing, and ``CancelledError``.
    """
    found, job = MASKS[name], job or Job()
    chosen = check_all((*MASK_OPTIONS, *found.options), options)
    joining, scale, cut_out = (chosen.pop(option.name) for option in MASK_OPTIONS)
    inside = covered(lattice, found.make(**chosen), scale, job)
    result = masked(lattice, ~inside if cut_out else inside)
    pieces = pieces_of(result)
    job.check()
    if pieces.count > 1 and joining == "largest":
        result = masked(lattice, pieces.largest())
    elif pieces.count > 1 and joining == "bridges":
        result = masked(lattice, bridged(lattice, result))
    job.check()
    return Cut(result, pieces.count)


def covered(lattice: Lattice, stencil: Stencil, scale: float, job: Job) -> Bools:
    """Return bool[n]: the cells whose middles a stencil covers, put into the middle of the maze."""
    geometry = lattice.geometry
    full = np.array([geometry.width, geometry.height])
    aspect = stencil.aspect or full[0] / full[1]
    width = float(min(full[0], full[1] * aspect)) * scale
    size = np.array([width, width / aspect])
    covers = stencil.prepare(width)
    inside = np.zeros(lattice.size, np.bool_)
    cells = lattice.inside_cells()
    job.phase(len(cells))
    for start in range(0, len(cells), AT_ONCE):
        job.step(start)
        some = cells[start : start + AT_ONCE]
        points = (geometry.centres(some) - (full - size) / 2) / size
        within = ((points >= 0) & (points < 1)).all(axis=1)
        inside[some[within]] = covers(points[within])
    return inside
