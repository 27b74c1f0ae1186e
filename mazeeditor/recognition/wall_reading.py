"""Reads a lattice that lies somewhere in a picture: walls, cells, and how well it fits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Layer
from mazeeditor.recognition.outlines import Bools, WallTable, inside_of
from mazeeditor.recognition.straightening import map_points
from mazeeditor.recognition.wall_samples import Numbers, WallSamples, bilinear, sample_walls, split

# Reach in cells and terms of the bend, one after the other
PASSES = ((0.3, 3), (0.2, 6), (0.14, 10))
LAST_REACH = 0.12
ENOUGH_WALLS = 3000  # to find where the grid lies
DOUBTFUL = 0.4  # walls that are less sure
EMPTY = 0.5  # of the fit, that a lattice without cells would lose
GAPS, SIGNS = 2, 3  # gaps of the outer wall and signs in cells, which cost nothing
LOOKED_AT_PIXELS = 400_000  # pixels, to see whether ink lies in cells
MAY_BE_BESIDE = 0.15  # of the ink: a title, arrows
FEWEST_CELLS = 6  # of which grids that fit are found in any picture


@dataclass(frozen=True, eq=False)
class WallReading:
    """A lattice in a picture, and which of its walls are closed.

    ``table`` has all walls that touch a cell; ``closed`` bool[k] and ``sure`` float64[k] are those
    of its walls, ``inside`` bool[n] the cells. ``fit`` is 0 .. 1, and ``parts`` say why.
    """

    lattice: Lattice
    grid: GridMap
    table: WallTable
    closed: Bools
    sure: Numbers
    inside: Bools
    fit: float
    layer: Layer
    thickness: float
    parts: dict[str, float] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """The fit, less where not all places are cells: a maze of passages taken for walls."""
        filled = int(self.inside.sum()) / max(1, int(self.lattice.inside.sum()))
        return self.fit * (1 - EMPTY * (1 - filled))

    def kept(self) -> tuple[Lattice, Bools]:
        """Return the lattice of its cells alone, and which walls of the table it has."""
        lattice = mask_lattice(self.lattice, self.inside)
        touches = self.inside[self.table.lower] | self.inside[self.table.upper]
        return lattice, touches


def locate(
    layer: Layer, lattice: Lattice, grid: GridMap, thickness: float, job: Job, passes: Any = PASSES
) -> tuple[GridMap, float]:
    """Return the map after it was made exact by the walls that are seen, and their thickness."""
    walls = WallTable.of(lattice).walls
    if len(walls) > ENOUGH_WALLS:
        walls = walls[np.linspace(0, len(walls) - 1, ENOUGH_WALLS).astype(np.int64)]
    for reach, terms in passes:
        seen = sample_walls(layer.darkness, lattice, walls, grid, thickness, reach, job)
        low, limit, high = split(seen.scores)
        sure = seen.scores > (limit + high) / 2 - 0.1 * (high - low)
        sure &= np.abs(seen.off) < 0.9 * reach
        grid = grid.correct(seen.places[sure], seen.normals[sure], seen.off[sure], terms)
        thickness = seen.thickness
    return grid, thickness


def read_walls(
    layer: Layer,
    lattice: Lattice,
    grid: GridMap,
    thickness: float,
    job: Job,
    inside: Bools | None = None,
) -> WallReading:
    """Return the walls of a lattice that lies where ``grid`` says.

    ``inside`` are its cells where they are known, else they are found. Raises ``CancelledError``.
    """
    table = WallTable.of(lattice)
    seen = sample_walls(layer.darkness, lattice, table.walls, grid, thickness, LAST_REACH, job)
    closed, sure, contrast = judge(seen)
    if inside is None:
        choices = [inside_of(lattice, table, closed)]
        low, _limit, high = split(seen.scores)
        other = inside_of(lattice, table, seen.scores >= (low + high) / 2)
        if not np.array_equal(other, choices[0]):  # doubtful walls, or what stands beside a maze
            choices.append(other)
    else:
        choices = [inside]
    tried = [
        (cells, _fit(layer, lattice, grid, table, closed, sure, cells, contrast, seen.thickness))
        for cells in choices
    ]
    inside, parts = max(tried, key=lambda one: float(np.prod(list(one[1].values()))))
    fit = float(np.prod(list(parts.values())))
    return WallReading(
        lattice, grid, table, closed, sure, inside, fit, layer, seen.thickness, parts
    )


def judge(seen: WallSamples) -> tuple[Bools, Numbers, float]:
    """Return which walls are closed, how sure that is, 0 .. 1, and the contrast of both kinds."""
    low, limit, high = split(seen.scores)
    half = max((high - low) / 2, 1e-6)
    closed: Bools = seen.scores >= limit
    sure = np.minimum(1.0, np.abs(seen.scores - limit) / half)
    return closed, sure, high - low


def _fit(
    layer: Layer,
    lattice: Lattice,
    grid: GridMap,
    table: WallTable,
    closed: Bools,
    sure: Numbers,
    inside: Bools,
    contrast: float,
    thickness: float,
) -> dict[str, float]:
    """Return what a grid that fits has: 1 each.

    Most of the outer wall is closed, walls are clearly there or not, and cells are clear; and few
    posts have no wall, as those in the middle of cells of a grid that is too fine.
    """
    one, other = inside[table.lower], inside[table.upper]
    outer, touching = one != other, one | other
    if not outer.any():
        return {"outline": 0.0}
    posts = table.posts
    highest = int(posts.max()) + 1
    degrees = np.bincount(posts[closed].ravel(), minlength=highest)
    used = np.zeros(highest, np.bool_)
    used[posts[touching].ravel()] = True
    lonely = float((degrees[used] == 0).mean())
    cells = np.flatnonzero(inside).astype(np.int64)
    if len(cells) > 6000:
        cells = cells[np.linspace(0, len(cells) - 1, 6000).astype(np.int64)]
    middles = lattice.geometry.centres(cells)
    free = min(0.2, 0.3 * (1 - thickness))  # between thick walls there is less room
    cross = np.array([[0.0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]]) * free
    dark = bilinear(layer.darkness, grid.pixels(middles[:, None] + cross)) > 0.5
    dirty = max(0.0, float((dark.sum(axis=1) >= 2).sum()) - SIGNS) / len(cells)
    return {
        "outline": min(1.0, (closed[outer].sum() + GAPS) / outer.sum()),
        "size": min(1.0, len(cells) / FEWEST_CELLS),
        "sure": float((sure[touching] > DOUBTFUL).mean()),
        "posts": 1 - lonely,
        "clear": 1 - dirty,
        "contrast": min(1.0, max(0.0, contrast * 4)),
    }


def weigh_coverage(reading: WallReading) -> WallReading:
    """Return a reading whose fit counts how much of the ink lies in its cells and on their walls.

    A title and arrows are little beside a maze.
    """
    darkness = reading.layer.darkness
    height, width = darkness.shape
    step = max(1, int(np.sqrt(height * width / LOOKED_AT_PIXELS)))
    y, x = np.nonzero(darkness[::step, ::step] > 0.5)
    if not len(x):
        return reading
    back = np.asarray(np.linalg.inv(reading.grid.matrix), np.float64)
    pixels = (np.stack([x, y], axis=-1) * step).astype(np.float64)
    places = map_points(back, pixels + 0.5)
    within = np.zeros(len(places), np.bool_)
    for shift in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):  # walls are half outside
        near = places + np.array(shift) * (reading.thickness / 2 + 0.1)
        cells = reading.lattice.geometry.all_under(near[:, 0], near[:, 1])
        within |= reading.inside[cells]
    share = min(1.0, float(within.mean()) + MAY_BE_BESIDE)
    parts = reading.parts | {"covered": share}
    return replace(reading, fit=reading.fit * share, parts=parts)


def bounds(values: NDArray[np.int64]) -> tuple[int, int]:
    """Return the lowest and the highest of some numbers."""
    return int(values.min()), int(values.max())
