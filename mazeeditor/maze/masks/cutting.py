"""Cuts a lattice to masks, one after the other: each keeps, cuts out or adds what it covers.

Besides the registered masks there is ``PAINTED``, the outline that the user has painted cell by
cell. It has no source: it is taken from the lattice of the present maze.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.chosen_entry import ChosenEntry
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Option, all_given, check_names, options_of
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice, alike
from mazeeditor.maze.masks import MASKS, PIECES, Bools, Stencil, covered
from mazeeditor.maze.masks.bridges import bridge_pieces
from mazeeditor.maze.masks.readable import why_unreadable
from mazeeditor.maze.pieces import mask_lattice, pieces_of

PAINTED = "painted"
LARGEST_PIECE = "largest"
SIZED = ("field",)  # masks with a size of their own, known without importing them
APART = "each"  # for the pieces of a painted outline, which are intended
COVERING = 0.5  # of the work
BYTES_PER_CELL = 40  # bytes a cell
MOST_MASKS = 32  # each covers all cells once, and has its fields in the window


class MaskStep(ChosenEntry):
    """One mask of several: a registered one or ``PAINTED``, and its options in their order."""

    registry = MASKS

    @property
    def combine(self) -> str:
        """What is done with the cells that it covers: keep, cut-out or add."""
        return str(self.options.get("combine", "keep"))

    @property
    def label(self) -> str:
        """The name that is shown; raises ``UsageError`` for an unknown mask."""
        return _("As painted") if self.name == PAINTED else super().label

    @property
    def known_options(self) -> tuple[Option, ...]:
        """What can be chosen, nothing for a painted one; raises ``UsageError``."""
        return () if self.name == PAINTED else super().known_options


def sized_by(steps: Sequence[MaskStep]) -> MaskStep | None:
    """Return the first mask that decides about the size of the maze, None where none does."""
    return next((step for step in steps if step.name in SIZED), None)


NamedMask = str | Mapping[str, Any] | MaskStep  # a mapping has a ``name`` and options
Masks = NamedMask | Sequence[NamedMask]


def mask_steps(masks: Any, **common: Any) -> tuple[MaskStep, ...]:
    """Return the steps for ``masks``, which are one or several of ``NamedMask``.

    ``common`` options are for every mask that has them and does not set them itself; only programs
    give them, so a path among them is a file that they name. Raises ``UsageError``, also for an
    option that no mask has.
    """
    several = masks if isinstance(masks, Sequence) and not isinstance(masks, str) else [masks]
    if len(several) > MOST_MASKS:
        raise UsageError(
            _("A maze takes at most {most} outlines, not {number:,}.").format(
                most=MOST_MASKS, number=len(several)
            )
        )
    steps = tuple(map(MaskStep.of, several))
    if not common:
        return steps
    check_names((option for step in steps for option in step.known_options), common)
    return tuple(_with_common(step, common) for step in steps)


def _with_common(step: MaskStep, common: Mapping[str, Any]) -> MaskStep:
    names = {option.name for option in step.known_options}
    own = {name: value for name, value in common.items() if name in names}
    values = all_given(step.known_options, own)
    return MaskStep(step.name, values | dict(step.options))


def usual_pieces(steps: Sequence[MaskStep]) -> str:
    """Return what is done with several pieces unless something else is chosen.

    A bridge between the pieces of a field would lead over land that is not part of it.
    """
    if sized_by(steps):
        return LARGEST_PIECE
    return APART if any(step.name == PAINTED for step in steps) else str(PIECES.default)


@dataclass(frozen=True, eq=False)
class Cut:
    """A lattice that was cut to masks.

    ``pieces`` is the number of pieces that the masks left, and ``joining`` what was done with them
    where there were several.
    """

    lattice: Lattice
    pieces: int = 1
    joining: str = APART
    masks: tuple[MaskStep, ...] = ()

    @property
    def report(self) -> str:
        """What is to be known of the outline, in a sentence or two; "" if that is nothing."""
        return " ".join(filter(None, (self.about_pieces, self.about_letters)))

    @property
    def about_letters(self) -> str:
        """A sentence that says why its letters cannot be read; "" if they can, or it has none."""
        return why_unreadable(self.masks, self.lattice)

    @property
    def about_pieces(self) -> str:
        """A sentence that says what was done with the pieces; "" if there is one."""
        if self.pieces <= 1:
            return ""
        done = {
            "bridges": _("joined by bridges"),
            "largest": _("only the largest is kept"),
            "each": _("with a maze in each"),
        }[self.joining]
        text = _("The outline falls into {pieces:,} pieces, {done}.")
        return text.format(pieces=self.pieces, done=done)


def cut(
    masks: Masks,
    lattice: Lattice,
    *,
    pieces: str | None = None,
    like: Lattice | None = None,
    job: Job | None = None,
    **options: Any,
) -> Cut:
    """Return a whole lattice cut to one mask after the other.

    ``options`` are for every mask that has them and does not set them itself; ``pieces`` is what
    is done with several pieces, ``None`` for the default. ``like`` has the painted outline; if
    the result is the same lattice, it is ``like`` itself. Raises ``UsageError`` for unknown
    names, a picture or typeface that cannot be read, or masks that leave nothing, and
    ``CancelledError``.
    """
    steps = [step.checked() for step in mask_steps(masks, **options)]
    what = _("An outline on {cells:,} cells").format(cells=lattice.cells)
    check_free(what, lattice.size * BYTES_PER_CELL)
    joining = PIECES.check(usual_pieces(steps) if pieces is None else pieces)
    job = job or Job()
    result = _join(lattice, _left_by(steps, lattice, like, job), joining, job)
    result = replace(result, masks=tuple(steps))
    if like is not None and result.lattice.same(like):
        return replace(result, lattice=like)
    return result


def _left_by(steps: list[MaskStep], lattice: Lattice, like: Lattice | None, job: Job) -> Bools:
    """Return bool[n]: the cells of a lattice that its masks leave, the first mask first."""
    inside: Bools = lattice.inside
    for place, step in enumerate(steps):
        with job.part(COVERING / len(steps)):
            covers = _covered_cells(step, lattice, like, job)
        if step.combine == "add" and place:
            inside = inside | covers
        else:
            inside = inside & (~covers if step.combine == "cut-out" else covers)
    return inside


def _covered_cells(step: MaskStep, lattice: Lattice, like: Lattice | None, job: Job) -> Bools:
    """Return bool[n]: the cells that a mask, all of whose options are chosen, covers."""
    if step.name != PAINTED:
        make = MASKS[step.name].run
        stencil = make(**{option.name: step.options[option.name] for option in options_of(make)})
        return covered(lattice, stencil, step.options.get("scale", 1.0), job)
    if like is None:
        raise UsageError(
            _("There is no painted outline here to be repeated: choose another outline.")
        )
    return (
        like.inside if alike(like, lattice) else covered(lattice, _painted_stencil(like), 1.0, job)
    )


def _painted_stencil(like: Lattice) -> Stencil:
    """Return the stencil of a painted outline, for mazes of other sizes and shapes."""
    geometry = like.geometry
    size = np.array([geometry.width, geometry.height])

    def covers(points: Points) -> NDArray[np.bool_]:
        x, y = (points * size).T
        inside: NDArray[np.bool_] = like.inside[geometry.all_under(x, y)]
        return inside

    return Stencil(None, lambda *_size: covers)


def _join(lattice: Lattice, inside: Bools, joining: str, job: Job) -> Cut:
    """Return the lattice with the cells in ``inside``, its pieces treated as ``joining`` specifies.

    Raises ``UsageError`` where none is left, and ``CancelledError``.
    """
    result = mask_lattice(lattice, inside, job)
    pieces = pieces_of(result, job)
    if pieces.count > 1 and joining == LARGEST_PIECE:
        result = mask_lattice(lattice, pieces.largest(), job)
    elif pieces.count > 1 and joining == "bridges":
        result = mask_lattice(lattice, bridge_pieces(lattice, result, job), job)
    job.check()
    return Cut(result, pieces.count, joining)


# A small picture of what stays, what bridges add, and what is dropped

OUTSIDE, DROPPED, KEPT, ADDED = range(4)


@dataclass(frozen=True, eq=False)
class MaskPreview:
    """A picture of an outline: uint8[height, width] of the kinds above, and a text on it."""

    kinds: NDArray[np.uint8]
    cells: int
    text: str


def mask_preview(
    masks: Masks, whole: Lattice, *, pieces: str | None, like: Lattice, px: int, job: Job
) -> MaskPreview:
    """Return what ``cut`` makes of a whole lattice, ``px`` wide and high; raises what it does."""
    done = raw = cut(masks, whole, pieces=APART, like=like, job=job)
    if raw.pieces > 1:
        done = cut(masks, whole, pieces=pieces, like=like, job=job)
    kinds = _kinds(whole, raw.lattice.inside, done.lattice.inside, px)
    return MaskPreview(kinds, done.lattice.cells, done.report)


def _kinds(
    whole: Lattice, raw: NDArray[np.bool_], done: NDArray[np.bool_], px: int
) -> NDArray[np.uint8]:
    """Return uint8[px, px]: what lies outside the maze, was dropped, is kept, and was added."""
    kinds = np.full(whole.size, OUTSIDE, np.uint8)
    kinds[raw & ~done] = DROPPED
    kinds[raw & done] = KEPT
    kinds[done & ~raw] = ADDED
    geometry = whole.geometry
    side = max(geometry.width, geometry.height) / px
    steps: Points = np.linspace(0.5 * side, (px - 0.5) * side, px)
    x: Points = steps - (px * side - geometry.width) / 2
    y: Points = steps - (px * side - geometry.height) / 2
    result: NDArray[np.uint8] = kinds[geometry.all_under(x[None, :], y[:, None])]
    return result
