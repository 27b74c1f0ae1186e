"""The playback controls: buttons, keys, the scrubber, the speed, and the number of the step.

::

    ==================O----------------- - - -  step 1,234 of 9,876   [what leads elsewhere]
    |<  <  >  >  >|  repeat                       All in 10 s v       [the films' own]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any, TypeVar

from mazeeditor.core.translation import _
from mazeeditor.films.playback import SPANS_S, SPEEDS, Playback, Speed
from mazeeditor.gui.desktop.keys import chord_label
from mazeeditor.gui.look import current, sprite
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets.buttons import IconButton
from mazeeditor.gui.widgets.flat_menu import FlatMenu
from mazeeditor.gui.widgets.tooltip import Tooltip

T = TypeVar("T")
TENTH = 10  # of a film is a large step
HEIGHT = 22  # px at 96 dpi of the scrubber
LINE = 4  # px at 96 dpi: the width of its line


class PlaybackControls(ttk.Frame):
    """Changes ``playback``; ``on_change`` is called after each command of the user.

    ``own`` is a frame at the right for other controls of the films; the third column of the upper
    row is left for a button that leads elsewhere.
    """

    def __init__(
        self, parent: tk.Misc, playback: Playback, icons: Icons, on_change: Callable[[], None]
    ) -> None:
        px = current(parent).px
        super().__init__(parent, padding=(px(10), px(6)))
        self.playback, self._icons, self._on_change = playback, icons, on_change
        self._resume = False  # whether to play on when the thumb is released
        self._shown: dict[str, Any] = {}
        self._images = {True: icons.get("film-pause"), False: icons.get("film-play")}
        self.scrubber = Scrubber(self, self._seek, self._hold)
        self.step = ttk.Label(self, anchor="e")
        self.row = ttk.Frame(self)
        self.own = ttk.Frame(self.row)
        self.buttons: dict[str, IconButton] = {}
        self._keys: dict[str, Callable[[], None]] = {}
        self._add_buttons()
        self._add_repeat()
        self._add_speeds()
        self._lay_out(px(8), px(4))

    def _lay_out(self, gap: int, small: int) -> None:
        self.scrubber.grid(row=0, column=0, sticky="ew")
        self.step.grid(row=0, column=1, padx=(gap, 0))
        self.row.grid(row=1, column=0, columnspan=3, sticky="ew", pady=(small, 0))
        self.columnconfigure(0, weight=1)
        self.own.pack(side="right")
        self.speed.pack(side="right", padx=(gap, 0))

    # Commands

    def _add_buttons(self) -> None:
        playback = self.playback
        self._add("first", _("First step"), "Home", lambda: playback.seek(0))
        self._add("back", _("Step back"), "Left", lambda: playback.move(-1))
        self._add("play", _("Play or pause"), "Space", playback.toggle)
        self._add("forward", _("Step forward"), "Right", lambda: playback.move(1))
        self._add("last", _("Last step"), "End", lambda: playback.seek(playback.ready))
        self._keys["Shift+Left"] = self._command(lambda: playback.move(-self._tenth))
        self._keys["Shift+Right"] = self._command(lambda: playback.move(self._tenth))

    @property
    def _tenth(self) -> int:
        return max(1, self.playback.length // TENTH)

    def _add(self, name: str, label: str, key: str, action: Callable[[], None]) -> None:
        command = self._keys[key] = self._command(action)
        button = IconButton(self.row, self._icons, f"film-{name}", label, command, chord_label(key))
        button.pack(side="left", padx=(0, current(self).px(2)))
        self.buttons[name] = button

    def _command(self, action: Callable[[], None]) -> Callable[[], None]:
        def command() -> None:
            action()
            self._on_change()

        return command

    def _add_repeat(self) -> None:
        self._repeats = tk.BooleanVar(self, self.playback.repeat)
        self.repeat = self.add_toggle(
            "film-loop", _("Repeat"), "L", self._repeats, self._set_repeat
        )

    def add_toggle(
        self,
        icon: str,
        text: str | Callable[[], str],
        key: str,
        variable: tk.BooleanVar,
        command: Callable[[], object],
    ) -> ttk.Checkbutton:
        """Add a button that stays pressed, with its key; ``text`` is that of its tooltip."""
        get = self._icons.get
        button = ttk.Checkbutton(
            self.row,
            image=(get(icon), "selected", get(icon, role="tint_text")),  # type: ignore[arg-type]
            style="Tool.Toolbutton",
            variable=variable,
            command=command,
        )
        button.pack(side="left", padx=(current(self).px(4), 0))
        Tooltip(button, text, key)
        self._keys[key] = button.invoke
        return button

    def _set_repeat(self) -> None:
        self.playback.repeat = self._repeats.get()

    def _add_speeds(self) -> None:
        self.speed = ttk.Menubutton(self.row, direction="above", width=16)
        menu = FlatMenu(self.speed)
        self._chosen_speed = tk.StringVar(self)
        for speed in (*(Speed(span=span) for span in SPANS_S), *(Speed(rate) for rate in SPEEDS)):
            if speed.rate == SPEEDS[0]:
                menu.add_separator()
            menu.add_radiobutton(
                label=speed.label,
                variable=self._chosen_speed,
                value=speed.label,
                command=lambda speed=speed: self._choose(speed),  # type: ignore[misc]
            )
        self.speed.configure(menu=menu)
        Tooltip(self.speed, _("Speed"), "+ −")
        self._keys["Plus"] = self._command(lambda: self.playback.change_speed(1))
        self._keys["Minus"] = self._command(lambda: self.playback.change_speed(-1))

    def _choose(self, speed: Speed) -> None:
        self.playback.speed = speed
        self._on_change()

    def press(self, chord: str) -> bool:
        """Run the command of a key; returns whether there is one."""
        if chord not in self._keys:
            return False
        self._keys[chord]()
        return True

    def _hold(self, held: bool) -> None:
        """Pause while the user holds the thumb."""
        if held:
            self._resume, self.playback.playing = self.playback.playing, False
        else:
            self.playback.playing = self._resume
        self._on_change()

    def _seek(self, share: float) -> None:
        self.playback.seek(share * self.playback.length)
        self._on_change()

    # Display

    def show(self) -> None:
        """Show the state of the playback; only what has changed goes to Tk."""
        playback = self.playback
        length = max(1, playback.length)
        self.scrubber.show(playback.position / length, playback.ready / length)
        self._update("step", self._step_text(playback.step), self._show_step)
        self._update("speed", playback.speed.label, self._show_speed)
        self._update("playing", playback.playing, self._show_play)
        for name, disabled in (
            ("first", playback.step == 0),
            ("back", playback.step == 0),
            ("forward", playback.at_end),
        ):
            self._update(name, disabled, partial(self._enable, name))

    def _update(self, name: str, value: T, show: Callable[[T], None]) -> None:
        if self._shown.get(name) != value:
            self._shown[name] = value
            show(value)

    def _show_step(self, text: str) -> None:
        last = self._step_text(
            self.playback.length
        )  # keeps the width, so that the line does not jump
        self.step.configure(text=text, width=len(last))

    def _show_speed(self, label: str) -> None:
        self.speed.configure(text=label)
        self._chosen_speed.set(label)

    def _show_play(self, playing: bool) -> None:
        self.buttons["play"].configure(image=self._images[playing])

    def _enable(self, name: str, disabled: bool) -> None:
        self.buttons[name].state(["disabled" if disabled else "!disabled"])

    def _step_text(self, step: int) -> str:
        text = _("step {step:,} of {length:,}")
        if not self.playback.complete:
            text = _("step {step:,} of {length:,} so far")
        return text.format(step=step, length=self.playback.length)


class Scrubber(tk.Canvas):
    """A line from the first step to the last one recorded; a press or a drag seeks.

    ::

        =========O----------- - - - -
         played    recorded    not all films are recorded that far

    ``on_seek(share)`` is called with the share, 0 to 1, and ``on_hold(True)`` when the thumb is
    pressed, ``on_hold(False)`` when it is released.
    """

    def __init__(
        self, parent: tk.Misc, on_seek: Callable[[float], None], on_hold: Callable[[bool], None]
    ) -> None:
        self._theme = current(parent)
        super().__init__(parent, height=self._theme.px(HEIGHT), width=1, takefocus=False)
        self._on_seek, self._on_hold = on_seek, on_hold
        self._at = self._ready = 0.0
        self._size = (1, 1)  # px; calls of Tk may wait for other threads, so it is kept
        for part in ("rest", "ready", "played"):
            self.create_rectangle(0, 0, 0, 0, width=0, tags=part)
        self.create_image(0, 0, tags="thumb")
        self.bind("<ButtonPress-1>", self._press)
        self.bind("<B1-Motion>", self._drag)
        self.bind("<ButtonRelease-1>", self._release)
        self.bind("<Enter>", lambda _event: self._set_thumb("-over"))
        self.bind("<Leave>", lambda _event: self._set_thumb(""))
        self.bind("<Configure>", lambda event: self._resize(event.width, event.height))
        self.bind("<<ThemeChanged>>", lambda _event: self._colour())
        self._colour()

    @property
    def margin(self) -> int:
        """The px at both ends that the thumb needs beyond the line."""
        return self._theme.px(HEIGHT) // 2

    def show(self, at: float, ready: float) -> None:
        """Show how far, 0 to 1, the film is played and recorded."""
        if (at, ready) != (self._at, self._ready):
            self._at, self._ready = at, ready
            self._lay_out()

    def _colour(self) -> None:
        theme = self._theme = current(self)
        self.itemconfigure("rest", fill=theme.border)
        self.itemconfigure("ready", fill=theme.outline)
        self.itemconfigure("played", fill=theme.accent)
        self._set_thumb("")
        self._lay_out()

    def _set_thumb(self, state: str) -> None:
        self.itemconfigure("thumb", image=sprite(self._theme, f"thumb{state}"))

    def _resize(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._lay_out()

    def _lay_out(self) -> None:
        (width, height), thick, first = self._size, self._theme.px(LINE), self.margin
        length = max(1, width - 2 * first)
        top = (height - thick) // 2
        bottom = top + thick
        at, ready = first + round(self._at * length), first + round(self._ready * length)
        self.coords("rest", ready, top, first + length, bottom)
        self.coords("ready", at, top, ready, bottom)
        self.coords("played", first, top, at, bottom)
        self.coords("thumb", at, height // 2)

    # The pointer

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._on_hold(True)
        self._set_thumb("-down")
        self._drag(event)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        length = max(1, self._size[0] - 2 * self.margin)
        self._on_seek(min(max((event.x - self.margin) / length, 0.0), 1.0))

    def _release(self, _event: tk.Event[tk.Misc]) -> None:
        self._set_thumb("-over")
        self._on_hold(False)
