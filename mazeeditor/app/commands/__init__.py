"""What the user can ask for of mazes, files and jobs; each file registers commands of one menu.

    @command("undo", _("Undo"), menu="edit", order=11, keys=("Mod+Z",), icon="undo", bar=21,
             enabled=lambda workspace: workspace.document.can_undo)
    def undo(workspace: Workspace) -> None:
        '''Take back the last step.'''

That is all: menus, command bar, shortcuts and the page of shortcuts are built from it. The tens
of ``order`` and ``bar`` make groups, with a line between them. A front end adds the commands that
concern its view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from mazeeditor.app.workspace import Workspace
from mazeeditor.core.errors import MazeError
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _

T = TypeVar("T")
BUSY = _("Not while a job runs: wait for its end, or cancel it.")
PLAYING = _("Not while you play: leave the game first.")
# What a right click can be on, the most exact first.
PLACES = (
    *("opening", "wall", "cell", "maze", "overview", "rulers"),
    *("tools", "bar", "make", "solve", "page", "inspect", "panel", "status"),
)
Run = Callable[[Workspace], None]
Test = Callable[[Workspace], bool]


def always(_workspace: Workspace) -> bool:
    """Return True."""
    return True


@dataclass(frozen=True, kw_only=True)
class Command(Entry[Run]):
    """A command.

    ``keys`` are chords as in ``gui/desktop/keys.py``, the first is shown; users can change them,
    see ``Shortcuts``. ``enabled`` returns whether it can be used now, ``reason`` says why where it
    cannot, ``checked`` whether its tick is set (a dot where it is ``one_of`` several), ``now``
    its label at the moment. Those of a ``group`` stand under its name in a menu of their own, as
    menus must not be higher than small screens. ``places`` name what a right click offers it on,
    see ``PLACES``. ``bar`` is the place in the command bar, 0 for none; there ``named`` shows the
    label too, and ``primary`` the accent colour. One with ``in_play`` neither changes the maze nor
    reveals anything of it, so it can be used during a game.
    """

    menu: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    bar: int = 0
    named: bool = False
    primary: bool = False
    enabled: Test = always
    reason: str = ""
    places: tuple[str, ...] = ()
    checked: Test | None = None
    one_of: bool = False
    now: Callable[[Workspace], str] | None = None
    in_play: bool = False
    group: str = ""

    @property
    def summary(self) -> str:
        """One line for users, as tooltips have it: without a full stop."""
        return super().summary.rstrip(".")

    def ready(self, workspace: Workspace) -> bool:
        """Whether it can be used now."""
        return (self.in_play or not workspace.playing) and self.enabled(workspace)

    def why_not(self, workspace: Workspace) -> str:
        """Return why it cannot be used now, "" where it can."""
        if self.ready(workspace):
            return ""
        if workspace.playing and not self.in_play:
            return PLAYING
        return BUSY if self.enabled is idle else self.reason

    def label_in(self, workspace: Workspace) -> str:
        """Return the label as it is at the moment: ``Undo: Erase 12 walls``."""
        return self.now(workspace) if self.now else self.label

    def perform(self, workspace: Workspace) -> None:
        """Commit what is being typed, then run, where it can be used now; show what goes wrong."""

        def run(workspace: Workspace) -> None:
            if self.ready(workspace):
                workspace.recent_commands.append(self.name)
                self.run(workspace)

        perform(workspace, run)


def perform(workspace: Workspace, action: Callable[[Workspace], object]) -> None:
    """Commit what is being typed, then run the command, and show its errors."""
    workspace.commit_typing.notify()
    before = workspace.state
    try:
        action(workspace)
    except MazeError as problem:
        workspace.ui.dialogs.show_error(str(problem))
    except Exception as problem:
        workspace.harmless = problem if workspace.state == before else None
        raise
    workspace.update()


COMMANDS: Registry[Command] = Registry("command", __name__)
command = COMMANDS.decorator(Command)


Items = Callable[[Workspace], list[tuple[str, Callable[[], None]]]]


def disabled_reason() -> None:
    """Do nothing: an item of a submenu that does this is disabled, and its label is the reason."""


@dataclass(frozen=True, kw_only=True)
class Submenu(Entry[Items]):
    """A menu in a menu; ``run`` returns its labels and what they do, each time it opens.

    ``chosen`` returns the label of the one that is marked, where one always is.
    """

    menu: str
    chosen: Callable[[Workspace], str] | None = None


SUBMENUS: Registry[Submenu] = Registry("submenu", __name__)
submenu = SUBMENUS.decorator(Submenu)


def idle(workspace: Workspace) -> bool:
    """Whether no job runs: what changes the document waits for its end."""
    return not workspace.jobs.busy


def in_groups(entries: Iterable[T], place: Callable[[T], int]) -> list[list[T]]:
    """Return entries by ``place``, in groups of equal tens."""
    groups: dict[int, list[T]] = {}
    for entry in sorted(entries, key=place):
        groups.setdefault(place(entry) // 10, []).append(entry)
    return list(groups.values())
