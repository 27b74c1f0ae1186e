"""Covers the maze until the file is there with which the program was started.

::

    +---------------------------------+
    | menus and commands              |   those that need no maze can be used
    +---------------------------------+
    |                                 |   a click does nothing, keys wait for the file,
    |       Opening m.maze …          |   Escape cancels
    |                                 |
    +---------------------------------+
    | status bar: progress, Cancel    |
    +---------------------------------+

Until then the window has a new maze, as one without a file: nothing edits it, so nobody is asked to
save it. Where the file cannot be read, or that is cancelled, it is what the window shows.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.desktop.keys import ALT, chord
from mazeeditor.gui.widgets import follow, keyboard_within
from mazeeditor.gui.widgets.focus_order import COVER
from mazeeditor.gui.widgets.waiting_keys import WaitingKeys, take_keyboard
from mazeeditor.gui.window.workspace_switch import COLUMNS, LEFT, TOP

LATE_MS = 300  # ms until the cover says what is awaited: most files are there before
PASSED = ("Tab", "F10")  # keys that are for the window as it is
MODIFIERS = ("Shift", "Control", "Alt", "Meta", "Super", "Hyper", "Caps", "Num", "ISO", "Mode")


def waits(event: tk.Event[tk.Misc], context: Context) -> bool:
    """Whether a key is for what is awaited: not for a menu, or a command that can run now.

    Commands that need the maze wait too: who presses Ctrl+P now means the one that comes.
    """
    if event.keysym in PASSED or event.keysym.startswith(MODIFIERS):
        return False
    command = context.keys.commands.get(chord(event))
    if command is None:
        return not int(event.state) & ALT
    return bool(command.why_not(context.parts))


class AwaitedFile(ttk.Frame):
    """The cover; goes once no job runs any more, or one has shown what was awaited."""

    def __init__(
        self,
        context: Context,
        document: Document,
        book: OpenBook,
        view: View,
        services: Services,
        name: str,
    ) -> None:
        super().__init__(context.root, name=COVER, takefocus=True)
        self._context, self._document, self._book = context, document, book
        self._view, self._services = view, services
        self._placeholder = document.history  # a document that is opened has another one
        self._keys = WaitingKeys(context.root)
        self._label = ttk.Label(self, style="Soft.TLabel")
        self._label.place(relx=0.5, rely=0.4, anchor="center")
        text = _("Opening {name} …").format(name=name)
        self._late = self.after(LATE_MS, lambda: self._label.configure(text=text))
        view.awaited = name
        context.cover_status()
        self.grid(row=TOP, rowspan=2, column=LEFT, columnspan=len(COLUMNS), sticky="nsew")
        self.lift()
        self.bind("<KeyPress>", self._key)
        self.bind("<ButtonPress>", self._click)
        follow(self, services.jobs.changed, self._follow_job)
        take_keyboard(self)

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        if event.keysym == "Escape":
            self._services.jobs.cancel()
            return "break"
        return self._keys.hold(event) if waits(event, self._context) else None

    def _click(self, _event: tk.Event[tk.Misc]) -> str:
        """Do nothing but take the keyboard, as the maze would; no menu opens."""
        self.focus_set()
        return "break"

    def _follow_job(self) -> None:
        """Go once the file was read, just before it is shown; then what was typed is for it."""
        if self._services.jobs.busy:
            return
        had_keyboard = keyboard_within(self)
        self._view.awaited = ""
        self.after_cancel(self._late)
        self.destroy()
        self._context.cover_status()
        if had_keyboard:
            self._services.ui.focus_maze()
        self._services.update()
        self._services.timer.after(0, self._hand_over)

    def _hand_over(self) -> None:
        opened = self._document.history is not self._placeholder or self._book.editor is not None
        if opened:
            self._keys.give()
        else:
            self._keys.drop()
