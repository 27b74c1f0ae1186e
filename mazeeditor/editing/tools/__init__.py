"""The tools of the strip beside the canvas; each file registers one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from mazeeditor.editing.gesture import Gesture
from mazeeditor.registry import Registry

G = TypeVar("G", bound=type[Gesture])


@dataclass(frozen=True)
class Tool:
    """A registered tool.

    ``make()`` returns it ready for use. ``key`` is a chord such as ``W``, ``icon`` the name of a
    picture, ``hint`` the line that the status bar shows while the tool is chosen. With ``pans`` the
    view moves with the pointer, which is the canvas's to do, and the gesture does nothing.
    """

    name: str
    label: str
    make: Callable[[], Gesture]
    key: str
    icon: str
    hint: str
    pans: bool = False
    order: int = 100

    @property
    def summary(self) -> str:
        """One line for people."""
        return self.hint


TOOLS: Registry[Tool] = Registry("tool", __name__)


def tool(
    name: str, label: str, *, key: str, icon: str, hint: str, pans: bool = False, order: int = 100
) -> Callable[[G], G]:
    """Register a ``Gesture`` class under ``name``."""

    def register(gesture: G) -> G:
        TOOLS.add(Tool(name, label, gesture, key, icon, hint, pans, order))
        return gesture

    return register
