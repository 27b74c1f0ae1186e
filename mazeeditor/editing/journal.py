"""What a document tells of each change, so that it can be done again after a crash.

::

    apply     DO               a step more
              MERGE            the step before goes on (a page option that is moved further)
              MERGE_AWAY       the step before is taken back by that
    stroke    TOGGLE ... END   walls while a drag goes on; in the end they are one step
              TOGGLE ... CANCEL
    undo      UNDO
    redo      REDO
    open      OTHER            what cannot be done again from here: another file, what is saved
"""

from __future__ import annotations

from typing import Any, Protocol

from mazeeditor.editing.content import Content
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.history import EditOperation


class Journal(Protocol):
    """Follows the operations of a document."""

    def plan(self, edit: Edit, content: Content, /) -> Any:
        """Return what is needed to do an edit again, just before it changes ``content``."""

    def note(self, operation: EditOperation, details: Any = None, /) -> None:
        """Note what was done: ``details`` are what ``plan`` returned, or walls int64[k]."""


class _NoJournal:
    def plan(self, _edit: Edit, _content: Content, /) -> None:
        pass

    def note(self, _operation: EditOperation, _details: object = None, /) -> None:
        pass


NO_JOURNAL: Journal = _NoJournal()
