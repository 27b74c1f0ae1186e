"""The tools that select cells: by a rectangle, by a line around them, by a brush.

They change nothing in the maze: what was chosen is the ``selected`` of the gesture. Shift adds to
the selection; Alt or Ctrl takes away from it, as many window managers keep Alt for themselves.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.cell_areas import MANY_MOVED_CELLS, SIZES, block, swept, within
from mazeeditor.editing.document import Document
from mazeeditor.editing.tool_options import WIDTH, Choice, Commands, Value
from mazeeditor.editing.tools import Gesture, Outline, Preview, Selected, mode, tool
from mazeeditor.editing.work import Work
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

CORNERS = 32  # of the circle that is shown as the edge of a brush
MANY_CELLS = 100_000  # cells of a maze in which a line around some is looked into by a worker
KEEPS = Choice(
    "selects",
    _("What is selected"),
    (
        Value("replace", _("Replace"), "select-replace", _("A drag selects its cells alone")),
        Value("add", _("Add"), "select-add", _("A drag adds its cells to the selection")),
        Value("take", _("Take away"), "select-take", _("A drag takes its cells away")),
    ),
    shift="add",
    alt="take",
)
SHOWS = (KEEPS, Commands("select", _("Select"), "select-menu"))


def name_selection(number: int) -> str:
    """Return what a click or a release would do, for the status bar."""
    return ngettext("Select {number:,} cell", "Select {number:,} cells", number).format(
        number=number
    )


class SelectingGesture(Gesture):
    """What the tools that select cells share: whether a drag adds is decided by its press."""

    _adds = _takes = False
    _lattice: Lattice | None = None  # that of the drag
    _stroke: object = None

    @property
    def busy(self) -> bool:
        return self._lattice is not None

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a drag."""
        value = self.value(KEEPS)
        self._takes = self.removes or (value == "take" and not extend)
        self._adds = extend or (value == "add" and not self.removes)
        self._lattice = document.maze.lattice
        self._stroke = object()
        self.begin(x, y)

    def begin(self, x: float, y: float) -> None:
        """Note where the drag begins."""

    def choose(self, cells: Ids, stroke: object, *, adds: bool, takes: bool) -> None:
        """Hand ``cells`` over."""
        self.selected = Selected(cells, stroke, adds=adds, removes=takes)

    def release(self, document: Document, x: float, y: float) -> None:
        """Choose the cells, in a worker where there are many to look at."""
        self.move(document, x, y)
        lattice = self._lattice
        if lattice is None or lattice is not document.maze.lattice:
            self.cancel(document)
            return
        find, small = self.finder(lattice), not self.is_large(lattice)
        choose = partial(self.choose, stroke=self._stroke, adds=self._adds, takes=self._takes)
        self._lattice = None

        def deliver(cells: Ids) -> bool:
            if document.maze.lattice is lattice:
                choose(cells)
            return True

        self.do(_("Selecting"), Work(find, deliver, small))

    def finder(self, lattice: Lattice) -> partial[Ids]:
        """Return what finds the cells of the drag, called with a job."""
        raise NotImplementedError

    def is_large(self, lattice: Lattice) -> bool:  # noqa: ARG002 - some look at it
        return False

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - nothing has changed
        self._lattice = None

    def centre(self, document: Document, cell: int) -> tuple[float, float]:
        x, y = document.maze.lattice.geometry.centres(np.array([cell], np.int64))[0].tolist()
        return x, y

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Choose the cell of the cursor."""
        x, y = self.centre(document, cell)
        self.press(document, x, y, extend=extend)
        self.release(document, x, y)
        return True


@tool("select", _("Select"), order=11, icon="tool-select")
@mode(
    "select",
    _("Select a rectangle"),
    tool="select",
    short=_("Rectangle"),
    key="S",
    icon="tool-select",
    hint=_("Drag over cells to select them; Shift adds, Alt or Ctrl takes away"),
    enter=_("Enter begins a rectangle of cells and ends it; Shift+Enter adds"),
    order=11,
    shift=_("Add"),
    alt=_("Take away"),
    shows=SHOWS,
)
class SelectRectangle(SelectingGesture):
    """All cells between two corners; in a round maze a sector."""

    def __init__(self) -> None:
        self._ends: Points = np.zeros((2, 2))

    def begin(self, x: float, y: float) -> None:
        self._ends = np.array([[x, y], [x, y]])

    def hover(
        self,
        document: Document,
        x: float,
        y: float,
        *,
        extend: bool = False,  # noqa: ARG002
    ) -> Preview | None:
        """Return the cell that a click would choose, or the border of the rectangle."""
        point = np.array([x, y])
        start = self._ends[0] if self.busy else point
        target = block(document.maze.lattice, start, point)
        if not self.busy and document.maze.lattice.geometry.cell_at(x, y) is None:
            return None
        hint = (
            name_selection(len(target.cells))
            if target.area <= MANY_MOVED_CELLS
            else _("Select cells")
        )
        return Preview(closing=False, block=target.outline, hint=hint)

    def move(self, document: Document, x: float, y: float) -> None:  # noqa: ARG002
        self._ends[1] = x, y

    def finder(self, lattice: Lattice) -> partial[Ids]:
        """Return what finds the cells of the rectangle; none where a click is beside the maze."""
        one, other = self._ends.copy()
        beside = lattice.geometry.cell_at(*one) is None and bool((one == other).all())
        return partial(_in_block, lattice, one, other, beside)

    def is_large(self, lattice: Lattice) -> bool:
        return block(lattice, *self._ends).area > MANY_MOVED_CELLS

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Begin a rectangle at the cell of the cursor; the second time, choose its cells."""
        x, y = self.centre(document, cell)
        if not self.busy:
            self.press(document, x, y, extend=extend)
            self.report = _("Go to another corner of the selection and press Enter again.")
        else:
            self._adds = self._adds or extend
            self.release(document, x, y)
        return True


