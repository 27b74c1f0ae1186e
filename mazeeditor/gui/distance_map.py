"""How far every cell is from a place: a map over the maze, counted again after every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.editing.content import Change
from mazeeditor.editing.measuring import CELL, DistanceStart
from mazeeditor.errors import UsageError
from mazeeditor.gui.canvas.distance_legend import UNREACHABLE
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.statusbar import StatusBar
from mazeeditor.screen.distance_levels import DistanceLevels
from mazeeditor.translation import _, count
from mazeeditor.workspace.latest import Latest
from mazeeditor.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mazeeditor.job import Job
    from mazeeditor.maze.maze import Maze

DELAY = 40  # ms without a change before counting begins
PATIENCE = 100  # ms that an outdated map stays as it is while the new one is counted


class DistanceMap:
    """The map of one window: ``shown`` or not, from an ``origin``, held back during a game.

    The chosen cell is that of the cell cursor, or where the cursor was last.
    """

    def __init__(self, workspace: Workspace, view: MazeView, status: StatusBar) -> None:
        self._workspace, self._view, self._status = workspace, view, status
        self.shown = False
        self.origin = DistanceStart()
        self.levels: DistanceLevels | None = None  # None until they are known for the maze as it is
        self._held = False
        self._fading = ""
        self._counting: Latest[Maze, DistanceLevels] | None = None

    @property
    def settled(self) -> bool:
        """Whether what is shown is true of the maze as it is."""
        return self._counting is None or self._counting.settled

    # The user's requests

    def show(self, shown: bool) -> None:
        """Show the map or no longer; raises ``UsageError`` where it has nowhere to begin."""
        if shown:
            self.origin.starts(self._workspace.document.maze)
        self.shown = shown
        self._subscribe()
        self._renew()

    def measure_from(self, kind: str) -> None:
        """Show the distances from another place; raises ``UsageError`` where there is none."""
        before, self.origin = (
            self.origin,
            self._chosen_cell() if kind == CELL else DistanceStart(kind),
        )
        try:
            self.show(True)
        except UsageError:
            self.origin = before
            raise

    def _chosen_cell(self) -> DistanceStart:
        """Return the cell cursor's place, else the pointer's, else the middle of the view."""
        view = self._view
        if view.cell is None and view.pointed is None:
            view.cursor.begin()
        cell = view.pointed if view.cell is None else view.cell
        assert cell is not None
        return DistanceStart(CELL, self._workspace.document.maze.lattice, cell)

    def hold(self, held: bool) -> None:
        """Hide the map during a game: it would give the route away."""
        self._held = held
        self._renew()

    # Events of the window

    def _subscribe(self) -> None:
        if self._counting:
            return
        workspace = self._workspace
        self._counting = Latest(
            workspace.threads,
            workspace.timer,
            lambda: workspace.document.maze.copy(),
            self._count,
            self._counted,
            self._not_counted,
            delay=DELAY,
        )
        self._workspace.changed.subscribe(self._follow)
        self._view.bind("<<CursorMoved>>", lambda _event: self._cursor_moved(), add=True)
        self._view.bind("<<PointerMoved>>", lambda _event: self._show_distance(), add=True)

    def _follow(self, change: Change) -> None:
        self.origin = self.origin.in_maze(self._workspace.document.maze.lattice)
        if self.shown and change.passages:
            self._renew()

    def _cursor_moved(self) -> None:
        if self.shown and self.origin.kind == CELL and self._view.cell is not None:
            self.origin = self._chosen_cell()
            self._renew()
        self._show_distance()

    # Counting

    def _renew(self) -> None:
        """Compute again the distances to show, or show nothing."""
        if self._counting is None:
            return
        self._stop()
        self.levels = None
        if self._has_start():
            self._counting.request()
            self._fading = self._view.after(PATIENCE, self._fade)
        elif self._view.legend.shown:
            self._view.show_distances(None)
        self._show_distance()

    def _has_start(self) -> bool:
        """Whether there is something to show; if not, the status bar may show the reason."""
        if self.shown and not self._held:
            try:
                return bool(self.origin.starts(self._workspace.document.maze))
            except UsageError as reason:
                self._status.show_message(str(reason))
        return False

    def _stop(self) -> None:
        assert self._counting
        self._counting.stop()
        if self._fading:
            self._view.after_cancel(self._fading)
            self._fading = ""

    def _fade(self) -> None:
        self._fading = ""
        if self._view.legend.shown:
            self._view.fade_distances()

    def _count(self, maze: Maze, job: Job) -> DistanceLevels:
        """Return the map of a copy of the maze; runs in a thread."""
        from mazeeditor.maze.distances import Sweep  # the window starts without
        from mazeeditor.maze.search import without_gaps

        job.phase(maze.lattice.cells)
        sweep = Sweep(maze.lattice, without_gaps(maze))
        sweep.run(self.origin.starts(maze), job)
        return DistanceLevels.of(maze.lattice, sweep.distance, self.origin.title(maze), job)

    def _counted(self, levels: DistanceLevels | None) -> None:
        self._stop()
        self.levels = levels
        self._view.show_distances(levels)
        self._show_distance()

    def _not_counted(self, problem: Exception) -> None:
        self._counted(None)
        self._status.show_message(str(problem) or _("unknown"))

    # The status bar

    def _show_distance(self) -> None:
        """Show the distance of the cell under the pointer in the status bar."""
        view = self._view
        cell = view.cell if view.pointed is None else view.pointed
        text = ""
        if self.levels and cell is not None:
            text = self._text_of(int(self.levels.distance[cell]))
        self._status.show_note(text, self._longest())

    def _longest(self) -> str:
        """Return the longest text that may be shown for this map."""
        if self.levels is None:
            return ""
        farthest = self._text_of(self.levels.farthest)
        return farthest if self.levels.complete else max(farthest, UNREACHABLE, key=len)

    @staticmethod
    def _text_of(distance: int) -> str:
        return count(distance, "step", "steps") if distance >= 0 else UNREACHABLE
