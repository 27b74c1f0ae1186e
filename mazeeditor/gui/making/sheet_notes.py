"""What is said of a sheet: warnings and figures, what its marks mean, and that it is being made."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING, Protocol

from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets import on_destroy, unbroken, wrap_in
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.making.sheets.drawing import BareSheet, SheetDrawing

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

SCROLLING_KEYS = {"<Up>": -1, "<Down>": 1}
MAX_HEIGHT_PX = 80  # px at 96 dpi at first
LINE = 20  # px at 96 dpi that a key scrolls
MARK_LABELS = {
    "stays": _("stays"),
    "falls": _("dotted: falls away"),
    "loose": _("hatched: comes loose"),
    "tab": _("a tab: a bridge that holds pieces"),
    "breaks": _("too narrow: breaks or burns"),
    "warps": _("narrow: may warp"),
}
LINE_LABELS = {
    "engrave": _("text and marks"),
    "score": _("engraved line"),
    "inner-cut": _("cut first"),
    "outer-cut": _("cut last, around it"),
}
POLL_MS = 100  # ms from one look at the work to the next
LOOKS_BEFORE_SHOWN = 3  # looks at work that runs before it is shown
LENGTH = 160  # px at 96 dpi of the bar


class MakeNotes(ScrolledPanel):
    """What Make says of a plan: a ``warning`` and ``figures``.

    They scroll where there is more, by the wheel, and by Up and Down.
    """

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, 2)
        self._most = current(parent).px(MAX_HEIGHT_PX)
        theme = current(self)
        self.warning = ttk.Label(self.body, style="Error.TLabel")
        self.figures = ttk.Label(self.body, style="Small.TLabel")
        self.figures.pack(fill="x")
        wrap_in(self.body, self.figures, self.warning)
        # a frame shows that it has the keyboard
        self.canvas.configure(highlightthickness=theme.px(2), highlightcolor=theme.focus)
        self.canvas.configure(highlightbackground=str(self.canvas["background"]))
        for key, step in SCROLLING_KEYS.items():
            self.canvas.bind(key, lambda _event, step=step: self._scroll(step * theme.px(LINE)))  # type: ignore[misc]
        self.body.bind("<Configure>", lambda _event: self._fit(), add=True)

    def say(self, warning: str, figures: str | None = None) -> None:
        """Show what may go wrong, "" for nothing, and what it takes (None as before)."""
        self.warning.configure(text=units_of(self).shown(warning))
        if warning:
            self.warning.pack(fill="x", before=self.figures)
        else:
            self.warning.pack_forget()
        if figures is not None:
            self.figures.configure(text=unbroken(units_of(self).shown(figures)))
        self.canvas.yview_moveto(0)

    def limit(self, most: int) -> None:
        """Be at most so many px high."""
        if most != self._most:
            self._most = most
            self._fit()

    def _fit(self) -> None:
        height = self.body.winfo_reqheight()
        self.canvas.configure(height=min(height, self._most), takefocus=height > self._most)

    def _scroll(self, distance: int) -> str:
        self.canvas.yview_scroll(distance, "units")
        return "break"


class SheetLegend(FlowRow):
    """What the marks on a sheet mean: small pictures with words, of those that are there."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, centred=False)
        self._photos: dict[str, PhotoImage] = {}
        self._drawing: SheetDrawing | BareSheet | None = None
        self._of_lines = True

    @property
    def texts(self) -> list[str]:
        return [str(label.cget("text")).strip() for label in self.winfo_children()]

    def explain_lines(self, *, wanted: bool) -> None:
        """Explain the colours of lines too, or not where there is little room."""
        if wanted != self._of_lines:
            self._of_lines = wanted
            self.show(self._drawing)

    def show(self, drawing: SheetDrawing | BareSheet | None) -> None:
        """Explain the marks of a sheet."""
        self._drawing = drawing
        self.clear()
        labels = [self._label(mark, MARK_LABELS[mark]) for mark in drawing.marks] if drawing else []
        if isinstance(drawing, SheetDrawing) and self._of_lines and labels:
            labels += [self._label(colour, LINE_LABELS[name]) for name, colour in drawing.lines]
        if labels:
            self.add(*labels)
        self.configure(width=1)  # no wider than what it stands below

    def _label(self, mark: str, text: str) -> ttk.Label:
        px = current(self).px
        label = ttk.Label(self, image=self._photo(mark), text=f" {text}", compound="left")
        label.configure(style="Small.TLabel", padding=(0, px(4), px(6), 0))
        return label

    def _photo(self, mark: str) -> PhotoImage:
        """Return the picture of a mark by its name, or of lines by their colour "#rrggbb"."""
        from PIL import ImageTk

        from mazeeditor.making.sheets.picture import line_sample, sample

        if mark not in self._photos:
            scale = current(self).scale
            image = line_sample(mark, scale) if mark.startswith("#") else sample(mark, scale)
            self._photos[mark] = ImageTk.PhotoImage(image, master=self)
        return self._photos[mark]


