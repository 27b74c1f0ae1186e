"""The playback of films: which step is shown, how fast it advances, what happens at the end.

::

    0 -------- position ------ ready .......... length
    |   shown     |   recorded   |  of some films only |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mazeeditor.core.translation import _, count
from mazeeditor.films.film import Film

SPEEDS = tuple(digit * 10**power for power in range(7) for digit in (1, 3))  # steps/s
SPANS_S = (5.0, 10.0, 30.0, 60.0)  # s
SPAN_S = 10.0  # s that a film lasts by default, whatever its length
SLOWEST = 1.0  # steps/s: a film of three steps need not last ten seconds
HOLD_S = 1.0  # s


@dataclass(frozen=True)
class Speed:
    """Either ``rate`` steps/s, or the whole film in ``span`` seconds."""

    rate: float = 0.0
    span: float = 0.0

    def of(self, length: int) -> float:
        """Return the steps/s for a film of ``length`` steps."""
        return self.rate or max(length / self.span, SLOWEST)

    @property
    def label(self) -> str:
        """The text for it: ``10 steps/s``, ``All in 10 s``."""
        if self.rate:
            return count(int(self.rate), "step/s", "steps/s")
        return _("All in {seconds:.0f} s").format(seconds=self.span)


@dataclass
class Playback:
    """One timeline for several ``films``; ``position`` counts steps of the longest of them.

    ``length`` is how many steps are recorded, ``ready`` up to where all films can be shown and
    ``complete`` whether it is all recorded. ``repeat`` starts again at the end. ``same_end`` shows
    the same share of each film, instead of the same step.
    """

    films: Sequence[Film] = ()
    position: float = 0.0
    playing: bool = False
    repeat: bool = False
    same_end: bool = False
    speed: Speed = Speed(span=SPAN_S)
    length: int = 0
    ready: int = 0
    complete: bool = False
    hold: float = HOLD_S  # s that the end is shown before it starts again
    _held: float = 0.0  # s that the end has been shown

    @property
    def step(self) -> int:
        return int(self.position)

    @property
    def seconds(self) -> float:
        """The duration of the whole film."""
        return self.length / self.speed.of(self.length)

    @property
    def at_end(self) -> bool:
        """Whether there is nothing more to play."""
        return self.complete and self.position >= self.length

    def step_of(self, film: Film) -> int:
        if self.same_end and self.length:
            return round(self.position / self.length * film.steps)
        return min(self.step, film.steps)

    def update(self) -> None:
        """Read from the films how far they are recorded."""
        finished = [film.finished for film in self.films]  # before the steps, which may grow
        steps = [film.steps for film in self.films]
        growing = [step for step, done in zip(steps, finished, strict=True) if not done]
        ready = max(steps) if self.same_end or not growing else min(growing)
        self.recorded(max(steps), ready, complete=not growing)

    def recorded(self, length: int, ready: int, *, complete: bool) -> None:
        self.length, self.ready, self.complete = length, ready, complete

    def advance(self, seconds: float) -> None:
        """Let time pass. A film that is not recorded further waits; at its end it stops."""
        if not self.playing:
            return
        if self.at_end:
            self._hold(seconds)
        else:
            self.position += seconds * self.speed.of(self.length)
            self.position = min(self.position, self.ready)
            self.playing = self.repeat or not self.at_end

    def _hold(self, seconds: float) -> None:
        """Show the end for a while, then start again where ``repeat`` is set."""
        self.playing = self.repeat
        self._held += seconds
        if self.playing and self._held >= self.hold:
            self.seek(0)

    def toggle(self) -> None:
        """Play, from the start where the end is shown, or pause."""
        self.playing = not self.playing
        if self.playing and self.at_end:
            self.seek(0)

    def seek(self, step: float) -> None:
        """Show another step, as far as it has been recorded."""
        self.position = min(max(step, 0.0), float(self.ready))
        self._held = 0.0

    def move(self, steps: int) -> None:
        """Pause, and go some steps forwards, or backwards with less than 0."""
        self.playing = False
        self.seek(self.step + steps)

    def change_speed(self, direction: int) -> None:
        """Take the next of the ``SPEEDS``: faster (``direction`` 1) or slower (-1)."""
        now = self.speed.of(self.length)
        speeds = SPEEDS if direction > 0 else SPEEDS[::-1]
        beyond = (rate for rate in speeds if (rate - now) * direction > 0)
        self.speed = Speed(rate=next(beyond, speeds[-1]))
