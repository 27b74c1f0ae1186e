"""The pixels of a picture: from a file, a text or a figure, made smooth, joined by bridges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.masks import MASKS, Stencil
from mazeeditor.maze.masks.bridges import bridged
from mazeeditor.maze.pieces import masked, pieces_of
from mazeeditor.maze.shapes import build

Grid = NDArray[np.bool_]  # bool[rows, columns], of pixels or of cells
FINE = 400  # samples across, by which the empty border of a picture is found
MOST_ACROSS = 500
MOST_DOWN = 2000  # pixels: a text of many lines is longer than it is wide


@dataclass(frozen=True, eq=False)
class Pixels:
    """``shown`` is the picture, with its margin, and ``cover`` what the route has to cover.

    ``cover`` is in one piece: of so many ``pieces``, which ``bridges`` pixels join.
    """

    shown: Grid
    cover: Grid
    pieces: int
    bridges: int


def pixels_of(
    stencil: Stencil,
    across: int,
    *,
    smooth: int,
    margin: int,
    reverse: bool,
    broad: bool,
    job: Job,
) -> Pixels:
    """Return the pixels of a picture ``across`` wide; raises ``UsageError``, ``CancelledError``.

    ``smooth`` is how often each takes the colour of most of its neighbours, ``margin`` how many
    stand around, ``reverse`` whether the route covers the others, and ``broad`` whether bridges are
    two wide, so that a route comes back over them.
    """
    shown = _sampled(stencil, across)
    for _round in range(smooth):
        shown = _smoothed(shown)
    shown = np.pad(shown, margin)
    cover = ~shown if reverse else shown
    if not cover.any():
        raise UsageError(_("The picture leaves nothing for the route: change how dark it must be."))
    joined, pieces = _joined(cover, job)
    if broad:
        added = joined & ~cover
        wide = added.copy()
        wide[1:] |= added[:-1]
        wide[:, 1:] |= added[:, :-1]
        wide[1:, 1:] |= added[:-1, :-1]
        joined |= wide
    return Pixels(shown, joined, pieces, int(np.count_nonzero(joined & ~cover)))


def source_of(
    *, picture: str, threshold: float, invert: bool, text: str, typeface: str, figure: str
) -> Stencil:
    """Return the stencil of a picture's file, of a text without one, else of a figure."""
    if picture:
        run = MASKS["picture"].run
        return run(picture=picture, threshold=threshold, invert=invert)
    if text.strip():
        return MASKS["text"].run(text=text, typeface=typeface)
    return MASKS[figure].run()


def _sampled(stencil: Stencil, across: int) -> Grid:
    """Return which pixels a stencil covers, so many across, without the empty border around."""
    aspect = stencil.aspect or 1.0
    down = max(1, round(FINE / aspect))
    fine = _covered(stencil, (0.0, 0.0, 1.0, 1.0), FINE, min(down, 20 * FINE))
    if not fine.any():
        raise UsageError(
            _("Nothing of the picture is dark enough: change how dark it must be, or invert it.")
        )
    rows, columns = np.flatnonzero(fine.any(axis=1)), np.flatnonzero(fine.any(axis=0))
    height, width = fine.shape
    box = (
        columns[0] / width,
        rows[0] / height,
        (columns[-1] + 1) / width,
        (rows[-1] + 1) / height,
    )
    part = (box[2] - box[0]) * aspect / (box[3] - box[1])
    high = max(1, round(across / part))
    if high > MOST_DOWN:
        raise UsageError(
            _("The picture is {high:,} pixels high, more than {most:,}: choose fewer.").format(
                high=high, most=MOST_DOWN
            )
        )
    return _covered(stencil, box, across, high)


def _covered(
    stencil: Stencil, box: tuple[float, float, float, float], across: int, down: int
) -> Grid:
    """Return bool[down, across], which middles of pixels in a box of a stencil it covers."""
    left, top, right, bottom = box
    covers = stencil.prepare(across / (right - left), down / (bottom - top))
    x = left + (np.arange(across) + 0.5) * (right - left) / across
    y = top + (np.arange(down) + 0.5) * (bottom - top) / down
    points = np.stack(np.broadcast_arrays(x[None, :], y[:, None]), axis=-1).reshape(-1, 2)
    return covers(np.ascontiguousarray(points)).reshape(down, across)


def _smoothed(shown: Grid) -> Grid:
    """Return each pixel as most of the nine around it are; beyond the border all are light."""
    padded = np.pad(shown, 1).astype(np.int64)
    rows, columns = shown.shape
    total = sum(
        padded[row : row + rows, column : column + columns]
        for row in range(3)
        for column in range(3)
    )
    smooth: Grid = np.asarray(total) >= 5
    return smooth if smooth.any() else shown


def _joined(cover: Grid, job: Job) -> tuple[Grid, int]:
    """Return a grid with the bridges that join its pieces, and how many pieces it had."""
    whole = build("rectangular", rows=cover.shape[0], columns=cover.shape[1])
    inside = np.zeros(whole.size, np.bool_)
    cells = whole.inside_cells()
    inside[cells] = cover.ravel()
    part = masked(whole, inside, job)
    pieces = pieces_of(part, job).count
    return bridged(whole, part, job)[cells].reshape(cover.shape), pieces
