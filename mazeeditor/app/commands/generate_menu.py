"""Generate and Finish in the Maze menu: by generator, by size, within limits, with a symmetry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.app.commands import command, hides_new_maze, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage
from mazeeditor.maze.generators import GENERATORS, Generator
from mazeeditor.maze.recipe import Recipe

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.shown.highlights import Highlighted
    from mazeeditor.core.job import Job
    from mazeeditor.editing.edits import Edit
    from mazeeditor.editing.work import OnPage
    from mazeeditor.maze.completing import Completion
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.lattice import Lattice
    from mazeeditor.maze.maze import Maze


@command(
    "generate",
    _("Generate"),
    menu="maze",
    order=11,
    keys=("Mod+G",),
    icon="generate",
    enabled=idle,
    places=("selection", "maze", "draw"),
    now=lambda view: _("Generate in the selection") if view.selection.active else _("Generate"),
    on_maze=hides_new_maze,
    waits=lambda view: view.waiting.text,
    manual="first-page",
)
def generate(document: Document, view: View, services: Services) -> None:
    """Generate a maze with the settings of the Generate section."""
    start_generating(document, view, services)


@command(
    "new-seed",
    _("Generate with a new seed"),
    words=_("another random shuffle reroll"),
    menu="maze",
    order=12,
    keys=("Mod+Shift+G",),
    icon="dice",
    enabled=idle,
    places=("draw",),
    on_maze=hides_new_maze,
    manual="first-page",
)
def new_seed(document: Document, view: View, services: Services) -> None:
    """Make another maze of the same kind."""
    start_generating(document, view, services, fresh=True)


@command(
    "empty-grid",
    _("Empty grid"),
    words=_("clear walls erase delete all blank page"),
    menu="maze",
    order=20,
    enabled=idle,
    manual="draw-and-repair",
)
def empty(document: Document, view: View, services: Services) -> None:
    """Remove all walls but locked ones, in a grid of the rows and columns that are typed."""
    from mazeeditor.editing.work import generating
    from mazeeditor.maze.maze import empty_grid
    from mazeeditor.maze.walls import select_walls

    recipe, before = view.drafted_recipe(), document.maze.copy()
    if recipe is None:
        return

    def make(lattice: Lattice, job: Job) -> Maze:
        maze = empty_grid(lattice, job)
        if before.locks is not None and lattice is before.lattice:
            locked = before.walls & before.locks
            maze.toggle(select_walls(lattice, locked, closed=True))
        return maze

    outline, on_page = view.draft.masks.show_outline, view.audience.on_page
    work = generating(document, recipe, outline, on_page, make)
    services.start(_("Preparing the grid"), work)
    services.ui.focus_maze()


def start_generating(
    document: Document,
    view: View,
    services: Services,
    *,
    fresh: bool = False,
    on_page: OnPage | None = None,
) -> None:
    """Make the maze of the draft, as one step; ``fresh`` draws a new seed in any case.

    ``on_page`` returns the page for a maze that is made as a whole: that for its audience if it
    is None.
    """
    from mazeeditor.editing.work import Work, generating

    on_page = on_page or view.audience.on_page
    recipe = view.drafted_recipe(fresh=fresh)
    if recipe is None:
        return
    limited = view.selection.active or document.maze.locks is not None
    if view.symmetry.name is not None and limited:
        if not _agrees_to_no_symmetry(view, services):
            return
        view.symmetry.choose(None)
    if view.symmetry.name is not None:
        _start_symmetric(document, view, services, recipe, on_page)
        return
    shown = recipe.subject or document.recipe.subject  # whose locks go with it
    if view.selection.active or (document.maze.locks is not None and not shown):
        _start_within_limits(document, view, services, recipe)
        return
    work = generating(document, recipe, view.draft.masks.show_outline, on_page)
    note = ""

    def run(job: Job) -> object:
        nonlocal note
        result = work.run(job)
        note = job.note
        return result

    def show() -> None:
        if note:
            services.ui.show_status(note)

    services.start(_("Generating"), Work(run, work.deliver), show)
    services.ui.focus_maze()


@command(
    "finish",
    _("Finish my maze"),
    words=_("complete fill in"),
    menu="maze",
    order=18,
    keys=("Mod+Shift+K",),
    enabled=idle,
    places=("selection",),
    manual="draw-and-repair#let-the-program-finish-or-repair",
)
def finish(view: View) -> None:
    """Show the walls and passages that would make the maze perfect; what is drawn stays."""
    if view.drafted_recipe() is not None:  # else the field shows what is invalid
        view.fix("finish")


def _why_not_restored(document: Document, services: Services) -> str:
    if services.jobs.busy:
        return services.jobs.wait_text
    if document.recipe.subject is None:
        return _("The maze shows nothing: choose in Generate what it shows.")
    return _("Nothing of what the maze shows is missing.")


@command(
    "restore-shown",
    _("Restore what the maze shows"),
    menu="maze",
    order=19,
    enabled=lambda view, services: bool(view.subject.lost) and idle(services),
    reason=_why_not_restored,
    on_maze=True,
    manual="words-and-pictures",
)
def restore_shown(document: Document, services: Services) -> None:
    """Bring back what edits have removed of the picture or code, by as few changes as it takes."""
    from mazeeditor.editing.work import changing, step

    recipe = document.recipe

    def run(maze: Maze, job: Job) -> Edit | None:
        if recipe.subject is None:
            return None
        mended = recipe.subject.mend(maze, job)
        return step(_("Restore what the maze shows"), maze, mended, recipe)

    services.start(_("Restoring what the maze shows"), changing(document, run))


def _start_within_limits(
    document: Document, view: View, services: Services, recipe: Recipe
) -> None:
    """Generate between the selected cells, or all, as far as walls are not locked; one step."""
    from mazeeditor.editing.changes.generating_parts import generating_part

    work = generating_part(
        document,
        recipe,
        view.selection.cells,
        lambda *result: _show_result(view, services, *result),
    )
    services.start(_("Generating"), work)
    services.ui.focus_maze()


def _show_result(view: View, services: Services, report: str, result: Completion) -> None:
    """Show a report, and the cells that keep a maze from being perfect until the next edit."""
    services.ui.show_status(report)
    if result.perfect:
        return
    from mazeeditor.app.shown.highlights import Highlight, mark_cells

    text = _("Sealed, or in a loop that stays: {number:,}")
    view.highlight.show(
        Highlight(
            "stays",
            "",
            "",
            lambda _facts: True,
            lambda maze, _job: mark_cells(maze, result.cells, text),
        )
    )


def _agrees_to_no_symmetry(view: View, services: Services) -> bool:
    """Ask whether to switch the symmetry off, as only whole mazes are generated with one."""
    without = _("Without it the walls between the selected cells are generated, and no others.")
    if not view.selection.active:
        without = _("Without it all walls are generated but those that are locked.")
    off = services.ui.dialogs.ask(
        _("Generate without the symmetry?"),
        _("A symmetry is kept by whole mazes only.") + " " + without,
        {"off": _("Switch it off and generate")},
        _("Cancel"),
        default="off",
    )
    return off is not None


def _start_symmetric(
    document: Document, view: View, services: Services, recipe: Recipe, on_page: OnPage
) -> None:
    """Generate a whole maze with the chosen symmetry, as one step."""
    from mazeeditor.editing.work import Work, generating
    from mazeeditor.maze.transforms.symmetry.group import group_of
    from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls, report_of

    name = view.symmetry.name
    symmetric = replace(recipe, symmetry=name)
    work = generating(document, symmetric, view.draft.masks.show_outline, on_page)
    walls: Ids = np.empty(0, np.int64)

    def run(job: Job) -> object:
        nonlocal walls
        with job.part(0.8):
            result = work.run(job)
        maze = result[0].maze
        group = group_of(maze.lattice, name or "")
        walls = breaking_walls(maze, group, job) if group else walls
        return result

    def show() -> None:
        if len(walls):
            text = report_of(document.maze, walls)
            services.ui.show_status(text)
            _show_breaking(view, walls, text)

    services.start(_("Generating"), Work(run, work.deliver), show)
    services.ui.focus_maze()


def _show_breaking(view: View, walls: Ids, text: str) -> None:
    """Mark walls int64[k] that break the symmetry, until Escape or the next edit."""
    from mazeeditor.app.shown.highlights import MOST_RINGS, Highlight, Highlighted

    def find(maze: Maze, _job: Job) -> Highlighted:
        from mazeeditor.maze.solvers import Solution
        from mazeeditor.screen.pixel_colours import TINTED

        lattice = maze.lattice
        lower, _slots, upper, _backs = lattice.sides_of(walls)
        cells = distinct(np.concatenate([lower, upper]))
        marks = np.zeros(lattice.size, np.uint8)
        marks[cells] = TINTED
        solution = Solution(lattice, "", np.empty(0, np.int64), marks)
        few = lower if len(lower) <= MOST_RINGS else lower[:0]
        return Highlighted("symmetry", solution, ((TINTED, text),), few, ((walls, "wall_hover"),))

    label = _("What breaks the symmetry")
    view.highlight.show(Highlight("symmetry", label, "", lambda _facts: True, find))


PICTURED = 16  # rows and columns of the mazes in the pictures
PICTURE_SEED = 7
PICTURE_MARGIN = 3.0  # mm around the mazes


@dataclass(frozen=True)
class GeneratorPicture:
    """A generator, and a small maze of a shape that it makes."""

    generator: Generator
    shape: str

    @property
    def name(self) -> str:
        """The name, and below it what its mazes look like."""
        return f"{self.generator.label}\n{self.generator.texture}"

    def picture(self, side: int) -> Image:
        """Return a maze on white paper that fits into a square of ``side`` px."""
        from mazeeditor.app.printing.snapshot import picture_of
        from mazeeditor.maze.shapes import sizes_about

        sizes = sizes_about(self.shape, PICTURED, {})
        recipe = Recipe(self.generator.name, seed=PICTURE_SEED, shape=self.shape, sizes=sizes)
        return picture_of(recipe, side, PICTURE_MARGIN)


@command(
    "choose-generator",
    _("Choose generator…"),
    words=_("algorithm"),
    menu="maze",
    order=13,
    keys=("Mod+K",),
    enabled=idle,
    places=("draw",),
    on_maze=hides_new_maze,
    manual="first-page",
)
def choose_generator(document: Document, view: View, services: Services) -> None:
    """Choose a generator by a picture of its mazes, and generate with it."""
    draft = view.draft
    able = [generator for generator in GENERATORS if not draft.why_not(generator.name)]
    offered = [GeneratorPicture(generator, draft.shape) for generator in able]
    current = [generator.name for generator in able].index(draft.generator)
    if chosen := services.ui.dialogs.ask_picture(_("Choose generator"), offered, current):
        draft.choose_generator(chosen.generator.name)
        start_generating(document, view, services)


@command(
    "size",
    _("Size in millimetres…"),
    words=_("mm inches cm exact width height"),
    menu="maze",
    order=14,
    keys=("Mod+Shift+I",),
    enabled=idle,
    places=("draw",),
    on_maze=hides_new_maze,
    manual="first-page#sizes-in-millimetres",
)
def size(document: Document, view: View, services: Services) -> None:
    """Generate a maze of a given width, height, cell or corridor."""
    from mazeeditor.app.drafts.maze_size import as_drawn, page_for, page_with_room
    from mazeeditor.app.drafts.size_request import SizeRequest

    draft = view.draft
    try:
        sizes = draft.sizes.read()
    except UsageError:  # the field shows what is invalid
        services.ui.show_section("generate")
        return
    page = document.page
    width, height = page.maze_width, page.maze_height
    before = SizeRequest(width=width, height=height, cell=page.cell, wall=page.wall)
    before = as_drawn(before, page)
    answer = services.ui.dialogs.ask_size(draft.shape, sizes, before)
    if answer is None:
        return
    request, chosen = answer
    page = document.page  # as it is now: the dialog was open for a while
    draft.sizes.update(chosen.counts)
    document.apply(SetPage(page, page_for(page, request, chosen)))

    start_generating(document, view, services, on_page=page_with_room)
