"""What a template begins: a maze, a grid, a sheet, a book, a job of a machine, or a file again.

Every way to another document leads through the gate; what has to be asked for first (a word, the
names of a class) is asked by a command, and nothing has changed where it is not answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.new_maze import SUFFIX as PRESET
from mazeeditor.app.drafts.new_maze import page_in, recipe_in
from mazeeditor.app.drafts.picture_choice import ask_for_file
from mazeeditor.app.gallery.categories import RECENT, SHOWN_IN
from mazeeditor.app.gallery.templates import KEY, Template, delete
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.calling import Parts
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.region import A4, usual_paper
from mazeeditor.app.shown.chosen_workspace import SHEETS
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze, empty_grid, full_grid
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.page import OF_SIZE, Page
from mazeeditor.sheets import BOOK_SUFFIX

if TYPE_CHECKING:
    from mazeeditor.app.printing.sheet_draft import Card
    from mazeeditor.app.settings import Settings
    from mazeeditor.editing.work import Make
    from mazeeditor.files import Project
    from mazeeditor.maze.masks.cutting import Cut

GRIDS: Mapping[str, Make] = {"empty": empty_grid, "full": full_grid}
NO_SIZES: Mapping[str, Any] = {}  # none was typed on the card
LAST_ONE = "last"  # sizes and page of the last new maze
FOR_EVERYBODY = "adult"  # the audience of words whose card names none
DELAY_MS = 1  # ms: what is done with a new maze is done when that is on the screen


def choose(
    template: Template,
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    parts: Parts,
    services: Services,
    view: View,
    sizes: Mapping[str, Any] = NO_SIZES,
) -> None:
    """Begin as a template says, a grid with ``sizes``; raises ``MazeError`` if that cannot be."""
    if template.problem:
        raise MazeError(template.problem)
    if template.category == RECENT:
        _open_again(template.path, opened, book, services)
    elif template.path.suffix == BOOK_SUFFIX:
        from mazeeditor.app.books.opening import BookTemplate

        book.open(BookTemplate(template.path.stem))
    elif template.path.suffix == PRESET:
        _begin_preset(template, document, opened, parts, services, view, sizes)
    else:
        opened.gate.leave(lambda: _open(template, document, opened, services, view))


def grid_sizes(template: Template, opened: OpenDocument, view: View) -> FieldValues | None:
    """Return fields for the sizes of the grid that a template begins, None if it begins none."""
    values = template.values
    if values.get("grid") not in GRIDS:
        return None
    recipe = recipe_in(values)
    if values.get("like") == LAST_ONE:
        recipe = _of_chosen_shape(opened.new_maze.recipe, view.draft)
    return FieldValues(SHAPES[recipe.shape].options, recipe.sizes)


def _open_again(path: Path, opened: OpenDocument, book: OpenBook, services: Services) -> None:
    """Open a file of the list; one that does not exist any more is removed from it."""
    from mazeeditor.app.commands.file_menu import is_book

    with suppress(OSError, ValueError):  # it may not be looked at: opening it says why
        if not path.exists():
            services.settings.forget(path)
    if services.ui.show_window_of(path):
        services.ui.show_gallery(False)
    elif is_book(path):
        book.open(path)
    else:
        opened.gate.leave(lambda: opened.opener.open(path))


def _show_workspace(template: Template, view: View) -> None:
    """Show what the purpose of a template needs."""
    if name := SHOWN_IN[template.category]:
        view.workspaces.show(name, "")  # a film of before would cover the maze


def _open(
    template: Template,
    document: Document,
    opened: OpenDocument,
    services: Services,
    view: View,
) -> None:
    """Open a finished maze as a new one, without a file.

    One of the program that is made for any sheet of paper is put on the paper of the user.
    """
    from mazeeditor.files import read

    def deliver(project: Project) -> None:
        extra = {key: value for key, value in project.extra.items() if key != KEY}
        page = project.page
        if not template.own and page.get("page") == A4 and not any(map(page.get, OF_SIZE)):
            page = {**page, "page": usual_paper(services.settings)}
        document.open(replace(project, extra=extra, page=page), None)
        _show_workspace(template, view)

    title = _("Opening {name}").format(name=template.name)
    opened.gate.start(title, lambda job: read(template.path, job), deliver)


def _begin_preset(
    template: Template,
    document: Document,
    opened: OpenDocument,
    parts: Parts,
    services: Services,
    view: View,
    sizes: Mapping[str, Any],
) -> None:
    values = template.values
    command = values.get("command")

    def act() -> None:
        making = _object(values, "making")
        if making:  # what another object was made with may be of no use to this one
            from mazeeditor.making.options import MADE_WITH  # here: few templates need it

            known = services.settings.making
            equipment = {name: known[name] for name in MADE_WITH if name in known}
            services.settings.making = {**equipment, **making}
            if opened.making:
                opened.making.draft.begin_with(services.settings.making)
        _show_workspace(template, view)
        view.toolbox.choose(values.get("tool", view.toolbox.mode.name))
        if command:
            services.timer.after(DELAY_MS, lambda: COMMANDS[command].perform(parts))
        if place := values.get("field"):
            services.timer.after(DELAY_MS, lambda: services.ui.show_field(*place))

    if "sheet" in values:
        show_sheet(template, opened, services, view)
        return
    recipe, page = opened.new_maze.recipe, opened.new_maze.page
    if values.get("like") == LAST_ONE:
        recipe = _of_chosen_shape(recipe, view.draft)
    else:
        recipe, page = recipe_in(values).seeded(), _page_of(values, services.settings)
    if outline := values.get("outline"):
        answer = services.ui.ask_outline(MaskStep(outline), (recipe.shape, recipe.sizes))
        if answer is None:
            return
        recipe = replace(recipe, masks=(answer[0],), pieces=answer[1])
    make = GRIDS.get(values.get("grid", ""))
    recipe = replace(recipe, sizes={**recipe.sizes, **sizes})

    def start(recipe: Recipe) -> None:
        opened.gate.leave(lambda: begin(document, opened, view, recipe, page, make, act))

    asked, subject = values.get("ask"), recipe.subject
    if asked and subject:
        option = next(option for option in subject.known_options if option.name == asked)
        ask_for_file(services, option, lambda text: start(_showing(recipe, asked, text)))
    else:
        start(recipe)


def _showing(recipe: Recipe, option: str, value: str) -> Recipe:
    subject = recipe.subject
    assert subject
    return replace(recipe, subject=replace(subject, options={**subject.options, option: value}))


def _page_of(values: Mapping[str, Any], settings: Settings) -> Page:
    """Return the page of a preset, on the paper of the user if it names none."""
    return page_in(values.get("page", {}), usual_paper(settings))


def _of_chosen_shape(recipe: Recipe, draft: Draft) -> Recipe:
    """Return a recipe of the shape that was chosen in Generate, where that is still shown."""
    if not draft.shape_by_hand:
        return recipe
    recipe = replace(recipe, shape=draft.shape, sizes=dict(draft.sizes.values))
    if recipe.why_not():  # its generator is for other shapes
        options = dict(draft.options.values)
        recipe = replace(recipe, generator=draft.generator, options=options)
    return recipe


def _object(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = values.get(key, {})
    return value if isinstance(value, dict) else {}


def begin(
    document: Document,
    opened: OpenDocument,
    view: View,
    recipe: Recipe,
    page: Page,
    make: Make | None = None,
    then: Callable[[], object] = ignore,
) -> None:
    """Make a maze in the background, with which a document begins, then call ``then``."""
    from mazeeditor.editing.work import beginning

    outline = view.draft.masks.show_outline
    work = beginning(document, recipe, page, outline, make, partial(_with_letters, page=page))

    def deliver(result: tuple[Maze, Recipe, Cut]) -> None:
        work.deliver(result)
        opened.new_maze.begun()
        then()

    opened.gate.start(_("Preparing the grid") if make else _("Generating"), work.run, deliver)


def _with_letters(recipe: Recipe, page: Page) -> Recipe:
    """Return a recipe whose letters can be read on its page, with passages for everybody."""
    from mazeeditor.maze.masks.readable import needed_by
    from mazeeditor.page.audiences import AUDIENCES
    from mazeeditor.page.readable_words import size_for

    if needed_by(recipe.masks) is None:
        return recipe
    return replace(recipe, sizes=size_for(AUDIENCES[FOR_EVERYBODY], recipe, page, {}).sizes)


def remove(template: Template, then: Callable[[], object], services: Services) -> None:
    """Remove a template of the user once that is confirmed, or a file from Recent; call ``then``.

    The file of the latter stays. Raises ``MazeError``.
    """
    if template.category == RECENT:
        services.settings.forget(template.path)
    elif template.own and services.ui.dialogs.confirm(
        _("Remove {name} from the gallery?").format(name=template.name),
        _("The file {file} is deleted.").format(file=template.path),
        _("Remove"),
    ):
        delete(template)
    else:
        return
    then()


def sheet_of(template: Template, settings: Settings) -> tuple[Card, dict[str, Any]]:
    """Return the card that a template makes for a class, and the values of its fields.

    Raises ``UsageError`` for an audience that there is not, and for invalid values.
    """
    from mazeeditor.app.printing.sheet_draft import FOR_WHOM, Card
    from mazeeditor.page.audiences import audience_named

    values, sheet = template.values, dict(_object(template.values, "sheet"))
    if audience := values.get("for"):
        sheet[FOR_WHOM.name] = audience_named(audience).name
    return Card(template.name, recipe_in(values).seeded(), _page_of(values, settings)), sheet


def show_sheet(template: Template, opened: OpenDocument, services: Services, view: View) -> None:
    """Show what a card makes for a class, in the place of what was put together: one step."""
    card, values = sheet_of(template, services.settings)
    services.ui.show_gallery(False)
    opened.sheet.draft.begin_with(card, values)
    view.workspaces.show(SHEETS, "")
