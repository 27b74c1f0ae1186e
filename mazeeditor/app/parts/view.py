"""The view of the open document: what is shown of it, chosen in it, and what Generate will make.

Commands for one place act on the ``target`` of a right click, else on the cell cursor::

    right click --- target_at(maze, x, y) --> view.target -------+
    cell cursor, else the cell under the pointer -> target_in ---+---> target_of
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.parts.services import Services
from mazeeditor.app.precompiler import Choice, Precompiler
from mazeeditor.app.shown.chosen_symmetry import ChosenSymmetry
from mazeeditor.app.shown.chosen_workspace import TEACH, ChosenWorkspace
from mazeeditor.app.shown.distances import ShownDistances
from mazeeditor.app.shown.explanation import Explanation
from mazeeditor.app.shown.highlights import ShownHighlight
from mazeeditor.app.shown.offered_wall import OfferedWall
from mazeeditor.app.shown.repair import ShownRepair
from mazeeditor.app.shown.selection import Selection
from mazeeditor.app.shown.shown_stops import ShownStops
from mazeeditor.app.shown.shown_subject import ShownSubject
from mazeeditor.app.shown.verdict import ShownSealed, Verdict
from mazeeditor.app.toolbox import OnlyRoute, Toolbox, ToolSketch
from mazeeditor.core.errors import UsageError
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.page.page import NOTHING as NO_TOKENS

if TYPE_CHECKING:
    from mazeeditor.app.drafts.audience_choice import AudienceChoice
    from mazeeditor.app.drafts.draft import Draft, SolverChoice
    from mazeeditor.app.drafts.waiting import Waiting
    from mazeeditor.app.gallery.gallery import Gallery
    from mazeeditor.app.printing.shown_page import ShownPage
    from mazeeditor.app.shown.film_shows import FilmShows
    from mazeeditor.app.shown.fixing import Fixing
    from mazeeditor.app.shown.maze_search import MazeSearch
    from mazeeditor.maze.lattice import Lattice, Opening
    from mazeeditor.maze.maze import Maze
    from mazeeditor.maze.recipe import Recipe


class Target(NamedTuple):
    """A place of the maze: a cell, the wall nearest to it, and an opening that is or could be."""

    cell: int | None = None
    wall: int | None = None
    opening: Opening | None = None


NO_TARGET = Target()


def target_at(maze: Maze, x: float, y: float) -> Target:
    """Return what is at a point, in cells."""
    from mazeeditor.editing.changes.entrances import place_at

    geometry = maze.lattice.geometry
    wall = geometry.wall_at(x, y)
    inner = wall if wall is not None and maze.lattice.is_inner(wall) else None
    return Target(geometry.cell_at(x, y), inner, place_at(maze.lattice, x, y))


def target_in(maze: Maze, cell: int | None) -> Target:
    """Return what is meant by a cell alone: no wall, and an opening of it, else its first place."""
    from mazeeditor.editing.changes.entrances import choices

    if cell is None:
        return NO_TARGET
    places = choices(maze.lattice, cell)
    present = [place for place in places if place in maze.openings]
    return Target(cell, None, (present or places)[0])


class Escape(NamedTuple):
    """Something that Escape ends while it is active."""

    active: Callable[[], bool]
    end: Callable[[], object]


class View:
    """What one window shows of its document and has chosen in it: neither undone nor saved.

    While ``playing`` the maze belongs to a game; while ``in_gallery`` it cannot be seen, as
    somebody chooses in the ``gallery`` what to make; while a file is ``awaited`` (its name) with
    which the program was started, it is one that nobody has asked for. Escape ends the first of
    ``escapes`` that is active; front ends add theirs. ``target`` is what was clicked, while a
    command for it runs.
    """

    def __init__(self, document: Document, services: Services) -> None:
        self._document, self._services = document, services
        background, ui = services.background, services.ui
        self.subject = ShownSubject(background, document)
        self.stops = ShownStops(background, document)
        self.verdict = Verdict(
            background,
            lambda: document.maze,
            lambda: self.subject.lost,
            self.stops,
            lambda: document.recipe.fakes,
        )
        self.workspaces = ChosenWorkspace()
        self.selection = Selection(document, ui)
        self.symmetry = ChosenSymmetry(document, ui)
        self.toolbox = Toolbox(
            document, ui, services.start, services.note_harmless, self.selection.take
        )
        self.toolbox.recipe = self.drafted_recipe
        self.tool_sketch = ToolSketch(self.toolbox, document, background, ui)
        self.only_route = OnlyRoute(self.toolbox, self.verdict, document, background, ui)
        self.distances = ShownDistances(document, background, ui)
        self.highlight = ShownHighlight(document, background, ui)
        self.repair = ShownRepair(document, background, ui, self.highlight, self.selection)
        self.sealed = ShownSealed(
            self.verdict, self.distances, services.settings, lambda: document.maze
        )
        self.offered_wall = OfferedWall(document, background, self.verdict)
        # one proposal at a time
        self.repair.changed.subscribe(
            lambda: self.offered_wall.hide() if self.repair.active else None
        )
        self.explanation = Explanation(self.verdict, self.highlight, self.repair, self.symmetry)
        self.precompiler = Precompiler(background, self._choice, lambda: services.jobs.busy)
        self.escapes = self._own_escapes()
        self.playing = self.in_gallery = False
        self.awaited = ""
        self.target: Target | None = None
        self._waiting: Waiting | None = None  # as it was, and what it was found of
        self._waiting_of: tuple[Recipe, Recipe] | None = None
        self._waiting_in: Lattice | None = None
        self._subscribe()

    def _subscribe(self) -> None:
        """Follow the document, and have menus and panels updated."""
        services, follow = self._services, self._document.changed.follow
        updating = (self.selection, self.symmetry, self.toolbox, self.highlight, self.repair)
        quiet = self.distances, self.sealed, self.explanation, self.offered_wall
        for shown in (*updating, *quiet, self.subject, self.stops):
            shown.changed.on_error = services.raise_later
        for part in (*updating, self.verdict):
            part.changed.subscribe(services.update)
        follow(Follower.DRAFT, self._adapt_draft)
        follow(Follower.VERDICT, self.verdict.recount)
        follow(Follower.SHOWN, self._look_at_shown)
        for shown in (self.subject, self.stops):
            shown.changed.subscribe(self.verdict.changed.notify)
        follow(Follower.COMPILER, lambda _change: self.precompiler.follow())

    def _look_at_shown(self, change: Change) -> None:
        """Look at what there is to be looked at; most mazes have neither a subject nor stops."""
        document = self._document
        if change.maze or (document.recipe.subject is not None and change.passages):
            self.subject.look(change)
        if document.page.along != NO_TOKENS or self.stops.there:
            self.stops.look(change)

    def _leads_back(self) -> bool:
        """Whether a view of Teach is in the place of the maze."""
        return self.workspaces.name == TEACH and self.workspaces.hides_maze

    def _own_escapes(self) -> list[Escape]:
        """Return what Escape ends, the first that is active."""
        jobs = self._services.jobs
        return [
            Escape(lambda: self.toolbox.dragging, self.toolbox.cancel),
            Escape(lambda: self.offered_wall.active, self.offered_wall.hide),
            Escape(lambda: jobs.busy, jobs.cancel),
            Escape(self._leads_back, self.workspaces.show_maze),
            Escape(lambda: self.explanation.active, self.explanation.end),
            Escape(lambda: self.repair.active, self.repair.hide),
            Escape(lambda: self.highlight.active, self.highlight.hide),
            Escape(lambda: self.toolbox.can_leave, self.toolbox.leave),
            Escape(lambda: self.selection.active, self.selection.clear),
            Escape(lambda: self.toolbox.gesture.marks, self.toolbox.cancel),
        ]

    @cached_property
    def draft(self) -> Draft:
        """What Generate will make; made at the first access, as it imports every generator."""
        from mazeeditor.app.drafts.draft import Draft

        draft = Draft()
        draft.follow(self._document)
        draft.changed.subscribe(self._services.update)
        draft.changed.subscribe(self.precompiler.follow)
        return draft

    @property
    def waiting(self) -> Waiting:
        """What was chosen for the next maze, and is not in the open one."""
        from mazeeditor.app.drafts.waiting import NOTHING_WAITS, Waiting

        if "draft" not in self.__dict__:  # which imports every generator
            return NOTHING_WAITS
        lattice = self._document.maze.lattice
        of = self.draft.wanted, self._document.recipe
        if self._waiting is None or lattice is not self._waiting_in or of != self._waiting_of:
            self._waiting_in, self._waiting_of = lattice, of
            self._waiting = Waiting.of(self.draft, self._document)
        return self._waiting

    @cached_property
    def audience(self) -> AudienceChoice:
        """For whom the next maze is; made at the first access."""
        from mazeeditor.app.drafts.audience_choice import AudienceChoice

        return AudienceChoice(self.draft, self._document)

    def _adapt_draft(self, _change: Change) -> None:
        if "draft" in self.__dict__:  # else it follows when it is made
            self.draft.follow(self._document)

    @cached_property
    def solver(self) -> SolverChoice:
        """The solver that Solve will use; made at the first access, as it imports every solver."""
        from mazeeditor.app.drafts.draft import SolverChoice

        solver = SolverChoice()
        solver.kind.changed.subscribe(self.precompiler.follow)
        return solver

    @cached_property
    def fixing(self) -> Fixing:
        """Which fix of the maze is chosen, with its options; made at the first access."""
        from mazeeditor.app.shown.fixing import Fixing

        fixing = Fixing(
            self.selection,
            self.symmetry,
            self.repair,
            self.drafted_recipe,
            self.explanation.end,
        )
        fixing.changed.on_error = self._services.raise_later
        fixing.changed.subscribe(self._services.update)
        return fixing

    def fix(self, name: str, **options: Any) -> None:
        """Show what a fix of the maze would change, in the section that is for that."""
        self._services.ui.show_section("fix")
        self.fixing.choose(name, **options)
        self._services.ui.focus_maze()

    @cached_property
    def gallery(self) -> Gallery:
        """What is offered to begin with; made at the first access."""
        from mazeeditor.app.gallery.gallery import Gallery

        return Gallery(self._services.settings)

    @cached_property
    def shown_page(self) -> ShownPage:
        """The page while it is shown, and what is wrong with it; made at the first access."""
        from mazeeditor.app.printing.shown_page import ShownPage

        return ShownPage(self._document, self._services, self.workspaces, self.verdict)

    @cached_property
    def film_shows(self) -> FilmShows:
        """The films of algorithms at work; made at the first access."""
        from mazeeditor.app.shown.film_shows import FilmShows

        return FilmShows()

    @property
    def can_save_film(self) -> bool:
        """Whether complete films are shown."""
        show = self.film_shows.shows.get(self.workspaces.view)
        return show is not None and show.savable

    @cached_property
    def maze_search(self) -> MazeSearch:
        """The search for mazes that meet a goal; made at the first access."""
        from mazeeditor.app.shown.maze_search import MazeSearch

        return MazeSearch(
            self._document,
            self.selection,
            self._services.background,
            lambda: self.draft.recipe(fresh=True),
        )

    def _choice(self) -> Choice:
        """Return what is chosen; where nothing was chosen yet, what the maze was made with."""
        degree, recipe = self._document.maze.lattice.degree, self._document.recipe
        solver = self.solver.name if "solver" in self.__dict__ else ""
        if "draft" not in self.__dict__:
            return Choice(degree, recipe.generator, "", (), bool(recipe.braid), solver)
        draft = self.draft
        sizes, braid = tuple(draft.sizes.values.items()), bool(draft.rest["braid"])
        return Choice(degree, draft.generator, draft.shape, sizes, braid, solver)

    def drafted_recipe(self, *, fresh: bool = False, shown: bool = False) -> Recipe | None:
        """Return ``draft.recipe``; None where a field is invalid: it is brought into view."""
        try:
            return self.draft.recipe(fresh=fresh, shown=shown)
        except UsageError:  # the field shows what is invalid
            self._services.ui.show_section("generate")
            return None

    def shown_recipe(self) -> Recipe | None:
        """Return the recipe of Generate with the seed that is shown, None for an invalid field."""
        try:
            return self.draft.recipe(shown=True)
        except UsageError:
            return None

    def show_answer(self, *, route: bool | None = None, visited: bool | None = None) -> None:
        """Choose what is drawn of the solver's answer; ``None`` keeps that as it is."""
        settings = self._services.settings
        settings.route = settings.route if route is None else route
        settings.visited = settings.visited if visited is None else visited
        self._services.update()

    def hide_found(self) -> None:
        """Show neither a highlight nor a repair, and offer no wall."""
        self.explanation.end()
        self.offered_wall.hide()
        self.highlight.hide()
        self.repair.hide()
