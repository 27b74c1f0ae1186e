"""The shortcuts of one window: which command a key runs now, and what tooltips say of it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping

from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.gui.desktop.keys import chord_label


class WindowKeys:
    """``shortcuts`` as they hold in a window; ``run`` runs a command.

    During a game ``in_game`` returns the command of each chord. ``instead`` are the commands that a
    workspace has in the place of others, by the names of these. Where a workspace has no maze,
    ``without_maze``, the keys of commands that act on one, and letters, are left to its fields.
    """

    def __init__(self, shortcuts: Shortcuts, run: Callable[[Command], object]) -> None:
        self.shortcuts, self._run = shortcuts, run
        self.in_game: Callable[[Shortcuts], Mapping[str, Command]] | None = None
        self.instead: Mapping[str, str] = {}
        self.without_maze = False

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
        if name in self.instead:
            return ""
        replaced = next((other for other, own in self.instead.items() if own == name), name)
        chords = self.shortcuts.of(COMMANDS[name]) or self.shortcuts.of(COMMANDS[replaced])
        return chord_label(chords[0]) if chords else ""

    def press(self, chord: str) -> bool:
        """Run the command of a chord; returns whether there is one."""
        command = self.commands.get(chord)
        if command is None or (self.without_maze and _of_the_maze(command, chord)):
            return False
        own = self.instead.get(command.name)  # a game's commands are none of the menus
        self._run(COMMANDS[own] if own else command)
        return True


def _of_the_maze(command: Command, chord: str) -> bool:
    """Whether a key makes sense only where the maze is seen."""
    if command.name in ("undo", "redo", "cancel"):
        return False
    key = chord.removeprefix("Shift+")
    return command.menu in ("edit", "select", "tools") or (len(key) == 1 and key.isalnum())
