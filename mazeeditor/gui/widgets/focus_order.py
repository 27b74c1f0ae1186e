"""Where Tab leads: from left to right, row by row, with one stop for all buttons of a bar.

Tk's own order is that in which widgets were made, which is another one as soon as a form is
replaced; and it stops at frames and labels that have a binding.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from contextlib import suppress
from tkinter import ttk
from typing import Literal, NamedTuple

from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy

# classes of widgets that take no keys; Tk would stop at one with a binding for keys or the focus
_PASSIVE = {"Frame", "TFrame", "Label", "TLabel", "Toplevel", "TSeparator", "TProgressbar", "Menu"}
WIDTH = 2  # px at 96 dpi of the ring
COVER = "cover"  # the name of a widget that covers all others of its window
Roved = ttk.Button | ttk.Radiobutton | ttk.Menubutton
STEPS = {"Left": -1, "Up": -1, "Right": 1, "Down": 1}


def bind_tab(root: tk.Misc) -> None:
    """Let Tab and Shift+Tab follow the eye in all windows of an application."""
    for event, direction in (("<<NextWindow>>", 1), ("<<PrevWindow>>", -1)):
        root.bind_all(event, lambda event, direction=direction: _move(root, event, direction))  # type: ignore[misc]


def cover_of(widget: tk.Misc, window: str) -> str:
    """Return the path of what covers all other widgets of a window, "" where nothing does."""
    path = f"{window.rstrip('.')}.{COVER}"
    return path if widget.tk.call("winfo", "exists", path) else ""


def _move(root: tk.Misc, event: tk.Event[tk.Misc], direction: int) -> None:
    path, call = str(event.widget), root.tk.call
    with suppress(tk.TclError):  # the window may be closing
        window = str(call("winfo", "toplevel", path))
        stops = tab_stops(root, cover_of(root, window) or window, path)
        if not stops:
            return
        if path in stops:
            place = (stops.index(path) + direction) % len(stops)
        else:
            place = 0 if direction > 0 else -1
        call("tk::TabToWindow", stops[place])


class _Block(NamedTuple):
    """A widget on the screen, px, and the tab stops in it."""

    left: int
    top: int
    bottom: int
    stops: list[str]


def tab_stops(owner: tk.Misc, path: str, focused: str = "") -> list[str]:
    """Return the paths of all widgets in ``path``, and it, at which Tab stops, in their order.

    What is ``focused`` is one of them though it was disabled meanwhile: Tab goes on from there.
    """
    call = owner.tk.call
    stops = [path] if _takes_focus(owner, path, path == focused) else []
    blocks = []
    for child in map(str, owner.tk.splitlist(call("winfo", "children", path))):
        if not call("winfo", "ismapped", child) or str(call("winfo", "toplevel", child)) == child:
            continue
        inner = tab_stops(owner, child, focused)
        if inner:
            left, top = int(call("winfo", "rootx", child)), int(call("winfo", "rooty", child))
            blocks.append(_Block(left, top, top + int(call("winfo", "height", child)), inner))
    for row in _rows(blocks):
        stops += [stop for block in row for stop in block.stops]
    return stops


def _takes_focus(owner: tk.Misc, path: str, has_it: bool) -> bool:
    call = owner.tk.call
    if (
        str(call("winfo", "class", path)) in _PASSIVE
        or str(call("winfo", "toplevel", path)) == path
    ):
        return False
    return has_it or bool(owner.tk.getboolean(call("tk::FocusOK", path)))


def _rows(blocks: list[_Block]) -> list[list[_Block]]:
    """Return the blocks row by row; those belong to a row whose middle is level with its first.

    What stands in the column of the first, beside another one of the row that reaches as far down,
    belongs to it too: the eye goes down a column before it goes on to the next.
    """
    rows: list[list[_Block]] = []
    for block in sorted(blocks, key=lambda block: (block.top + block.bottom, block.left)):
        row = rows[-1] if rows else []
        if row and (_beside(row[0], block) or _continues(row, block)):
            row.append(block)
        else:
            rows.append([block])
    return [sorted(row, key=lambda block: (block.left, block.top)) for row in rows]


def _continues(row: list[_Block], block: _Block) -> bool:
    """Whether a block stands below the first of a row, and all of it beside another one."""
    first, *others = sorted(row, key=lambda each: each.left)
    return block.left == first.left and any(
        other.left > first.left and other.top <= block.top and block.bottom <= other.bottom
        for other in others
    )


def _beside(first: _Block, other: _Block) -> bool:
    """Whether the middle of one of two blocks lies between the upper and lower end of the other."""
    return any(
        a.top <= (b.top + b.bottom) / 2 < a.bottom for a, b in ((first, other), (other, first))
    )


class FocusRing:
    """A ring along the inner edge of a canvas, seen while Tab has led to it.

    It hides as soon as the canvas is clicked: as in browsers, those who use the pointer do not
    need it.
    """

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._sides: list[tk.Frame] = []
        canvas.bind("<<TraverseIn>>", lambda _event: self._show(), add=True)
        for event in ("<FocusOut>", "<ButtonPress>"):
            canvas.bind(event, lambda _event: self._hide(), add=True)
        on_destroy(canvas, self._sides.clear)

    def _show(self) -> None:
        self._hide()
        theme = current(self._canvas)
        width = theme.px(WIDTH)
        anchors: tuple[Literal["nw", "se"], ...] = ("nw", "se")
        for anchor in anchors:
            at = 0 if anchor == "nw" else 1
            for size in ({"relwidth": 1, "height": width}, {"relheight": 1, "width": width}):
                side = tk.Frame(self._canvas, background=theme.focus)
                side.place(relx=at, rely=at, anchor=anchor, **size)  # type: ignore[arg-type]
                self._sides.append(side)

    def _hide(self) -> None:
        for side in self._sides:
            side.destroy()
        self._sides.clear()


class RovingFocus:
    """Tab stops at the button that had the keyboard last, else at the ``usual`` one, or the first.

    Buttons that are disabled or not placed are passed over; call ``refresh`` where that changes.
    """

    def __init__(
        self,
        buttons: Iterable[Roved],
        usual: Callable[[], Roved | None] = lambda: None,
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

    def _usable(self) -> list[Roved]:
        return [
            button
            for button in self._buttons
            if button.winfo_manager() and not button.instate(["disabled"])
        ]

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
