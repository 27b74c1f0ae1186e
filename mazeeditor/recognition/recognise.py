"""Reads a maze in a picture: its grid, its walls, and how sure each of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, degrees, sqrt
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.recognition.choices import Choices, Corner, Guess, NoGridError
from mazeeditor.recognition.dots import join_dots
from mazeeditor.recognition.drawn_route import coloured_walls, route_through
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Layer, lay_on_paper, layers_of
from mazeeditor.recognition.openings import openings_of
from mazeeditor.recognition.outlines import Bools
from mazeeditor.recognition.rings import read_rings
from mazeeditor.recognition.slanted import read_hexagons, read_triangles
from mazeeditor.recognition.squares import guess_of, read_squares
from mazeeditor.recognition.wall_reading import DOUBTFUL, FEWEST_CELLS, WallReading
from mazeeditor.recognition.wall_samples import Numbers

if TYPE_CHECKING:
    from PIL import Image

COARSER = (0.4, 0.2)  # of the pixels a side, where no grid fits well
MOST_PIXELS = 4_200_000  # that are looked at: larger pictures are made smaller
FEWEST_PIXELS = 480  # of the longer side: smaller pictures are drawn larger
LARGEST_FACTOR = 24
GOOD = 0.85  # a fit for which nothing else is tried
MOST_WALLS, EACH = 200_000, 15_000  # that are read of one picture, and what a grid costs besides
# of the ink of a maze, and cells: then there may be another one
MIN_INK_BESIDE, MIN_CELLS_BESIDE = 0.25, 12
MARGIN_CELLS = 0.5  # cells around a maze that are painted over to look for another one
MOST_GUESSES = 3  # that are named
# a side is open if so many cells, and such a share of it, have no wall there or are outside,
# while the opposite side is there: most outlines of other forms lack corners on both
MIN_OPEN_CELLS, MIN_OPEN_SHARE, MAX_OPPOSITE_SHARE = 3, 0.2, 0.1
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
MIN_FIT = 0.5  # a fit below which a maze is not taken for read
UNKNOWN = Choices()
READERS: Mapping[str, Callable[[Layer, Choices, Job], Iterator[WallReading]]] = {
    "rectangular": read_squares,
    "hexagonal": read_hexagons,
    "triangular": read_triangles,
    "polar": read_rings,
}


@dataclass(frozen=True, eq=False)
class Recognition:
    """A maze that was read in a picture.

    ``corners`` are those of the grid in pixels of the picture, clockwise from the top left one.
    ``walls`` int64[k] are all walls of ``lattice`` that touch a cell, ``closed`` bool[k] which of
    them were seen, ``sure`` float64[k] how clearly, 0 .. 1. ``threshold`` parts ink from paper,
    0 .. 1. ``fit`` says how well the grid fits, 0 .. 1, and ``guesses`` what else it may be.
    ``turned`` are degrees clockwise. ``certain`` is whether it was read which opening is the
    entrance, ``coloured`` whether something in colour was left out, and ``crossed`` int64[j] the
    inner walls that it crosses, as a drawn route does. ``beside`` is another maze in the picture,
    None for none.
    """

    lattice: Lattice
    walls: Ids
    closed: Bools
    sure: Numbers
    entrance: Opening | None
    exits: tuple[Opening, ...]
    certain: bool
    corners: tuple[Corner, Corner, Corner, Corner]
    threshold: float
    fit: float
    guesses: tuple[Guess, ...]
    beside: Guess | None
    turned: float
    coloured: bool
    inverted: bool
    crossed: Ids

    @property
    def shape(self) -> str:
        return self.lattice.shape

    @property
    def rows(self) -> int:
        return self.lattice.rows

    @property
    def columns(self) -> int:
        """The number of cells in the longest row."""
        return self.lattice.columns

    def doubtful(self) -> list[tuple[int, int]]:
        """Return cell and slot of each wall that may be wrong, the cell inside."""
        walls = self.walls[self.sure < DOUBTFUL]
        lower, slots, upper, backs = self.lattice.sides_of(walls)
        inside = self.lattice.inside[lower]
        cells, sides = np.where(inside, lower, upper), np.where(inside, slots, backs)
        return list(zip(cells.tolist(), sides.tolist(), strict=True))

    def route(self, maze: Maze) -> Ids:
        """Return the route int64[k] that is drawn in colour in its maze, empty for none."""
        return route_through(maze, self.crossed)

    def open_side(self) -> str:
        """Return the side along which cells or their walls are missing, while the opposite has all.

        There the picture may end before the maze does. "" for none, and if it has no squares.
        """
        if self.shape != "rectangular":
            return ""
        middles = self.lattice.geometry.centres(self.lattice.inside_cells())
        columns, rows = np.floor(middles).astype(np.int64).T
        present = {
            "left": np.count_nonzero(columns == 0),
            "right": np.count_nonzero(columns == self.columns - 1),
            "top": np.count_nonzero(rows == 0),
            "bottom": np.count_nonzero(rows == self.rows - 1),
        }
        for opening in filter(None, (self.entrance, *self.exits)):
            if opening.slot is not None:
                present[self.lattice.side(opening.cell, opening.slot)] -= 1
        lengths = {
            side: self.columns if side in ("top", "bottom") else self.rows for side in present
        }
        missing = {side: 1 - present[side] / lengths[side] for side in present}
        most = max(missing, key=lambda side: missing[side])
        few = lengths[most] - present[most] < MIN_OPEN_CELLS
        if few or missing[most] < MIN_OPEN_SHARE or missing[OPPOSITE[most]] > MAX_OPPOSITE_SHARE:
            return ""
        return most

    def maze(self) -> Maze:
        """Return the maze; each call makes a new one."""
        maze = Maze(self.lattice)
        lower, _slots, upper, _backs = self.lattice.sides_of(self.walls)
        inner = self.lattice.inside[lower] & self.lattice.inside[upper]
        maze.write(self.walls[inner & ~self.closed], False)
        maze.set_openings(self.entrance, self.exits)
        return maze


def recognise(
    picture: Image.Image,
    choices: Choices = UNKNOWN,
    job: Job | None = None,
    *,
    thorough: bool = True,
) -> Recognition:
    """Return the maze in a picture, with what is known of it in ``choices``.

    Only a ``thorough`` search also looks for walls of dots or of two lines.

    Raises ``MazeError`` where no grid fits, with the sizes that fit best, and ``CancelledError``.
    """
    job = job or Job()
    image, factor = _resize(picture)
    plain = lay_on_paper(image)
    best, guesses = _best(plain, _scale(choices, factor), job)
    for coarser in _coarser(plain) if thorough else ():
        if best is not None and best.fit >= GOOD:
            break
        part = coarser.width / picture.width
        other, others = _best(coarser, _scale(choices, part), job)
        if other is not None and (best is None or other.score > best.score):
            best, guesses, factor = other, others, part
    if best is None:
        raise MazeError(_no_maze())
    if best.fit < MIN_FIT and choices.cells is None:
        raise _no_grid(guesses)
    beside = None
    if choices.corners is None and (other := _maze_beside(best, job)) is not None:
        if choices.cells is None and _comes_before(other, best):
            best, other = other, best
        beside = guess_of(other)
    return _result(best, guesses, beside, factor)


def _maze_beside(reading: WallReading, job: Job) -> WallReading | None:
    """Return another maze in the picture: there is one only where much ink lies beside the first.

    It is looked for in a picture in which the first one is painted over.
    """
    from PIL import Image, ImageDraw

    width, height = reading.grid.width, reading.grid.height
    low, right, lower = -MARGIN_CELLS, width + MARGIN_CELLS, height + MARGIN_CELLS
    places = np.array([[low, low], [right, low], [right, lower], [low, lower]])
    area = [(float(x), float(y)) for x, y in reading.grid.pixels(places)]
    layer = reading.layer
    mask = Image.new("1", layer.picture.size)
    ImageDraw.Draw(mask).polygon(area, 1)
    ink, within = layer.darkness > layer.threshold, np.asarray(mask)
    if np.count_nonzero(ink & ~within) < MIN_INK_BESIDE * np.count_nonzero(ink & within):
        return None
    rest = layer.picture.copy()
    paper = np.median(np.asarray(rest)[~ink], axis=0).astype(int).reshape(-1).tolist()
    rest.paste(tuple(paper) if len(paper) > 1 else paper[0], mask=mask)
    other, _guesses = _best(rest, UNKNOWN, job)
    if other is None or other.fit < GOOD or np.count_nonzero(other.inside) < MIN_CELLS_BESIDE:
        return None
    return other


def _comes_before(other: WallReading, reading: WallReading) -> bool:
    """Whether of two mazes the other one is larger, or as large and first in reading."""
    cells = [int(np.count_nonzero(one.inside)) for one in (other, reading)]
    if cells[0] != cells[1]:
        return cells[0] > cells[1]
    first, second = (_corners(one.grid)[0][0] for one in (other, reading))
    return first[0] + first[1] < second[0] + second[1]


def _best(
    image: Image.Image, choices: Choices, job: Job
) -> tuple[WallReading | None, tuple[Guess, ...]]:
    """Return the reading that fits best, and what all were taken for, the best first."""
    best: WallReading | None = None
    guesses: dict[tuple[str, int, int], Guess] = {}
    job.phase(6)
    steps = tried = 0
    for layer in layers_of(image, choices.threshold):
        if best is not None and best.fit >= GOOD and best.layer.inverted == layer.inverted:
            continue  # what is left is whether the passages are walls
        for shape, read in READERS.items():
            if choices.shape not in (None, shape):
                continue
            for reading in read(layer, choices, job):
                size = reading.lattice.rows, reading.lattice.columns
                if choices.cells not in (None, size):
                    continue
                guess = guess_of(reading)
                known = guesses.get(guess[:3])
                if known is None or known.fit < guess.fit:
                    guesses[guess[:3]] = guess
                if best is None or reading.score > best.score:
                    best = reading
                tried += EACH + len(reading.table.walls)
                if best.fit >= GOOD or tried > MOST_WALLS:
                    break
        steps += 1
        job.step(min(6, steps))
        if tried > MOST_WALLS or (best is not None and best.score == best.fit >= GOOD):
            break
    return best, tuple(sorted(guesses.values(), key=lambda guess: -guess.fit))


def _coarser(plain: Image.Image) -> Iterator[Image.Image]:
    """Yield pictures in which walls of dots or of two lines are walls."""
    from PIL import Image

    joined = join_dots(plain)
    if joined is not None:
        yield joined
    for part in COARSER:
        if part * max(plain.size) >= FEWEST_PIXELS / 2:
            size = (max(1, round(plain.width * part)), max(1, round(plain.height * part)))
            yield plain.resize(size, Image.Resampling.BOX)


def _resize(picture: Image.Image) -> tuple[Image.Image, float]:
    """Return the picture with as many pixels as are looked at, and how much larger it is."""
    from PIL import Image

    width, height = picture.size
    if width * height > MOST_PIXELS:
        factor = sqrt(MOST_PIXELS / (width * height))
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        grey = picture.mode in ("1", "L", "I;16")
        image = lay_on_paper(picture) if not grey else picture.convert("L")
        return image.resize(size, Image.Resampling.BOX), factor
    if max(width, height) >= FEWEST_PIXELS:
        return picture, 1.0
    whole = min(LARGEST_FACTOR, ceil(FEWEST_PIXELS / max(width, height)))
    plain = lay_on_paper(picture)
    colours = plain.getcolors(16)
    method = Image.Resampling.BICUBIC if colours is None else Image.Resampling.NEAREST
    return plain.resize((width * whole, height * whole), method), float(whole)


def _scale(choices: Choices, factor: float) -> Choices:
    """Return choices for a picture that was made larger by a factor."""
    if choices.corners is None:
        return choices
    first, second, third, fourth = ((x * factor, y * factor) for x, y in choices.corners)
    return choices._replace(corners=(first, second, third, fourth))


def _result(
    reading: WallReading, guesses: tuple[Guess, ...], beside: Guess | None, factor: float
) -> Recognition:
    """Return what was read, in pixels of the picture itself."""
    lattice, kept = reading.kept()
    walls, closed, sure = reading.table.walls[kept], reading.closed[kept], reading.sure[kept]
    found = openings_of(reading.layer, lattice, reading.grid, walls, closed, reading.thickness)
    corners, turned = _corners(reading.grid)
    coloured, crossed = reading.layer.coloured > 0, np.empty(0, np.int64)
    if coloured:
        crossed = coloured_walls(reading.layer, lattice, reading.grid, walls)
    first, second, third, fourth = ((x / factor, y / factor) for x, y in corners)
    return Recognition(
        lattice,
        walls,
        closed,
        sure,
        found.entrance,
        found.exits,
        found.certain,
        (first, second, third, fourth),
        reading.layer.threshold,
        reading.fit,
        guesses,
        beside,
        turned,
        coloured,
        reading.layer.inverted,
        crossed,
    )


def _corners(grid: GridMap) -> tuple[list[Corner], float]:
    """Return the corners of a grid in pixels, and by how many degrees its rows are turned."""
    width, height = grid.width, grid.height
    places = np.array([[0.0, 0], [width, 0], [width, height], [0, height]])
    pixels = grid.pixels(places)
    along = pixels[1] - pixels[0] + pixels[2] - pixels[3]
    return [(float(x), float(y)) for x, y in pixels], degrees(np.arctan2(along[1], along[0]))


def _no_maze() -> str:
    return _(
        "no maze was found in this picture: it needs straight walls that are clearly darker, or "
        "clearly lighter, than what is between them."
    )


def _no_grid(guesses: tuple[Guess, ...]) -> MazeError:
    """Return that no grid fits well, and what the best guesses are."""
    by_size = {(guess.rows, guess.columns): guess for guess in reversed(guesses)}

    def value(guess: Guess) -> tuple[bool, float]:
        return guess.rows * guess.columns >= FEWEST_CELLS, guess.fit

    best = sorted(by_size.values(), key=value, reverse=True)[:MOST_GUESSES]
    best = best if best and value(best[0])[0] else []
    sizes = [f"{guess.rows}x{guess.columns}" for guess in best]
    if not sizes:
        return MazeError(_no_maze())
    text = _(
        "no grid fits this picture well; the nearest are {sizes} cells. If it is a maze, say how "
        "many rows and columns it has: --as picture --cells {first}."
    )
    return NoGridError(text.format(sizes=", ".join(sizes), first=sizes[0]), tuple(best))
