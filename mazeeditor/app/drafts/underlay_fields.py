"""The picture behind the maze of a document, to be edited."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.editing.changes.set_underlay import SetUnderlay
from mazeeditor.editing.followers import Follower
from mazeeditor.page.underlay import Underlay, underlay_options

if TYPE_CHECKING:
    from mazeeditor.editing.content import Change
    from mazeeditor.editing.document import Document


class UnderlayFields(FieldValues):
    """Place and strength of the picture; each change is a step of the document."""

    def __init__(self, document: Document) -> None:
        options = [option for option in underlay_options() if not option.file]
        super().__init__(options, asdict(document.underlay))
        self._document = document
        self.edited.subscribe(self._apply)
        document.changed.follow(Follower.UNDERLAY_FIELDS, self._follow)

    def _apply(self, name: str, value: Any) -> None:
        self.replace(replace(self._document.underlay, **{name: value}))

    def replace(self, after: Underlay) -> None:
        """Change all of it as one step."""
        before = self._document.underlay
        if after != before:
            self._document.apply(SetUnderlay(before, after))

    def _follow(self, _change: Change) -> None:
        values = asdict(self._document.underlay)
        self.update({name: values[name] for name in self.values})
