"""The ways to paint a maze into pixels; each file registers one for the shapes it can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.heat import Heat
from mazeeditor.gui.canvas.paint import Paint
from mazeeditor.gui.canvas.shades import Pixels, Shades
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.registry import Registry


class Raster(Protocol):
    """A maze that can be painted, any part at any zoom.

    Areas are in world px: the maze at that zoom, (0, 0) its top left corner.
    """

    def extent(self, zoom: float) -> Area:
        """Return all the px the maze paints: half a wall more than its cells."""

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k], as ``Area`` has it."""

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""

    def change(self, walls: Ids | None) -> bool:
        """Take note that ``walls`` int64[k], or (``None``) any, were opened or closed.

        Returns whether so much changed that everything is to be prepared and painted anew.
        """

    def show_solution(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Paint the route and the solver's marks, after ``prepare``, or at once nothing."""

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k], over what is painted."""

    def show_heat(self, heat: Heat | None) -> None:
        """Show how far cells are, after ``prepare``, or at once no longer."""

    @property
    def ready(self) -> bool:
        """Whether the picture is as fine as can be: nothing to prepare."""

    def prepare(self, job: Job) -> Callable[[], None]:
        """Do the slow work of a finer picture, in any thread; raises ``CancelledError``.

        What it returns is to be called in the thread that composes, and puts the work to use.
        """


@dataclass(frozen=True)
class RasterKind:
    """A registered way to paint; ``fits`` says which lattices it can do; the first one paints.

    Mazes of ``at_once`` cells at the most are prepared without a thread.
    """

    name: str
    fits: Callable[[Lattice], bool]
    build: Callable[[Maze], Raster]
    at_once: int
    order: int = 100


RASTERS: Registry[RasterKind] = Registry("raster", __name__)


R = TypeVar("R", bound=Callable[[Maze], Raster])


def raster(
    name: str, fits: Callable[[Lattice], bool], *, at_once: int, order: int = 100
) -> Callable[[R], R]:
    """Register a class of ``Raster`` that is built from a maze."""

    def register(build: R) -> R:
        RASTERS.add(RasterKind(name, fits, build, at_once, order))
        return build

    return register


def kind_for(lattice: Lattice) -> RasterKind:
    """Return the way in which mazes on a lattice are painted."""
    return next(kind for kind in RASTERS if kind.fits(lattice))


def raster_for(maze: Maze) -> Raster:
    """Return the maze, ready to be painted."""
    return kind_for(maze.lattice).build(maze)
