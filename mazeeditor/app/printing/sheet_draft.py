"""The sheet that the user is putting together: its options, its pages, and a picture of each."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.field_values import Choose, ChooseFile, FieldValues
from mazeeditor.app.drafts.form_draft import FormDraft
from mazeeditor.app.jobs import ignore
from mazeeditor.core.disk.paths import file_name_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import collected_warnings
from mazeeditor.core.options import FileOf, Option, in_section, options_of
from mazeeditor.core.translation import _, count
from mazeeditor.files import Project
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import ALONG, MARKS, Page, page_options
from mazeeditor.page.paper import FIT
from mazeeditor.page.print_warnings import warnings_about_colours
from mazeeditor.sheets.sheet import CLASS, MAZES, NAMES, Sheet, placeholders

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.settings import Settings
    from mazeeditor.sheets.pages.page_files import PageFormat
    from mazeeditor.sheets.sheet_files import Printing, SheetOrder

SOURCE = "mazes"
NEW, THIS = "new", "this"
COUNT = "count"
FEW_NAMES, LONG_NAME = 3, 30  # of a list that are shown, and characters of each
DEFAULTS = {COUNT: 4, "per_page": "4", "answers": "end", "page_numbers": True}
SOURCE_OPTION = Option(
    SOURCE,
    str,
    NEW,
    _("new ones, as Generate makes them, or the one in the window"),
    own_label=_("Which mazes"),
    sections=(MAZES,),
).offering({NEW: _("New ones"), THIS: _("The one in the window")})
NAMES_OPTION = Option(
    NAMES,
    str,
    "",
    _(
        "a CSV: each row has mazes of its own, with its name above them or as {name} in texts; "
        "it is in the column name, or else in the first one"
    ),
    file=FileOf(_("Lists"), (".csv", ".tsv", ".txt")),
    sections=(CLASS,),
)


def sheet_options() -> tuple[Option, ...]:
    """Return the options of a sheet as the window offers them."""
    return (SOURCE_OPTION, NAMES_OPTION, *options_of(Sheet))


class SheetDraft(FormDraft):
    """The fields of the dialog, kept in the settings from one time to the next.

    ``page_fields`` are marks and things along the route, at first those of the ``page`` of the
    document, and so is the title, unless another one was kept. ``choose_picture`` asks for a
    picture of one of its options, ``choose_file`` for a file, ``ask_typeface`` for that of a
    typeface. A list of names begins with one maze for each name.
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
        self._at_first = DEFAULTS | {"title": page.title}
        fields = FieldValues(sheet_options(), self._at_first)
        fields.update_valid(settings.sheet)
        super().__init__(
            fields, FieldValues(in_section(page_options(), MARKS, ALONG), asdict(page))
        )
        self._listed = False
        fields.edited.subscribe(self._choose_count)
        fields.changed.subscribe(self._note_list)

    def _choose_count(self, name: str, value: object) -> None:
        """Begin with one maze for each name of a list; without it go back to as many as before."""
        if name == NAMES and bool(value) != self._listed:
            self._listed = bool(value)
            self.fields.update_valid({COUNT: 1 if value else self._usual_count()})

    def _note_list(self) -> None:
        """Notice a list that came or went by Undo or from a record."""
        self._listed = bool(self.fields.values[NAMES])

    def _usual_count(self) -> object:
        return self.settings.sheet.get(COUNT, DEFAULTS[COUNT])

    def keep(self) -> None:
        """Let the settings keep what differs from the defaults, but for the list of one class.

        With a list they keep the count of mazes without one.
        """
        defaults = {option.name: option.default for option in sheet_options()}
        defaults |= self._at_first
        values = dict(self.fields.values)
        if values[NAMES]:
            values[COUNT] = self._usual_count()
        self.settings.sheet = {
            name: value
            for name, value in values.items()
            if name != NAMES and value != defaults[name]
        }

    def page(self, page: Page) -> Page:
        """Return a page with the values of the fields; raises ``UsageError``."""
        return replace(page, **self.page_fields.read())

    def request(self, page: Page, recipe: Recipe | None, project: Project) -> SheetRequest:
        """Return what is to be printed: copies, for a worker; raises ``UsageError``.

        ``recipe`` None stands for fields of Generate that are invalid.
        """
        values, page = self.fields.read(), self.page(page)
        names, source = values.pop(NAMES), values.pop(SOURCE)
        if source == NEW and recipe is None:
            raise UsageError(_("A field of Generate is invalid."))
        page = replace(page, page="A4") if page.page == FIT else page
        page = replace(page, cell=None, wall=page.wall if page.cell is None else None)
        made = recipe if source == NEW else None
        return SheetRequest(Sheet(**values), page, names, made, None if made else project)


