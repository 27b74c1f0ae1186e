"""What a machine is to make of the maze: the fields of Make, and what that shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.app.drafts.form_draft import TABS, FormDraft, FormState
from mazeeditor.app.making.objects import WORD, made_objects, object_making
from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.job import Job
from mazeeditor.core.options import OnlyWhere, Option, Rare, in_section
from mazeeditor.core.translation import _
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import JOB, MakeOptions, make_options, with_hand_tabs
from mazeeditor.making.plan import ChosenPresets, MakePlan, make, plan_making
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_MACHINES, Page, page_options

if TYPE_CHECKING:
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


SIZE = "cell"  # of the page
OBJECT, WHAT = "object", "job"  # the options that decide which others matter
OVERALL = "overall"  # the first question
EQUIPMENT = "machine", "material", "thickness", "kerf"  # the same for most objects
SHARED = "shared"  # the key in the settings of equipment that the object has not
TABS_AT = "tabs_at"  # the option whose value is placed by hand
KINDS = {"machine": MACHINES, "material": MATERIALS, "lid_material": MATERIALS}


class MakeDraft(FormDraft):
    """The fields of Make, kept in the settings from one time to the next.

    ``page_fields`` are sizes and texts of the page of the document. ``labels`` are what users read
    of machines and materials. ``tabs`` are those of the maze of the document.

    Each object has its own values of what is to be made, as they were left: those of one may be of
    no use to another. Machine and material are the same for all, but for objects that name theirs.
    """

    def __init__(self, settings: Settings, page: Page, tabs: HandTabs) -> None:
        self.settings = settings
        self.labels = all_labels()
        own = (option for option in make_options() if option.name != TABS_AT)
        fields = FieldValues((*_of_objects(), *map(self._with_choices, own)))
        self._usual = dict(fields.values)
        self._left: dict[tuple[str, str], dict[str, Any]] = {}  # of objects and jobs
        self._shared: dict[str, Any] = {}  # equipment, while the object has its own
        self.tabs, self._begun = TabDraft(tabs), tabs
        on_page = FieldValues(map(_on_page, in_section(page_options(), OF_MACHINES)), asdict(page))
        super().__init__(fields, on_page, apart=TABS_AT)
        self._at = fields[OBJECT], fields[WHAT]
        fields.changed.subscribe(self._follow)
        fields.edited.subscribe(self._take_edit)
        self.begin_with(settings.making)
        self._before = dict(fields.values)
        self.steps.begin()
        self.tabs.changed.subscribe(self.changed.notify)

    # Objects

    def begin_with(self, values: Mapping[str, Any]) -> None:
        """Show what the settings have kept, or the first object where that is nothing."""
        if values:
            shared = values.get(SHARED)
            self._shared = dict(shared) if isinstance(shared, Mapping) else {}
            self.fields.reset(values)
        else:
            self.fields.reset(self.usual_values(next(iter(made_objects()))))

    def usual_values(self, name: str, job: str = "") -> dict[str, Any]:
        """Return the values with which an object begins, made by a job of it: of all its options.

        Options of the equipment are among them where the object names its own.
        """
        made = made_objects().get(name)
        values = dict(made.values) if made else {}
        if self.page_fields[SIZE] is not None:  # whoever has chosen cells has chosen the size
            values.pop(OVERALL, None)
        own = {one: self._usual[one] for one in self._own_options(name)}
        job = job or (made.jobs[0] if made else self._usual[WHAT])
        return own | values | {OBJECT: name, WHAT: job}

    def is_usual(self, name: str) -> bool:
        """Whether an option has the value with which the object begins, or is of the equipment."""
        usual = self._usual | self.usual_values(*self._at)
        return name == WHAT or name in EQUIPMENT or bool(self.fields[name] == usual[name])

    @property
    def asks(self) -> tuple[str, ...]:
        """The names of the options that stand in front for the object."""
        made = made_objects().get(self.fields[OBJECT])
        return made.asks if made else ("material", "machine")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The jobs that make the object."""
        made = made_objects().get(self.fields[OBJECT])
        return tuple(job for job in made.jobs if job in JOBS.names()) if made else ()

    @property
    def heading(self) -> str:
        """What is made, in the words of users."""
        made = made_objects().get(self.fields[OBJECT])
        return made.label if made else JOBS[self.fields[WHAT]].label

    @property
    def about(self) -> str:
        """What that is, in a sentence, "" where the program has none."""
        made = made_objects().get(self.fields[OBJECT])
        return made.about if made else ""

    def mend(self, values: Mapping[str, Any]) -> None:
        """Take over values that mend what may go wrong, which is one step."""
        for fields in (self.fields, self.page_fields):
            fields.update({name: values[name] for name in values if name in fields.options})

    def _own_options(self, name: str) -> list[str]:
        """Return the names of the options that an object has for itself."""
        own = [option.name for option in in_section(make_options(), JOB) if option.name != WHAT]
        made = made_objects().get(name)
        brings = made is not None and not made.values.keys().isdisjoint(EQUIPMENT)
        return [*(one for one in own if one != TABS_AT), "copies", *(EQUIPMENT if brings else ())]

    def _take_edit(self, name: str, value: Any) -> None:
        """Show an object as it was left, or as it begins; or another job of the same."""
        if name == OBJECT and value != self._at[0]:
            usual = made_objects()[value].jobs[0]
            job = next((job for one, job in reversed(self._left) if one == value), usual)
            self._go_to(value, job)
        elif name == WHAT and value != self._at[1]:
            made = made_objects().get(self._at[0])
            stays = made is not None and value in made.jobs
            self._go_to(self._at[0] if stays else object_making(value), value)

    def _go_to(self, name: str, job: str) -> None:
        before, values = self._at, self.fields.values
        own, new = self._own_options(before[0]), self._own_options(name)
        self._left.pop(before, None)
        self._left[before] = {one: values[one] for one in own}  # behind the others: the last one
        if "machine" not in own:
            self._shared = {one: values[one] for one in EQUIPMENT}
        shown = {} if "machine" in new else self._usual_equipment() | self._shared
        shown |= self.usual_values(name, job) | self._left.get((name, job), {})
        for one in new:
            self.fields.uncommitted.pop(one, None)
        self._at = name, job
        self.fields.update_valid(shown)

    def _usual_equipment(self) -> dict[str, Any]:
        return {one: self._usual[one] for one in EQUIPMENT}

    def _follow(self) -> None:
        """Name the object of the job, where values came from elsewhere."""
        name, job = self.fields[OBJECT], self.fields[WHAT]
        made = made_objects().get(name)
        if made is None or job not in made.jobs:
            name = self.fields.values[OBJECT] = object_making(job)
        self._at = name, job

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
        if option.name == OVERALL:
            return replace(option, own_label=_("How large"))
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
        values = self.fields.values
        kept = {name: value for name, value in values.items() if value != self._usual[name]}
        kept[OBJECT] = values[OBJECT]
        if self._shared and "machine" in self._own_options(values[OBJECT]):
            kept[SHARED] = self._shared
        self.settings.making = kept

    def page(self, page: Page) -> Page:
        """Return a page with the values of the fields; raises ``UsageError``."""
        return replace(page, **self.page_fields.read())

    def request(self, maze: Maze, page: Page) -> MakeRequest:
        """Return what is to be made: copies, for a worker; raises ``UsageError``."""
        values = without(self.fields.read(), OBJECT, WORD)
        options = with_hand_tabs(MakeOptions(**values), self.tabs.hand)
        return MakeRequest(maze.copy(), self.page(page), options)


def _of_objects() -> tuple[Option, Option]:
    """Return the options of Make that are none of what is planned: the object, and a word."""
    labels = {each.name: each.label for each in made_objects().values()}
    chosen = Option(OBJECT, str, next(iter(labels)), _("what is made in the end"))
    word = Option(WORD, str, "", _("the maze is made in the shape of this word; Enter makes it"))
    asked = OnlyWhere(lambda values: _asks_word(values[OBJECT]), _("Only for signs."), hidden=True)
    return chosen.offering({**labels, "": ""}), replace(word, only=asked)


def _asks_word(name: str) -> bool:
    made = made_objects().get(name)
    return made is not None and WORD in made.asks


def without(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return values without some of them."""
    return {name: value for name, value in values.items() if name not in names}


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
