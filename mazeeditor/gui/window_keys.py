"""The shortcuts of one window: which command a key runs now, and what tooltips say of it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping

from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.gui.desktop.keys import accelerator, chord_label

OF_LISTS = {"Space", "Delete", "BackSpace", "Return", "Up", "Down", "Left", "Right"}


class WindowKeys:
    """``shortcuts`` as they hold in a window; ``run`` runs a command.

    During a game ``in_game`` returns the command of each chord. ``instead`` are the commands that a
    workspace has in the place of others, by the names of these. Where something is ``covered`` on
    which a command acts, its key is left to what covers it, once it has been said why it cannot be
    used; those of lists and buttons are just left to these.
    """

    def __init__(
        self,
        shortcuts: Shortcuts,
        run: Callable[[Command], object],
        covered: Callable[[Command], bool],
    ) -> None:
        self.shortcuts, self._run, self._covered = shortcuts, run, covered
        self.in_game: Callable[[Shortcuts], Mapping[str, Command]] | None = None
        self.instead: Mapping[str, str] = {}

    @property
    def commands(self) -> Mapping[str, Command]:
        """The command of each chord now."""
        if self.in_game:
            return self.in_game(self.shortcuts)
        known = self.shortcuts.commands
        return ChainMap(self._of_workspace(known), dict(known)) if self.instead else known

    def _of_workspace(self, known: Mapping[str, Command]) -> dict[str, Command]:
        return {
            chord: COMMANDS[self.instead[command.name]]
            for chord, command in known.items()
            if command.name in self.instead
        }

    def label(self, name: str) -> str:
        """Return the first shortcut of a command as it is shown, "" where it has none."""
        return chord_label(chord) if (chord := self._first(name)) else ""

    def accelerator(self, name: str) -> str:
        return accelerator(chord) if (chord := self._first(name)) else ""

    def _first(self, name: str) -> str:
        """Return the first shortcut of a command, "" where it has none."""
        if name in self.instead:
            return ""
        replaced = next((other for other, own in self.instead.items() if own == name), name)
        chords = self.shortcuts.of(COMMANDS[name]) or self.shortcuts.of(COMMANDS[replaced])
        return chords[0] if chords else ""

    def press(self, chord: str) -> bool:
        """Run the command of a chord; returns whether there is one."""
        command = self.commands.get(chord)
        if command is None:
            return False
        own = self.instead.get(command.name)  # a game's commands are none of the menus
        command = COMMANDS[own] if own else command
        if self._covered(command):
            if chord.removeprefix("Shift+") not in OF_LISTS:
                self._run(command)  # which only says why not
            return False
        self._run(command)
        return True
