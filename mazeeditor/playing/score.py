"""What a player reads: the time, the figures, and how it went."""

from __future__ import annotations

from mazeeditor.playing.walk import Walk
from mazeeditor.words import _, count


def clock(seconds: float) -> str:
    """Return a time as a clock shows it: ``0:42``, ``12:05``, ``1:00:00``."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def remark(walk: Walk) -> str:
    """Return what a player must know before the first step, or "": that there is no way."""
    if not walk.goals:
        return _("This maze has no exit: walk as you like.")
    if walk.known and walk.shortest is None:
        return _("No way leads to an exit: walk as you like.")
    return ""


def outcome(walk: Walk) -> str:
    """Return how it went, once the player has come to an exit."""
    if not walk.steps:
        return _("The entrance is an exit: there is nothing to walk.")
    words = _("{steps} in {time}").format(
        steps=count(walk.steps, "step", "steps"), time=clock(walk.watch.seconds)
    )
    if walk.detours:
        words = _("{result}, {number:,} more than the shortest way").format(
            result=words, number=walk.detours
        )
    elif walk.known:
        words = _("{result}: no way is shorter").format(result=words)
    if walk.hints:
        words = f"{words}; {count(walk.hints, 'hint', 'hints')}"
    return f"{words}."
