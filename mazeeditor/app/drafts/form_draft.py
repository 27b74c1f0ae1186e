"""What is typed and chosen in Sheets or Make: kept until it was used, and undone step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mazeeditor.app.drafts.field_values import (
    NOTHING_DERIVED,
    Derived,
    FieldValues,
    part_of,
    valid_values,
)
from mazeeditor.app.drafts.state import State
from mazeeditor.app.drafts.steps import Json, Keys, Steps
from mazeeditor.core.options import values_of

if TYPE_CHECKING:
    from mazeeditor.core.options import Option
    from mazeeditor.page.page import Page

# keys of a record, as in files
FIELDS, PAGE, TABS, CARD, STEPS = "fields", "look", "tabs", "card", "steps"
VALUES, TEXTS = "values", "texts"
OF_THE_MAZE = PAGE, TABS, STEPS  # what is of one document


@dataclass(frozen=True)
class FormChoice:
    """What is chosen in a form: its own values, and some of the page of the document."""

    fields: Mapping[str, Any]
    look: Mapping[str, Any]

    def to_json(self) -> Json:
        return {FIELDS: self.fields, PAGE: self.look}


C = TypeVar("C", bound=FormChoice)


class FormDraft(Generic[C]):
    """A choice with its steps; ``fields`` and ``page_fields`` are what forms are bound to.

    ``derived`` says which of ``fields`` follow from something else.

    Each change of what has the key ``apart`` is a step of its own. ``changed`` is notified of every
    change. Escape leaves what is typed in the fields.
    """

    def __init__(
        self,
        choice: C,
        fields: Iterable[Option],
        look: Iterable[Option],
        *,
        apart: str = "",
        derived: Derived = NOTHING_DERIVED,
    ) -> None:
        self.state = State(choice)
        self._begun = choice  # which need not be kept
        self.changed = self.state.changed
        part = self.state.part(self.fields_of, self.with_fields)
        self.fields = FieldValues(fields, part=part, derived=derived)
        self.page_fields = FieldValues(look, part=self.state.part(self.look_of, self.with_look))
        self.fields.escape_keeps = self.page_fields.escape_keeps = True
        self.steps: Steps[C] = Steps(self.state, self.read, self.label_of, apart)

    # The parts that the forms show

    def fields_of(self, choice: C) -> Mapping[str, Any]:
        """Return the values of ``fields``."""
        return choice.fields

    def with_fields(self, choice: C, fields: Mapping[str, Any]) -> C:
        """Return a choice with other values of ``fields``."""
        return replace(choice, fields=fields)

    def look_of(self, choice: C) -> Mapping[str, Any]:
        """Return the values of ``page_fields``."""
        return choice.look

    def with_look(self, choice: C, look: Mapping[str, Any]) -> C:
        """Return a choice with other values of ``page_fields``."""
        return replace(choice, look=look)

    # The page of the document

    def page_look(self, page: Page) -> dict[str, Any]:
        """Return what ``page_fields`` have of a page."""
        return values_of(self.page_fields.options.values(), page)

    def show_page(self, page: Page) -> None:
        """Show the page of the document as it is now; that is no step."""
        look = self.page_look(page)
        self.steps.rebase(replace(self.state.value, look=look))
        self._begun = replace(self._begun, look=look)

    # Records, which are kept while the form is not shown and after a crash

    def record(self) -> dict[str, Any]:
        """Return what is there as JSON values, empty if it is as at the beginning.

        Of the page only what was changed: the rest may be another one when it is taken over.
        """
        choice, begun = self.state.value, self._begun
        texts, page_texts = self.fields.texts, self.page_fields.texts
        if choice == begun and not texts and not page_texts:
            return {}
        result = dict(choice.to_json())
        look = {name: value for name, value in choice.look.items() if value != begun.look[name]}
        result[FIELDS] = {VALUES: dict(choice.fields), TEXTS: texts}
        result[PAGE] = {VALUES: look, TEXTS: page_texts}
        return result | {STEPS: self.steps.to_json()}

    def used(self, choice: C) -> None:
        """Count a choice as the beginning: it was printed or made, and need not be kept."""
        self._begun = choice

    def take(self, record: Mapping[str, Any]) -> list[str]:
        """Take over what is valid in a record; return what is said of files that it names."""
        self.steps.rebase(self.with_record(record))
        self.steps.restore(record.get(STEPS))
        said = []
        for fields, key in ((self.fields, FIELDS), (self.page_fields, PAGE)):
            kept = part_of(record, key)
            said += fields.left_out(part_of(kept, VALUES))
            fields.restore_texts(part_of(kept, TEXTS))
        return said

    def with_record(self, record: Mapping[str, Any]) -> C:
        """Return the choice as it is now with what is valid in a record."""
        values = {key: part_of(part_of(record, key), VALUES) for key in (FIELDS, PAGE)}
        return self.read({**record, **values}, self.state.value)

    # Steps

    def read(self, values: Json, like: C) -> C:
        """Return the choice of what its ``to_json`` returned, as far as it can still be chosen."""
        fields = valid_values(self.fields.options.values(), part_of(values, FIELDS))
        look = valid_values(self.page_fields.options.values(), part_of(values, PAGE))
        return replace(like, fields={**like.fields, **fields}, look={**like.look, **look})

    def label_of(self, keys: Keys) -> str:
        """Return what users call what stands at some keys."""
        return (self.fields.options | self.page_fields.options)[keys[-1]].label
