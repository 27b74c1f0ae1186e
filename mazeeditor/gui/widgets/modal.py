"""A dialog: over the middle of its window, it waits for an answer; Escape means no answer.

The contents of a ``ScrolledModal`` scroll where the screen has no room for all of them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from tkinter import ttk
from typing import Any, Literal

from mazeeditor.core.errors import UsageError
from mazeeditor.gui.desktop.blocking import blocking_dialog, guard, let_go_of_menus, set_blocking
from mazeeditor.gui.desktop.keys import LEAVE, typed_into
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import wait_for_tab
from mazeeditor.gui.widgets.waiting_keys import take_keyboard

POLL_MS = 200  # ms between two looks at whether the dialog is still shown
SCREEN_SIDES_PX, SCREEN_ENDS_PX = 16, 64  # px at 96 dpi of the screen that a window leaves free
EDGE = 18  # px at 96 dpi around what a dialog holds
FRAME_PX = 120  # px at 96 dpi that the dialog takes above and below its page, at most
STEP = 24  # px at 96 dpi
TAKE_ARROWS = (ttk.Entry, ttk.Scale)  # also number fields and lists of choices, which are entries
LINE = 18  # px at 96 dpi: the height of a line of text
KEYS: tuple[tuple[str, int, Literal["units", "pages"]], ...] = (
    ("Up", -1, "units"),
    ("Down", 1, "units"),
    ("Prior", -1, "pages"),
    ("Next", 1, "pages"),
)


def _focus(widget: tk.Misc | None) -> None:
    if widget:
        widget.focus_set()


class Modal(tk.Toplevel):
    """An empty dialog with a ``body`` to fill; ``show`` returns ``answer`` when it is closed.

    ``manual`` is its topic in the manual, "" for that of its window.
    """

    manual = ""

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent)
        self.withdraw()
        self.title(title)
        self.theme = theme = current(self)
        self.answer: Any = None
        self.first: tk.Misc = self  # what gets the focus
        self.extent: tuple[int, int] | None = None  # px; where there is none that of its contents
        self.parent = parent.winfo_toplevel()
        self._again = ""  # the timer
        self.outer = ttk.Frame(self, padding=theme.px(EDGE))
        self.outer.pack(fill="both", expand=True)
        self.body = ttk.Frame(self.outer)
        self.body.pack(side="top", fill="both", expand=True)
        self.page = self.body  # where its fields stand
        self.buttons = ttk.Frame(self.outer)
        self._choices: ttk.Frame | None = None
        close_by_escape(self)
        guard(self, self.destroy)

    def add_result(self, lines: int) -> ttk.Label:
        """Add a text below that has room for ``lines``: nothing moves when it becomes longer."""
        place = ttk.Frame(self.page, height=self.theme.px(lines * LINE))
        place.pack_propagate(False)
        place.pack(fill="x", pady=(self.theme.px(8), 0))
        label = ttk.Label(place)
        label.pack(anchor="nw")
        place.bind("<Configure>", lambda event: label.configure(wraplength=event.width))
        return label

    def add_choice(self, label: str, action: Callable[[], None]) -> ttk.Button:
        """Add a button below those before, as wide as the dialog; arrows lead along them."""
        if self._choices is None:
            self._choices = ttk.Frame(self.body)  # where there is not room for all, it is seen
            self._choices.pack(side="bottom", fill="x", before=self.body.winfo_children()[0])
        button = ttk.Button(self._choices, text=label, command=action, style="Row.TButton")
        button.pack(fill="x", pady=(self.theme.px(8), 0))
        press_by_enter(button)
        for key, other in ("Down", button.tk_focusNext), ("Up", button.tk_focusPrev):
            button.bind(f"<{key}>", lambda _event, other=other: _focus(other()))  # type: ignore[misc]
        return button

    def add_button(
        self, label: str, action: Callable[[], None], primary: bool = False, left: bool = False
    ) -> ttk.Button:
        """Add a button at the foot; Enter presses the focused one, else the primary."""
        # before the body: where there is not room for all, the buttons are seen
        gap = self.theme.px(18)
        self.buttons.pack(side="bottom", fill="x", pady=(gap, 0), before=self.body)
        style = "Accent.TButton" if primary else "TButton"
        button = ttk.Button(self.buttons, text=label, command=action, style=style)
        side: Any = "left" if left else "right"
        gap = self.theme.px(8)
        button.pack(side=side, padx=(0, gap) if left else (gap, 0))
        press_by_enter(button)
        if primary:
            press_by_enter(button, self)
            self.first = button
        return button

    def destroy(self) -> None:
        """Close without an answer; an arrow of a field that is held repeats no longer."""
        self.tk.eval("catch {ttk::CancelRepeat}")
        self._end_showing_again()
        super().destroy()

    def close_with(self, answer: Any) -> None:
        self.answer = answer
        self.destroy()

    def close_if_valid(self, read: Callable[[], Any]) -> None:
        """Close with what ``read`` returns, unless it raises ``UsageError``: a form shows why."""
        with suppress(UsageError):
            self.close_with(read())

    def show(self, focus: tk.Misc | None = None) -> Any:
        """Put the dialog on the screen and return its answer, None where there is none."""
        call = self.tk.call
        let_go_of_menus(self)
        before, blocked = str(call("focus")), blocking_dialog(self)
        with suppress(tk.TclError):  # it, its window or the program may be closed before it is seen
            self._place()
            self.deiconify()
            self._get_keyboard(focus or self.first, force=bool(before))
            self._show_again_later()
            self.wait_visibility()
            set_blocking(self, str(self))
            self._keep_keyboard(focus or self.first, force=bool(before))
            self.wait_window()
        with suppress(tk.TclError):  # the program may be closed
            set_blocking(self, blocked)
            if before:
                call("focus", before)
        return self.answer

    def _show_again_later(self) -> None:
        """Show the dialog again where it is hidden: nobody could answer it, nor use its window.

        Tk hides it with its window, and may lose it where that comes back at once.
        """
        self._again = self.after(POLL_MS, self._show_again)

    def _show_again(self) -> None:
        if self.parent.winfo_viewable() and not self.winfo_viewable():
            self.deiconify()
        self._show_again_later()

    def _end_showing_again(self) -> None:
        if self._again:
            self.after_cancel(self._again)
            self._again = ""

    def _get_keyboard(self, widget: tk.Misc, *, force: bool) -> None:
        """Focus a widget; in front of all, where the user is working with this program.

        At once: keys that were typed meanwhile are for the dialog, and not for the window.
        """
        if force:
            self.lift()
        take_keyboard(widget, force=force)
        widget.event_generate("<<TraverseIn>>")  # as Tab does: the text of a field is selected
        wait_for_tab(widget)

    def _keep_keyboard(self, widget: tk.Misc, *, force: bool) -> None:
        """Focus the dialog where it has come too early for the window manager."""
        focus = str(self.tk.call("focus"))
        if not focus.startswith(f"{self}."):
            take_keyboard(widget, force=force)
        elif force:
            self.tk.call("focus", "-force", focus)

    def _place(self) -> None:
        self.transient(self.parent)
        place_over(self, self.parent, self.extent)


def press_by_enter(button: ttk.Button, widget: tk.Misc | None = None) -> None:
    """Let Enter press a button while ``widget`` has the keyboard, by default the button itself."""

    def press(_event: tk.Event[tk.Misc]) -> str:
        button.invoke()
        return "break"

    for key in ("<Return>", "<KP_Enter>"):
        (widget or button).bind(key, press)


def close_by_escape(window: tk.Toplevel) -> None:
    """Let Escape close a window, also in a field, where it first puts back what was typed."""
    for event in ("<Escape>", LEAVE):
        window.bind(event, lambda _event: window.destroy())


def room_on_screen(window: tk.Misc) -> tuple[int, int]:
    """Return how wide and high a window may be, px: title bars and panels take some of the screen.

    Tk knows neither, so this leaves what most desktops need.
    """
    theme = current(window)
    return (
        window.winfo_screenwidth() - theme.px(SCREEN_SIDES_PX),
        window.winfo_screenheight() - theme.px(SCREEN_ENDS_PX),
    )


def place_over(window: tk.Toplevel, parent: tk.Misc, size: tuple[int, int] | None = None) -> None:
    """Put a window over the middle of another, with all of it on the screen.

    It is as large as its contents, or of ``size`` px, as far as the screen has that.
    """
    window.update_idletasks()
    needed = size or (window.winfo_reqwidth(), window.winfo_reqheight())
    widest, highest = room_on_screen(window)
    width, height = min(needed[0], widest), min(needed[1], highest)
    least = window.minsize()
    window.minsize(min(least[0], width), min(least[1], height))
    x = parent.winfo_rootx() + (parent.winfo_width() - width) // 2
    y = parent.winfo_rooty() + (parent.winfo_height() - height) // 3
    x = max(0, min(x, widest - width))
    y = max(0, min(y, highest - height))
    fixed = size or (width, height) != needed
    window.geometry(f"{width}x{height}+{x}+{y}" if fixed else f"+{x}+{y}")


class ScrolledModal(Modal):
    """A dialog with a ``page`` to fill, which the wheel and keys scroll where it must.

    It grows and shrinks with what the page holds, as far as the screen has room.
    """

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent, title)
        self._panel = ScrolledPanel(self.body, 1)
        self._panel.pack(fill="both", expand=True)
        self.page = self._panel.body
        self.page.bind("<Configure>", lambda _event: self._fit(), add=True)
        bar, edge = self._panel.bar.winfo_reqwidth(), self.theme.px(EDGE)
        self.outer.configure(padding=(edge, edge, max(edge - bar, 0), edge))  # the bar is in it
        self.buttons.configure(padding=(0, 0, min(bar, edge), 0))
        for key, number, what in KEYS:
            self.bind(f"<{key}>", partial(self._scroll, number, what))
        for key, share in (("Home", 0.0), ("End", 1.0)):
            self.bind(f"<{key}>", partial(self._scroll_to, share))

    def _scroll(
        self, number: int, what: Literal["units", "pages"], event: tk.Event[tk.Misc]
    ) -> None:
        if isinstance(event.widget, TAKE_ARROWS):
            return
        if what == "units":  # of the panel: single pixels
            number *= self.theme.px(STEP)
        self._panel.canvas.yview_scroll(number, what)

    def _scroll_to(self, share: float, event: tk.Event[tk.Misc]) -> None:
        """Show the beginning or the end of the page, unless the key is that of a text."""
        if not typed_into(event.widget):
            self._panel.canvas.yview_moveto(share)

    @property
    def room(self) -> tuple[int, int]:
        """How wide and high the page may be without scrolling, px."""
        width, height = room_on_screen(self)
        return width - self.theme.px(2 * EDGE), height - self.theme.px(FRAME_PX)

    def show(self, focus: tk.Misc | None = None) -> Any:
        """Show as much of the page as the screen has room for, and return the answer."""
        self.update_idletasks()
        self._fit()
        return super().show(focus)

    def _fit(self) -> None:
        """Ask for as much room as the page needs, and the screen has."""
        needed = self.page.winfo_reqwidth(), self.page.winfo_reqheight()
        for name, size in zip(("width", "height"), map(min, needed, self.room), strict=True):
            if size != int(str(self._panel.canvas.cget(name))):
                self._panel.canvas.configure({name: size})
