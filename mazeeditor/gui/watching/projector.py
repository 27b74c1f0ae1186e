"""Shows films frame by frame as the clock goes, while they are recorded and afterwards."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from time import monotonic

from mazeeditor.gui.watching.clock import Clock
from mazeeditor.gui.watching.pane import Pane
from mazeeditor.gui.watching.turns import Turns

FRAME = 1000 / 60  # ms
WHILE_RECORDING = 2  # frames that one lasts then: recording has to wait for each
LATEST = 0.25  # s that a frame may count at the most: a machine may have slept
READ = 0.1  # s: figures that change faster cannot be read


class Projector:
    """One loop for all films of a window; it rests where nothing moves.

    ``shown`` is called in each frame, for what else there is to show; ``same_end`` shows as large a
    share of each film, instead of the same step.
    """

    def __init__(
        self,
        widget: tk.Misc,
        panes: Sequence[Pane],
        clock: Clock,
        turns: Turns,
        shown: Callable[[], None],
    ) -> None:
        self._widget, self._panes, self._clock, self._turns = widget, panes, clock, turns
        self._shown = shown
        self.same_end = False
        self._timer: str | None = None
        self._last = self._read = 0.0  # s: when the last frame was, and when figures were counted

    @property
    def resting(self) -> bool:
        """Whether no frame is to come."""
        return self._timer is None

    def wake(self) -> None:
        """Show how things stand now, and go on as long as anything moves."""
        if self._timer is None:
            self._last = monotonic()
        else:
            self._widget.after_cancel(self._timer)
        self._timer = self._widget.after_idle(self.show)

    def show(self) -> None:
        """Show the step that it is time for; a late frame shows a later step."""
        self.stop()
        now = monotonic()
        seconds, self._last = min(now - self._last, LATEST), now
        self._learn()
        self._clock.advance(seconds)
        with self._turns.drawing():
            arrived = self._draw(now)
        if self._clock.playing or not (arrived and self._clock.complete):
            pause = FRAME if self._clock.complete else FRAME * WHILE_RECORDING
            spent = (monotonic() - now) * 1000
            self._timer = self._widget.after(max(1, round(pause - spent)), self.show)

    def stop(self) -> None:
        """Show no more frames."""
        if self._timer is not None:
            self._widget.after_cancel(self._timer)
            self._timer = None

    def _learn(self) -> None:
        """Find out how far the films are recorded."""
        finished = [pane.film.finished for pane in self._panes]  # before the steps, which may grow
        steps = [pane.film.steps for pane in self._panes]
        growing = [each for each, done in zip(steps, finished, strict=True) if not done]
        ready = max(steps) if self.same_end or not growing else min(growing)
        self._clock.learn(max(steps), ready, not growing)

    def _draw(self, now: float) -> bool:
        """Draw a frame; returns whether all films are where they should be."""
        arrived = [pane.show(self._step_of(pane)) for pane in self._panes]
        if now - self._read > READ or not self._clock.playing:
            self._read = now
            for pane in self._panes:
                pane.count()
        self._shown()
        self._widget.update_idletasks()  # draw while the films rest
        return all(arrived)

    def _step_of(self, pane: Pane) -> int:
        clock, steps = self._clock, pane.film.steps
        if self.same_end and clock.length:
            return round(clock.position / clock.length * steps)
        return min(clock.step, steps)
