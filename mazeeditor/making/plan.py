"""The plan of what a machine makes of a maze: parts on sheets, what it takes; and its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.atomic import Content, write_together
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Option, all_given, check_all, check_names
from mazeeditor.core.registry import of_suffix
from mazeeditor.core.translation import _, quote_value
from mazeeditor.making.advice import Advice, MakingError, Suggestion
from mazeeditor.making.design import Design
from mazeeditor.making.edges.outline import AUTOMATIC, NONE
from mazeeditor.making.formats import CUT_FORMATS, CutFormat
from mazeeditor.making.jobs import JOBS, MachineJob
from mazeeditor.making.makeable import (
    NEARLY,
    SMALLER,
    Asked,
    about_letters,
    about_loose,
    about_tabs,
    about_thin,
    about_unheld,
    ways_out,
)
from mazeeditor.making.options import MakeOptions, make_options
from mazeeditor.making.parts import Hung, Product
from mazeeditor.making.paths.nesting import inner_first, kept_on_right
from mazeeditor.making.paths.order import in_order, travel_of
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths
from mazeeditor.making.presets.machines import MACHINE_FILES, Machine
from mazeeditor.making.presets.materials import MATERIAL_FILES, Material, as_thick
from mazeeditor.making.sheets.cost import Cost, cost_of
from mazeeditor.making.sheets.holding import about_holding, with_holding
from mazeeditor.making.sheets.layout import SheetLayout, TooLargeError, lay_out, ordering_notes
from mazeeditor.making.sheets.milled import mill_paths
from mazeeditor.making.sheets.regions import Region, areas_by_kind, regions_of
from mazeeditor.making.sizes import finished_size, page_for_overall, page_of_job
from mazeeditor.making.tabs.places import as_places
from mazeeditor.making.thin_places import thin_places
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import count_closed
from mazeeditor.page.curves import STRAIGHT_BULGE, onward
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.paper import FIT
from mazeeditor.page.scene import Points
from mazeeditor.page.text.lettering import clean

DESIGNING, ORDERING, MEASURING = 0.4, 0.4, 0.2  # of planning, about
HOLDING = 0.5  # of ordering, about: finding out what a router would cut free
ENCODING, INSTRUCTING = 0.2, 0.2  # of all work, about
ASSEMBLY_SHEET = "-assembly.pdf"  # what its name ends with
TRIED_CELLS = 2500  # cells of mazes for which ways out of an error are tried
RESIZED, CLOSE = 6, 1e-5  # how often a piece is made for its size at the most; mm
VISIBLE_MM = 0.05  # mm: by so much a piece is larger with its lug
STEPS_PER_MM = 1e4  # steps in a mm: points nearer to each other are the same


@dataclass(frozen=True)
class ChosenPresets:
    """What something is made with; ``lid`` is None where it has none."""

    machine: Machine
    material: Material
    lid: Material | None = None

    @classmethod
    def of(
        cls, options: MakeOptions, folders: Mapping[str, Iterable[Path]] | None = None
    ) -> ChosenPresets:
        """Read the files of the program, or of the user's ``machines`` and ``materials`` folders.

        Raises ``UsageError`` with the names there are, and ``MazeError``.
        """
        own = folders or {}
        machines, materials = tuple(own.get("machines", ())), tuple(own.get("materials", ()))
        material = MATERIAL_FILES.find(options.material, materials)
        with_lid = options.lid and "lid" in JOBS[options.job].uses
        return cls(
            MACHINE_FILES.find(options.machine, machines),
            material if options.thickness is None else as_thick(material, options.thickness),
            MATERIAL_FILES.find(options.lid_material, materials) if with_lid else None,
        )


@dataclass(frozen=True, eq=False)
class MakePlan:
    """A product on its sheets, and what it takes to make it; nothing is written yet.

    ``advice`` is what may go wrong, each with what mends it; ``cost`` is None without a price. What
    is to be bought is for one of the ``copies``.
    """

    product: Product
    sheets: tuple[SheetLayout, ...]
    machine: Machine
    material: Material
    figures: MakingFigures
    advice: tuple[Advice, ...]
    cost: Cost | None = None
    copies: int = 1

    @property
    def warnings(self) -> tuple[str, ...]:
        """What may go wrong, as sentences."""
        return tuple(advice.text for advice in self.advice)

    @property
    def summary(self) -> tuple[str, ...]:
        """The figures, or the size of a solid, in a few lines, and what else is needed."""
        about: tuple[str, ...] = (self.product.solid or self.figures).summary
        if self.cost:
            about = (*about, self.cost.summary)
        text = _("Also: {things}") if self.copies == 1 else _("Also, for each copy: {things}")
        shopping = text.format(things=", ".join(self.product.shopping))
        about = (*about, shopping) if self.product.shopping else about
        return (*about, *self.notes)

    @property
    def notes(self) -> tuple[str, ...]:
        """What to do with what is made, and how a router holds it."""
        return (*self.product.notes, *about_holding(self.machine, self.sheets))

    def regions(self, number: int, *, tabs: bool = True) -> tuple[Region, ...]:
        """Return what stays and what falls out of a sheet, counted from 1, with or without tabs."""
        return regions_of(self.sheets[number - 1], tabs=tabs, loose=self.product.loose)

    def _areas(self) -> dict[str, float]:
        """Return the area of what stays, falls out, and so on, of all sheets, in mm²."""
        every = [region for n in range(len(self.sheets)) for region in self.regions(n + 1)]
        return {kind: round(area, 3) for kind, area in areas_by_kind(tuple(every)).items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as ``--json`` prints them, those of the job among them."""
        details = {name: round(value, 3) for name, value in self.product.details.items()}
        tabs = [tab.numbers for tabs in self.product.tabs for tab in tabs.bridges]
        known = {"shopping": list(self.product.shopping), "tabs": tabs, "thin": self._thin()}
        known["notes"] = list(self.notes)
        known["held_at"] = [
            {"sheet": number, "x": round(x, 3), "y": round(y, 3)}
            for number, sheet in enumerate(self.sheets, start=1)
            for x, y in (sheet.held.tabs.tolist() if sheet.held else ())
        ]
        known["areas"] = self._areas()
        known["advice"] = [advice.to_dict() for advice in self.advice]
        cost = self.cost.to_dict() if self.cost else {}
        return known | self.figures.to_dict() | cost | details

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
    chosen = options.on(chosen)
    options = _on_machine(options, chosen)
    entry = JOBS[options.job]
    what = _("{job} of {cells:,} cells").format(job=entry.label, cells=maze.lattice.cells)
    levels = options.levels if "levels" in entry.uses else 1
    check_free(what, entry.memory * levels * count_closed(maze.lattice, maze.walls))
    page = _fitting(page)
    if entry.outlined and page.walls == "hairlines":
        page = replace(page, walls="bands")
    asked = Asked(maze, page, options, material, chosen)
    try:
        product, sheets, sizes = _design(maze, page, options, presets, job)
    except UsageError as problem:
        raise _with_ways_out(problem, asked, presets, job) from None
    with job.part(ORDERING):
        sheets = _all_ordered(sheets, clean(page.title), asked, job)
    check_machine(chosen, entry.label, sheets)
    with job.part(MEASURING):
        sheets = _measure(product, sheets, options, material, job)
    figures = figures_of(product, sheets, chosen)
    said = (*sizes, *product.warnings, *ordering_notes(product.parts, options, chosen))
    advice = (
        *map(Advice, said),
        *about_loose(asked, product, figures.pieces, figures.parts),
        *about_tabs(asked, product),
        *about_thin(asked, product, figures.smallest, sheets),
        *about_unheld(chosen, sheets),
        *about_letters(asked),
    )
    cost = cost_of(sheets, options, material, ordered=chosen.single)
    return MakePlan(product, sheets, chosen, material, figures, advice, cost, options.copies)


