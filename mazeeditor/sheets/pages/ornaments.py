"""What decorates designed pages and covers: panels, frames, rules, stars, mazes as borders."""

from __future__ import annotations

from dataclasses import replace
from math import tan

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.compose import maze_layers
from mazeeditor.page.marks.free_ground import grow_box
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import plan_area
from mazeeditor.page.scene import WALLS, Box, Item, Numbers, Points, Polygons, Strokes
from mazeeditor.sheets.pages.page_texts import STARS, star
from mazeeditor.sheets.pages.puzzle_page import usual_wall
from mazeeditor.sheets.pages.puzzles import MadePuzzle, Puzzle

QUARTER = tan(np.pi / 8)  # the bulge of a quarter of a circle


def inset(box: Box, by: float) -> Box:
    """Return a box smaller by so many mm on each side."""
    return grow_box(box, -by, -by)


def rectangle(box: Box, colour: str) -> Polygons:
    left, top, right, bottom = box
    corners: Points = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return Polygons(corners, np.array([0, 4]), colour)


def panel(box: Box, radius: float, colour: str) -> Polygons:
    """Return a filled box with round corners."""
    points, bulges = _round_corners(box, radius)
    return Polygons(points, np.array([0, len(points)]), colour, bulges=bulges)


def frame(box: Box, radius: float, width: float, colour: str) -> Strokes:
    """Return the line around a box with round corners."""
    points, bulges = _round_corners(box, radius)
    closed = np.ones(1, np.bool_)
    return Strokes(points, np.array([0, len(points)]), closed, width, colour, "round", bulges)


def _round_corners(box: Box, radius: float) -> tuple[Points, Numbers]:
    left, top, right, bottom = box
    r = min(radius, (right - left) / 2, (bottom - top) / 2)
    points = np.array(
        [
            *((left + r, top), (right - r, top), (right, top + r), (right, bottom - r)),
            *((right - r, bottom), (left + r, bottom), (left, bottom - r), (left, top + r)),
        ]
    )
    return points, np.array([0.0, -QUARTER] * 4)


def rule(left: float, right: float, y: float, width: float, colour: str) -> Strokes:
    points: Points = np.array([(left, y), (right, y)])
    return Strokes(points, np.array([0, 2]), np.zeros(1, np.bool_), width, colour, "butt")


def diamond(x: float, y: float, radius: float, colour: str) -> Polygons:
    """Return a square that stands on a corner."""
    points: Points = np.array([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)])
    return Polygons(points, np.array([0, 4]), colour)


def divider(x: float, y: float, width: float, thickness: float, colour: str) -> list[Item]:
    """Return two lines with a diamond between them, ``width`` mm wide."""
    gap, radius = 4 * thickness, 2.5 * thickness
    return [
        rule(x - width / 2, x - radius - gap, y, thickness, colour),
        diamond(x, y, radius, colour),
        rule(x + radius + gap, x + width / 2, y, thickness, colour),
    ]


def stars(
    x: float, y: float, radius: float, filled: int, colour: str, line: float, *, of: int = STARS
) -> list[Item]:
    """Return so many stars in a row around a middle, of which some are filled."""
    items: list[Item] = []
    step = 2.6 * radius
    for number in range(of):
        points = star(radius) + np.array([x + (number - (of - 1) / 2) * step, y])
        starts = np.array([0, len(points)])
        if number < filled:
            items.append(Polygons(points, starts, colour))
        items.append(Strokes(points, starts, np.ones(1, np.bool_), line, colour, "round"))
    return items


def maze_in(puzzle: Puzzle, page: Page, box: Box, job: Job) -> list[Item]:
    """Return a maze with its marks as large as a box; raises ``UsageError``."""
    made = MadePuzzle.of(puzzle, job, solved=False)
    maze, page = made.maze, made.look(page)
    page = replace(page, mirrored=page.mirrored and not made.is_read)
    layout = plan_area(maze, page, box)
    page = replace(page, wall=usual_wall(page, layout.scale.cell))
    layout = plan_area(maze, page, box)
    return [item for layer in maze_layers(maze, page, layout, job) for item in layer.items]


def walls_of(recipe: Recipe, page: Page, box: Box, job: Job) -> tuple[Item, ...]:
    """Return the walls of a maze as large as a box, without marks; raises ``UsageError``."""
    maze = maze_of(recipe, None, job)
    maze.set_openings(None, ())
    layout = plan_area(maze, page, box)
    layers = maze_layers(maze, page, layout, job)
    return tuple(item for layer in layers if layer.name == WALLS for item in layer.items)


def border(box: Box, cell: float, deep: int, seed: int, page: Page, job: Job) -> tuple[Item, ...]:
    """Return a maze that runs around a box as its frame, ``deep`` cells of about ``cell`` mm."""
    left, top, right, bottom = box
    columns = max(2 * deep + 3, round((right - left) / cell))
    side = (right - left) / columns
    rows = max(2 * deep + 3, int((bottom - top) / side + 1e-6))
    hole = MaskStep(
        "hole", {"hole_cells_wide": columns - 2 * deep, "hole_cells_high": rows - 2 * deep}
    )
    recipe = Recipe(
        "backtracker", seed=seed, sizes={"rows": rows, "columns": columns}, masks=(hole,)
    )
    return walls_of(recipe, page, box, job)
