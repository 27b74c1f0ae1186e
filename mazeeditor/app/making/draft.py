"""What a machine is to make of the maze: the fields of Make, and what that shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.app.drafts.form_draft import TABS, FormDraft, FormState
from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.app.shown.verdict import Kind
from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option, Rare, in_section
from mazeeditor.core.translation import _
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions, make_options, with_hand_tabs
from mazeeditor.making.plan import ChosenPresets, MakePlan, make, plan_making
from mazeeditor.making.sheets.drawing import SheetDrawing
from mazeeditor.making.sheets.picture import SheetPicture
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.making.solid import Solid
from mazeeditor.making.solid_picture import SolidPicture
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.making.tabs.sheet_tabs import SheetTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_MACHINES, Page, page_options

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.settings import Settings


@dataclass(frozen=True, eq=False)
class MakeRequest:
    """What is to be made of a maze; the page says how large it is and what is engraved.

    Where the page has a paper, the maze is as large as on it.
    """

    maze: Maze
    page: Page
    options: MakeOptions

    @cached_property
    def presets(self) -> ChosenPresets:
        """The machine and the materials, read once; raises ``UsageError`` and ``MazeError``."""
        return ChosenPresets.of(self.options, making_folders())

    @property
    def suffixes(self) -> list[str]:
        """The endings of the files that the machine takes, its usual one first.

        Raises ``UsageError`` and ``MazeError``.
        """
        solid, taken = JOBS[self.options.job].solid, self.presets.machine.suffixes
        known = [entry.suffix for entry in CUT_FORMATS if entry.solid == solid]
        return [suffix for suffix in taken if suffix in known] or known

    def plan(self, job: Job) -> MakePlan:
        """Lay the parts out; raises ``UsageError``, ``MazeError`` and ``CancelledError``."""
        return plan_making(self.maze, self.page, self.options, self.presets, job)

    def write(self, path: Path, job: Job) -> tuple[list[Path], MakePlan]:
        """Write the files; raises what ``plan`` raises."""
        return make(self.maze, path, self.page, self.options, self.presets, job)


@dataclass(frozen=True, eq=False)
class MakePreview:
    """What is drawn of a sheet, one of ``pages`` counted from 1, or a solid; or what is wrong.

    ``figures`` are lines about what it takes, ``warning`` what may go wrong, ``verdict`` says in a
    few words whether it holds. ``sheet_tabs`` are the tabs on the sheet, None where there is
    nothing to hold together. ``plan`` is all that was planned.
    """

    drawing: SheetDrawing | Solid | None = None
    number: int = 1
    pages: int = 0
    problem: str = ""
    figures: str = ""
    warning: str = ""
    sheet_tabs: SheetTabs | None = None
    verdict: tuple[Kind, str] = ("neutral", "")
    plan: MakePlan | None = None

    @property
    def sheet(self) -> SheetDrawing | None:
        """The sheet, None where there is none."""
        return self.drawing if isinstance(self.drawing, SheetDrawing) else None


def draw_making(request: MakeRequest, number: int, _box: tuple[int, int], job: Job) -> MakePreview:
    """Plan, and return what is drawn of a sheet, or of the last one."""
    try:
        making = request.plan(job)
    except MazeError as problem:
        return failed(str(problem))
    solid, figures = making.product.solid, "\n".join(making.summary)
    if solid is not None:
        return MakePreview(solid, 1, 1, "", figures, verdict=("good", _("One solid")))
    number = min(number, len(making.sheets))
    sheet = making.sheets[number - 1]
    drawing = SheetDrawing.of(sheet, making.machine)
    sheet_tabs = SheetTabs.of(sheet) if request.options.tabs == "automatic" else None
    if sheet_tabs:
        sheet_tabs.finder.prepare()  # here, in a worker
    warning = "\n".join(making.warnings)
    return MakePreview(
        *(drawing, number, len(making.sheets), "", figures, warning, sheet_tabs),
        verdict=_verdict(making),
        plan=making,
    )


def failed(problem: str) -> MakePreview:
    """Return that nothing can be made, and why."""
    return MakePreview(problem=problem, verdict=("bad", _("Cannot be made")))


def _verdict(making: MakePlan) -> tuple[Kind, str]:
    figures = making.figures
    if figures.pieces > figures.parts and not making.product.loose:
        return "warn", _("Falls into {pieces} pieces").format(pieces=figures.pieces)
    if making.warnings:
        return "warn", _("May break: read the notes")
    if not figures.cut:
        return "good", _("Nothing is cut out")
    if figures.parts == 1:
        return "good", _("One piece: nothing falls out")
    return "good", _("{parts} parts: nothing falls out").format(parts=figures.parts)


class FrameRequest(NamedTuple):
    """A view of a sheet (None of a solid) of ``size`` px when a ``share`` of the time is over.

    ``ground`` is the colour around the sheet, ``drawn`` the picture before, which may be the same.
    """

    content: SheetDrawing | Solid
    view: SheetView | None
    size: tuple[int, int]
    share: float
    ground: str
    drawn: SheetPicture | None


class MakeFrame(NamedTuple):
    """What is seen, and the picture that other moments of the view can be taken from."""

    image: Image
    view: SheetView | None
    picture: SheetPicture | None


def draw_frame(request: FrameRequest, job: Job) -> MakeFrame:
    """Draw what is asked for; raises ``CancelledError``."""
    content, view, picture = request.content, request.view, request.drawn
    if isinstance(content, Solid) or view is None:
        assert isinstance(content, Solid)
        solid = SolidPicture.of(content, request.size, request.ground, job)
        return MakeFrame(solid.image(), None, None)
    if picture is None or picture.drawing is not content or picture.view != view:
        picture = SheetPicture.of(content, view, request.ground, job)
    return MakeFrame(picture.image(request.share), view, picture)


SIZE = "cell"  # of the page, which stands beside machine and material
TABS_AT = "tabs_at"  # the option whose value is placed by hand
KINDS = {"machine": MACHINES, "material": MATERIALS, "lid_material": MATERIALS}


class MakeDraft(FormDraft):
    """The fields of Make, kept in the settings from one time to the next.

    ``page_fields`` are sizes and texts of the page of the document. ``labels`` are what users read
    of machines and materials. ``tabs`` are those of the maze of the document.
    """

    def __init__(self, settings: Settings, page: Page, tabs: HandTabs) -> None:
        self.settings = settings
        self.labels = all_labels()
        own = (option for option in make_options() if option.name != TABS_AT)
        fields = FieldValues(map(self._with_choices, own))
        fields.update_valid(settings.making)
        self.tabs, self._begun = TabDraft(tabs), tabs
        on_page = FieldValues(map(_on_page, in_section(page_options(), OF_MACHINES)), asdict(page))
        super().__init__(fields, on_page, apart=TABS_AT)
        self.tabs.changed.subscribe(self.changed.notify)

    @property
    def tabs_moved(self) -> bool:
        """Whether the tabs are others than the document has."""
        return self.tabs.hand != self._begun

    def show_tabs(self, tabs: HandTabs) -> None:
        """Show the tabs of the document as they are now, those that it has for its walls."""
        known, self._begun = self._begun, tabs
        if tabs != known:
            self.tabs.take(tabs)
            self.steps.begin()

    def used(self, state: FormState) -> None:
        """Count a state as the beginning: it was made, and need not be kept."""
        super().used(state)
        self._begun = state.more

    def record_more(self) -> dict[str, Any]:
        """Return the tabs where they are not as at the beginning."""
        return {TABS: self.tabs.hand.to_json()} if self.tabs_moved else {}

    def take_more(self, record: Mapping[str, Any]) -> None:
        """Take over tabs where they are of the same walls."""
        if TABS in record:
            self.tabs.take(self._begun.like(part_of(record, TABS)))

    def state(self) -> FormState:
        """Return all values, and the tabs."""
        return super().state()._replace(more=self.tabs.hand)

    def restore(self, state: FormState) -> None:
        """Take over values and tabs of a state."""
        super().restore(state)
        if not _of_other_walls(state.more, self.tabs.hand):
            self.tabs.go_back_to(state.more)

    def differences(self, before: FormState, now: FormState) -> list[str]:
        """Return the names of the options that differ, and of the tabs."""
        moved = [TABS_AT] if _moved(before, now) else []
        return [*super().differences(before, now), *moved]

    def label_of(self, name: str) -> str:
        """Return what users call an option, or the tabs."""
        return _("Tabs") if name == TABS_AT else super().label_of(name)

    def patch(self, before: FormState, now: FormState) -> dict[str, Any]:
        """Return the values of ``before`` that are others in ``now``."""
        moved = {TABS: before.more.to_json()} if _moved(before, now) else {}
        return super().patch(before, now) | moved

    def patched(self, state: FormState, patch: dict[str, Any]) -> FormState:
        """Return a state with the values of a patch; raises anything where these are invalid."""
        tabs = self._begun.like(part_of(patch, TABS)) if TABS in patch else state.more
        return super().patched(state, patch)._replace(more=tabs)

    def _with_choices(self, option: Option) -> Option:
        labels = self.labels.get(option.name)
        return option.offering(labels) if labels else option

    def edited(self, name: str) -> PresetDraft:
        """Return the machine or material of an option for editing."""
        return PresetDraft(KINDS[name], self.fields[name])

    def use(self, name: str, value: str) -> None:
        """Read the machines and materials anew, and choose one; "" the usual one."""
        self.labels = all_labels()
        usual = {option.name: option for option in make_options()}
        for option in KINDS:
            self.fields.options[option] = self._with_choices(usual[option])
            if self.fields[option] not in self.labels[option]:
                self.fields.edit(option, usual[option].default)
        self.fields.edit(name, value or usual[name].default)

    def keep(self) -> None:
        """Let the settings keep what differs from the defaults."""
        defaults = {option.name: option.default for option in make_options()}
        self.settings.making = {
            name: value for name, value in self.fields.values.items() if value != defaults[name]
        }

    def page(self, page: Page) -> Page:
        """Return a page with the values of the fields; raises ``UsageError``."""
        return replace(page, **self.page_fields.read())

    def request(self, maze: Maze, page: Page) -> MakeRequest:
        """Return what is to be made: copies, for a worker; raises ``UsageError``."""
        options = with_hand_tabs(MakeOptions(**self.fields.read()), self.tabs.hand)
        return MakeRequest(maze.copy(), self.page(page), options)


def _on_page(option: Option) -> Option:
    """Return an option of the page as it matters to machines: sizes above all."""
    return option if option.name == SIZE else replace(option, rare=Rare())


def _of_other_walls(one: HandTabs, other: HandTabs) -> bool:
    return one.checksum != other.checksum


def _moved(before: FormState, now: FormState) -> bool:
    """Whether tabs were placed elsewhere; in other walls there are others anyway."""
    return bool(before.more != now.more) and not _of_other_walls(before.more, now.more)


def all_labels() -> dict[str, dict[str, str]]:
    """Return what users read of machines and materials by options and names."""
    known = {id(kind): kind.labels for kind in KINDS.values()}  # each is read once
    return {option: known[id(kind)] for option, kind in KINDS.items()}
