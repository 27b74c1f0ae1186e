"""Tooltips: the name and the key of the widget under the pointer, or of the one just focused.

One at most is shown in the whole program. It stands right beside its widget, where it covers least
of what could be clicked next, and goes at any key, click or turn of the wheel, when its widget
moves, scrolls or vanishes, and when the pointer or the keyboard has left.
"""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from tkinter import ttk
from typing import Any

from mazeeditor.gui.look import current
from mazeeditor.screen.area import Area

DELAY_MS = 500  # ms
POLL_MS = 60  # ms between two looks at whether the widget still is where it was
WIDTH = 320  # px at 96 dpi in which a text is wrapped
GAP = 6  # px at 96 dpi between a tooltip and what it explains
MAX_GAPS = 4  # gaps, at the most: farther away it seems to belong to something else

# Bind tags: no widget gets a binding of its own, as Tk lets Tab stop at labels that have one.
OWNER = "MazeeditorTooltipOwner"
AROUND = "MazeeditorTooltipAround"  # of all widgets of the window while a tooltip is shown
ENDS = ("<KeyPress>", "<ButtonPress>", "<MouseWheel>", "<FocusOut>")
_GEOMETRY = re.compile(r"([0-9]+)x([0-9]+)\+(-?[0-9]+)\+(-?[0-9]+)")
# classes of widgets that hold others, or show what cannot be clicked: the maze may be covered
_HOLDERS = {"Frame", "TFrame", "Canvas", "Toplevel", "TSeparator", "TPanedwindow", "TLabelframe"}
_TEXTS = {"Label", "TLabel", "TProgressbar"}


class Tooltip:
    """``text`` about ``widget``, followed by ``key``; either may be what returns it then."""

    def __init__(
        self,
        widget: tk.Misc,
        text: str | Callable[[], str],
        key: str | Callable[[], str] = "",
        delay: int = DELAY_MS,
    ) -> None:
        self.widget, self.text, self.key, self.delay = widget, text, key, delay
        self._tips = _tips_of(widget)
        self._tips.add(self)

    @property
    def window(self) -> tk.Toplevel | None:
        return self._tips.window if self._tips.tooltip is self else None

    def current_text(self) -> str:
        """Return what would be shown now."""
        text = self.text() if callable(self.text) else self.text
        key = self.current_key()
        return f"{text}   {key}" if text and key else text

    def current_key(self) -> str:
        """Return the key that would be shown now, "" for none."""
        return self.key() if callable(self.key) else self.key

    def show(self) -> None:
        """Show the tooltip now, unless the text is empty."""
        self._tips.show(self)

    def hide(self) -> None:
        if self._tips.tooltip is self:
            self._tips.hide()


def wait_for_tab(widget: tk.Misc) -> None:
    """Show no tooltip of a widget that the program has given the keyboard: nobody went there."""
    _tips_of(widget).hide()


def _tips_of(widget: tk.Misc) -> Tips:
    """Return the tooltips of the application of a widget; they are kept with the root window."""
    root = widget.nametowidget(".")
    tips: Tips = vars(root).get("tips") or Tips(root)
    vars(root)["tips"] = tips
    return tips


