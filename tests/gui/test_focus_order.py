"""Tab visits all fields and buttons as the eye does, back the same way, and each visit is seen."""

from __future__ import annotations

import tkinter as tk
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from Xlib import X

from mazeeditor.app.commands import COMMANDS, SUBMENUS, disabled_reason
from mazeeditor.gui.look import current
from mazeeditor.gui.panels import SECTIONS
from mazeeditor.gui.panels.inspect_panel import InspectPanel
from mazeeditor.gui.workspaces.make import MakeWorkspace
from mazeeditor.maze.masks import MASKS
from tests.breadth import stress
from tests.dialogs import TclWindow, descendants, dialog
from tests.events import click, display_of, key, settle, wait_until
from tests.gui.desk import Desk
from tests.gui.making import make_of, settled
from tests.gui.watching.films import Screening, stages

STOPS = {
    *("TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "TEntry", "TCombobox"),
    *("TSpinbox", "TScale", "Treeview", "Text"),
}
WINDOWS = (
    *("help", "shortcuts", "about", "report-problem", "export"),
    "change-shortcuts",
    *("size", "go-cell", "choose-generator"),
)
RING = 12  # px of the colour of the focus that a visit adds at the least
Area = tuple[int, int, int, int]


def focused(window: tk.Misc) -> str:
    return str(window.tk.call("focus"))


def area_of(owner: tk.Misc, path: str) -> Area:
    left, top, width, height = (
        int(owner.tk.call("winfo", what, path)) for what in ("rootx", "rooty", "width", "height")
    )
    return left, top, left + width, top + height


def pixels(owner: tk.Misc, area: Area) -> NDArray[np.uint8]:
    """Return what the screen shows in an area, uint8[height, width, 3]."""
    root = display_of(owner).screen.root
    left, top, right, bottom = area
    left, top = max(left, 0), max(top, 0)
    right = min(right, owner.winfo_screenwidth())
    bottom = min(bottom, owner.winfo_screenheight())
    reply = root.get_image(left, top, right - left, bottom - top, X.ZPixmap, 0xFFFFFFFF)
    data = np.frombuffer(reply.data, np.uint8).reshape(bottom - top, right - left, 4)
    return data[:, :, 2::-1]


def ring_of(owner: tk.Misc, area: Area) -> NDArray[np.int64]:
    """Return how many pixels of an area have the colours of the ring and of its gap, int64[2].

    The gap is what is seen on the main button, which has the colour of the ring.
    """
    theme, shown = current(owner), pixels(owner, area)
    colours = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (theme.focus, theme.focus_gap)]
    return np.array([(shown == rgb).all(axis=-1).sum() for rgb in colours])


def check_seen(window: tk.Misc, path: str) -> None:
    """Fail unless the middle of what has the focus is in view, and its ring."""
    area = area_of(window, path)
    left, top, right, bottom = area
    middle = (left + right) // 2, (top + bottom) // 2
    there = str(window.tk.call("winfo", "containing", *middle))
    assert there.startswith(path), f"{path} is hidden by {there}"
    outer = area_of(window, str(window))
    assert outer[0] <= left
    assert right <= outer[2]
    assert outer[1] <= top
    with_ring = ring_of(window, area)
    window.tk.call("focus", str(window))
    settle(window)
    assert (with_ring - ring_of(window, area)).max() >= RING, f"no ring around {path}"
    window.tk.call("focus", path)
    settle(window)


def round_trip(window: tk.Misc, keys: str, seen: str | None = None) -> list[str]:
    """Press Tab until it comes to where it began; return the stops.

    Those in ``seen`` must be in view with a ring.
    """
    stops: list[str] = []
    for _number in range(150):
        key(window, keys)
        path = focused(window)
        if stops and path == stops[0]:
            return stops
        assert path not in stops, path
        stops.append(path)
        if seen is not None and path.startswith(seen):
            check_seen(window, path)
    raise AssertionError("Tab never came back")


def expected(window: tk.Misc) -> set[str]:
    """Return what can be used now in a window and takes keys."""
    top = str(window)
    result = set()
    for path in descendants(window, top):
        widget = TclWindow(window, path)
        call = window.tk.call
        if str(call("winfo", "toplevel", path)) != top or not widget.winfo_viewable():
            continue
        usable = widget.winfo_class() in STOPS and "disabled" not in states(widget)
        if usable and str(call(path, "cget", "-takefocus")) != "0":
            result.add(path)
    return result


def states(widget: TclWindow) -> str:
    if widget.winfo_class() == "Text":
        return str(widget.tk.call(widget, "cget", "-state")).replace("disabled", "")
    return str(widget.tk.call(widget, "state"))


def in_reading_order(owner: tk.Misc, first: str, second: str) -> bool:
    """Whether the eye comes from one widget to another further on.

    What counts is the place of the two parts of the window that hold them, where these differ.
    """
    a, b = first.split("."), second.split(".")
    same = next(i for i in range(1, 99) if a[: i + 1] != b[: i + 1])
    one, two = (area_of(owner, ".".join(path[: same + 1])) for path in (a, b))
    beside = one[1] < (two[1] + two[3]) / 2 < one[3] or two[1] < (one[1] + one[3]) / 2 < two[3]
    return two[0] >= one[2] - 2 if beside else two[1] >= one[3] - 2


