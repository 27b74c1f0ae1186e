"""The tools: which mode is in use, how a drag or a key becomes an edit, and sketches of drags."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing import cursor
from mazeeditor.editing.changes.routes import present_route
from mazeeditor.editing.document import Document
from mazeeditor.editing.tool_options import Choice, Value
from mazeeditor.editing.tools import MODES, TOOLS, Gesture, Mode, Preview, Selected, Tool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazeeditor.app.shown.verdict import Verdict
    from mazeeditor.core.job import Job
    from mazeeditor.editing.work import Work
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.maze import Maze
    from mazeeditor.maze.recipe import Recipe


HAND = "pan"  # the mode that changes nothing


class StartWork(Protocol):
    """Starts a job under a title; ``then`` is called when its result is delivered."""

    def __call__(self, title: str, work: Work[Any], then: Callable[[], None]) -> None:
        """Start it; raises ``MazeError`` while another job runs."""


class Toolbox:
    """The ``mode`` in use on one document; every mode keeps its own state, such as its size.

    Positions are in cells; ``extend`` is whether Shift is held. What a tool selects goes to
    ``on_selected``. ``changed`` is notified when another mode or value is chosen, and when the
    preview of the same mode is outdated, ``held`` when other keys are held, ``moved`` when a drag
    may have changed what ``gesture.sketch`` would return, ``reported`` of what a gesture reports.
    ``recipe`` is what gestures get. An internal error of a tool takes back all that it did since
    the press, and goes to ``on_harmless`` where the maze is as before; the mode begins anew.
    """

    def __init__(
        self,
        document: Document,
        ui: Ui,
        start: StartWork,
        on_harmless: Callable[[BaseException], object],
        on_selected: Callable[[Selected], object],
    ) -> None:
        self._document, self._ui, self._start = document, ui, start
        self._on_harmless, self._on_selected = on_harmless, on_selected
        self._before = document.state  # at the last press
        self._chosen: dict[str, dict[str, str]] = {tool.name: {} for tool in TOOLS}  # of choices
        self._gestures = {mode.name: self._new_gesture(mode) for mode in MODES}
        self._last: dict[str, Mode] = {}  # the mode of each tool that was used last
        self.mode: Mode = next(iter(MODES))
        self.extends = self.removes = False  # whether Shift, and Alt or Ctrl, are held
        self.changed: Listeners[[]] = Listeners()
        self.held: Listeners[[]] = Listeners()
        self.moved: Listeners[[]] = Listeners()
        self.reported: Listeners[[str]] = Listeners()
        self.recipe: Callable[[], Recipe | None] = lambda: None

    @property
    def tool(self) -> Tool:
        return TOOLS[self.mode.tool]

    @property
    def gesture(self) -> Gesture:
        return self._gestures[self.mode.name]

    def gesture_of(self, mode: str) -> Gesture:
        """Return what a mode of this name, in use or not, does with the pointer."""
        return self._gestures[mode]

    def _new_gesture(self, mode: Mode) -> Gesture:
        gesture = mode.run()
        gesture.chosen = self._chosen[mode.tool]
        gesture.recipe = lambda: self.recipe()
        return gesture

    @property
    def dragging(self) -> bool:
        """Whether a drag is in progress, which ``cancel`` takes back."""
        return self.gesture.busy

    @property
    def has_size(self) -> bool:
        """Whether ``resize`` does anything."""
        return self.gesture.resize(0)

    def choose(self, name: str) -> None:
        """Take another mode; a drag in progress is taken back. Raises ``UsageError``."""
        mode = MODES[name]
        self._cancel_gesture()
        self._ui.show_status("")  # the hint of the new mode has its place
        if mode is not self.mode:
            self.gesture.put_away()
        self.mode = self._last[mode.tool] = mode
        self._pass_held()
        self.changed.notify()

    def mode_of(self, tool: Tool) -> Mode:
        """Return the mode that a tool is taken in: the one used last, at first the usual one."""
        return self._last.get(tool.name) or tool.modes[0]

    @property
    def can_leave(self) -> bool:
        """Whether Escape takes another mode in the place of this one."""
        return bool(self.mode.escape_to)

    def leave(self) -> None:
        """Take the mode that Escape leads to."""
        self.choose(self.mode.escape_to)

    # What is chosen, and what held keys make of it

    def hold(self, *, extends: bool, removes: bool) -> None:
        """Note whether Shift is held, and Alt or Ctrl."""
        changed = (extends, removes) != (self.extends, self.removes)
        self.extends, self.removes = extends, removes
        self._pass_held()
        if changed:
            self.held.notify()

    def _pass_held(self) -> None:
        self.gesture.extends, self.gesture.removes = self.extends, self.removes

    @property
    def mode_now(self) -> Mode:
        """The mode whose work a press would do now: held keys can stand for another one."""
        held = self.mode.alt_mode if self.removes else self.mode.shift_mode if self.extends else ""
        return MODES[held] if held else self.mode

    def value_now(self, choice: Choice) -> str:
        """Return the name of the value that a press would go by now."""
        held = choice.alt if self.removes else choice.shift if self.extends else ""
        return held or self.gesture.value(choice)

    def choose_value(self, choice: Choice, value: Value) -> None:
        """Choose one of the values of a choice, for all modes of the tool in use."""
        self._chosen[self.mode.tool][choice.name] = value.name
        self.changed.notify()

    def cancel(self) -> None:
        """Take back the drag in progress."""
        self._cancel_gesture()
        self.changed.notify()

    def _cancel_gesture(self) -> None:
        """Take back the drag in progress, and what the user was told about going on with it."""
        busy = self.dragging
        self.gesture.cancel(self._document)
        self._hand_over(self.gesture)
        if busy:
            self._ui.show_status("")

    def resize(self, steps: int) -> None:
        """Let the tool take more cells at once (``steps`` > 0), or fewer."""
        self.gesture.resize(steps)
        self.changed.notify()

    # The pointer

    def preview(self, x: float, y: float, *, extend: bool) -> Preview | None:
        """Return what a click would do, or within a drag a release; None for nothing."""
        if self.mode.pans:
            return None
        return self.gesture.hover(self._document, x, y, extend=extend)

    def press(self, x: float, y: float, *, extend: bool) -> None:
        """Begin a drag; what was reported of the last one gives its place to the hints of this."""
        self._ui.show_status("")
        with self._taken_back_on_error():
            self.gesture.press(self._document, x, y, extend=extend)
        self.moved.notify()

    def drag(self, x: float, y: float) -> None:
        """Continue it in a straight line."""
        with self._taken_back_on_error():
            self.gesture.move(self._document, x, y)
        self._hand_over(self.gesture)
        self.moved.notify()

    def release(self, x: float, y: float) -> None:
        """End it; what it changed is one step."""
        with self._taken_back_on_error():
            self.gesture.release(self._document, x, y)
        self._finish()

    # The keys, at the cell cursor

    def enter(self, cell: int, *, extend: bool) -> bool:
        """Use the tool on a cell; returns whether it does anything with keys."""
        with self._taken_back_on_error():
            used = self.gesture.enter(self._document, cell, extend=extend)
        self._finish()
        self.moved.notify()
        return used

    def follow_cursor(self, cell: int) -> None:
        """Go on to the cell to which the cell cursor has moved."""
        with self._taken_back_on_error():
            self.gesture.follow_cursor(self._document, cell)
        self._show_report(self.gesture)
        self.moved.notify()

    def delete(self, cell: int) -> bool:
        """Remove what the tool sets from a cell; returns whether there was any."""
        with self._taken_back_on_error():
            removed = self.gesture.delete(self._document, cell)
        self.moved.notify()
        return removed

    def toggle(self, cell: int, slot: int) -> str:
        """Change a wall of a cell, whatever the tool; returns why that is impossible, or ""."""
        return cursor.toggle(self._document, cell, slot)

    # Errors

    @contextmanager
    def _taken_back_on_error(self) -> Iterator[None]:
        document = self._document
        if not self.dragging:
            document.settle()
            self._before = document.state
        try:
            yield
        except MazeError:
            raise
        except BaseException as error:
            self._take_back(error)
            if isinstance(error, (Exception, KeyboardInterrupt)):
                raise
            raise RuntimeError(f"{type(error).__name__}: {error}") from error

    def _take_back(self, error: BaseException) -> None:
        document, gesture = self._document, self.gesture
        self._gestures[self.mode.name] = self._new_gesture(self.mode)
        self._pass_held()
        with suppress(Exception):  # the gesture may be what is wrong
            gesture.cancel(document)
        document.go_back_to(self._before)
        if document.state == self._before:
            self._on_harmless(error)
        self.changed.notify()

    def _finish(self) -> None:
        """Show what the tool reports, and start what it left to be done in the background."""
        gesture = self.gesture
        self._hand_over(gesture)
        self._show_report(gesture)
        work, gesture.work = gesture.work, None
        if work:
            title, run = work
            try:
                self._start(title, self._refusing(gesture, run), lambda: self._delivered(gesture))
            except MazeError as reason:  # another job runs
                self._refuse(gesture, reason)

    def _refuse(self, gesture: Gesture, reason: MazeError) -> None:
        self._ui.show_refusal(str(reason))
        gesture.refused()

    def _refusing(self, gesture: Gesture, work: Work[Any]) -> Work[Any]:
        """Return ``work`` whose ``UsageError`` is shown like other refusals, and in no dialog."""

        def run(job: Job) -> Any:
            try:
                return work.run(job)
            except UsageError as reason:
                return reason

        def deliver(result: Any) -> bool:
            if isinstance(result, UsageError):
                self._refuse(gesture, result)
                return True
            return work.deliver(result)

        return replace(work, run=run, deliver=deliver)

    def _delivered(self, gesture: Gesture) -> None:
        self._hand_over(gesture)
        self._show_report(gesture)
        self.changed.notify()

    def _hand_over(self, gesture: Gesture) -> None:
        """Hand over the cells that a gesture has selected."""
        selected, gesture.selected = gesture.selected, None
        if selected:
            self._on_selected(selected)

    def _show_report(self, gesture: Gesture) -> None:
        report, gesture.report = gesture.report, ""
        if report:
            self._ui.show_status(report)
            self.reported.notify(report)


DELAY_MS = 5  # ms
NO_ROUTE = np.empty(0, np.int64)

Taken = tuple[Gesture, "Callable[[Job], Any]"]


class ToolSketch:
    """Shows the sketches of the gesture in use, the newest one only."""

    def __init__(
        self, toolbox: Toolbox, document: Document, background: Background, ui: Ui
    ) -> None:
        self._toolbox, self._document = toolbox, document
        self._latest: Latest[Taken, tuple[Gesture, Any]] = Latest(
            background,
            self._take,
            lambda taken, job: (taken[0], taken[1](job)),
            self._show,
            lambda problem: ui.show_status(str(problem)),
            delay=DELAY_MS,
            wait_for_pause=False,  # a drag never pauses
        )
        toolbox.moved.subscribe(self._follow)

    @property
    def settled(self) -> bool:
        return self._latest.settled

    def _follow(self) -> None:
        if self._toolbox.dragging:
            self._latest.request()
        elif not self._latest.settled:
            self._latest.stop()

    def _take(self) -> Taken | None:
        gesture = self._toolbox.gesture
        work = gesture.sketch(self._document) if self._toolbox.dragging else None
        return (gesture, work) if work else None

    def _show(self, result: tuple[Gesture, Any]) -> None:
        gesture, sketch = result
        if gesture is self._toolbox.gesture and self._toolbox.dragging:
            gesture.show_sketch(self._document, sketch)
            self._toolbox.changed.notify()


class OnlyRoute:
    """Finds the only route of the maze for a tool that follows it, after each change."""

    def __init__(
        self,
        toolbox: Toolbox,
        verdict: Verdict,
        document: Document,
        background: Background,
        ui: Ui,
    ) -> None:
        self._toolbox, self._verdict, self._document = toolbox, verdict, document
        self._known: tuple[Gesture, int] | None = None  # the tool that knows it, of which revision
        self._shown = False
        self._latest: Latest[Maze, Ids] = Latest(
            background,
            lambda: document.maze.copy(),
            lambda maze, _job: present_route(maze),
            self._take,
            lambda problem: ui.show_status(str(problem)),
            delay=DELAY_MS,
        )
        verdict.changed.subscribe(self._follow)
        toolbox.changed.subscribe(self._follow)

    @property
    def settled(self) -> bool:
        """Whether the tool knows the only route of the maze as it is."""
        return self._latest.settled

    def _follow(self) -> None:
        """Have the route found once it is known that there is one only."""
        gesture, verdict, document = self._toolbox.gesture, self._verdict, self._document
        if self._toolbox.dragging:
            return
        self._note_shown()
        known = gesture, document.revision
        if not gesture.follows_route:
            self._known = None
        elif not verdict.outdated and known != self._known:
            self._known = known
            if verdict.facts and verdict.facts.routes == "one":
                self._latest.request()
            else:
                self._take(NO_ROUTE)

    def _take(self, route: Ids) -> None:
        if self._known == (self._toolbox.gesture, self._document.revision):
            self._toolbox.gesture.take_route(self._document, route)
            self._toolbox.changed.notify()

    def _note_shown(self) -> None:
        """Have the route drawn, or no longer, where a change of the maze has made it so."""
        shown = self._toolbox.gesture.ghost(self._document) is not None
        if shown != self._shown:
            self._shown = shown
            self._toolbox.changed.notify()
