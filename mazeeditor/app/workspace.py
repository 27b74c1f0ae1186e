"""The running program without a widget: document, draft, toolbox, jobs, settings.

::

    document --- changed ---> screen, verdict, panels            (what changed: walls, page, ...)
    jobs, settings, draft, toolbox --- updated ---> menus, ...   (once, when all events are handled)
    commands ---> workspace ---> Ui                              (questions, messages)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from mazeeditor.app.drafts.new_maze import NewMaze
from mazeeditor.app.files.document_files import DISCARDED, DocumentFiles
from mazeeditor.app.files.file_conflicts import FileConflicts
from mazeeditor.app.files.file_watch import FileWatch
from mazeeditor.app.files.opener import Opener
from mazeeditor.app.gate import Gate
from mazeeditor.app.jobs import Background, Jobs, Timer, ignore
from mazeeditor.app.precompiler import Choice, Precompiler
from mazeeditor.app.recovery.draft_recovery import DraftRecoveries
from mazeeditor.app.recovery.kept_forms import KeptForms
from mazeeditor.app.recovery.recovery import Recovery
from mazeeditor.app.settings import Settings
from mazeeditor.app.shown.chosen_symmetry import ChosenSymmetry
from mazeeditor.app.shown.explanation import Explanation
from mazeeditor.app.shown.selection import Selection
from mazeeditor.app.shown.shown_distances import ShownDistances
from mazeeditor.app.shown.shown_highlight import ShownHighlight
from mazeeditor.app.shown.shown_repair import ShownRepair
from mazeeditor.app.shown.shown_sealed import ShownSealed
from mazeeditor.app.shown.tool_sketch import ToolSketch
from mazeeditor.app.shown.verdict import Verdict
from mazeeditor.app.toolbox import Toolbox
from mazeeditor.app.ui import Ui
from mazeeditor.app.undo_queue import UndoQueue
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.threads import start_thread
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.editing.work import Work, opening

if TYPE_CHECKING:
    from mazeeditor.app.drafts.document_fields import OpeningFields, PageFields, UnderlayFields
    from mazeeditor.app.drafts.draft import Draft, SolverChoice
    from mazeeditor.app.drafts.own_papers import OwnPapers
    from mazeeditor.app.shown.maze_search import MazeSearch
    from mazeeditor.app.shown.tweaks import Tweaks
    from mazeeditor.app.target import Target
    from mazeeditor.maze.recipe import Recipe

T = TypeVar("T")
COMMANDS_KEPT = 20


class Escape(NamedTuple):
    """Something that Escape ends while it is active."""

    active: Callable[[], bool]
    end: Callable[[], object]


class Workspace:
    """All that one window works on.

    ``changed`` is notified of each change of the document, ``updated`` of anything else that a
    menu or a panel may show, ``commit_typing`` before each command: a command must not lose what
    has been typed into a field. ``after_error`` is notified when an internal error was logged.
    While ``playing`` the maze belongs to a game. Escape ends the first of ``escapes`` that is
    active; front ends add theirs. ``harmless`` is the internal error raised last,
    where the maze is still what it was before.
    """

    def __init__(self, document: Document, settings: Settings, timer: Timer, ui: Ui) -> None:
        self.document, self.settings, self.timer, self.ui = document, settings, timer, ui
        self.changed = document.changed
        self.updated: Listeners[[]] = Listeners(self._raise_later)
        self.commit_typing: Listeners[[]] = Listeners(self._raise_later)
        self.after_error: Listeners[[]] = Listeners()
        self.problem_report: Callable[[], str] = str  # what to send to the developers
        self.recent_commands: deque[str] = deque(maxlen=COMMANDS_KEPT)  # their names
        document.changed.on_error = self._raise_later
        self.background = Background(timer)
        self.jobs = Jobs(self.background, self._report_failed_job)
        self.jobs.changed.on_error = self._raise_later
        self.verdict = Verdict(self.background, lambda: document.maze)
        conflicts = FileConflicts(document, self.jobs, ui, lambda path: self.opener.open(path))
        self.files = DocumentFiles(
            document, self.jobs, settings, ui, conflicts, lambda text: ui.show_status(text)
        )
        self.recovery = Recovery(document, self.background, ui)
        self.after_error.subscribe(self.recovery.write_soon)
        self.forms, self.drafts = KeptForms(document), DraftRecoveries(self.background, ui)
        self.form_recovery = self.drafts.add(self.forms, "forms", lambda: self.recovery.folder)
        self.undo_queue = UndoQueue(document, self.jobs, self.background, ui, self.report)
        self.gate = Gate(document, self.jobs, self.files, ui, self.commit_typing)
        self.opener = Opener(
            lambda path: opening(document, path), self.gate, self.jobs, settings, ui
        )
        self.new_maze = NewMaze(document, settings)
        self.selection = Selection(document, ui)
        self.selection.changed.on_error = self._raise_later
        self.selection.changed.subscribe(self.update)
        self.symmetry = ChosenSymmetry(document, ui)
        self.toolbox = Toolbox(document, ui, self.start, self._note_harmless, self.selection.take)
        self.toolbox.changed.on_error = self._raise_later
        self.toolbox.recipe = self.drafted_recipe
        self.tool_sketch = ToolSketch(self.toolbox, document, self.background, ui)
        self.precompiler = Precompiler(self.background, self._choice, self._busy)
        self._add_shown(ui)
        self.escapes = self._own_escapes()
        self.playing = False
        self.target: Target | None = None  # what was clicked, while a command for it runs
        self.exported: list[Path] = []  # what Export wrote last
        self.file_watch = FileWatch(document, self.background, ui, conflicts, self.must_not_ask)
        self.harmless: BaseException | None = None
        self._state_before_job = self.state
        self._update_due = False
        self._subscribe()

    def _subscribe(self) -> None:
        """Follow what may change."""
        self._follow_document()
        self.jobs.changed.subscribe(self._follow_jobs)
        self.toolbox.changed.subscribe(self.update)
        self.verdict.changed.subscribe(self.update)
        self.symmetry.changed.on_error = self._raise_later
        self.symmetry.changed.subscribe(self.update)
        self.highlight.changed.subscribe(self.update)
        self.repair.changed.subscribe(self.update)

    def _own_escapes(self) -> list[Escape]:
        """Return what Escape ends, the first that is active."""
        return [
            Escape(lambda: self.toolbox.dragging, self.toolbox.cancel),
            Escape(lambda: self.jobs.busy, self.jobs.cancel),
            Escape(lambda: self.explanation.active, self.explanation.end),
            Escape(lambda: self.repair.active, self.repair.hide),
            Escape(lambda: self.highlight.active, self.highlight.hide),
            Escape(lambda: self.toolbox.can_leave, self.toolbox.leave),
            Escape(lambda: self.selection.active, self.selection.clear),
        ]

    def _add_shown(self, ui: Ui) -> None:
        """Add what is shown over the maze."""
        document, background = self.document, self.background
        self.distances = ShownDistances(document, background, ui)
        self.highlight = ShownHighlight(document, background, ui)
        self.repair = ShownRepair(document, background, ui, self.highlight, self.selection)
        self.sealed = ShownSealed(
            self.verdict, self.distances, self.settings, lambda: document.maze
        )
        self.explanation = Explanation(self.verdict, self.highlight, self.repair)
        for shown in (
            *(self.distances, self.highlight, self.repair, self.sealed),
            self.explanation,
        ):
            shown.changed.on_error = self._raise_later

    def _follow_document(self) -> None:
        """Subscribe the parts that do not know the document themselves."""

        def adapt_draft(_change: Change) -> None:
            if "draft" in self.__dict__:  # else it follows when it is made
                self.draft.follow(self.document)

        follow = self.changed.follow
        follow(Follower.DRAFT, adapt_draft)
        follow(Follower.VERDICT, lambda _change: self.verdict.recount())
        follow(Follower.MENUS, lambda _change: self.update())
        follow(Follower.RECOVERY, self.recovery.follow)
        follow(Follower.TYPED_FORMS, self.forms.follow)
        follow(Follower.FILE_WATCH, lambda _change: self.file_watch.document_changed())
        follow(Follower.COMPILER, lambda _change: self.precompiler.follow())

    def _follow_jobs(self) -> None:
        if self.jobs.busy:
            self._state_before_job = self.state
        self.update()

    @cached_property
    def draft(self) -> Draft:
        """What Generate will make; made at the first access, as it imports every generator."""
        from mazeeditor.app.drafts.draft import Draft

        draft = Draft()
        draft.follow(self.document)
        draft.changed.subscribe(self.update)
        draft.changed.subscribe(self.precompiler.follow)
        return draft

    @cached_property
    def solver(self) -> SolverChoice:
        """The solver that Solve will use; made at the first access, as it imports every solver."""
        from mazeeditor.app.drafts.draft import SolverChoice

        solver = SolverChoice()
        solver.kind.changed.subscribe(self.precompiler.follow)
        return solver

    @cached_property
    def page_fields(self) -> PageFields:
        """The page of the document, to be edited; made at the first access, as that takes time."""
        from mazeeditor.app.drafts.document_fields import PageFields

        fields = PageFields(self.document)
        fields.edited.subscribe(self.own_papers.note)
        return fields

    @cached_property
    def underlay_fields(self) -> UnderlayFields:
        """The picture behind the maze, to be edited; made at the first access."""
        from mazeeditor.app.drafts.document_fields import UnderlayFields

        return UnderlayFields(self.document)

    @cached_property
    def own_papers(self) -> OwnPapers:
        """The sizes of paper that the user has typed."""
        from mazeeditor.app.drafts.own_papers import OwnPapers

        return OwnPapers(self.settings)

    @cached_property
    def opening_fields(self) -> OpeningFields:
        """The openings of the document, to be edited; made at the first access."""
        from mazeeditor.app.drafts.document_fields import OpeningFields

        return OpeningFields(self.document)

    @cached_property
    def tweaks(self) -> Tweaks:
        """The maze with other figures, as sliders ask for it; made at the first access."""
        from mazeeditor.app.shown.tweaks import Tweaks

        tweaks = Tweaks(self.document, self.selection, self.background, self.ui)
        tweaks.changed.on_error = self._raise_later
        tweaks.changed.subscribe(self.update)
        self.updated.subscribe(lambda: tweaks.leave() if self.playing and tweaks.active else None)
        self.escapes.insert(0, Escape(lambda: tweaks.active, tweaks.leave))
        return tweaks

    @cached_property
    def maze_search(self) -> MazeSearch:
        """The search for mazes that meet a goal; made at the first access."""
        from mazeeditor.app.shown.maze_search import MazeSearch

        return MazeSearch(
            self.document, self.selection, self.background, lambda: self.draft.recipe(fresh=True)
        )

    def _busy(self) -> bool:
        return self.jobs.busy

    def _choice(self) -> Choice:
        """Return what is chosen; where nothing was chosen yet, what the maze was made with."""
        degree, recipe = self.document.maze.lattice.degree, self.document.recipe
        solver = self.solver.name if "solver" in self.__dict__ else ""
        if "draft" not in self.__dict__:
            return Choice(degree, recipe.generator, "", (), bool(recipe.braid), solver)
        draft = self.draft
        sizes, braid = tuple(draft.sizes.values.items()), bool(draft.rest["braid"])
        return Choice(degree, draft.generator, draft.shape, sizes, braid, solver)

    def must_not_ask(self) -> bool:
        """Whether a question that the user did not trigger would interrupt something."""
        return self.jobs.busy or self.playing or self.document.running is not None

    def update(self) -> None:
        """Notify ``updated`` soon: many calls make one notification."""
        if not self._update_due:
            self._update_due = True
            self.timer.after_idle(self._notify_updated)

    def _notify_updated(self) -> None:
        self._update_due = False
        self.updated.notify()

    # Jobs

    def start(self, title: str, work: Work[T], then: Callable[[], None] = ignore) -> None:
        """Run ``work`` as a job, or small work at once; deliver its result, then call ``then``."""
        if work.small:
            if work.at_once():
                then()
            return

        def deliver(result: T) -> None:
            if work.deliver(result):
                then()
            else:
                self.ui.show_status(DISCARDED)

        self.jobs.start(title, work.run, deliver)

    def drafted_recipe(self, *, fresh: bool = False, shown: bool = False) -> Recipe | None:
        """Return ``draft.recipe``; None where a field is invalid: it is brought into view."""
        try:
            return self.draft.recipe(fresh=fresh, shown=shown)
        except UsageError:  # the field shows what is invalid
            self.ui.show_section("generate")
            return None

    def show_answer(self, *, route: bool | None = None, visited: bool | None = None) -> None:
        """Choose what is drawn of the solver's answer; ``None`` keeps that as it is."""
        settings = self.settings
        settings.route = settings.route if route is None else route
        settings.visited = settings.visited if visited is None else visited
        self.update()

    def hide_found(self) -> None:
        """Show neither a highlight nor a repair."""
        self.explanation.end()
        self.highlight.hide()
        self.repair.hide()

    # Errors

    @property
    def state(self) -> tuple[object, ...]:
        """A value that differs after any change of the document."""
        return self.document.state

    def report(self, problem: Exception) -> None:
        """Show an error of work in the background; raise an internal one."""
        if isinstance(problem, MazeError):
            self.ui.dialogs.show_error(str(problem))
        else:
            raise problem

    def _report_failed_job(self, problem: Exception) -> None:
        """Report that a job has delivered nothing; the maze may have been edited meanwhile."""
        self.harmless = problem if self.state == self._state_before_job else None
        self.report(problem)

    def _note_harmless(self, problem: BaseException) -> None:
        self.harmless = problem

    def facts(self) -> dict[str, object]:
        """Return what the log of errors says of the program: nothing that names a user or a file.

        Sizes of the document and its revision, and the commands that were used last.
        """
        document = self.document
        lattice, history = document.maze.lattice, document.history
        sizes = ", ".join(f"{name} {value}" for name, value in lattice.parameters.items())
        steps = f"{len(history)} steps ({history.dropped} dropped)"
        unsaved = "unsaved" if document.dirty else "saved"
        shape = f"{lattice.shape}, {sizes}, {lattice.cells} cells"
        return {
            "Document": f"{shape}; revision {document.revision}, {steps}, {unsaved}",
            "Tool": self.toolbox.tool.name,
            "Job": "running" if self.jobs.busy else "none",
            "Commands": ", ".join(self.recent_commands) or "none",
        }

    def _raise_later(self, problem: Exception) -> None:
        """Raise an error of a listener in another call, so that the others are still called."""

        def fail() -> None:
            raise problem

        self.timer.after(0, fail)

    def sweep(self, opened: Path | None = None) -> None:
        """Remove what killed processes have left beside recent files and the one ``opened`` now.

        In a thread that nobody waits for, not even at the end: a folder may be far away.
        """

        def run() -> None:
            from mazeeditor.core.disk.temporary import sweep

            for folder in folders:
                sweep(folder)

        files = [*map(Path, self.settings.recent), *([opened] if opened else [])]
        folders = {file.absolute().parent for file in files}
        start_thread(run)

    def close(self) -> None:
        """Keep the settings, stop every worker, and remove the snapshot of this process."""
        with ExitStack() as steps:  # each is done, in reverse, also where another one fails
            steps.callback(self.recovery.close)
            steps.callback(self.drafts.close)
            steps.callback(self.file_watch.close)
            steps.callback(self.background.close)
            steps.callback(self.settings.save)
            steps.callback(self.jobs.cancel)  # while there are windows that follow it

    def keep_unsaved(self) -> bool:
        """Write all snapshots before this returns; returns whether unsaved work is safe."""
        return all([self.drafts.write_now(), self.recovery.write_now()])

    def abandon(self) -> bool:
        """Keep all for the next start, as the process ends now; returns whether it is safe."""
        safe = self.keep_unsaved()
        self.settings.save()
        self.background.close()
        return safe
