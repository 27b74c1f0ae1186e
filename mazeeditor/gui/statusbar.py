"""The status bar: the verdict and its figures, the tool's hint, the cell, the zoom; or a job.

::

    [ ✓ Exactly one route ] 143 cells long · ...       hint   row 12, column 7   100 % v
    [ ✓ Exactly one route ] Generating  [=====    ] 54 %  [Cancel]      row 12   100 % v
    [ ✓ Exactly one route ]     Exported a.svg [Open] [Show in folder]  row 12   100 % v
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import font, ttk
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.jobs import Jobs
from mazeeditor.app.shown.verdict import SEPARATOR, Kind, Verdict
from mazeeditor.core.translation import _
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.buttons import keep_focus
from mazeeditor.gui.widgets.fields.zoom_field import ZoomField
from mazeeditor.gui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from mazeeditor.maze.facts.facts import Facts

TIMEOUT_MS = 100  # ms that an outdated verdict stays while the new one is counted
BUSY_AFTER_MS = 150  # ms that a job runs before its progress is shown
MESSAGE_MS = 6000  # ms that a message replaces the hint
OFFER_MS = 30_000  # ms that it does so where it offers anything
PROGRESS_MS = 60  # ms between two updates of the progress
LEAST_SEEN = 12  # characters of a message, else what is offered with it gives way
SIGNS = {"good": "check", "warn": "warning", "bad": "cross", "neutral": "info"}  # icons


class Offer(NamedTuple):
    """A button next to a message: its label, what its tooltip says, its key, what it does."""

    label: str
    summary: str
    key: str
    run: Callable[[], object]


class Offers(ttk.Frame):
    """The buttons next to a message."""

    def show(self, offers: Sequence[Offer]) -> None:
        """Show buttons for these, in the place of others."""
        for child in self.winfo_children():
            child.destroy()
        for offer in offers:
            button = ttk.Button(self, text=offer.label, command=offer.run, style="Flat.TButton")
            Tooltip(button, offer.summary, offer.key)
            button.pack(side="left", padx=(current(self).px(6), 0))


class Chip(ttk.Label):
    """A verdict of kind ``good``, ``warn``, ``bad`` or ``neutral``: a sign, a text, a colour."""

    def __init__(self, parent: tk.Misc, icons: Icons) -> None:
        super().__init__(parent, compound="left")
        self._icons = icons
        self.show("neutral", "")

    def show(self, kind: str, text: str) -> None:
        """Show ``text`` with the sign and colour of ``kind``; raises ``KeyError``."""
        sign = self._icons.get(SIGNS[kind], 14, f"{kind}_text")
        self.configure(text=f" {text}", image=sign, style=f"{kind.capitalize()}.Chip.TLabel")


class VerdictButton(ttk.Button):
    """The verdict on the maze, as a chip to press."""

    def __init__(self, parent: tk.Misc, icons: Icons) -> None:
        super().__init__(parent, compound="left", command=lambda: self.on_press())
        self._icons = icons
        self._shown: tuple[Kind, str] | None = None
        self._text = ""
        self.on_press: Callable[[], object] = lambda: None
        self.tip = Tooltip(self, "")
        keep_focus(self)
        self.show("neutral", "")

    def show(self, kind: Kind, text: str) -> None:
        """Show ``text`` with the sign and colour of ``kind``."""
        if self._shown == (kind, text):
            return
        self._shown = kind, text
        sign = self._icons.get(SIGNS[kind], 14, f"{kind}_text")
        self._text = f" {text}"
        self.configure(text=self._text, image=sign, style=f"{kind.capitalize()}.Chip.TButton")

    @property
    def hidden_text(self) -> str:
        """The whole text where it is cut, for the tooltip."""
        return self._text.strip() if str(self.cget("text")) != self._text else ""

    def fit(self, room: int) -> int:
        """Cut the text where ``room`` px are too few for it; return the width."""
        measure = self._measure()
        around = self.winfo_reqwidth() - measure(str(self.cget("text")))
        text = _cut(self._text, room - around, measure)
        if text != str(self.cget("text")):
            self.configure(text=text)
        return around + measure(text)

    def _measure(self) -> Callable[[str], int]:
        face = str(ttk.Style(self).lookup(str(self.cget("style")), "font")) or "TkDefaultFont"
        return font.nametofont(face, self).measure


class StatusBar(ttk.Frame):
    """The status bar."""

    def __init__(
        self, parent: tk.Misc, theme: Theme, icons: Icons, jobs: Jobs, verdict: Verdict
    ) -> None:
        px = theme.px
        super().__init__(parent, padding=(px(8), px(5)))
        self._jobs, self._verdict = jobs, verdict
        self._counted: Facts | None = None  # the facts that are shown
        self.result_seen: Callable[[], bool] = lambda: True
        self._covered = self._aside = False
        self.said = ""  # of what covers the maze
        self._timers: dict[str, str] = {}
        self.text = ""  # the message, or the hint, as a whole
        self._beside = False  # whether the message is shown beside the job, which it is about
        self._hint = self._figures = self._noted = self._note_text = ""
        self.chip = VerdictButton(self, icons)
        self.figures = ttk.Label(self)
        Tooltip(self.figures, self._hidden_figures)
        self.work = JobProgress(self, theme, jobs)
        self.hint = ttk.Label(self, style="Soft.TLabel")
        Tooltip(self.hint, lambda: self.text if str(self.hint.cget("text")) != self.text else "")
        self.offers = Offers(self)
        self.pointed = ttk.Frame(self)
        self.cell, self.note = ttk.Label(self.pointed), ttk.Label(self.pointed)
        self.zoom = ZoomField(self)
        Tooltip(self.zoom, _("Zoom: choose one, or type 250 %"))
        # as high as the progress, or the whole window would be laid out again for each job: 40 ms
        self._edge = ttk.Frame(self, width=0, height=self.work.cancel.winfo_reqheight())
        self._edge.pack(side="left")
        self.chip.pack(side="left", padx=(0, px(8)))
        self.zoom.pack(side="right")
        self.cell.pack(side="left")
        self.figures.pack(side="left")
        self._gap, self._font = px(24), font.nametofont("TkDefaultFont", self)
        self._edges = 3 * px(8) + 1  # of the bar, right of the verdict, and what keeps it high
        self.bind("<Configure>", lambda _event: self._make_room())
        jobs.changed.subscribe(self._follow_job)
        verdict.changed.subscribe(self._show_verdict)

    # The verdict

    def cover(self, *, covered: bool, aside: bool = False) -> None:
        """Say nothing of a maze that something covers, nor what a click does, or say it again.

        A maze that is ``aside`` is not seen either, but what is shown in its place is about it:
        its verdict stays.
        """
        if covered and self._covered:  # what covers it goes on
            return
        self._covered, self._aside, self.said = covered, aside, ""
        self._stop_timer("chip")
        _show(self.zoom, not (covered or aside), side="right", after=self._edge)
        self._show_chip(not covered)
        if covered:
            self._show_figures("")
        else:
            self._show_verdict()

    def say(self, kind: Kind, text: str, figures: str = "") -> None:
        """Say what is known of what covers the maze where the verdict stands, "" for nothing."""
        if self._covered:
            self.said = text
            self._show_chip(bool(text))
            if text:
                self.chip.show(kind, text)
            self._show_figures(figures)

    def _show_chip(self, shown: bool) -> None:
        _show(self.chip, shown, side="left", padx=(0, self._gap // 3), after=self._edge)

    def _show_verdict(self) -> None:
        """Show the verdict; one that stays outdated for ``TIMEOUT_MS`` is replaced by a notice."""
        if self._covered:
            return
        verdict = self._verdict
        if not verdict.outdated or verdict.facts is not self._counted:  # of a moment ago, in a drag
            self._counted = verdict.facts
            self._stop_timer("chip")
            self.chip.show(*verdict.chip())
            self._show_figures(verdict.figures())
        if verdict.outdated and "chip" not in self._timers:
            self._timers["chip"] = self.after(TIMEOUT_MS, self._checking)

    def _checking(self) -> None:
        self.chip.show("neutral", _("Checking …"))
        self._show_figures("")

    def _show_figures(self, figures: str) -> None:
        self._figures = figures
        self._make_room()

    def _fitting(self, room: int) -> str:
        """Return as many of the figures as fit into ``room`` px."""
        text = self._figures
        while text and self._font.measure(text) > room:
            text = text.rpartition(SEPARATOR)[0]
        return text

    def _hidden_figures(self) -> str:
        return self._figures if self._figures != str(self.figures.cget("text")) else ""

    # The hint of the tool and the cell under the pointer

    def show_hint(self, hint: str) -> None:
        self._hint = hint
        if "message" not in self._timers and hint != self.text:  # hints come with every motion
            self._show(hint)

    def _show(self, text: str) -> None:
        self.text = text = units_of(self).shown(text)
        self.hint.configure(text=text)
        self._make_room()

    def show_message(self, text: str, offers: Sequence[Offer] = ()) -> None:
        """Show a message for a while, with buttons for what is offered with it; "" ends it."""
        shown = "message" in self._timers
        self._stop_timer("message")
        if not text:
            if shown:
                self._end_message()
            return
        self._beside = self._jobs.busy
        time = OFFER_MS if offers else MESSAGE_MS
        self._timers["message"] = self.after(time, self._message_expired)
        self.offers.show(offers)
        self._show(text)

    def _message_expired(self) -> None:
        del self._timers["message"]
        self._end_message()

    def _end_message(self) -> None:
        self.offers.show(())
        self._show(self._hint)

    def show_cell(self, place: str) -> None:
        self.cell.configure(text=place)

    def make_room_for(self, last: str) -> None:
        """Reserve the space that the ``last`` place takes, so that nothing moves later."""
        self.cell.configure(text="", width=len(last))

    def show_note(self, text: str, longest: str) -> None:
        """Show what else is known of that cell; space is reserved for the ``longest`` text."""
        self._noted, self._note_text = longest, text
        self.note.configure(text=text and f"· {text}", width=len(longest) + 2)
        self._make_room()

    def _make_room(self) -> None:
        """Show what there is room for: verdict, job or message, cell, figures, hint."""
        if self.winfo_width() <= 1:  # not laid out yet
            return
        working, urgent = bool(self.work.winfo_manager()), "message" in self._timers
        offered = False  # next to the message
        room = self.winfo_width() - self._edges
        room -= self.zoom.winfo_reqwidth() if self.zoom.winfo_manager() else 0
        room -= self.chip.fit(room) if self.chip.winfo_manager() else 0
        if working:
            room -= self.work.fit(room)
        beside = working and urgent and self._beside and self._jobs.busy
        if beside or (urgent and not working):
            width, offered = self._fit_message(room)
            room -= width
        room -= self._fit_pointed(room)
        figures = "" if working else self._fitting(room)
        alone = urgent and figures != self._figures  # some of them would be misread next to it
        if figures != str(self.figures.cget("text")):  # hints come with every motion
            self.figures.configure(text=figures)
        room -= self.figures.winfo_reqwidth() if figures and not alone else 0
        fits = not (self._covered or self._aside) and room >= self.hint.winfo_reqwidth() + self._gap
        shown = beside or (not working and (urgent or fits))
        _show(self.hint, shown, side="right", padx=self._gap // 2)
        _show(self.offers, offered, side="right", before=self.hint)
        _show(self.figures, not (alone or working), side="left")

    def _fit_message(self, room: int) -> tuple[int, bool]:
        """Show the message, cut where it is too long.

        Returns the width of it and its offers, and whether these are shown: not where they would
        leave too little of it, as menus have them too.
        """
        offers = self.offers.winfo_children()
        rest = sum(part.winfo_reqwidth() + self._gap // 4 for part in offers) + self._gap
        least = self._font.measure(_shorten(self.text))
        offered = bool(offers) and room - rest >= least
        rest = rest if offered else self._gap
        text = _cut(self.text, room - rest, self._font.measure)
        if text != str(self.hint.cget("text")):
            self.hint.configure(text=text)
        return rest + self.hint.winfo_reqwidth(), offered

    def _fit_pointed(self, room: int) -> int:
        """Show of the cell what there is room for, and return its width.

        The rulers show which cell it is; how far it is stands only here.
        """
        width = self._gap  # on both sides of what is shown
        noted = bool(self._noted) and room >= width + self.note.winfo_reqwidth()
        width += self.note.winfo_reqwidth() if noted else 0
        celled = room >= width + self.cell.winfo_reqwidth()
        width += self.cell.winfo_reqwidth() if celled else 0
        shown = not (self._covered or self._aside) and (noted or celled)
        _show(self.pointed, shown, side="right", padx=self._gap // 2, after=self.zoom)
        _show(self.note, noted, side="right")
        _show(self.cell, celled, side="left")
        text = f"· {self._note_text}" if celled else self._note_text
        if self._note_text and text != str(self.note.cget("text")):
            self.note.configure(text=text)
        return width if shown else 0

    # The job

    def _follow_job(self) -> None:
        self._stop_timer("work")
        if self._jobs.busy:
            self._timers["work"] = self.after(BUSY_AFTER_MS, self._show_progress)
        else:  # its result is delivered first
            self.work.show_end()
            self._timers["work"] = self.after_idle(self.end_progress)

    def end_progress(self) -> None:
        """Hide the progress of a job that has ended, once its result is seen."""
        if not self._jobs.busy and self.result_seen():
            self._stop_timer("work")
            _show(self.work, False)
            self._make_room()

    def _show_progress(self) -> None:
        self.work.refresh()
        _show(self.work, not self._jobs.in_dialog, side="left")
        self._make_room()
        self._timers["work"] = self.after(PROGRESS_MS, self._show_progress)

    def _stop_timer(self, timer: str) -> None:
        if timer in self._timers:
            self.after_cancel(self._timers.pop(timer))


def _shorten(text: str) -> str:
    """Return as much of a message as must be seen of it at the least."""
    return text if len(text) <= LEAST_SEEN else text[:LEAST_SEEN] + "…"


def _cut(text: str, room: int, measure: Callable[[str], int]) -> str:
    """Return a text, cut with an ellipsis where it is wider than ``room`` px."""
    low, high = 0, len(text)
    if measure(text) <= room:
        return text
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle] + "…") <= room else (low, middle - 1)
    return text[:low].rstrip() + "…"


def _show(widget: tk.Widget, shown: bool, **place: Any) -> None:
    """Pack a widget or remove it, where that is not so already."""
    if shown and not widget.winfo_manager():
        widget.pack(**place)
    elif not shown:
        widget.pack_forget()


class JobProgress(ttk.Frame):
    """The title of a job, its progress, and the button that cancels it.

    One that is ``bare`` is the progress alone.
    Where ``fit`` is never called there is room for all of it. Where ``follow`` is called, it is
    kept up to date by itself.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, jobs: Jobs, *, bare: bool = False) -> None:
        super().__init__(parent)
        self._jobs, self._text = jobs, ""
        self._timer = ""
        self._fitted = False
        self._gap = gap = theme.px(8)
        self._bars = theme.px(40), theme.px(160)  # px: the shortest and the longest bar
        self._font = font.nametofont("TkDefaultFont", self)
        self.title = ttk.Label(self)
        self.bar = ttk.Progressbar(self, length=self._bars[1], maximum=1.0)
        self.share = ttk.Label(self, width=6, anchor="e")
        self.cancel = ttk.Button(self, text=_("Cancel"), command=jobs.cancel, style="Flat.TButton")
        around = self.title, self.bar, self.share, self.cancel
        for widget in (self.bar, self.share) if bare else around:
            widget.pack(side="left", padx=(0, gap))
        on_destroy(self, self._stop)

    def follow(self) -> None:
        """Show title and progress until the job has ended; the status bar does not meanwhile."""
        self._stop()
        if self._jobs.busy:
            self._jobs.in_dialog = True
            self.refresh()
            self._timer = self.after(PROGRESS_MS, self.follow)

    def _stop(self) -> None:
        if self._timer:
            self._jobs.in_dialog = False
            self.after_cancel(self._timer)
            self._timer = ""

    def refresh(self) -> None:
        title = _("{title}: preparing the algorithm") if self._jobs.compiling else "{title}"
        self._text = title.format(title=self._jobs.title)
        if not self._fitted:
            self.title.configure(text=self._text)
        self._show_share(self._jobs.progress)
        self.cancel.state(["!disabled"])

    def fit(self, room: int) -> int:
        """Shorten the bar, then cut the title, where ``room`` px are too few; return the width.

        Where too little of the title would be seen, there is no bar: the share says the same.
        """
        self._fitted = True
        rest = self.share.winfo_reqwidth() + self.cancel.winfo_reqwidth() + 4 * self._gap
        needed = self._font.measure(self._text)
        bar = min(max(room - rest - needed, self._bars[0]), self._bars[1])
        if room - rest - bar < self._font.measure(_shorten(self._text)):
            rest, bar = rest - self._gap, 0
        text = _cut(self._text, room - rest - bar, self._font.measure)
        _show(self.bar, bar > 0, side="left", padx=(0, self._gap), after=self.title)
        if bar and bar != int(str(self.bar.cget("length"))):
            self.bar.configure(length=bar)
        if text != str(self.title.cget("text")):
            self.title.configure(text=text)
        return rest + bar + self.title.winfo_reqwidth()

    def show_end(self) -> None:
        """Show that all is done, but for the result to be drawn."""
        self._show_share(1.0)
        self.cancel.state(["disabled"])

    def _show_share(self, share: float) -> None:
        self.bar.configure(value=share)
        self.share.configure(text=f"{share:.0%}")
