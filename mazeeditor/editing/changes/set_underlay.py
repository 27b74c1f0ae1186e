"""The step that puts another picture behind the maze, or moves it."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.edits import Edit, SetPart
from mazeeditor.editing.history import OVERHEAD
from mazeeditor.page.underlay import Underlay


class SetUnderlay(SetPart[Underlay]):
    """Trace another picture, or see it elsewhere."""

    def __init__(self, before: Underlay, after: Underlay) -> None:
        """Prepare to put ``after`` in the place of ``before``, that of the document."""
        changed = {name for name in vars(before) if getattr(before, name) != getattr(after, name)}
        name = _("Move underlay") if changed <= {"left", "top"} else _("Change underlay")
        if not after.picture:
            name = _("Remove underlay")
        elif before.picture != after.picture:
            name = _("Choose underlay")
        same = before.picture is after.picture
        held = 0 if same else max(len(before.picture), len(after.picture))
        super().__init__(name, after, changed, held)

    @classmethod
    def of(cls, name: str, underlay: Underlay) -> SetUnderlay:
        """Return the step of that name that puts ``underlay`` in; it merges with no later one."""
        edit = cls(underlay, underlay)
        edit.name, edit.size = name, OVERHEAD + len(underlay.picture)
        return edit

    def swap(self, content: Content) -> Change:
        """Exchange the underlays."""
        self._other, content.underlay = content.underlay, self._other
        return Change(underlay=self._other != content.underlay)

    def merge(self, later: Edit) -> bool:
        """Take in a later change of the same fields; another picture is a step of its own."""
        return "picture" not in self.changed and super().merge(later)