class Tips:
    """All tooltips of an application; ``tooltip`` is the one that is shown or waits for that."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self.tooltips: dict[str, Tooltip] = {}
        self.tooltip: Tooltip | None = None
        self.window: tk.Toplevel | None = None
        self._by = ""  # what asked for it: "pointer", "focus", "" for the program
        self._place: tuple[int, ...] = ()  # of the widget, when the tooltip was shown
        self._timer = ""
        self._clicked = ("", 0, 0)  # the widget clicked last, and where, until the pointer leaves
        bind = root.bind_class
        bind(OWNER, "<Enter>", lambda event: self._wait(event, "pointer"))
        bind(OWNER, "<<TraverseIn>>", lambda event: self._wait(event, "focus"))
        bind(OWNER, "<Leave>", self._left)
        bind(OWNER, "<Unmap>", self._left)
        bind(OWNER, "<Destroy>", self._destroyed)
        for event in ENDS:
            bind(AROUND, event, self._end)

    def add(self, tooltip: Tooltip) -> None:
        """Show a tooltip from now on, where the pointer rests or Tab leads to."""
        self.tooltips[str(tooltip.widget)] = tooltip
        _tag(tooltip.widget, OWNER)

    def _wait(self, event: tk.Event[tk.Misc], by: str) -> None:
        self.hide()
        if by == "pointer" and self._clicked == _place_in(event):
            return  # window managers that grab clicks let Tk report that the pointer comes again
        self.tooltip = self.tooltips.get(str(event.widget))
        if not self.tooltip:
            return
        self._by = by
        for widget in (str(event.widget), str(self._root.tk.call("focus"))):
            if widget:
                _tag_path(self._root, widget, AROUND)
        self._timer = self._root.after(self.tooltip.delay, self._show)

    def _left(self, event: tk.Event[tk.Misc]) -> None:
        clicked = self._clicked[0]
        # asking the X server each time a part of a window goes took a sixth of a switch
        if str(event.widget) == clicked and not self._is_over(clicked):
            self._clicked = ("", 0, 0)
        if self.tooltip and self._by != "focus" and event.widget is self.tooltip.widget:
            self.hide()

    def _destroyed(self, event: tk.Event[tk.Misc]) -> None:
        tooltip = self.tooltips.pop(str(event.widget), None)
        if tooltip and tooltip is self.tooltip:
            self.hide()

    def _end(self, event: tk.Event[tk.Misc]) -> None:
        """Hide the tooltip; that Tab took the keyboard from another widget does not matter."""
        if event.type is tk.EventType.ButtonPress:
            self._clicked = _place_in(event)
        tabbed = self._by == "focus" and event.type is tk.EventType.FocusOut
        if self.tooltip and not (tabbed and event.widget is not self.tooltip.widget):
            self.hide()

    # Showing

    def show(self, tooltip: Tooltip) -> None:
        """Show a tooltip now, unless its text is empty."""
        self.hide()
        self.tooltip, self._by = tooltip, ""
        self._show()

    def _show(self) -> None:
        self._timer = ""
        tooltip = self.tooltip
        text = tooltip.current_text() if tooltip else ""
        if not (tooltip and text and tooltip.widget.winfo_viewable() and self._is_meant()):
            self.hide()
            return
        widget = tooltip.widget
        theme = current(widget)
        parts = shown_below(widget.winfo_toplevel())
        for part in parts:
            _tag_path(self._root, part.path, AROUND)
        self.window = window = tk.Toplevel(widget)
        window.withdraw()
        window.overrideredirect(True)
        with suppress(tk.TclError):  # neither is known to every window manager
            window.attributes("-topmost", True)
            window.attributes("-type", "tooltip")
        label = ttk.Label(window, text=text, style="Tip.TLabel", wraplength=theme.px(WIDTH))
        label.pack()
        size = label.winfo_reqwidth(), label.winfo_reqheight()
        left, top = free_place(widget, size, theme.px(GAP), parts)
        window.geometry(f"+{left}+{top}")
        window.bind("<ButtonPress>", self._pass_on)
        window.deiconify()
        self._place = _place_of(widget)
        self._timer = self._root.after(POLL_MS, self._check)

    def _is_meant(self) -> bool:
        """Whether the pointer still is over the widget, or the widget still has the keyboard."""
        assert self.tooltip
        path, call = str(self.tooltip.widget), self._root.tk.call
        if self._by == "pointer":
            return self._is_over(path)
        return self._by != "focus" or str(call("focus")) == path

    def _is_over(self, path: str) -> bool:
        """Whether the pointer is over a widget."""
        call = self._root.tk.call
        pointer = self._root.tk.splitlist(call("winfo", "pointerxy", "."))
        return str(call("winfo", "containing", *pointer)) == path

    def _check(self) -> None:
        self._timer = ""
        widget = self.tooltip and self.tooltip.widget
        stays = widget and widget.winfo_viewable() and _place_of(widget) == self._place
        if stays and self._is_meant():
            self._timer = self._root.after(POLL_MS, self._check)
        else:
            self.hide()

    def _pass_on(self, event: tk.Event[tk.Misc]) -> None:
        """Hand a click on the tooltip to what lies below it, with the motions until its release.

        Tk directs all of these to the window of the tooltip, also while that is withdrawn.
        """
        window, self.window = self.window, None
        self.hide()
        if not window:
            return
        window.withdraw()
        below = self._root.winfo_containing(event.x_root, event.y_root)

        def pass_on(name: str, event: tk.Event[tk.Misc]) -> None:
            if below and below.winfo_exists():
                x, y = event.x_root - below.winfo_rootx(), event.y_root - below.winfo_rooty()
                place: dict[str, Any] = {"rootx": event.x_root, "rooty": event.y_root}
                below.event_generate(name, x=x, y=y, state=event.state, **place)

        def end(event: tk.Event[tk.Misc]) -> None:
            pass_on(f"<ButtonRelease-{event.num}>", event)
            window.destroy()

        pass_on(f"<ButtonPress-{event.num}>", event)
        window.bind("<Motion>", lambda event: pass_on("<Motion>", event))
        window.bind("<ButtonRelease>", end)

    def hide(self) -> None:
        """Hide the tooltip that is shown or waits."""
        window, self.window, self.tooltip = self.window, None, None
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = ""
        if window:
            window.destroy()


def _place_in(event: tk.Event[tk.Misc]) -> tuple[str, int, int]:
    return str(event.widget), event.x_root, event.y_root


def _place_of(widget: tk.Misc) -> tuple[int, ...]:
    """Return where on the screen a widget is, and the size of its window."""
    window = widget.winfo_toplevel()
    size = window.winfo_width(), window.winfo_height()
    return (widget.winfo_rootx(), widget.winfo_rooty(), *size)


def _tag(widget: tk.Misc, tag: str) -> None:
    _tag_path(widget, str(widget), tag)


def _tag_path(owner: tk.Misc, path: str, tag: str) -> None:
    """Put a bind tag before the others of a widget, none of which can keep an event from it."""
    with suppress(tk.TclError):  # the widget is being destroyed
        tags = owner.tk.splitlist(owner.tk.call("bindtags", path))
        if tag not in tags:
            owner.tk.call("bindtags", path, (tag, *tags))


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

    It is below the widget, above it, to its right or its left, ``gap`` px away, or next to a part
    of the window that holds it, at most ``MAX_GAPS`` gaps away: whichever covers least of what can
    be clicked, then least of the texts, and then is nearest. ``parts`` are those of
    ``shown_below``.
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
    near = [place for place in places if _distance(place, own) <= MAX_GAPS * gap]
    best = min(near, key=cost)
    return best.left, best.top


def _beside(own: Area, holder: Area, size: tuple[int, int], gap: int) -> Iterator[tuple[int, int]]:
    """Yield the places outside of ``holder``, in line with ``own``."""
    width, height = size
    for left in (own.left, own.right - width, (own.left + own.right - width) // 2):
        yield left, holder.bottom + gap
        yield left, holder.top - gap - height
    for top in (own.top, own.bottom - height):
        yield holder.right + gap, top
        yield holder.left - gap - width, top


def _distance(area: Area, other: Area) -> int:
    """Return how many px lie between two areas, across and down."""
    across = max(area.left - other.right, other.left - area.right, 0)
    return across + max(area.top - other.bottom, other.top - area.bottom, 0)


def _onto(screen: Area, left: int, top: int, size: tuple[int, int]) -> Area:
    """Return the area of a window moved as little as it takes to lie on the screen."""
    left = max(min(left, screen.right - size[0]), 0)
    top = max(min(top, screen.bottom - size[1]), 0)
    return Area(left, top, left + size[0], top + size[1])
