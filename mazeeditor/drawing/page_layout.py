"""Where things go on the page, and how large a cell is: maze, title and logo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, floor, log10

import numpy as np

from mazeeditor.drawing.curves import flattened
from mazeeditor.drawing.extent import Extent, OpeningPlace, extent_of, opening_places, rim_of
from mazeeditor.drawing.lettering import Block, clean, fitted
from mazeeditor.drawing.marks import Box, Ground, Scale, marks_at
from mazeeditor.drawing.page import SIZES, Page, paper_size
from mazeeditor.drawing.scene import Numbers, Points
from mazeeditor.drawing.shaping import width_of
from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.translation import _

HAIRLINE = 0.01  # mm
LARGEST_CELL = 20.0  # mm, where the page has more space
USUAL_CELL = 6.0  # mm, where the page fits the maze
SMALLEST_CELL = 0.01  # mm
USUAL_WALL, THICKEST_WALL = 0.1, 1.0  # of a cell; mm
TITLE = 7.0  # mm: the largest letters of a title
TITLE_SHARE = 0.045  # of the width beneath it
TITLE_ROOM = 0.8  # em between title and maze
NARROW = 60.0  # mm: a page that fits the maze grows as wide as this for its title
SLACK = 1e-6  # mm


@dataclass(frozen=True)
class PageLayout:
    """A page in mm: its size, where the geometry's (0, 0) is, the title and how high it begins."""

    width: float
    height: float
    x: float
    y: float
    scale: Scale
    title: Block
    top: float
    extent: Extent


@dataclass(frozen=True)
class Plan:
    """A maze and a page, from which sizes are computed."""

    maze: Maze
    page: Page
    title: str
    extent: Extent
    openings: list[OpeningPlace]

    def scale(self, cell: float) -> Scale:
        """Return cell, wall and outline; raises ``UsageError`` where walls fill the cells."""
        if self.page.walls == "hairlines":
            return Scale(cell, HAIRLINE, HAIRLINE)
        wall = self.page.wall or min(USUAL_WALL * cell, THICKEST_WALL)
        return Scale(cell, wall, 0.0)

    def maze_size(self, scale: Scale) -> tuple[float, float]:
        """Return what maze and marks take, the same on both sides, so the maze is centred."""
        extent, cell = self.extent, scale.cell
        ground = Ground(self.maze.lattice.geometry, cell, 0.0, 0.0)
        boxes = [mark.box for mark in marks_at(self.openings, ground, self.page, scale)]
        edge = scale.wall / 2 * (extent.reach if self.page.walls == "bands" else 1.0)
        aside = above = edge
        for left, top, right, bottom in boxes:
            aside = max(aside, extent.left * cell - left, right - extent.right * cell)
            above = max(above, extent.top * cell - top, bottom - extent.bottom * cell)
        return extent.width * cell + 2 * aside, extent.height * cell + 2 * above

    def block(self, width: float) -> Block:
        """Return the title for a page with ``width`` mm between the margins."""
        return fitted(self.title, width, min(TITLE, max(TITLE_SHARE * width, 1.0)))

    def needed(self, cell: float, width: float) -> tuple[float, float]:
        """Return the size that all within the margins takes, the title set ``width`` mm wide."""
        maze = self.maze_size(self.scale(cell))
        return maze[0], maze[1] + _title_height(self.block(width))


def _title_height(block: Block) -> float:
    return block.height + TITLE_ROOM * block.size if block.lines else 0.0


def plan_page(maze: Maze, page: Page, title: str | None = None) -> PageLayout:
    """Return the layout of a page; raises ``UsageError`` that suggests what would fit.

    ``title`` replaces that of the page.
    """
    title = clean(page.title if title is None else title)
    plan = Plan(maze, page, title, extent_of(maze.lattice), opening_places(maze))
    paper = paper_size(page.page, page.landscape)
    if paper is None:
        return _around(plan)
    width, height = paper[0] - 2 * page.margin, paper[1] - 2 * page.margin
    fits = _fits(plan, width, height)
    most = _largest(fits, LARGEST_CELL if page.cell is None else 1000.0)
    if most is None:
        raise UsageError(_too_small(plan, paper))
    if page.cell is not None and not fits(page.cell):
        raise UsageError(_too_large(plan, page.cell, (width, height), most))
    return _place(plan, page.cell or most, paper)


