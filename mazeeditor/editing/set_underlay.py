"""The step that puts another picture behind the maze, or moves it."""

from __future__ import annotations

from mazeeditor.drawing.underlay import Underlay
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.edits import OVERHEAD, Edit
from mazeeditor.translation import _


class SetUnderlay(Edit):
    """Trace another picture, or see it elsewhere; moving it further is the same step."""

    def __init__(self, before: Underlay, after: Underlay) -> None:
        """Prepare to put ``after`` in the place of ``before``, that of the document."""
        self.changed = {
            name for name in vars(before) if getattr(before, name) != getattr(after, name)
        }
        self.name = _("Move underlay") if self.changed <= {"left", "top"} else _("Change underlay")
        if not after.picture:
            self.name = _("Remove underlay")
        elif before.picture != after.picture:
            self.name = _("Choose underlay")
        self._shown, self._other = after, after
        if before.picture is not after.picture:
            self.size = OVERHEAD + max(len(before.picture), len(after.picture))

    @classmethod
    def of(cls, name: str, underlay: Underlay) -> SetUnderlay:
        """Return the step of that name that puts ``underlay`` in; it merges with no later one."""
        edit = cls(underlay, underlay)
        edit.name, edit.size = name, OVERHEAD + len(underlay.picture)
        return edit

    @property
    def other(self) -> Underlay:
        """The underlay that ``swap`` would put in."""
        return self._other

    def swap(self, content: Content) -> Change:
        """Exchange the underlays."""
        self._other, content.underlay = content.underlay, self._other
        return Change(underlay=self._other != content.underlay)

    def merge(self, later: Edit) -> bool:
        """Take in a change of the same fields: what they were before is held here."""
        if not isinstance(later, SetUnderlay) or later.changed != self.changed:
            return False
        if "picture" in self.changed:
            return False
        self._shown = later._shown
        return True

    @property
    def void(self) -> bool:
        """Whether the underlay is what it was."""
        return self._shown == self._other
