"""A panel that scrolls where the window is too low for all of it, and sections of it that fold."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import bind_in_window, notches_down, trace

_STEP = 48  # px at 96 dpi, for one notch of the wheel
_POPDOWN = ".popdown"  # of a field: its open list, which tkinter does not know
_WHEEL = ("<MouseWheel>", "<Button-4>", "<Button-5>")  # the latter two on X11
_SCROLL_THEMSELVES = (tk.Text, tk.Listbox, ttk.Treeview)


class ScrolledPanel(ttk.Frame):
    """Holds a ``body`` to fill, as wide as the panel and of any height.

    ``width`` is px of the screen. The widget that gets the focus is brought into view.
    """

    def __init__(self, parent: tk.Misc, width: int) -> None:
        super().__init__(parent)
        theme = current(self)
        # not 1 px high: when the bar goes, Tk's grid leaves all as it is in a frame that needs 1 px
        self.canvas = tk.Canvas(self, width=width, height=2, yscrollincrement=1)
        self.bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=self._show_bar)
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self.bar.grid(row=0, column=1, sticky="ns")
        self.columnconfigure(0, weight=1)
        # The column of the bar keeps its width when the bar is hidden, or the forms would move.
        self.columnconfigure(1, minsize=self.bar.winfo_reqwidth())
        self.rowconfigure(0, weight=1)
        self.body = ttk.Frame(self.canvas)
        self._item = self.canvas.create_window(0, 0, window=self.body, anchor="nw")
        self.body.bind("<Configure>", self._resized)
        self.canvas.bind("<Configure>", self._resized)
        self.canvas.bind("<Configure>", lambda _event: self._see_focus(), add=True)
        self._step = theme.px(_STEP)
        self._kept = ""  # what stays in view while it has the keyboard
        self.body.bind("<Configure>", lambda _event: self._follow_kept(), add=True)
        self._add_bindings()

    def _add_bindings(self) -> None:
        for event in _WHEEL:
            bind_in_window(self, event, self._wheel)
            for kind in ("TCombobox", "TSpinbox"):
                # Scrolling over a field must not change its value.
                self.unbind_class(kind, event)
        bind_in_window(self, "<FocusIn>", lambda _event: self._see_focus())

    def _show_bar(self, first: float | str, last: float | str) -> None:
        self.bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            self.bar.grid_remove()
        else:
            self.bar.grid()

    def _resized(self, _event: tk.Event[tk.Misc]) -> None:
        around = 2 * int(str(self.canvas["highlightthickness"]))
        width, room = self.canvas.winfo_width() - around, self.canvas.winfo_height() - around
        self.canvas.itemconfigure(self._item, width=width)
        height = max(self.body.winfo_reqheight(), room)
        self.canvas.configure(scrollregion=(0, 0, width, height))

    def holds(self, widget: tk.Misc | str) -> bool:
        """Whether ``widget`` is in this panel."""
        return str(widget).startswith(f"{self}.")

    def _wheel(self, event: tk.Event[tk.Misc]) -> None:
        if not self.holds(event.widget):
            return
        self._kept = ""
        down = notches_down(event)
        if isinstance(event.widget, _SCROLL_THEMSELVES):
            first, last = event.widget.yview()
            if first > 0 if down < 0 else last < 1:
                return
        self.canvas.yview_scroll(down * self._step, "units")

    def _see_focus(self) -> None:
        """Show what has the keyboard: Tk reports the focus to all frames around it too."""
        focus, *_list = str(self.tk.call("focus")).split(_POPDOWN)
        if self.winfo_exists() and focus.startswith(f"{self.body}."):
            self.see(self.nametowidget(focus))

    def keep_in_view(self, widget: tk.Misc) -> None:
        """Show a widget, also where what is above it grows, while it has the keyboard.

        Until somebody scrolls.
        """
        self._kept = str(widget)
        self.see(widget)

    def _follow_kept(self) -> None:
        if self._kept:  # a call of the root's: this panel may be gone by then
            self.nametowidget(".").after_idle(self._see_kept)

    def _see_kept(self) -> None:
        """Show it once all that has moved has its place."""
        if self.winfo_exists() and str(self.tk.call("focus")) == self._kept:
            self._see_focus()

    def see(self, widget: tk.Misc | str) -> None:
        """Scroll as little as needed to show ``widget``, or its top, where it is in the body."""
        if not self.winfo_exists() or not str(widget).startswith(f"{self.body}."):
            return
        assert isinstance(widget, tk.Misc)
        top = widget.winfo_rooty() - self.body.winfo_rooty()
        bottom = top + widget.winfo_height()
        first = int(self.canvas.canvasy(0))
        room = self.canvas.winfo_height()
        if room <= 1:  # not laid out yet
            return
        target = max(min(first, top - self._step // 4), bottom + self._step // 4 - room)
        target = min(target, max(top - self._step // 4, 0)) if bottom - top > room else target
        if target != first:
            self.canvas.yview_scroll(target - first, "units")


class FoldingSection(ttk.Frame):
    """A heading and, while ``variable`` is true, a ``body`` below it to fill.

    The heading is pressed with the mouse, Space or Return; the Left key folds, Right unfolds.
    """

    def __init__(self, parent: tk.Misc, title: str, variable: tk.BooleanVar | None = None) -> None:
        super().__init__(parent)
        theme = current(self)
        self.open = variable or tk.BooleanVar(self, value=True)
        self.heading = ttk.Checkbutton(
            self, text=title, style="Section.TCheckbutton", variable=self.open
        )
        self.heading.pack(fill="x")
        self.body = ttk.Frame(self, padding=(0, theme.px(2), 0, theme.px(10)))
        line = ttk.Separator(self)
        line.pack(side="bottom", fill="x", pady=(theme.px(2), theme.px(4)))
        self.heading.bind("<Return>", lambda _event: self.heading.invoke())
        self.heading.bind("<Left>", lambda _event: self.open.set(False))
        self.heading.bind("<Right>", lambda _event: self.open.set(True))
        trace(self, self.open, self._fold)
        self._fold()

    def _fold(self, *_trace: str) -> None:
        if self.open.get():
            self.body.pack(fill="x", after=self.heading)
        else:
            self.body.pack_forget()
