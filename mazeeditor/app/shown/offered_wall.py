"""The one wall that keeps the route single: found in a stroke, shown until the next edit.

::

    stroke -> the verdict is no longer good -> worker -> ``result`` -> ``accept``

Accepted while the button is down, the wall becomes part of the stroke; later a step of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.editing.followers import Follower

if TYPE_CHECKING:
    from mazeeditor.app.shown.verdict import Verdict
    from mazeeditor.core.job import Job
    from mazeeditor.maze.facts.one_wall import OneWall
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.maze import Maze

MOST_WALLS = 400  # of a stroke: what changes more is no slip of the hand


class _Question(NamedTuple):
    """A copy of the maze, the walls int64[k] of the stroke, and the place to be near to."""

    maze: Maze
    stroke: Ids
    near: tuple[float, float]


class OfferedWall:
    """The wall offered for the stroke that goes on, or has just ended: ``result``, or None.

    ``hand`` returns where the pointer is, or the cell cursor where keys are used, in cells; the
    front end sets it. ``changed`` is notified of another result.
    """

    def __init__(self, document: Document, background: Background, verdict: Verdict) -> None:
        self._document, self._verdict, self._timer = document, verdict, background.timer
        self.result: OneWall | None = None
        self.hand: Callable[[], tuple[float, float] | None] = lambda: None
        self.changed: Listeners[[]] = Listeners()
        self._stroke: Ids | None = None  # the walls that the last stroke has toggled so far
        self._due = False  # whether the verdict on them is to come
        self._latest: Latest[_Question, OneWall | None] = Latest(
            background,
            self._take,
            self._find,
            self._show,
            lambda _problem: self._show(None),
            delay=0,
        )
        document.changed.follow(Follower.OFFER, self._follow)
        verdict.changed.subscribe(self._look)

    @property
    def active(self) -> bool:
        return self.result is not None

    @property
    def settled(self) -> bool:
        return self._stroke is None or (not self._due and self._latest.settled)

    def text(self, keys: str) -> str:
        """Return what accepting by ``keys`` does, in few words."""
        assert self.result
        number = len(self.result.walls)
        if self.result.closing:
            text = ngettext(
                "{keys}: close this wall, one route is left",
                "{keys}: close these {number} walls, one route is left",
                number,
            )
        else:
            text = ngettext(
                "{keys}: open this wall, there is one route again",
                "{keys}: open these {number} walls, there is one route again",
                number,
            )
        return text.format(keys=keys, number=number)

    def accept(self) -> None:
        """Change the wall: within the stroke that goes on, else as a step."""
        if self.result is None:
            return
        walls, stroke = self.result.walls, self._document.running
        if stroke:
            stroke.toggle(walls)
        else:
            self._document.apply(ToggleWalls.of(self._document.maze, walls))

    def hide(self) -> None:
        """Offer nothing until the next stroke."""
        self._latest.stop()
        self._stroke, self._due = None, False
        self._show(None)

    def _follow(self, _change: Change) -> None:
        stroke = self._document.running
        if stroke and stroke.number <= MOST_WALLS and self._document.maze.exits:
            self._stroke = stroke.edit.walls  # kept, as the button may be up before a worker looks
            self._due = True
            self._latest.stop()
            self._show(None)
        else:
            self.hide()

    def _look(self) -> None:
        """Look for a wall once the verdict on the stroke is painted, undisturbed by a worker."""
        if self._due and not self._verdict.outdated:
            self._timer.after_idle(self._ask)

    def _ask(self) -> None:
        if self._due and not self._verdict.outdated:
            self._due = False
            if self._verdict.chip()[0] in ("warn", "bad"):
                self._latest.request()

    def _take(self) -> _Question | None:
        walls, maze, near = self._stroke, self._document.maze, self.hand()
        if walls is None:
            return None
        if near is None:
            geometry = maze.lattice.geometry
            x, y = geometry.post_positions(geometry.posts(walls[-1:]))[0].mean(axis=0)
            near = float(x), float(y)
        return _Question(maze.copy(), walls, near)

    def _find(self, asked: _Question, job: Job) -> OneWall | None:
        from mazeeditor.maze.facts.one_wall import one_wall

        def images(walls: Ids, closed: bool) -> Ids:
            return self._document.walls_to_change(walls, closed=closed, maze=asked.maze)

        return one_wall(asked.maze, asked.stroke, asked.near, images, job)

    def _show(self, result: OneWall | None) -> None:
        if result is not self.result:
            self.result = result
            self.changed.notify()


def hint(keys: str) -> str:
    """Return what the status bar says while a wall is offered."""
    return _("{keys} or a click on the marked wall changes it; Escape leaves it").format(keys=keys)