def _around(plan: Plan) -> PageLayout:
    """Return a page that fits the maze."""
    page, cell = plan.page, plan.page.cell or USUAL_CELL
    width, _height = plan.maze_size(plan.scale(cell))
    if plan.title:
        width = max(width, min(NARROW, width_of(plan.title) * TITLE_SHARE * NARROW))
    needed = plan.needed(cell, width)
    return _place(plan, cell, (width + 2 * page.margin, needed[1] + 2 * page.margin))


def _place(plan: Plan, cell: float, paper: tuple[float, float]) -> PageLayout:
    margin, extent, scale = plan.page.margin, plan.extent, plan.scale(cell)
    if scale.wall >= extent.thickest(plan.page.walls) * cell:
        raise UsageError(
            _(
                "Walls of {wall:g} mm leave nothing of cells of {cell:g} mm: "
                "make the walls thinner or the cells larger."
            ).format(wall=scale.wall, cell=cell)
        )
    block = plan.block(paper[0] - 2 * margin)
    top = margin + _title_height(block)
    x = (paper[0] - extent.width * cell) / 2 - extent.left * cell
    y = top + (paper[1] - margin - top - extent.height * cell) / 2 - extent.top * cell
    return PageLayout(paper[0], paper[1], round(x, 3), round(y, 3), scale, block, margin, extent)


def _fits(plan: Plan, width: float, height: float) -> Callable[[float], bool]:
    def fits(cell: float) -> bool:
        if min(width, height) <= 0:
            return False
        needs = plan.needed(cell, width)
        return needs[0] <= width + SLACK and needs[1] <= height + SLACK

    return fits


def _largest(fits: Callable[[float], bool], most: float) -> float | None:
    """Return the largest cell that fits, rounded down; ``None`` for none."""
    if fits(most):
        return most
    if not fits(SMALLEST_CELL):
        return None
    low, high = SMALLEST_CELL, most
    while high / low > 1 + 1e-9:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if fits(middle) else (low, middle)
    return max(rounded_down(low), SMALLEST_CELL)


def rounded_down(number: float) -> float:
    """Return ``number`` cut to hundredths, or to three digits where it is below a tenth.

    Short numbers keep files short: a million walls in 3.5 MB instead of 4.3.
    """
    digits = 2 if number >= 0.1 else 2 - floor(log10(number))
    return floor(number * 10**digits + 1e-6) / 10**digits


def _too_small(plan: Plan, paper: tuple[float, float]) -> str:
    return _(
        "Nothing fits a page of {width:g} × {height:g} mm with margins of {margin:g} mm: "
        "take a larger page or smaller margins."
    ).format(width=paper[0], height=paper[1], margin=plan.page.margin)


def _too_large(plan: Plan, cell: float, room: tuple[float, float], most: float) -> str:
    needs = plan.needed(cell, room[0])
    return _(
        "Cells of {cell:g} mm need {width:.1f} × {height:.1f} mm, the page has {room_width:.1f} × "
        "{room_height:.1f} mm between its margins: cells of {most:g} mm would fit, or {paper}."
    ).format(
        cell=cell,
        width=needs[0],
        height=needs[1],
        room_width=room[0],
        room_height=room[1],
        most=most,
        paper=_paper_for(plan, cell),
    )


