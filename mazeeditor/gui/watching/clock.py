"""The time of a film: which step is shown, how fast it goes on, what happens at its end.

::

    0 -------- position ------ ready .......... length
    |   shown     |   recorded   |  of some films only |
"""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.words import _, count

SPEEDS = tuple(some * 10**power for power in range(7) for some in (1, 3))  # steps/s
SPANS = (5.0, 10.0, 30.0, 60.0)  # s
SPAN = 10.0  # s that a film lasts at first, whatever its length
SLOWEST = 1.0  # steps/s: a film of three steps need not last ten seconds
HOLD = 1.0  # s that a film which begins again shows its end


@dataclass(frozen=True)
class Speed:
    """Either ``rate`` steps/s, or the whole film in ``span`` seconds."""

    rate: float = 0.0
    span: float = 0.0

    def of(self, length: int) -> float:
        """Return the steps/s for a film of ``length`` steps."""
        return self.rate or max(length / self.span, SLOWEST)

    @property
    def words(self) -> str:
        """How it is called: ``10 steps/s``, ``All in 10 s``."""
        if self.rate:
            return count(int(self.rate), "step/s", "steps/s")
        return _("All in {seconds:.0f} s").format(seconds=self.span)


@dataclass
class Clock:
    """One time for several films; ``position`` counts steps of the longest of them.

    ``length`` is how many steps are known, ``ready`` up to where all films can be shown and
    ``complete`` whether no more will come: ``learn`` keeps them up to date.
    """

    position: float = 0.0
    playing: bool = False
    again: bool = False
    speed: Speed = Speed(span=SPAN)
    length: int = 0
    ready: int = 0
    complete: bool = False
    _held: float = 0.0  # s that the end has been shown

    @property
    def step(self) -> int:
        """The step to show."""
        return int(self.position)

    @property
    def seconds(self) -> float:
        """How long all of it lasts."""
        return self.length / self.speed.of(self.length)

    @property
    def at_end(self) -> bool:
        """Whether there is nothing more to play."""
        return self.complete and self.position >= self.length

    def learn(self, length: int, ready: int, complete: bool) -> None:
        """Take note of how much has been recorded."""
        self.length, self.ready, self.complete = length, ready, complete

    def advance(self, seconds: float) -> None:
        """Let time pass. A film that is not recorded further waits; at its end it stops."""
        if not self.playing:
            return
        if self.at_end:
            self._stay(seconds)
        else:
            self.position += seconds * self.speed.of(self.length)
            self.position = min(self.position, self.ready)
            self.playing = self.again or not self.at_end

    def _stay(self, seconds: float) -> None:
        """Show the end for a while, then begin again, where that is wanted."""
        self.playing = self.again
        self._held += seconds
        if self.playing and self._held >= HOLD:
            self.seek(0)

    def toggle(self) -> None:
        """Play, from the beginning where the end is shown, or pause."""
        self.playing = not self.playing
        if self.playing and self.at_end:
            self.seek(0)

    def seek(self, step: float) -> None:
        """Show another step, as far as it has been recorded."""
        self.position = min(max(step, 0.0), float(self.ready))
        self._held = 0.0

    def move(self, steps: int) -> None:
        """Pause, and go some steps forward, or back with less than 0."""
        self.playing = False
        self.seek(self.step + steps)

    def faster(self, ways: int) -> None:
        """Take the next speed of the ladder: up (``ways`` 1) or down (-1)."""
        now = self.speed.of(self.length)
        rungs = SPEEDS if ways > 0 else SPEEDS[::-1]
        nearest = (rate for rate in rungs if (rate - now) * ways > 0)
        self.speed = Speed(rate=next(nearest, rungs[-1]))
