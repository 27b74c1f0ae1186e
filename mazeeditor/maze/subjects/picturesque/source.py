"""The pixels of a picture: from a file, a text or a figure, made smooth, joined by bridges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.masks import MASKS, Stencil, stencil_of
from mazeeditor.maze.masks.bridges import bridge_pieces
from mazeeditor.maze.photo.pencils import (
    NO_PENCIL,
    Paints,
    Pencils,
    in_few,
    smooth_paints,
    spread,
    without_specks,
)
from mazeeditor.maze.pieces import mask_lattice, pieces_of
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects.picturesque.coloured import Box, colours_in, image_of, ink_of

if TYPE_CHECKING:
    from PIL import Image

Grid = NDArray[np.bool_]  # bool[rows, columns], of pixels or of cells
BORDER_SAMPLES = 400  # samples across, by which the empty border of a picture is found
MOST_ACROSS = 500
SPECK = 8  # pixels: smaller areas of a colour have that of their neighbours
MOST_DOWN = 2000  # pixels: a text of many lines is longer than it is wide


@dataclass(frozen=True, eq=False)
class Palette:
    """A picture in its colours, how dark it is, mode L, and how many colours are left at most."""

    image: Image.Image
    ink: Image.Image
    most: int


@dataclass(frozen=True, eq=False)
class Pixels:
    """``shown`` is the picture, with its margin, and ``cover`` what the route has to cover.

    ``cover`` is in one piece: of so many ``pieces``, which ``bridges`` pixels join. ``pencils`` are
    the colours of ``cover``, where it has several.
    """

    shown: Grid
    cover: Grid
    pieces: int
    bridges: int
    pencils: Pencils | None = None

    @property
    def paints(self) -> Paints:
        """The number of the colour of each pixel: 0 where it has one alone."""
        if self.pencils is None:
            return np.zeros(self.shown.shape, np.int8)
        return self.pencils.paints


def pixels_of(
    stencil: Stencil,
    across: int,
    *,
    smooth: int,
    margin: int,
    reverse: bool,
    broad: bool,
    palette: Palette | None = None,
    job: Job,
) -> Pixels:
    """Return the pixels of a picture ``across`` wide; raises ``UsageError``, ``CancelledError``.

    ``smooth`` is how often each takes the colour of most of its neighbours, ``margin`` how many
    stand around, ``reverse`` whether the route covers the others, ``broad`` whether bridges are
    two wide, so that a route comes back over them, and ``palette`` the picture in its colours.
    """
    shown, box = _sample(stencil, across)
    size = shown.shape
    for _round in range(smooth):
        shown = _smooth(shown)
    shown = np.pad(shown, margin)
    cover = ~shown if reverse else shown
    if not cover.any():
        raise UsageError(_("The picture leaves nothing for the route: change how dark it must be."))
    joined, pieces = _join(cover, job)
    if broad:
        added = joined & ~cover
        wide = added.copy()
        wide[1:] |= added[:-1]
        wide[:, 1:] |= added[:, :-1]
        wide[1:, 1:] |= added[:-1, :-1]
        joined |= wide
    pencils = None
    if palette and not reverse:
        pencils = _paint(palette, box, size, shown, joined, margin, smooth)
    return Pixels(shown, joined, pieces, int(np.count_nonzero(joined & ~cover)), pencils)


def _paint(
    palette: Palette,
    box: Box,
    size: tuple[int, ...],
    shown: Grid,
    joined: Grid,
    margin: int,
    smooth: int,
) -> Pencils | None:
    """Return the colours of the pixels ``joined``, None where they all have one."""
    rows, columns = size
    values, inked = colours_in(palette.image, palette.ink, box, columns, rows)
    values = np.pad(values, ((margin, margin), (margin, margin), (0, 0)))
    inked = shown & np.pad(inked, margin)  # not what was filled when the picture was smooth_paints
    if not inked.any():
        return None
    paints = np.full(shown.shape, NO_PENCIL, np.int8)
    paints[inked], colours = in_few(values[inked], palette.most)
    paints = spread(paints, shown)
    paints = without_specks(smooth_paints(paints, smooth), SPECK)
    used = distinct(paints[paints >= 0])
    if len(used) < 2:
        return None
    table = np.full(len(colours) + 1, NO_PENCIL, np.int8)
    table[used] = np.arange(len(used))  # the last one is NO_PENCIL
    return Pencils(spread(table[paints], joined), tuple(colours[number] for number in used))


def source_of(
    *,
    picture: str,
    picture_colours: int,
    threshold: float,
    invert: bool,
    text: str,
    typeface: str,
    figure: str,
) -> tuple[Stencil, Palette | None]:
    """Return the stencil of a picture's file, of a text without one, else of a figure.

    The file of a picture has a palette where it may have several colours.
    """
    if picture:
        image = image_of(picture)
        dark = ink_of(image, coloured=picture_colours > 1)
        from PIL import ImageChops

        ink = ImageChops.invert(dark) if invert else dark
        palette = Palette(image, ink, picture_colours) if picture_colours > 1 else None
        return stencil_of(ink, threshold), palette
    if text.strip():
        return MASKS["text"].run(text=text, typeface=typeface), None
    return MASKS[figure].run(), None


def _sample(stencil: Stencil, across: int) -> tuple[Grid, Box]:
    """Return which pixels a stencil covers, so many across, in its box without empty borders."""
    aspect = stencil.aspect or 1.0
    down = max(1, round(BORDER_SAMPLES / aspect))
    fine = _cover(stencil, Box(0.0, 0.0, 1.0, 1.0), BORDER_SAMPLES, min(down, 20 * BORDER_SAMPLES))
    if not fine.any():
        raise UsageError(
            _("Nothing of the picture is dark enough: change how dark it must be, or invert it.")
        )
    rows, columns = np.flatnonzero(fine.any(axis=1)), np.flatnonzero(fine.any(axis=0))
    height, width = fine.shape
    box = Box(
        columns[0] / width,
        rows[0] / height,
        (columns[-1] + 1) / width,
        (rows[-1] + 1) / height,
    )
    part = (box.right - box.left) * aspect / (box.bottom - box.top)
    high = max(1, round(across / part))
    if high > MOST_DOWN:
        raise UsageError(
            _("The picture is {high:,} pixels high, more than {most:,}: choose fewer.").format(
                high=high, most=MOST_DOWN
            )
        )
    return _cover(stencil, box, across, high), box


def _cover(stencil: Stencil, box: Box, across: int, down: int) -> Grid:
    """Return bool[down, across], which middles of pixels in a box of a stencil it covers."""
    left, top, right, bottom = box
    covers = stencil.prepare(across / (right - left), down / (bottom - top))
    x = left + (np.arange(across) + 0.5) * (right - left) / across
    y = top + (np.arange(down) + 0.5) * (bottom - top) / down
    points = np.stack(np.broadcast_arrays(x[None, :], y[:, None]), axis=-1).reshape(-1, 2)
    return covers(np.ascontiguousarray(points)).reshape(down, across)


def _smooth(shown: Grid) -> Grid:
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


def _join(cover: Grid, job: Job) -> tuple[Grid, int]:
    """Return a grid with the bridges that join its pieces, and how many pieces it had."""
    whole = build("rectangular", rows=cover.shape[0], columns=cover.shape[1])
    inside = np.zeros(whole.size, np.bool_)
    cells = whole.inside_cells()
    inside[cells] = cover.ravel()
    part = mask_lattice(whole, inside, job)
    pieces = pieces_of(part, job).count
    return bridge_pieces(whole, part, job)[cells].reshape(cover.shape), pieces
