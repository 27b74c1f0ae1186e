"""The tools next to the canvas and their modes: what pointer and keys do; each file adds some.

::

    @tool("cells", _("Cells"), order=3, icon="tool-cells")          a button of the strip
    @mode("room", _("Room"), tool="cells", short=_("Room"), ...)    a segment of the bar, a command
    class Room(Gesture):                                            what it does

A mode is a ``Gesture`` with a key; it declares all that the bar above the canvas shows of it
(``tool_options.py``). A tool is a group of modes, of which one is in use: a tool is declared beside
its usual mode, another mode of it by ``@mode`` alone, in whatever file. Strip, bar, menus, palette
and shortcuts are built of them. Positions are in cells, x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mazeeditor.core.job import Job
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.route_handles import RouteHandles
from mazeeditor.editing.document import Document
from mazeeditor.editing.tool_options import Choice, ToolOption
from mazeeditor.editing.work import Work
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.recipe import Recipe

NOT_KEPT = _("The symmetry is not kept.")
LOCKED_IMAGE = _("This wall stays: a wall that the symmetry changes with it is locked.")


class Gesture:
    """One mode in use. By itself it does nothing; each mode overrides what it needs.

    ``press``, any number of ``move`` and then ``release`` or ``cancel`` are one drag; a click is a
    drag without moves. ``extend``: Shift is held. ``report`` is a message on side effects of the
    last release, or why it did nothing; the reader clears it. ``work`` is what the last release
    left to be done in the background, as it takes long, with a title; the reader clears it, and
    reads the report when it is delivered. ``selected`` are cells that the drag has chosen so far;
    the reader clears it. ``extends`` and ``removes`` are set by the reader: Shift is held now, or
    Alt or Ctrl. ``chosen`` has the values of the choices of the tool, by their names. ``recipe``
    returns how the user wants new mazes to be made, None where a field is invalid, which is shown
    then; the toolbox sets it. ``px`` is how many cells a px at 96 dpi is on the screen, set by the
    reader. ``goes_to`` is a cell to which the cell cursor shall go; the reader clears it.
    """

    report: str = ""
    selected: Selected | None = None
    extends: bool = False
    removes: bool = False
    chosen: Mapping[str, str] = {}
    recipe: Callable[[], Recipe | None] = staticmethod(lambda: None)
    work: tuple[str, Work[Any]] | None = None
    px: float = 0.05
    goes_to: int | None = None

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

    @property
    def marks(self) -> bool:
        """Whether something is marked for the next click, which ``cancel`` forgets."""
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

    def refused(self) -> None:
        """Go on where the drag ended: the work that it left to be done was refused."""

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002
        """Use the tool at the cell cursor; returns whether it does anything with keys."""
        return False

    def first_cell(self, document: Document) -> int | None:  # noqa: ARG002
        """Return where Enter begins while there is no cell cursor; None for nowhere."""
        return None

    def follow_cursor(self, document: Document, cell: int) -> None:
        """Go on to the cell to which the cell cursor has moved, where ``enter`` has begun."""

    def sketch(self, document: Document) -> Callable[[Job], Any] | None:  # noqa: ARG002
        """Return what a worker has to do to show what the drag so far would change; None for none.

        Its result goes to ``show_sketch``, unless the drag has gone on or ended since.
        """
        return None

    def show_sketch(self, document: Document, result: Any) -> None:
        """Show it, as part of the drag."""

    def value(self, choice: Choice) -> str:
        """Return which of its values is chosen, whatever keys are held."""
        return self.chosen.get(choice.name, choice.values[0].name)

    @property
    def size(self) -> int | None:
        """How many cells across it takes at once; None where that is not a number of cells."""
        return None

    def resize(self, steps: int) -> bool:  # noqa: ARG002
        """Make the tool larger (``steps`` > 0) or smaller; returns whether it has a size."""
        return False

    def delete(self, document: Document, cell: int) -> bool:  # noqa: ARG002
        """Remove what the tool sets from a cell; returns whether there was any."""
        return False

    def put_away(self) -> None:
        """Forget what is shown only while the tool is in use, as another one is taken."""

    def ghost(self, document: Document) -> Ghost | None:  # noqa: ARG002
        """Return the route that can be taken hold of, None for none."""
        return None

    @property
    def follows_route(self) -> bool:
        """Whether the tool needs to know the only route of the maze, for ``take_route``."""
        return False

    def take_route(self, document: Document, route: Ids) -> None:
        """Take the only route int64[k] of the maze as it is now, empty where there is none."""


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


HANDLES_APART = 26  # px at 96 dpi between the handles of a route at least
GRIP = 9  # px at 96 dpi from the middle of a handle within which a press takes hold of it


@dataclass(frozen=True, eq=False)
class Ghost:
    """A route with handles, drawn thin: the tool can change it.

    ``chosen`` is the place in the route of the handle that the keys have taken. While one is
    ``held``, it is the only one, at that cell.
    """

    line: RouteHandles
    chosen: int | None = None
    held: int | None = None


@dataclass(frozen=True)
class Preview:
    """What a click would change, and how.

    ``walls`` would be added (``closing``) or erased, within ``block`` where that is given, and
    ``erased`` would be erased in any case; ``cells`` are what it is about; or
    ``opening`` would become an entrance (``enters``) or exit, or would go (``removes``); or a
    ``patch`` of cells would; or a route would lead along a ``trace``; or the handle at the place
    ``grip`` of the ghost would be taken. ``points`` of the grid are marked. ``hint`` is a line for
    the status bar; where the tool ``refuses`` to change anything it is the reason.
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
    points: Outline = ()
    grip: int | None = None
    hint: str = ""
    refuses: bool = False

    @classmethod
    def refusal(cls, reason: str) -> Preview:
        """Return what shows that a click would change nothing, and why."""
        return cls(hint=reason, refuses=True)


