"""What desktop and screen report is used: dark, scale; a missing or invalid answer is no error."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest
from Xlib import X, Xatom

from mazeeditor.core.errors import UsageError
from mazeeditor.gui.desktop import system
from tests.display import Display


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a folder that is the whole PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("GTK_THEME", raising=False)
    return tmp_path


def install_script(desktop: Path, script: str) -> None:
    program = desktop / "gsettings"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.skipif("sys.platform != 'linux'", reason="asks the desktop of Linux")
def test_gnome(desktop: Path) -> None:
    for script, mode in (
        ("echo \"'prefer-dark'\"", "dark"),
        ("echo \"'default'\"", "light"),
        ("exit 1", "light"),
    ):
        install_script(desktop, script)
        assert system.ask_mode("system")() == mode


@pytest.mark.skipif("sys.platform != 'linux'", reason="asks the desktop of Linux")
def test_a_desktop_that_hangs(desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "TIMEOUT_S", 0.05)
    install_script(desktop, "exec /bin/sleep 60")
    assert system.ask_dark()() is False


def test_a_wish_asks_nobody(desktop: Path) -> None:
    install_script(desktop, "echo \"'prefer-dark'\"")
    assert [system.ask_mode(wish)() for wish in ("light", "dark")] == ["light", "dark"]


@pytest.mark.dpi(144)
def test_a_sharp_screen_is_noticed(root: tk.Tk) -> None:
    assert system.detect_scale(root) == 1.5


def test_what_the_desktop_asks_for_wins_over_the_screen(root: tk.Tk, display: Display) -> None:
    assert system.detect_scale(root) == 1.0
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


def test_a_person_can_ask_for_a_scale(root: tk.Tk, monkeypatch: pytest.MonkeyPatch) -> None:
    for asked in ("0.75", "1.1", "3", " 2.0 "):
        monkeypatch.setenv(system.VARIABLE, asked)
        assert system.detect_scale(root) == float(asked)
    for asked in ("big", "0", "-1", "nan", "inf", "9", "1,5"):  # makes no sense
        monkeypatch.setenv(system.VARIABLE, asked)
        with pytest.raises(UsageError, match=asked):
            system.detect_scale(root)
