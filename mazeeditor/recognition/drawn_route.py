"""The route that somebody has drawn in colour in a picture of a maze.

A wall counts as crossed if colour is seen all along the line between the middles of its cells::

    +---+---+
    | o~~~o |     o   the middles of cells; at each point between them the strongest colour beside
    +---+---+         the line counts, as far as hands waver
"""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import shortest_route
from mazeeditor.maze.walls import set_bits
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Layer

STEPS = 9  # points on the line between two middles
WAVERS = np.linspace(-0.2, 0.2, 5)  # cells beside the line
MIN_COLOUR = 0.25  # of the light of the strongest channel that the weakest one lacks
MISSED = 1  # points on a line that may have no colour
STRAY = 1.3  # times as many passages as the route has may be in colour
WALLS_AT_ONCE = 1 << 16  # walls


def coloured_walls(layer: Layer, lattice: Lattice, grid: GridMap, walls: Ids) -> Ids:
    """Return which inner walls int64[k] of ``walls`` int64[m], open or not, a colour crosses.

    Only with a colour beside that of the paper, which is the commonest on these lines.
    """
    from PIL import ImageFilter

    lower, _slots, upper, _backs = lattice.sides_of(walls)
    walls = walls[lattice.inside[lower] & lattice.inside[upper]]
    picture = layer.picture.convert("RGB").filter(ImageFilter.BoxBlur(1))
    channels = np.asarray(picture, np.float32)
    found = [np.empty(0, np.int64)]
    for start in range(0, len(walls), WALLS_AT_ONCE):
        some = walls[start : start + WALLS_AT_ONCE]
        lower, _slots, upper, _backs = lattice.sides_of(some)
        ends = lattice.geometry.centres(lower), lattice.geometry.centres(upper)
        along = (ends[1] - ends[0])[:, None, None]
        across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
        places = np.linspace(0, 1, STEPS)[None, :, None, None]
        points = ends[0][:, None, None] + places * along + WAVERS[None, None, :, None] * across
        x, y = (grid.pixels(points)[..., axis].astype(np.int64) for axis in (0, 1))
        seen = channels[y.clip(0, len(channels) - 1), x.clip(0, channels.shape[1] - 1)]
        seen /= np.maximum(np.median(seen.reshape(-1, 3), axis=0), 1)
        lacking = 1 - seen.min(axis=-1) / np.maximum(seen.max(axis=-1), 1e-3)
        points_hit = (lacking.max(axis=2) > MIN_COLOUR).sum(axis=1)
        found.append(some[points_hit >= STEPS - MISSED])
    return np.concatenate(found)


def route_through(maze: Maze, coloured: Ids) -> Ids:
    """Return the route int64[k] from the entrance to an exit through passages in colour.

    Empty where they do not lead there, or where too many others are in colour as well.
    """
    lattice, none = maze.lattice, np.empty(0, np.int64)
    if maze.entrance is None or not maze.exits or not len(coloured):
        return none
    passages = coloured[~maze.is_closed(coloured)]
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    set_bits(walls, lattice.sides_of(passages), False)
    exits = [opening.cell for opening in maze.exits]
    route = shortest_route(lattice, walls, maze.entrance.cell, exits, Job())
    return route if len(passages) <= STRAY * len(route) else none
