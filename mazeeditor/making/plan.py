"""The plan of what a machine makes of a maze: parts on sheets, paths in order; and its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.atomic import Content, write_together
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Option, check_all, check_names
from mazeeditor.core.registry import of_suffix
from mazeeditor.core.translation import _, ngettext, quoted
from mazeeditor.making.design import Design
from mazeeditor.making.figures import MakingFigures, figures_of
from mazeeditor.making.formats import CUT_FORMATS, CutFormat
from mazeeditor.making.jobs import JOBS, MachineJob
from mazeeditor.making.machine_checks import check_machine
from mazeeditor.making.options import MakeOptions, make_options
from mazeeditor.making.parts import Product
from mazeeditor.making.paths.order import in_order
from mazeeditor.making.presets.chosen import ChosenPresets
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.sheets.layout import SheetLayout, laid_out, to_order
from mazeeditor.making.tabs.places import as_places
from mazeeditor.making.thin_places import thin_places
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import count_closed
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.paper import FIT
from mazeeditor.page.text.lettering import clean

DESIGNING, ORDERING, MEASURING = 0.4, 0.4, 0.2  # of planning, about
ENCODING = 0.2  # of all work, about


@dataclass(frozen=True, eq=False)
class MakePlan:
    """A product on its sheets, and what it takes to make it; nothing is written yet."""

    product: Product
    sheets: tuple[SheetLayout, ...]
    machine: Machine
    material: Material
    figures: MakingFigures
    warnings: tuple[str, ...]

    @property
    def summary(self) -> tuple[str, ...]:
        """The figures, or the size of a solid, in a few lines, and what else is needed."""
        about = (self.product.solid or self.figures).summary
        shopping = _("Also: {things}").format(things=", ".join(self.product.shopping))
        return (*about, shopping) if self.product.shopping else about

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as ``--json`` prints them, those of the job among them."""
        details = {name: round(value, 3) for name, value in self.product.details.items()}
        tabs = [tab.numbers for tabs in self.product.tabs for tab in tabs.bridges]
        known = {"shopping": list(self.product.shopping), "tabs": tabs, "thin": self._thin()}
        return known | self.figures.to_dict() | details

    def _thin(self) -> list[dict[str, float]]:
        """Return the places where parts are thin, in mm from the left upper corner of a sheet."""
        return [
            {"sheet": number, "x": round(x, 3), "y": round(y, 3), "width": round(width, 3)}
            for number, sheet in enumerate(self.sheets, start=1)
            for thin in sheet.thin
            for (x, y), width in zip(thin.at.tolist(), thin.width.tolist(), strict=True)
        ]


def plan_making(
    maze: Maze,
    page: Page,
    options: MakeOptions,
    presets: ChosenPresets | None = None,
    job: Job | None = None,
) -> MakePlan:
    """Return what a job makes of a maze, as large as on its page.

    Cells of a chosen size need not fit the paper of the page: parts lie on sheets of their own.
    ``presets`` are those that ``options`` name, of the program alone where there are none. Raises
    ``UsageError`` that suggests what would fit, ``MazeError`` and ``CancelledError``.
    """
    job, presets = job or Job(), presets or ChosenPresets.of(options)
    chosen, material = presets.machine, presets.material
    if options.kerf is None:  # a tool of a certain width cuts every material as wide, lids too
        options = replace(options, kerf=chosen.kerf)
    entry = JOBS[options.job]
    what = _("{job} of {cells:,} cells").format(job=entry.label, cells=maze.lattice.cells)
    levels = options.levels if "levels" in entry.uses else 1
    check_free(what, entry.memory * levels * count_closed(maze.lattice, maze.walls))
    sizes: tuple[str, ...] = ()
    if page.cell is not None:
        page = replace(page, page=FIT)
    if entry.outlined and page.walls == "hairlines":
        page = replace(page, walls="bands")
    if entry.page:
        page, sizes = entry.page(maze, page, options, material)
    with job.part(1.0 if entry.solid else DESIGNING):  # a solid is all there is
        product = entry.run(Design.of(maze, page, options, material, presets.lid), job)
    sheets = laid_out(product.parts, options, chosen, job)
    with job.part(ORDERING):
        count = sum(len(paths) for sheet in sheets for paths in sheet.paths.values())
        sheets = tuple(_ordered(sheet, clean(page.title), material, count, job) for sheet in sheets)
    check_machine(chosen, entry.label, sheets)
    with job.part(MEASURING):
        sheets = _measured(product, sheets, options, material, job)
    figures = figures_of(product, sheets, chosen)
    warnings = (
        *sizes,
        *product.warnings,
        *to_order(product.parts, options, chosen),
        *_warnings(product, figures, sheets, options, material),
    )
    return MakePlan(product, sheets, chosen, material, figures, warnings)


