"""The maze being edited: every change of it goes through here and notifies all listeners.

>>> from mazeeditor.editing.edits import ToggleWalls
>>> document = Document(mazeeditor.generate(rows=5, columns=5))
>>> unsubscribe = document.changed.subscribe(lambda change: change.walls)
>>> wall = document.maze.lattice.wall(document.maze.lattice.cell(2, 2), slot=1)
>>> document.apply(ToggleWalls.of(document.maze, [wall]))
>>> document.undo()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.paths import file_name_of
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, one_line
from mazeeditor.editing.base_document import (
    LONGEST_NAME,
    BaseDocument,
    FileKind,
    FileOrigin,
    Write,
)
from mazeeditor.editing.content import EVERYTHING, Change, Content
from mazeeditor.editing.edits import Edit, EditHistory, Stroke
from mazeeditor.editing.followers import Changes, Journal
from mazeeditor.editing.history import BUDGET_BYTES, EditOperation, History
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.solvers import Solution
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay

if TYPE_CHECKING:
    from mazeeditor.core.disk.atomic import WriteResult
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.core.job import Job
    from mazeeditor.files import Project
    from mazeeditor.maze.lattice import Lattice
    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup


class ShownSolution:
    """A solution and whether it still fits the maze.

    ``stale`` means that the maze was edited after the solver ran: the route is still a route, but
    maybe not the shortest, and the marks are those of another maze.
    """

    def __init__(self, solution: Solution) -> None:
        """Note what the route passes; with a million cells that is work for a worker.

        ``_passed`` uint8[n] has bit ``slot`` of a cell set that the route leaves by that slot.
        """
        self.solution = solution
        self.stale = False
        self._passed = np.zeros(solution.lattice.size, np.uint8)
        for cells, slot in _steps(solution):
            self._passed[cells] = 1 << slot

    def fits(self, maze: Maze) -> bool:
        """Whether the route is one in ``maze``; "no route" fits as long as it is not stale."""
        if self.solution.lattice is not maze.lattice:
            return False
        if not self.solution.solved:
            return not self.stale
        return self._ends_fit(maze) and not any(
            (maze.walls[cells] >> np.uint8(slot) & 1).any() for cells, slot in _steps(self.solution)
        )

    def survives(self, change: Change, maze: Maze) -> bool:
        """Whether the route is valid in ``maze`` after ``change``; call it after each change."""
        if not change.passages:
            return True
        self.stale = True
        if change.walls is None or not self._ends_fit(maze):
            return False
        closed = change.walls[maze.is_closed(change.walls)]
        lower, slots, upper, backs = maze.lattice.sides_of(closed)
        return not (self._passed[lower] >> slots & 1 | self._passed[upper] >> backs & 1).any()

    def _ends_fit(self, maze: Maze) -> bool:
        route = self.solution.route
        return (
            self.solution.solved
            and maze.entrance is not None
            and maze.entrance.cell == route[0]
            and any(gap.cell == route[-1] for gap in maze.exits)
        )


def _steps(solution: Solution) -> Iterator[tuple[Ids, int]]:
    """Yield each slot with the cells int64[k] that the route leaves through it."""
    lattice, cells = solution.lattice, solution.route[:-1]
    steps, rows = np.diff(solution.route), lattice.rows_of(cells)
    for slot in range(lattice.degree):
        yield cells[lattice.offsets[rows, slot] == steps], slot


class Document(BaseDocument):
    """One content with its history, its file and the route shown.

    Read ``maze``, never write it: ``apply`` and ``begin`` do that. ``revision`` grows with every
    change of walls, openings or locks, so that an outdated result can be recognized.
    ``find_symmetry`` returns the symmetry by which edits of a lattice are repeated. ``journal`` is
    notified of each change before ``changed`` is. Not thread-safe.
    """

    kind = FileKind(
        ".maze", _("mazeeditor project"), _("Untitled"), _("Save as"), _("The maze was not saved")
    )
    history: EditHistory

    def __init__(
        self,
        maze: Maze,
        recipe: Recipe | None = None,
        page: Page | None = None,
        budget: int = BUDGET_BYTES,
    ) -> None:
        """Begin with ``maze``, as ``new`` does; ``budget`` bytes may go into the history."""
        self.revision = 0
        self.changed = Changes()
        self.journal = Journal()
        self.find_symmetry: Callable[[Lattice], SymmetryGroup | None] = _no_symmetry
        self._budget = budget
        self._shown: ShownSolution | None = None
        self._begin_with(_content(maze, recipe, page), FileOrigin())

    def _begin_with(
        self, content: Content, origin: FileOrigin, history: EditHistory | None = None
    ) -> None:
        """Go on with another content, whose history begins here unless it has one."""
        history = History() if history is None else history
        history.budget = self._budget
        self._content, self._origin, self.history = content, origin, history
        self._stroke: Stroke | None = None

    @property
    def maze(self) -> Maze:
        """The maze; another object after a ``Change`` with ``maze``."""
        return self._content.maze

    @property
    def recipe(self) -> Recipe:
        """What the maze was generated from; it has no generator where it was not."""
        return self._content.recipe

    @property
    def page(self) -> Page:
        return self._content.page

    @property
    def underlay(self) -> Underlay:
        """The picture behind the maze."""
        return self._content.underlay

    @property
    def tabs(self) -> Mapping[str, Any]:
        """The tabs placed by hand for what machines make, as plain JSON values."""
        return self._content.tabs

    # Symmetry

    @property
    def symmetry(self) -> SymmetryGroup | None:
        """The symmetry by which edits by hand are repeated, None for none."""
        return self.find_symmetry(self.maze.lattice)

    def walls_to_change(self, walls: Ids, *, closed: bool, maze: Maze | None = None) -> Ids:
        """Return which walls int64[m] to toggle for inner ``walls`` int64[k] to be closed, or open.

        Of the document, or of a copy in a worker. Every tool asks this: locked walls stay, and a
        symmetry adds the images of the others, where none of these is locked.
        """
        maze = maze or self.maze
        group = self.find_symmetry(maze.lattice) if len(walls) else None
        if group:
            return group.walls_to_change(maze, walls, closed)
        return walls[~maze.is_locked(walls) & (maze.is_closed(walls) != closed)]

    def walls_to_set(self, closed: Ids, opened: Ids, *, maze: Maze | None = None) -> Ids:
        """Return which walls int64[m] to toggle for some to be closed and others open, int64[k].

        Both with their images; where an image is to be closed and open, it is closed. Of the
        document, or of a copy in a worker.
        """
        closing = self.walls_to_change(closed, closed=True, maze=maze)
        opening = self.walls_to_change(opened, closed=False, maze=maze)
        group = self.symmetry if len(closed) and len(opened) else None
        if group:
            stay = np.concatenate([closed, *group.wall_images(closed)])
            opening = opening[~np.isin(opening, stay)]
        return np.concatenate([closing, opening])

    def _notify(self, change: Change) -> None:
        """Remove a solution that an edit has made invalid, then call the listeners."""
        if not change:
            return
        if change.passages or change.locks:
            self.revision += 1
        if self._shown is None:
            self.changed.notify(change)
            return
        shown = self.solution, self.stale
        survives = False
        try:
            survives = self._shown.survives(change, self.maze)
        finally:  # what has changed is shown, whatever is wrong with the route
            if not survives:
                self._shown = None
            if (self.solution, self.stale) != shown:
                change = replace(change, solution=True)
            self.changed.notify(change)

    # Steps and strokes

    def apply(self, edit: Edit) -> None:
        """Do ``edit`` as one step; what changes nothing leaves none.

        Raises what the edit does: then document and edit are as they were before.
        """
        self.settle()
        with self._restored_on_error(edit):
            planned = self.journal.plan(edit, self._content)
            change = edit.swap(self._content)
            if not isinstance(change, Change):  # it is unknown then what to draw again
                raise TypeError(f"{type(edit).__name__}.swap returned {change!r}, not a Change")
            if change:
                self.journal.note(self.history.push(edit), planned)
        self._notify(change)

    def undo(self) -> None:
        """Undo the last step, or the stroke that is running."""
        self.settle()
        self._go(EditOperation.UNDO, self.history.next_undo, self.history.undo)

    def redo(self) -> None:
        """Redo the step that was undone last."""
        self.settle()
        self._go(EditOperation.REDO, self.history.next_redo, self.history.redo)

    def _go(self, what: EditOperation, edit: Edit | None, go: Callable[[Content], Change]) -> None:
        """Undo or redo the step that is next, where there is one."""
        if edit is None:
            return
        with self._restored_on_error(edit):
            planned = self.journal.plan(edit, self._content)
            change = go(self._content)
            self.journal.note(what, planned)
        self._notify(change)

    @contextmanager
    def _restored_on_error(self, edit: Edit | None) -> Iterator[None]:
        """Leave content, history and ``edit`` as they were where a block raises anything."""
        with self._content.restored_on_error(), self.history.restored_on_error(edit):
            yield

    @property
    def undo_name(self) -> str:
        """The name of the step that ``undo`` undoes, "" where there is none."""
        return self.running.name if self.running else self.history.undo_name

    @property
    def redo_name(self) -> str:
        """The name of the step that ``redo`` redoes, "" where there is none."""
        return "" if self.running else self.history.redo_name

    @property
    def can_undo(self) -> bool:
        return bool(self.running) or self.history.can_undo

    @property
    def can_redo(self) -> bool:
        return not self.running and self.history.can_redo

    def begin(self) -> Stroke:
        """Begin a stroke: walls change at once and are one step in the end."""
        self.settle()
        self._stroke = Stroke(self._content, self._follow_stroke, self._end)
        return self._stroke

    def _follow_stroke(self, change: Change) -> None:
        if self._stroke:  # else it was cancelled
            self.journal.note(EditOperation.TOGGLE, change.walls)
        self._notify(change)

    def settle(self) -> None:
        """Make the running stroke a step of its own, if there is one."""
        if self._stroke:
            self._stroke.finish()

    def _end(self, stroke: Stroke) -> None:
        """Make a stroke a step; its walls are as before where that fails."""
        ended = EditOperation.CANCEL
        try:
            if not stroke.void:
                edit = stroke.edit
                with self.history.restored_on_error(edit):
                    self.history.push(edit)
                ended = EditOperation.END
        except BaseException:
            self._notify(stroke.take_back())
            raise
        finally:
            self._stroke = None
            self.journal.note(ended)

    def go_back_to(self, state: tuple[object, ...]) -> None:
        """Cancel the running stroke, and undo the steps since ``state`` of an earlier moment.

        Where that moment cannot be returned to, as a step was merged, no step is undone.
        """
        if self._stroke:
            self._stroke.cancel()
        while (
            self.state != state and state[0] is self.history and self.history.can_undo_to(state[1])
        ):
            self.undo()

    @property
    def running(self) -> Stroke | None:
        """The stroke that has changed something and is no step yet."""
        return self._stroke if self._stroke and not self._stroke.void else None

    @property
    def state(self) -> tuple[object, ...]:
        """A value that equals that of another moment where the content does."""
        return self.history, self.history.state, self.revision if self.running else None

    @property
    def dirty(self) -> bool:
        return bool(self.running) or self.history.dirty

    # The route

    @property
    def solution(self) -> Solution | None:
        """The solution that is shown; it is removed when an edit breaks its route."""
        return self._shown.solution if self._shown else None

    @property
    def stale(self) -> bool:
        """Whether the maze was edited after the solver ran: the route is valid, if not shortest."""
        return bool(self._shown and self._shown.stale)

    @property
    def marks(self) -> NDArray[np.uint8] | None:
        """The solver's mark of each cell, uint8[n]; None where they are stale or not there."""
        return None if self._shown is None or self.stale else self._shown.solution.marks

    def show(self, solution: Solution | ShownSolution | None, revision: int | None = None) -> bool:
        """Show a solution, or none; returns False, and changes nothing, where it is invalid.

        ``revision`` is that of the maze when the solver began, where that is known: the solution
        is valid without a check if it is the present one, and stale if not.
        """
        shown = ShownSolution(solution) if isinstance(solution, Solution) else solution
        if shown and revision != self.revision:
            shown.stale = revision is not None
            if not shown.fits(self.maze):
                return False
        self._shown = shown
        self._notify(Change(solution=True))
        return True

    # The file

    def new(self, maze: Maze, recipe: Recipe | None = None, page: Page | None = None) -> None:
        """Begin anew with ``maze``, which belongs to the document from now on."""
        self._load(_content(maze, recipe, page), FileOrigin())

    def open(
        self, project: Project, path: Path | None, title: str = "", state: FileState | None = None
    ) -> None:
        """Take over what was read from ``path`` in a state, or imported (None) under a title.

        Raises ``MazeError``, and changes nothing, where the project's page is invalid.
        """
        origin = FileOrigin(path, title, project.page, project.extra, project.order, state)
        try:
            page = Page.from_dict(project.page)
        except MazeError as error:
            name = path.name if path else title
            raise MazeError(
                _("Cannot open {name}: {reason}").format(name=name, reason=error)
            ) from None
        content = _content(project.maze, project.recipe, page)
        content.underlay, content.tabs = project.underlay, project.tabs
        self._load(content, origin)
        if project.route:
            self.show(drawn_solution(project.maze.lattice, project.route))

    def recover(
        self, project: Project, content: Content, history: EditHistory, origin: FileOrigin
    ) -> None:
        """Take over unsaved work: the ``content`` of ``project`` with the steps that led to it.

        It counts as unsaved even where there is nothing to undo.
        """
        kept = replace(origin, page=project.page, extra=project.extra, order=project.order)
        self._load(content, kept, history)

    def _load(
        self, content: Content, origin: FileOrigin, history: EditHistory | None = None
    ) -> None:
        self.settle()
        self._begin_with(content, origin, history)
        self.journal.note(EditOperation.OTHER)
        self._notify(EVERYTHING)

    def project(self) -> Project:
        """Return a copy to save, together with keys that only newer programs read."""
        self.settle()
        return self.as_it_is()

    def as_it_is(self) -> Project:
        """Return such a copy in the middle of a stroke, which goes on."""
        from mazeeditor.files import Project  # only saving needs it

        content, origin = self._content, self._origin
        page = content.page.to_dict(origin.page)
        project = Project(content.maze.copy(), content.recipe, page, dict(origin.extra))
        return replace(project, order=origin.order, underlay=content.underlay, tabs=content.tabs)

    def file_changed(self) -> None:
        """Note that no file holds the content any more: it counts as not saved."""
        self.journal.note(EditOperation.OTHER)
        super().file_changed()

    def saved(
        self, path: Path, state: int | None = None, file_state: FileState | None = None
    ) -> None:
        """Note that a file was written; ``state`` is that of ``history`` when it began."""
        self.journal.note(EditOperation.OTHER)
        super().saved(path, state, file_state)

    def _notify_file(self) -> None:
        self._notify(Change(file=True))

    @property
    def proposed_name(self) -> str:
        """What a file is called that is made of it: the title on its page, else its own name."""
        own = self.path.name if self.path else self._origin.title
        return file_name_of(self.page.title) or Path(own or self.kind.untitled).stem

    @property
    def own_title(self) -> str:
        return one_line(self.page.title, LONGEST_NAME)

    def writing(self, _folder: Path) -> Write:
        """Return what writes a copy of it as a project file."""
        from mazeeditor.files.project import save

        project = self.project()

        def write(
            path: Path, job: Job, check: Callable[[Path], None], keep_previous: bool
        ) -> WriteResult:
            return save(project, path, job, before_replace=check, keep_previous=keep_previous)

        return write

    def comparing(self, path: Path) -> Callable[[Job], list[str]]:
        """Return what finds how it differs from the project in a file."""
        project = self.project()

        def compare(job: Job) -> list[str]:
            from mazeeditor.files import read
            from mazeeditor.files.project_differences import differences

            return differences(project, read(path, job), job)

        return compare


def drawn_solution(lattice: Lattice, route: Sequence[int]) -> Solution:
    """Return a route that was drawn, and that no solver has found."""
    marks = np.zeros(lattice.size, np.uint8)
    return Solution(lattice, "", np.array(route, np.int64), marks)


def _no_symmetry(_lattice: Lattice) -> None:
    """Return None: edits are not repeated."""


def _content(maze: Maze, recipe: Recipe | None, page: Page | None) -> Content:
    return Content(maze, (recipe or Recipe()).at(maze.lattice), page or Page())