def _in_block(lattice: Lattice, one: Points, other: Points, beside: bool, job: Job) -> Ids:
    job.check()
    return np.empty(0, np.int64) if beside else block(lattice, one, other).cells


@mode(
    "lasso",
    _("Select with a lasso"),
    tool="select",
    short=_("Lasso"),
    key="O",
    icon="tool-lasso",
    hint=_("Draw a line around cells to select them; Shift adds, Alt or Ctrl takes away"),
    enter=_("Enter selects the cell; Shift+Enter adds it"),
    order=12,
    shift=_("Add"),
    alt=_("Take away"),
    shows=SHOWS,
)
class SelectLasso(SelectingGesture):
    """All cells whose middles lie within a line that is drawn; a click chooses one cell."""

    def __init__(self) -> None:
        self._line: list[tuple[float, float]] = []

    def begin(self, x: float, y: float) -> None:
        self._line = [(x, y)]

    def hover(
        self,
        document: Document,
        x: float,
        y: float,
        *,
        extend: bool = False,  # noqa: ARG002
    ) -> Preview | None:
        """Return the line that is drawn."""
        if self.busy:
            return Preview(closing=False, block=tuple(self._line), hint=_("Select cells"))
        cell = document.maze.lattice.geometry.cell_at(x, y)
        return None if cell is None else Preview(hint=name_selection(1))

    def move(self, document: Document, x: float, y: float) -> None:  # noqa: ARG002
        """Go on with the line."""
        if self.busy and self._line[-1] != (x, y):
            self._line.append((x, y))

    def finder(self, lattice: Lattice) -> partial[Ids]:
        """Return what finds the cells within the line, or the one that was clicked."""
        return partial(_in_line, lattice, np.array(self._line))

    def is_large(self, lattice: Lattice) -> bool:
        """Whether there are many cells to look at."""
        return lattice.cells > MANY_CELLS


def _in_line(lattice: Lattice, line: Points, job: Job) -> Ids:
    job.check()
    cell = lattice.geometry.cell_at(*line[0])
    clicked = np.array([] if cell is None else [cell], np.int64)
    return within(lattice, line) if np.ptp(line, axis=0).max() > 1 / 2 else clicked


@mode(
    "select-brush",
    _("Select with a brush"),
    tool="select",
    short=_("Brush"),
    key="D",
    icon="tool-select-brush",
    hint=_("Paint over cells to select them; Shift adds, Alt or Ctrl takes away; [ and ] size it"),
    enter=_("Enter selects the cell; Shift+Enter adds it; [ and ] size the brush"),
    order=13,
    shift=_("Add"),
    alt=_("Take away"),
    shows=(WIDTH, *SHOWS),
)
class SelectBrush(SelectingGesture):
    """All cells that a brush goes over."""

    def __init__(self) -> None:
        self._place = 0
        self._at = (0.0, 0.0)
        self._cells: Ids = np.empty(0, np.int64)
        self._taken: NDArray[np.bool_] = np.empty(0, np.bool_)

    @property
    def size(self) -> int:
        return SIZES[self._place]

    def resize(self, steps: int) -> bool:
        """Take a wider brush (``steps`` > 0) or a narrower one."""
        self._place = max(0, min(self._place + steps, len(SIZES) - 1))
        return True

    def hover(self, document: Document, x: float, y: float, *, extend: bool = False) -> Preview:  # noqa: ARG002
        angles = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
        half = SIZES[self._place] / 2
        edge: Outline = tuple(
            (x + half * float(np.cos(angle)), y + half * float(np.sin(angle))) for angle in angles
        )
        return Preview(closing=False, block=edge, hint=_("Select cells"))

    def begin(self, x: float, y: float) -> None:
        assert self._lattice
        self._at = x, y
        self._cells, self._taken = np.empty(0, np.int64), np.zeros(self._lattice.size, np.bool_)

    def move(self, document: Document, x: float, y: float) -> None:
        """Take in the cells on the path here."""
        lattice = self._lattice
        if lattice is None or document.maze.lattice is not lattice:
            return
        cells = swept(lattice, (*self._at, x, y), SIZES[self._place])
        cells = cells[lattice.inside[cells] & ~self._taken[cells]]
        self._at, self._taken[cells] = (x, y), True
        self._cells = np.concatenate([self._cells, cells])
        self.choose(self._cells, self._stroke, adds=self._adds, takes=self._takes)

    def cancel(self, document: Document) -> None:
        """Let the selection be what it was before the drag."""
        if self.busy:
            self.choose(self._cells[:0], self._stroke, adds=True, takes=False)
        super().cancel(document)

    def finder(self, lattice: Lattice) -> partial[Ids]:  # noqa: ARG002 - they are found already
        return partial(_same, self._cells)


def _same(cells: Ids, job: Job) -> Ids:
    job.check()
    return cells
