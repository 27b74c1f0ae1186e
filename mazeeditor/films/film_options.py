"""The options of a film written to a file: size and speed, and which steps that shows how long."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between, check_all, options_of
from mazeeditor.core.translation import _

SECONDS = 10.0  # the length of a film by default
SMALLEST, LARGEST = 3, 64  # px of a cell
TICK = 10  # ms: the unit of GIF
MOST = 10_000  # frames


@dataclass(frozen=True, kw_only=True)
class FilmOptions:
    """The options; raises ``UsageError``."""

    seconds: Annotated[
        float | None, Between(0.1, 3600, "s"), _("length of the film; default: 10")
    ] = None
    speed: Annotated[
        float | None, Between(0.01, 1e9), _("steps per second, instead of the length")
    ] = None
    fps: Annotated[float, Between(0.1, 50), _("frames per second, at most")] = 20.0
    frames: Annotated[
        int | None, Between(2, MOST), _("frames at most: fewer per second if necessary")
    ] = None
    hold: Annotated[float, Between(0, 60, "s"), _("how long the last frame is shown")] = 2.0
    cell: Annotated[
        int | None, Between(SMALLEST, LARGEST, "px"), _("size of a cell; default: fits a screen")
    ] = None
    loop: Annotated[int, Between(0, 1000), _("how often the film is played; 0: forever")] = 0
    same_end: Annotated[
        bool, _("films side by side end together, instead of taking one step each at a time")
    ] = False
    no_legend: Annotated[bool, _("without the legend of the colours below the mazes")] = False

    def __post_init__(self) -> None:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name, value in check_all(options_of(FilmOptions), values).items():
            object.__setattr__(self, name, value)
        if self.seconds and self.speed:
            raise UsageError(_("Choose the length of the film or its speed, not both."))

    def count(self, steps: int) -> int:
        """Return the number of frames: more steps never have fewer. Raises ``UsageError``."""
        frames = min(ceil(self._length(steps) * self.fps), steps)
        if self.frames:
            frames = min(frames, self.frames - 1)
        if frames >= MOST:
            raise UsageError(
                _(
                    "This film would have {frames:,} frames; the maximum is {most:,}. "
                    "Choose a shorter film or fewer frames."
                ).format(frames=frames + 1, most=MOST)
            )
        return max(1, frames) + 1  # of a film that has no steps yet, too

    def _length(self, steps: int) -> float:
        """Return the seconds to the last step."""
        return steps / self.speed if self.speed else self.seconds or SECONDS

    def schedule(self, steps: int) -> list[tuple[int, int]]:
        """Return the steps to show and for how many ms each, from the first to the last step.

        Raises ``UsageError`` where that would be too many frames.
        """
        seconds, frames = self._length(steps), self.count(steps) - 1
        times = [round(seconds * 1000 / TICK * at / frames) for at in range(frames + 1)]
        shown = [
            (at * steps // frames, max(1, times[at + 1] - times[at]) * TICK) for at in range(frames)
        ]
        return [*shown, (steps, max(1, round(self.hold * 1000 / TICK)) * TICK)]
