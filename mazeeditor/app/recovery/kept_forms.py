"""What was typed into Sheet and Make and is not printed or made yet: also once they are closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.editing.content import Change
    from mazeeditor.editing.document import Document

SHEET, MAKE = "sheet", "make"
LABELS = {SHEET: _("Sheet"), MAKE: _("Make")}  # for users
FIELDS, LOOK, TABS = "fields", "look", "tabs"  # keys of a record


class FormDraft(Protocol):
    """The values of a form, which can be written down and taken over again."""

    def record(self) -> dict[str, Any]:
        """Return what is there as JSON values, empty where it is as at the beginning."""

    def restore(self, record: Mapping[str, Any]) -> None:
        """Take over what is valid in a record."""


class KeptForms:
    """The records of the forms of a document by their names; ``changed`` is notified of others.

    A form that is shown is asked for its record, so what is typed at the moment is part of it.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.changed: Listeners[[]] = Listeners()
        self._records: dict[str, dict[str, Any]] = {}
        self._shown: dict[str, FormDraft] = {}

    @contextmanager
    def shown(self, name: str, draft: FormDraft) -> Iterator[None]:
        """Let a draft take over what was left of it, and keep what it has in the end."""
        draft.restore(self._records.get(name, {}))
        self._shown[name] = draft
        try:
            yield
        finally:
            del self._shown[name]
            self._records[name] = draft.record()
            self.changed.notify()

    def forget(self, name: str) -> None:
        """Keep nothing of a form any more: it was printed or made."""
        self._records.pop(name, None)
        self.changed.notify()

    def take(self, records: Mapping[str, Any]) -> None:
        """Take over the records of a process that has crashed."""
        self._records |= {name: dict(part_of(records, name)) for name in records}
        self.changed.notify()

    def follow(self, change: Change) -> None:
        """Drop what belongs to the page and the walls of another document."""
        if change.maze and change.file:
            for record in self._records.values():
                record.pop(LOOK, None)
                record.pop(TABS, None)
        if change.file:
            self.changed.notify()

    # What a snapshot is taken of

    @property
    def name(self) -> str:
        """The name of the document."""
        return self._document.name

    @property
    def path(self) -> Path | None:
        """The file of the document."""
        return self._document.path

    @property
    def file_state(self) -> FileState | None:
        """What that was when it was read or written last."""
        return self._document.file_state

    def unsaved_values(self) -> dict[str, Any]:
        """Return the records that are not empty."""
        now = {name: draft.record() for name, draft in self._shown.items()}
        return {name: record for name, record in (self._records | now).items() if record}


class FormRecord:
    """Writes down the fields of a form, and those changed of a page, the ``look``."""

    def __init__(self, fields: FieldValues, look: FieldValues) -> None:
        """Note the values that a form begins with; let Escape leave what is typed in it."""
        self._fields, self._look = fields, look
        self._before, self._page = dict(fields.values), dict(look.values)
        fields.escape_keeps = look.escape_keeps = True

    def record(self) -> dict[str, Any]:
        """Return what is there, empty where nothing was changed.

        Of the page only what was changed: the rest may be another one when it is taken over.
        """
        result: dict[str, Any] = {}
        if self._fields.values != self._before or self._fields.texts:
            result[FIELDS] = self._fields.record()
        if self._look.values != self._page or self._look.texts:
            result[LOOK] = self._look.record(self._page)
        return result

    def restore(self, record: Mapping[str, Any]) -> None:
        """Take over what is valid in a record."""
        if FIELDS in record:
            self._fields.restore(record[FIELDS])
        if LOOK in record:
            self._look.restore(record[LOOK])
