"""The line at the foot: the verdict, what was counted, the tool's hint, the cell, the zoom.

::

    [ ✓ Exactly one route ] 143 cells long · ...       hint   row 12, column 7   100 % v
    [ ✓ Exactly one route ] Generating  [=====    ] 54 %  [Cancel]      row 12   100 % v
"""

from __future__ import annotations

import tkinter as tk
from tkinter import font, ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.gui import verdict
from mazeeditor.gui.icons import Icons
from mazeeditor.gui.jobs import Jobs
from mazeeditor.gui.theme import Theme
from mazeeditor.gui.widgets.chip import Chip
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.maze.facts import Facts
    from mazeeditor.maze.maze import Maze

PATIENCE = 100  # ms that an old verdict may stand while the new one is counted
BUSY_AFTER = 150  # ms that a job may take before it shows
NEWS = 6000  # ms that news stand where the hint is
PROGRESS = 60  # ms between two looks at the progress


class StatusBar(ttk.Frame):
    """The status bar."""

    def __init__(self, parent: tk.Misc, theme: Theme, icons: Icons, jobs: Jobs) -> None:
        px = theme.px
        super().__init__(parent, padding=(px(8), px(5)))
        self._jobs = jobs
        self._timers: dict[str, str] = {}
        self._hint = self._counted = ""
        self.chip = Chip(self, icons)
        self.figures = ttk.Label(self)
        Tooltip(self.figures, self._left_out)
        self.work = Work(self, theme, jobs)
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
        jobs.listeners.append(self._job_changed)

    # The verdict

    def wait(self) -> None:
        """The verdict may be out of date: say so unless the new one comes at once."""
        if "chip" not in self._timers:
            self._timers["chip"] = self.after(PATIENCE, self._checking)

    def _checking(self) -> None:
        self.chip.show("neutral", _("Checking …"))
        self._count("")

    def tell(self, maze: Maze, facts: Facts | None, problem: str = "") -> None:
        """Show the facts of a maze, or why there are none."""
        self._forget("chip")
        if facts is None:
            self.chip.show("neutral", _("Not checked"))
            self._count(problem)
            return
        self.chip.show(*verdict.chip(maze, facts))
        self._count(verdict.figures(facts))

    def _count(self, words: str) -> None:
        self._counted = words
        self._make_room()

    def _fitting(self, room: int) -> str:
        """Return as many of the figures as are seen wholly in ``room`` px, but one at least."""
        words = self._counted
        while verdict.BETWEEN in words and self._font.measure(words) > room:
            words = words.rpartition(verdict.BETWEEN)[0]
        return words

    def _left_out(self) -> str:
        """Return all figures where some have no room."""
        return self._counted if self._counted != str(self.figures.cget("text")) else ""

    # What the tool and the pointer say

    def show_hint(self, hint: str) -> None:
        """Show what a click does."""
        self._hint = hint
        if "news" not in self._timers:
            self._show(hint)

    def _show(self, words: str) -> None:
        self.hint.configure(text=words)
        self._make_room()

    def say(self, news: str) -> None:
        """Show something that happened, for a while."""
        self._forget("news")
        self._timers["news"] = self.after(NEWS, self._news_is_old)
        self._show(news)

    def _news_is_old(self) -> None:
        del self._timers["news"]
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
        """Show the hint only where it fits wholly; for news the figures step aside."""
        working = bool(self.work.winfo_manager())
        always = sum(each.winfo_reqwidth() for each in (self.chip, self.pointed, self.zoom))
        room = self.winfo_width() - always - 4 * self._gap
        words = self._fitting(room + 2 * self._gap)
        if words != str(self.figures.cget("text")):  # hints come with every motion
            self.figures.configure(text=words)
        beside = room - self.figures.winfo_reqwidth() >= self.hint.winfo_reqwidth()
        aside = "news" in self._timers and not beside
        _show(self.hint, (beside or aside) and not working, side="right", padx=self._gap // 2)
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


class Work(ttk.Frame):
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
        self.title.configure(text=self._jobs.title)
        self.bar.configure(value=self._jobs.progress)
        self.share.configure(text=f"{self._jobs.progress:.0%}")
