"""What was typed into Sheet and Make and is not printed or made yet: also once they are closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import part_of
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.drafts.form_draft import FormDraft
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.editing.content import Change
    from mazeeditor.editing.document import Document

SHEET, MAKE = "sheet", "make"
LABELS = {SHEET: _("Sheet"), MAKE: _("Make")}  # for users


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
        draft.take(self._records.get(name, {}))
        self._shown[name] = draft
        end = draft.steps.changed.subscribe(self.changed.notify)
        try:
            yield
        finally:
            end()
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
        if self._records and change.maze and change.file:
            from mazeeditor.app.drafts.form_draft import OF_THE_MAZE  # who has records has it

            for record in self._records.values():
                for key in OF_THE_MAZE:
                    record.pop(key, None)
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
