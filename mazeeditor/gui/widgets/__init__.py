"""Widgets that ttk does not have; all follow the theme and work without a mouse."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from tkinter.font import nametofont
from typing import ParamSpec, TypeVar

from mazeeditor.core.listeners import Listeners

P = ParamSpec("P")
W = TypeVar("W", bound=tk.Misc)

_IN_A_FIGURE = re.compile(r"(?<=\d) (?=×|(?:mm|cm|m|in|min|s|px|%)\b)|(?<=×) (?=\d)| (?=·)")


def on_destroy(widget: tk.Misc, action: Callable[[], object]) -> None:
    """Call ``action`` when ``widget`` is destroyed, not when a part of it is."""
    command = widget.register(action)
    # a window gets the event of each of its parts too: Tcl tells them apart in a tenth of the time
    script = f'+if {{"%W" eq "{widget}"}} {command}'
    widget.tk.call("bind", str(widget), "<Destroy>", script)


def on_click(widget: tk.Misc, action: Callable[[str], object]) -> None:
    """Call ``action`` with the path of what is clicked in the window while ``widget`` exists."""
    call, line = widget.tk.call, f"{widget.register(action)} %W"
    bind = "bind", str(widget.winfo_toplevel()), "<ButtonPress>"

    def end() -> None:
        call(*bind, "\n".join(one for one in str(call(*bind)).split("\n") if one != line))

    call(*bind, f"+{line}")
    on_destroy(widget, end)


def bind_in_window(
    widget: tk.Misc, event: str, action: Callable[[tk.Event[tk.Misc]], object]
) -> None:
    """Call ``action`` with an event of the window, and of all its parts, while ``widget`` exists.

    Tcl holds what a binding calls, so a window would keep each panel that it has ever had.
    """
    window, call = widget.winfo_toplevel(), widget.tk.call
    name = window.bind(event, action, add=True)

    def end() -> None:
        lines = str(call("bind", str(window), event)).split("\n")
        call("bind", str(window), event, "\n".join(line for line in lines if name not in line))
        window.deletecommand(name)

    if widget is not window:
        on_destroy(widget, end)


def on_keys(
    widget: tk.Misc,
    action: Callable[[tk.Event[tk.Misc]], str | None],
    within: tk.Misc | None = None,
) -> None:
    """Call ``action`` with each key that a widget or a part of it leaves to its window.

    That widget is ``within``, and ``widget`` itself without one; it ends when ``widget`` does.
    """
    place = within or widget
    inside = "." if place is widget.winfo_toplevel() else f"{place}."

    def handle(event: tk.Event[tk.Misc]) -> str | None:
        return action(event) if f"{event.widget}.".startswith(inside) else None

    bind_in_window(widget, "<KeyPress>", handle)


def notches_down(event: tk.Event[tk.Misc]) -> int:
    """Return by how many notches a wheel was turned down, at least one; negative for up."""
    notches = max(abs(event.delta) // 120, 1)
    return -notches if event.num == 4 or event.delta > 0 else notches


def has_keyboard(widget: tk.Misc) -> bool:
    """Whether a widget has the keyboard focus.

    tkinter's ``focus_get`` raises ``KeyError`` while a menu of the menu bar has it.
    """
    return str(widget.tk.call("focus")) == str(widget)


def keyboard_within(widget: tk.Misc) -> bool:
    return f"{widget.tk.call('focus')}.".startswith(f"{widget}.")


def place_of_keyboard(widgets: Sequence[tk.Misc]) -> int:
    """Return which of some widgets has the keyboard focus; 0 where none of them has."""
    places = (place for place, widget in enumerate(widgets) if has_keyboard(widget))
    return next(places, 0)


def wrap_in(parent: tk.Misc, *labels: ttk.Label, beside: int = 0) -> None:
    """Wrap texts in the width that their parent has, less what is ``beside`` them in px."""

    def wrap(event: tk.Event[tk.Misc]) -> None:
        for label in labels:
            label.configure(wraplength=max(event.width - beside, 1))

    parent.bind("<Configure>", wrap, add=True)


class RoomyLabel(ttk.Frame):
    """A ``label`` with room for so many lines, or more where its text needs them.

    Nothing below moves as the text grows and shrinks within that room.
    """

    def __init__(self, parent: tk.Misc, style: str, lines: int) -> None:
        super().__init__(parent)
        self.label = ttk.Label(self, style=style)
        face = nametofont(str(ttk.Style(self).lookup(style, "font")), self)
        self.rowconfigure(0, minsize=lines * face.metrics("linespace"))
        self.label.grid(sticky="nw")


def unbroken(text: str) -> str:
    """Return a text whose figures stay with their units where Tk wraps it: "7 × 7", "6.00 m".

    No line begins with a dot that separates figures.
    """
    return _IN_A_FIGURE.sub("\u00a0", text)


def packed_width(frame: tk.Misc) -> int:
    """Return the px that what is packed side by side needs, also before Tk has laid it out."""
    return sum(
        (packed_width(child) if child.pack_slaves() else child.winfo_reqwidth())
        + 2 * int(str(child.pack_info()["padx"]))
        for child in frame.pack_slaves()
    )


def child_of(parent: tk.Misc, kind: type[W]) -> W | None:
    """Return the first child of a kind, None where there is none."""
    children = (child for child in parent.winfo_children() if isinstance(child, kind))
    return next(children, None)


def follow(widget: tk.Misc, listeners: Listeners[P], listener: Callable[P, object]) -> None:
    """Subscribe ``listener`` until ``widget`` is destroyed."""
    on_destroy(widget, listeners.subscribe(listener))


def trace(widget: tk.Misc, variable: tk.Variable, action: Callable[..., object]) -> None:
    """Call ``action`` on each change of a variable until ``widget`` is destroyed.

    Tcl holds what a trace calls, so a variable whose trace calls its own field would stay for ever.
    """
    name = variable.trace_add("write", action)
    on_destroy(widget, lambda: variable.trace_remove("write", name))


def select_all_by_key(entry: tk.Widget) -> None:
    """Let Ctrl+A select all that stands in a field: on X11 Tk moves to its start instead."""

    def select(_event: tk.Event[tk.Misc]) -> str:
        entry.event_generate("<<SelectAll>>")
        return "break"

    entry.bind("<Control-a>", select)


def jump_at_click(scale: ttk.Scale) -> None:
    """Let the knob go to where a slider is clicked: Tk's own binding goes from end to end."""

    def jump(event: tk.Event[tk.Misc]) -> str:
        scale.focus_set()
        scale.tk.call("ttk::scale::Jump", scale, event.x, event.y)
        return "break"

    scale.bind("<Button-1>", jump)
