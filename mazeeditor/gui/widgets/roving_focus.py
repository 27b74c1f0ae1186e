"""One Tab stop for all buttons of a bar, within which the arrow keys move, as in GTK and Qt."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

STEPS = {"Left": -1, "Up": -1, "Right": 1, "Down": 1}


class RovingFocus:
    """Tab stops at the button that had the keyboard last, else at the ``usual`` one, or the first.

    Buttons that are disabled are passed over; call ``refresh`` where that changes.
    """

    def __init__(
        self,
        buttons: Iterable[ttk.Button | ttk.Radiobutton],
        usual: Callable[[], ttk.Button | ttk.Radiobutton | None] = lambda: None,
    ) -> None:
        self._buttons, self._usual = list(buttons), usual
        self._last: tk.Misc | None = None
        for button in self._buttons:
            for key, step in STEPS.items():
                button.bind(f"<{key}>", lambda event, step=step: self._move(event.widget, step))  # type: ignore[misc]
            button.bind("<Home>", lambda _event: self._focus(0))
            button.bind("<End>", lambda _event: self._focus(-1))
            button.bind("<FocusIn>", self._entered, add=True)
        self.refresh()

    def forget(self) -> None:
        """Let Tab lead to the usual button, unless one has the keyboard."""
        if self._last and str(self._last.tk.call("focus")) != str(self._last):
            self._last = None
        self.refresh()

    def refresh(self) -> None:
        """Let Tab stop at one button that can be pressed."""
        usable = self._usable()
        wished: list[tk.Misc | None] = [self._last, self._usual(), *usable[:1]]
        stop = next((button for button in wished if button in usable), None)
        for button in self._buttons:
            button.configure(takefocus=button is stop)

    def _usable(self) -> list[ttk.Button | ttk.Radiobutton]:
        return [button for button in self._buttons if not button.instate(["disabled"])]

    def _entered(self, event: tk.Event[tk.Misc]) -> None:
        self._last = event.widget
        self.refresh()

    def _move(self, button: tk.Misc, step: int) -> str:
        """Go to the next button, from the last to the first."""
        usable = self._usable()
        if button in usable:
            return self._focus((usable.index(button) + step) % len(usable))
        return self._focus(0)

    def _focus(self, place: int) -> str:
        usable = self._usable()
        if usable:
            usable[place].tk.call("tk::TabToWindow", usable[place])
        return "break"
