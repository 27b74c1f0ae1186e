"""The buttons, keys and the line that drive a film, with its speed and where it is in words.

::

    ==================O----------------------------- - - -  step 1,234 of 9,876
    |<  <  >  >  >|  again                        All in 10 s v   [the window's own]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any, TypeVar

from mazeeditor.gui.icons import Icons
from mazeeditor.gui.keys import in_words
from mazeeditor.gui.theme import current
from mazeeditor.gui.watching.clock import SPANS, SPEEDS, Clock, Speed
from mazeeditor.gui.watching.scrubber import Scrubber
from mazeeditor.gui.widgets.buttons import IconButton
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.words import _

T = TypeVar("T")
TENTH = 10  # of a film is a large step


class Transport(ttk.Frame):
    """Drives ``clock``; ``changed`` is called when a person has done something to it.

    ``own`` is a frame at the right for what else the window offers.
    """

    def __init__(
        self, parent: tk.Misc, clock: Clock, icons: Icons, changed: Callable[[], None]
    ) -> None:
        px = current(parent).px
        super().__init__(parent, padding=(px(10), px(6)))
        self.clock, self._icons, self._changed = clock, icons, changed
        self._resume = False  # whether to play on when the thumb is let go
        self._shown: dict[str, Any] = {}
        self._images = {True: icons.get("film-pause"), False: icons.get("film-play")}
        self.scrubber = Scrubber(self, self._seek, self._hold)
        self.where = ttk.Label(self, anchor="e")
        self.row = ttk.Frame(self)
        self.own = ttk.Frame(self.row)
        self.buttons: dict[str, IconButton] = {}
        self._keys: dict[str, Callable[[], None]] = {}
        self._add_buttons()
        self._add_again()
        self._add_speeds()
        self._lay_out(px(8), px(4))

    def _lay_out(self, gap: int, small: int) -> None:
        self.scrubber.grid(row=0, column=0, sticky="ew")
        self.where.grid(row=0, column=1, padx=(gap, 0))
        self.row.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(small, 0))
        self.columnconfigure(0, weight=1)
        self.own.pack(side="right")
        self.speed.pack(side="right", padx=(gap, 0))

    # What a person can do

    def _add_buttons(self) -> None:
        clock = self.clock
        self._add("first", _("First Step"), "Home", lambda: clock.seek(0))
        self._add("back", _("Step Back"), "Left", lambda: clock.move(-1))
        self._add("play", _("Play or Pause"), "Space", clock.toggle)
        self._add("forward", _("Step Forward"), "Right", lambda: clock.move(1))
        self._add("last", _("Last Step"), "End", lambda: clock.seek(clock.ready))
        self._keys["Shift+Left"] = self._doing(lambda: clock.move(-self._tenth))
        self._keys["Shift+Right"] = self._doing(lambda: clock.move(self._tenth))

    @property
    def _tenth(self) -> int:
        return max(1, self.clock.length // TENTH)

    def _add(self, name: str, label: str, key: str, act: Callable[[], None]) -> None:
        do = self._keys[key] = self._doing(act)
        button = IconButton(self.row, self._icons, f"film-{name}", label, do, in_words(key))
        button.pack(side="left", padx=(0, current(self).px(2)))
        self.buttons[name] = button

    def _doing(self, act: Callable[[], None]) -> Callable[[], None]:
        def do() -> None:
            act()
            self._changed()

        return do

    def _add_again(self) -> None:
        get = self._icons.get
        self.again = tk.BooleanVar(self)
        button = ttk.Checkbutton(
            self.row,
            image=(get("film-loop"), "selected", get("film-loop", role="accent_text")),  # type: ignore[arg-type]
            style="Tool.Toolbutton",
            variable=self.again,
            command=self._note_again,
        )
        button.pack(side="left", padx=(current(self).px(6), 0))
        Tooltip(button, _("Play Again and Again"), "L")
        self.loop = button
        self._keys["L"] = button.invoke

    def _note_again(self) -> None:
        self.clock.again = self.again.get()

    def _add_speeds(self) -> None:
        self.speed = ttk.Menubutton(self.row, direction="above", width=16)
        menu = tk.Menu(self.speed, tearoff=False)
        self._picked = tk.StringVar(self)
        for speed in (*(Speed(span=span) for span in SPANS), *(Speed(rate) for rate in SPEEDS)):
            if speed.rate == SPEEDS[0]:
                menu.add_separator()
            menu.add_radiobutton(
                label=speed.words,
                variable=self._picked,
                value=speed.words,
                command=lambda speed=speed: self._choose(speed),  # type: ignore[misc]
            )
        self.speed.configure(menu=menu)
        Tooltip(self.speed, _("Speed"), "+ −")
        self._keys["Plus"] = self._doing(lambda: self.clock.faster(1))
        self._keys["Minus"] = self._doing(lambda: self.clock.faster(-1))

    def _choose(self, speed: Speed) -> None:
        self.clock.speed = speed
        self._changed()

    def press(self, chord: str) -> bool:
        """Do what a key asks for; returns whether it asks for anything."""
        if chord not in self._keys:
            return False
        self._keys[chord]()
        return True

    def _hold(self, held: bool) -> None:
        """Stand still while a person holds the thumb."""
        if held:
            self._resume, self.clock.playing = self.clock.playing, False
        else:
            self.clock.playing = self._resume
        self._changed()

    def _seek(self, share: float) -> None:
        self.clock.seek(share * self.clock.length)
        self._changed()

    # What is shown

    def show(self) -> None:
        """Show how the clock stands; Tk hears only of what is new."""
        clock = self.clock
        length = max(1, clock.length)
        self.scrubber.show(clock.position / length, clock.ready / length)
        self._tell("place", self._in_words(clock.step), self._show_place)
        self._tell("speed", clock.speed.words, self._show_speed)
        self._tell("playing", clock.playing, self._show_play)
        for name, useless in (
            ("first", clock.step == 0),
            ("back", clock.step == 0),
            ("forward", clock.at_end),
        ):
            self._tell(name, useless, partial(self._enable, name))

    def _tell(self, name: str, value: T, show: Callable[[T], None]) -> None:
        if self._shown.get(name) != value:
            self._shown[name] = value
            show(value)

    def _show_place(self, words: str) -> None:
        last = self._in_words(self.clock.length)  # has room, so that the line does not jump
        self.where.configure(text=words, width=len(last))

    def _show_speed(self, words: str) -> None:
        self.speed.configure(text=words)
        self._picked.set(words)

    def _show_play(self, playing: bool) -> None:
        self.buttons["play"].configure(image=self._images[playing])

    def _enable(self, name: str, useless: bool) -> None:
        self.buttons[name].state(["disabled" if useless else "!disabled"])

    def _in_words(self, step: int) -> str:
        words = _("step {step:,} of {length:,}")
        if not self.clock.complete:
            words = _("step {step:,} of {length:,} so far")
        return words.format(step=step, length=self.clock.length)
