"""The shortcuts of one window: which command a key runs now, and what tooltips say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.gui.desktop.keys import chord_label


class WindowKeys:
    """``shortcuts`` as they hold in a window; ``run`` runs a command.

    During a game ``in_game`` returns the command of each chord.
    """

    def __init__(self, shortcuts: Shortcuts, run: Callable[[Command], object]) -> None:
        self.shortcuts, self._run = shortcuts, run
        self.in_game: Callable[[Shortcuts], Mapping[str, Command]] | None = None

    @property
    def commands(self) -> Mapping[str, Command]:
        """The command of each chord now."""
        return self.in_game(self.shortcuts) if self.in_game else self.shortcuts.commands

    def label(self, name: str) -> str:
        """Return the first shortcut of a command as it is shown, "" where it has none."""
        chords = self.shortcuts.of(COMMANDS[name])
        return chord_label(chords[0]) if chords else ""

    def press(self, chord: str) -> bool:
        """Run the command of a chord; returns whether there is one."""
        command = self.commands.get(chord)
        if command:
            self._run(command)
        return command is not None