def _on_machine(options: MakeOptions, machine: Machine) -> MakeOptions:
    if options.kerf is None:  # a tool of a certain width cuts every material as wide, lids too
        options = replace(options, kerf=machine.kerf)
    asked = options.hole or options.border or options.rim_text.strip()
    # a pen cuts nothing; what only cuts takes no marks, which a frame would need
    unframed = machine.tool == "pen" or (machine.closed and JOBS[options.job].bare)
    if unframed and options.outline == AUTOMATIC and not asked:
        options = replace(options, outline=NONE)
    if machine.closed or machine.single:  # it engraves nothing, or all copies are alike
        options = replace(options, part_names=False)
    return options


def _with_ways_out(
    problem: UsageError, asked: Asked, presets: ChosenPresets, job: Job
) -> UsageError:
    """Return an error with changes by which something can be made, each of which is tried."""
    if isinstance(problem, MakingError) and problem.suggestions:
        return problem
    share = problem.share if isinstance(problem, TooLargeError) else None
    known: list[Suggestion] = []
    small = asked.maze.lattice.cells <= TRIED_CELLS
    for suggestion in ways_out(asked, share) if small else ():
        job.check()
        with suppress(MazeError):
            other = asked.changed(suggestion)
            other_presets = replace(presets, material=other.material)
            _design(asked.maze, _fitting(other.page), other.options, other_presets, Job())
            known.append(suggestion)
            break
    return MakingError(str(problem), tuple(known)) if known else problem


