"""Walls that follow a photo: corridors by its regions, for a page whose walls have its tones.

J. Xu and C. S. Kaplan, "Image-guided maze construction" (2007), on a grid of squares: see
``textures.py`` for the corridors. How thick walls are is the page's: its ``tone``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Advanced, Between, Choices, FileOf, Label, OnlyWhere, Written
from mazeeditor.core.pictures import KINDS, SUFFIXES, name_of
from mazeeditor.core.translation import _
from mazeeditor.maze.completing import Growth, complete, grown_tree
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.regions import regions_of
from mazeeditor.maze.photo.textures import (
    Strips,
    Texture,
    on_one_strip,
    strips_of,
    textures_of,
)
from mazeeditor.maze.photo.tones import (
    PHOTO,
    Tones,
    blur_tones,
    check_tones,
    crop_tones,
    resize_tones,
    text_of_tones,
    tones_of,
)
from mazeeditor.maze.random import shuffle
from mazeeditor.maze.search.joining import join_areas, write_walls
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SubjectState, subject
from mazeeditor.maze.walls import free_walls, inner_walls

MIN_CELLS, MAX_CELLS = 5, 1000  # cells along the longer side
CELL = 4.0  # mm: the passage and the thickest wall
LEAST_REGION = 12  # cells
PIXELS = 3  # of the tones that a page keeps, for each cell
USUAL_REGION, USUAL_DISORDER, USUAL_CONTRAST = 40, 0.12, 0.4
A3 = 94, 64  # cells along its sides, less margins, with walls and passages of 2 mm
SURROUNDINGS = 0.08  # of the longer side: what light and dark parts are compared with
BLUR_CELLS = 1.5  # cells: the blur of walls that are counted around a cell
FEWEST_WALLS = 0.55  # for each cell of a black part; a maze without loops has one
_TEXTURES = {
    "automatic": _("As suits each region"),
    "direction": _("Along equal tones"),
    "spiral": _("Spirals"),
    "random": _("By the generator"),
}

_Photo = Annotated[
    str,
    FileOf(_("Pictures"), SUFFIXES, keep=PHOTO.keep, name=name_of),
    Written(check_tones),
    _("photo that the walls show: {kinds}").format(kinds=KINDS),
]
_Detail = Annotated[
    int | None,
    Between(MIN_CELLS, MAX_CELLS),
    OnlyWhere(lambda values: not values["crop"], _("Only if the maze has the photo's form.")),
    _(
        "number of cells along the longer side; auto: as many as A3 has room for with "
        "passages of 2 mm"
    ),
]
_Crop = Annotated[
    bool,
    Label(_("Cut the photo")),
    Advanced(),
    _("cut the photo to the rows and columns that you choose"),
]
_Texture = Annotated[
    str,
    Choices(_TEXTURES),
    Label(_("Corridors")),
    _("course of the corridors in the regions of the photo"),
]
_Region = Annotated[
    int,
    Advanced(),
    Label(_("Smallest region")),
    Between(LEAST_REGION, 10_000),
    _("least number of cells in a region of about one tone"),
]
_Disorder = Annotated[
    float, Advanced(), Between(0, 1), _("share of the walls that follow no direction or spiral")
]
_Contrast = Annotated[
    float,
    Advanced(),
    Between(0, 1),
    _("strength of the contrast between light and dark parts in each region"),
]
_Brightness = Annotated[
    float, Advanced(), Between(-1, 1), _("change of brightness: lighter above 0, darker below")
]
_Negative = Annotated[
    bool, Advanced(), _("make light parts dark, for white walls on a dark ground")
]


@dataclass(frozen=True, kw_only=True)
class _Options:
    """The options of the subject, as ``photo`` has them."""

    photo: str = ""
    detail: int | None = None
    crop: bool = False
    texture: str = "automatic"
    region: int = USUAL_REGION
    disorder: float = USUAL_DISORDER
    contrast: float = USUAL_CONTRAST
    brightness: float = 0.0
    negative: bool = False

    def source(self) -> Tones:
        """Return the tones of the photo; raises ``UsageError``."""
        if not self.photo:
            raise UsageError(_("Choose a photo: a file of {kinds}.").format(kinds=KINDS))
        return tones_of(self.photo)

    def sized(self, lattice: Lattice) -> Lattice:
        """Return the lattice with as many cells as the detail needs, in the form of the photo."""
        if self.crop or not lattice.whole:
            return lattice
        height, width = self.source().shape
        longer, shorter = max(height, width), min(height, width)
        scale = (
            min(A3[0] / longer, A3[1] / shorter) if self.detail is None else self.detail / longer
        )
        sizes = {"rows": max(2, round(height * scale)), "columns": max(2, round(width * scale))}
        return build(lattice.shape, **{**lattice.parameters, **sizes})

    def tones(self, lattice: Lattice) -> Tones:
        """Return the tones float64[3 rows, 3 columns] of what a lattice shows of the photo."""
        columns, rows = lattice.columns * PIXELS, lattice.rows * PIXELS
        tones = resize_tones(crop_tones(self.source(), columns / rows), columns, rows)
        if self.contrast:
            around = blur_tones(tones, SURROUNDINGS * max(tones.shape))
            tones = (tones + self.contrast * (tones - around)).clip(0, 1)
        tones = tones ** (2**self.brightness)
        return 1 - tones if self.negative else tones

    def strips(self, cells: Tones, job: Job) -> tuple[Strips, list[Texture]]:
        regions = regions_of(cells, self.region, job)
        found = textures_of(cells, regions)
        if self.texture != "automatic":
            found = [(Texture[self.texture.upper()], direction) for _texture, direction in found]
        return strips_of(regions, found), [texture for texture, _direction in found]


def page_of(maze: Maze, **options: Any) -> Mapping[str, Any]:
    """Return the values of a page whose walls have the tones of the photo."""
    chosen = _Options(**options)
    tones = chosen.tones(maze.lattice)
    return {"walls": "toned", "tone": text_of_tones(tones, Path(name_of(chosen.photo)).name)}


def fit_options(width: float | None, height: float | None, **options: Any) -> Mapping[str, Any]:
    """Return options with which a maze of some mm has walls and passages of 2 mm."""
    chosen = _Options(**options)
    if chosen.crop or chosen.detail is not None:
        return options
    down, across = chosen.source().shape
    rooms = [(width, across), (height, down)]
    scale = min((room / CELL - 0.5) / side for room, side in rooms if room is not None)
    detail = int(max(down, across) * scale)
    return {**options, "detail": min(max(detail, MIN_CELLS), MAX_CELLS)}


def look(maze: Maze, job: Job, **options: Any) -> SubjectState:
    """Return where too many walls are open for the photo to be as dark as it is there."""
    chosen, lattice = _Options(**options), maze.lattice
    cells = resize_tones(chosen.tones(lattice), lattice.columns, lattice.rows)
    job.check()
    short = _too_light(maze, cells)
    lost = ""
    if len(short):
        lost = _("The photo is too light at {count:,} cells: walls are missing there.").format(
            count=len(short)
        )
    figures = {"missing": len(short), "shown": round(1 - len(short) / max(lattice.cells, 1), 4)}
    return SubjectState(lost, figures, short)


def _too_light(maze: Maze, cells: Tones) -> Ids:
    """Return the cells int64[k] around which too few walls are closed for their tones."""
    lattice = maze.lattice
    inside = lattice.inside_cells()
    closed = maze.walls & free_walls(lattice)
    count = COUNT[closed].astype(np.float64) / 2
    count += COUNT[lattice.closed & ~free_walls(lattice)]  # the outer ones stay
    rows, columns = lattice.places(inside).T
    walls = np.ones((lattice.rows, lattice.columns))
    walls[rows, columns] = count[inside]
    around = blur_tones(walls, BLUR_CELLS)
    light = around < FEWEST_WALLS * cells
    return inside[light[rows, columns]]


def mend(maze: Maze, job: Job, **options: Any) -> Maze:
    """Return a maze that is dark where the photo is: one without loops at these places."""
    chosen, lattice = _Options(**options), maze.lattice
    cells = resize_tones(chosen.tones(lattice), lattice.columns, lattice.rows)
    short = _too_light(maze, cells)
    if not len(short):
        return maze.copy()
    around = np.zeros((lattice.rows, lattice.columns))
    rows, columns = lattice.places(short).T
    around[rows, columns] = 1.0
    near = np.zeros(lattice.size, np.bool_)
    inside = lattice.inside_cells()
    rows, columns = lattice.places(inside).T
    near[inside] = blur_tones(around, BLUR_CELLS)[rows, columns] > 0
    free = free_walls(lattice, near, maze.locks, job)
    return complete(maze, Growth("kruskal", 0), free, job, keep=True).maze


@subject(
    "photo",
    _("Photo"),
    order=3,
    look=look,
    mend=mend,
    page=page_of,
    sets=("walls", "tone"),
    fitted=fit_options,
)
def photo(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    photo: _Photo = "",
    detail: _Detail = None,
    crop: _Crop = False,
    texture: _Texture = "automatic",
    region: _Region = USUAL_REGION,
    disorder: _Disorder = USUAL_DISORDER,
    contrast: _Contrast = USUAL_CONTRAST,
    brightness: _Brightness = 0.0,
    negative: _Negative = False,
) -> Maze:
    """The walls show a photo: thick where it is dark, and running along its shapes."""
    chosen = _Options(
        photo=photo,
        detail=detail,
        crop=crop,
        texture=texture,
        region=region,
        disorder=disorder,
        contrast=contrast,
        brightness=brightness,
        negative=negative,
    )
    lattice = chosen.sized(lattice)
    cells = resize_tones(chosen.tones(lattice), lattice.columns, lattice.rows)
    with job.part(0.3):
        strips, textures = chosen.strips(cells, job)
    free = free_walls(lattice, job=job)
    with job.part(0.5):
        tree, random = grown_tree(growth, lattice, free, job)
    ids = inner_walls(lattice, free, job)
    shuffle(ids, random, job)
    ids = ids[np.argsort(_ranks(lattice, ids, tree, strips, textures, disorder), kind="stable")]
    job.phase(len(ids))
    joined = join_areas(lattice, np.arange(lattice.size, dtype=np.int32), ids, job)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    write_walls(lattice, walls, ids[joined], job, closed=False)
    return Maze(lattice, walls, lattice.first, (lattice.last,))


def _ranks(
    lattice: Lattice,
    ids: NDArray[np.int32],
    tree: NDArray[np.uint8],
    strips: Strips,
    textures: list[Texture],
    disorder: float,
) -> NDArray[np.uint8]:
    """Return uint8[k]: walls in random order, int32[k], of which low ones are opened first.

    0 within a strip, or open in the ``tree`` of the generator in a random region; 1 within a
    region; 2 between two. Of the walls in strips and between them a share changes places.
    """
    lower, slots, upper, _backs = lattice.sides_of(ids.astype(np.int64))
    one, other = (
        row * lattice.columns + column
        for row, column in (lattice.places(cells).T for cells in (lower, upper))
    )
    regions = strips.regions.ravel()
    within = regions[one] == regions[other]
    random = np.array(textures)[regions[one]] == Texture.RANDOM
    grown = tree[lower] >> slots.astype(np.uint8) & 1 == 0
    stray = np.arange(len(ids)) < round(disorder * len(ids))  # the order is random
    first = np.where(random, grown, on_one_strip(strips, one, other) ^ stray)
    ranks: NDArray[np.uint8] = np.where(within, np.where(first, 0, 1), 2).astype(np.uint8)
    return ranks
