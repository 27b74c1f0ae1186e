"""Changes a whole maze: turned, resized, braided; each file registers one transform."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Between, Option, Written, check_all, options_of
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED
from mazeeditor.maze.transforms.symmetry.group import LABELS, checked_symmetry

if TYPE_CHECKING:
    from mazeeditor.maze.transforms.rows_and_columns import CarriedLines

Seed = Annotated[
    int | None,
    Between(0, LARGEST_SEED),
    _("seed of the change: the same seed makes the same change; without one, another each time"),
]


Kept = Annotated[
    str | None,
    Written(checked_symmetry, tuple(LABELS)),
    _("symmetry to keep: left-right, both, quarters and others, or a number of equal parts"),
]


@dataclass(frozen=True, kw_only=True)
class Transform(Entry[Callable[..., Maze]]):
    """A registered transform.

    ``run(maze, job, **options)`` returns the changed maze, on the same lattice object where
    shape, size and cells stay, and leaves ``maze`` as it is. ``shapes`` names those it can do;
    empty means all. ``refusal(lattice, **options)`` returns, without delay, why options do not fit
    a maze, "" where they do; a transform with a refusal has at most one choice among its options.
    One that is ``local`` changes walls where they stand, and no locked ones: it can be restricted
    to some cells. ``memory`` is how many bytes a cell it takes at most, the changed maze included.
    ``lines(lattice, **options)`` returns which rows and columns stay, and where they come to lie:
    what is selected, and what lies behind the cells, moves along.
    One that is ``live`` has a preview of its own in the window, and is not among the entries of the
    menu. ``further()`` are options that ``run`` takes by ``**options``: those of another registry.
    """

    shapes: tuple[str, ...] = ()
    refusal: Callable[..., str] | None = None
    local: bool = False
    lines: Callable[..., CarriedLines] | None = None
    memory: float = 7
    live: bool = False
    further: Callable[[], Iterable[Option]] = tuple

    @property
    def options(self) -> tuple[Option, ...]:
        """The keyword-only arguments of ``run`` and those of ``further``, a seed last."""
        known = (*options_of(self.run), *self.further())
        return tuple(sorted(known, key=lambda option: option.name == "seed"))

    def fits(self, shape: str) -> bool:
        """Whether it can change mazes of a shape."""
        return not self.shapes or shape in self.shapes

    def why_not(self, lattice: Lattice, **options: Any) -> str:
        """Return why it cannot change a lattice's mazes, "" where it can.

        Without ``options``: why none of its choices can.
        """
        if not self.fits(lattice.shape):
            return _("{transform} cannot be done to {shape} mazes.").format(
                transform=self.label, shape=lattice.shape
            )
        if not self.refusal:
            return ""
        if options or not self.options:
            return self.refusal(lattice, **options)
        if not all(self.choices(lattice).values()):
            return ""
        text = _("{transform}: however it is done, the cells would not fit the grid.")
        return text.format(transform=self.label)

    def lines_of(self, lattice: Lattice, **options: Any) -> CarriedLines | None:
        """Return which rows and columns stay; None where it adds and removes none."""
        return self.lines(lattice, **options) if self.lines else None

    def choices(self, lattice: Lattice) -> dict[str, str]:
        """Return each choice, and why it does not fit a lattice, "" where it does."""
        return {
            choice: self.why_not(lattice, **{option.name: choice})
            for option in self.options
            for choice in option.choices
        }


TRANSFORMS: Registry[Transform] = Registry("transform", __name__)
transform = TRANSFORMS.decorator(Transform)


def apply_transform(name: str, maze: Maze, *, job: Job | None = None, **options: Any) -> Maze:
    """Return ``maze`` after a transform; ``maze`` itself stays as it is.

    Raises ``UsageError`` for an unknown name, option or shape and for an impossible size, before
    any memory is taken, ``MazeError`` where more is needed than is free, and ``CancelledError``.
    """
    entry = TRANSFORMS[name]
    chosen = check_all(entry.options, options)
    if reason := entry.why_not(maze.lattice, **chosen):
        raise UsageError(_with_others(reason, entry, maze.lattice))
    what = _("{name} with {cells:,} cells").format(name=entry.label, cells=maze.lattice.cells)
    check_free(what, maze.lattice.size * entry.memory)
    job = job or Job()
    result = entry.run(maze, job, **chosen)
    job.check()
    return result


def _with_others(reason: str, entry: Transform, lattice: Lattice) -> str:
    """Return a reason, and the other choices that are possible, if any."""
    others = [choice for choice, no in entry.choices(lattice).items() if not no]
    if not entry.refusal or not others:
        return reason
    text = _("{reason}; possible here: {others}.")
    return text.format(reason=reason.rstrip("."), others=", ".join(others))
