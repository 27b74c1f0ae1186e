"""The outline that a recipe names: cut anew, or as it was painted, at any size wanted now.

A recipe has its masks under ``MASK``, each with a ``name`` and its options, and under ``PIECES``
what is done with several pieces where that is not what is usual. Older ones have a single mask,
which also says what is done with its pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.masking import MASK, PAINTED, PIECES
from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.masks import (
    COVERING,
    MASKS,
    Cut,
    Layer,
    combined,
    joined,
    layer,
    listed,
)
from mazeeditor.masks import PIECES as JOINING
from mazeeditor.masks.stencil import Bools, Stencil, covered
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.options import Option, check_all
from mazeeditor.words import _

APART = "each"  # whoever paints cells apart means it


def options_for(name: str) -> tuple[Option, ...]:
    """Return what can be chosen of a mask, nothing of a painted one; raises ``UsageError``."""
    return () if name == PAINTED else MASKS[name].options


def label_of(name: str) -> str:
    """Return what a mask is called; raises ``UsageError``."""
    return _("As painted") if name == PAINTED else MASKS[name].label


def checked(recipe: Mapping[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """Return the masks of a recipe with all options, and what is done with several pieces.

    Raises ``UsageError``: anybody may have written it.
    """
    masks = listed(recipe.get(MASK) or [])
    joining = recipe.get(PIECES)
    for each in masks:
        old = each.pop(PIECES, None)
        joining = joining or old
        if each.pop("cut_out", False) is True:
            each["combine"] = "cut-out"
        values = {name: value for name, value in each.items() if name != "name"}
        each |= check_all(options_for(each["name"]), values)
    return masks, JOINING.check(usual_joining(masks) if joining is None else joining)


def usual_joining(masks: Sequence[Mapping[str, Any]]) -> str:
    """Return what is done with several pieces where nobody says."""
    return APART if any(each["name"] == PAINTED for each in masks) else str(JOINING.default)


def outlined(
    lattice: Lattice, recipe: Mapping[str, Any], like: Lattice | None = None, job: Job | None = None
) -> Cut:
    """Return a whole lattice cut to the masks of a recipe; it is ``like`` where that is the same.

    Raises ``UsageError`` and ``CancelledError``.
    """
    masks, joining = checked(recipe)
    job = job or Job()

    def layers() -> Iterator[Layer]:
        for each in masks:
            with job.part(COVERING / len(masks)):
                if each["name"] != PAINTED:
                    yield layer(lattice, each, job)
                elif like:
                    yield _painted(lattice, like, job), "keep"
                else:
                    raise UsageError(_("There is no painted outline: choose another mask."))

    result = joined(lattice, combined(lattice, layers()), joining, job)
    if like is not None and result.lattice.same(like):
        return Cut(like, result.pieces)
    return result


def _painted(lattice: Lattice, like: Lattice, job: Job) -> Bools:
    """Return bool[n]: the cells that ``like`` has, or those that lie where it has some."""
    known = (like.shape, dict(like.parameters)) == (lattice.shape, dict(lattice.parameters))
    return like.inside if known else covered(lattice, _stencil(like), 1.0, job)


def _stencil(like: Lattice) -> Stencil:
    """Return the stencil of a painted outline, for mazes of other sizes and shapes."""
    geometry = like.geometry
    size = np.array([geometry.width, geometry.height])

    def covers(points: Points) -> NDArray[np.bool_]:
        x, y = (points * size).T
        inside: NDArray[np.bool_] = like.inside[geometry.all_under(x, y)]
        return inside

    return Stencil(None, lambda *_size: covers)


def in_words(pieces: int, joining: str) -> str:
    """Return a sentence on what became of the pieces of a mask, "" where there is one."""
    if pieces <= 1:
        return ""
    done = {
        "bridges": _("joined by bridges"),
        "largest": _("only the largest is kept"),
        "each": _("with a maze in each"),
    }[joining]
    return _("The outline falls into {pieces:,} pieces, {done}.").format(pieces=pieces, done=done)
