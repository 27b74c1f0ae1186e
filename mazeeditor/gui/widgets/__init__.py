"""Widgets that ttk does not have; all follow the theme and work without a mouse."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import ParamSpec

from mazeeditor.listeners import Listeners

P = ParamSpec("P")


def on_destroy(widget: tk.Misc, action: Callable[[], object]) -> None:
    """Call ``action`` when ``widget`` is destroyed, not when a part of it is."""

    def destroyed(event: tk.Event[tk.Misc]) -> None:
        if str(event.widget) == str(widget):  # a window gets the event of each of its parts too
            action()

    widget.bind("<Destroy>", destroyed, add=True)


def has_keyboard(widget: tk.Misc) -> bool:
    """Whether a widget has the keyboard focus.

    tkinter's ``focus_get`` raises ``KeyError`` while a menu of the menu bar has it.
    """
    return str(widget.tk.call("focus")) == str(widget)


def follow(widget: tk.Misc, listeners: Listeners[P], listener: Callable[P, object]) -> None:
    """Subscribe ``listener`` until ``widget`` is destroyed."""
    on_destroy(widget, listeners.subscribe(listener))


def trace(widget: tk.Misc, variable: tk.Variable, action: Callable[..., object]) -> None:
    """Call ``action`` on each change of a variable until ``widget`` is destroyed.

    Tcl holds what a trace calls, so a variable whose trace calls its own field would stay for ever.
    """
    name = variable.trace_add("write", action)
    on_destroy(widget, lambda: variable.trace_remove("write", name))
