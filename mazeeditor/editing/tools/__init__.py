"""The tools of the tool bar next to the canvas; each file registers one.

A tool is a ``Gesture``: what it does with pointer and keys. Positions are in cells, x to the right
and y down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mazeeditor.core.job import Job
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import Work
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.recipe import Recipe

NOT_KEPT = _("The symmetry is not kept.")
LOCKED_IMAGE = _("This wall stays: a wall that the symmetry changes with it is locked.")


class Gesture:
    """One tool in use. By itself it does nothing; each tool overrides what it needs.

    ``press``, any number of ``move`` and then ``release`` or ``cancel`` are one drag; a click is a
    drag without moves. ``extend``: Shift is held. ``report`` is a message on side effects of the
    last release, or why it did nothing; the reader clears it. ``work`` is what the last release
    left to be done in the background, as it takes long, with a title; the reader clears it, and
    reads the report when it is delivered. ``selected`` are cells that the drag has
    chosen so far; the reader clears it. ``removes`` is set by the reader: Alt or Ctrl is held.
    ``recipe`` returns how the user wants new mazes to be made, None where a field is invalid, which
    is shown then; the toolbox sets it.
    """

    report: str = ""
    selected: Selected | None = None
    removes: bool = False
    recipe: Callable[[], Recipe | None] = staticmethod(lambda: None)
    work: tuple[str, Work[Any]] | None = None

    def do(self, title: str, work: Work[Any]) -> None:
        """Do small work at once; leave other work, with a title, to be done in the background."""
        if work.small:
            work.at_once()
        else:
            self.work = title, work

    @property
    def busy(self) -> bool:
        """Whether a drag is going on, so that Escape means ``cancel``."""
        return False

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return what a click (or, within a drag, letting go) here would do."""

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a drag."""

    def move(self, document: Document, x: float, y: float) -> None:
        """Go on; the pointer came here in a straight line."""

    def release(self, document: Document, x: float, y: float) -> None:
        """End the drag here; what it changed is one step."""

    def cancel(self, document: Document) -> None:
        """Undo what the drag has changed."""

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002
        """Use the tool at the cell cursor; returns whether it does anything with keys."""
        return False

    def follow_cursor(self, document: Document, cell: int) -> None:
        """Go on to the cell to which the cell cursor has moved, where ``enter`` has begun."""

    def sketch(self, document: Document) -> Callable[[Job], Any] | None:  # noqa: ARG002
        """Return what a worker has to do to show what the drag so far would change; None for none.

        Its result goes to ``show_sketch``, unless the drag has gone on or ended since.
        """
        return None

    def show_sketch(self, document: Document, result: Any) -> None:
        """Show it, as part of the drag."""

    def resize(self, steps: int) -> bool:  # noqa: ARG002
        """Make the tool larger (``steps`` > 0) or smaller; returns whether it has a size."""
        return False

    def delete(self, document: Document, cell: int) -> bool:  # noqa: ARG002
        """Remove what the tool sets from a cell; returns whether there was any."""
        return False


Outline = tuple[tuple[float, float], ...]  # x, y, in cells


@dataclass(frozen=True, eq=False)
class Patch:
    """Cells that would be taken out of the maze (``taking``) or given back.

    ``cells`` int64[k] in the order in which they came; patches of one ``stroke`` only grow.
    """

    cells: Ids
    taking: bool
    stroke: object


@dataclass(frozen=True, eq=False)
class Selected:
    """Cells int64[k] that become the selection, or are added to it or taken away from it.

    Of those of one ``stroke`` the last replaces the ones before.
    """

    cells: Ids
    stroke: object
    adds: bool = False
    removes: bool = False


@dataclass(frozen=True, eq=False)
class Trace:
    """A route being drawn: ``cells`` int64[k], one at least, each next to the one before.

    From ``start`` on they would be added by a click.
    """

    cells: Ids
    start: int


@dataclass(frozen=True)
class Preview:
    """What a click would change, and how.

    ``walls`` would be added (``closing``) or erased, within ``block`` where that is given, and
    ``erased`` would be erased in any case; ``cells`` are what it is about; or
    ``opening`` would become an entrance (``enters``) or exit, or would go (``removes``); or a
    ``patch`` of cells would; or a route would lead along a ``trace``. ``hint`` is a line for the
    status bar; where nothing would change it is the reason.
    """

    walls: tuple[int, ...] = ()
    erased: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    closing: bool = True
    opening: Opening | None = None
    enters: bool = True
    removes: bool = False
    block: Outline = ()
    patch: Patch | None = None
    trace: Trace | None = None
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class Tool(Entry[Callable[[], Gesture]]):
    """A registered tool.

    ``run()`` returns it ready for use. ``key`` is a chord such as ``W``, ``icon`` the name of a
    picture, ``hint`` the line that the status bar shows while the tool is chosen, ``enter`` what it
    says of Enter while the cell cursor is used. With ``pans`` the view moves with the pointer,
    which is the canvas's to do, and the gesture does nothing. One with ``closeup`` changes single
    walls, which can only be seen in a close-up. With ``clicks`` a click may begin what the next
    clicks go on with: the gesture stays busy. Escape takes the tool named ``escape_to`` in its
    place, where there is one and nothing else is to be ended first.
    """

    key: str
    icon: str
    hint: str
    enter: str = ""
    pans: bool = False
    closeup: bool = False
    clicks: bool = False
    escape_to: str = ""

    @property
    def summary(self) -> str:
        """One line for users."""
        return self.hint

    @property
    def hint_for_keys(self) -> str:
        """What keys do at the cell cursor."""
        return "; ".join(filter(None, [_("Shift+arrow toggles a wall"), self.enter]))


TOOLS: Registry[Tool] = Registry("tool", __name__)
tool = TOOLS.decorator(Tool)