def _ordered(
    sheet: SheetLayout, title: str, material: Material, count: int, job: Job
) -> SheetLayout:
    """Return a sheet with its paths in order, which are some of ``count``."""
    paths = {}
    for operation, of_operation in sheet.paths.items():
        with job.part(len(of_operation) / count):
            paths[operation] = in_order(of_operation, job)
    return replace(
        sheet, paths=paths, title=title, thickness=(sheet.material or material).thickness
    )


def _measured(
    product: Product,
    sheets: Iterable[SheetLayout],
    options: MakeOptions,
    material: Material,
    job: Job,
) -> tuple[SheetLayout, ...]:
    """Return sheets with the places where their parts are thin; raises ``CancelledError``."""
    thin = {}
    for part in product.parts:
        own = part.material or material
        kerf = options.kerf_in(own)
        with job.part(1 / len(product.parts)):
            thin[part.name] = thin_places(part, kerf, own.safe, job)
    return tuple(
        replace(
            sheet,
            thin=tuple(thin[part.name].placed(part.placing) for part in sheet.parts),
            least=(sheet.material or material).least,
        )
        for sheet in sheets
    )


def _warnings(
    product: Product,
    figures: MakingFigures,
    sheets: Iterable[SheetLayout],
    options: MakeOptions,
    material: Material,
) -> Iterable[str]:
    """Yield what may go wrong with a product of a material."""
    left_out = sum(tabs.left_out for tabs in product.tabs)
    if left_out:
        text = _(
            "{count} of the tabs placed by hand are left out: each must bridge one cut, apart from "
            "the others."
        )
        yield text.format(count=left_out)
    if figures.pieces > figures.parts and not product.loose:
        yield _about_loose(figures.pieces, options)
    if not figures.smallest or figures.smallest >= material.safe:
        return
    known = {"smallest": figures.smallest, "material": material.label, "safe": material.safe}
    if figures.smallest < material.least:
        text = _(
            "The smallest feature is {smallest:.2f} mm; {material} breaks or burns below "
            "{least:g} mm: make walls or tabs thicker, or cells larger."
        )
        yield text.format(least=material.least, **known)
    else:
        text = _(
            "The smallest feature is {smallest:.2f} mm; {material} may warp below {safe:g} mm."
        )
        yield text.format(**known)
    yield from _about_thin(sheets, material)


def _about_loose(pieces: int, options: MakeOptions) -> str:
    """Return that a product falls into pieces, and what would hold them."""
    if options.tabs == "leave":
        text = _("It falls into {pieces} loose pieces: let tabs hold them, or glue them in place.")
    elif options.tabs_at is not None:
        text = _("It falls into {pieces} loose pieces: place more tabs, or let them be automatic.")
    else:
        text = _(
            "It falls into {pieces} loose pieces: there is no place for more tabs of {tab:g} mm. "
            "Take narrower ones, or thicker walls."
        )
    return text.format(pieces=pieces, tab=options.tab)


def _about_thin(sheets: Iterable[SheetLayout], material: Material) -> Iterable[str]:
    """Yield how many places are thin."""
    thin = [sheet.least > width for sheet in sheets for one in sheet.thin for width in one.width]
    for count, limit in ((sum(thin), material.least), (len(thin) - sum(thin), material.safe)):
        if count:
            text = ngettext(
                "{count:,} place is thinner than {limit:g} mm.",
                "{count:,} places are thinner than {limit:g} mm.",
                count,
            )
            yield text.format(count=count, limit=limit)


