"""How long a route takes to draw, and from where on that is work."""

from __future__ import annotations

from mazeeditor.core.translation import _

PACE = 120  # cells a minute with a pencil, where the way is known half of the time
LONG_MINUTES = 45  # minutes: mazes of 25 x 25 to 200 x 200 cells, as books have, take 3 to 170


def minutes_for(cells: int) -> int:
    """Return about how many minutes a solver draws a route of so many cells."""
    return max(1, round(cells / PACE))


def effort_note(cells: int) -> str:
    """Return a sentence on a route of so many cells that is long enough to be work, else ""."""
    minutes = minutes_for(cells)
    if minutes < LONG_MINUTES:
        return ""
    if minutes < 120:
        time = _("{minutes} minutes").format(minutes=minutes)
    else:
        time = _("{hours:,} hours").format(hours=round(minutes / 60))
    return _(
        "The route has {cells:,} cells, about {time} with a pencil: fewer pixels make it shorter."
    ).format(cells=cells, time=time)
