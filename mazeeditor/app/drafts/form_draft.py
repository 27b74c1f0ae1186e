"""What is typed and chosen in Sheets or Make: kept until it was used, and undone step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.drafts.field_values import FieldValues, checked, part_of
from mazeeditor.app.drafts.step_recorder import StepRecorder
from mazeeditor.core.listeners import Listeners

if TYPE_CHECKING:
    from mazeeditor.page.page import Page

# keys of a record, as in files
FIELDS, PAGE, TABS, CARD, STEPS = "fields", "look", "tabs", "card", "steps"
OF_THE_MAZE = PAGE, TABS, STEPS  # what is of one document


class FormState(NamedTuple):
    """The values of a form at one moment; ``more`` is what a kind of form has besides."""

    fields: dict[str, Any]
    page: dict[str, Any]
    more: Any = None


class FormDraft:
    """The ``fields`` of a form, and with ``page_fields`` some of the page of the document.

    ``changed`` is notified of every change; ``steps`` makes it undoable, see there for ``apart``.
    Escape leaves what is typed in the fields.
    """

    def __init__(self, fields: FieldValues, page_fields: FieldValues, apart: str = "") -> None:
        self.fields, self.page_fields = fields, page_fields
        self.changed: Listeners[[]] = Listeners()
        self._before, self._page = dict(fields.values), dict(page_fields.values)
        for each in (fields, page_fields):
            each.escape_keeps = True
            each.changed.subscribe(self.changed.notify)
        self.steps: StepRecorder[FormState] = StepRecorder(self, apart)

    # Records, which are kept while the form is not shown and after a crash

    def record(self) -> dict[str, Any]:
        """Return what is there as JSON values, empty where it is as at the beginning.

        Of the page only what was changed: the rest may be another one when it is taken over.
        """
        result: dict[str, Any] = {}
        if self.fields.values != self._before or self.fields.texts:
            result[FIELDS] = self.fields.record()
        if self.page_fields.values != self._page or self.page_fields.texts:
            result[PAGE] = self.page_fields.record(self._page)
        result |= self.record_more()
        return result | {STEPS: self.steps.to_json()} if result else {}

    def used(self, state: FormState) -> None:
        """Count a state as the beginning: it was printed or made, and need not be kept."""
        self._before, self._page = dict(state.fields), dict(state.page)

    def show_page(self, page: Page) -> None:
        """Show the page of the document as it is now; the steps lead away from that."""
        look = {name: getattr(page, name) for name in self.page_fields.options}
        fields = self.fields_for(page)
        if fields or look != self.page_fields.values:
            steps = self.steps.to_json()
            self.fields.update(fields)
            self.page_fields.update(look)
            self.steps.restore(steps)
        self._before |= fields
        self._page = look

    def fields_for(self, page: Page) -> dict[str, Any]:  # noqa: ARG002 - forms of sheets need it
        """Return the fields that follow the page of the document, where they are others by it."""
        return {}

    def record_more(self) -> dict[str, Any]:
        """Return what a kind of form has besides, empty where it is as at the beginning."""
        return {}

    def take(self, record: Mapping[str, Any]) -> list[str]:
        """Take over what is valid in a record; return what is said of files that it names."""
        if FIELDS in record:
            self.fields.restore(record[FIELDS])
        if PAGE in record:
            self.page_fields.restore(record[PAGE])
        self.take_more(record)
        self.steps.restore(record.get(STEPS))
        self.fields.restore_texts(record.get(FIELDS))
        self.page_fields.restore_texts(record.get(PAGE))
        forms = (self.fields, record.get(FIELDS)), (self.page_fields, record.get(PAGE))
        return [text for fields, values in forms for text in fields.left_out(values)]

    def take_more(self, record: Mapping[str, Any]) -> None:
        """Take over what is valid of what a kind of form has besides."""

    # Steps

    def state(self) -> FormState:
        """Return all values, as a copy."""
        return FormState(dict(self.fields.values), dict(self.page_fields.values))

    def restore(self, state: FormState) -> None:
        """Take over the values of a state, those that can still be chosen."""
        for fields, values in ((self.fields, state.fields), (self.page_fields, state.page)):
            if fields.values != values:
                fields.update_valid(values)

    def differences(self, before: FormState, now: FormState) -> list[str]:
        """Return the names of the options that differ."""
        return [*_differing(before.fields, now.fields), *_differing(before.page, now.page)]

    def label_of(self, name: str) -> str:
        """Return what users call an option."""
        return (self.fields.options | self.page_fields.options)[name].label

    def patch(self, before: FormState, now: FormState) -> dict[str, Any]:
        """Return the values of ``before`` that are others in ``now``."""
        return {
            FIELDS: _differing(before.fields, now.fields),
            PAGE: _differing(before.page, now.page),
        }

    def patched(self, state: FormState, patch: dict[str, Any]) -> FormState:
        """Return a state with the values of a patch; raises anything where these are invalid."""
        fields = checked(self.fields.options.values(), part_of(patch, FIELDS))
        page = checked(self.page_fields.options.values(), part_of(patch, PAGE))
        return state._replace(fields=state.fields | fields, page=state.page | page)


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in before.items() if value != now[name]}
