"""How far every cell is from a place: a map over the maze, counted anew after every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.editing.change import Change
from mazeeditor.editing.measuring import CELL, Origin
from mazeeditor.errors import UsageError
from mazeeditor.gui.canvas.heat import Heat
from mazeeditor.gui.canvas.legend import UNREACHABLE
from mazeeditor.gui.recount import Recount
from mazeeditor.words import count

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window
    from mazeeditor.job import Job
    from mazeeditor.maze.maze import Maze

PATIENCE = 100  # ms that an old map may stand while the new one is counted


class DistanceMap:
    """The map of one window: ``shown`` or not, from an ``origin``, held back during a game.

    The chosen cell is the one that the cell cursor stands on, or stood on last.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self.shown = False
        self.origin = Origin()
        self.heat: Heat | None = None  # None while none is known of the maze as it is
        self._held = False
        self._fading = ""
        self._counting: Recount[Heat] | None = None

    @property
    def settled(self) -> bool:
        """Whether what is shown is true of the maze as it is."""
        return self._counting is None or self._counting.settled

    # What is asked for

    def show(self, shown: bool) -> None:
        """Show the map or no longer; raises ``UsageError`` where it has nowhere to begin."""
        if shown:
            self.origin.starts(self._window.document.maze)
        self.shown = shown
        self._listen()
        self._renew()

    def measure_from(self, kind: str) -> None:
        """Show the distances from another place; raises ``UsageError`` where there is none."""
        before, self.origin = self.origin, self._chosen_cell() if kind == CELL else Origin(kind)
        try:
            self.show(True)
        except UsageError:
            self.origin = before
            raise

    def _chosen_cell(self) -> Origin:
        """Return the cell cursor's place, else the pointer's, else the middle of the view."""
        view = self._window.view
        if view.cell is None and view.pointed is None:
            view.cursor.begin()
        cell = view.pointed if view.cell is None else view.cell
        assert cell is not None
        return Origin(CELL, self._window.document.maze.lattice, cell)

    def hold(self, held: bool) -> None:
        """Keep the map back while a game goes on: it would give the way away."""
        self._held = held
        self._renew()

    # What happens in the window

    def _listen(self) -> None:
        if self._counting:
            return
        self._counting = Recount(self._window, self._count, self._told)
        self._window.document.listen(self._follow)
        self._window.view.bind("<<CursorMoved>>", lambda _event: self._cursor_moved(), add=True)
        self._window.view.bind("<<PointerMoved>>", lambda _event: self._tell(), add=True)

    def _follow(self, change: Change) -> None:
        self.origin = self.origin.in_maze(self._window.document.maze.lattice)
        if self.shown and change.passages:
            self._renew()

    def _cursor_moved(self) -> None:
        if self.shown and self.origin.kind == CELL and self._window.view.cell is not None:
            self.origin = self._chosen_cell()
            self._renew()
        self._tell()

    # Counting

    def _renew(self) -> None:
        """Count anew what is to be shown, or show nothing."""
        if self._counting is None:
            return
        self._stop()
        self.heat = None
        if self._wanted():
            self._counting.recount()
            self._fading = self._window.root.after(PATIENCE, self._fade)
        elif self._window.view.legend.shown:
            self._window.view.show_heat(None)
        self._tell()

    def _wanted(self) -> bool:
        """Whether there is something to show; where not, the status bar may say why."""
        if self.shown and not self._held:
            try:
                return bool(self.origin.starts(self._window.document.maze))
            except UsageError as reason:
                self._window.status.say(str(reason))
        return False

    def _stop(self) -> None:
        assert self._counting
        self._counting.stop()
        if self._fading:
            self._window.root.after_cancel(self._fading)
            self._fading = ""

    def _fade(self) -> None:
        self._fading = ""
        if self._window.view.legend.shown:
            self._window.view.fade_heat()

    def _count(self, maze: Maze, job: Job) -> Heat:
        """Return the map of a copy of the maze; runs in a thread."""
        from mazeeditor.maze.distances import Sweep  # the window starts without
        from mazeeditor.maze.search import without_gaps

        job.phase(maze.lattice.cells)
        sweep = Sweep(maze.lattice, without_gaps(maze))
        sweep.run(self.origin.starts(maze), job)
        return Heat.of(maze.lattice, sweep.distance, self.origin.title(maze), job)

    def _told(self, heat: Heat | None, problem: str) -> None:
        self._stop()
        self.heat = heat
        self._window.view.show_heat(heat)
        if problem:
            self._window.status.say(problem)
        self._tell()

    # In words

    def _tell(self) -> None:
        """Say in the status bar how far the cell is that is pointed at."""
        view = self._window.view
        cell = view.cell if view.pointed is None else view.pointed
        words = ""
        if self.heat and cell is not None:
            words = self._words(int(self.heat.distance[cell]))
        self._window.status.show_note(words, self._longest())

    def _longest(self) -> str:
        """Return the longest words that may be told of this map."""
        if self.heat is None:
            return ""
        known = [self._words(self.heat.farthest)]
        return max(known if self.heat.complete else [*known, UNREACHABLE], key=len)

    @staticmethod
    def _words(distance: int) -> str:
        return count(distance, "step", "steps") if distance >= 0 else UNREACHABLE
