"""The outline that a recipe names: cut anew, or as it was painted, at any size wanted now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.masking import PAINTED
from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.masks import MASK_OPTIONS, MASKS, Cut, Stencil, covered, cut
from mazeeditor.maze.bridges import bridged
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import masked
from mazeeditor.maze.pieces import pieces_of
from mazeeditor.options import Option, check_all
from mazeeditor.words import _

# whoever paints cells apart means it
PIECES = next(option for option in MASK_OPTIONS if option.name == "pieces")
PAINTED_OPTIONS = (Option(PIECES.name, str, "each", PIECES.help, choices=PIECES.choices),)


def options_for(name: str) -> tuple[Option, ...]:
    """Return what can be chosen of a mask, or of a painted outline; raises ``UsageError``."""
    return PAINTED_OPTIONS if name == PAINTED else (*MASKS[name].options, *MASK_OPTIONS)


def checked(mask: Any) -> tuple[str, dict[str, Any]]:
    """Return the name and all options of the mask of a recipe, which anybody may have written.

    Raises ``UsageError``.
    """
    if not isinstance(mask, Mapping) or not isinstance(mask.get("name"), str):
        raise UsageError(_("The mask of this maze has no name."))
    chosen = {name: value for name, value in mask.items() if name != "name"}
    return mask["name"], check_all(options_for(mask["name"]), chosen)


def outlined(
    lattice: Lattice, mask: Mapping[str, Any], like: Lattice | None = None, job: Job | None = None
) -> Cut:
    """Return a whole lattice cut to the mask of a recipe; it is ``like`` where that is the same.

    Raises ``UsageError`` and ``CancelledError``.
    """
    name, options = checked(mask)
    job = job or Job()
    if name != PAINTED:
        result = cut(name, lattice, job=job, **options)
    elif like is None:
        raise UsageError(_("There is no painted outline: choose another mask."))
    else:
        result = _as_painted(lattice, like, options[PIECES.name], job)
    if like is not None and result.lattice.same(like):
        return Cut(like, result.pieces)
    return result


def _as_painted(lattice: Lattice, like: Lattice, joining: str, job: Job) -> Cut:
    """Return a lattice cut to the cells that ``like`` has."""
    known = (like.shape, dict(like.parameters)) == (lattice.shape, dict(lattice.parameters))
    inside = like.inside if known else covered(lattice, _stencil(like), 1.0, job)
    result = masked(lattice, inside, job)
    pieces = pieces_of(result, job)
    if pieces.count > 1 and joining == "largest":
        result = masked(lattice, pieces.largest(), job)
    elif pieces.count > 1 and joining == "bridges":
        result = masked(lattice, bridged(lattice, result, job), job)
    return Cut(result, pieces.count)


def _stencil(like: Lattice) -> Stencil:
    """Return the stencil of a painted outline, for mazes of other sizes and shapes."""
    geometry = like.geometry
    size = np.array([geometry.width, geometry.height])

    def covers(points: Points) -> NDArray[np.bool_]:
        x, y = (points * size).T
        inside: NDArray[np.bool_] = like.inside[geometry.all_under(x, y)]
        return inside

    return Stencil(None, lambda _across: covers)


def in_words(pieces: int, joining: str) -> str:
    """Return a sentence on what became of the pieces of a mask, "" where there is one."""
    if pieces <= 1:
        return ""
    done = {
        "bridges": _("joined by bridges"),
        "largest": _("only the largest is kept"),
        "each": _("with a maze in each"),
    }[joining]
    return _("The mask falls into {pieces:,} pieces, {done}.").format(pieces=pieces, done=done)
