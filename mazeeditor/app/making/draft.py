"""What a machine is to make of the maze: the fields of Make, and what that shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import part_of
from mazeeditor.app.drafts.form_draft import TABS, FormChoice, FormDraft
from mazeeditor.app.drafts.steps import Json, Keys
from mazeeditor.app.making.objects import WORD, MadeObject, made_objects, object_making
from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.job import Job
from mazeeditor.core.options import Advanced, OnlyWhere, Option, defaults_of, in_section, values_of
from mazeeditor.core.translation import _
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import (
    JOB,
    MADE_WITH,
    MakeOptions,
    make_options,
    with_hand_tabs,
)
from mazeeditor.making.plan import ChosenPresets, MakePlan, make, plan_making
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_MACHINES, OF_SIZE, Page, page_options, with_last_size

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
EQUIPMENT = MADE_WITH  # the same for most objects
SHARED = "shared"  # the key in the settings of equipment that the object has not
HOLE_AT = "hole_at"  # the option whose value a drag changes
TABS_AT = "tabs_at"  # the option whose value is placed by hand
KINDS = {"machine": MACHINES, "material": MATERIALS, "lid_material": MATERIALS}


@dataclass(frozen=True)
class MakeChoice(FormChoice):
    """What is to be made, with the tabs that were placed by hand."""

    tabs: HandTabs

    def to_json(self) -> Json:
        """Return all of it as JSON values; tabs by the walls that they are in."""
        return {**super().to_json(), TABS: {str(self.tabs.checksum): self.tabs.places}}


class MakeDraft(FormDraft[MakeChoice]):
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
        options = (*_of_objects(), *map(self._with_choices, own))
        self._usual = defaults_of(options)
        self._left: dict[tuple[str, str], dict[str, Any]] = {}  # of objects and jobs
        self._shared: dict[str, Any] = {}  # equipment, while the object has its own
        on_page = [_on_page(option) for option in in_section(page_options(), OF_MACHINES)]
        look = values_of(on_page, page)
        super().__init__(MakeChoice(self._usual, look, tabs), options, on_page, apart=TABS)
        self.tabs = TabDraft(self.state.whole.field("tabs"))
        self._at = self.fields[OBJECT], self.fields[WHAT]
        self.fields.changed.subscribe(self._follow)
        self.fields.edited.subscribe(self._take_edit)
        self.begin_with(settings.making)
        self.used(self.state.value)
        self.steps.begin()

    def with_look(self, choice: MakeChoice, look: Mapping[str, Any]) -> MakeChoice:
        """Return a choice with other values of the page; of its sizes the last one counts."""
        return super().with_look(choice, with_last_size(choice.look, look))

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
        if any(self.page_fields[one] for one in OF_SIZE):  # whoever has chosen cells or a whole
            values.pop(OVERALL, None)
        own = {one: self._usual[one] for one in self._own_options(name)}
        job = job or (made.jobs[0] if made else self._usual[WHAT])
        return own | values | {OBJECT: name, WHAT: job}

    def is_usual(self, name: str) -> bool:
        """Whether an option has the value with which the object begins, or is of the equipment."""
        usual = self._usual | self.usual_values(*self._at)
        return name == WHAT or name in EQUIPMENT or bool(self.fields[name] == usual[name])

    @property
    def made(self) -> MadeObject | None:
        """The object that is made, None for what a job makes alone."""
        return made_objects().get(self.fields[OBJECT])

    @property
    def asks(self) -> tuple[str, ...]:
        """The names of the options that stand in front for the object."""
        return self.made.asks if self.made else ("material", "machine")

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(job for job in self.made.jobs if job in JOBS.names()) if self.made else ()

    @property
    def heading(self) -> str:
        """What is made, in the words of users."""
        return self.made.label if self.made else JOBS[self.fields[WHAT]].label

    @property
    def about(self) -> str:
        """What that is, in a sentence, "" where the program has none."""
        return self.made.about if self.made else ""

    def mend(self, values: Mapping[str, Any]) -> None:
        """Take over values that mend what may go wrong, which is one step."""
        for fields in (self.fields, self.page_fields):
            fields.update({name: values[name] for name in values if name in fields.options})

    def _own_options(self, name: str) -> list[str]:
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
            name = object_making(job)
            self.fields.update({OBJECT: name})
        self._at = name, job

    # Tabs

    @property
    def tabs_moved(self) -> bool:
        return self.state.value.tabs != self._begun.tabs

    def show_tabs(self, tabs: HandTabs) -> None:
        """Show the tabs of the document as they are now, those that it has for its walls."""
        if tabs != self._begun.tabs:
            self.steps.rebase(replace(self.state.value, tabs=tabs))
            self._begun = replace(self._begun, tabs=tabs)

    def read(self, values: Json, like: MakeChoice) -> MakeChoice:
        """Return the choice of JSON values, as far as it can still be chosen.

        Tabs of other walls, or none, leave those that there are.
        """
        choice, checksum = super().read(values, like), like.tabs.checksum
        kept, key = part_of(values, TABS), str(checksum)
        if key not in kept:
            return choice
        return replace(choice, tabs=like.tabs.like({"checksum": checksum, **part_of(kept, key)}))

    def label_of(self, keys: Keys) -> str:
        """Return what users call an option, or the tabs."""
        return _("Tabs") if keys[0] == TABS else super().label_of(keys)

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
    chosen = Option(OBJECT, str, next(iter(labels)), _("object that is made in the end"))
    word = Option(WORD, str, "", _("word in whose shape the maze is made; Enter makes it"))
    asked = OnlyWhere(lambda values: _asks_word(values[OBJECT]), _("Only for signs."), hidden=True)
    return chosen.offering({**labels, "": ""}), replace(word, only=asked)


def _asks_word(name: str) -> bool:
    made = made_objects().get(name)
    return made is not None and WORD in made.asks


def without(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _on_page(option: Option) -> Option:
    """Return an option of the page as it matters to machines: sizes above all."""
    return option if option.name == SIZE else replace(option, rare=Advanced())


def all_labels() -> dict[str, dict[str, str]]:
    """Return what users read of machines and materials by options and names."""
    known = {id(kind): kind.labels for kind in KINDS.values()}  # each is read once
    return {option: known[id(kind)] for option, kind in KINDS.items()}
