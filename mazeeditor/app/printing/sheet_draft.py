"""The sheet that the user is putting together: its options, its pages, and a picture of each."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.audience_choice import AUDIENCE, NOT_SET
from mazeeditor.app.drafts.field_values import (
    Choose,
    ChooseFile,
    Derived,
    part_of,
    valid_values,
)
from mazeeditor.app.drafts.form_draft import CARD, FIELDS, FormChoice, FormDraft
from mazeeditor.app.drafts.new_maze import page_in, page_values, recipe_in, recipe_values
from mazeeditor.app.drafts.steps import Json, Keys
from mazeeditor.app.jobs import ignore
from mazeeditor.app.region import usual_paper
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.disk.paths import file_name_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import (
    FileOf,
    OnlyWhere,
    Option,
    Renamed,
    defaults_of,
    in_section,
    options_of,
    values_of,
)
from mazeeditor.core.translation import _, count, one_line
from mazeeditor.files import Project
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import PAINTED
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.page import ALONG_ROUTE, MARKS, PAPER, THEME, Page, page_options
from mazeeditor.page.paper import FIT
from mazeeditor.page.shown_page import without_shown
from mazeeditor.sheets.sheet import CLASS, MAZES, NAMES, TYPED, Sheet, placeholders

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings
    from mazeeditor.sheets.pages.page_files import PageFormat
    from mazeeditor.sheets.sheet_files import Printing, SheetOrder

OF_SHEETS = THEME, PAPER, MARKS, ALONG_ROUTE  # sections of a page that are chosen for a sheet
SOURCE = "mazes"
NEW, THIS = "new", "this"
COUNT = "count"
EACH = "each"  # the number of mazes for each name
TITLE = "title"  # which follows the page until it is typed
FEW_NAMES, LONG_NAME = 8, 30  # of a list that are shown, and characters of each
DEFAULTS = {AUDIENCE.name: "7-9", COUNT: 4, "per_page": "4", "answers": "end"}
DEFAULTS |= {"page_numbers": True}
SOURCE_OPTION = Option(
    SOURCE,
    str,
    NEW,
    _("mazes to print: new ones, as Generate makes them, or the one in the window"),
    own_label=_("Which mazes"),
    sections=(MAZES,),
).offering({NEW: _("New ones"), THIS: _("The one in the window")})
NAMES_OPTION = Option(
    NAMES,
    str,
    "",
    _(
        "list of names, a CSV: each row gets mazes of its own, with its name above them or "
        "as {name} in texts; it is in the column name, or else in the first one"
    ),
    file=FileOf(_("Lists"), (".csv", ".tsv", ".txt")),
    sections=(CLASS,),
)
TYPED_OPTION = Option(
    TYPED,
    str,
    "",
    _("names in place of a file, one a line; with several columns the first line names them"),
    own_label=_("Names"),
    sections=(CLASS,),
    words=_("class pupils children worksheet list"),
)
FOR_WHOM = replace(
    AUDIENCE,
    default=NOT_SET,
    help=_(
        "age or skill that new mazes must suit: size, generator and walls follow from it and "
        "from the room on the page"
    ),
    only=OnlyWhere(lambda values: values[SOURCE] == NEW, _("Only for new mazes.")),
    sections=(MAZES,),
).offering({**AUDIENCE.labels, NOT_SET: _("As in Generate")})


def sheet_options() -> tuple[Option, ...]:
    """Return the options of a sheet as the window offers them."""
    listed = Renamed(has_names, _("Mazes for each name"))
    own = (replace(one, renamed=listed) if one.name == COUNT else one for one in options_of(Sheet))
    return (FOR_WHOM, SOURCE_OPTION, NAMES_OPTION, TYPED_OPTION, *own)


def _usual_fields() -> dict[str, Any]:
    return defaults_of(sheet_options()) | DEFAULTS | {TITLE: None, EACH: 1}


def has_names(values: Mapping[str, Any]) -> bool:
    return bool(values[NAMES] or values[TYPED].strip())


@dataclass(frozen=True)
class Card:
    """What a card of the gallery makes: its mazes, and its page, whatever else is open."""

    name: str
    recipe: Recipe
    page: Page

    def to_json(self) -> dict[str, Any]:
        values = recipe_values(self.recipe) | page_values(self.page)
        return {"name": self.name, "seed": self.recipe.seed, **values}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Card:
        """Return the card of JSON values; raises ``UsageError`` where they are invalid."""
        name, seed = values.get("name"), SEED.check(values.get("seed"))
        if not isinstance(name, str):
            raise UsageError(_("A template needs a name."))
        recipe = replace(recipe_in(values), seed=seed).seeded()
        return cls(one_line(name, LONG_NAME), recipe, page_in(values.get("page", {})))


@dataclass(frozen=True)
class SheetChoice(FormChoice):
    """What is chosen for a sheet, and the card that it is made by, if any.

    The title None is that of the page; ``EACH`` counts mazes if there are names, ``COUNT`` if not.
    """

    card: Card | None = None

    def to_json(self) -> Json:
        return {CARD: self.card.to_json() if self.card else None, **super().to_json()}


class SheetDraft(FormDraft[SheetChoice]):
    """The fields of a sheet, kept in the settings from one document to the next.

    ``page_fields`` are theme, paper, marks and things along the route, those of the ``page`` of the
    document until they are chosen. With a ``card`` of the gallery, mazes and page are those of the
    card instead, and the document stays as it is.
    ``choose_picture`` asks for a picture of one of its options, ``choose_file`` for a file,
    ``ask_typeface`` for that of a typeface.
    """

    def __init__(
        self,
        settings: Settings,
        page: Page,
        choose_picture: Choose,
        choose_file: ChooseFile = ignore,
        ask_typeface: Callable[[Callable[[str], None]], None] = ignore,
    ) -> None:
        self.settings, self.choose_picture = settings, choose_picture
        self.choose_file, self.ask_typeface = choose_file, ask_typeface
        self._document_page = page
        options, look = sheet_options(), in_section(page_options(), *OF_SHEETS)
        (count,) = (option for option in options if option.name == COUNT)
        self._each = replace(count, name=EACH)
        fields = _usual_fields() | valid_values(options, settings.sheet)
        derived = Derived({TITLE: _("The title of the page")}, self._follows)
        super().__init__(SheetChoice(fields, values_of(look, page)), options, look, derived=derived)

    def _follows(self, name: str) -> bool:
        """Whether the value of a field is derived: None."""
        return self.state.value.fields[name] is None

    @property
    def card(self) -> Card | None:
        """The card that makes the sheet, None for what Generate and the document have."""
        return self.state.value.card

    # The parts that the forms show

    def fields_of(self, choice: SheetChoice) -> Mapping[str, Any]:
        """Return the values of ``fields``: one count, and the title that will be printed."""
        fields = dict(choice.fields)
        each = fields.pop(EACH)
        if has_names(fields):
            fields[COUNT] = each
        if fields[TITLE] is None:
            fields[TITLE] = "" if choice.card else self._document_page.title
        return fields

    def with_fields(self, choice: SheetChoice, fields: Mapping[str, Any]) -> SheetChoice:
        """Return a choice with other values of ``fields``."""
        before, shown = choice.fields, self.fields_of(choice)
        changed = {name: fields[name] for name in shown if fields[name] != shown[name]}
        if COUNT in changed and has_names(fields):
            changed[EACH] = changed.pop(COUNT)
        return replace(choice, fields={**before, **changed})

    def look_of(self, choice: SheetChoice) -> Mapping[str, Any]:
        """Return what is chosen of the page of the document, or what the card has of its own."""
        return self.page_look(choice.card.page) if choice.card else choice.look

    def with_look(self, choice: SheetChoice, look: Mapping[str, Any]) -> SheetChoice:
        """Return a choice with other values of ``page_fields``."""
        if not choice.card:
            return super().with_look(choice, look)
        return replace(choice, card=replace(choice.card, page=replace(choice.card.page, **look)))

    def show_page(self, page: Page) -> None:
        """Show the page of the document as it is now; a card has its own."""
        title, self._document_page = self._document_page.title, page
        super().show_page(page)
        if title != page.title:
            self.changed.notify()

    # Cards of the gallery

    def begin_with(self, card: Card, values: Mapping[str, Any]) -> None:
        """Make what a card makes, with the ``values`` of its fields: one step.

        Nothing of what was chosen before is left but the names of the class.
        """
        self.steps.record()
        now = self.state.value
        names = {name: now.fields[name] for name in (NAMES, TYPED)}
        own = valid_values(self.fields.options.values(), values)
        self.state.set(SheetChoice(_usual_fields() | names | own, now.look, card))
        self.steps.record()

    def leave_card(self) -> None:
        """Make mazes as Generate makes them, on the page of the document again: one step."""
        self.steps.record()
        self.state.set(replace(self.state.value, card=None))
        self.steps.record()

    def read(self, values: Json, like: SheetChoice) -> SheetChoice:
        """Return the choice of JSON values, as far as it can still be chosen."""
        choice, given = super().read(values, like), part_of(values, FIELDS)
        own = {EACH: 1, **valid_values([self._each], given)}
        own |= {TITLE: None} if given.get(TITLE, "") is None else {}
        card = None
        with suppress(MazeError):
            card = Card.from_json(values[CARD]) if values.get(CARD) else None
        return replace(choice, fields={**choice.fields, **own}, card=card)

    def label_of(self, keys: Keys) -> str:
        """Return what users call an option, or the card."""
        if keys[0] == CARD and keys[-1] not in self.page_fields.options:
            return _("Template")
        return super().label_of((COUNT,) if keys[-1] == EACH else keys)

    def keep(self) -> None:
        """Let the settings keep what differs from the defaults, but for the list of one class.

        Of a card they keep nothing.
        """
        if self.card:
            return
        usual = _usual_fields()
        self.settings.sheet = {
            name: value
            for name, value in self.state.value.fields.items()
            if name not in (NAMES, TYPED, EACH) and value != usual[name]
        }

    def page(self, page: Page) -> Page:
        """Return a page, or that of the card, with the values of the fields.

        Raises ``UsageError``.
        """
        return replace(self.card.page if self.card else page, **self.page_fields.read())

    def recipe(self, drafted: Recipe | None) -> Recipe | None:
        """Return what new mazes are made from: the card, else what Generate has."""
        return self.card.recipe if self.card else drafted

    def request(
        self,
        page: Page,
        recipe: Recipe | None,
        project: Callable[[], Project | None],
        lattice: Lattice | None = None,
        shown: ChosenSubject | None = None,
    ) -> SheetRequest:
        """Return what is to be printed: copies, for a worker; raises ``UsageError``.

        ``recipe`` None stands for fields of Generate that are invalid; ``project`` copies the
        document, which is needed where its maze is to be printed; its ``lattice`` has the outline
        of new mazes where that was painted by hand. The tones of what its maze has ``shown`` are
        not those of new mazes.
        """
        values, page, recipe = self.fields.read(), self.page(page), self.recipe(recipe)
        names, typed, source = values.pop(NAMES), values.pop(TYPED), values.pop(SOURCE)
        audience = values.pop(FOR_WHOM.name)
        if source == NEW and recipe is None:
            raise UsageError(_("A field of Generate is invalid."))
        page = replace(page, page=usual_paper(self.settings)) if page.page == FIT else page
        page = replace(page.unsized, wall=None if page.sized else page.wall)
        made = recipe if source == NEW else None
        page = without_shown(page, shown) if made and not self.card else page
        copy = None if made else project()
        for_whom = audience if made and audience != NOT_SET else ""
        painted = lattice if made and any(step.name == PAINTED for step in made.masks) else None
        card = self.card.name if self.card else ""
        return SheetRequest(
            Sheet(**values), page, names, made, copy, typed, for_whom, painted, card
        )


@dataclass(frozen=True)
class SheetRequest:
    """A sheet whose list of names, the file ``names`` or a text ``typed``, is not read yet.

    ``audience`` is whom new mazes are for, "" for whom Generate makes them; ``painted`` has their
    outline where it was painted by hand; ``card`` is the name of the card that makes them.
    """

    sheet: Sheet
    page: Page
    names: str
    recipe: Recipe | None
    project: Project | None
    typed: str = ""
    audience: str = ""
    painted: Lattice | None = None
    card: str = ""

    @property
    def file_name(self) -> str:
        """A name for its file, without a suffix: its title, list of names or card; else ""."""
        if placeholders(replace(Sheet(), title=self.sheet.title)):  # "A maze for {name}"
            return Path(self.names).stem
        return file_name_of(self.sheet.title) or file_name_of(self.card)

    def rows(self) -> list[dict[str, str]]:
        """Read the list; raises ``UsageError`` and ``MazeError``. Called by a worker."""
        from mazeeditor.sheets.names_file import read_names, typed_names

        used = placeholders(self.sheet)
        if isinstance(self.names, NamedFile):
            return read_names(Path(self.names), used)
        return typed_names(self.typed, used)

    def order(self, rows: list[dict[str, str]] | None = None, job: Job | None = None) -> SheetOrder:
        """Return what is printed for the ``rows`` of the list, else those that ``rows`` reads."""
        from mazeeditor.sheets.sheet_files import SheetOrder

        rows = self.rows() if rows is None else rows
        projects = [self.project] if self.project else []
        recipe, page = self.recipe.kept() if self.recipe else None, self.page
        if recipe and self.audience:
            from mazeeditor.sheets.sheet_audience import recipe_for

            whom, page = AUDIENCES[self.audience], replace(page, wall=None)
            made = recipe_for(
                *(whom, self.sheet, page, recipe), rows=rows, painted=self.painted, job=job
            )
            recipe, page = made
        of_mazes = SheetOrder(self.sheet, page, recipe, projects=projects, rows=rows)
        return replace(of_mazes, painted=self.painted, audience=self.audience if recipe else "")

    def printing(self, path: Path, format_: PageFormat, job: Job) -> Printing:
        """Plan the pages of a file; raises ``UsageError``, ``MazeError``, ``CancelledError``."""
        from mazeeditor.sheets.sheet_files import Printing

        return Printing.of(self.order(job=job), path, format_, job)


def names_of(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the names of a list, without those that are empty."""
    from mazeeditor.sheets.names_file import column_of_names

    return list(filter(None, (row.get(column_of_names(row), "") for row in rows)))


def shorten_name(name: str) -> str:
    return textwrap.shorten(name, LONG_NAME, placeholder="…") or name[:LONG_NAME]


def found_names(rows: Sequence[Mapping[str, str]]) -> str:
    """Return how many names a list has, and how many rows without one."""
    names = len(names_of(rows))
    found = count(names, _("name found"), _("names found"))
    if names == len(rows):
        return found
    empty = count(len(rows) - names, _("row without a name"), _("rows without a name"))
    return f"{found}; {empty}"
