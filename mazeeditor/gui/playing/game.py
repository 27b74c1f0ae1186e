"""A game in the window: everything that edits is disabled until it ends.

::

    keys, drags ---> walk ---> trail, marks, bar        the document is read once, for its maze,
    document ---- any change ---> the game ends         and never written
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.best_times import BestTimes
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.followers import Follower
from mazeeditor.editing.work import generating
from mazeeditor.gui.desktop.keys import chord
from mazeeditor.gui.playing.play_bar import PlayBar, chords_in_play
from mazeeditor.gui.playing.player_view import PlayerView
from mazeeditor.maze.playing.steering import Point, Steering, follow
from mazeeditor.maze.playing.walk import Finish, Walk, finish_of
from mazeeditor.maze.random import new_seed

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.editing.content import Change
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context


class PlayPointer:
    """Walks where the pointer is dragged, and calls ``walked`` after it did."""

    def __init__(self, walk: Walk, walked: Callable[[], None]) -> None:
        self._walk, self._walked = walk, walked
        self._last: Point | None = None  # where the pointer was, within a drag

    def hover(self, x: float, y: float) -> None:
        """Show nothing: a preview would help the player."""

    def leave(self) -> None:
        """Show nothing."""

    def press(self, x: float, y: float) -> None:
        """Begin at the pointer, next to the player or not."""
        self._last = x, y
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        """Go on in a straight line."""
        if self._last is None:  # pressed before the game began
            return
        start, self._last = self._last, (x, y)
        if follow(self._walk, start, self._last):
            self._walked()

    def release(self, x: float, y: float) -> None:  # noqa: ARG002 - part of the protocol
        self._last = None

    def toggle(self, cell: int, slot: int) -> None:
        """Change no wall."""


TICK_MS = 200  # ms between two updates of the time
HINT_MS = 4000  # ms that a hint is shown
# Keys that the canvas and Tk handle as usual; all others belong to the game, or do nothing.
PASSED_ON = {"space", "Tab", "ISO_Left_Tab", "F10", "Menu"}


class Game:
    """One walk through the maze of a window, from ``begin`` to ``leave``."""

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        """Raises ``UsageError``, with nothing changed, where the maze has no entrance."""
        self.walk: Walk = Walk(document.maze)
        self.context, self._maze_view = context, context.maze_view
        self._document, self._view, self._services = document, view, services
        self._steering = Steering()
        self._maze = document.maze
        self._player_view = PlayerView(context.maze_view, self.walk, self._maze)
        self.bar = PlayBar(context, self.walk)
        self._best = BestTimes(services.settings)
        self._finish: Finish | None = None
        self._noted = False  # whether this walk is among the best times
        self._goes_on = False  # whether the next maze will be played when it is made
        self._timers: dict[str, str] = {}

    def begin(self) -> None:
        """Take the canvas over."""
        context, maze_view = self.context, self._maze_view
        context.tool_controller.put_down()
        maze_view.cell = None
        maze_view.pans = False
        maze_view.set_cursor("hand2")
        maze_view.pointer_tool = PlayPointer(self.walk, self._walked)
        self._add_bindings()
        context.keys.in_game = chords_in_play
        context.show_game(self)
        self._task = self._services.background.run(
            self._measure, self._measured, self._services.report
        )
        self.bar.show()  # it has its height now, and the canvas too
        self._player_view.zoom_in()
        if context.game is not self:  # what was due has changed the maze, and ended the game
            return
        self._start()
        maze_view.canvas.focus_set()
        self._services.update()

    def leave(self) -> None:
        """End the game, also where the next maze is being made."""
        self._goes_on = False
        self._close()

    def _close(self) -> None:
        """Show and enable everything again as before the game."""
        context, maze_view = self.context, self._maze_view
        if context.game is not self:
            return
        self._task.cancel()
        for name in tuple(self._timers):
            self._stop(name)
        self._remove_bindings()
        self._player_view.restore_zoom()
        context.show_game(None)
        self.bar.destroy()
        context.keys.in_game = None
        context.tool_controller.take_up()
        context.show_solution()
        maze_view.canvas.focus_set()

    def _add_bindings(self) -> None:
        """Get key events before the canvas; the bindings of the bar end with the bar."""
        changed = self._document.changed
        self._unsubscribe = changed.follow(Follower.GAME, self._follow)
        self.bar.bind("<KeyPress>", self._key)
        self.bar.bind("<<ViewChanged>>", lambda _event: self._player_view.marks.draw())
        for widget in (self._maze_view, self._maze_view.canvas):
            widget.bindtags((str(self.bar), *widget.bindtags()))

    def _remove_bindings(self) -> None:
        self._unsubscribe()
        for widget in (self._maze_view, self._maze_view.canvas):
            widget.bindtags(tuple(tag for tag in widget.bindtags() if tag != str(self.bar)))

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        keys = chord(event)
        if event.keysym in PASSED_ON or keys.startswith("Alt+"):
            return None
        self.context.keys.press(keys)
        return "break"

    def _follow(self, _change: Change) -> None:
        """End: the document's maze is no longer that of the walk."""
        self._close()

    def _measure(self, job: Job) -> tuple[NDArray[np.int32], Finish]:
        return self.walk.measure(job), finish_of(self.walk, self._maze.copy(), job)

    def _measured(self, result: tuple[NDArray[np.int32], Finish]) -> None:
        distance, self._finish = result
        self.walk.set_distances(distance)
        self.bar.best = self._best.of(self._finish.digest)
        self.bar.show()
        self._end_walk()

    # Commands

    def walk_towards(self, dx: int, dy: int, *, run: bool = False) -> None:
        """Walk through the passage that lies in a direction, if any, or run on through it."""
        slot = self._steering.slot(self.walk, dx, dy)
        if slot is not None and (self.walk.run(slot) if run else self.walk.step(slot)):
            self._walked()

    def hint(self) -> None:
        """Show the corridor to the next junction for a moment."""
        self._player_view.marks.show_hint(self.walk.hint())
        self._later("hint", HINT_MS, lambda: self._player_view.marks.show_hint(()))
        self.bar.show()

    def take_back(self) -> None:
        """Walk a step back along the trail."""
        if self.walk.take_back():
            self._walked()

    def restart(self) -> None:
        """Begin again at the entrance."""
        self.walk.restart()
        self._noted = self.bar.record = False
        self.bar.best = self._best.of(self._finish.digest) if self._finish else None
        self._start()

    @property
    def can_go_on(self) -> bool:
        """Whether another maze of the same kind can be made now."""
        return bool(self._document.recipe.generator) and not self._services.jobs.busy

    def next_maze(self) -> None:
        """Make a maze of the same recipe with another seed, as one step, and play that."""
        recipe = replace(self._document.recipe, seed=new_seed())
        self._goes_on = True
        work = generating(self._document, recipe, self._view.draft.masks.show_outline)
        self._services.start(_("Generating"), work, self._play_next)

    def _play_next(self) -> None:
        """Begin again, unless the user has left meanwhile; that the maze came ended this game."""
        if self._goes_on and not self.context.game:
            Game(self.context, self._document, self._view, self._services).begin()

    # What is shown

    def _start(self) -> None:
        walking = _("Walk with the arrow keys or drag; Esc leaves the game")
        self.context.status.show_hint(walking)
        self._maze_view.show_solution(None)
        self._maze_view.tint(None)
        self._walked()

    def _walked(self) -> None:
        """Show where the player is now."""
        self._stop("hint")
        self._player_view.show()
        self.bar.show()
        self._end_walk()
        if "tick" not in self._timers:
            self._tick()

    def _end_walk(self) -> None:
        """At an exit: draw a shortest route next to the one walked, and note the time.

        A time with hints is none to be beaten.
        """
        walk, finish = self.walk, self._finish
        if not (walk.won and walk.steps and finish):
            return
        self._player_view.marks.show_route(finish.route)
        self.context.status.show_hint(_("The dashed line is a shortest route"))
        if not self._noted and not walk.hints:
            self.bar.best = self._best.of(finish.digest)
            self.bar.record = self._best.note(finish.digest, walk.watch.seconds, walk.steps)
        self._noted = True
        self.bar.show()

    # The clock

    def _tick(self) -> None:
        """Count the time while the window has the keyboard focus."""
        self._stop("tick")
        walk = self.walk
        if walk.won or not walk.steps:
            return
        if self._has_keyboard():
            walk.watch.go()
        else:
            walk.watch.stop()
        self.bar.counters.show_time()
        self._later("tick", TICK_MS, self._tick)

    def _has_keyboard(self) -> bool:
        """Whether the keys go to the window, not to another program, dialog or menu."""
        root = self.context.root
        focus = str(root.tk.call("focus", "-displayof", root))
        return bool(focus) and str(root.tk.call("winfo", "toplevel", focus)) == str(root)

    def _later(self, name: str, ms: int, action: Callable[[], None]) -> None:
        self._stop(name)
        self._timers[name] = self._maze_view.after(ms, action)

    def _stop(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer:
            self._maze_view.after_cancel(timer)
