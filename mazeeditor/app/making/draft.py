"""What a machine is to make of the maze: the fields, the plan, a picture of each sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.app.making.machine_presets import MACHINES, MATERIALS, PresetDraft
from mazeeditor.app.making.tab_draft import TabDraft
from mazeeditor.app.recovery.kept_forms import TABS, FormRecord
from mazeeditor.core.disk.settings_folder import making_folders
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option, in_section
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions, make_options, with_hand_tabs
from mazeeditor.making.plan import Making, make, plan_making
from mazeeditor.making.presets.chosen import ChosenPresets
from mazeeditor.making.sheets.drawing import SheetDrawing
from mazeeditor.making.solid import Solid
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.making.tabs.sheet_tabs import TabBoard
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_MACHINES, Page, page_options

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings

TABS_AT = "tabs_at"  # the option whose value is placed by hand
KINDS = {"machine": MACHINES, "material": MATERIALS, "lid_material": MATERIALS}


class MakeDraft:
    """The fields of the dialog, kept in the settings from one time to the next.

    ``look`` are sizes and texts of the page of the document. ``labels`` are what users read of
    machines and materials. ``tabs`` are those of the maze of the document.
    """

    def __init__(self, settings: Settings, page: Page, tabs: HandTabs) -> None:
        self.settings = settings
        self.labels = all_labels()
        self.look = FieldValues(in_section(page_options(), OF_MACHINES), asdict(page))
        own = (option for option in make_options() if option.name != TABS_AT)
        self.fields = FieldValues(map(self._with_choices, own))
        self.tabs = TabDraft(tabs)
        self.fields.update_valid(settings.making)
        self._form = FormRecord(self.fields, self.look)
        self._begun = tabs

    def record(self) -> dict[str, Any]:
        """Return what is there as JSON values, empty where it is as at the beginning."""
        moved = self.tabs.hand != self._begun
        return self._form.record() | ({TABS: self.tabs.hand.to_json()} if moved else {})

    def restore(self, record: Mapping[str, Any]) -> None:
        """Take over what is valid in a record; tabs only where they are of the same walls."""
        self._form.restore(record)
        if TABS in record:
            self.tabs.take(self._begun.like(part_of(record, TABS)))

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
        """Return a page with the look of the fields; raises ``UsageError``."""
        return replace(page, **self.look.read())

    def request(self, maze: Maze, page: Page) -> MakeRequest:
        """Return what is to be made: copies, for a worker; raises ``UsageError``."""
        options = with_hand_tabs(MakeOptions(**self.fields.read()), self.tabs.hand)
        return MakeRequest(maze.copy(), self.page(page), options)


def all_labels() -> dict[str, dict[str, str]]:
    """Return what users read of machines and materials by options and names."""
    known = {id(kind): kind.labels for kind in KINDS.values()}  # each is read once
    return {option: known[id(kind)] for option, kind in KINDS.items()}


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

    def plan(self, job: Job) -> Making:
        """Lay the parts out; raises ``UsageError``, ``MazeError`` and ``CancelledError``."""
        return plan_making(self.maze, self.page, self.options, self.presets, job)

    def write(self, path: Path, job: Job) -> tuple[list[Path], Making]:
        """Write the files; raises what ``plan`` raises."""
        return make(self.maze, path, self.page, self.options, self.presets, job)


@dataclass(frozen=True, eq=False)
class MakePreview:
    """What is drawn of a sheet, one of ``pages`` counted from 1, or a solid; or what is wrong.

    ``figures`` are lines about what it takes, ``warning`` what may go wrong. ``board`` are the tabs
    on the sheet, None where there is nothing to hold together.
    """

    drawing: SheetDrawing | Solid | None = None
    number: int = 1
    pages: int = 0
    problem: str = ""
    figures: str = ""
    warning: str = ""
    board: TabBoard | None = None

    @property
    def sheet(self) -> SheetDrawing | None:
        """The sheet, None where there is none."""
        return self.drawing if isinstance(self.drawing, SheetDrawing) else None


def draw_making(request: MakeRequest, number: int, _box: tuple[int, int], job: Job) -> MakePreview:
    """Plan, and return what is drawn of a sheet, or of the last one."""
    try:
        making = request.plan(job)
    except MazeError as problem:
        return MakePreview(problem=str(problem))
    solid, figures = making.product.solid, "\n".join(making.summary)
    if solid is not None:
        return MakePreview(solid, 1, 1, "", figures)
    number = min(number, len(making.sheets))
    sheet = making.sheets[number - 1]
    drawing = SheetDrawing.of(sheet, making.machine)
    board = TabBoard.of(sheet) if request.options.tabs == "automatic" else None
    if board:
        board.ground.prepare()  # here, in a worker
    warning = "\n".join(making.warnings)
    return MakePreview(drawing, number, len(making.sheets), "", figures, warning, board)
