"""What every way to paint a maze shares: what is to be shown, and the slow work for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from mazeeditor.gui.canvas.coat import Coat
from mazeeditor.gui.canvas.far import Layers
from mazeeditor.gui.canvas.grid import Places
from mazeeditor.gui.canvas.heat import Heat, mean_heat
from mazeeditor.gui.canvas.paint import Paint, paint_of
from mazeeditor.gui.canvas.pyramid import Pyramid
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

MANY = 300_000  # walls: in a LARGE maze, of that many cells, a thread prepares so great a change
LARGE = 20_000_000


class Layered(ABC):
    """The picture of one maze; it reads the maze's own walls whenever it paints.

    What is asked for while something is prepared is kept and done when that is put to use.
    """

    def __init__(self, maze: Maze, places: Places) -> None:
        self.maze, self.lattice, self.places = maze, maze.lattice, places
        self.layers = Layers(self.new_ink(), scale=places.scale)
        self.coat: Coat | None = None
        self.heat: Heat | None = None
        self._late: list[Ids] = []  # walls that a pyramid in the making may have missed
        self._wanted: tuple[Solution, bool, bool] | None = None  # what the coat is to show
        self._late_paint: list[tuple[Ids, Paint]] = []  # what is to be painted over that
        self._heat_wanted: Heat | None = None

    @abstractmethod
    def new_ink(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""

    @property
    def ready(self) -> bool:
        """Whether the picture is as fine as can be: nothing to prepare."""
        return self.layers.ink.ready and not (self._wanted or self._heat_wanted)

    # What changes

    def show_solution(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Paint the route and the marks, after ``prepare``, or at once nothing."""
        self._wanted = None if solution is None else (solution, route, marks)
        self._late_paint = []
        if solution is None:
            self._wear(None)

    def paint(self, cells: Ids, paint: Paint) -> None:
        """Paint ``cells`` int64[k] of the inside with uint16[k]."""
        if self._wanted or self._late_paint:
            self._late_paint.append((cells, paint))
            return
        if self.coat is None:
            self._wear(Coat(self.lattice, self.places))
        assert self.coat
        self.coat.change(cells, paint)

    def _wear(self, coat: Coat | None) -> None:
        self.coat = coat
        self.layers = replace(self.layers, tint=coat.tint if coat else None)

    def show_heat(self, heat: Heat | None) -> None:
        """Show how far cells are, after ``prepare``, or at once no longer."""
        self._heat_wanted = heat
        if heat is None:
            self._warm(None, None)

    def _warm(self, heat: Heat | None, pyramid: Pyramid | None) -> None:
        self.heat = heat
        self.layers = replace(self.layers, heat=pyramid)

    def change(self, walls: Ids | None) -> bool:
        """Take note that ``walls`` int64[k], or (``None``) any, were opened or closed."""
        if walls is None or (len(walls) > MANY and self.lattice.size > LARGE):
            self._late = []
            self.layers = replace(self.layers, ink=self.new_ink())
            return True
        if self.layers.ink.ready:
            self.layers.ink.update(*self.places.of(self.cells_of(walls)))
        else:
            self._late.append(walls)
        return False

    @abstractmethod
    def cells_of(self, walls: Ids) -> Ids:
        """Return the cells whose ink changes with ``walls`` int64[k]."""

    # The slow work

    def prepare(self, job: Job) -> Callable[[], None]:
        """Build the pyramids, and what the solver found as paint."""
        ink = self.layers.ink
        if not ink.ready:
            ink = self.new_ink()
            ink.build(job)
        coat, heat = self._new_coat(job), self._heat_wanted
        warmth = self._new_warmth(job)

        def use() -> None:
            self.layers = replace(self.layers, ink=ink)
            late, self._late = self._late, []
            for walls in late:
                self.change(walls)
            if heat:
                self._heat_wanted = None
                self._warm(heat, warmth)
            if coat:
                self._wanted = None
                self._wear(coat)
            if not self._wanted:
                late_paint, self._late_paint = self._late_paint, []
                for cells, paint in late_paint:
                    self.paint(cells, paint)

        return use

    def _new_warmth(self, job: Job) -> Pyramid | None:
        if self._heat_wanted is None:
            return None
        warmth = Pyramid(self.places.read(self._heat_wanted.levels), *self.places.shape, mean_heat)
        warmth.build(job)
        return warmth

    def _new_coat(self, job: Job) -> Coat | None:
        if self._wanted is None:
            return None
        solution, route, marks = self._wanted
        openings = (*((self.maze.entrance,) if self.maze.entrance else ()), *self.maze.exits)
        paint = paint_of(solution, openings, route=route, marks=marks)
        coat = Coat(self.lattice, self.places, paint)
        coat.build(job)
        return coat
