"""The step that keeps the tabs that were placed by hand for what machines make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.edits import SetPart

TabValues = Mapping[str, Any]  # plain JSON values, as projects hold them


class SetTabs(SetPart[TabValues]):
    """Place tabs by hand, or let them be automatic again."""

    def __init__(self, after: TabValues) -> None:
        """Prepare to put ``after`` in the place of the tabs of the document."""
        super().__init__(_("Place tabs"), after, ("tabs",), sum(map(len, map(str, after.values()))))

    def swap(self, content: Content) -> Change:
        """Exchange the tabs."""
        self._other, content.tabs = content.tabs, self._other
        return Change(tabs=self._other != content.tabs)
