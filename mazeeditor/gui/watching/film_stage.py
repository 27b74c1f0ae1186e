"""The stage: films side by side under one set of controls, also while they are recorded.

::

    threads --- record ---> films <--- frame loop ---> panes
                                           |
                         controls ---> playback
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, thread_time
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, ignore
from mazeeditor.core.translation import _
from mazeeditor.films.playback import Playback
from mazeeditor.films.round_robin import RoundRobin, RoundRobinJob
from mazeeditor.gui.desktop import keys
from mazeeditor.gui.look import current
from mazeeditor.gui.watching.film_panes import (
    CODE_SUMMARY,
    NO_ROOM_FOR_CODE,
    FilmPane,
    LegendBar,
    PaneGrid,
)
from mazeeditor.gui.watching.playback_controls import PlaybackControls
from mazeeditor.gui.widgets import has_keyboard, keyboard_within, on_destroy
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.maze import Maze

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.shown.film_shows import FilmShow, Recording
    from mazeeditor.core.job import Job
    from mazeeditor.gui.context import Context


USE = "Mod+Return"  # a chord
SPACE_PRESSES = {"TButton", "TCheckbutton", "TMenubutton"}  # focused widgets that use Space
FRAME_MS = 1000 / 60  # ms
WHILE_RECORDING = 2  # frames that one lasts then: the recording waits for each
LATEST_S = 0.25  # s that a frame counts at most: the computer may have slept
READABLE_S = 0.1  # s: figures that change faster cannot be read
TURN_S = 0.02  # s of computing after which other films wait for the next frame: keys come first


class FrameLoop:
    """Shows films frame by frame; idle where nothing moves, and while it is paused.

    ``on_frame`` is called in each frame, to show the rest.
    """

    def __init__(
        self,
        widget: tk.Misc,
        panes: Sequence[FilmPane],
        playback: Playback,
        robin: RoundRobin,
        on_frame: Callable[[], None],
    ) -> None:
        self._widget, self._panes, self._playback, self._robin = widget, panes, playback, robin
        self._on_frame = on_frame
        self._timer: str | None = None
        self._closed = False
        self._last = self._read = 0.0  # s: the times of the last frame and of the last figures
        self._turn = 0  # the pane that is drawn first

    @property
    def idle(self) -> bool:
        return self._timer is None

    def wake(self) -> None:
        """Show the current state soon, and go on as long as anything moves."""
        if self._closed:
            return
        if self._timer is None:
            self._last = monotonic()
        else:
            self._widget.after_cancel(self._timer)
        self._timer = self._widget.after_idle(self.show)

    def show(self) -> None:
        """Show the step that is due; a late frame shows a later step."""
        self._stop()
        now = monotonic()
        seconds, self._last = min(now - self._last, LATEST_S), now
        self._playback.update()
        self._playback.advance(seconds)
        with self._robin.drawing():
            arrived = self._draw(now)
        complete = self._playback.complete
        if self._closed or self._timer:  # drawing may let the window close, or wake this
            return
        if self._playback.playing or not (arrived and complete):
            pause = FRAME_MS if complete else FRAME_MS * WHILE_RECORDING
            spent = (monotonic() - now) * 1000
            self._timer = self._widget.after(max(1, round(pause - spent)), self.show)

    def pause(self) -> None:
        """Show no frame until ``wake`` is called."""
        self._stop()

    def close(self) -> None:
        self._closed = True
        self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._widget.after_cancel(self._timer)
            self._timer = None

    def _draw(self, now: float) -> bool:
        """Draw a frame; returns whether all films have reached their steps."""
        arrived = self._draw_panes()
        if now - self._read > READABLE_S or not self._playback.playing:
            self._read = now
            for pane in self._panes:
                pane.show_figures()
        self._on_frame()
        self._widget.update_idletasks()  # draw while the recordings pause
        return arrived

    def _draw_panes(self) -> bool:
        """Draw the panes in turns, as many as there is time for; whether all are at their steps."""
        number, began = len(self._panes), thread_time()
        for drawn in range(1, number + 1):
            pane = self._panes[self._turn]
            self._turn = (self._turn + 1) % number
            pane.show(self._playback.step_of(pane.film))
            if thread_time() - began > TURN_S and drawn < number:
                break
        return all(pane.player.step == self._playback.step_of(pane.film) for pane in self._panes)


class FilmStage(ttk.Frame):
    """Shows the films of a ``show``; ``saving`` returns whether one of them is being saved.

    ``on_fail`` is called with what went wrong where a film cannot be recorded.
    """

    def __init__(
        self,
        parent: tk.Misc,
        context: Context,
        services: Services,
        show: FilmShow,
        saving: Callable[[], bool],
        on_fail: Callable[[Exception], None],
    ) -> None:
        super().__init__(parent)
        self.theme = current(self)
        self.context, self._services = context, services
        self.film_show, self._saving, self._on_fail = show, saving, on_fail
        self.playback = show.playback
        self.background, self.robin = Background(context.root), RoundRobin()
        films = self.playback.films
        self._used: bool | None = None  # whether the button is enabled
        self.grid_of_panes = PaneGrid(self, films, self.background)
        self.panes = self.grid_of_panes.panes
        for pane in self.panes:  # as in the workspace Draw, but without an overview: it hides cells
            pane.view.show_navigation(bars=True, minimap=False)
        self.frames = FrameLoop(self, self.panes, self.playback, self.robin, self._show_state)
        self.legend = LegendBar(self, films)
        self.controls = PlaybackControls(self, self.playback, context.icons, self.frames.wake)
        self._lay_out()
        self._add_bindings()
        # after what was built is laid out: a turn of the event loop each
        self._begins = self.after(1, lambda: self._begin(show.recordings))

    # The parts

    def _lay_out(self) -> None:
        self.grid_of_panes.grid(row=0, column=0, sticky="nsew")
        ttk.Separator(self).grid(row=1, column=0, sticky="ew")
        self.legend.grid(row=2, column=0, sticky="ew")
        self.controls.grid(row=3, column=0, sticky="ew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self._add_code()
        if len(self.panes) > 1:
            self._add_same_end()
        self.used = self._add_use() if self.film_show.use else None

    def _add_use(self) -> ttk.Button:
        button = ttk.Button(self.controls.own, text=_("Use this maze"), command=self.use)
        Tooltip(button, _("Replace your maze with this one"), keys.chord_label(USE))
        press_by_enter(button)
        button.pack(side="left", padx=(self.theme.px(8), 0))
        return button

    def _add_code(self) -> None:
        panes, settings = self.grid_of_panes, self._services.settings
        shown = self._code = tk.BooleanVar(self, settings.code)

        def toggle() -> None:
            settings.code = shown.get()
            panes.show_code(shown.get())

        def text() -> str:
            return NO_ROOM_FOR_CODE if shown.get() and not panes.has_room_for_code else CODE_SUMMARY

        self.code = self.controls.add_toggle("film-code", text, "C", shown, toggle)
        panes.show_code(shown.get())

    def _add_same_end(self) -> None:
        self._same_end = tk.BooleanVar(self, self.playback.same_end)
        box = self.same = ttk.Checkbutton(
            self.controls.own, text=_("End together"), variable=self._same_end, command=self._match
        )
        box.pack(side="left", padx=(self.theme.px(4), 0))
        Tooltip(box, _("Let all films end together; otherwise each takes one step at a time"))

    def _add_bindings(self) -> None:
        window = str(self.winfo_toplevel())
        for pane in self.panes:  # its keys would move a cursor that is not shown
            canvas = pane.view.canvas
            canvas.bindtags((window, str(canvas), "Canvas", "all"))
        for event in ("<<ThemeChanged>>", "<Map>"):
            self.bind(event, lambda _event: self._follow_theme())
        on_destroy(self, self._end)

    def _follow_theme(self) -> None:
        theme = current(self)
        if theme != self.theme:
            self.theme = theme
            self.grid_of_panes.set_theme(theme)
            self.legend.set_theme(theme)

    # Keys

    @property
    def has_keyboard(self) -> bool:
        """Whether the keyboard is in the films or their controls, or nowhere in the window."""
        return keyboard_within(self) or has_keyboard(self.winfo_toplevel())

    def press(self, chord: str) -> bool:
        """Run the command of a key; returns whether there is one."""
        view = self.panes[0].view
        own = {
            USE: self.used.invoke if self.used else None,
            "Mod+0": view.fit,
            "Mod+Plus": partial(view.zoom_by, 1),
            "Mod+Minus": partial(view.zoom_by, -1),
        }
        command = own.get(chord)
        if command:
            command()
            return True
        if not self.has_keyboard:
            return False
        focus = str(self.tk.call("focus"))
        if chord == "Space" and self.tk.call("winfo", "class", focus) in SPACE_PRESSES:
            return False
        return self.controls.press(chord)

    # Recording

    def _begin(self, recordings: Sequence[Recording]) -> None:
        self._begins = ""
        self.frames.show()  # before the recordings compete for time
        for recording in recordings:
            self._record(recording)

    def _record(self, recording: Recording) -> None:
        def work(job: Job) -> None:
            with RoundRobinJob(self.robin, job.signal) as turn:
                recording.record(turn)

        self.background.run(work, ignore, self._on_fail)

    # Playing

    def enter(self) -> None:
        """Show the films where they were left."""
        for pane in self.panes:
            pane.view.wheel_pans = self._services.settings.wheel_scrolls
        self.frames.wake()

    def leave(self) -> None:
        """Pause; what is not recorded yet goes on being recorded."""
        self.playback.playing = False
        self.frames.pause()

    def _match(self) -> None:
        """Let all films end together, or take one step at a time."""
        self.playback.same_end = self._same_end.get()
        self.frames.wake()

    def _show_state(self) -> None:
        """Show the state besides the films; complete films are saved, one at a time."""
        self.controls.show()
        self.legend.show()
        complete = self.playback.complete
        if self.used and self._used != complete:
            self._used = complete
            self.used.state(["!disabled" if complete else "disabled"])
        savable = complete and not self._saving()
        if self.film_show.savable != savable:
            self.film_show.savable = savable
            self._services.update()

    # The result

    def use(self) -> None:
        """Put the generated maze in the place of the document's."""
        result = self.panes[0].film.result
        if self.film_show.use and isinstance(result, Maze):
            self.film_show.use(result)
            text = _("This is your maze now; Undo brings back the one before.")
            self.context.status.show_message(text)

    # The end

    def _end(self) -> None:
        if self._begins:
            self.after_cancel(self._begins)
        self.frames.close()
        self.background.close()
