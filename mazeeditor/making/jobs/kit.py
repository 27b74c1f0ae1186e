"""Kit: a marble maze of sheets: bases, walls and frames in layers, a lid, several levels.

All sizes follow from the ball's diameter and the thickness of the material::

    =================   lid
    |  | (o)  |  |  |   frame and walls: as many layers as the ball is high
    ------------ ----   base, with a hole to the level below
    |  |  |  |      |
    -----------------
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from zlib import crc32

import numpy as np

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.assembly.seats import in_border, in_wall, letter, list_names
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.jobs import ASSEMBLED, machine_job
from mazeeditor.making.kerf import drill
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import BallRun, CutPart, Product, Seat
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    circles,
    cuts_around,
    join_paths,
    paths_of,
)
from mazeeditor.making.presets.materials import Material
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import solve
from mazeeditor.maze.walls import free_walls
from mazeeditor.page.curves import flatten
from mazeeditor.page.extent import extent_of
from mazeeditor.page.marks.free_ground import grow_box
from mazeeditor.page.marks.route import route_line
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Box, Points

PLAY, LEAST_PLAY = 0.2, 1.0  # between ball and walls, both sides together: diameters; mm
HEADROOM, LEAST_HEADROOM = 0.05, 0.5  # above the ball below a lid: diameters; mm
OPEN = 0.6  # how high walls are without a lid, in diameters: above the ball's middle
FIT = 0.1  # mm between walls and frame
LOOSEST = 0.5  # mm between walls and frame where one cut parts them
SCREW, SCREW_HOLE, NUT = "M3", 3.4, 2.4  # its hole (ISO 273, medium) and nut (ISO 4032) in mm
NUT_AND_END = NUT + 1.0  # mm beyond the last part
SCREW_LENGTHS = (6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100)  # mm
CHECKING = 0.2  # of the work, about: whether the ball gets through
EXPLODED_GAP = 0.1  # between sheets in an exploded picture, as a share of the longer side
ARC_ERROR_MM = 0.01  # mm: how far the route of the ball may be from arcs
START, GOAL = (0.5,), (0.5, 0.8)  # diameters of the circles that are engraved, in those of the ball


@dataclass(frozen=True)
class KitSizes:
    """Lengths in mm; ``layers`` of the material are as high as walls and frame of one level."""

    ball: float
    thickness: float
    border: float
    levels: int
    lid: float

    @classmethod
    def of(cls, options: MakeOptions, material: Material, border: float, lid: float) -> KitSizes:
        """Return the sizes; ``border`` is the width of the frame, ``lid`` 0 without one.

        Raises ``UsageError`` where the screws would break the frame.
        """
        least = SCREW_HOLE + 2 * material.least
        if border < least:
            text = _("The screws need a frame of {least:g} mm or more: choose a wider border.")
            raise UsageError(text.format(least=least))
        return cls(options.ball, material.thickness, border, options.levels, lid)

    @property
    def passage(self) -> float:
        return passage_for(self.ball)

    @property
    def hole(self) -> float:
        """The diameter of the holes to the level below: wider than the ball, not than passages."""
        return (self.ball + self.passage) / 2

    @property
    def layers(self) -> int:
        """How many layers of walls there are on each level."""
        covered = self.lid > 0 or self.levels > 1
        headroom = max(HEADROOM * self.ball, LEAST_HEADROOM)
        needed = self.ball + headroom if covered else OPEN * self.ball
        return ceil(needed / self.thickness - 1e-9)

    @property
    def height(self) -> float:
        """From below the lowest base to the top of the lid."""
        return self.levels * (1 + self.layers) * self.thickness + self.lid

    @property
    def screw(self) -> float | None:
        """The length of the screws, None where there are none as long."""
        needed = self.height + NUT_AND_END
        return next((length for length in SCREW_LENGTHS if length >= needed), None)


def passage_for(ball: float) -> float:
    """Return how wide passages for a ball are, in mm."""
    return ball + max(PLAY * ball, LEAST_PLAY)


def page_for_ball(
    maze: Maze, page: Page, options: MakeOptions, material: Material
) -> tuple[Page, tuple[str, ...]]:
    """Return the page with cells that a ball runs through, and that they differ from its own.

    Walls are as thick as the page has them, else as the material is safe.
    """
    wall = material.safe if page.wall is None else page.wall
    places = extent_of(maze.lattice).bands
    passage = passage_for(options.ball)
    cell = max(passage / place.width + wall / place.filled for place in places)
    cell = ceil(cell * 100 - 1e-6) / 100
    warnings: tuple[str, ...] = ()
    if page.cell is not None and abs(page.cell - cell) > 1e-6:
        text = _(
            "A ball of {ball:g} mm and walls of {wall:g} mm need cells of {cell:g} mm, not the "
            "{other:g} mm of the page: the kit is made with these."
        )
        known = {"ball": options.ball, "wall": wall, "cell": cell, "other": page.cell}
        warnings = (text.format(**known),)
    if page.whole:
        text = _(
            "A ball of {ball:g} mm and walls of {wall:g} mm need cells of {cell:g} mm: the kit is "
            "made with these, whatever size the whole maze has on the page."
        )
        warnings = (text.format(ball=options.ball, wall=wall, cell=cell),)
    page = replace(page, page="fit", cell=cell, wall=wall, walls="bands", title="", marks="none")
    return page, warnings


@machine_job(
    "kit",
    _("Marble maze"),
    order=8,
    border=12.0,
    uses=frozenset({"border", "corners", "ball", "lid", "lid_material", "levels", *ASSEMBLED}),
    page=page_for_ball,
    memory=3500,
    smaller=_("a smaller ball or a maze of fewer cells"),
    marked=False,
)
def kit(design: Design, job: Job) -> Product:
    """A marble maze for a ball: bases, walls, frames and lid, to be glued and screwed together."""
    options = design.options
    lid = design.lid
    border = design.border
    if options.border is None:  # between the screws and the edges
        border = max(border, SCREW_HOLE + 2 * design.material.safe)
    sizes = KitSizes.of(options, design.material, border, lid.thickness if lid else 0.0)
    model = Model(design, sizes, job)
    parts: list[CutPart] = []
    routes: list[Points] = []
    for level in range(sizes.levels):
        with job.part(1 / sizes.levels):
            made, route = model.level(level)
        parts += made
        routes.append(route)
    if lid is not None:
        cover = replace(design, material=lid)
        paths = model.outside(cover) | {Operation.INNER_CUT: model.screw_holes(cover)}
        seat = model.seat("", sizes.levels - 1, 1 + sizes.layers, step=2 * sizes.levels)
        parts.append(CutPart("lid", _("Lid"), paths, material=lid, seats=(seat,)))
    details = {
        "passage": sizes.passage,
        "cell": design.cell,
        "layers": float(sizes.layers),
        "height": sizes.height,
    }
    shopping = tuple(_shopping(sizes, lid.label if lid else ""))
    warnings = tuple(about_pieces(max(part.pieces for part in parts)))
    return Product(
        tuple(parts),
        shopping,
        warnings,
        narrowest=design.wall,
        details=details,
        loose=True,
        notes=tuple(_notes(model)),
        steps=tuple(_steps(sizes, names=options.part_names)),
        ball=model.ball_run(routes),
    )


def _notes(model: Model) -> Iterator[str]:
    """Yield where the walls are, if they are in the frames."""
    if model.is_nested:
        text = _("The walls lie within the frames: one cut of {kerf:g} mm parts them.")
        yield text.format(kerf=round(model.design.kerf, 3))


def _steps(sizes: KitSizes, *, names: bool) -> Iterator[str]:
    """Yield how the parts are put together, from the lowest base to the lid."""
    for up in range(sizes.levels):
        level = sizes.levels - up
        base, (walls, frames) = f"B{level}", (_layer_names(kind, level, sizes) for kind in "WF")
        text = _(
            "Lay the base {base} down with its lines up, and glue the walls {walls} on the lines, "
            "one on top of the other."
        )
        yield text.format(base=base, walls=list_names(walls))
        text = _("Lay the frames {frames} around the walls.")
        if up == sizes.levels - 1 and names:
            text = _(
                "Lay the frames {frames} around the walls. The names of {last_wall} and "
                "{last_frame}, the uppermost ones, face down."
            )
        yield text.format(frames=list_names(frames), last_wall=walls[-1], last_frame=frames[-1])
    if sizes.lid:
        yield _(
            "Lay the ball on the single circle, the lid on top, put the screws through the four "
            "holes and fasten the nuts below."
        )
    else:
        yield _(
            "Put the screws through the four holes, fasten the nuts below, and lay the ball on the "
            "single circle."
        )


def _layer_names(kind: str, level: int, sizes: KitSizes) -> list[str]:
    """Return the names of all layers of walls or frames of a level, counted from 1."""
    return [f"{kind}{level}{letter(layer)}" for layer in range(sizes.layers)]


def about_pieces(pieces: int) -> Iterator[str]:
    """Yield what to do where a layer of walls is not one piece: tabs would stop the ball."""
    if pieces > 1:
        text = _(
            "A layer of walls is in {pieces} pieces: glue each on its lines, or on the same one of "
            "the layer below."
        )
        yield text.format(pieces=pieces)


def _shopping(sizes: KitSizes, lid: str) -> Iterator[str]:
    """Yield what is needed besides the usual material."""
    yield _("1 ball of {ball:g} mm").format(ball=sizes.ball)
    length = sizes.screw
    if length is None:
        text = _("4 threaded rods {screw} of {length:.0f} mm, 8 nuts")
        length = sizes.height + 2 * NUT_AND_END
    else:
        text = _("4 screws {screw} × {length:g}, 4 nuts")
    yield text.format(screw=SCREW, length=length)
    if lid:
        yield _("{material} for the lid").format(material=lid)
    yield _("glue for the walls")


@dataclass(frozen=True, eq=False)
class Model:
    """What the parts of all levels have in common; all lie as they belong above each other."""

    design: Design
    sizes: KitSizes
    job: Job

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The cells where the ball starts on the uppermost level, and where it leaves that."""
        maze = self.design.maze
        start = maze.entrance.cell if maze.entrance else maze.lattice.first.cell
        goal = maze.exits[0].cell if maze.exits else maze.lattice.last.cell
        return start, goal

    @property
    def is_nested(self) -> bool:
        """Whether walls are cut out of what falls out of frames: one cut parts the two.

        A box has no frames.
        """
        return self.design.options.job == "kit" and FIT <= self.design.kerf <= LOOSEST

    @cached_property
    def window(self) -> ToolPaths:
        """The tool's path within the frame: around all outer walls, as if there were no gaps."""
        maze = self.design.maze
        closed = maze.copy()
        closed.set_openings(None, ())
        outer = Maze(maze.lattice, closed.walls & ~free_walls(maze.lattice))
        # walls that are cut out of a frame have the width of a cut for room
        fit = self.design.kerf if self.is_nested else FIT
        rings = self.of_maze(outer).wall_outlines(fit - self.design.half_kerf, self.job)
        return cuts_around(rings)[Operation.OUTER_CUT]

    @cached_property
    def box(self) -> Box:
        """The outer edges of base, frame and lid."""
        wide = self.design.half_kerf + self.sizes.border
        return grow_box(self.window.box, wide, wide)

    def outside(self, design: Design) -> dict[Operation, ToolPaths]:
        """Return the cut around a part."""
        return {Operation.OUTER_CUT: design.plate(self.box)}

    def screw_holes(self, design: Design) -> ToolPaths:
        """Return the holes in the corners, for a part of the material of a design."""
        left, top, right, bottom = grow_box(
            self.box, -self.sizes.border / 2, -self.sizes.border / 2
        )
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        return drill(corners, SCREW_HOLE, design.kerf)

    def seat(self, name: str, up: int, layer: int, step: int, *, last: bool = False) -> Seat:
        """Return where a sheet lies: so many layers above a base, ``up`` levels from below.

        The ``last`` one, on which nothing opaque lies, is turned.
        """
        number = up * (1 + self.sizes.layers) + layer
        left, top, right, bottom = self.box
        apart = EXPLODED_GAP * max(right - left, bottom - top)
        turned = last and self.design.options.part_names
        origin = (0.0, 0.0, number * self.sizes.thickness)
        return Seat(name, step, origin, away=(0.0, 0.0, number * apart), turned=turned)

    def level(self, level: int) -> tuple[list[CutPart], Points]:
        """Return base, frame and walls of a level, counted from the uppermost one, and its route.

        The route is in mm, along the middle of passages.
        """
        with self.job.part(CHECKING):
            maze, route = self.maze_of(level)
        design, sizes = self.of_maze(maze), self.sizes
        start, goal = self.ends if level % 2 == 0 else self.ends[::-1]
        holes = [self.screw_holes(design)]
        marks = [circles(self.middle(start), part * sizes.ball) for part in START]
        if level < sizes.levels - 1:
            holes.append(drill(self.middle(goal), sizes.hole, design.kerf))
        else:
            marks += [circles(self.middle(goal), part * sizes.ball) for part in GOAL]
        lines = centre_lines(design, self.job)
        base = {
            Operation.ENGRAVE: join_paths(marks),
            Operation.SCORE: lines,
            Operation.INNER_CUT: join_paths(holes),
            **self.outside(design),
        }
        frame = {Operation.INNER_CUT: join_paths([self.window, holes[0]]), **self.outside(design)}
        walls = cuts_around(design.wall_outlines(design.half_kerf, self.job))
        pieces = len(walls[Operation.OUTER_CUT])
        name, number = (f"-{level + 1}", f" {level + 1}") if sizes.levels > 1 else ("", "")
        up = sizes.levels - 1 - level
        beside, within = None, None
        if design.options.part_names:
            beside = in_border(self.box, sizes.border)
            within = in_wall(lines, design.wall)

        def seats(kind: str, step: int) -> tuple[Seat, ...]:
            names = enumerate(_layer_names(kind, level + 1, sizes), start=1)
            return tuple(
                self.seat(each, up, layer, step, last=level == 0 and layer == sizes.layers)
                for layer, each in names
            )

        lowest = (self.seat(f"B{level + 1}", up, 0, 2 * up),)
        return [
            CutPart(f"base{name}", _("Base") + number, base, seats=lowest, name_place=beside),
            CutPart(
                f"frame{name}",
                _("Frame") + number,
                frame,
                count=sizes.layers,
                seats=seats("F", 2 * up + 1),
                name_place=beside,
            ),
            CutPart(
                f"walls{name}",
                _("Walls") + number,
                walls,
                pieces,
                count=sizes.layers,
                seats=seats("W", 2 * up),
                name_place=within,
                within=f"frame{name}" if self.is_nested else "",
            ),
        ], route

    def ball_run(self, routes: list[Points]) -> BallRun:
        """Return how the ball rolls along the routes of all levels, from above, and falls."""
        sizes = self.sizes
        runs = []
        for level, route in enumerate(routes):
            below = (sizes.levels - 1 - level) * (1 + sizes.layers) + 1
            height = below * sizes.thickness + sizes.ball / 2
            runs.append(np.column_stack([route * (1.0, -1.0), np.full(len(route), height)]))
        return BallRun(np.concatenate(runs), sizes.ball)

    def middle(self, cell: int) -> Points:
        """Return float64[1, 2], the middle of a cell in mm."""
        return self.design.to_mm(self.design.maze.lattice.geometry.centres(np.array([cell])))

    def of_maze(self, maze: Maze) -> Design:
        return replace(self.design, maze=maze)

    def maze_of(self, level: int) -> tuple[Maze, Points]:
        """Return the maze of a level without gaps, and the route of the ball through it in mm.

        It is that of the design, on lower levels a new one like it.

        Raises ``MazeError`` where the ball cannot get through.
        """
        lattice = self.design.maze.lattice
        maze = self.design.maze.copy()
        if level:
            seed = crc32(maze.walls.tobytes()) + level
            maze = generate("backtracker", lattice, seed, job=self.job)
        start, goal = (Opening(cell) for cell in self.ends)
        maze.set_openings(start, (goal,))
        if start == goal:
            raise MazeError(
                _("The ball would start where it ends: put entrance and exit at different cells.")
            )
        solution = solve("breadth-first", maze, job=self.job)
        if not solution.solved:
            raise MazeError(
                _("The ball cannot get from the entrance to the exit: open a route between them.")
            )
        points, bulges = route_line(maze, solution)
        maze.set_openings(None, ())
        line = paths_of(points, np.array([0, len(points)]), bulges, closed=False)
        route = flatten(self.design.to_sheet(line).drawn(1.0, ""), ARC_ERROR_MM).points
        return maze, route if level % 2 == 0 else route[::-1]