def _fitting(page: Page) -> Page:
    """Return a page that fits the maze where its size is chosen."""
    return replace(page, page=FIT) if page.sized else page


def _design(
    maze: Maze, page: Page, options: MakeOptions, presets: ChosenPresets, job: Job
) -> tuple[Product, tuple[SheetLayout, ...], tuple[str, ...]]:
    """Return a product, its parts on sheets, and what to say about its sizes.

    A maze of no chosen size is made smaller where the bed of the machine has no room for it.
    """
    entry, machine, material = JOBS[options.job], presets.machine, presets.material
    if options.overall is not None and "overall" in entry.uses:
        return _of_size(maze, page, options, presets, job)
    open_size = not page.sized and options.sheet is None and "ball" not in entry.uses
    left = 1.0 if entry.solid else DESIGNING  # a solid is all there is
    for smaller in range(SMALLER, -1, -1):
        sized, sizes = page_of_job(maze, page, options, material)
        design = Design.of(maze, sized, options, material, presets.lid)
        with job.part(left / 2 if smaller and open_size and machine.bed else left):
            product = entry.run(design, job)
            product = replace(product, hung=Hung.of(product.parts, design))
        left /= 2
        try:
            return product, lay_out(product.parts, options, machine, job), sizes
        except TooLargeError as problem:
            if not (open_size and smaller):
                raise
            page = replace(page, page=FIT, cell=design.cell * problem.share * NEARLY)
    raise AssertionError


def _of_size(
    maze: Maze, page: Page, options: MakeOptions, presets: ChosenPresets, job: Job
) -> tuple[Product, tuple[SheetLayout, ...], tuple[str, ...]]:
    """Return a product whose largest part is as large as chosen, its parts on sheets, what to say.

    What has no outline is measured, and made once more where it is not that large yet.
    """
    entry, material, overall = JOBS[options.job], presets.material, options.overall
    assert overall is not None
    aim = overall
    left = 1.0 if entry.solid else DESIGNING
    for _again in range(RESIZED):
        sized, sizes = page_for_overall(maze, page, options, material, aim)
        of_outline = options if aim == overall else replace(options, overall=aim)
        design = Design.of(maze, sized, of_outline, material, presets.lid)
        exact = design.outline is not None and not options.with_lug
        with job.part(left if exact or entry.solid else left / 2):
            product = entry.run(design, job)
            product = replace(product, hung=Hung.of(product.parts, design))
        left /= 2
        pieces = [finished_size(part, design.kerf) for part in product.parts]
        if product.solid is not None:
            width, depth, _height = np.ptp(product.solid.points, axis=0).tolist()
            pieces.append((width, depth))
        piece = max(pieces, key=max, default=(0.0, 0.0))
        size = max(piece)
        if not size or exact or abs(size - overall) < CLOSE:
            break
        aim *= overall / size
    if options.hole is not None and size > overall + VISIBLE_MM:
        text = _("The piece is {width:.0f} × {height:.0f} mm with its lug.")
        said = text.format(width=piece[0], height=piece[1])
        product = replace(product, notes=(*product.notes, said))
    return product, lay_out(product.parts, options, presets.machine, job), sizes


def _all_ordered(
    sheets: Sequence[SheetLayout], title: str, asked: Asked, job: Job
) -> tuple[SheetLayout, ...]:
    """Return sheets with their paths in order, found once for those that are alike: of copies."""
    kinds: dict[bytes, list[int]] = {}
    for number, sheet in enumerate(sheets):
        kinds.setdefault(_digest(sheet), []).append(number)
    firsts = [sheets[numbers[0]] for numbers in kinds.values()]
    count = sum(len(paths) for sheet in firsts for paths in sheet.paths.values())
    result = list(sheets)
    for first, numbers in zip(firsts, kinds.values(), strict=True):
        ordered = _order(first, title, asked, count, job)
        for number in numbers:
            result[number] = replace(ordered, parts=sheets[number].parts)
    return tuple(result)