def check(window: tk.Misc, seen: str | None = "") -> None:
    """Fail unless Tab goes through all of a window in order, and back, visibly in ``seen``."""
    wait_until(window, lambda: focused(window) != "", what="the keyboard")
    stops = round_trip(window, "Tab", seen)
    assert expected(window) <= set(stops), expected(window) - set(stops)
    back = round_trip(window, "shift+Tab")
    start = back.index(stops[0])
    back = back[start:] + back[:start]
    assert [back[0], *reversed(back[1:])] == stops
    wrong = [
        (first, second)
        for first, second in pairwise([*stops, stops[0]])
        if first != second and not in_reading_order(window, first, second)
    ]
    assert len(wrong) <= 1, wrong  # from the end of the round to its beginning


@pytest.mark.slow
@pytest.mark.parametrize("size", ["1280x860", "700x500"] if stress() else ["700x500"])
def test_tab_goes_through_the_window_and_every_section(desk: Desk, size: str) -> None:
    desk.root.geometry(size)
    for name in SECTIONS.names():
        desk.window.show_section(name)
        desk.wait_for_work()
        content = desk.window.build_panel().content(name)
        desk.wait(lambda content=content: bool(content.winfo_viewable()), name)  # type: ignore[misc]
        if isinstance(content, InspectPanel):
            desk.wait(lambda content=content: content.settled, "the figures")  # type: ignore[misc]
        check(desk.root, "" if name == SECTIONS.names()[0] or stress() else str(content))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["page", "sheets", "make"])
def test_tab_goes_through_each_workspace(desk: Desk, name: str) -> None:
    desk.root.geometry("1000x700")
    desk.window.run(COMMANDS[f"workspace-{name}"])
    desk.wait_for_work()
    content = desk.window.switch.content
    if isinstance(content, MakeWorkspace):
        desk.wait(lambda: content.pane is not None, "Make")
        settled(make_of(desk))
    check(desk.root)


def visit(window: TclWindow) -> None:
    check(window)
    key(window, "Escape")


@pytest.mark.slow
def test_tab_goes_through_every_other_window(desk: Desk) -> None:
    desk.session.services.settings.format = "png"  # which has most options
    for name in WINDOWS:
        with dialog(desk.root, visit, seconds=20):
            desk.window.run(COMMANDS[name])
            desk.wait_for_work()
    for label, action in desk.session.parts.call(SUBMENUS["transform"].run):
        if label.endswith("…") and action is not disabled_reason:
            with dialog(desk.root, visit, label[:-1]):
                action()
    for name in MASKS.names() if stress() else ("text", "ring"):
        with dialog(desk.root, visit, seconds=20):
            desk.generate.mask._ask(0, name)
    key(desk.root, "F7")
    desk.wait(lambda: bool(stages(desk)), "the film")
    shown = Screening(desk)
    desk.wait(lambda: not shown.save.instate(["disabled"]), "the film")
    with dialog(desk.root, visit, "Save film"):
        click(shown.save)


VIEWS = (
    *("watch-solving", "watch-solvers", "compare"),
    pytest.param("compare-generators", marks=pytest.mark.slow),
)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["1280x860", "700x500"] if stress() else ["700x500"])
@pytest.mark.parametrize("name", VIEWS)
def test_tab_goes_through_the_views_of_teach_and_escape_leads_to_the_maze(
    desk: Desk, name: str, size: str
) -> None:
    desk.root.geometry(size)
    desk.window.run(COMMANDS[name])
    desk.wait_for_work()
    view = desk.window.switch.content.middle
    assert view
    if name.startswith("watch"):
        desk.wait(lambda: bool(stages(desk)) and Screening(desk).playback.complete, "the films")
        key(desk.root, "space")
    check(desk.root, str(view))
    stops = [stop for stop in round_trip(desk.root, "Tab") if stop.startswith(f"{view}.")]
    for stop in stops[:: 1 if stress() else max(1, len(stops) // 5)]:
        desk.window.run(COMMANDS["workspace-teach"])
        desk.session.view.workspaces.show("teach", name)
        desk.root.tk.call("focus", stop)
        settle(desk.root)
        for _time in range(2):  # the first one leaves a field
            if view.winfo_viewable():
                key(desk.root, "Escape")
        assert not view.winfo_viewable(), stop
        assert desk.root.focus_get() is desk.canvas


def test_tab_goes_on_from_what_was_disabled_while_it_had_the_keyboard(desk: Desk) -> None:
    """As a button of films at the last step: Tab began at the first field of the window again."""
    desk.window.show_section("generate")
    desk.generate.watch.focus_force()
    desk.generate.watch.state(["disabled"])
    key(desk.root, "Tab")
    assert focused(desk.root) == str(desk.generate.empty)
    desk.generate.watch.state(["!disabled"])


@pytest.mark.slow
def test_and_through_save_film(desk: Desk) -> None:
    key(desk.root, "F7")
    desk.wait(lambda: bool(stages(desk)), "the film")
    shown = Screening(desk)
    desk.wait(lambda: not shown.save.instate(["disabled"]), "the film")
    with dialog(desk.root, visit, "Save film"):
        click(shown.save)