@dataclass(frozen=True, kw_only=True)
class Mode(Entry[Callable[[], Gesture]]):
    """A registered mode of a ``tool``.

    ``run()`` returns it ready for use. ``short`` is its name beside those of the other modes,
    ``key`` a chord such as ``W``, ``icon`` the name of a picture, ``hint`` the line that the status
    bar shows while it is chosen, ``enter`` what it says of Enter while the cell cursor is used.
    ``shift`` and ``alt`` say in few words what Shift and what Alt or Ctrl do; ``shift_mode`` and
    ``alt_mode`` name the modes that a held key stands for, where it does. ``shows`` are its options
    in the bar. With ``pans`` the view moves with the pointer, which is the canvas's to do, and the
    gesture does nothing. One with ``closeup`` changes single walls, which can only be seen in a
    close-up. With ``clicks`` a click may begin what the next clicks go on with: the gesture stays
    busy. Escape takes the mode named ``escape_to`` in its place, where there is one and nothing
    else is to be ended first.
    """

    tool: str
    short: str
    key: str
    icon: str
    hint: str
    enter: str = ""
    shift: str = ""
    alt: str = ""
    shift_mode: str = ""
    alt_mode: str = ""
    shows: tuple[ToolOption, ...] = ()
    pans: bool = False
    closeup: bool = False
    clicks: bool = False
    escape_to: str = ""

    @property
    def summary(self) -> str:
        return self.hint

    @property
    def hint_for_keys(self) -> str:
        return "; ".join(filter(None, [_("Shift+arrow toggles a wall"), self.enter]))


@dataclass(frozen=True, kw_only=True)
class Tool(Entry[Callable[[], Gesture]]):
    """A registered tool; ``run()`` returns its usual mode ready for use, ``icon`` is a picture."""

    icon: str

    @property
    def modes(self) -> list[Mode]:
        return [mode for mode in MODES if mode.tool == self.name]

    @property
    def shows(self) -> list[ToolOption]:
        return list(dict.fromkeys(option for mode in self.modes for option in mode.shows))


MODES: Registry[Mode] = Registry("mode", __name__)
TOOLS: Registry[Tool] = Registry("tool", __name__)
mode = MODES.decorator(Mode)
tool = TOOLS.decorator(Tool)
