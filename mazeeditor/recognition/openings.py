r"""Where a maze in a picture is entered and left: gaps of the outer wall, marked cells, arrows.

An arrow beside a gap is widest at its head::

         |               its head becomes narrower towards the wall: here is the entrance
      --+| >             away from it: here is an exit
         |
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Darkness, Layer
from mazeeditor.recognition.outlines import Bools
from mazeeditor.recognition.runs import pieces_of
from mazeeditor.recognition.signs import GOAL, START, UNKNOWN, meaning_of, starts_first
from mazeeditor.recognition.wall_samples import bilinear

MARK = 0.26  # cells from the middle of a cell within which a sign may stand
MIN_INK, MAX_INK = 0.05, 0.85  # of that in ink
MOST_MARKS = 6  # marked cells: more are drawings, numbers or a route
ARROW = (0.12, 1.5)  # cells from a gap within which an arrow stands
MIN_COLOUR = 0.25  # of the way from grey to a pure colour
LETTERS, FINE = 0.03, 14  # half the height of a line, of the maze, and in places looked at
LEAST_LETTER, MOST_LETTERS = 5, 40  # of these places; in a line and beside it
Colours = NDArray[np.float32]


@dataclass(frozen=True)
class FoundOpenings:
    """Entrance and exits, and whether it was read which is which or only taken for it."""

    entrance: Opening | None
    exits: tuple[Opening, ...]
    certain: bool


def openings_of(
    layer: Layer, lattice: Lattice, grid: GridMap, walls: Ids, closed: Bools, thickness: float
) -> FoundOpenings:
    """Return the openings of a maze whose ``walls`` int64[k] are ``closed`` bool[k].

    ``thickness`` is that of walls, in cells.
    """
    gaps = _gaps(lattice, walls, closed)
    beside = [_beside(layer, lattice, grid, gap) for gap in gaps]
    if len(gaps) < 2:
        colours = _cell_colours(layer, lattice, grid)
        marks = _marks(layer, lattice, grid, colours)
        places = np.searchsorted(lattice.inside_cells(), marks)
        shown = [_meaning_of_colour(colours[at]) for at in places.tolist()]
    else:  # what is drawn at the ends of the route may have any colour
        marks, shown = [gap.cell for gap in gaps], [UNKNOWN] * len(gaps)
    signs = [_sign(layer, lattice, grid, cell, thickness) for cell in marks]
    meanings = [
        kind or meaning_of(sign, word=False) for kind, sign in zip(shown, signs, strict=True)
    ]
    if len(marks) == 2 and not any(meanings):
        first = starts_first(*signs)
        meanings = [UNKNOWN] * 2 if first is None else [START, GOAL] if first else [GOAL, START]
    if len(gaps) < 2:
        marks, meanings = marks[: 2 - len(gaps)], meanings[: 2 - len(gaps)]
        gaps += [Opening(cell) for cell in marks]
        meanings = beside + meanings
    else:
        meanings = [one or other for one, other in zip(beside, meanings, strict=True)]
    if not gaps:
        return FoundOpenings(None, (), certain=False)
    certain = meanings.count(START) == 1 or (len(gaps) == 2 and meanings.count(GOAL) == 1)
    from_corner = [round(float(_middle(lattice, gap).sum()), 3) for gap in gaps]
    order = sorted(
        range(len(gaps)), key=lambda i: (-meanings[i], gaps[i].slot is None, from_corner[i])
    )
    sorted_gaps = [gaps[i] for i in order]
    if len(sorted_gaps) == 1 and (
        meanings[0] == GOAL or (gaps[0].slot is None and meanings[0] != START)
    ):
        return FoundOpenings(None, tuple(sorted_gaps), certain)
    return FoundOpenings(sorted_gaps[0], tuple(sorted_gaps[1:]), certain)


def _gaps(lattice: Lattice, walls: Ids, closed: Bools) -> list[Opening]:
    lower, slots, upper, backs = lattice.sides_of(walls)
    one, other = lattice.inside[lower], lattice.inside[upper]
    places = np.flatnonzero((one != other) & ~closed)
    return [
        Opening(int(lower[i]), int(slots[i])) if one[i] else Opening(int(upper[i]), int(backs[i]))
        for i in places.tolist()
    ]


def _middle(lattice: Lattice, opening: Opening) -> NDArray[np.float64]:
    """Return where an opening is, as shares of the width and the height."""
    geometry = lattice.geometry
    if opening.slot is None:
        point = geometry.centres(np.array([opening.cell], np.int64))[0]
    else:
        wall = np.array([lattice.wall(opening.cell, opening.slot)], np.int64)
        point = geometry.post_positions(geometry.posts(wall))[0].mean(axis=0)
    return np.asarray(point / [geometry.width, geometry.height], np.float64)


def _beside(layer: Layer, lattice: Lattice, grid: GridMap, gap: Opening) -> int:
    """Return what an arrow or a word beside a gap says it is."""
    place = _middle(lattice, gap) * [grid.width, grid.height]
    outward = lattice.geometry.outward(gap.cell, gap.slot or 0)
    return arrow_at(layer.darkness, grid, place, outward) or word_at(
        layer.darkness, grid, place, outward
    )


def arrow_at(
    darkness: Darkness, grid: GridMap, place: NDArray[np.float64], outward: tuple[float, float]
) -> int:
    """Return which opening an arrow beside a gap points at, ``UNKNOWN`` where there is none.

    Its head begins with its widest part, and becomes narrower towards its tip.
    """
    normal = np.array(outward)
    across = np.array([-normal[1], normal[0]])
    distances, sides = np.linspace(*ARROW, 57), np.linspace(-0.45, 0.45, 37)
    points = place + distances[:, None, None] * normal + sides[:, None] * across
    ink = bilinear(darkness, grid.pixels(points)) > 0.5
    filled = np.flatnonzero(ink.any(axis=1))
    if len(filled) < 8:
        return UNKNOWN
    first, last = int(filled[0]), int(filled[-1])
    if len(filled) < 0.7 * (last - first + 1) or last - first < 10:
        return UNKNOWN
    # from side to side, so that a head of two lines is as wide as a filled one
    right = ink.shape[1] - ink[:, ::-1].argmax(axis=1)
    widths = np.where(ink.any(axis=1), right - ink.argmax(axis=1), 0)[first : last + 1]
    most = int(widths.max())
    if most < 4 or most < 1.5 * float(np.median(widths[widths > 0])):
        return UNKNOWN
    steps = np.diff(np.concatenate([[0, 0], widths, [0, 0]]).astype(np.float64))
    over_two = steps[1:] + steps[:-1]
    wider, narrower = float(over_two.max()), -float(over_two.min())
    if max(wider, narrower) < 1.4 * min(wider, narrower):
        return UNKNOWN
    return GOAL if wider > narrower else START


def word_at(
    darkness: Darkness, grid: GridMap, place: NDArray[np.float64], outward: tuple[float, float]
) -> int:
    """Return what a word beside a gap means: the line of letters that is nearest to it."""
    x, y = (round(one) for one in outward)
    high = max(0.9, LETTERS * max(grid.width, grid.height))
    wide = 8 * high
    if x:  # beside it, in its row
        left, right = (-wide, -0.15) if x < 0 else (0.15, wide)
        top, bottom = -high, high
    else:
        left, right = -wide / 2, wide / 2
        top, bottom = (-2.4 * high, -0.15) if y < 0 else (0.15, 2.4 * high)
    step = high / FINE
    columns, rows = np.arange(left, right, step), np.arange(top, bottom, step)
    points = np.stack(np.meshgrid(place[0] + columns, place[1] + rows), axis=-1)
    ink = bilinear(darkness, grid.pixels(points)) > 0.5
    inside = (points > -0.15).all(axis=-1) & (points < [grid.width + 0.15, grid.height + 0.15]).all(
        axis=-1
    )
    line = _nearest_line(
        ink & ~inside, np.hypot(points[..., 0] - place[0], points[..., 1] - place[1])
    )
    return UNKNOWN if line is None else meaning_of(line, word=True)


def _nearest_line(ink: Bools, away: NDArray[np.float64]) -> Bools | None:
    """Return the line of letters that is nearest, None where there are fewer than two letters."""
    pieces = pieces_of(ink)
    if pieces is None:
        return None
    boxes = []
    for number in distinct(pieces[pieces >= 0]).tolist():
        rows, columns = np.nonzero(pieces == number)
        top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
        whole = top > 0 and left > 0 and bottom < len(ink) - 1 and right < ink.shape[1] - 1
        if whole and bottom - top >= LEAST_LETTER:
            boxes.append((float(away[rows, columns].min()), top, bottom, left, right))
        if len(boxes) > MOST_LETTERS:
            return None
    if len(boxes) < 2:
        return None
    line = [min(boxes)]
    grown = True
    while grown:
        height = max(one[2] - one[1] for one in line)
        more = [
            other
            for other in boxes
            if other not in line
            and any(
                min(one[2], other[2]) - max(one[1], other[1]) > 0.4 * (other[2] - other[1])
                and max(one[3], other[3]) - min(one[4], other[4]) < 0.6 * height
                for one in line
            )
        ]
        line += more
        grown = bool(more)
    if len(line) < 2:
        return None
    top, left = min(one[1] for one in line), min(one[3] for one in line)
    bottom, right = max(one[2] for one in line), max(one[4] for one in line)
    part: Bools = ink[top : bottom + 1, left : right + 1]
    return part


def _cell_colours(layer: Layer, lattice: Lattice, grid: GridMap) -> Colours:
    """Return float32[k, 3], the colours in the middles of cells, less that of most of them."""
    cells = lattice.inside_cells()
    steps = np.linspace(-MARK / 2, MARK / 2, 5)  # thick walls leave no more room
    cross = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    channels = np.asarray(layer.picture.convert("RGB"), np.uint8)
    result = np.empty((len(cells), 3), np.float32)
    for start in range(0, len(cells), 8192):
        pixels = grid.pixels(lattice.geometry.centres(cells[start : start + 8192])[:, None] + cross)
        x, y = (pixels[..., axis].astype(np.int64) for axis in (0, 1))
        seen = channels[y.clip(0, len(channels) - 1), x.clip(0, channels.shape[1] - 1)]
        result[start : start + 8192] = np.median(seen, axis=1)
    result -= np.median(result, axis=0)
    return result


def _marks(layer: Layer, lattice: Lattice, grid: GridMap, colours: Colours) -> list[int]:
    """Return the cells in which a sign stands, or that have a colour, the clearest first."""
    cells = lattice.inside_cells()
    steps = np.linspace(-MARK, MARK, 9)
    cross = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    shares = np.empty(len(cells))
    for start in range(0, len(cells), 8192):
        part = cells[start : start + 8192]
        points = lattice.geometry.centres(part)[:, None] + cross
        ink = bilinear(layer.darkness, grid.pixels(points)) > 0.5
        shares[start : start + 8192] = ink.mean(axis=1)
    shares[(shares < MIN_INK) | (shares > MAX_INK)] = 0
    strength = np.ptp(colours, axis=1) / 255
    for values in (np.where(strength > MIN_COLOUR, strength, 0), shares):
        marked = np.flatnonzero(values)
        if 0 < len(marked) <= MOST_MARKS:
            best = marked[np.argsort(-values[marked], kind="stable")]
            return [int(cell) for cell in cells[best].tolist()]
    return []


def _sign(layer: Layer, lattice: Lattice, grid: GridMap, cell: int, thickness: float) -> Bools:
    """Return the ink in a cell, between its walls, bool[32, 32]."""
    reach = 0.46 - thickness / 2
    steps = np.linspace(-reach, reach, 32)
    points = lattice.geometry.centres(np.array([cell], np.int64))[0] + np.stack(
        np.meshgrid(steps, steps), axis=-1
    )
    result: Bools = bilinear(layer.darkness, grid.pixels(points)) > 0.5
    return result


def _meaning_of_colour(colour: NDArray[np.float32]) -> int:
    """Return what a cell in a colour is: green for a start, red for a goal."""
    red, green, blue = colour.tolist()
    if max(red, green, blue) - min(red, green, blue) <= MIN_COLOUR * 255:
        return UNKNOWN
    if green > max(red, blue):
        return START
    return GOAL if red > max(green, blue) else UNKNOWN
