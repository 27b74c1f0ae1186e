"""The tools of the tool bar next to the canvas; each file registers one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.editing.tools.gesture import Gesture


@dataclass(frozen=True, kw_only=True)
class Tool(Entry[Callable[[], Gesture]]):
    """A registered tool.

    ``run()`` returns it ready for use. ``key`` is a chord such as ``W``, ``icon`` the name of a
    picture, ``hint`` the line that the status bar shows while the tool is chosen, ``enter`` what it
    says of Enter while the cell cursor is used. With ``pans`` the view moves with the pointer,
    which is the canvas's to do, and the gesture does nothing. One with ``closeup`` changes single
    walls, which can only be seen in a close-up. With ``clicks`` a click may begin what the next
    clicks go on with: the gesture stays busy. Escape takes the tool named ``escape_to`` in its
    place, where there is one and nothing else is to be ended first.
    """

    key: str
    icon: str
    hint: str
    enter: str = ""
    pans: bool = False
    closeup: bool = False
    clicks: bool = False
    escape_to: str = ""

    @property
    def summary(self) -> str:
        """One line for users."""
        return self.hint

    @property
    def hint_for_keys(self) -> str:
        """What keys do at the cell cursor."""
        return "; ".join(filter(None, [_("Shift+arrow toggles a wall"), self.enter]))


TOOLS: Registry[Tool] = Registry("tool", __name__)
tool = TOOLS.decorator(Tool)
