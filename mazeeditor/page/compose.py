"""A maze on its pages: walls, marks, title and solution, each a layer, in millimetres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.core.memory import check_free
from mazeeditor.core.pictures import logo_of
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.page.marks.free_ground import Ground
from mazeeditor.page.marks.marks import Sign, marks_of
from mazeeditor.page.marks.route import filled_route, is_filled, route_of, with_gaps
from mazeeditor.page.marks.token_layer import covered_by_tokens, token_layers
from mazeeditor.page.mirroring import Mirror
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout, poster_grid, title_lettering
from mazeeditor.page.paper import FIT
from mazeeditor.page.planning import plan_page
from mazeeditor.page.ruler import ruler
from mazeeditor.page.scene import (
    BACKGROUND,
    SOLUTION,
    WALLS,
    DrawnMaze,
    Item,
    Layer,
    Picture,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.lettering import Block, clean, fit_text
from mazeeditor.page.themes.decoration import Kind, decoration
from mazeeditor.page.themes.themed_page import is_themed, with_pictures
from mazeeditor.page.walls.wall_items import area_items, composing_bytes, wall_items

GRID_LINE, GRID_COLOUR = 0.75 * POINT, "#9a9a9a"  # mm; 40 % black
MAX_CELLS = 30_000_000  # cells: more do not fit the memory of usual computers in any style


def compose(
    maze: Maze,
    page: Page,
    solution: Solution | None = None,
    job: Job | None = None,
    *,
    once: bool = False,
) -> list[Scene]:
    """Return the pages: one, or two where the solution goes on a page of its own.

    Without a ``solution``, or with one that found no route, none is drawn. Where each page is to be
    drawn ``once``, the walls of a large maze are made while they are drawn. Raises ``UsageError``
    that suggests what would fit if the page is too small, ``MazeError`` where it takes more memory
    than is free, and ``CancelledError``.
    """
    check_cells(maze, page, once=once)
    job, page = job or Job(), with_pictures(page)
    layout = plan_page(maze, page)
    route: list[Layer] = []
    if solution is not None and solution.solved and page.solution != "none":
        route = [route_layer(maze, solution, page, layout)]
    above = maze_layers(maze, page, layout, job, once=once)

    def scene(route: list[Layer], title: Block, name: str = "") -> Scene:
        layers = with_route(above, route)
        if layout.tokens:
            layers += token_layers(maze, page, layout, solved=bool(route))
        layers += _title_layer(page, layout, title)
        if poster_grid(page) == (1, 1) and page.page != FIT:
            layers += ruler(page, layout.width, layout.height)
        margin = page.margin
        box = margin, margin, layout.width - margin, layout.height - margin
        kind: Kind = "answers" if name else "puzzles"
        if is_themed(page):
            layers = [*decoration(page, box, [(maze, layout)], layers, kind=kind), *layers]
        return _scene(maze, page, layout, layers, name)

    if page.solution == "page" and route:
        return [scene([], layout.title), scene(route, _second_title(page, layout), "solution")]
    return [scene(route, layout.title)]


def maze_layers(
    maze: Maze, page: Page, layout: PageLayout, job: Job, *, signs: str = "", once: bool = False
) -> list[Layer]:
    """Return background, logo, walls and marks of a maze where a layout puts it.

    ``signs`` is the colour of the marks, where it is not that of the walls; ``once`` as for
    ``compose``. Raises ``CancelledError``.
    """
    area = Layer(BACKGROUND, _("Background"), area_items(maze, page, layout, job))
    grid: list[Layer] = []
    if layout.tokens and layout.tokens.tokens.bare:
        grid = [Layer("grid", _("Grid"), _grid(maze, page, layout, job))]
        maze = _without_inner_walls(maze)
    walls = Layer(WALLS, _("Walls"), wall_items(maze, page, layout, job, once=once))
    marked = replace(page, colour=signs or page.colour)
    marks = marks_of(maze, marked, layout.scale, layout.x, layout.y)
    logo = Layer("logo", _("Logo"), _logo(maze, page, layout, marks))
    layers = [area, logo, *grid, walls]
    if mirror := Mirror.of(layout):
        layers = [replace(layer, items=mirror.items(layer.items)) for layer in layers]
        marks = [mirror.sign(mark) for mark in marks]
    items = tuple(item for mark in marks for item in mark.items)
    things = tuple(len(mark.items) for mark in marks)
    return [*layers, Layer("marks", _("Marks"), items, things)]


def _grid(maze: Maze, page: Page, layout: PageLayout, job: Job) -> tuple[Item, ...]:
    """Return thin lines between all cells."""
    thin = min(GRID_LINE, layout.scale.wall)
    scale = replace(layout.scale, wall=thin, beyond=0.0)
    look = replace(page, walls="lines", wall=thin, colour=GRID_COLOUR, far_colour=None)
    every = Maze(maze.lattice)
    return tuple(wall_items(every, look, replace(layout, scale=scale), job))


def _without_inner_walls(maze: Maze) -> Maze:
    """Return a maze with its outer walls and openings alone."""
    result, lattice = Maze(maze.lattice), maze.lattice
    walls = result.closed_walls()
    result.toggle(np.array([wall for wall in walls.tolist() if lattice.is_inner(wall)], np.int64))
    if maze.entrance and maze.exits:
        result.set_openings(maze.entrance, maze.exits)
    return result


def with_route(layers: list[Layer], route: list[Layer]) -> list[Layer]:
    """Return the layers of a maze with that of a route, which lies on the background."""
    background, *others = layers
    return [background, *route, *others]


def route_layer(
    maze: Maze,
    solution: Solution,
    page: Page,
    layout: PageLayout,
    styled: Callable[[Strokes], Strokes] = lambda line: line,
) -> Layer:
    """Return the route of a solution that has one; raises ``UsageError`` where it is invalid.

    It leaves out what would run under words and pictures, drawn as ``styled`` makes it.
    """
    marks = marks_of(maze, page, layout.scale, layout.x, layout.y)
    if layout.tokens and layout.tokens.tokens.way:
        solution = replace(solution, route=np.array(layout.tokens.tokens.way, np.int64))
    covered = [mark.covered for mark in marks if mark.covered]
    items: tuple[Item, ...]
    if is_filled(page):
        items = filled_route(maze, solution, page, layout, covered)
    else:
        line = styled(route_of(maze, solution, page, layout))
        if layout.tokens:
            covered += covered_by_tokens(maze, layout)
        kept = with_gaps(line, covered)
        items = (kept,) if kept else ()
    mirror = Mirror.of(layout)
    return Layer(SOLUTION, _("Solution"), mirror.items(items) if mirror else items)


def check_cells(maze: Maze, page: Page, *, once: bool = False) -> None:
    """Raise ``UsageError`` or ``MazeError`` for a maze too large to be drawn on a page."""
    if maze.lattice.cells > MAX_CELLS:
        raise UsageError(
            _("Pages hold {largest:,} cells at most; this maze has {cells:,}.").format(
                largest=MAX_CELLS, cells=maze.lattice.cells
            )
        )
    what = _("A page of {cells:,} cells").format(cells=maze.lattice.cells)
    check_free(what, composing_bytes(maze, page, once=once))


def _logo(maze: Maze, page: Page, layout: PageLayout, marks: list[Sign]) -> tuple[Item, ...]:
    """Return the picture in the hole, if the page has a logo."""
    if not page.logo:
        return ()
    logo = logo_of(page.logo)
    ground = Ground(maze.lattice, layout.scale.cell, layout.x, layout.y, layout.scale.outer)
    box = ground.in_hole(logo.width / logo.height, [mark.box for mark in marks])
    if box is None:
        text = _(
            "This maze has no hole in its middle for the logo: "
            "make a maze with one (mask: hole), or remove the logo."
        )
        raise UsageError(text)
    left, top, right, bottom = box
    return (Picture(left, top, right - left, bottom - top, logo.kind, logo.data, logo.grey),)


def _second_title(page: Page, layout: PageLayout) -> Block:
    """Return the title of the page with the solution, no higher than that of the first."""
    if not layout.title.lines:
        return layout.title
    title = _("{title} – Solution").format(title=clean(page.title))
    lettering = title_lettering(page, title)
    block = fit_text(title, layout.width - 2 * page.margin, layout.title.size, lettering)
    return replace(block, size=block.size * min(1.0, layout.title.height / block.height))


def title_lines(block: Block, layout: PageLayout, colour: str, outline: float) -> tuple[Text, ...]:
    """Return the lines of a title, each in the middle of the page; ``outline`` as in ``Text``."""
    middle = layout.width / 2
    return tuple(
        Text(middle, base, block.size, line, "middle", colour, outline, block.lettering)
        for line, base in zip(block.lines, block.baselines(layout.top), strict=True)
    )


def _title_layer(page: Page, layout: PageLayout, block: Block) -> list[Layer]:
    if not block.lines:
        return []
    lines = title_lines(block, layout, page.colour, layout.scale.outline)
    return [Layer("title", _("Title"), lines)]


def _scene(
    maze: Maze, page: Page, layout: PageLayout, layers: list[Layer], name: str = ""
) -> Scene:
    lattice = maze.lattice
    if layout.extent.square:
        text = _("Maze of {rows} rows and {columns} columns, {cell:g} mm a cell")
    else:
        text = _("Maze of {cells:,} cells ({shape}), {cell:g} mm a cell")
    description = text.format(
        rows=lattice.rows,
        columns=lattice.columns,
        cells=lattice.cells,
        shape=lattice.shape,
        cell=layout.scale.cell,
    )
    title = clean(page.title)
    return Scene(
        layout.width,
        layout.height,
        tuple(layer for layer in layers if layer.items),
        title=title,
        description=description,
        cell=layout.scale.cell,
        wall=layout.scale.wall,
        name=name,
        mazes=(
            DrawnMaze(
                0, layout.passage(page.walls), lattice.cells, lacks_openings=maze.lacks_openings
            ),
        ),
        cut=(title,) if title and not layout.title.holds(title) else (),
    )