@dataclass(frozen=True)
class SheetRequest:
    """A sheet whose list of names, the path ``names``, has not been read yet.

    ``to_printer`` is whether it goes to a printer instead of a file.
    """

    sheet: Sheet
    page: Page
    names: str
    recipe: Recipe | None
    project: Project | None
    to_printer: bool = False

    @property
    def file_name(self) -> str:
        """A name for its file, without a suffix: its title, or the list of names; else ""."""
        if placeholders(replace(Sheet(), title=self.sheet.title)):  # "A maze for {name}"
            return Path(self.names).stem
        return file_name_of(self.sheet.title)

    def rows(self) -> list[dict[str, str]]:
        """Read the list; raises ``UsageError`` and ``MazeError``. Called by a worker."""
        from mazeeditor.sheets.names_file import read_names

        return read_names(Path(self.names), placeholders(self.sheet)) if self.names else []

    def order(self, rows: list[dict[str, str]] | None = None) -> SheetOrder:
        """Return what is printed for the ``rows`` of the list, else those that ``rows`` reads."""
        from mazeeditor.sheets.sheet_files import SheetOrder

        rows = self.rows() if rows is None else rows
        projects = [self.project] if self.project else []
        recipe = self.recipe.kept() if self.recipe else None
        return SheetOrder(self.sheet, self.page, recipe, projects=projects, rows=rows)

    def printing(self, path: Path, format_: PageFormat, job: Job) -> Printing:
        """Plan the pages of a file; raises ``UsageError``, ``MazeError``, ``CancelledError``."""
        from mazeeditor.sheets.sheet_files import Printing

        return Printing.of(self.order(), path, format_, job)


@dataclass(frozen=True, eq=False)
class SheetPreview:
    """One of ``pages`` pages as it will be printed, counted from 1; or what is wrong.

    ``advice`` says for whom its mazes are of the right size, ``warning`` what is hard to print or
    left out, ``names`` what the list of names has, or ``names_problem`` what is wrong with it.
    """

    image: Image | None = None
    number: int = 1
    pages: int = 0
    problem: str = ""
    advice: str = ""
    warning: str = ""
    names: str = ""
    names_problem: str = ""


def found_names(rows: Sequence[Mapping[str, str]]) -> str:
    """Return a sentence about the names of a list: how many, and the first of them."""
    from mazeeditor.sheets.names_file import column_of_names

    names = list(filter(None, (row.get(column_of_names(row), "") for row in rows)))
    first = [textwrap.shorten(name, LONG_NAME, placeholder="…") for name in names[:FEW_NAMES]]
    found = count(len(names), _("name found"), _("names found"))
    listed = ", ".join([*first, *["…"] * (len(names) > FEW_NAMES)])
    text = f"{found}: {listed}" if listed else found
    if len(names) == len(rows):
        return text
    empty = count(len(rows) - len(names), _("row without a name"), _("rows without a name"))
    return f"{text}; {empty}"


def draw_sheet(request: SheetRequest, number: int, box: tuple[int, int], job: Job) -> SheetPreview:
    """Draw a page, or the last where there are fewer, as large as it fits ``box`` (px)."""
    from mazeeditor.page.raster import raster
    from mazeeditor.sheets.pages.page_files import PageWarnings
    from mazeeditor.sheets.sheet_pages import plan_sheet

    try:
        with collected_warnings() as about_names:
            rows = request.rows()
    except MazeError as problem:
        return SheetPreview(problem=str(problem), names_problem=str(problem))
    names = found_names(rows) if rows else ""
    try:
        order = request.order(rows)
        planned = plan_sheet(order.sheet, order.page, order.puzzles(), job)
        pages = [*planned.pages, *planned.answers]
        number = min(number, len(pages))
        scene = pages[number - 1].composed(job)
    except MazeError as problem:
        return SheetPreview(problem=str(problem), names=names)
    scale = min(box[0] / scene.width, box[1] / scene.height)
    image = raster.draw(scene, max(1, int(scene.width * scale)), job=job)
    colours = warnings_about_colours(order.page, routed=pages[number - 1].kind == "answers")
    warnings = PageWarnings.of(scene)
    warning = "\n".join(filter(None, (*about_names, *colours, *warnings.texts)))
    sizes = warnings.sizes
    advice = sizes.advice if sizes and order.page.walls != "hairlines" else ""
    return SheetPreview(image, number, len(pages), advice=advice, warning=warning, names=names)
