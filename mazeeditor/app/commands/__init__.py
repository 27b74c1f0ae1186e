"""What the user can ask for of mazes, files and jobs; each file registers commands of one menu.

    @command("undo", _("Undo"), menu="edit", order=11, keys=("Mod+Z",), icon="undo", bar=21,
             enabled=lambda document: document.can_undo)
    def undo(opened: OpenDocument) -> None:
        '''Take back the last step.'''

Each function declares the parts of a window that it uses, see ``app/parts/calling.py``. That is
all: menus, command bar, shortcuts and the page of shortcuts are built from it. The tens of
``order`` and ``bar`` make groups, with a line between them. A front end adds the commands that are
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from mazeeditor.app.parts.calling import Parts, check_parts
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import MAKE
from mazeeditor.core.errors import MazeError
from mazeeditor.core.key_names import own_chords
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

T = TypeVar("T")
BUSY = _("A job is running: wait until it is done, or cancel it.")
AWAITED = _("{name} is being opened: wait for it, or cancel that.")
IN_GALLERY = _("There is no maze yet: choose what to make.")
COVERED = _("The maze is not in view: show it first, in Draw.")
SELECT_FIRST = _("Nothing is selected: select cells first, or all of them by Select, All cells.")
PLAYING = _("You are playing: leave the game first.")
# What a right click can be on, the most exact first.
PLACES = (
    *("selection", "opening", "wall", "cell", "maze", "overview", "rulers"),
    *("tools", "bar", "draw", "solve", "page", "inspect", "panel", "status"),
)
# Menus in menus whose commands stand in several files; no menu has more than MAX_MENU_ROWS entries.
OPENINGS, STAMPS, COMPARE = _("Entrance and exit"), _("Stamps"), _("Compare")
SELECTED = _("Selected cells")
SIZES = _("Brush and piece")
MAX_MENU_ROWS = 15
ALL_ON_MAZE = ("select", "tools")  # menus whose commands are about what is seen of the maze
Run = Callable[..., None]  # with parts as parameters, see ``app/parts/calling.py``
Test = Callable[..., bool]


def always() -> bool:
    """Return True."""
    return True


@dataclass(frozen=True, kw_only=True)
class Command(Entry[Run]):
    """A command.

    ``keys`` are chords as in ``gui/desktop/keys.py``, the first is shown; users can change them,
    see ``Shortcuts``; ``mac_keys`` come first on macOS, which takes some. ``enabled`` returns
    whether it can be used now, ``reason`` says or returns why where it cannot, ``checked`` whether
    its tick is set (a dot where it is ``one_of`` several), ``now`` its label at the moment,
    ``waits`` what it will change of what was chosen before, "" for nothing. Those of a ``group``
    stand under its name in a menu of their own, as menus must not be higher than small screens.
    ``places`` name what a right click offers it on, see ``PLACES``. ``bar`` is the place in the
    command bar, 0 for none; a workspace names further ones. One with ``in_play`` neither changes
    the maze nor reveals anything of it, so it can be used during a game. One ``without_maze`` needs
    none, so that it can be used while the gallery covers the window. One ``on_maze`` changes the
    maze or what is selected or shown of it, so it cannot be used while a workspace covers the maze,
    as all of the menus Select and Tools; others show the maze, or are about something else. One
    ``on_selection`` needs selected cells, as it would else change the whole maze. While a field
    that takes text has the keyboard, one with ``in_field`` does what that event of Tk does there.
    """

    menu: str
    keys: tuple[str, ...] = ()
    mac_keys: tuple[str, ...] = ()
    icon: str = ""
    bar: int = 0
    enabled: Test = always
    reason: str | Callable[..., str] = ""
    places: tuple[str, ...] = ()
    checked: Test | None = None
    one_of: bool = False
    now: Callable[..., str] | None = None
    waits: Callable[..., str] | None = None
    in_play: bool = False
    without_maze: bool = False
    on_maze: bool | Test = False
    on_selection: bool = False
    in_field: str = ""
    group: str = ""

    @property
    def summary(self) -> str:
        """One line for users, as tooltips have it: without a full stop."""
        return super().summary.rstrip(".")

    def __post_init__(self) -> None:
        """Check that all functions declare parts of a window; leave keys to the system."""
        object.__setattr__(self, "keys", own_chords(self.keys, self.mac_keys))
        own = self.run, self.enabled, self.reason, self.checked, self.now, self.waits, self.on_maze
        for function in own:
            if callable(function):
                check_parts(function)

    def ready(self, parts: Parts) -> bool:
        """Whether it can be used now."""
        if self.in_field and parts.call(types_in_field):
            return True
        if self._hindered(parts) or self._lacks_selection(parts):
            return False
        return parts.call(self.enabled)

    def _lacks_selection(self, parts: Parts) -> bool:
        return self.on_selection and not parts.call(is_any_selected)

    def _hindered(self, parts: Parts) -> str:
        """Return what the maze is used for now that keeps this from being used, "" for nothing."""
        if hindrance := parts.call(hindered, self.in_play, self.without_maze):
            return hindrance
        return COVERED if self.is_covered(parts) else ""

    def is_covered(self, parts: Parts) -> bool:
        """Whether it acts on the maze, and a workspace shows something else in its place."""
        on_maze = parts.call(self.on_maze) if callable(self.on_maze) else self.on_maze
        return (on_maze or self.menu in ALL_ON_MAZE) and parts.call(is_hidden)

    def why_not(self, parts: Parts) -> str:
        """Return why it cannot be used now, "" where it can."""
        if self.ready(parts):
            return ""
        if hindered := self._hindered(parts):
            return hindered
        busy = self.enabled is idle and not parts.call(idle)
        return BUSY if busy else self._reason_in(parts)

    def _reason_in(self, parts: Parts) -> str:
        if self._lacks_selection(parts):
            return SELECT_FIRST
        return parts.call(self.reason) if callable(self.reason) else self.reason

    @property
    def topic(self) -> str:
        """Its topic in the manual: its own, or that of its menu."""
        from mazeeditor.app.files.manual import OF_MENUS  # no window needs it at the start

        return self.manual or OF_MENUS[self.menu]

    def label_in(self, parts: Parts) -> str:
        """Return the label as it is at the moment: ``Undo: Erase 12 walls``."""
        return parts.call(self.now) if self.now else self.label

    def tip_in(self, parts: Parts) -> str:
        """Return what its button says: its label, or why it cannot be used as things are."""
        reason = self.why_not(parts) if callable(self.reason) else ""
        tip, waiting = reason or self.label_in(parts), self.waiting_in(parts)
        return f"{tip}: {waiting}" if waiting else tip

    def waiting_in(self, parts: Parts) -> str:
        """Return what waits for it: its button has a dot."""
        return parts.call(self.waits) if self.waits else ""

    def perform(self, parts: Parts) -> None:
        """Commit what is being typed, then run, where it can be used now; show what goes wrong."""

        def run(services: Services) -> None:
            if self.in_field and services.ui.in_field:
                services.ui.do_in_field(self.in_field)
            elif self.ready(parts):
                services.recent_commands.append(self.name)
                parts.call(self.run)
            elif hindrance := self._hindered(parts):
                services.ui.show_refusal(hindrance)
            elif self.enabled is idle and services.jobs.busy:  # its key is pressed nevertheless
                services.ui.show_refusal(services.jobs.wait_text)
            elif self.on_selection or callable(self.reason):
                services.ui.show_refusal(self._reason_in(parts))

        parts.call(perform, lambda: parts.call(run))


def hindered(in_play: bool, without_maze: bool, view: View) -> str:
    """Return why something cannot be used now, "" where it can: see ``Command``.

    A file takes its place as soon as it is read, a game has it, or the gallery covers it.
    """
    if view.awaited and not (in_play and without_maze):
        return AWAITED.format(name=view.awaited)
    if view.playing and not in_play:
        return PLAYING
    return IN_GALLERY if view.in_gallery and not without_maze else ""


def types_in_field(services: Services) -> bool:
    return services.ui.in_field


def is_hidden(view: View) -> bool:
    """Whether the workspace that is shown hides the maze."""
    return view.workspaces.hides_maze


def is_any_selected(view: View) -> bool:
    return view.selection.active


def hides_new_maze(view: View) -> bool:
    """Whether another maze would not be seen: in Make, the object is drawn of it at once."""
    return view.workspaces.name != MAKE


def perform(document: Document, services: Services, action: Callable[[], object]) -> None:
    """Commit what is being typed, then run ``action``, and show its errors."""
    services.commit_typing.notify()
    before = document.state
    try:
        action()
    except MazeError as problem:
        services.ui.dialogs.show_error(str(problem))
    except Exception as problem:
        services.harmless = problem if document.state == before else None
        raise
    services.update()


COMMANDS: Registry[Command] = Registry("command", __name__)
command = COMMANDS.decorator(Command)


Items = Callable[..., list[tuple[str, Callable[[], None]]]]  # of parts, as ``Run``


def disabled_reason() -> None:
    """Do nothing: an item of a submenu that does this is disabled, and its label is the reason."""


@dataclass(frozen=True, kw_only=True)
class Submenu(Entry[Items]):
    """A menu in a menu; ``run`` returns its labels and what they do, each time it opens.

    ``chosen`` returns the label of the one that is marked, where one always is; ``in_words`` what
    the palette calls the entry with a label, where that is not enough outside of the menu.
    """

    menu: str
    chosen: Callable[..., str] | None = None
    in_words: Callable[[str], str] = str
    without_maze: bool = False

    def why_not(self, parts: Parts) -> str:
        """Return why its entries cannot be used now, "" where they can: they change the maze."""
        if hindrance := parts.call(hindered, False, self.without_maze):
            return hindrance
        return COVERED if not self.without_maze and parts.call(is_hidden) else ""

    def __post_init__(self) -> None:
        """Check that both functions declare parts of a window."""
        for function in (self.run, self.chosen):
            if function:
                check_parts(function)


SUBMENUS: Registry[Submenu] = Registry("submenu", __name__)
submenu = SUBMENUS.decorator(Submenu)


def idle(services: Services) -> bool:
    """Whether no job runs: what changes the document waits for its end."""
    return not services.jobs.busy


def in_groups(entries: Iterable[T], place: Callable[[T], int]) -> list[list[T]]:
    """Return entries by ``place``, in groups of equal tens."""
    groups: dict[int, list[T]] = {}
    for entry in sorted(entries, key=place):
        groups.setdefault(place(entry) // 10, []).append(entry)
    return list(groups.values())
