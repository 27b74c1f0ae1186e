"""Which keys run which command, as the user has changed them; the settings keep what differs.

::

    Command.keys (usual)  ---+
    settings.shortcuts    ---+--->  Shortcuts.of(command)   menus, tooltips, the list of keys
                                    Shortcuts.commands      chord -> command, for key events

A chord belongs to one command. What the user has chosen comes before what is usual: a command
whose usual chord was given to another one is without it until that one gets another chord.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import UsageError
from mazeeditor.core.key_names import MAC, OF_SYSTEM, TAKEN_CHORDS
from mazeeditor.core.translation import _

MODIFIERS = ("Mod", "Alt", "Shift")
MAX_CHARACTERS = 40  # characters of a chord
MAX_CHORDS = 8  # chords of a command
FIXED = {
    "cancel"
}  # commands whose keys cannot be changed: dialogs, fields and games use Escape too
# Keys of the canvas, of widgets and of menus, with Shift and without.
OF_WIDGETS = {
    *("Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next", "Space", "Tab"),
    *("ISO_Left_Tab", "Return", "KP_Enter", "Delete", "BackSpace", "Escape", "Menu", "F10"),
}
OF_CURSOR = {"Mod+Home", "Mod+End"}  # they move the cell cursor
OF_MENUS = set("FETMSVH")  # with Alt they open a menu
Keys = dict[str, tuple[str, ...]]  # command -> chords


class Shortcuts:
    """The chords of all commands; ``settings`` keeps those that were changed, this keeps none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._read: object = None  # what the settings held when the tables were made
        self._keys: Keys = {}
        self._commands: dict[str, Command] = {}

    def of(self, command: Command) -> tuple[str, ...]:
        """Return the chords of a command; one that is in no menu has its own."""
        self._update()
        return self._keys.get(command.name, command.keys)

    @property
    def commands(self) -> Mapping[str, Command]:
        """The command of each chord; another object after any change."""
        self._update()
        return self._commands

    @property
    def changed(self) -> set[str]:
        """The names of the commands whose chords are not the usual ones."""
        return {command.name for command in COMMANDS if self.of(command) != command.keys}

    def _update(self) -> None:
        stored = self._settings.shortcuts
        if self._read != stored or not self._keys:
            self._read = dict(stored)
            self._keys = _tables(_valid_shortcuts(stored))
            self._commands = {
                chord: command for command in COMMANDS for chord in self._keys[command.name]
            }

    def check(self, chord: str) -> None:
        """Raise ``UsageError`` where a chord can be no shortcut."""
        if reason := _why_not(chord):
            raise UsageError(reason)

    def give(self, command: Command, chord: str) -> None:
        """Let a chord alone run a command; another one that has it loses it.

        Raises ``UsageError`` where the chord belongs to a widget, or the keys of one of the two
        commands cannot be changed.
        """
        self.check(chord)
        owner = self.commands.get(chord)
        for changed in filter(None, (command, owner)):
            if changed.name in FIXED:
                text = _("The keys of {command} cannot be changed: dialogs use them too.")
                raise UsageError(text.format(command=changed.label))
        if owner and owner is not command:
            self._keep(owner, [other for other in self.of(owner) if other != chord])
        self._keep(command, [chord])

    def take_away(self, command: Command) -> None:
        """Leave a command without keys; raises ``UsageError`` where that cannot be."""
        if command.name in FIXED:
            text = _("The keys of {command} cannot be changed: dialogs use them too.")
            raise UsageError(text.format(command=command.label))
        self._keep(command, [])

    def reset(self, command: Command) -> None:
        """Give a command its usual chords back; others that were given one of them lose it."""
        for chord in command.keys:
            owner = self.commands.get(chord)
            if owner and owner is not command:
                self._keep(owner, [other for other in self.of(owner) if other != chord])
        self._settings.shortcuts.pop(command.name, None)

    def reset_all(self) -> None:
        """Give all commands their usual chords back."""
        self._settings.shortcuts.clear()

    def _keep(self, command: Command, chords: Sequence[str]) -> None:
        if tuple(chords) == command.keys:
            self._settings.shortcuts.pop(command.name, None)
        else:
            self._settings.shortcuts[command.name] = list(chords)


def _why_not(chord: str) -> str:
    *modifiers, key = chord.split("+")
    if not key or key.endswith(("_L", "_R", "_Lock")) or len(chord) > MAX_CHARACTERS:
        return _("Press a key, alone or with Ctrl, Alt or Shift.")
    if modifiers != [modifier for modifier in MODIFIERS if modifier in modifiers]:
        return _("Press a key, alone or with Ctrl, Alt or Shift.")
    if (set(modifiers) <= {"Shift"} and key in OF_WIDGETS) or chord in OF_CURSOR:
        return _("This key moves, types or chooses: it cannot be a shortcut.")
    if MAC and chord in OF_SYSTEM | TAKEN_CHORDS:
        return _("macOS itself has this key: it cannot be a shortcut.")
    if not MAC and modifiers == ["Alt"] and key in OF_MENUS:
        return _("This key opens a menu: it cannot be a shortcut.")
    return ""


def _valid_shortcuts(stored: Mapping[str, Any]) -> Keys:
    """Return what of the stored shortcuts is valid; the first of two commands keeps a chord."""
    chosen: Keys = {}
    taken: set[str] = set()
    for name, chords in stored.items():
        if name in COMMANDS and name not in FIXED and _are_chords(chords):
            chosen[name] = tuple(chord for chord in chords if chord not in taken)
            taken.update(chords)
    return chosen


def _are_chords(chords: object) -> bool:
    if (
        not isinstance(chords, list)
        or len(chords) > MAX_CHORDS
        or len({*map(str, chords)}) < len(chords)
    ):
        return False
    return all(isinstance(chord, str) and not _why_not(chord) for chord in chords)


def _tables(chosen: Keys) -> Keys:
    """Return the chords of every command: those chosen, else the usual ones that are free."""
    taken = {chord for chords in chosen.values() for chord in chords}
    return {
        command.name: chosen.get(command.name, _free(command.keys, taken)) for command in COMMANDS
    }


def _free(chords: Iterable[str], taken: set[str]) -> tuple[str, ...]:
    return tuple(chord for chord in chords if chord not in taken)
