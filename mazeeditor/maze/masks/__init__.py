"""The outlines to which a maze can be cut: a heart, a word, a picture; each file registers some.

A mask makes a ``Stencil``, which is placed on the cells of any shape: a cell is covered where its
middle is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Choices, Label, Option, options_of
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice

if TYPE_CHECKING:
    from PIL import Image


BLOCK_CELLS = 1 << 16  # cells between two checks of Cancel

Bools = NDArray[np.bool_]
Covers = Callable[[Points], Bools]


@dataclass(frozen=True, eq=False)
class Stencil:
    """What a mask covers, in a box of its own from 0, 0 at the top left to 1, 1.

    ``aspect`` is its width by its height, ``None`` where it takes that of the maze. ``prepare``
    takes the width and height of the box in cells, and returns a function of points float64[k, 2]
    in the box that returns which of them are covered, bool[k].
    """

    aspect: float | None
    prepare: Callable[[float, float], Covers]


def covered(lattice: Lattice, stencil: Stencil, scale: float, job: Job) -> Bools:
    """Return bool[n]: the cells whose middles a stencil covers, centred in the maze."""
    geometry = lattice.geometry
    full = np.array([geometry.width, geometry.height])
    aspect = stencil.aspect or full[0] / full[1]
    width = float(min(full[0], full[1] * aspect)) * scale
    size = np.array([width, width / aspect])
    covers = stencil.prepare(*size.tolist())
    inside = np.zeros(lattice.size, np.bool_)
    cells = lattice.inside_cells()
    job.phase(len(cells))
    for start in range(0, len(cells), BLOCK_CELLS):
        job.step(start)
        some = cells[start : start + BLOCK_CELLS]
        points = (geometry.centres(some) - (full - size) / 2) / size
        within = ((points >= 0) & (points < 1)).all(axis=1)
        inside[some[within]] = covers(points[within])
    return inside


def stencil_of(ink: Image.Image, threshold: float) -> Stencil:
    """Return the stencil of a picture in grey (mode L), which covers where it is light.

    ``threshold`` is the least lightness, 0 to 1. A picture with more pixels than cells is scaled
    down first, so that a thin line between the middles of two cells is neither missed nor counts
    alone.
    """
    from PIL import Image

    def prepare(across: float, down: float) -> Covers:
        width = max(1, min(ink.width, round(across)))
        height = max(1, min(ink.height, round(down)))
        small = ink.resize((width, height), Image.Resampling.BOX)
        light = np.asarray(small, np.uint8) >= max(1, round(threshold * 255))

        def covers(points: Points) -> NDArray[np.bool_]:
            columns = (points[:, 0] * width).astype(np.int64).clip(0, width - 1)
            rows = (points[:, 1] * height).astype(np.int64).clip(0, height - 1)
            covered: NDArray[np.bool_] = light[rows, columns]
            return covered

        return covers

    return Stencil(ink.width / ink.height, prepare)


@dataclass(frozen=True, kw_only=True)
class Mask(Entry[Callable[..., Stencil]]):
    """A registered source: ``run`` returns its stencil from keyword options.

    Where ``sizes`` is not None, it returns from the checked options the options of the shape that
    follow, rows and columns: then the mask has a size of its own, and is for rectangular mazes.
    Where ``needs`` is not None, it returns the least width and height in cells in which what the
    mask shows can be read.
    """

    sizes: Callable[[Mapping[str, Any]], Mapping[str, int]] | None = None
    needs: Callable[[Mapping[str, Any]], tuple[float, float]] | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the source, then ``MASK_OPTIONS``, without ``scale`` where it is sized."""
        common = (option for option in MASK_OPTIONS if not (self.sizes and option.name == "scale"))
        return (*options_of(self.run), *common)


MASKS: Registry[Mask] = Registry("mask", __name__)
mask = MASKS.decorator(Mask)


def _common(
    *,
    scale: Annotated[
        float,
        Label(_("Size")),
        Between(0.05, 1),
        _("size of the outline, as a share of that of the maze"),
    ] = 1.0,
    combine: Annotated[
        str,
        Choices(
            {
                "keep": _("Keep what it covers"),
                "cut-out": _("Cut it out"),
                "add": _("Add it to those above"),
            }
        ),
        Label(_("What it does")),
        _(
            "effect of the outline: keep only what it covers, cut that out, or add it to the "
            "outlines before"
        ),
    ] = "keep",
) -> None:
    """Define the options of every mask; see ``MASK_OPTIONS``."""


def _all_together(
    *,
    pieces: Annotated[
        str,
        Choices(
            {
                "bridges": _("Join them by bridges"),
                "largest": _("Keep the largest"),
                "each": _("A maze in each"),
            }
        ),
        Label(_("Separate pieces")),
        _(
            "treatment of separate pieces: join them by bridges, keep the largest, or make a "
            "maze in each"
        ),
    ] = "bridges",
) -> None:
    """Define the option of all masks together; see ``PIECES``."""


MASK_OPTIONS = options_of(_common)
(PIECES,) = options_of(_all_together)
