"""What the window does on Windows alone, by libraries of Windows that only note what is asked."""

from __future__ import annotations

import ctypes
import signal
import tkinter as tk
from types import SimpleNamespace
from typing import Any

import pytest

from mazeeditor.gui import app, look
from mazeeditor.gui.desktop import keys, system
from mazeeditor.gui.desktop.keys import ALT, CONTROL, SHIFT, chord
from mazeeditor.gui.look import title_bars
from tests.events import settle

WINDOWS = SimpleNamespace(platform="win32")


class Composer:
    """Notes which windows have dark title bars; an older Windows knows another attribute."""

    def __init__(self, attribute: int) -> None:
        self.attribute = attribute
        self.dark: dict[int, bool] = {}
        self.sent: list[int] = []  # whether a window is active

    def DwmSetWindowAttribute(self, window: Any, attribute: int, value: Any, size: int) -> int:  # noqa: N802
        assert size == ctypes.sizeof(ctypes.c_int)
        if attribute == self.attribute:
            self.dark[window.value] = bool(value._obj.value)
        return attribute != self.attribute

    def GetForegroundWindow(self) -> int:  # noqa: N802
        return next(iter(self.dark))

    def SendMessageW(self, _window: Any, message: int, active: Any, _: Any) -> None:  # noqa: N802
        assert message == title_bars.NC_ACTIVATE
        self.sent.append(active.value)


@pytest.fixture(params=[title_bars.DARK, title_bars.DARK_BEFORE])
def composer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Composer:
    noted = Composer(request.param)
    monkeypatch.setattr(title_bars, "_libraries", lambda: (noted, noted))
    monkeypatch.setattr(look, "_is_windows", lambda _root: True)
    return noted


def test_title_bars_follow_the_theme(
    root: tk.Tk, composer: Composer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def frame(window: tk.Tk | tk.Toplevel) -> int:
        return int(str(root.tk.call("wm", "frame", window)), 16)

    look.prepare(root, "dark", 1.0)
    root.update()
    dialog, tooltip = tk.Toplevel(root), tk.Toplevel(root)
    tooltip.overrideredirect(True)
    settle(root)
    assert composer.dark[frame(dialog)]
    assert frame(tooltip) not in composer.dark
    look.prepare(root, "light", 1.0)
    assert composer.dark == {frame(root): False, frame(dialog): False}
    assert set(composer.sent) == {0, 1}
    further = tk.Toplevel(root, class_="Mazeeditor")
    settle(root)
    assert composer.dark[frame(further)] is False
    monkeypatch.undo()
    composer.dark.clear()
    look.prepare(root, "dark", 1.0)
    settle(root)
    assert not composer.dark, "other systems have their own title bars"


def test_altgr_is_no_shortcut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "sys", WINDOWS)
    for state, char, keysym, expected in (
        (CONTROL | ALT, "[", "bracketleft", "["),  # AltGr+8 on a German keyboard
        (CONTROL | ALT, "", "a", "Mod+Alt+A"),
        (CONTROL | ALT, "\x01", "a", "Mod+Alt+A"),
        (CONTROL, "\x1a", "z", "Mod+Z"),
        (CONTROL | SHIFT, "\x1a", "Z", "Mod+Shift+Z"),
        (ALT, "1", "1", "Alt+1"),
    ):
        event: Any = SimpleNamespace(state=state, char=char, keysym=keysym)
        assert chord(event) == expected


def test_a_closed_console_is_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(app, "sleep", waited.append)
    ending = app.Ending()
    assert ending.close_console(0) == 0  # Ctrl+C
    before = ending._number
    assert not before
    assert ending.close_console(2) == 1
    assert ending._number == signal.SIGTERM
    assert waited == [app.GRACE_S]  # the event loop has this long


def test_the_taskbar_shows_the_icon_of_the_first_window() -> None:
    for windowing, defaults in {"x11": [True], "win32": [True, False]}.items():
        icons: list[tuple[object, ...]] = []
        tcl = SimpleNamespace(call=lambda *_words, windowing=windowing: windowing)
        window: Any = SimpleNamespace(
            tk=tcl, wm_iconphoto=lambda *given, icons=icons: icons.append(given)
        )
        system.show_icon(window, ["large", "small"])
        assert icons == [(default, "large", "small") for default in defaults]


@pytest.mark.parametrize("older", [False, True])
def test_we_scale_for_the_main_monitor(older: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tk of 8.6 takes no notice of a monitor with another scale."""
    said: list[int] = []
    cores = SimpleNamespace(SetProcessDpiAwareness=said.append)
    users = SimpleNamespace(SetThreadDpiAwarenessContext=lambda context: said.append(context.value))
    libraries = SimpleNamespace(shcore=cores, user32=SimpleNamespace() if older else users)
    monkeypatch.setattr(ctypes, "windll", libraries, raising=False)
    monkeypatch.setattr(system, "sys", WINDOWS)
    system.prepare_scaling()
    assert said == ([1] if older else [1, ctypes.c_void_p(-2).value])


@pytest.mark.parametrize(
    ("launcher", "told"),
    [("pythonw.exe", True), (r".venv\Python.exe", True), ("mazeeditorw.exe", False)],
)
def test_the_taskbar_is_told_who_python_is(
    launcher: str, *, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    def name(_module: None, place: Any, _size: int) -> None:
        place.value = rf"C:\Programs\{launcher}"

    shell = SimpleNamespace(SetCurrentProcessExplicitAppUserModelID=names.append)
    libraries = SimpleNamespace(kernel32=SimpleNamespace(GetModuleFileNameW=name), shell32=shell)
    monkeypatch.setattr(ctypes, "windll", libraries, raising=False)
    monkeypatch.setattr(system, "sys", WINDOWS)
    system.introduce()
    assert names == ([system.NAME] if told else []), "it knows our launcher by itself"