def _digest(sheet: SheetLayout) -> bytes:
    """Return a digest of all that decides the order of the paths of a sheet, and how it is cut."""
    digest = sha256(repr((sheet.width, sheet.height, sheet.material)).encode())
    for operation, paths in sheet.paths.items():
        digest.update(operation.name.encode())
        for held in (paths.points, paths.starts, paths.closed, paths.bulges):
            digest.update(np.ascontiguousarray(held).tobytes())
    return digest.digest()


def _order(sheet: SheetLayout, title: str, asked: Asked, count: int, job: Job) -> SheetLayout:
    """Return a sheet with its paths in order, which are some of ``count``, and what holds it."""
    machine, material = asked.machine, sheet.material or asked.material
    kerf, share = asked.options.kerf_in(material), 1 - HOLDING if machine.is_router else 1.0
    known = kept_on_right(sheet.paths, job) if machine.is_router else sheet.paths
    paths = {}
    for operation, groups in inner_first(known, job):
        ordered = []
        for group in groups:
            with job.part(share * len(group) / count):
                ordered.append(in_order(group, job))
        paths[operation] = join_paths(ordered)
    sheet = replace(sheet, paths=paths, title=title, thickness=material.thickness, kerf=kerf)
    if not machine.is_router:
        return sheet
    every = asked.options.tab_every if "tab_every" in JOBS[asked.options.job].uses else None
    own = sum(len(some) for some in paths.values()) / count
    with job.part(HOLDING * own):
        return with_holding(sheet, machine, material, kerf, every, job)


