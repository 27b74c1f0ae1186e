"""The scale of the screen is detected, or chosen by the user."""

from __future__ import annotations

import tkinter as tk

import pytest
from Xlib import X, Xatom

from mazeeditor.core.errors import UsageError
from mazeeditor.gui.desktop import system
from tests.display import Display


@pytest.mark.dpi(192)
def test_a_sharp_screen_is_noticed(root: tk.Tk) -> None:
    assert system.detect_scale(root) == 2.0


@pytest.mark.dpi(144)
def test_one_in_between_is_noticed(root: tk.Tk) -> None:
    assert system.detect_scale(root) == 1.5


def test_a_plain_screen_is_noticed(root: tk.Tk) -> None:
    assert system.detect_scale(root) == 1.0


def test_what_the_desktop_asks_for_wins_over_the_screen(root: tk.Tk, display: Display) -> None:
    screen = display.screen.root
    screen.change_property(
        Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, b"Xft.dpi:\t120\n", X.PropModeReplace
    )
    display.screen.sync()
    try:
        assert system.detect_scale(root) == 1.25
    finally:
        screen.delete_property(Xatom.RESOURCE_MANAGER)
        display.screen.sync()


@pytest.mark.parametrize("asked", ["0.75", "1.1", "3", " 2.0 "])
def test_a_person_can_ask_for_a_scale(
    root: tk.Tk, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(system.VARIABLE, asked)
    assert system.detect_scale(root) == float(asked)


@pytest.mark.parametrize("asked", ["big", "0", "-1", "nan", "inf", "9", "1,5"])
def test_a_scale_that_makes_no_sense_is_named(
    root: tk.Tk, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(system.VARIABLE, asked)
    with pytest.raises(UsageError, match=asked):
        system.detect_scale(root)
