"""A picture of a maze in which some inner walls are only half drawn, so that they are doubtful."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

import mazeeditor
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.maze import Maze
from mazeeditor.recognition.outlines import WallTable

CELL, MARGIN = 40, 30  # px


class HalfWalls(NamedTuple):
    """The picture, the maze, and the middles of the halved walls in px, float64[k, 2]."""

    picture: Image.Image
    maze: Maze
    middles: Points


def picture_with_half_walls(rows: int = 6, columns: int = 8, number: int = 2) -> HalfWalls:
    """Draw a maze with so many inner walls half drawn."""
    maze = mazeeditor.generate(rows=rows, columns=columns, seed=3)
    lattice = maze.lattice
    walls = WallTable.of(lattice).walls
    ends = lattice.geometry.post_positions(lattice.geometry.posts(walls)) * CELL + MARGIN
    closed = maze.is_closed(walls)
    inner = [place for place, wall in enumerate(walls) if closed[place] and lattice.is_inner(wall)]
    halved = inner[7 : 7 + number]
    size = columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN
    picture = Image.new("L", size, 255)
    draw = ImageDraw.Draw(picture)
    for place in np.flatnonzero(closed).tolist():
        first, last = ends[place]
        end = (first + last) / 2 if place in halved else last
        draw.line((*first.tolist(), *end.tolist()), fill=0, width=5)
    return HalfWalls(picture, maze, ends[halved].mean(axis=1))
