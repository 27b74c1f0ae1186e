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
    shape, size and cells stay, and leaves ``maze`` as it is. ``shapes`` names those it can do;
    empty means all. ``refusal(lattice, **options)`` says, at once, why options do not fit a maze,
    "" where they do; a transform with one has at most one option, a choice.
    """

    name: str
    label: str
    apply: Callable[..., Maze]
    order: int = 100
    shapes: tuple[str, ...] = ()
    refusal: Callable[..., str] | None = None

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

    def why_not(self, lattice: Lattice, **options: Any) -> str:
        """Return why a lattice's mazes cannot be changed so, without options in no way; or ""."""
        if not self.fits(lattice.shape):
            return _("{transform} cannot be done to {shape} mazes.").format(
                transform=self.label, shape=lattice.shape
            )
        if not self.refusal:
            return ""
        if options or not self.options:
            return self.refusal(lattice, **options)
        if not all(self.ways(lattice).values()):
            return ""
        words = _("{transform}: however it is done, the cells would not fit the grid.")
        return words.format(transform=self.label)

    def ways(self, lattice: Lattice) -> dict[str, str]:
        """Return each choice there is, and why it does not fit a lattice, "" where it does."""
        return {
            choice: self.why_not(lattice, **{option.name: choice})
            for option in self.options
            for choice in option.choices
        }


TRANSFORMS: Registry[Transform] = Registry("transform", __name__)


def transform(
    name: str,
    label: str,
    *,
    order: int = 100,
    shapes: tuple[str, ...] = (),
    refusal: Callable[..., str] | None = None,
) -> Callable[[F], F]:
    """Register a function that changes a maze under ``name``."""

    def register(apply: F) -> F:
        TRANSFORMS.add(Transform(name, label, apply, order, shapes, refusal))
        return apply

    return register


def transformed(name: str, maze: Maze, *, job: Job | None = None, **options: Any) -> Maze:
    """Return ``maze`` changed; the one given stays as it is.

    Raises ``UsageError`` for an unknown name, option or shape and for a size that cannot be,
    before any memory is taken, and ``CancelledError``.
    """
    found = TRANSFORMS[name]
    chosen = check_all(found.options, options)
    if reason := found.why_not(maze.lattice, **chosen):
        raise UsageError(_with_others(reason, found, maze.lattice))
    job = job or Job()
    result = found.apply(maze, job, **chosen)
    job.check()
    return result


def _with_others(reason: str, found: Transform, lattice: Lattice) -> str:
    """Return a reason, and what could be chosen instead where there is such."""
    others = [choice for choice, no in found.ways(lattice).items() if not no]
    if not found.refusal or not others:
        return reason
    words = _("{reason}; possible here: {others}.")
    return words.format(reason=reason.rstrip("."), others=", ".join(others))


def numbers(seed: int | None) -> I64:
    """Return the random numbers of a seed, of a new one where it is None."""
    return seeded(new_seed() if seed is None else seed)
