"""The ways to change a whole maze; each file registers one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from mazeeditor.compiled import I64
from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED, new_seed, seeded
from mazeeditor.options import Between, Option, check_all, options_of
from mazeeditor.registry import Registry
from mazeeditor.words import _

F = TypeVar("F", bound=Callable[..., Maze])
Seed = Annotated[
    int | None,
    Between(0, LARGEST_SEED),
    _("the same seed makes the same change; without one, a new change each time"),
]


@dataclass(frozen=True)
class Transform:
    """A registered change.

    ``apply(maze, job, **options)`` returns the changed maze, on the same lattice object where
    shape and size stay, and leaves ``maze`` as it is. ``shapes`` names those it can do; empty
    means all.
    """

    name: str
    label: str
    apply: Callable[..., Maze]
    order: int = 100
    shapes: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen."""
        return options_of(self.apply)

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.apply.__doc__ or "").strip().partition("\n")[0]

    def fits(self, shape: str) -> bool:
        """Whether mazes of a shape can be changed so."""
        return not self.shapes or shape in self.shapes

    def why_not(self, lattice: Lattice) -> str:
        """Return why mazes on a lattice cannot be changed so, "" where they can."""
        if not self.fits(lattice.shape):
            return _("{transform} cannot be done to {shape} mazes.").format(
                transform=self.label, shape=lattice.shape
            )
        if self.shapes and not lattice.whole:
            return _("{transform} needs a maze without a mask.").format(transform=self.label)
        return ""


TRANSFORMS: Registry[Transform] = Registry("transform", __name__)


def transform(
    name: str, label: str, *, order: int = 100, shapes: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Register a function that changes a maze under ``name``."""

    def register(apply: F) -> F:
        TRANSFORMS.add(Transform(name, label, apply, order, shapes))
        return apply

    return register


def transformed(name: str, maze: Maze, *, job: Job | None = None, **options: Any) -> Maze:
    """Return ``maze`` changed; the one given stays as it is.

    Raises ``UsageError`` for an unknown name, option or shape and for a size that cannot be,
    before any memory is taken, and ``CancelledError``.
    """
    found = TRANSFORMS[name]
    if reason := found.why_not(maze.lattice):
        raise UsageError(reason)
    chosen = check_all(found.options, options)
    job = job or Job()
    result = found.apply(maze, job, **chosen)
    job.check()
    return result


def numbers(seed: int | None) -> I64:
    """Return the random numbers of a seed, of a new one where it is None."""
    return seeded(new_seed() if seed is None else seed)
