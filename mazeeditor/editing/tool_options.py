"""What the bar above the canvas offers of a tool, declared by its modes.

::

    | [icon Add][icon Erase]    Width - 3 +    Symmetry: None v         Shift: straight   Alt: ... |
      modes                     Size           Menu                     keys that can be held

Each option is plain data: the bar makes the widgets, the toolbox keeps the values.
"""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.core.translation import _


@dataclass(frozen=True)
class Value:
    """One of the values of a choice: what a gesture reads, what users read, and a picture."""

    name: str
    label: str
    icon: str
    hint: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several ``values``; all modes of a tool with this choice share what is chosen.

    ``shift`` and ``alt`` are the values that hold while Shift, or Alt or Ctrl, is held.
    """

    name: str
    label: str
    values: tuple[Value, ...]
    shift: str = ""
    alt: str = ""


@dataclass(frozen=True)
class Size:
    """How many cells the tool takes at once: ``Gesture.size``, changed by ``Gesture.resize``."""

    label: str


@dataclass(frozen=True)
class Button:
    """A button for a command, by its name, with the name and the picture that it has here."""

    command: str
    label: str
    icon: str


@dataclass(frozen=True)
class Menu:
    """A button that opens a submenu of the menu bar, by its name; it shows what is chosen there."""

    submenu: str
    label: str
    icon: str


@dataclass(frozen=True)
class Commands:
    """A button that opens the commands of a menu of the menu bar, by its name."""

    menu: str
    label: str
    icon: str


ToolOption = Choice | Size | Button | Menu | Commands

WIDTH = Size(_("Width"))
SYMMETRY = Menu("symmetries", _("Symmetry"), "symmetry")
