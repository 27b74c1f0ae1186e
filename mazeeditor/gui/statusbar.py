"""The line at the foot: the verdict, what was counted, the tool's hint, the cell, the zoom.

::

    [ ✓ Exactly one route ] 143 cells long · ...       hint   row 12, column 7   100 % v
    [ ✓ Exactly one route ] Generating  [=====    ] 54 %  [Cancel]      row 12   100 % v
"""

from __future__ import annotations

import tkinter as tk
from tkinter import font, ttk
from typing import Any

from mazeeditor.gui.icons import Icons
from mazeeditor.gui.look import Theme
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.translation import _
from mazeeditor.workspace.jobs import Jobs
from mazeeditor.workspace.verdict import SEPARATOR, Verdict

PATIENCE = 100  # ms that an old verdict may stand while the new one is counted
BUSY_AFTER = 150  # ms that a job may take before it shows
MESSAGE_TIME = 6000  # ms that a message replaces the hint
PROGRESS = 60  # ms between two looks at the progress
SIGNS = {"good": "check", "warn": "warning", "bad": "cross", "neutral": "info"}  # icons


class Chip(ttk.Label):
    """A verdict of kind ``good``, ``warn``, ``bad`` or ``neutral``: a sign, a text, a colour."""

    def __init__(self, parent: tk.Misc, icons: Icons) -> None:
        super().__init__(parent, compound="left")
        self._icons = icons
        self.show("neutral", "")

    def show(self, kind: str, words: str) -> None:
        """Show ``words`` with the sign and colour of ``kind``; raises ``KeyError``."""
        sign = self._icons.get(SIGNS[kind], 14, f"{kind}_text")
        self.configure(text=f" {words}", image=sign, style=f"{kind.capitalize()}.Chip.TLabel")


