"""Everything a person can ask the window to do; each file registers the commands of one menu.

    @command("undo", _("Undo"), menu="edit", order=11, keys=("Mod+Z",), icon="undo", bar=21,
             enabled=lambda window: window.document.can_undo)
    def undo(window: Window) -> None:
        '''Take back the last step.'''

That is all: menus, command bar, shortcuts and the page of shortcuts are built from it. The tens
of ``order`` and ``bar`` make groups, with a line between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from mazeeditor.registry import Registry
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

Run = Callable[["Window"], None]
T = TypeVar("T")
Asks = Callable[["Window"], bool]

# Menus by name, in the order of the menu bar.
MENUS = {
    "file": _("File"),
    "edit": _("Edit"),
    "tools": _("Tools"),
    "maze": _("Maze"),
    "solve": _("Solve"),
    "view": _("View"),
    "help": _("Help"),
}


def always(_window: Window) -> bool:
    """Answer yes."""
    return True


@dataclass(frozen=True)
class Command:
    """One thing to ask for.

    ``keys`` are chords as in ``gui/keys.py``, the first is shown. ``enabled`` says whether it can
    be asked for now, ``checked`` whether its tick is set (a dot where it is ``one_of`` several),
    ``now`` its label at the moment. ``bar`` is the place in the command bar, 0 for none; ``named``
    shows the label there too and ``primary`` the accent. ``in_play`` says that it neither changes
    nor tells anything, so that it can be asked for while the maze is played.
    """

    name: str
    label: str
    run: Run
    menu: str
    order: int
    keys: tuple[str, ...] = ()
    icon: str = ""
    bar: int = 0
    named: bool = False
    primary: bool = False
    enabled: Asks = always
    checked: Asks | None = None
    one_of: bool = False
    now: Callable[[Window], str] | None = None
    in_play: bool = False

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.run.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    def ready(self, window: Window) -> bool:
        """Whether it can be asked for now, also as far as a game goes on."""
        return (self.in_play or not window.layout.game) and self.enabled(window)

    def label_in(self, window: Window) -> str:
        """Return the label as it is at the moment: ``Undo: Erase 12 walls``."""
        return self.now(window) if self.now else self.label


COMMANDS: Registry[Command] = Registry("command", __name__)


def command(name: str, label: str, **more: Any) -> Callable[[Run], Run]:
    """Register a function of the window as a command; ``more`` are the other fields of it.

    The first line of its docstring is what people read of it.
    """

    def register(run: Run) -> Run:
        COMMANDS.add(Command(name, label, run, **more))
        return run

    return register


Items = Callable[["Window"], list[tuple[str, Callable[[], None]]]]


def unable() -> None:
    """Do nothing: the item of a submenu that does this is grey, and its label says why."""


@dataclass(frozen=True)
class Submenu:
    """A menu in a menu; ``items`` tells its labels and what they do, each time it opens."""

    name: str
    label: str
    items: Items
    menu: str
    order: int


SUBMENUS: Registry[Submenu] = Registry("submenu", __name__)


def submenu(name: str, label: str, *, menu: str, order: int) -> Callable[[Items], Items]:
    """Register a function that lists the items of a menu in a menu."""

    def register(items: Items) -> Items:
        SUBMENUS.add(Submenu(name, label, items, menu, order))
        return items

    return register


def idle(window: Window) -> bool:
    """Whether no long work runs: what changes the document waits for its end."""
    return not window.jobs.busy


def chords() -> dict[str, Command]:
    """Return every shortcut; raises ``ValueError`` where two commands want the same."""
    found: dict[str, Command] = {}
    for one in COMMANDS:
        for keys in one.keys:
            if keys in found:
                raise ValueError(f"{keys} asks for both {found[keys].name} and {one.name}")
            found[keys] = one
    return found


def in_groups(things: Iterable[T], place: Callable[[T], int]) -> list[list[T]]:
    """Return things by ``place``, in groups of equal tens."""
    groups: dict[int, list[T]] = {}
    for one in sorted(things, key=place):
        groups.setdefault(place(one) // 10, []).append(one)
    return list(groups.values())
