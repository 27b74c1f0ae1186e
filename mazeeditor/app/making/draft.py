"""What a machine is to make of the maze: the fields of the dialog, kept between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.app.drafts.form_draft import TABS, FormDraft, FormState
from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft
from mazeeditor.app.making.preview import MakeRequest
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.core.options import Option, in_section
from mazeeditor.core.translation import _
from mazeeditor.making.options import MakeOptions, make_options, with_hand_tabs
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_MACHINES, Page, page_options

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings

TABS_AT = "tabs_at"  # the option whose value is placed by hand
KINDS = {"machine": MACHINES, "material": MATERIALS, "lid_material": MATERIALS}


class MakeDraft(FormDraft):
    """The fields of the dialog, kept in the settings from one time to the next.

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
        super().__init__(fields, FieldValues(in_section(page_options(), OF_MACHINES), asdict(page)))
        self.tabs.changed.subscribe(self.changed.notify)

    def record_more(self) -> dict[str, Any]:
        """Return the tabs where they are not as at the beginning."""
        return {TABS: self.tabs.hand.to_json()} if self.tabs.hand != self._begun else {}

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
        self.tabs.go_back_to(state.more)

    def differences(self, before: FormState, now: FormState) -> list[str]:
        """Return the names of the options that differ, and of the tabs."""
        moved = [TABS_AT] if before.more != now.more else []
        return [*super().differences(before, now), *moved]

    def label_of(self, name: str) -> str:
        """Return what users call an option, or the tabs."""
        return _("Tabs") if name == TABS_AT else super().label_of(name)

    def goes_on(self, name: str) -> bool:
        """Whether another change soon after belongs to the same step: each tab has one."""
        return name != TABS_AT

    def patch(self, before: FormState, now: FormState) -> dict[str, Any]:
        """Return the values of ``before`` that are others in ``now``."""
        moved = before.more != now.more
        return super().patch(before, now) | ({TABS: before.more.to_json()} if moved else {})

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


def all_labels() -> dict[str, dict[str, str]]:
    """Return what users read of machines and materials by options and names."""
    known = {id(kind): kind.labels for kind in KINDS.values()}  # each is read once
    return {option: known[id(kind)] for option, kind in KINDS.items()}