class Work(Protocol):
    """Work that takes a while."""

    @property
    def settled(self) -> bool:
        """Whether nothing runs or is about to."""

    @property
    def progress(self) -> float:
        """The share done, 0 to 1."""


class BusyNote(ttk.Frame):
    """A text with a bar in the lower left corner of ``parent`` while ``work`` takes long.

    It looks at the work from ``begin`` until that is done. ``on_busy`` is called with whether it is
    seen, ``cancel`` by its button; ``again`` begins the work that was cancelled.
    """

    def __init__(
        self,
        parent: tk.Misc,
        text: str,
        work: Work,
        on_busy: Callable[[bool], object],
        cancel: Callable[[], object],
        again: Callable[[], object],
    ) -> None:
        px = current(parent).px
        super().__init__(parent, padding=px(8))
        self._work, self._looks, self._timer = work, 0, ""
        self._text, self._on_busy = text, on_busy
        self._cancel, self._again = cancel, again
        self.stopped = False  # whether the work was cancelled
        self.label = ttk.Label(self, text=text)
        self.label.pack(side="left", padx=(0, px(8)))
        self.bar = ttk.Progressbar(self, length=px(LENGTH), maximum=1.0)
        self.bar.pack(side="left", padx=(0, px(8)))
        self.button = ttk.Button(self, text=_("Cancel"), command=self._press)
        press_by_enter(self.button)
        self.button.pack(side="left")
        on_destroy(self, self._stop)

    @property
    def idle(self) -> bool:
        return not self._timer

    def begin(self) -> None:
        """Look at the work, which is to begin."""
        if self.stopped:
            self._show_stopped(stopped=False)
            self.place_forget()
        if self.idle:
            self._looks = 0
            self._timer = self.after(POLL_MS, self._look)

    def _press(self) -> None:
        """Cancel the work, or begin it again."""
        if self.stopped:
            self._again()
            return
        self._stop()
        self._cancel()
        self._show_stopped(stopped=True)

    def _show_stopped(self, *, stopped: bool) -> None:
        self.stopped = stopped
        if stopped:
            self.bar.pack_forget()
        else:
            self.bar.pack(side="left", padx=(0, current(self).px(8)), before=self.button)
        self.label.configure(text=_("Not up to date: you stopped it.") if stopped else self._text)
        self.button.configure(text=_("Go on") if stopped else _("Cancel"))

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _look(self) -> None:
        self._timer = ""
        if self._work.settled:
            if self.winfo_manager():
                self.place_forget()
                self._on_busy(False)
            return
        self._timer = self.after(POLL_MS, self._look)
        self._looks += 1
        if self._looks >= LOOKS_BEFORE_SHOWN:
            self.bar.configure(value=self._work.progress)
            if not self.winfo_manager():
                self.place(relx=0, rely=1, anchor="sw")
                self._on_busy(True)