class StatusBar(ttk.Frame):
    """The status bar."""

    def __init__(
        self, parent: tk.Misc, theme: Theme, icons: Icons, jobs: Jobs, verdict: Verdict
    ) -> None:
        px = theme.px
        super().__init__(parent, padding=(px(8), px(5)))
        self._jobs, self._verdict = jobs, verdict
        self._timers: dict[str, str] = {}
        self._hint = self._counted = ""
        self.chip = Chip(self, icons)
        self.figures = ttk.Label(self)
        Tooltip(self.figures, self._left_out)
        self.work = JobProgress(self, theme, jobs)
        self.hint = ttk.Label(self, style="Soft.TLabel")
        self.pointed = ttk.Frame(self)
        self.cell, self.note = ttk.Label(self.pointed), ttk.Label(self.pointed)
        self.zoom = ttk.Menubutton(self, direction="above")
        # as high as what comes and goes, or the whole window were laid out anew each time: 40 ms
        ttk.Frame(self, width=0, height=self.work.cancel.winfo_reqheight()).pack(side="left")
        self.chip.pack(side="left", padx=(0, px(8)))
        self.zoom.pack(side="right")
        self.pointed.pack(side="right", padx=px(12))
        self.cell.pack(side="left")
        self.figures.pack(side="left")
        self._gap, self._font = px(24), font.nametofont("TkDefaultFont", self)
        self.bind("<Configure>", lambda _event: self._make_room())
        jobs.changed.subscribe(self._job_changed)
        verdict.changed.subscribe(self._show_verdict)

    # The verdict

    def _show_verdict(self) -> None:
        """Show the verdict; one that is outdated for more than a moment is replaced by a notice."""
        if not self._verdict.outdated:
            self._forget("chip")
            self.chip.show(*self._verdict.chip())
            self._count(self._verdict.figures())
        elif "chip" not in self._timers:
            self._timers["chip"] = self.after(PATIENCE, self._checking)

    def _checking(self) -> None:
        self.chip.show("neutral", _("Checking …"))
        self._count("")

    def _count(self, words: str) -> None:
        self._counted = words
        self._make_room()

    def _fitting(self, room: int) -> str:
        """Return as many of the figures as are seen wholly in ``room`` px, but one at least."""
        words = self._counted
        while SEPARATOR in words and self._font.measure(words) > room:
            words = words.rpartition(SEPARATOR)[0]
        return words

    def _left_out(self) -> str:
        """Return all figures where some have no room."""
        return self._counted if self._counted != str(self.figures.cget("text")) else ""

    # The hint of the tool and the cell under the pointer

    def show_hint(self, hint: str) -> None:
        """Show what a click does."""
        self._hint = hint
        if "message" not in self._timers:
            self._show(hint)

    def _show(self, words: str) -> None:
        self.hint.configure(text=words)
        self._make_room()

    def show_message(self, text: str) -> None:
        """Show a message for a while."""
        self._forget("message")
        self._timers["message"] = self.after(MESSAGE_TIME, self._message_expired)
        self._show(text)

    def _message_expired(self) -> None:
        del self._timers["message"]
        self._show(self._hint)

    def show_cell(self, place: str) -> None:
        """Show where a cell is, or nothing."""
        self.cell.configure(text=place)

    def make_room_for(self, last: str) -> None:
        """Keep as much room as the last place takes, so that nothing jumps."""
        self.cell.configure(text="", width=len(last))

    def show_note(self, words: str, longest: str) -> None:
        """Show what else is known of that cell; room is kept for the ``longest`` such words."""
        self.note.configure(text=words and f"· {words}", width=len(longest) + 2)
        _show(self.note, bool(longest), side="left")
        self._make_room()

    def show_zoom(self, percent: float) -> None:
        """Show the zoom."""
        self.zoom.configure(text=f"{percent:.0f} %" if percent >= 10 else f"{percent:.2g} %")

    def _make_room(self) -> None:
        """Show the hint only where it fits wholly; for a message the figures are hidden."""
        working = bool(self.work.winfo_manager())
        always = sum(each.winfo_reqwidth() for each in (self.chip, self.pointed, self.zoom))
        room = self.winfo_width() - always - 4 * self._gap
        words = self._fitting(room + 2 * self._gap)
        if words != str(self.figures.cget("text")):  # hints come with every motion
            self.figures.configure(text=words)
        fits = room - self.figures.winfo_reqwidth() >= self.hint.winfo_reqwidth()
        aside = "message" in self._timers and not fits
        _show(self.hint, (fits or aside) and not working, side="right", padx=self._gap // 2)
        _show(self.figures, not (aside or working), side="left")

    # Long work

    def _job_changed(self) -> None:
        if self._jobs.busy:
            self._timers["work"] = self.after(BUSY_AFTER, self._show_work)
            return
        self._forget("work")
        _show(self.work, False)
        self._make_room()

    def _show_work(self) -> None:
        _show(self.work, True, side="left")
        self._make_room()
        self.work.refresh()
        self._timers["work"] = self.after(PROGRESS, self._show_work)

    def _forget(self, timer: str) -> None:
        if timer in self._timers:
            self.after_cancel(self._timers.pop(timer))


def _show(widget: tk.Widget, shown: bool, **place: Any) -> None:
    """Pack a widget, or take it away, where that is not so already."""
    if shown and not widget.winfo_manager():
        widget.pack(**place)
    elif not shown:
        widget.pack_forget()


class JobProgress(ttk.Frame):
    """What is being done, how far it is, and the button that stops it."""

    def __init__(self, parent: tk.Misc, theme: Theme, jobs: Jobs) -> None:
        super().__init__(parent)
        self._jobs = jobs
        gap = theme.px(8)
        self.title = ttk.Label(self)
        self.bar = ttk.Progressbar(self, length=theme.px(160), maximum=1.0)
        self.share = ttk.Label(self, width=6, anchor="e")
        self.cancel = ttk.Button(self, text=_("Cancel"), command=jobs.cancel, style="Flat.TButton")
        for widget in (self.title, self.bar, self.share, self.cancel):
            widget.pack(side="left", padx=(0, gap))

    def refresh(self) -> None:
        """Show title and progress as they are."""
        title = _("{title}: preparing the algorithm") if self._jobs.compiling else "{title}"
        self.title.configure(text=title.format(title=self._jobs.title))
        self.bar.configure(value=self._jobs.progress)
        self.share.configure(text=f"{self._jobs.progress:.0%}")
