"""Finds the place for a small window beside a widget, where it covers nothing one could click."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mazeeditor.screen.area import Area

_GEOMETRY = re.compile(r"(\d+)x(\d+)\+(-?\d+)\+(-?\d+)")
# classes of widgets that hold others, or show what cannot be clicked: the maze may be covered
_HOLDERS = {"Frame", "TFrame", "Canvas", "Toplevel", "TSeparator", "TPanedwindow", "TLabelframe"}
_TEXTS = {"Label", "TLabel", "TProgressbar"}


@dataclass(frozen=True)
class ShownWidget:
    """A widget that is shown: its path, its class, and the area of it that can be seen."""

    path: str
    kind: str
    area: Area


def shown_below(window: tk.Misc) -> list[ShownWidget]:
    """Return all widgets of a window that can be seen, those of its other windows left out."""
    left, top = window.winfo_rootx(), window.winfo_rooty()
    area = Area(left, top, left + window.winfo_width(), top + window.winfo_height())
    return [
        ShownWidget(str(window), "Toplevel", area),
        *_children(window, str(window), (left, top), area),
    ]


def _children(
    owner: tk.Misc, path: str, corner: tuple[int, int], clip: Area
) -> Iterator[ShownWidget]:
    """Yield what can be seen below ``path``, whose upper left ``corner`` is given."""
    call = owner.tk.call
    for child in map(str, owner.tk.splitlist(call("winfo", "children", path))):
        if not call("winfo", "ismapped", child) or str(call("winfo", "toplevel", child)) == child:
            continue
        match = _GEOMETRY.fullmatch(str(call("winfo", "geometry", child)))
        assert match
        width, height, x, y = map(int, match.groups())
        left, top = corner[0] + x, corner[1] + y
        area = Area(left, top, left + width, top + height).cut(clip)
        if area.size:
            yield ShownWidget(child, str(call("winfo", "class", child)), area)
            yield from _children(owner, child, (left, top), area)


def free_place(
    widget: tk.Misc, size: tuple[int, int], gap: int, parts: Sequence[ShownWidget]
) -> tuple[int, int]:
    """Return where on the screen a window of ``size`` px explains ``widget``: left and top.

    It is below the widget, above it, to its right or its left, ``gap`` px away, or beside the part
    of the window that holds it, whichever covers least of what can be clicked, then least of the
    texts, and then is nearest. ``parts`` are those of ``shown_below``.
    """
    screen = Area(0, 0, widget.winfo_screenwidth(), widget.winfo_screenheight())
    areas = {part.path: part.area for part in parts}
    own = areas.get(str(widget)) or next(iter(areas.values()))
    avoided = [part.area for part in parts if part.kind not in _HOLDERS | _TEXTS]
    texts = [part.area for part in parts if part.kind in _TEXTS and part.path != str(widget)]

    def cost(place: Area) -> tuple[int, ...]:
        return (
            place.cut(own).size,
            sum(place.cut(area).size for area in avoided),
            sum(place.cut(area).size for area in texts),
            _distance(place, own),
        )

    holders = [area for path, area in areas.items() if f"{widget}.".startswith(f"{path}.")]
    holders += [area for path, area in areas.items() if path == "."]
    places = [
        _onto(screen, left, top, size)
        for holder in (own, *reversed(holders))
        for left, top in _beside(own, holder, size, gap)
    ]
    best = min(places, key=cost)
    return best.left, best.top


def _beside(own: Area, holder: Area, size: tuple[int, int], gap: int) -> Iterator[tuple[int, int]]:
    """Yield the places outside of ``holder``, in line with ``own``."""
    width, height = size
    yield own.left, holder.bottom + gap
    yield own.left, holder.top - gap - height
    yield holder.right + gap, own.top
    yield holder.left - gap - width, own.top


def _distance(area: Area, other: Area) -> int:
    """Return how many px lie between two areas, across and down."""
    across = max(area.left - other.right, other.left - area.right, 0)
    return across + max(area.top - other.bottom, other.top - area.bottom, 0)


def _onto(screen: Area, left: int, top: int, size: tuple[int, int]) -> Area:
    """Return the area of a window moved as little as it takes to lie on the screen."""
    left = max(min(left, screen.right - size[0]), 0)
    top = max(min(top, screen.bottom - size[1]), 0)
    return Area(left, top, left + size[0], top + size[1])
