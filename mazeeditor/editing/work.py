"""Generating, solving and saving beside the window: in a thread, on a copy, with one result.

Each function is called in the window's thread and takes what it needs from the document there.
The ``Work`` it returns is run by a thread and delivered in the window's thread::

    work = solving(document, "a-star")
    result = work.run(job)         # in a thread; MazeError, CancelledError
    work.deliver(result)           # in the window's: False where it came too late

The document may be edited meanwhile; nothing is locked. A generated maze becomes one step after
those edits, which undo brings back. A route is shown where the edits have not broken it. What was
written counts as saved, and the edits since as not saved. Once another file has been opened, what
was made for the one before is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ReplaceMaze
from mazeeditor.editing.masking import MASK, PIECES
from mazeeditor.editing.route import Shown
from mazeeditor.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.options import check_all
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.masks import Cut

T = TypeVar("T")
NO_MASK: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Work(Generic[T]):
    """A piece of work for a thread: ``run`` there, then ``deliver`` in the window's thread."""

    run: Callable[[Job], T]
    deliver: Callable[[T], bool]


def made(
    recipe: Mapping[str, Any],
    shape: str,
    sizes: Mapping[str, Any],
    like: Lattice | None = None,
    job: Job | None = None,
    told: Callable[[Cut], None] | None = None,
) -> Maze:
    """Return the maze of a recipe: ``generator``, ``seed``, and options by name, as projects have.

    ``sizes`` are the shape's options; the recipe's outline may be as painted in ``like``. The
    lattice is ``like`` where that is the same. ``told`` hears, in this thread, what became of the
    masks. Raises ``UsageError`` and ``CancelledError``.
    """
    from mazeeditor.generators import generate  # only making mazes needs them

    lattice = built(shape, sizes, like, recipe, job, told)
    options = {name: value for name, value in recipe.items() if name not in (MASK, PIECES)}
    return generate(options.pop("generator"), lattice, options.pop("seed"), job=job, **options)


def built(
    shape: str,
    sizes: Mapping[str, Any],
    like: Lattice | None = None,
    recipe: Mapping[str, Any] = NO_MASK,
    job: Job | None = None,
    told: Callable[[Cut], None] | None = None,
) -> Lattice:
    """Return the lattice of a shape, cut to the masks of a recipe, as ``made`` does it."""
    from mazeeditor.shapes import SHAPES, build

    wanted = shape, check_all(SHAPES[shape].options, sizes)
    known = like if like and like.whole else None
    same = known and wanted == (known.shape, dict(known.parameters))
    whole = known if known and same else build(shape, **sizes)
    if not recipe.get(MASK):
        return whole
    from mazeeditor.editing.outlining import outlined

    outline = outlined(whole, recipe, like, job)
    if told:
        told(outline)
    return outline.lattice


def replacing(before: Maze, recipe: Mapping[str, Any]) -> Callable[[Maze], ReplaceMaze]:
    """Return what makes a maze the step after ``before``, whose openings it gets on one lattice."""
    lattice, openings = before.lattice, (before.entrance, before.exits)

    def step(maze: Maze) -> ReplaceMaze:
        if maze.lattice is lattice:
            maze.set_openings(*openings)
        return ReplaceMaze(_("Generate maze"), maze, dict(recipe))

    return step


def generating(
    document: Document,
    recipe: Mapping[str, Any],
    shape: str,
    sizes: Mapping[str, Any],
    told: Callable[[Cut | None], None] = lambda _outline: None,
) -> Work[ReplaceMaze]:
    """Make a maze, which becomes one step; it keeps the openings where it keeps shape and size.

    ``told`` hears at the end what became of the mask, ``None`` where there is none.
    """
    history, lattice = document.history, document.maze.lattice
    step = replacing(document.maze, recipe)
    outlines: list[Cut] = []

    def run(job: Job) -> ReplaceMaze:
        return step(made(recipe, shape, sizes, lattice, job, outlines.append))

    def deliver(edit: ReplaceMaze) -> bool:
        if document.history is not history:
            return False
        document.apply(edit)
        told(outlines[-1] if outlines else None)
        return True

    return Work(run, deliver)


def beginning(
    document: Document,
    recipe: Mapping[str, Any],
    shape: str,
    sizes: Mapping[str, Any],
    told: Callable[[Cut | None], None] = lambda _outline: None,
) -> Work[Maze]:
    """Make a maze with which a new document begins; ``told`` is as ``generating`` has it."""
    lattice = document.maze.lattice
    outlines: list[Cut] = []

    def run(job: Job) -> Maze:
        return made(recipe, shape, sizes, lattice, job, outlines.append)

    def deliver(maze: Maze) -> bool:
        document.new(maze, recipe)
        told(outlines[-1] if outlines else None)
        return True

    return Work(run, deliver)


def solving(document: Document, solver: str, **options: Any) -> Work[Shown]:
    """Find a route and show it, as ``document.solution``."""
    maze, revision = document.maze.copy(), document.revision

    def run(job: Job) -> Shown:
        from mazeeditor.solvers import solve  # only solving needs them

        return Shown(solve(solver, maze, job=job, **options))

    return Work(run, lambda shown: document.show(shown, revision))


def saving(document: Document, path: Path) -> Work[None]:
    """Write the project file; what is changed while it is written is not saved."""
    project, history = document.project(), document.history
    state = history.state

    def run(job: Job) -> None:
        from mazeeditor.files.project import save

        save(project, path, job)

    def deliver(_none: None) -> bool:
        if document.history is not history:
            return False
        document.saved(path, state)
        return True

    return Work(run, deliver)
