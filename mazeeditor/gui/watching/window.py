"""The Watch window: films beside each other, driven by one bar, beside the main window.

::

    threads --- record ---> films <--- projector ---> panes
                                           |
                        transport ---> clock
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.films.film import Film
from mazeeditor.gui import keys
from mazeeditor.gui.dialogs.modal import place_over
from mazeeditor.gui.jobs import Threads, ignore
from mazeeditor.gui.theme import current
from mazeeditor.gui.watching.arranging import Desk
from mazeeditor.gui.watching.clock import Clock
from mazeeditor.gui.watching.projector import Projector
from mazeeditor.gui.watching.saver import Saver
from mazeeditor.gui.watching.transport import Transport
from mazeeditor.gui.watching.turns import Turn, Turns
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window
    from mazeeditor.job import Job

SIZES = ((920, 740), (1080, 680), (1180, 860))  # px at 96 dpi for one film, two, and more
SMALLEST = (560, 400)
PRESSED = {"TButton", "TCheckbutton", "TMenubutton"}  # what Space presses where it has the keyboard


@dataclass
class Shot:
    """A film, and what records it: to be called in a thread."""

    film: Film
    record: Callable[[Job], object]


class WatchWindow(tk.Toplevel):
    """Shows films while they are recorded and afterwards, until it is closed.

    ``use`` takes over the maze that a film ends with, where it ends with one.
    """

    def __init__(
        self,
        window: Window,
        title: str,
        shots: Sequence[Shot],
        use: Callable[[Maze], None] | None = None,
    ) -> None:
        super().__init__(window.root)
        self.withdraw()
        self.title(title)
        self.window, self.theme = window, current(self)
        self.threads, self.turns, self.clock = Threads(window.root), Turns(), Clock(playing=True)
        self._use = use
        self._ready: tuple[bool, bool] | None = None  # whether the buttons can be pressed
        self.desk = Desk(self, [shot.film for shot in shots], self.threads)
        self.panes = self.desk.panes
        self.projector = Projector(self, self.panes, self.clock, self.turns, self._shown)
        self.transport = Transport(self, self.clock, window.icons, self.projector.wake)
        self.same_end = tk.BooleanVar(self)
        self.saver = Saver(window, self, self.threads, self.projector.wake)
        self._lay_out()
        self._listen()
        self.deiconify()
        self.focus_set()
        self.projector.show()  # before the threads that record ask for their time
        for shot in shots:
            self._record(shot)

    # The parts

    def _lay_out(self) -> None:
        px = self.theme.px
        self.desk.grid(row=0, column=0, sticky="nsew")
        ttk.Separator(self).grid(row=1, column=0, sticky="ew")
        self.transport.grid(row=2, column=0, sticky="ew")
        self.saver.progress.grid(row=3, column=0, sticky="ew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        if len(self.panes) > 1:
            self._offer_same_end()
        self.used = self._offer(_("Use This Maze"), self.use) if self._use else None
        self.save = self._offer(_("Save Film…"), self.save_film)
        self.minsize(*(px(side) for side in SMALLEST))
        width, height = SIZES[min(len(self.panes), len(SIZES)) - 1]
        place_over(self, self.window.root, (px(width), px(height)))

    def _offer(self, label: str, act: Callable[[], None]) -> ttk.Button:
        button = ttk.Button(self.transport.own, text=label, command=act)
        button.pack(side="left", padx=(self.theme.px(8), 0))
        return button

    def _offer_same_end(self) -> None:
        box = self.same = ttk.Checkbutton(
            self.transport.own, text=_("Same end"), variable=self.same_end, command=self._match
        )
        box.pack(side="left", padx=(self.theme.px(8), 0))
        Tooltip(box, _("Let all films end together; otherwise each takes a step at a time"))

    def _listen(self) -> None:
        keys.listen(self, self.press)
        for pane in self.panes:  # its keys would move a cursor that nobody sees
            canvas = pane.view.canvas
            canvas.bindtags((str(self), str(canvas), "Canvas", "all"))
        for event in ("<<ThemeChanged>>", "<Map>"):
            self.bind(event, self._follow_theme)
        self.bind("<Destroy>", self._end)
        self.protocol("WM_DELETE_WINDOW", self.destroy)

    def _follow_theme(self, event: tk.Event[tk.Misc]) -> None:
        theme = current(self)
        if event.widget is self and theme != self.theme:
            self.theme = theme
            self.desk.set_theme(theme)

    def press(self, chord: str) -> bool:
        """Do what a key asks for; returns whether it asks for anything."""
        focus = str(self.tk.call("focus"))
        if chord == "Space" and focus and self.tk.call("winfo", "class", focus) in PRESSED:
            return False
        view = self.panes[0].view
        own = {
            "Escape": self.destroy,
            "Mod+W": self.destroy,
            "Mod+0": view.fit,
            "Mod+Plus": view.zoom_in,
            "Mod+Minus": view.zoom_out,
        }
        act = own.get(chord)
        if act:
            act()
        return bool(act) or self.transport.press(chord)

    # Recording

    def _record(self, shot: Shot) -> None:
        def work(job: Job) -> None:
            with Turn(self.turns, job.signal) as turn:
                shot.record(turn)

        self.threads.start(work, ignore, self._fail)

    def _fail(self, problem: Exception) -> None:
        """Say why there is no film."""
        if self.winfo_exists():
            self.destroy()
            self.window.report(problem)

    # Playing

    def _match(self) -> None:
        """Let all films end together, or take a step at a time."""
        self.projector.same_end = self.same_end.get()
        self.projector.wake()

    def _shown(self) -> None:
        """Show in each frame what is not a film; films are saved when whole, one at a time."""
        self.transport.show()
        ready = self.clock.complete, self.clock.complete and not self.saver.busy
        if self._ready != ready:
            self._ready = ready
            for button, can in zip((self.used, self.save), ready, strict=True):
                if button:
                    button.state(["!disabled" if can else "disabled"])

    # What becomes of it

    def use(self) -> None:
        """Put the maze that was made into the main window."""
        answer = self.panes[0].film.answer
        if self._use and isinstance(answer, Maze):
            self._use(answer)

    def save_film(self) -> None:
        """Ask how to write the film, and write it: as long as here, and to one end as here."""
        films = [pane.film for pane in self.panes]
        self.saver.ask(films, self.clock.seconds, self.same_end.get())

    # The end

    def _end(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self.saver.close()
            self.projector.stop()
            self.threads.close()
