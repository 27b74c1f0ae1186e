"""The settings of the desktop are read; a missing or invalid answer is no error."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest

from mazeeditor.gui.desktop import system


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


@pytest.mark.parametrize(
    ("script", "dark"),
    [("echo \"'prefer-dark'\"", True), ("echo \"'default'\"", False), ("exit 1", False)],
)
@pytest.mark.skipif("sys.platform != 'linux'", reason="asks the desktop of Linux")
def test_gnome(desktop: Path, script: str, dark: bool) -> None:
    install_script(desktop, script)
    assert system.ask_dark()() is dark
    assert system.ask_mode("system")() == ("dark" if dark else "light")


@pytest.mark.skipif("sys.platform != 'linux'", reason="asks the desktop of Linux")
def test_a_desktop_that_hangs_is_not_waited_for(
    desktop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "PATIENCE", 0.05)
    install_script(desktop, "exec /bin/sleep 60")
    assert system.ask_dark()() is False


def test_no_desktop_at_all(desktop: Path) -> None:
    assert desktop.exists()
    assert system.ask_mode("system")() in ("light", "dark")


def test_a_wish_asks_nobody(desktop: Path) -> None:
    install_script(desktop, "echo \"'prefer-dark'\"")
    assert [system.ask_mode(wish)() for wish in ("light", "dark")] == ["light", "dark"]


def test_a_window_is_not_maximised_by_itself(root: tk.Tk) -> None:
    root.update()
    assert system.is_maximised(root) is False
    system.maximise(root)  # without a window manager nobody does it, and nothing fails
    root.update()
