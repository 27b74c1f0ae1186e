"""Generating, solving, transforming and saving in the background, on a copy, with one result.

Each function is called in the window's thread and takes what it needs from the document there.
The ``Work`` it returns is run by a worker and delivered in the main thread::

    work = solving(document, "a-star")
    result = work.run(job)         # in a worker; MazeError, CancelledError
    work.deliver(result)           # in the window's: False where it came too late

The document may be edited meanwhile; nothing is locked. A generated maze becomes one step after
those edits, which undo brings back. A route is shown where the edits have not broken it. What was
written counts as saved, and the edits since as not saved. Once another file has been opened, what
was made for the one before is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import BaseDocument
from mazeeditor.editing.content import Content
from mazeeditor.editing.document import Document, ShownSolution
from mazeeditor.editing.edits import (
    ChangeMaze,
    Edit,
    ReplaceMaze,
    SetLocks,
    SetPart,
    ToggleWalls,
)
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, alike
from mazeeditor.maze.masks.cutting import Cut
from mazeeditor.maze.maze import Maze, kept_locks
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.solvers import Solution
from mazeeditor.maze.walls import free_walls, inner_walls
from mazeeditor.page.page import OF_SIZE, Page
from mazeeditor.page.shown_page import needed_of_page, page_with, placed_on

if TYPE_CHECKING:
    from mazeeditor.core.disk.atomic import WriteResult
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.files import Project
    from mazeeditor.maze.transforms.rows_and_columns import CarriedLines

T = TypeVar("T")
OnPage = Callable[[Maze, Page, Job], Page]
Make = Callable[[Lattice, Job], Maze]
MAKING = 0.6  # of the work, if the page is fitted to the maze as well
FEW_WALLS = 10_000  # walls that are toggled without a worker


@dataclass(frozen=True)
class Work(Generic[T]):
    """Work in the background: ``run`` in a worker, then ``deliver`` in the main thread.

    What is ``small`` takes so little time that no worker is needed: it is done ``at_once``.
    """

    run: Callable[[Job], T]
    deliver: Callable[[T], bool]
    small: bool = False

    def at_once(self) -> bool:
        """Do it here; returns whether it was delivered. Raises what ``run`` does."""
        return self.deliver(self.run(Job()))


def replacing(before: Maze, old: Recipe, recipe: Recipe) -> Callable[[Maze], ReplaceMaze]:
    """Return what makes a maze the step after ``before``, which was made by ``old``.

    On the same lattice it gets openings and locks of ``before``, unless one of the two shows
    something, which has its own.
    """
    lattice, openings = before.lattice, (before.entrance, before.exits)
    own = recipe.subject is not None or old.subject is not None

    def step(maze: Maze) -> ReplaceMaze:
        if maze.lattice is lattice and not own:
            maze.set_openings(*openings)
            maze.set_locks(before.locks)
        name = _("Generate maze") if recipe.generator else _("Empty grid")
        return ReplaceMaze(name, maze, recipe)

    return step


def same_page(_maze: Maze, page: Page, _job: Job) -> Page:
    return page


def generating(
    document: Document,
    recipe: Recipe,
    on_outline: Callable[[Cut], None] = lambda _outline: None,
    on_page: OnPage = same_page,
    make: Make | None = None,
) -> Work[tuple[ReplaceMaze, Cut]]:
    """Make a maze, which becomes one step; it keeps the openings where it keeps shape and size.

    It is generated, or made from the lattice of the recipe by ``make``. ``on_outline`` is called at
    the end with what became of the masks; ``on_page`` returns the page for a maze, which would have
    another, with cells and paper of its own.
    """
    history, before, old = document.history, document.maze, document.recipe
    page = document.page

    def run(job: Job) -> tuple[ReplaceMaze, Cut]:
        kept = (recipe.by_hand() if make else recipe).kept()
        with job.part(1.0 if on_page is same_page else MAKING):
            outline = outline_of(kept, before.lattice, job)
            maze = make(outline.lattice, job) if make else maze_of(kept, outline.lattice, job)
        edit = replacing(before, old, kept)(maze)
        needs = needed_of_page(edit.maze, kept.subject, old.subject)
        edit.needs = needs | placed_on(edit.maze, page_with(page, needs), anew=True)
        shown = page_with(page, edit.needs)
        sized = on_page(edit.maze, shown, job)
        edit.needs |= {
            name: getattr(sized, name)
            for name in (*OF_SIZE, "wall", "page")
            if getattr(sized, name) != getattr(shown, name)
        }
        return edit, outline

    def deliver(result: tuple[ReplaceMaze, Cut]) -> bool:
        if document.history is not history:
            return False
        edit, outline = result
        document.apply(edit)
        on_outline(outline)
        return True

    return Work(run, deliver)


def beginning(
    document: Document,
    recipe: Recipe,
    page: Page,
    on_outline: Callable[[Cut], None] = lambda _outline: None,
    make: Make | None = None,
    sized: Callable[[Recipe], Recipe] = lambda recipe: recipe,
) -> Work[tuple[Maze, Recipe, Cut]]:
    """Make a maze with which a new document begins; ``on_outline`` is as in ``generating``.

    The maze is generated, or made from the lattice of the recipe by ``make``; ``sized`` returns a
    recipe with the sizes that it is to have, which may take its time.
    """
    lattice = document.maze.lattice

    def run(job: Job) -> tuple[Maze, Recipe, Cut]:
        chosen = sized(recipe)
        kept = (chosen.by_hand() if make else chosen).kept()
        outline = outline_of(kept, lattice, job)
        maze = make(outline.lattice, job) if make else maze_of(kept, outline.lattice, job)
        return maze, kept, outline

    def deliver(result: tuple[Maze, Recipe, Cut]) -> bool:
        maze, kept, outline = result
        shown = page_with(page, needed_of_page(maze, kept.subject))
        document.new(maze, kept, page_with(shown, placed_on(maze, shown, anew=True)))
        on_outline(outline)
        return True

    return Work(run, deliver)


def solving(document: Document, solver: str, **options: Any) -> Work[ShownSolution]:
    """Find a route and show it, as ``document.solution``."""
    maze, revision = document.maze.copy(), document.revision

    def run(job: Job) -> ShownSolution:
        from mazeeditor.maze.solvers import solve  # only solving needs them

        return ShownSolution(solve(solver, maze, job=job, **options))

    return Work(run, lambda shown: document.show(shown, revision))


def saving(
    document: BaseDocument,
    path: Path,
    known: Sequence[FileState] = (),
    *,
    keep_previous: bool = False,
) -> Work[WriteResult]:
    """Write the file of a document; what is changed while it is written is not saved.

    Raises ``MazeError`` where it cannot be written as it is now; ``run`` raises
    ``FileChangedError`` where states are ``known`` and the file is in none of them.
    """
    document.settle()
    write, history = document.writing(path.absolute().parent), document.history
    state = history.state

    def run(job: Job) -> WriteResult:
        from mazeeditor.core.disk.file_state import check_unchanged

        def check(target: Path) -> None:
            if known:
                check_unchanged(target, known, job)

        return write(path, job, check, keep_previous)

    def deliver(result: WriteResult) -> bool:
        if document.history is not history:
            return False
        document.saved(path, state, result.state)
        return True

    return Work(run, deliver)


class Opened(NamedTuple):
    """What was read from a file, and what that is."""

    project: Project
    state: FileState

    @property
    def warnings(self) -> Sequence[str]:
        """What was not read as it stands in the file."""
        return self.project.warnings

    @property
    def read_as(self) -> str:
        """What its signs were taken for where that was a guess, else ""."""
        return self.project.read_as if self.project.guessed else ""


def opening(document: Document, path: Path) -> Work[Opened]:
    """Read a file, which replaces the document; Save writes to it only if it is a project.

    ``deliver`` raises ``MazeError`` where the document cannot hold it.
    """

    def run(job: Job) -> Opened:
        from mazeeditor.files import read_with_state

        return Opened(*read_with_state(path, job))

    def deliver(result: Opened) -> bool:
        from mazeeditor.files import SUFFIX

        project, state = result
        if path.suffix.lower() == SUFFIX:
            document.open(project, path, state=state)
        else:
            document.open(project, None, path.stem)
        return True

    return Work(run, deliver)


def transforming(
    document: Document,
    name: str,
    cells: NDArray[np.bool_] | None = None,
    **options: Any,
) -> Work[Edit | None]:
    """Change the maze as a transform does; nothing is done where nothing is to change.

    With ``cells`` bool[n] a local one changes only walls between these.

    The recipe stays that by which the maze was generated, whatever was changed since but its
    outline. Raises ``UsageError``, by ``run``.
    """
    recipe, page = document.recipe, document.page

    def run(maze: Maze, job: Job) -> Edit | None:
        from mazeeditor.maze.transforms import TRANSFORMS, apply_transform  # only this needs them

        entry, given = TRANSFORMS[name], maze
        if cells is not None and entry.local:
            given = maze.copy()
            given.set_locks(free_walls(maze.lattice) & ~free_walls(maze.lattice, cells, maze.locks))
        after = apply_transform(name, given, job=job, **options)
        if after.lattice is maze.lattice:
            after.set_locks(maze.locks)
        edit = step(entry.label, maze, after, recipe, entry.lines_of(maze.lattice, **options))
        if isinstance(edit, ReplaceMaze):  # whose cells are others
            edit.needs = placed_on(after, page, anew=True)
        return edit

    return changing(document, run)


def finding(
    document: Document,
    find: Callable[[Maze, Job], T],
    then: Callable[[T], object],
    *,
    small: bool = False,
) -> Work[T]:
    """Find something in the maze as it is now, of which a worker gets a copy.

    ``then`` gets the result, unless the maze has been edited meanwhile.
    """
    maze, revision = document.maze if small else document.maze.copy(), document.revision

    def deliver(result: T) -> bool:
        if document.revision != revision:
            return False
        then(result)
        return True

    return Work(lambda job: find(maze, job), deliver, small)


def changing(
    document: Document,
    find: Callable[[Maze, Job], Edit | None],
    done: Callable[[Edit | None], None] = lambda _edit: None,
    *,
    small: bool = False,
) -> Work[Edit | None]:
    """Do the step that is found for the maze as it is now; ``done`` gets it, or None.

    It is not done where the maze has been edited meanwhile: that would be lost.
    """

    def then(edit: Edit | None) -> None:
        if edit:
            document.apply(edit)
        done(edit)

    return finding(document, find, then, small=small)


def before_last_step(document: Document) -> tuple[str, Callable[[Job], Maze]] | None:
    """Return the name of the last step that changed the maze, and what builds a copy from before.

    None where there is no such step; steps of the page or of locks change no maze.
    """
    document.settle()
    done = reversed(document.history.done)
    last = next((step for step in done if not isinstance(step, (SetPart, SetLocks))), None)
    if last is None:
        return None
    content = Content(document.maze.copy(), document.recipe, document.page)
    back = copy(last)  # as ``swap`` changes what a step holds
    if isinstance(back, ReplaceMaze):
        back.maze = back.maze.copy()  # undo may give it back to the document meanwhile

    def build(job: Job) -> Maze:
        job.check()
        back.swap(content)
        return content.maze

    return last.name, build


def undoing(document: Document) -> Work[Maze] | None:
    """Undo in a worker; None where ``document.undo`` takes no time."""
    document.settle()
    return _preparing(document, document.history.next_undo, document.undo)


def redoing(document: Document) -> Work[Maze] | None:
    """Redo in a worker; None where ``document.redo`` takes no time."""
    document.settle()
    return _preparing(document, document.history.next_redo, document.redo)


def _preparing(document: Document, edit: Edit | None, go: Callable[[], None]) -> Work[Maze] | None:
    """Build the maze of a large step in a worker; discarded where the maze has changed since."""
    if not isinstance(edit, ChangeMaze) or not edit.large:
        return None
    maze, revision = document.maze, document.revision

    def run(job: Job) -> Maze:
        job.check()
        return edit.other(maze)

    def deliver(other: Maze) -> bool:
        if document.revision != revision:
            return False
        edit.prepare(other)
        go()
        return True

    return Work(run, deliver)


def step(
    name: str,
    before: Maze,
    after: Maze,
    recipe: Recipe,
    lines: CarriedLines | None = None,
    *,
    by_hand: bool = False,
) -> Edit | None:
    """Return the edit that makes ``after`` of ``before``, the smaller of two; None for none.

    ``lines`` are the rows and columns that stay, where others were added or removed. ``by_hand`` is
    that of ``ToggleWalls``.

    A few walls toggled leave a route shown where it is; all else is another maze, of which only
    the difference is kept where that can be. An outline that changed is painted from then on, and
    where rows and columns moved, what the maze shows is not known any more.
    """
    recipe = replace(recipe, subject=None) if lines else recipe
    if not alike(before.lattice, after.lattice):
        return ReplaceMaze(name, after, recipe.after(before.lattice, after.lattice), lines)
    same_openings = (before.entrance, before.exits) == (after.entrance, after.exits)
    if before.locks is not None and after.locks is None:
        after.set_locks(kept_locks(before, after.lattice))
    if before.lattice is not after.lattice or not same_openings:
        return ChangeMaze(name, before, after, recipe.after(before.lattice, after.lattice))
    number = int(np.count_nonzero(before.walls != after.walls))
    if not number:
        return None
    if number * 8 > after.walls.nbytes:
        return ChangeMaze(name, before, after, recipe)
    return ToggleWalls(differing_walls(before, after), name, by_hand=by_hand)


def toggling(name: str, maze: Maze, walls: Ids, recipe: Recipe) -> Edit | None:
    """Return the step that toggles ``walls`` int64[k] of ``maze``; None for none.

    Many are kept as a difference of walls, which takes a while: a worker calls this then.
    """
    if len(walls) <= FEW_WALLS:
        return ToggleWalls(walls, name) if len(walls) else None
    after = maze.copy()
    after.toggle(walls)
    return step(name, maze, after, recipe, by_hand=True)


def differing_walls(before: Maze, after: Maze) -> Ids:
    """Return the ids int64[k] of the inner walls in which two mazes on one lattice differ.

    None of the outer walls, whose gaps are openings.
    """
    return inner_walls(after.lattice, before.walls ^ after.walls, Job()).astype(np.int64)


def comparing(document: Document, solvers: Sequence[str]) -> Work[list[Solution]]:
    """Let several solvers, with their default options, find a route in the same maze.

    Nothing is shown; ``deliver`` returns whether the maze is still the one they solved.
    """
    maze, revision = document.maze.copy(), document.revision

    def run(job: Job) -> list[Solution]:
        from mazeeditor.maze.solvers import solve

        answers = []
        for solver in solvers:
            job.phase(maze.lattice.cells, 1 / len(solvers))
            part = Job()
            part.signal = job.signal  # its steps are the phase's, and Cancel reaches it
            answers.append(solve(solver, maze, job=part))
        return answers

    return Work(run, lambda _answers: document.revision == revision)