def _paper_for(plan: Plan, cell: float) -> str:
    """Return in words the smallest paper that holds cells of that size."""
    margin = plan.page.margin
    for name, (short, long) in sorted(SIZES.items(), key=lambda size: size[1]):
        for width, height, turned in ((short, long, False), (long, short, True)):
            if _fits(plan, width - 2 * margin, height - 2 * margin)(cell):
                return _("{paper} landscape").format(paper=name) if turned else name
    around = _around(replace(plan, page=replace(plan.page, cell=cell)))
    return _("a page of {width}x{height}mm").format(
        width=ceil(around.width), height=ceil(around.height)
    )


FREE = 0.25  # cells between wall and picture
LEAST = 0.5  # mm: smaller pictures are not visible
ROUGH = 0.001  # mm: the largest error of flattened arcs
NEAR = 1e-6  # cells around the middle: a post of the maze may stand there


def place_in_hole(lattice: Lattice, layout: PageLayout, aspect: float, signs: list[Box]) -> Box:
    """Return left, top, right and bottom in mm of a picture ``aspect`` times as wide as high.

    ``signs`` are the boxes of marks in the hole. Raises ``UsageError`` where there is none.
    """
    geometry, cell = lattice.geometry, layout.scale.cell
    middle: Points = np.array([geometry.width / 2, geometry.height / 2])
    origin = np.array([layout.x, layout.y])
    if not _is_free(lattice, middle):
        raise UsageError(_no_hole())
    walls = _rim(lattice) * cell + origin
    paper = (layout.x, layout.y, *(origin + 2 * middle * cell).tolist())
    sides = np.concatenate([walls, *(_border(box) for box in (paper, *signs))])
    centre, half = middle * cell + origin, np.array([aspect, 1.0]) / 2
    free = layout.scale.wall / 2 + FREE * cell
    half *= float(_reach((sides - centre) / half, free / half).min())
    if half.min() * 2 < LEAST:
        raise UsageError(_no_hole())
    return (*(centre - half).tolist(), *(centre + half).tolist())


def _no_hole() -> str:
    return _(
        "This maze has no hole in its middle for the logo: "
        "make a maze with one (mask: hole), or remove the logo."
    )


def _is_free(lattice: Lattice, middle: Points) -> bool:
    return not any(
        lattice.geometry.cell_at(middle[0] + x, middle[1] + y) is not None
        for x in (-NEAR, NEAR)
        for y in (-NEAR, NEAR)
    )


def _rim(lattice: Lattice) -> Points:
    """Return float64[k, 2, 2], straight pieces of the outer walls and of their gaps, in cells."""
    flat = flattened(rim_of(lattice), ROUGH)
    begins = np.ones(len(flat.points), np.bool_)
    begins[flat.starts[1:] - 1] = False
    first = np.flatnonzero(begins)
    return np.stack([flat.points[first], flat.points[first + 1]], axis=1)


def _border(box: Box) -> Points:
    """Return the four sides of a box, float64[4, 2, 2]."""
    left, top, right, bottom = box
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)


def _reach(sides: Points, free: Points) -> Numbers:
    """Return float64[k], half of the square around (0, 0) that comes as near as ``free`` to a side.

    ``free`` float64[2] is how near, across and down. Along a side the larger of ``|x| - free[0]``
    and ``|y| - free[1]`` is least at an end, where x or y is 0, or where both are alike.
    """
    start, step = sides[:, 0], sides[:, 1] - sides[:, 0]
    lines = np.array([(1, 0, 0), (0, 1, 0), *((1, s, t) for s in (1, -1) for t in (1, -1))])
    ahead = start @ lines[:, :2].T - lines[:, 2] * (free[0] - free[1]) * (lines[:, 1] != 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.nan_to_num(-ahead / (step @ lines[:, :2].T)).clip(0, 1)
    shares = np.concatenate([shares, np.tile([0.0, 1.0], (len(sides), 1))], axis=1)
    points = start[:, None] + shares[..., None] * step[:, None]
    result: Numbers = (np.abs(points) - free).max(axis=2).min(axis=1)
    return result