def _measure(
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


# What making takes


@dataclass(frozen=True)
class MakingFigures:
    """Lengths in mm, seconds by the speeds of the machine, without its acceleration.

    ``strokes`` are paths that begin after a travel; ``cut`` is the length of all cuts, ``drawn``
    that of engravings and scores. ``smallest`` is the smallest feature that stays, 0 where nothing
    is cut. ``sheet_sizes`` are width and height of each sheet, and ``used`` the share of their area
    within the boxes of parts.
    """

    strokes: int
    cut: float
    drawn: float
    travel: float
    seconds: float
    pieces: int
    parts: int
    smallest: float
    sheet_sizes: tuple[tuple[float, float], ...]
    used: float

    @property
    def summary(self) -> tuple[str, str, str]:
        """Parts and sheets, strokes and lengths, time: three lines for people."""
        parts = _("Parts {parts:,} · pieces {pieces:,} · sheets {sheets} mm")
        lengths = _(
            "Strokes {strokes:,} · cut {cut:.2f} m · drawn {drawn:.2f} m · travel {travel:.2f} m"
        )
        known = (f"{width:.0f} × {height:.0f}" for width, height in self.sheet_sizes)
        sheets = ", ".join(_count(known))
        in_m = {name: getattr(self, name) / 1000 for name in ("cut", "drawn", "travel")}
        return (
            parts.format(parts=self.parts, pieces=self.pieces, sheets=sheets),
            lengths.format(strokes=self.strokes, **in_m),
            _time(round(self.seconds)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as ``--json`` prints them: lengths to a micrometre."""
        sizes = [list(size) for size in self.sheet_sizes]
        values = asdict(self) | {"sheets": len(sizes), "sheet_sizes": sizes}
        return {name: _round(value) for name, value in values.items()}


def _time(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    if not minutes:
        return _("About {seconds} s at the speeds of the machine").format(seconds=seconds)
    if minutes < 60:
        text = _("About {minutes} min {seconds:02} s at the speeds of the machine")
        return text.format(minutes=minutes, seconds=seconds)
    hours, minutes = divmod(minutes, 60)
    text = _("About {hours} h {minutes:02} min at the speeds of the machine")
    return text.format(hours=hours, minutes=minutes)


def _count(texts: Iterable[str]) -> Iterator[str]:
    """Yield different texts in their order, with how often each is there: ``2 of 600 × 300``."""
    for text, count in Counter(texts).items():
        yield _("{count:,} of {size}").format(count=count, size=text)


def _round(value: Any) -> Any:
    if isinstance(value, list):
        return [_round(one) for one in value]
    return round(value, 3) if isinstance(value, float) else value


class _Work(NamedTuple):
    """What an operation takes on a sheet: paths in mm, from where to where, and minutes.

    ``between`` is the travel from path to path.
    """

    length: float
    between: float
    begin: Points
    end: Points
    minutes: float

    @classmethod
    def of(cls, sheet: SheetLayout, operation: Operation, machine: Machine) -> _Work:
        if machine.is_router:
            return cls._milled(sheet, operation, machine)
        paths, setting = sheet.paths[operation], machine.settings[operation]
        length = paths.length * setting.passes
        back = float(np.hypot(*(paths.heads[0] - paths.tails[-1])))  # to begin another pass
        between = travel_of(paths) * setting.passes + back * (setting.passes - 1)
        lifts = 0 if machine.tool == "laser" else len(paths) * setting.passes
        minutes = length / setting.speed + lifts * machine.lift * _up_and_down(machine)
        return cls(length, between, paths.heads[0], paths.tails[-1], minutes)

    @classmethod
    def _milled(cls, sheet: SheetLayout, operation: Operation, machine: Machine) -> _Work:
        speed, length, between, minutes = machine.settings[operation].speed, 0.0, 0.0, 0.0
        begin = end = None
        for way in mill_paths(sheet, operation, machine):
            head, tail = way.heads
            begin = head if begin is None else begin
            between += 0.0 if end is None else float(np.hypot(*(head - end)))
            sideways, upright = way.lengths(), np.diff(way.z, prepend=machine.lift)
            length += float(sideways.sum())
            feeds = way.feeds(speed, machine.plunge)
            minutes += float((np.hypot(sideways, upright) / feeds).sum())
            minutes += (machine.lift - float(way.z[-1])) / machine.travel
            end = tail
        assert begin is not None
        assert end is not None
        return cls(length, between, begin, end, minutes)


def _up_and_down(machine: Machine) -> float:
    """Return how many minutes a tool takes for a mm down and up again."""
    return 1 / machine.plunge + 1 / machine.travel


def _widths(sheets: Sequence[SheetLayout]) -> Iterator[float]:
    """Yield the least width of each part that is thin somewhere, in mm."""
    for sheet in sheets:
        yield from (float(thin.width.min()) for thin in sheet.thin if len(thin.width))


def figures_of(product: Product, sheets: Sequence[SheetLayout], machine: Machine) -> MakingFigures:
    strokes, cut, drawn, travel, minutes = 0, 0.0, 0.0, 0.0, 0.0
    for sheet in sheets:
        end = None
        for operation, paths in sheet.paths.items():
            work = _Work.of(sheet, operation, machine)
            between = work.between
            if end is not None:
                between += float(np.hypot(*(work.begin - end)))
            end = work.end
            strokes += len(paths)
            cut += work.length if operation.cuts else 0.0
            drawn += 0.0 if operation.cuts else work.length
            travel += between
            minutes += work.minutes + between / machine.travel
    boxes = [part.box for sheet in sheets for part in sheet.parts]
    hosts = [part.box for sheet in sheets for part in sheet.parts if not part.within]
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom in hosts)
    sizes = tuple((sheet.width, sheet.height) for sheet in sheets)
    return MakingFigures(
        strokes=strokes,
        cut=cut,
        drawn=drawn,
        travel=travel,
        seconds=minutes * 60,
        pieces=sum(part.pieces for sheet in sheets for part in sheet.parts),
        parts=len(boxes),
        smallest=min([product.narrowest, *_widths(sheets)]),
        sheet_sizes=sizes,
        used=covered / sum(width * height for width, height in sizes) if sizes else 0.0,
    )


# What a machine would refuse


def check_machine(machine: Machine, job: str, sheets: Iterable[SheetLayout]) -> None:
    """Raise ``UsageError`` where a machine that only cuts closed paths would have to do more.

    ``job`` is what users read for the job.
    """
    if not machine.closed:
        return
    for sheet in sheets:
        for operation, paths in sheet.paths.items():
            _check_operation(machine, job, operation, paths)
        shared = shared_lines(join_paths(list(sheet.paths.values())))
        if shared:
            text = _(
                "{machine} takes no lines that two parts share, and {job} has {count:,}: leave a "
                "gap between the parts."
            )
            raise UsageError(text.format(machine=machine.label, job=job, count=shared))


def _check_operation(machine: Machine, job: str, operation: Operation, paths: ToolPaths) -> None:
    if not operation.cuts:
        text = _(
            "{machine} only cuts, and {job} has lines for {operation}: choose something that "
            "is only cut, and leave out title and marks."
        )
        known = {"machine": machine.label, "job": job, "operation": operation.label}
        raise UsageError(text.format(**known))
    count = int((~paths.closed).sum())
    if count:
        text = _(
            "{machine} cuts closed paths only, and {count:,} paths of {job} are open: choose "
            "something like a stencil."
        )
        raise UsageError(text.format(machine=machine.label, job=job, count=count))


def shared_lines(paths: ToolPaths) -> int:
    """Return how many lines lie on another one, over some of their length; and arcs, all of it."""
    if not len(paths):
        return 0
    after = onward(paths.starts, paths.closed)
    here = np.flatnonzero(after >= 0)
    first, last = paths.points[here], paths.points[after[here]]
    turned = (first[:, 0] > last[:, 0]) | ((first[:, 0] == last[:, 0]) & (first[:, 1] > last[:, 1]))
    first, last = (np.where(turned[:, None], *ends) for ends in ((last, first), (first, last)))
    bulges = np.where(turned, -1, 1) * paths.bulges[here]
    straight = np.abs(bulges) < STRAIGHT_BULGE
    arcs = _steps(np.column_stack([first, last, bulges])[~straight])
    return _overlaps(first[straight], last[straight]) + len(arcs) - len(np.unique(arcs, axis=0))


def _steps(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(values * STEPS_PER_MM).astype(np.int64)


def _overlaps(first: Points, last: Points) -> int:
    """Return how many lines, which all run to the right or straight down, overlap an earlier one.

    Lines on one straight line have the same direction and distance from 0, 0.
    """
    if not len(first):
        return 0
    along = last - first
    unit = along / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-12)[:, None]
    away = unit[:, 0] * first[:, 1] - unit[:, 1] * first[:, 0]
    keys = _steps(np.column_stack([unit, away]))
    _same, line = np.unique(keys, axis=0, return_inverse=True)
    begin, end = (unit * first).sum(axis=1), (unit * last).sum(axis=1)
    order = np.lexsort([begin, line.ravel()])
    line, begin, end = line.ravel()[order], begin[order], end[order]
    # each straight line gets a stretch of its own, so that one maximum serves all
    apart = line * (end.max() - begin.min() + 1.0)
    reached = np.maximum.accumulate(end + apart)[:-1]
    return int((begin[1:] + apart[1:] < reached - 1 / STEPS_PER_MM).sum())


# Its files


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
    return of_suffix(
        known, path, _("{file} does not end with a format for machines. Choose one of: {known}.")
    )


def _check_kind(entry: CutFormat, job: MachineJob) -> None:
    """Raise ``UsageError`` for a solid in a format of sheets, and for sheets in one of solids."""
    if entry.solid == job.solid:
        return
    text = _(
        "The job {job} makes sheets, which {format} files do not hold. Choose one of: {known}."
    )
    if job.solid:
        text = _("The job {job} makes a solid, which {format} files do not hold. Use {known}.")
    known = ", ".join(one.suffix for one in CUT_FORMATS if one.solid == job.solid)
    raise UsageError(text.format(job=quote_value(job.label), format=entry.label, known=known))


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
    instructing = INSTRUCTING if _has_instructions(options) else 0.0
    with job.part(1 - ENCODING - instructing):
        plan = plan_making(maze, page, options, presets, job)
    contents = (plan.product.solid,) if entry.solid else plan.sheets
    files: dict[Path, Content] = {}
    with job.part(ENCODING):
        for number, content in enumerate(contents, start=1):
            target = path.with_stem(f"{path.stem}-{number}") if len(contents) > 1 else path
            with job.part(0 if entry.solid else 1 / len(contents)):
                files[target] = entry.run(content, plan.machine, job, **chosen)
    if instructing:
        with job.part(instructing):
            target = path.with_name(path.stem + ASSEMBLY_SHEET)
            files[target] = _instructions(plan, page, options, job)
    with job.part(0):
        job.check()
        return write_together(files.items(), job), plan  # a solid is encoded meanwhile


def _has_instructions(options: MakeOptions) -> bool:
    """Return whether a PDF is wanted that says how the parts are put together."""
    return options.assembly != "none" and "assembly" in JOBS[options.job].uses


def _instructions(plan: MakePlan, page: Page, options: MakeOptions, job: Job) -> bytes:
    """Return the PDF that says how the parts are put together."""
    from mazeeditor.making.assembly.sheet import assembly_sheet  # here: few files need it

    title = clean(page.title) or JOBS[options.job].label
    return assembly_sheet(plan.product, plan.material, title, options.assembly, job)


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

    values = all_given(make_options(), values)
    options = MakeOptions(**{"job": usual_job(path), **chosen(make_options())})
    presets = ChosenPresets.of(options, folders)
    own = format_for(path, presets.machine).options
    check_names((*page_options(), *make_options(), *own), values)
    page = Page.chosen(chosen(page_options()))
    return make(maze, path, page, options, presets, job, **chosen(own))[0]
