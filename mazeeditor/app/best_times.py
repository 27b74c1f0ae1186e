"""The best times of Play, kept in the settings: the least time of each maze, for so many mazes."""

from __future__ import annotations

import math
from time import time
from typing import Any

from mazeeditor.app.settings import Settings

MAX_MAZES = 500  # mazes; those played longest ago are forgotten
MAX_CHARACTERS = 32  # characters of a digest


class BestTimes:
    """Best times by the digest of a maze: ``{digest: [seconds, steps, played at]}``."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def of(self, digest: str) -> tuple[float, int] | None:
        """Return the least seconds and their steps, None where the maze was never finished."""
        entry = self._entries().get(digest)
        return (float(entry[0]), int(entry[1])) if entry else None

    def note(self, digest: str, seconds: float, steps: int) -> bool:
        """Note a finished game; returns whether it was faster than all before it in this maze."""
        entries = self._entries()
        before = entries.get(digest)
        better = before is not None and seconds < before[0]
        best = [round(seconds, 3), steps] if before is None or better else before[:2]
        entries[digest] = [*best, int(time())]
        newest = sorted(entries, key=lambda name: entries[name][2])[-MAX_MAZES:]
        self._settings.best_times = {name: entries[name] for name in newest}
        return better

    def _entries(self) -> dict[str, list[Any]]:
        """Return what the settings hold, without what is damaged there."""
        times = self._settings.best_times
        return {name: entry for name, entry in times.items() if _is_entry(name, entry)}


def _is_entry(name: str, entry: Any) -> bool:
    return (
        len(name) <= MAX_CHARACTERS
        and isinstance(entry, list)
        and len(entry) == 3
        and all(type(value) in (int, float) and math.isfinite(value) for value in entry)
        and min(entry) >= 0
    )
