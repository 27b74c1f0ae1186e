"""What a machine is to make of the maze: the fields of the dialog, kept between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft
from mazeeditor.app.making.preview import MakeRequest
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.app.recovery.kept_forms import TABS, FormRecord
from mazeeditor.core.options import Option, in_section
from mazeeditor.making.options import MakeOptions, make_options, with_hand_tabs
from mazeeditor.making.tabs.places import HandTabs
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
