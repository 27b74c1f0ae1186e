"""Tooltips: the name and the key of the widget under the pointer, or of the one just focused."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk

from mazeeditor.gui.look import current

DELAY = 500  # ms
_HIDES = ("<Leave>", "<ButtonPress>", "<KeyPress>", "<FocusOut>", "<Unmap>", "<Destroy>")


class Tooltip:
    """Shows ``text`` (or what it returns at that moment) below ``widget``, followed by ``key``."""

    def __init__(
        self,
        widget: tk.Misc,
        text: str | Callable[[], str],
        key: str = "",
        delay: int = DELAY,
    ) -> None:
        self.widget, self.text, self.key, self.delay = widget, text, key, delay
        self.window: tk.Toplevel | None = None
        self._timer: str | None = None
        widget.bind("<Enter>", self._wait, add=True)
        widget.bind("<<TraverseIn>>", self._wait, add=True)
        for event in _HIDES:
            widget.bind(event, self.hide, add=True)

    def _wait(self, _event: tk.Event[tk.Misc]) -> None:
        self.hide()
        self._timer = self.widget.after(self.delay, self.show)

    def current_text(self) -> str:
        """Return what would be shown now."""
        text = self.text() if callable(self.text) else self.text
        return f"{text}   {self.key}" if text and self.key else text

    def show(self) -> None:
        """Show the tooltip now, unless the text is empty."""
        self.hide()
        text = self.current_text()
        if not text or not self.widget.winfo_viewable():
            return
        theme = current(self.widget)
        self.window = tk.Toplevel(self.widget)
        self.window.withdraw()
        self.window.overrideredirect(True)
        with suppress(tk.TclError):  # neither is known to every window manager
            self.window.attributes("-topmost", True)
            self.window.attributes("-type", "tooltip")
        width = theme.px(320)
        label = ttk.Label(self.window, text=text, style="Tip.TLabel", wraplength=width)
        label.pack()
        self.window.geometry(self._place(label, theme.px(6)))
        self.window.deiconify()

    def _place(self, label: ttk.Label, gap: int) -> str:
        """Return its place: below the widget, or above it at the lower edge of the screen."""
        widget, width, height = self.widget, label.winfo_reqwidth(), label.winfo_reqheight()
        left = min(widget.winfo_rootx(), widget.winfo_screenwidth() - width)
        top = widget.winfo_rooty() + widget.winfo_height() + gap
        if top + height > widget.winfo_screenheight():
            top = widget.winfo_rooty() - height - gap
        return f"+{max(left, 0)}+{max(top, 0)}"

    def hide(self, _event: tk.Event[tk.Misc] | None = None) -> None:
        """Hide the tooltip, or do not show it after all."""
        if self._timer is not None:
            self.widget.after_cancel(self._timer)
            self._timer = None
        if self.window is not None:
            self.window.destroy()
            self.window = None
