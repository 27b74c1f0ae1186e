"""The picture of a maze on its paper: any area at any zoom, and what an edit makes dirty.

    picture = MazePicture(LIGHT)
    picture.set_maze(maze)
    pixels = picture.compose(view)        # uint32[height, width]: red, green, blue, 255

A new maze is shown at once: its overview coarse, and without soft edges while kernels are not
compiled. The slow work for the fine picture runs in the background; ``redraw`` is called when
the picture has changed. Without a background, as for films, the work is done at once.

A picture for tracing lies under the maze, a tint on selected cells, dots beside locked walls: pale
ones where walls are locked for what the maze shows, which many dots would hide. Walls may be marked
in colours (``marked_walls.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import Kernel
from mazeeditor.maze.geometry import Ids, middles
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.area import Area, merge
from mazeeditor.screen.cell_paint import DistanceLevels, Paint
from mazeeditor.screen.marked_walls import MarkedWalls
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.palette import Palette
from mazeeditor.screen.pixel_colours import PixelColours, Pixels, pixel_colours, rgb_of
from mazeeditor.screen.raster.shape_raster import ShapeRaster
from mazeeditor.screen.raster.square_raster import SquareRaster, is_square_grid
from mazeeditor.screen.viewport import Viewport, wall_width

MANY_CHANGES = 100_000  # changes: with more, computing the areas is slower than painting everything
MANY_SEEN = 10_000  # cells on the screen, likewise
MAX_AREAS = 24  # changed areas that are painted separately; more are merge
MAX_CHANGED_SHARE = 0.6  # of the screen: with more changed, painting everything is faster


class Cancellable(Protocol):
    """A task in the background."""

    def cancel(self) -> None:
        """Stop it, and discard its result."""


class Background(Protocol):
    """Runs work in worker threads."""

    def run(
        self,
        work: Callable[[Job], Any],
        on_result: Callable[[Any], object],
        on_error: Callable[[Exception], None],
    ) -> Cancellable:
        """Run ``work`` in a worker; the event loop calls ``on_result`` or ``on_error``."""


def raster_for(maze: Maze) -> MazeRaster:
    return SquareRaster(maze) if is_square_grid(maze.lattice) else ShapeRaster(maze)


class MazePicture:
    """The picture of one maze in the colours of a palette."""

    def __init__(
        self,
        palette: Palette,
        background: Background | None = None,
        redraw: Callable[[], None] = lambda: None,
    ) -> None:
        self._background, self._redraw = background, redraw
        self._palette, self._faded = palette, False
        self._colours, self._coloured = pixel_colours(palette), (palette, False)
        self._raster: MazeRaster | None = None
        self._preparing: Cancellable | None = None
        self._compiling: Cancellable | None = None
        self._selected: NDArray[np.bool_] | None = None
        self._tinted: NDArray[np.bool_] | None = None
        self._underlay: UnderlayPicture | None = None
        self._marked: MarkedWalls | None = None
        self._pale_locks = False
        self._all_dirty = True
        self._walls: list[Ids] = []  # changed since ``dirty_areas`` was last called
        self._cells: list[Ids] = []  # painted since then
        self._masks: list[NDArray[np.bool_]] = []  # of cells tinted or selected, or no longer

    @property
    def empty(self) -> bool:
        return self._raster is None

    @property
    def closeup_from(self) -> int:
        """The zoom from which every wall is drawn, px a cell."""
        return self._raster.closeup_from if self._raster else 0

    @property
    def fine(self) -> bool:
        return self._preparing is None and self._compiling is None

    @property
    def complete(self) -> bool:
        """Whether everything is in the picture, be it with hard edges."""
        return self._preparing is None

    # What is shown

    def set_palette(self, palette: Palette) -> None:
        """Show everything in other colours."""
        self._palette = palette
        self._recolour()

    def set_maze(self, maze: Maze, *, pale_locks: bool = False) -> None:
        """Show another maze, without a solution; nothing is selected or tinted in it.

        With ``pale_locks`` its locked walls have pale dots.
        """
        self._pale_locks = pale_locks
        self._raster, self._selected, self._tinted = raster_for(maze), None, None
        self._marked = None
        self._prepare()
        self._repaint()

    def set_solution(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Show the result of a solver; ``None`` hides it."""
        if self._raster:
            self._raster.show_solution(solution, route=route, marks=marks)
            self._prepare()
            if self._raster.ready:
                self._repaint()

    def set_underlay(self, underlay: UnderlayPicture | None) -> None:
        """Lay a picture under the maze, or none."""
        if underlay is not self._underlay:
            self._underlay = underlay
            self._repaint()

    def set_distances(self, distance_levels: DistanceLevels | None) -> None:
        """Show the distances of cells; ``None`` hides them."""
        if self._raster:
            self._faded = False
            self._raster.show_distances(distance_levels)
            self._prepare()
            if self._raster.ready:
                self._recolour()

    def fade_distances(self) -> None:
        """Show the distances paler: they may be out of date."""
        self._faded = True
        self._recolour()

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] with ``paint`` uint16[k], over the existing paint."""
        if self._raster and len(cells):
            self._raster.paint(cells, paint)
            self._note(self._cells, cells)

    def select(self, cells: NDArray[np.bool_] | None) -> None:
        """Show ``cells`` bool[n], read only, as selected, and no others; ``None`` for none."""
        before, self._selected = self._selected, cells
        self._note_masks(before, cells)

    def tint(self, cells: NDArray[np.bool_] | None) -> None:
        """Tint ``cells`` bool[n], read only, and no others; ``None`` for none."""
        before, self._tinted = self._tinted, cells
        if self._raster and before is not cells:
            self._raster.show_tint(cells)
            self._note_masks(before, cells)

    def mark(self, walls: MarkedWalls | None) -> None:
        """Mark walls of the maze, and no others; ``None`` for none."""
        if walls is not self._marked:
            self._marked = walls
            self._repaint()

    def change_locks(self) -> None:
        self._repaint()

    def change(self, walls: Ids | None) -> None:
        """Show that ``walls`` int64[k] were opened or closed; ``None`` for any walls."""
        if self._raster is None:
            return
        if self._raster.change(walls):
            self._prepare()
            self._repaint()
        elif walls is not None and len(walls):
            self._note(self._walls, walls)

    def close(self) -> None:
        """Cancel the running tasks."""
        for task in (self._preparing, self._compiling):
            if task:
                task.cancel()

    # The picture

    def compose(
        self, view: Viewport, area: Area | None = None, out: Pixels | None = None
    ) -> Pixels:
        """Return ``area`` (world px; by default the screen) as uint32[height, width], in ``out``.

        The maze lies on its paper, and the ground is around it.
        """
        assert self._raster
        if self._background is None:
            self._compile()
        area = area or view.screen
        out = compose_page(self._raster, self._colours, view, area, out)
        self._draw_marks(self._raster, view, area, out)
        return out

    def _draw_marks(self, raster: MazeRaster, view: Viewport, area: Area, out: Pixels) -> None:
        """Draw what lies under the picture, and what is selected, locked and marked over it."""
        zoom = view.zoom
        inner = area.cut(raster.extent(zoom))
        if inner.size:
            part = _part(out, area, inner)
            if self._underlay:
                self._underlay.blend(inner, zoom, self._palette, part)
            if self._selected is not None:
                tint(raster, self._selected, inner, zoom, self._colours.selected, part)
            draw_locks(raster.maze, inner, zoom, self._colours, part, pale=self._pale_locks)
            if self._marked is not None:
                self._marked.draw(inner, zoom, view.scale, self._palette, part)

    def dirty_areas(self, view: Viewport, covered: Area) -> list[Area] | None:
        """Return the areas (world px) of ``covered`` that changed since the last call.

        ``None`` if everything must be repainted.
        """
        assert self._raster
        self._compile()
        areas = list(self._touched(self._raster, view.zoom, covered))
        everything = (
            sum(area.size for area in areas) > view.screen.size * MAX_CHANGED_SHARE
            or self._all_dirty
        )
        self._walls, self._cells, self._masks, self._all_dirty = [], [], [], False
        return None if everything else areas

    def _touched(self, raster: MazeRaster, zoom: float, covered: Area) -> Iterator[Area]:
        covered = covered.cut(raster.extent(zoom))
        if not covered.size:
            return
        masked = [_some_in(raster, mask, zoom, covered) for mask in self._masks]
        if sum(map(len, masked)) > MANY_SEEN:
            yield covered
            return
        touched = [raster.touched(walls, zoom) for walls in self._walls]
        touched += [raster.touched_by_paint(cells, zoom) for cells in (*self._cells, *masked)]
        if not touched:
            return
        areas = np.concatenate(touched)
        areas = np.hstack(
            [np.maximum(areas[:, :2], covered[:2]), np.minimum(areas[:, 2:], covered[2:])]
        )
        areas = areas[(areas[:, :2] < areas[:, 2:]).all(axis=1)]
        yield from (
            merge(areas) if len(areas) > MAX_AREAS else (Area(*area) for area in areas.tolist())
        )

    def _note(self, changes: list[Ids], ids: Ids) -> None:
        changes.append(ids)
        if sum(map(len, (*self._walls, *self._cells))) > MANY_CHANGES:
            self._repaint()
        self._redraw()

    def _note_masks(self, *either: NDArray[np.bool_] | None) -> None:
        """Note cells that are in one mask, and not in the other; None is one of no cells."""
        masks = [mask for mask in either if mask is not None]
        if self._raster and either[0] is not either[1]:
            self._masks.append(np.bitwise_xor.reduce(masks))
            self._redraw()

    def _recolour(self) -> None:
        wanted = self._palette, self._faded
        if wanted != self._coloured:  # another maze has the same, which takes 1 ms
            self._colours, self._coloured = pixel_colours(wanted[0], faded=wanted[1]), wanted
        self._repaint()

    def _repaint(self) -> None:
        self._walls, self._cells, self._masks, self._all_dirty = [], [], [], True
        self._redraw()

    # The slow work

    def _prepare(self) -> None:
        if self._preparing:
            self._preparing.cancel()
            self._preparing = None
        raster = self._raster
        if raster is None or raster.ready:
            return
        if self._background is None or raster.lattice.size <= raster.small:
            self._use(raster.prepare(Job()))
        else:
            self._preparing = self._background.run(raster.prepare, self._use, raise_error)

    def _use(self, use: Callable[[], None]) -> None:
        self._preparing = None
        try:
            use()
        finally:
            self._recolour()

    def _compile(self) -> None:
        """Compile those kernels for the current picture that are not compiled yet."""
        kernels = self._raster.missing_kernels if self._raster else ()
        if not kernels or self._compiling:
            return
        if self._background is None:
            _compile_all(kernels, Job())
        else:
            self._compiling = self._background.run(
                lambda job: _compile_all(kernels, job), self._use_kernels, raise_error
            )

    def _use_kernels(self, _nothing: None) -> None:
        self._compiling = None
        self._repaint()


def _some_in(raster: MazeRaster, mask: NDArray[np.bool_], zoom: float, area: Area) -> Ids:
    """Return those cells of a mask bool[n] that are in an area, perhaps with others."""
    cells = raster.cells_in(area, zoom)
    return np.flatnonzero(mask) if cells is None else cells[mask[cells]]


def _compile_all(kernels: tuple[Kernel[Any, Any], ...], job: Job) -> None:
    for kernel in kernels:
        job.check()
        kernel.compile()


def raise_error(problem: Exception) -> None:
    """Raise an error of a worker, as an internal one: its work cannot fail otherwise."""
    raise problem


def compose_page(
    raster: MazeRaster, colours: PixelColours, view: Viewport, area: Area, out: Pixels | None = None
) -> Pixels:
    """Return ``area`` (world px) with maze, paper and ground as uint32[height, width]."""
    if out is None:
        out = np.empty((area.height, area.width), np.uint32)
    maze = area.cut(raster.extent(view.zoom))
    if maze != area:
        edge = max(1, round(view.scale))
        paper = view.paper
        inner = Area(*np.add(paper, (edge, edge, -edge, -edge)).tolist())
        out[:] = colours.ground
        _fill(out, area, paper, colours.edge)
        _fill(out, area, inner, colours.paper)
    if maze.size:
        part = _part(out, area, maze)
        raster.compose(maze, view.zoom, colours, part)
        if not raster.lattice.whole:
            colours.hatch(maze, view.scale, part)
    return out


def _part(out: Pixels, area: Area, part: Area) -> Pixels:
    """Return the view of ``out`` that shows ``part`` of ``area``."""
    left, top, right, bottom = part.moved(-area.left, -area.top)
    return out[top:bottom, left:right]


def _fill(out: Pixels, area: Area, part: Area, colour: int) -> None:
    part = part.cut(area)
    if part.size:
        _part(out, area, part)[:] = colour


# The picture behind the maze

PAIR = np.uint32(0x00FF00FF)  # every second byte
ALPHA = np.array([0, 0, 0, 255], np.uint8).view(np.uint32)[0]


@dataclass(frozen=True, eq=False)
class UnderlayPicture:
    """``pixels`` uint8[h, w, 4], red, green, blue and alpha, and where they lie.

    ``left``, ``top`` and ``width`` are in cells, ``opacity`` in percent. It is laid under what was
    painted, wherever that is paper::

        painted      paper   edge    wall
        underlay     whole   part    none       how much of it is seen, by the green of the pixel
    """

    pixels: NDArray[np.uint8]
    left: float
    top: float
    width: float
    opacity: float

    def blend(self, area: Area, zoom: float, palette: Palette, out: Pixels) -> None:
        """Lay it under ``out`` uint32[height, width], an area of the maze in px."""
        high, wide = self.pixels.shape[:2]
        scale = wide / (self.width * zoom)  # px of the picture for a px of the screen
        across = ((np.arange(area.left, area.right) + 0.5 - self.left * zoom) * scale).astype(int)
        down = ((np.arange(area.top, area.bottom) + 0.5 - self.top * zoom) * scale).astype(int)
        columns = np.flatnonzero((across >= 0) & (across < wide))
        rows = np.flatnonzero((down >= 0) & (down < high))
        if not (len(columns) and len(rows)):
            return
        box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        below = self._packed.take(down[box[0]], axis=0).take(across[box[1]], axis=1)
        painted = np.ascontiguousarray(out[box])
        paper, wall = rgb_of([palette.paper, palette.wall]).astype(int)[:, 1].tolist()
        green = painted.view(np.uint8).reshape(*painted.shape, 4)[..., 1]
        share = _shares(paper, wall, self.opacity)[green]
        if not self._opaque:
            share = share * below.view(np.uint8).reshape(*below.shape, 4)[..., 3] >> np.uint32(8)
        out[box] = _mix(painted, below, share)

    @cached_property
    def _packed(self) -> Pixels:
        """The pixels as uint32[h, w], as the screen has them."""
        packed: Pixels = np.ascontiguousarray(self.pixels).view(np.uint32)[..., 0]
        return packed

    @cached_property
    def _opaque(self) -> bool:
        return bool((self.pixels[..., 3] == 255).all())


def _mix(one: Pixels, other: Pixels, share: NDArray[np.uint32]) -> Pixels:
    """Return pixels between two, ``share`` 0 to 256 of the other; opaque.

    Two bytes of a pixel at a time, which leave room for eight bits between them: a third of the
    time that a byte at a time takes.
    """
    rest = np.uint32(256) - share
    low = ((one & PAIR) * rest + (other & PAIR) * share) >> np.uint32(8) & PAIR
    high = ((one >> np.uint32(8)) & PAIR) * rest + ((other >> np.uint32(8)) & PAIR) * share
    mixed: Pixels = low | high & ~PAIR | ALPHA
    return mixed


def _shares(paper: int, wall: int, opacity: float) -> NDArray[np.uint32]:
    """Return uint32[256], how much of the picture is seen at a green value: 0 to 256."""
    values = (np.arange(256) - wall) / (paper - wall)
    return (values.clip(0, 1) * opacity / 100 * 256).astype(np.uint32)


# Marks over the maze

LOCKS_FROM = 8  # px a cell: at less, dots would fill the cells
EDGES_FROM = 12  # px a cell: at less, the edge of a dot would reach other walls
DOT_SIZE = 6  # a dot is a cell divided by this wide, and its edge a pixel more
PER_CELL = 2  # points looked at across and down each cell: none is missed


def tint(
    raster: MazeRaster, cells: NDArray[np.bool_], area: Area, zoom: float, colour: int, out: Pixels
) -> None:
    """Mix three eighths of a colour into the pixels of ``cells`` bool[n], an area in world px."""
    covered = raster.covered(cells, area, zoom)
    if covered.any():
        before = out[covered]
        added = sum((colour >> shift) & (0xFF >> shift) * 0x01010101 for shift in (2, 3))
        for shift in (2, 3):
            before -= (out[covered] >> np.uint32(shift)) & np.uint32((0xFF >> shift) * 0x01010101)
        out[covered] = before + np.uint32(added)


def draw_locks(
    maze: Maze,
    area: Area,
    zoom: float,
    colours: PixelColours,
    out: Pixels,
    *,
    pale: bool = False,
) -> None:
    """Draw a dot beside each locked wall of an area (world px), where cells are large enough.

    Where ``pale``, dots have no edge, and a colour near that of the paper.

    ::

        +---+---+       a dot lies beside the middle of the wall, in its lower cell, whether it is
        |  .|.  |       closed or open; the wall stays whole
        |.  |.  |
        +---+---+
    """
    if maze.locks is None or zoom < LOCKS_FROM:
        return
    walls = _locked_in(maze, area, zoom)
    if not len(walls):
        return
    size = max(2, round(zoom / DOT_SIZE))
    places = beside_walls(maze, walls, (wall_width(zoom) + size) / 2 + 1, zoom)
    if zoom >= EDGES_FROM and not pale:
        _stamp(places, size + 2, colours.lock[1], area, out)
    _stamp(places, size, colours.pale_lock if pale else colours.lock[0], area, out)


def beside_walls(maze: Maze, walls: Ids, away: float, zoom: float) -> NDArray[np.float64]:
    """Return points float64[k, 2] in world px, ``away`` px from the middles of walls int64[k].

    They lie in the lower of the two cells.
    """
    geometry = maze.lattice.geometry
    places = middles(geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)) * zoom
    inward = geometry.centres(walls // maze.lattice.degree) * zoom - places
    return places + inward * (away / np.hypot(*inward.T))[:, None]


def _locked_in(maze: Maze, area: Area, zoom: float) -> Ids:
    """Return the locked walls int64[k] of the cells in an area, and perhaps of some around."""
    assert maze.locks is not None
    lattice, step = maze.lattice, zoom / PER_CELL
    x, y = (
        np.arange(first - zoom, last + zoom + step, step) / zoom
        for first, last in ((area.left, area.right), (area.top, area.bottom))
    )
    cells = distinct(lattice.geometry.all_under(x, y[:, None]))
    cells = cells[maze.locks[cells] != 0].astype(np.int64)
    walls = [
        lattice.wall_ids(some, np.full(len(some), slot, np.int64))
        for slot in range(lattice.degree)
        for some in [cells[maze.locks[cells] >> np.uint8(slot) & 1 != 0]]
    ]
    return distinct(np.concatenate(walls))


def _stamp(places: NDArray[np.float64], size: int, colour: int, area: Area, out: Pixels) -> None:
    """Draw a square ``size`` px wide around each of ``places`` float64[k, 2], in world px."""
    first = np.floor(places - size / 2 + 0.5).astype(np.int64) - (area.left, area.top)
    steps = np.arange(size)
    rows, columns = np.broadcast_arrays(
        (first[:, 1, None] + steps)[:, :, None], (first[:, 0, None] + steps)[:, None, :]
    )
    height, width = out.shape
    seen = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    out[rows[seen], columns[seen]] = colour
