"""The ways to make a maze; each file registers one algorithm or family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import parts_of, pieces_of
from mazeeditor.maze.random import seeded
from mazeeditor.options import Option, check_all, options_of
from mazeeditor.registry import Registry
from mazeeditor.watching import within
from mazeeditor.words import _

F = TypeVar("F", bound=Callable[..., None])


@dataclass(frozen=True)
class Generator:
    """A registered algorithm.

    ``carve(lattice, walls, random, job, **options)`` opens passages in ``walls`` uint8[n], where
    every wall is closed, until they are a spanning tree of the inside cells; ``random`` int64[2]
    is the state of the random numbers. ``shapes`` names those it can do; empty means all.
    """

    name: str
    label: str
    carve: Callable[..., None]
    order: int = 100
    shapes: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen beside seed and size."""
        return options_of(self.carve)

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

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.carve.__doc__ or "").strip().partition("\n")[0]


BRAID = Option("braid", float, 0.0, _("the share of dead ends opened into loops"), 0, 1)
GENERATORS: Registry[Generator] = Registry("generator", __name__)


def generator(
    name: str, label: str, *, order: int = 100, shapes: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Register a carving function under ``name``."""

    def register(carve: F) -> F:
        GENERATORS.add(Generator(name, label, carve, order, shapes))
        return carve

    return register


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
    an unknown name, option or shape and ``CancelledError``.
    """
    from mazeeditor.maze.braid import braid_walls

    found = GENERATORS[name]
    if reason := found.why_not(lattice.shape, whole=lattice.whole):
        raise UsageError(reason)
    chosen = check_all(found.options, options)
    braid = BRAID.check(braid)
    job = job or Job()
    random = seeded(seed)
    walls: NDArray[np.uint8] = np.full(lattice.size, lattice.closed, np.uint8)
    with job.part(0.9 if braid else 1.0):
        for part, its_walls in _parts(lattice, walls, job):
            with job.part(part.cells / lattice.cells), _watched(part, lattice):
                job.phase(part.cells)
                found.carve(part, its_walls, random, job, **chosen)
            job.check()
    if braid:
        braid_walls(lattice, walls, random, job, share=braid)
    job.check()
    return Maze(lattice, walls, lattice.first, (lattice.last,))


def _watched(part: Lattice, whole: Lattice) -> AbstractContextManager[None]:
    """Return what tells of work on arrays that are not those of the whole lattice."""
    return within(part) if part.size != whole.size else nullcontext()


def _parts(
    lattice: Lattice, walls: NDArray[np.uint8], job: Job
) -> Iterator[tuple[Lattice, NDArray[np.uint8]]]:
    """Yield each piece of two cells or more with its walls: a tree grows in one piece only."""
    pieces = None if lattice.whole else pieces_of(lattice, job)
    if pieces is None or pieces.count == 1:
        del pieces  # or it would take memory as long as the maze is made
        yield lattice, walls
        return
    for part in parts_of(lattice, pieces):
        yield part, walls[part.low : part.low + part.size]
