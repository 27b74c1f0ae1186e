"""The first group of the File menu: mazes to begin with, by presets too, which are kept here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mazeeditor.app.commands import command, disabled_reason, idle, submenu
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.disk.paths import presets_folder
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import Cut
from mazeeditor.maze.maze import Maze, empty_grid, full_grid
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page

Make = Callable[[Lattice, Job], Maze]


OTHERS = _("New From")


@command("new", _("New"), menu="file", order=1, keys=("Mod+N",), icon="new", bar=11, enabled=idle)
def new(document: Document, opened: OpenDocument, view: View) -> None:
    """Begin with a new maze, as large as the last new one and with its page."""
    opened.gate.leave(
        lambda: begin(document, opened, view, opened.new_maze.recipe, opened.new_maze.page)
    )


@command(
    "new-from-this",
    _("New from This One"),
    menu="file",
    order=2,
    group=OTHERS,
    keys=("Mod+Alt+N",),
    enabled=idle,
)
def new_from_this(document: Document, opened: OpenDocument, view: View) -> None:
    """Begin with a new maze that has the settings, outline and page of this one."""

    def begin_again() -> None:
        recipe = view.drafted_recipe()
        if recipe is not None:
            begin(document, opened, view, recipe, document.page)

    opened.gate.leave(begin_again)


@command(
    "new-empty",
    _("New Empty Grid"),
    menu="file",
    order=3,
    group=OTHERS,
    keys=("Mod+Alt+E",),
    enabled=idle,
)
def new_empty(document: Document, opened: OpenDocument, view: View) -> None:
    """Begin with a grid that has no walls inside: draw them with the Wall tool."""
    _leave_for_grid(document, opened, view, empty_grid)


@command(
    "new-full",
    _("New Full Grid"),
    menu="file",
    order=4,
    group=OTHERS,
    keys=("Mod+Alt+F",),
    enabled=idle,
)
def new_full(document: Document, opened: OpenDocument, view: View) -> None:
    """Begin with a grid that has all walls: erase what is to be a passage."""
    _leave_for_grid(document, opened, view, full_grid)


def _leave_for_grid(document: Document, opened: OpenDocument, view: View, make: Make) -> None:
    new_maze = opened.new_maze
    opened.gate.leave(
        lambda: begin(
            document,
            opened,
            view,
            replace(new_maze.recipe, seed=None, braid=None),
            new_maze.page,
            make,
        )
    )


def begin(
    document: Document,
    opened: OpenDocument,
    view: View,
    recipe: Recipe,
    page: Page,
    make: Make | None = None,
) -> None:
    """Make a maze in the background, with which a document begins."""
    from mazeeditor.editing.work import beginning

    outline = view.draft.masks.show_outline
    work = beginning(document, recipe, page, outline, make)

    def deliver(result: tuple[Maze, Recipe, Cut]) -> None:
        work.deliver(result)
        opened.new_maze.begun()

    opened.gate.start(_("Preparing the grid") if make else _("Generating"), work.run, deliver)


@submenu("presets", _("New from Preset"), menu="file", order=6)
def begin_from_preset(
    document: Document, opened: OpenDocument, view: View
) -> list[tuple[str, Callable[[], None]]]:
    """Return the presets, and what is wrong with files that are none."""
    from mazeeditor.app.drafts.new_maze import Preset, presets

    def beginning(preset: Preset) -> Callable[[], None]:
        return lambda: opened.gate.leave(
            lambda: begin(document, opened, view, preset.recipe.seeded(), preset.page)
        )

    known, problems = presets()
    items = [(_labelled(preset.label, preset.about), beginning(preset)) for preset in known]
    return items + [(problem, disabled_reason) for problem in problems]


def _labelled(label: str, about: str) -> str:
    return f"{label}   ({about})" if about else label


@command("save-preset", _("Save as Preset…"), menu="file", order=7, enabled=idle)
def save_preset(document: Document, opened: OpenDocument, view: View, services: Services) -> None:
    """Keep how this maze is made and printed as a preset."""
    from mazeeditor.app.drafts.new_maze import SUFFIX, write_preset

    recipe, folder = view.draft.recipe(shown=True), presets_folder()
    if folder:
        with suppress(OSError):  # the dialog then shows another folder
            folder.mkdir(parents=True, exist_ok=True)
    proposal = (folder or Path()) / (_("My preset") + SUFFIX)
    label = _("Presets")
    if path := opened.files.ask_file(_("Save as Preset"), label, SUFFIX, proposal):
        write_preset(path, recipe, document.page)
        text = _("{name} is now in File > New from Preset.")
        if folder and path.parent != folder:
            text = _("{name} is written; only presets in {folder} are in the menu.")
        services.ui.show_status(text.format(name=path.stem, folder=folder))
