"""Sizes of cells and walls that can be cut, where the page leaves them open.

::

    |<- wall ->|<-- passage -->|     what is kept is as wide as the material is safe,
    |          |               |     what is cut out is wider than the tool
    |<---------- cell -------->|

A page says how large a maze is on paper; there its walls may be thinner than plywood holds.

Where the size of the finished piece is chosen it alone decides how large cells are: neither the
paper nor a size of cells counts then. Where the page has the size of the whole maze instead, cells
follow from it with the walls that the job cuts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.kerf import kept_box
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation, bounding_box, no_paths
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.tabs.places import ACROSS
from mazeeditor.maze.maze import Maze
from mazeeditor.page.extent import extent_of
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT
from mazeeditor.page.planning import plan_page
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.whole_size import cell_at, cell_of

MIN_TOOL_WIDTHS = 1.5  # than the tool: what is cut out; narrower slots would be one cut
# mm, of the size of a piece: places are rounded to a micrometre
TOLERANCE_MM, NEARLY_MM = 1e-7, 0.01
SMALLEST_CELL = 0.05  # mm
Sized = tuple[Page, tuple[str, ...]]


def page_of_job(maze: Maze, page: Page, options: MakeOptions, material: Material) -> Sized:
    """Return the page that a job works with, and what to say about it.

    A whole maze of a chosen size has that with the walls of the job, whatever style these have on
    paper: bands where they are cut, else lines.
    """
    entry, style = JOBS[options.job], WALL_STYLES[page.walls]
    if page.whole and entry.outlined:
        page = replace(page, walls="bands")
    elif page.whole and not style.plain and not (style.toned and page.tone):
        page = replace(page, walls="lines")
    return entry.page(maze, page, options, material) if entry.page else (page, ())


def page_for_walls(maze: Maze, page: Page, options: MakeOptions, material: Material) -> Sized:
    """Return the page of a job whose walls remain, while its passages are cut out."""
    wall, passage = _kept_and_cut(page, options, material)
    return _size(maze, page, wall, passage, MIN_TOOL_WIDTHS * options.kerf_in(material)), ()


def page_for_slots(maze: Maze, page: Page, options: MakeOptions, material: Material) -> Sized:
    """Return the page of a job whose walls are cut out, while its passages remain."""
    wall, passage = _kept_and_cut(page, options, material, slots=True)
    sized = _size(maze, page, wall, passage, None)
    return _with_rounded_tips(maze, sized, options.kerf_in(material)), ()


def _with_rounded_tips(maze: Maze, page: Page, kerf: float) -> Page:
    """Return the page with the cells by which what a round tool cuts out is as large as chosen.

    In a pointed corner it stops short: the cut ends half a kerf beyond its line, not at the tip.
    """
    if not page.whole or page.wall is None or page.wall <= kerf:
        return page
    width = None if page.maze_width is None else page.maze_width - kerf
    height = None if page.maze_height is None else page.maze_height - kerf
    led_along = replace(page, wall=page.wall - kerf, maze_width=width, maze_height=height)
    return replace(page, cell=cell_of(maze, led_along))


def page_for_stepped(
    maze: Maze, page: Page, options: MakeOptions, material: Material, wide: float, lowest: float
) -> Sized:
    """Return the page of a job whose walls remain between passages ``wide`` times as wide.

    Of these a share, ``lowest``, is wide enough to be cut.
    """
    wall, cut = _kept_and_cut(page, options, material)
    least = MIN_TOOL_WIDTHS * options.kerf_in(material) / lowest
    return _size(maze, page, wall, max(wide * wall, cut, least), least), ()


def _kept_and_cut(
    page: Page, options: MakeOptions, material: Material, *, slots: bool = False
) -> tuple[float, float]:
    """Return how wide walls and passages should be at least."""
    cut = MIN_TOOL_WIDTHS * options.kerf_in(material)
    wall = page.wall if page.wall is not None else cut if slots else material.safe
    return wall, max(material.safe if slots else cut, wall)


def cell_needed(maze: Maze, options: MakeOptions, material: Material) -> float:
    """Return how large cells are where all that stays is as wide as the material is safe."""
    slots = JOBS[options.job].tabs == ACROSS
    return _cell_for(maze, *_kept_and_cut(Page(), options, material, slots=slots))


def _size(maze: Maze, page: Page, wall: float, passage: float, least: float | None) -> Page:
    """Return a page with walls and passages of such widths at least, where it leaves them open.

    What is chosen stays. In cells that are too small passages are narrower, up to half as wide as
    walls and never than ``least``; then walls are thinner too. Without ``least`` walls stay.
    """
    if page.sized and page.wall is not None:
        return page
    if page.whole:
        return _sized_whole(maze, page, wall, least)
    cell = _cell_for(maze, wall, passage)
    if page.cell is not None:
        return replace(page, wall=_wall_in(maze, page, page.cell, wall, least))
    try:
        scale = plan_page(maze, page).scale
    except UsageError:  # its paper is too small
        return replace(page, page=FIT, cell=cell, wall=wall)
    if scale.cell >= cell:
        usual = scale.wall if scale.cell >= _cell_for(maze, scale.wall, passage) else 0.0
        return replace(page, wall=max(wall, usual))
    return replace(page, page=FIT, cell=cell, wall=wall)


def _sized_whole(maze: Maze, page: Page, wall: float, least: float | None) -> Page:
    """Return the page of a whole maze of a chosen size with walls that its cells have room for.

    These become smaller where walls become thicker.
    """
    result = page
    for _again in range(2):
        cell = cell_of(maze, result)
        assert cell is not None
        result = replace(page, page=FIT, wall=_wall_in(maze, page, cell, wall, least))
    return result


def _wall_in(maze: Maze, page: Page, cell: float, wall: float, least: float | None) -> float:
    """Return how thick walls are in cells of a size, at the most ``wall`` or as usual there."""
    thick = wall if least is None else min(wall, _thickest(maze, cell, least))
    return max(thick, _usual_wall(maze, page, cell))


def _thickest(maze: Maze, cell: float, least: float) -> float:
    """Return how thick walls can be in cells, beside passages half as wide and at least that."""
    places = extent_of(maze.lattice).bands
    half = min(cell / (1 / place.filled + 0.5 / place.width) for place in places)
    beside = min((cell - least / place.width) * place.filled for place in places)
    return min(half, beside)


def _cell_for(maze: Maze, wall: float, passage: float) -> float:
    """Return how large cells are that have walls and passages of such widths everywhere."""
    places = extent_of(maze.lattice).bands
    cell = max(passage / place.width + wall / place.filled for place in places)
    return ceil(cell * 100 - 1e-6) / 100


def _usual_wall(maze: Maze, page: Page, cell: float) -> float:
    return plan_page(maze, replace(page, page=FIT, cell=cell)).scale.wall


# The size of the finished piece


def cell_for(overall: float, extent: float, size_at: Callable[[float], float]) -> float:
    """Return how large cells are, in mm, by which a piece is ``overall`` mm large.

    ``size_at`` returns how large it is with cells of a size, more with larger ones, and at least
    ``extent`` cells. Raises ``UsageError`` where cells would be nothing.
    """
    high = overall / extent
    cell, beyond = cell_at(overall, size_at, high, high, extent / 2, TOLERANCE_MM)
    if abs(beyond) < TOLERANCE_MM or (abs(beyond) < NEARLY_MM and cell > SMALLEST_CELL):
        return cell
    text = _(
        "A piece of {overall:g} mm is too small for this maze and what is around it: make it "
        "larger, or the border narrower, or use a maze of fewer cells."
    )
    raise UsageError(text.format(overall=overall))


def page_for_overall(
    maze: Maze, page: Page, options: MakeOptions, material: Material, overall: float
) -> Sized:
    """Return the page with the cells by which the finished piece is about ``overall`` mm large.

    Its outline makes up for what is missing. Raises ``UsageError`` where it is too small.
    """
    extent = extent_of(maze.lattice)

    def sized(cell: float) -> Page:
        own = replace(page, page=FIT, cell=cell)
        return page_of_job(maze, own, options, material)[0]

    def size_at(cell: float) -> float:
        return max(piece_of(Design.of(maze, sized(cell), options, material)))

    cell = cell_for(overall, max(extent.width, extent.height), size_at)
    warnings: tuple[str, ...] = ()
    if page.cell is not None and abs(page.cell - cell) > TOLERANCE_MM:
        text = _(
            "Cells are {cell:.2f} mm, so that the piece is {overall:g} mm large: the cell size of "
            "{other:g} mm that you chose is not used."
        )
        warnings = (text.format(overall=overall, cell=cell, other=page.cell),)
    if page.whole:
        text = _(
            "The piece is {overall:g} mm large: the size of the whole maze that you chose is not "
            "used."
        )
        warnings = (text.format(overall=overall),)
    return sized(cell), warnings


def piece_of(design: Design) -> tuple[float, float]:
    """Return width and height of the piece around a maze, in mm, without making it."""
    options, entry, outline = design.options, JOBS[design.options.job], design.outline
    marked = entry.marked and not ("continuous" in entry.uses and options.continuous)
    marked = marked and not (entry.bare and outline is None)
    marks = design.engraved if marked else no_paths()
    left, top, right, bottom = design.rim.box
    beyond = design.beyond
    boxes = [(left - beyond, top - beyond, right + beyond, bottom + beyond)]
    if outline is None:
        box = bounding_box([*boxes, *(paths.box for paths in (marks,) if len(paths))])
        return box[2] - box[0], box[3] - box[1]
    content = design.content({Operation.ENGRAVE: marks, Operation.SCORE: design.rim})
    return outline.size_around(replace(content, box=bounding_box([*boxes, content.box])))


def finished_size(part: CutPart, kerf: float) -> tuple[float, float]:
    """Return width and height of a piece without what the tool takes, in mm.

    Of what is not cut out it is that of the holes cut into it, and of the lines on it.
    """
    outer = part.paths.get(Operation.OUTER_CUT, no_paths())
    if len(outer) and outer.closed.all():
        left, top, right, bottom = kept_box(outer, kerf)
        return right - left, bottom - top
    if len(outer):  # tabs are left
        left, top, right, bottom = outer.box
        return right - left - kerf, bottom - top - kerf
    boxes = [part.box]
    if inner := part.paths.get(Operation.INNER_CUT):
        left, top, right, bottom = inner.box
        half = kerf / 2  # the tool is led within the holes
        boxes += [(left - half, top - half, right + half, bottom + half)]
    left, top, right, bottom = bounding_box(boxes)
    return right - left, bottom - top
