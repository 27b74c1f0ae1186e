"""Opens the Watch window: for one generator or solver, or for several side by side."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.registry import Entry
from mazeeditor.core.translation import _, count
from mazeeditor.editing.work import replacing
from mazeeditor.films.recording import (
    film_of_generation,
    film_of_solving,
    new_generation,
    new_solving,
)
from mazeeditor.gui.desktop.blocking import window_in_use
from mazeeditor.gui.watching.watch_window import Recording, WatchWindow
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, outline_of
from mazeeditor.maze.solvers import SOLVERS, check_ends

if TYPE_CHECKING:
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.core.job import Job
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context

FEWEST, MOST = 2, 6  # films side by side
COLUMNS = 2  # of the choice of them


def watch_generation(
    context: Context, document: Document, opened: OpenDocument, view: View, services: Services
) -> None:
    """Show how the maze of the Generate section is generated, with its seed.

    Its maze can become the next step of the document.
    """
    recipe = view.drafted_recipe(shown=True)
    if recipe is None:
        return

    def show(lattice: Lattice) -> None:
        show_generators(context, opened, services, lattice, recipe, [recipe.generator], use)

    def use(maze: Maze) -> None:
        document.apply(replacing(document.maze, recipe)(maze.copy()))

    _with_outline(document, services, recipe, show)


def watch_generators(
    context: Context, document: Document, opened: OpenDocument, view: View, services: Services
) -> None:
    """Ask which generators to watch, and show how they make mazes of the Generate section."""
    recipe = view.drafted_recipe(shown=True)
    if recipe is None:
        return
    settings = services.settings
    chosen = SideBySideDialog(
        window_in_use(context.root),
        _("Watch Generators Side by Side"),
        _(
            "Choose two to six. They make a maze of the size, mask and seed of the Generate "
            "section, all at the same time."
        ),
        [*GENERATORS],
        settings.watched_generators,
        view.draft.why_not,
    ).show()
    if not chosen:
        return
    settings.watched_generators = chosen

    def show(lattice: Lattice) -> None:
        show_generators(context, opened, services, lattice, recipe, chosen)

    _with_outline(document, services, recipe, show)


def _with_outline(
    document: Document, services: Services, recipe: Recipe, show: Callable[[Lattice], None]
) -> None:
    """Call ``show`` with the outline of the mazes of a recipe, which a worker builds."""
    like = document.maze.lattice
    services.background.run(
        lambda job: outline_of(recipe, like, job).lattice, show, services.report
    )


def show_generators(
    context: Context,
    opened: OpenDocument,
    services: Services,
    lattice: Lattice,
    recipe: Recipe,
    names: Sequence[str],
    use: Callable[[Maze], None] | None = None,
) -> None:
    """Open the window for some generators, each with the seed and braid of a recipe.

    ``use`` takes over the maze of a single one.
    """

    def recording(name: str) -> Recording:
        options = recipe.options if name == recipe.generator else {}
        own, film = replace(recipe, generator=name, options=options), new_generation(name, lattice)

        def record(job: Job) -> None:
            film_of_generation(own, lattice, film=film, job=job)

        return Recording(film, record)

    recordings = [recording(name) for name in names]
    title = _title(recordings, count(len(names), "generator", "generators"))
    WatchWindow(context, opened, services, title, recordings, use)


def _title(recordings: Sequence[Recording], several: str) -> str:
    """Return the title of a window: the name of its film, or how many there are."""
    name = recordings[0].film.title if len(recordings) == 1 else several
    return _("Watch: {name}").format(name=name)


def watch_solver(
    context: Context, document: Document, opened: OpenDocument, view: View, services: Services
) -> None:
    """Show how the solver of the Solve tab, with its options, solves the maze."""
    try:
        options = view.solver.options.read()
    except UsageError:  # shown by the form
        context.show_section("solve")
        return
    show_solvers(context, document, opened, services, {view.solver.name: options})


def watch_solvers(
    context: Context,
    document: Document,
    opened: OpenDocument,
    services: Services,
    proposed: Sequence[str] = (),
) -> None:
    """Ask which solvers to watch, and show them.

    Where those ``proposed`` cannot be watched together, the last ones are proposed.
    """
    first = proposed if can_be_watched(proposed) else services.settings.watched
    chosen = SideBySideDialog(
        window_in_use(context.root),
        _("Watch Solvers Side by Side"),
        _("Choose two to six. They solve this maze step by step, all at the same time."),
        [*SOLVERS],
        first,
    ).show()
    if chosen:
        services.settings.watched = chosen
        show_solvers(context, document, opened, services, {name: {} for name in chosen})


def show_solvers(
    context: Context,
    document: Document,
    opened: OpenDocument,
    services: Services,
    solvers: dict[str, dict[str, Any]],
) -> None:
    """Open the window for solvers with their options; raises ``MazeError`` without openings."""
    maze = document.maze
    check_ends(maze)
    recordings = [_recording(maze, name, options) for name, options in solvers.items()]
    title = _title(recordings, count(len(recordings), "solver", "solvers"))
    WatchWindow(context, opened, services, title, recordings)


def _recording(maze: Maze, name: str, options: dict[str, Any]) -> Recording:
    film = new_solving(name, maze)  # a copy of the maze: later edits do not matter

    def record(job: Job) -> None:
        film_of_solving(name, film.start, film=film, job=job, **options)

    return Recording(film, record)


def can_be_watched(names: Sequence[str]) -> bool:
    """Whether that number of algorithms can be watched side by side."""
    return FEWEST <= len(names) <= MOST


class SideBySideDialog(Modal):
    """Returns the names of the chosen ones of ``entries``; ``chosen`` are checked at first.

    What ``why_not`` returns a reason for cannot be chosen.
    """

    def __init__(
        self,
        parent: tk.Misc,
        title: str,
        text: str,
        entries: Sequence[Entry[Any]],
        chosen: Iterable[str],
        why_not: Callable[[str], str] = lambda _name: "",
    ) -> None:
        super().__init__(parent, title)
        px, chosen = self.theme.px, set(chosen)
        wrap = self.theme.panel_width + self.theme.label_width
        ttk.Label(self.body, text=text, wraplength=wrap).pack(anchor="w", pady=(0, px(10)))
        table = ttk.Frame(self.body)
        table.pack(fill="x")
        self.checks: dict[str, tk.BooleanVar] = {}
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self._refused = {entry.name for entry in entries if why_not(entry.name)}
        rows = -(-len(entries) // COLUMNS)
        for number, entry in enumerate(entries):
            checked = entry.name in chosen - self._refused
            check = self.checks[entry.name] = tk.BooleanVar(self, checked)
            box = ttk.Checkbutton(table, text=entry.label, variable=check, command=self._count)
            column, row = divmod(number, rows)
            box.grid(row=row, column=column, sticky="w")
            table.columnconfigure(column, weight=1, uniform="entries")
            self.boxes[entry.name] = box
            if entry.name in self._refused:
                Tooltip(box, why_not(entry.name))
        self.start = self.add_button(_("Watch"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self._count()

    @property
    def chosen(self) -> list[str]:
        """The names of those that are checked."""
        return [name for name, checked in self.checks.items() if checked.get()]

    def _count(self) -> None:
        """Disable further ones at the maximum, and Watch below the minimum."""
        full = len(self.chosen) >= MOST
        for name, box in self.boxes.items():
            off = name in self._refused or (full and not self.checks[name].get())
            box.state(["disabled" if off else "!disabled"])
        self.start.state(["!disabled" if can_be_watched(self.chosen) else "disabled"])

    def go(self) -> None:
        """Accept what is chosen."""
        if can_be_watched(self.chosen):
            self.close_with(self.chosen)