def usual_job(path: Path) -> str:
    """Return the name of the job that is meant where a file is all that is chosen."""
    solid = any(one.solid and one.suffix == path.suffix.lower() for one in CUT_FORMATS)
    return next(job.name for job in JOBS if job.solid == solid)


def format_for(path: Path, chosen: Machine) -> CutFormat:
    """Return the format of the name's suffix; raises ``UsageError`` for one it does not take."""
    known = [one for one in CUT_FORMATS if one.suffix in chosen.suffixes or not chosen.suffixes]
    suffix = path.suffix.lower()
    if any(one.suffix == suffix for one in CUT_FORMATS if one not in known):
        text = _("{machine} takes no {suffix} files. It takes: {known}.")
        suffixes = ", ".join(entry.suffix for entry in known)
        raise UsageError(text.format(machine=chosen.label, suffix=suffix, known=suffixes))
    return of_suffix(known, path, _("{file} ends with no format for machines. Known are: {known}."))


def _check_kind(entry: CutFormat, job: MachineJob) -> None:
    """Raise ``UsageError`` for a solid in a format of sheets, and for sheets in one of solids."""
    if entry.solid == job.solid:
        return
    text = _("The job {job} makes sheets, which {format} files do not hold. Take one of: {known}.")
    if job.solid:
        text = _("The job {job} makes a solid, which {format} files do not hold. Take {known}.")
    known = ", ".join(one.suffix for one in CUT_FORMATS if one.solid == job.solid)
    raise UsageError(text.format(job=quoted(job.label), format=entry.label, known=known))


def make(
    maze: Maze,
    path: Path,
    page: Page,
    options: MakeOptions,
    presets: ChosenPresets | None = None,
    job: Job | None = None,
    **of_format: Any,
) -> tuple[list[Path], MakePlan]:
    """Write the files of a job: one, or ``name-1.svg``, ``name-2.svg``, ... for several sheets.

    Returns the files and what they hold; raises what ``plan_making`` raises. All files are written
    or none is.
    """
    job, presets = job or Job(), presets or ChosenPresets.of(options)
    entry = format_for(path, presets.machine)
    _check_kind(entry, JOBS[options.job])
    chosen = check_all(entry.options, of_format)
    what = _("{format} with {cells:,} cells").format(format=entry.label, cells=maze.lattice.cells)
    check_free(what, entry.memory * count_closed(maze.lattice, maze.walls))
    with job.part(1 - ENCODING):
        plan = plan_making(maze, page, options, presets, job)
    contents = (plan.product.solid,) if entry.solid else plan.sheets
    files: dict[Path, Content] = {}
    with job.part(ENCODING):
        for number, content in enumerate(contents, start=1):
            target = path.with_stem(f"{path.stem}-{number}") if len(contents) > 1 else path
            with job.part(0 if entry.solid else 1 / len(contents)):
                files[target] = entry.run(content, plan.machine, job, **chosen)
        job.check()
        return write_together(files.items(), job), plan  # a solid is encoded meanwhile


def make_by_names(
    maze: Maze,
    path: Path,
    values: Mapping[str, Any],
    folders: Mapping[str, Iterable[Path]],
    job: Job | None = None,
) -> list[Path]:
    """Write the files of a job whose options come with those of page and format, by their names.

    Machines and materials of users are in ``folders``, as ``ChosenPresets`` takes them.
    ``tabs_at`` may be a file, or places as tuples of two or four numbers. Raises ``UsageError``
    for an option that none has, and what ``make`` raises.
    """
    if "tabs_at" in values:
        values = {**values, "tabs_at": as_places(values["tabs_at"])}

    def chosen(known: Iterable[Option]) -> dict[str, Any]:
        return {option.name: values[option.name] for option in known if option.name in values}

    options = MakeOptions(**{"job": usual_job(path), **chosen(make_options())})
    presets = ChosenPresets.of(options, folders)
    own = format_for(path, presets.machine).options
    check_names((*page_options(), *make_options(), *own), values)
    page = Page.chosen(chosen(page_options()))
    return make(maze, path, page, options, presets, job, **chosen(own))[0]
