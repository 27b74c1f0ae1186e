"""The bar of a game, in place of the commands: how it stands, and what one can ask for.

::

    [> Playing]  0:42  143   120      23      1     [Hint] [Take Back] [Start Again] [Leave]
                 Time  Steps Shortest Detours Hints

    [v There!]   143 steps in 0:42, 23 more than the shortest way.      [Play Again] [Leave]
"""

from __future__ import annotations

from tkinter import font, ttk
from typing import TYPE_CHECKING

from mazeeditor.gui.keys import in_words
from mazeeditor.gui.playing.counters import Counters
from mazeeditor.gui.playing.moves import AGAIN, HINT, LEAVE, RESTART, TAKE_BACK
from mazeeditor.gui.widgets.buttons import IconButton
from mazeeditor.gui.widgets.chip import Chip
from mazeeditor.playing.score import outcome, remark
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.commands import Command
    from mazeeditor.gui.window import Window
    from mazeeditor.playing.walk import Walk

WHILE_PLAYING = (HINT, TAKE_BACK, RESTART, LEAVE)
AT_THE_END = (AGAIN, LEAVE)


class PlayBar(ttk.Frame):
    """The bar of a walk; where the window is narrow its buttons lose their names."""

    def __init__(self, window: Window, walk: Walk) -> None:
        self._px = px = window.theme.px
        super().__init__(window.root, padding=(px(8), px(5)))
        self._window, self._walk = window, walk
        self.chip = Chip(self, window.icons)
        self.counters = Counters(self, window.theme, walk)
        self.words = ttk.Label(self)
        self.buttons = {one.name: self._button(one) for one in (*WHILE_PLAYING[:-1], *AT_THE_END)}
        self.chip.pack(side="left", padx=(0, px(14)))
        self._arranged: tuple[bool, str] | None = None
        self.bind("<Configure>", lambda _event: self._make_room())

    def _button(self, one: Command) -> IconButton:
        window = self._window
        return IconButton(
            self,
            window.icons,
            one.icon,
            one.label,
            lambda: window.run(one),
            in_words(one.keys[0]),
            named=True,
            primary=one.primary,
        )

    def show(self) -> None:
        """Show how the walk stands."""
        words = outcome(self._walk) if self._walk.won else remark(self._walk)
        self.counters.show(way=not words)
        if self._arranged != (self._walk.won, words):
            self._arranged = self._walk.won, words
            self._arrange(words)
        for one in (*WHILE_PLAYING, AGAIN):
            ready = one.ready(self._window)
            self.buttons[one.name].state(["!disabled" if ready else "disabled"])

    def _arrange(self, words: str) -> None:
        """Show the chip, figures, words and buttons that fit how the walk stands."""
        won = self._walk.won
        self.chip.show("good" if won else "neutral", _("There!") if won else _("Playing"))
        if not won:
            self.chip.configure(image=self._window.icons.get("play", 14, "neutral_text"))
        for part in (self.counters, self.words, *self.buttons.values()):
            part.pack_forget()
        for one in reversed(AT_THE_END if won else WHILE_PLAYING):
            self.buttons[one.name].pack(side="right", padx=self._px(2))
        if not won:
            self.counters.pack(side="left")
        self.words.configure(text=words)
        self.words.pack(side="left", fill="x", expand=True)
        self._make_room()

    def _make_room(self) -> None:
        """Leave out the names of the buttons, and break the words, where there is no room."""
        shown = [part for part in self.buttons.values() if part.winfo_manager()]
        left = self.chip.winfo_reqwidth() + self._px(40)
        if self.counters.winfo_manager():
            left += self.counters.winfo_reqwidth()
        words = font.nametofont("TkDefaultFont", self).measure(str(self.words.cget("text")))
        for named in (True, False):
            for button in shown:
                button.configure(compound="left" if named else "image")
            room = self.winfo_width() - left - sum(b.winfo_reqwidth() + self._px(4) for b in shown)
            if room >= words:
                break
        self.words.configure(wraplength=max(room, 1))
