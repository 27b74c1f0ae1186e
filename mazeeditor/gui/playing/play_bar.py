"""The bar of a game, in the place of the command bar: its figures, and what the player can do.

::

    [> Playing]  0:42  143   120      23      1     [Hint] [Take back] [Start again] [Leave]
                 Time  Steps Shortest Detours Hints

    [v There!]   143 steps in 0:42, 23 more than the shortest route. Your best time is 0:40.
                               - - a shortest route  [Next maze] [Play again] [Leave]

What a player can do are commands, whose shortcuts hold during a game.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font, ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import Command, Test
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context, GameInWindow
from mazeeditor.gui.desktop.keys import chord_label
from mazeeditor.gui.look import current
from mazeeditor.gui.statusbar import Chip
from mazeeditor.gui.widgets.buttons import IconButton
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.playing.walk import clock, outcome, remark

if TYPE_CHECKING:
    from mazeeditor.gui.look import Theme
    from mazeeditor.maze.playing.walk import Walk


Action = Callable[[GameInWindow], object]

ARROWS = (
    (-1, 0, "Left", "A"),
    (1, 0, "Right", "D"),
    (0, -1, "Up", "W"),
    (0, 1, "Down", "S"),
)

# For the page of shortcuts: how the moves below are described to the user.
WALKING = (
    (_("Walk"), _("arrows, W A S D, drag")),
    (_("Walk to the next fork"), _("Shift+arrow")),
)
NAMES = {
    "time": (_("Time"), _("Runs from the first step on, while this window has the keyboard")),
    "steps": (_("Steps"), _("Every step, back and forth")),
    "shortest": (_("Shortest"), _("The steps of a shortest route from the entrance to an exit")),
    "detours": (
        _("Detours"),
        _("Steps more than the shortest route, if from here you go straight"),
    ),
    "hints": (_("Hints"), _("The hints looked at")),
    "best": (_("Best"), _("Your best time in this maze, without hints")),
}
ALWAYS = ("time", "steps")  # the others have a value only where an exit can be reached
UNKNOWN = "…"
BEST_TIME_WIDTH_PX = 760  # px at 96 dpi: so wide the bar has room for the best time
SAMPLE = 28  # px at 96 dpi: the width of the sample of a line


def _move(name: str, label: str, action: Action, *keys: str, **more: Any) -> Command:
    """Return a command of the game that the window shows."""

    def run(context: Context) -> None:
        if game := context.game:
            action(game)

    return Command(name, label, run, menu="", order=0, keys=keys, in_play=True, **more)


def _arrow(dx: int, dy: int, arrow: str, letter: str) -> list[Command]:
    names = (arrow, letter, f"KP_{arrow}")
    return [
        _move(f"walk-{arrow}", _("Walk"), lambda game: game.walk_towards(dx, dy), *names),
        _move(
            f"run-{arrow}",
            _("Walk to the next fork"),
            lambda game: game.walk_towards(dx, dy, run=True),
            *(f"Shift+{name}" for name in names),
        ),
    ]


def _of_game(test: Callable[[GameInWindow], bool]) -> Test:
    """Return whether ``test`` is true of the game, where there is one."""

    def enabled(context: Context) -> bool:
        game = context.game
        return game is not None and test(game)

    return enabled


HINT = _move(
    "hint",
    _("Hint"),
    lambda game: game.hint(),
    "H",
    icon="hint",
    enabled=_of_game(lambda game: bool(game.walk.left) and not game.walk.won),
)
TAKE_BACK = _move(
    "take-back",
    _("Take back"),
    lambda game: game.take_back(),
    "BackSpace",
    icon="undo",
    enabled=_of_game(lambda game: len(game.walk.trail) > 1 and not game.walk.won),
)
RESTART = _move(
    "restart",
    _("Start again"),
    lambda game: game.restart(),
    "R",
    icon="restart",
    enabled=_of_game(lambda game: game.walk.steps > 0),
)
NEXT = _move(
    "next-maze",
    _("Next maze"),
    lambda game: game.next_maze(),
    "N",
    icon="dice",
    enabled=_of_game(lambda game: game.can_go_on),
)
AGAIN = _move(
    "play-again",
    _("Play again"),
    lambda game: game.restart(),
    "R",
    icon="restart",
    enabled=_of_game(lambda game: game.walk.won and game.walk.steps > 0),
)
LEAVE = _move("leave", _("Leave"), lambda game: game.leave(), "Escape", icon="cross")
MOVES = (HINT, TAKE_BACK, RESTART, NEXT, LEAVE)  # those that the bar shows


def chords_in_play(shortcuts: Shortcuts) -> dict[str, Command]:
    """Return the command of each chord during a game; those of the game come first."""
    lasting = {chord: command for chord, command in shortcuts.commands.items() if command.in_play}
    walking = [command for arrow in ARROWS for command in _arrow(*arrow)]
    return lasting | {keys: command for command in (*walking, *MOVES) for keys in command.keys}


class Counters(ttk.Frame):
    """All figures; ``show`` updates them, ``show_time`` the time alone."""

    def __init__(self, parent: tk.Misc, theme: Theme, walk: Walk) -> None:
        super().__init__(parent)
        self._walk = walk
        self.values: dict[str, ttk.Label] = {}
        self.names: dict[str, ttk.Label] = {}
        for column, (name, (label, meaning)) in enumerate(NAMES.items()):
            value = ttk.Label(self, style="Bold.TLabel")
            heading = ttk.Label(self, text=label, style="Small.TLabel")
            for row, part in enumerate((value, heading)):
                part.grid(row=row, column=column, sticky="w", padx=(0, theme.px(14)))
                Tooltip(part, meaning)
            if name != "best":  # it is not always there
                self.columnconfigure(column, minsize=theme.px(60))
            self.values[name], self.names[name] = value, heading

    def show(self, *, exits: bool) -> None:
        """Show every figure, or where no ``exits`` can be reached those of ``ALWAYS``."""
        walk = self._walk
        self.show_time()
        for name in ("steps", "shortest", "detours", "hints"):
            figure = getattr(walk, name)
            self.values[name].configure(text=UNKNOWN if figure is None else f"{figure:,}")
        for name in set(NAMES) - {*ALWAYS, "best"}:
            for part in (self.values[name], self.names[name]):
                (part.grid if exits else part.grid_remove)()

    def show_best(self, seconds: float | None) -> None:
        for part in (self.values["best"], self.names["best"]):
            (part.grid_remove if seconds is None else part.grid)()
        if seconds is not None:
            self.values["best"].configure(text=clock(seconds))

    def show_time(self) -> None:
        walk = self._walk
        paused = walk.steps > 0 and not walk.watch.running
        self.values["time"].configure(text=clock(walk.watch.seconds))
        self.names["time"].configure(text=_("Paused") if paused else NAMES["time"][0])


class RouteKey(ttk.Frame):
    """What the dashed line next to that of the player is."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self._sample = tk.Canvas(self, borderwidth=0, takefocus=False)
        label = ttk.Label(self, text=_("a shortest route"), style="Soft.TLabel")
        self._sample.pack(side="left")
        label.pack(side="left", padx=(current(self).px(6), 0))
        self._sample.bind("<<ThemeChanged>>", lambda _event: self._draw(), add=True)
        self._draw()

    def _draw(self) -> None:
        theme, canvas = current(self), self._sample
        width, height = theme.px(SAMPLE), theme.px(8)
        canvas.configure(width=width, height=height, background=theme.window)
        canvas.delete("all")
        line = canvas.create_line(0, height // 2, width, height // 2, width=theme.px(3))
        canvas.itemconfigure(line, fill=theme.entrance, dash=(theme.px(8), theme.px(4)))


WHILE_PLAYING = (HINT, TAKE_BACK, RESTART, LEAVE)
AT_THE_END = (NEXT, AGAIN, LEAVE)


class PlayBar(ttk.Frame):
    """The bar of a walk; where the window is narrow its buttons lose their names."""

    def __init__(self, context: Context, walk: Walk) -> None:
        self._px = px = current(context.root).px
        super().__init__(context.root, padding=(px(8), px(5)))
        self._context, self._walk = context, walk
        self.best: tuple[float, int] | None = None  # seconds and steps, before this walk
        self.record = False  # whether this walk was faster
        self.chip = Chip(self, context.icons)
        self.counters = Counters(self, current(context.root), walk)
        self.message = ttk.Label(self)
        self.key = RouteKey(self)
        self.buttons = {
            command.name: self._button(command) for command in (*WHILE_PLAYING[:-1], *AT_THE_END)
        }
        self.chip.pack(side="left", padx=(0, px(14)))
        self._arranged: tuple[bool, str] | None = None
        self.bind("<Configure>", lambda _event: self._make_room())

    def _button(self, command: Command) -> IconButton:
        context = self._context
        return IconButton(
            self,
            context.icons,
            command.icon,
            command.label,
            lambda: context.run(command),
            chord_label(command.keys[0]),
            named=True,
            primary=command is NEXT,
        )

    def show(self) -> None:
        """Show the state of the walk."""
        walk = self._walk
        text = " ".join(filter(None, (outcome(walk), self._record()))) if walk.won else remark(walk)
        self.counters.show(exits=not text)
        shown = self.best and not text and self.winfo_width() >= self._px(BEST_TIME_WIDTH_PX)
        self.counters.show_best(self.best[0] if self.best and shown else None)
        state = f"{text}{walk.known}"
        if self._arranged != (walk.won, state):
            self._arranged = walk.won, state
            self._arrange(text)
        for command in (*WHILE_PLAYING, AGAIN, NEXT):
            ready = command.ready(self._context.parts)
            self.buttons[command.name].state(["!disabled" if ready else "disabled"])

    def _record(self) -> str:
        """Return how this walk compares with those before it; "" where nothing is kept."""
        if self.best is None or not self._walk.steps:
            return ""
        if self.record:
            return _("Your best time: it was {time} before.").format(time=clock(self.best[0]))
        return _("Your best time is {time}.").format(time=clock(self.best[0]))

    def _arrange(self, text: str) -> None:
        """Show the chip, figures, message and buttons that belong to the state of the walk."""
        won = self._walk.won
        self.chip.show("good" if won else "neutral", _("Solved!") if won else _("Playing"))
        if not won:
            self.chip.configure(image=self._context.icons.get("play", 14, "neutral_text"))
        for part in (self.counters, self.message, self.key, *self.buttons.values()):
            part.pack_forget()
        for command in reversed(AT_THE_END if won else WHILE_PLAYING):
            self.buttons[command.name].pack(side="right", padx=self._px(2))
        if not won:
            self.counters.pack(side="left")
        self.message.configure(text=text)
        self.message.pack(side="left", fill="x", expand=True)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the names of the buttons, and wrap the message, where there is no room."""
        shown = [part for part in self.buttons.values() if part.winfo_manager()]
        left = self.chip.winfo_reqwidth() + self._px(40)
        if self.counters.winfo_manager():
            left += self.counters.winfo_reqwidth()
        compares = self._walk.won and self._walk.known and self._walk.steps > 0
        length = font.nametofont("TkDefaultFont", self).measure(str(self.message.cget("text")))
        for named in (True, False):
            for button in shown:
                button.configure(compound="left" if named else "image")
            room = self.winfo_width() - left - sum(b.winfo_reqwidth() + self._px(4) for b in shown)
            keyed = compares and named
            room -= self.key.winfo_reqwidth() + self._px(20) if keyed else 0
            if room >= length:
                break
        if keyed:
            self.key.pack(side="right", padx=self._px(10), before=self.message)
        else:
            self.key.pack_forget()
        self.message.configure(wraplength=max(room, 1))
