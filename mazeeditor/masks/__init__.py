"""The outlines that a maze can be cut to: a heart, a word, a picture; each file registers some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.masks.stencil import Bools, Stencil, covered
from mazeeditor.maze.bridges import bridged
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import masked
from mazeeditor.maze.pieces import pieces_of
from mazeeditor.options import Between, Option, check_all, options_of
from mazeeditor.registry import Registry
from mazeeditor.words import _, quoted


@dataclass(frozen=True)
class Mask:
    """A registered source: ``make`` returns its stencil from keyword options."""

    name: str
    label: str
    make: Callable[..., Stencil]
    order: int = 100

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen: what the source takes, and ``MASK_OPTIONS``."""
        return (*options_of(self.make), *MASK_OPTIONS)

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.make.__doc__ or "").strip().partition("\n")[0]


MASKS: Registry[Mask] = Registry("mask", __name__)

COVERING = 0.5  # of the work

Pieces = Literal["bridges", "largest", "each"]
Named = str | Mapping[str, Any]  # a mask: its name alone, or its ``name`` and its options
Several = Named | Sequence[Named]  # one, or one after the other
Layer = tuple[Bools, str]  # what a mask covers, bool[n], and how it is combined


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
    """A lattice that was cut to masks, and in how many pieces its cells were at first."""

    lattice: Lattice
    pieces: int


def _common(
    *,
    scale: Annotated[float, Between(0.05, 1), _("how large, as a share of the maze")] = 1.0,
    combine: Annotated[
        Literal["keep", "cut-out", "add"],
        _("keep only what the mask covers, cut that out, or add it to the masks before"),
    ] = "keep",
) -> None:
    """Do to any mask what can be done to all."""


def _all_together(
    *,
    pieces: Annotated[
        Pieces,
        _("of several pieces: join them by bridges, keep the largest, or make a maze in each"),
    ] = "bridges",
) -> None:
    """Do to all masks what can be done once."""


MASK_OPTIONS = options_of(_common)
(PIECES,) = options_of(_all_together)


def listed(masks: Any) -> list[dict[str, Any]]:
    """Return the masks that somebody wrote: one or several, each a name or a mapping with one.

    Raises ``UsageError`` for what is none.
    """
    several = [masks] if isinstance(masks, str | Mapping) else masks
    if not isinstance(several, Sequence):
        raise UsageError(_("A mask is a name or has one, not {mask}.").format(mask=quoted(masks)))
    found: list[Any] = [{"name": each} if isinstance(each, str) else each for each in several]
    for each in found:
        if not isinstance(each, Mapping) or not isinstance(each.get("name"), str):
            raise UsageError(
                _("A mask is a name or has one, not {mask}.").format(mask=quoted(each))
            )
    return [dict(each) for each in found]


def cut(
    masks: Several,
    lattice: Lattice,
    *,
    pieces: str = PIECES.default,
    job: Job | None = None,
    **options: Any,
) -> Cut:
    """Return a lattice cut to one mask after the other.

    ``options`` are for every mask that knows them and does not say otherwise itself. Raises
    ``UsageError`` for what is not known, a picture or typeface that cannot be read, or masks that
    leave nothing, and ``CancelledError``.
    """
    chosen = [_chosen(each, options) for each in listed(masks)]
    check_all(tuple(one for each in chosen for one in MASKS[each["name"]].options), options)
    joining, job = PIECES.check(pieces), job or Job()

    def layers() -> Iterator[Layer]:
        for each in chosen:
            with job.part(COVERING / len(chosen)):
                yield layer(lattice, each, job)

    return joined(lattice, combined(lattice, layers()), joining, job)


def _chosen(wanted: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mask with all its options, of which ``others`` may say some."""
    known = MASKS[wanted["name"]].options
    names = {option.name for option in known}
    values = {name: value for name, value in others.items() if name in names}
    values |= {name: value for name, value in wanted.items() if name != "name"}
    return {"name": wanted["name"], **check_all(known, values)}


def layer(lattice: Lattice, chosen: Mapping[str, Any], job: Job) -> Layer:
    """Return what a mask covers, and how it is combined; all its options are chosen.

    Raises ``UsageError`` and ``CancelledError``.
    """
    make = MASKS[chosen["name"]].make
    stencil = make(**{option.name: chosen[option.name] for option in options_of(make)})
    return covered(lattice, stencil, chosen["scale"], job), chosen["combine"]


def combined(lattice: Lattice, layers: Iterable[Layer]) -> Bools:
    """Return bool[n]: the cells of a lattice that its masks leave, the first mask first."""
    inside = lattice.inside
    for place, (covers, combine) in enumerate(layers):
        if combine == "add" and place:
            inside = inside | covers
        else:
            inside = inside & (~covers if combine == "cut-out" else covers)
    return inside


def joined(lattice: Lattice, inside: Bools, joining: str, job: Job) -> Cut:
    """Return the lattice with the cells in ``inside``, its pieces dealt with as ``joining`` has it.

    Raises ``UsageError`` where none is left, and ``CancelledError``.
    """
    result = masked(lattice, inside, job)
    pieces = pieces_of(result, job)
    if pieces.count > 1 and joining == "largest":
        result = masked(lattice, pieces.largest(), job)
    elif pieces.count > 1 and joining == "bridges":
        result = masked(lattice, bridged(lattice, result, job), job)
    job.check()
    return Cut(result, pieces.count)
