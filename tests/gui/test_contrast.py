"""Texts and the ring of the focus stand out from their ground: measured on pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.gui.workspaces import WORKSPACES
from tests.display import Display
from tests.events import key, settle
from tests.gui.desk import Desk
from tests.gui.test_focus_order import area_of, focused, pixels
from tests.on_screen import Seen, seen

pytestmark = [pytest.mark.usefixtures("display"), pytest.mark.slow]

READ, RING = 4.5, 3.0  # WCAG 2.1, contrast of text, and of what shows the focus
TEXTS = {"TLabel", "TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "row", "TCombobox"}
VIEWS = {"teach": ("", "watch-solvers", "compare")}


def luminance(colour: tuple[int, ...]) -> float:
    shares = [value / 255 for value in colour]
    r, g, b = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(picture: Image.Image) -> float:
    """Return how far the most different pixel stands out from the most frequent colour.

    The edge is left out: it may be that of another thing.
    """
    inner = np.asarray(picture.crop((2, 2, picture.width - 2, picture.height - 2)))
    found, counts = np.unique(inner.reshape(-1, 3), axis=0, return_counts=True)
    colours = {tuple(colour): number for colour, number in zip(found.tolist(), counts, strict=True)}
    ground = luminance(max(colours, key=lambda colour: colours[colour]))
    # letters have soft edges: what few pixels have is none of their colours
    inks = [luminance(colour) for colour, number in colours.items() if number > 2]
    return max((max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) for ink in inks)


def shown(desk: Desk) -> Iterator[tuple[Seen, Image.Image]]:
    screen = Display.running[desk.root.winfo_screen().partition(".")[0]].screen
    screen.sync()
    whole = screen.picture(screen.box)
    for item in seen(desk.root):
        if re.search(r"\w{2}", item.text) and item.enabled and item.kind in TEXTS:
            yield item, whole.crop(item.box)


@pytest.mark.own_window("it changes the theme")
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_texts_stand_out(desk: Desk, mode: str) -> None:
    desk.window.windows.set_theme(mode)
    number = 0
    for workspace in WORKSPACES:
        for view in VIEWS.get(workspace.name, ("",)):
            desk.window.show_workspace(workspace.name, view)
            desk.wait_for_work()
            desk.wait(lambda: not desk.session.services.background.busy, "the pictures")
            pale = {}
            for item, picture in shown(desk):
                number += 1
                if (measured := contrast(picture)) < READ:
                    pale[item.text] = round(measured, 2)
            assert pale == {}, (workspace.name, view)
    assert number > 100


def visits(desk: Desk) -> Iterator[str]:
    """Yield the path of each widget that Tab leads to, once."""
    seen: set[str] = set()
    while True:
        key(desk.root, "Tab")
        path = focused(desk.root)
        if path in seen:
            return
        seen.add(path)
        yield path


def changed_by_focus(desk: Desk, path: str) -> int:
    """Return how many pixels of a widget the focus makes another colour, so that it is seen."""
    area = area_of(desk.root, path)
    shown = []
    for focus in (path, "."):
        desk.root.tk.call("focus", focus)
        settle(desk.root)
        shown.append(luminances(pixels(desk.root, area)) + 0.05)
    desk.root.tk.call("focus", path)
    settle(desk.root)
    return int((np.maximum(*shown) / np.minimum(*shown) >= RING).sum())


def luminances(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    shares = colours / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    result: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return result


@pytest.mark.own_window("it changes the theme")
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_focus_is_seen_at_each_step(desk: Desk, mode: str) -> None:
    """A line around the widget, or nearly, differs from what is there without the focus."""
    desk.root.geometry("1000x700")
    desk.window.windows.set_theme(mode)
    number = 0
    for workspace in WORKSPACES:
        desk.window.show_workspace(workspace.name, "")
        desk.wait_for_work()
        desk.wait(lambda: not desk.session.services.background.busy, "the pictures")
        for path in visits(desk):
            number += 1
            left, top, right, bottom = area_of(desk.root, path)
            around = 2 * (right - left + bottom - top)
            assert changed_by_focus(desk, path) > 0.9 * around, (workspace.name, path)
    assert number > 80
