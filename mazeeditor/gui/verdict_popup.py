"""The popup of the verdict: what it means, and buttons that show in the maze what it is about.

::

    +----------------------------------------+
    | Several routes                         |
    | More than one route leads from ...     |     a frame within the window, not a window of its
    | [Highlight a Shortest Route]           |     own: no window manager can put it elsewhere
    | [Highlight All Routes]                 |
    +----------------------------------------+
    [ ! Several routes ]  143 cells long ...       the status bar
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import child_of, follow, has_keyboard, place_of_keyboard
from mazeeditor.repairs import GOALS
from mazeeditor.workspace.commands import COMMANDS, Command
from mazeeditor.workspace.highlights import HIGHLIGHTS

WIDTH = 320  # px at 96 dpi in which the text is wrapped
STEPS = {"<Up>": -1, "<Down>": 1}


def toggle_verdict_popup(context: Context) -> None:
    """Open the popup over the chip, or close it."""
    shown = child_of(context.root, VerdictPopup)
    if shown:
        shown.close()
    else:
        VerdictPopup(context).open()


def close_at_click(context: Context, widget: object) -> None:
    """Close the popup where a click on a widget is elsewhere."""
    shown = child_of(context.root, VerdictPopup)
    if shown and not shown.holds(widget):
        shown.destroy()


class VerdictPopup(ttk.Frame):
    """The popup; it closes when a button is used, at Escape, and at a click elsewhere."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.root, style="Popup.TFrame")
        self._context, self._workspace = context, context.workspace
        self._px = px = current(context.root).px
        self.body = ttk.Frame(self, padding=px(12))
        self.body.pack(padx=px(1), pady=px(1))
        self.title = ttk.Label(self.body, style="Bold.TLabel", wraplength=px(WIDTH))
        self.title.pack(anchor="w")
        self.text = ttk.Label(self.body, wraplength=px(WIDTH))
        self.text.pack(anchor="w", pady=(px(4), 0))
        self.buttons: list[ttk.Button] = []
        self._shown: object = None
        follow(self, self._workspace.verdict.changed, self.refresh)

    def open(self) -> None:
        """Put the popup above the chip, with the keyboard in it."""
        self.refresh()
        self._take_keyboard()

    def refresh(self) -> None:
        """Show the verdict as it is now; one that is being counted stays as it was."""
        verdict = self._workspace.verdict
        if verdict.outdated and self._shown is not None:
            return
        shown = verdict.chip(), verdict.explanation(), self._commands()
        if shown == self._shown:
            return
        self._shown = shown
        focused = any(map(has_keyboard, self.buttons))
        self.title.configure(text=shown[0][1])
        self.text.configure(text=shown[1])
        for button in self.buttons:
            button.destroy()
        self.buttons = [self._button(command) for command in shown[2]]
        self._place()
        if focused:
            self._take_keyboard()

    def _commands(self) -> list[Command]:
        """Return the commands that apply to the maze as it is."""
        commands = [COMMANDS[f"highlight-{highlight.name}"] for highlight in HIGHLIGHTS]
        facts = self._workspace.verdict.facts
        offered = [goal for goal in GOALS if facts and goal.offered(facts)]
        commands += [COMMANDS[f"repair-{goal.name}"] for goal in offered]
        return [command for command in commands if command.ready(self._workspace)]

    def _button(self, command: Command) -> ttk.Button:
        def run() -> None:
            self.close()
            self._context.run(command)

        button = ttk.Button(self.body, text=command.label, command=run)
        button.pack(fill="x", pady=(self._px(8), 0))
        for key in ("<Return>", "<KP_Enter>", "<space>"):
            button.bind(key, lambda _event: button.invoke())
        self._bind_keys(button)
        return button

    def _bind_keys(self, widget: tk.Misc) -> None:
        for key, step in STEPS.items():
            widget.bind(key, lambda _event, step=step: self._move(step))  # type: ignore[misc]
        widget.bind("<Escape>", lambda _event: self._leave())
        # a call of the window's: one of the popup's would fail when the popup is gone by then
        later = self._context.root.after_idle
        widget.bind("<FocusOut>", lambda _event: later(self._look_at_focus))

    def _move(self, step: int) -> str:
        if self.buttons:
            place = place_of_keyboard(self.buttons) + step
            self.buttons[place % len(self.buttons)].focus_set()
        return "break"

    def _take_keyboard(self) -> None:
        if self.buttons:
            self.buttons[0].focus_set()
        else:
            self._bind_keys(self)
            self.focus_set()

    def _place(self) -> None:
        chip, root = self._context.status.chip, self._context.root
        x = chip.winfo_rootx() - root.winfo_rootx()
        y = chip.winfo_rooty() - root.winfo_rooty() - self._px(8)
        self.place(x=x, y=y, anchor="sw")
        self.lift()

    # Closing

    def _leave(self) -> str:
        self.close()
        return "break"

    def close(self) -> None:
        """Close the popup; the maze gets the keyboard."""
        if self.winfo_exists():
            self.destroy()
            self._workspace.ui.focus_maze()

    def holds(self, widget: object) -> bool:
        """Whether a click on a widget is none elsewhere; the chip closes the popup itself."""
        own = str(self), str(self._context.status.chip)
        return str(widget) in own or str(widget).startswith(f"{self}.")

    def _look_at_focus(self) -> None:
        """Close where the keyboard is in another part of the window now."""
        if not self.winfo_exists():
            return
        widget = self.tk.call("focus")
        if str(widget) and not self.holds(widget):
            self.destroy()
