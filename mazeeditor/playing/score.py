"""What a player reads: the time, the figures, and how it went."""

from __future__ import annotations

from mazeeditor.playing.walk import Walk
from mazeeditor.translation import _, count


def clock(seconds: float) -> str:
    """Return a time as a clock shows it: ``0:42``, ``12:05``, ``1:00:00``."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def remark(walk: Walk) -> str:
    """Return a message for the player before the first step: that there is no route; or ""."""
    if not walk.goals:
        return _("This maze has no exit: walk as you like.")
    if walk.known and walk.shortest is None:
        return _("No route leads to an exit: walk as you like.")
    return ""


def outcome(walk: Walk) -> str:
    """Return how it went, once the player has come to an exit."""
    if not walk.steps:
        return _("The entrance is an exit: there is nothing to walk.")
    text = _("{steps} in {time}").format(
        steps=count(walk.steps, "step", "steps"), time=clock(walk.watch.seconds)
    )
    if walk.detours:
        text = _("{result}, {number:,} more than the shortest route").format(
            result=text, number=walk.detours
        )
    elif walk.known:
        text = _("{result}: no route is shorter").format(result=text)
    if walk.hints:
        text = f"{text}; {count(walk.hints, 'hint', 'hints')}"
    return f"{text}."
