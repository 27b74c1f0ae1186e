"""Two fingers turn the wheel where a widget knows no more; the Tk here cannot report them."""

from __future__ import annotations

import tkinter as tk
from types import SimpleNamespace
from typing import Any

import pytest

from mazeeditor.gui.desktop.touchpad import DELTA, NOTCH, SCROLLED_BY_TK, Fingers


def slid(widget: tk.Misc, down: int) -> Any:
    delta = down & 0xFFFF
    return SimpleNamespace(widget=widget, delta=delta, x_root=1, y_root=1)


@pytest.fixture
def turned(root: tk.Tk) -> tuple[tk.Frame, list[int]]:
    frame, deltas = tk.Frame(root, width=50, height=50), list[int]()
    frame.pack()
    frame.bind("<MouseWheel>", lambda event: deltas.append(event.delta))
    root.update()
    return frame, deltas


def test_whole_notches_are_turned(turned: tuple[tk.Frame, list[int]]) -> None:
    frame, deltas = turned
    fingers = Fingers(frame)
    for down in (NOTCH - 1, 1, -2 * NOTCH, NOTCH // 2, NOTCH // 2):
        fingers.slide(slid(frame, down))
    assert deltas == [DELTA, -2 * DELTA, DELTA]


def test_what_scrolls_by_itself_is_left_alone(turned: tuple[tk.Frame, list[int]]) -> None:
    frame, deltas = turned
    text = tk.Text(frame)
    text.bind("<MouseWheel>", lambda event: deltas.append(event.delta))
    assert text.winfo_class() in SCROLLED_BY_TK
    Fingers(frame).slide(slid(text, 5 * NOTCH))
    assert deltas == []
