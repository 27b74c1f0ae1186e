"""The shortcuts of one window: which command a key runs now, and what tooltips say of it.

In a dialog that changes something of its own, Undo and Redo have the same keys.
"""

from __future__ import annotations

import tkinter as tk
from collections import ChainMap
from collections.abc import Callable, Mapping
from tkinter import ttk

from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.app.shown.chosen_workspace import Undoable
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import chord, chord_label
from mazeeditor.gui.forms.typed_texts import typing_of
from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets.buttons import IconButton


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


class UndoButtons:
    """Undo and Redo in a dialog: two buttons at the left of ``row``, and the keys of the window.

    A field first takes back what is typed in it. ``refresh`` is called where ``steps`` have
    changed, or ``busy``, while which nothing can be undone.
    """

    def __init__(
        self,
        row: ttk.Frame,
        steps: Undoable,
        shortcuts: Shortcuts,
        icons: Icons | None = None,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._steps, self._shortcuts, self._busy = steps, shortcuts, busy
        self._typing = typing_of(row)
        window = row.winfo_toplevel()
        icons = icons or Icons(window, current(row))
        self.undo = IconButton(row, icons, "undo", _("Undo"), self._undo, self._keys("undo"))
        self.redo = IconButton(row, icons, "redo", _("Redo"), self._redo, self._keys("redo"))
        self.undo.tip.text = lambda: _named(_("Undo"), steps.undo_name)
        self.redo.tip.text = lambda: _named(_("Redo"), steps.redo_name)
        for button in (self.undo, self.redo):
            button.pack(side="left")
        window.bind("<KeyPress>", self._press, add=True)
        self.refresh()

    def _keys(self, name: str) -> str:
        return ", ".join(map(chord_label, self._shortcuts.of(COMMANDS[name])))

    def _press(self, event: tk.Event[tk.Misc]) -> str | None:
        command = self._shortcuts.commands.get(chord(event))
        action = {"undo": self._undo, "redo": self._redo}.get(command.name) if command else None
        if action is None or self._busy():
            return None
        action()
        return "break"

    def _undo(self) -> None:
        self._typing.commit()
        self._steps.undo()

    def _redo(self) -> None:
        self._typing.commit()
        self._steps.redo()

    def refresh(self) -> None:
        """Enable what can be done now."""
        names = {self.undo: self._steps.undo_name, self.redo: self._steps.redo_name}
        for button, name in names.items():
            button.state(["!disabled" if name and not self._busy() else "disabled"])


def _named(action: str, step: str) -> str:
    return _("{action}: {step}").format(action=action, step=step) if step else action
