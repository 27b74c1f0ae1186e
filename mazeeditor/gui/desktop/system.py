"""What differs from desktop to desktop: light or dark, and how a window is maximised."""

from __future__ import annotations

import os
import select
import signal
import sys
import tkinter as tk
from collections.abc import Callable

Root = tk.Tk | tk.Toplevel  # a window of its own
PATIENCE = 0.5  # s that the answer of another program is waited for
SHORT = 1000  # bytes


def mode_of(wish: str) -> str:
    """Return ``light`` or ``dark`` for one of these, or for ``system``."""
    return ask_mode(wish)()


def ask_mode(wish: str) -> Callable[[], str]:
    """Begin what ``mode_of`` does, and return what waits for the answer: both may take 30 ms."""
    if wish in ("light", "dark"):
        return lambda: wish
    is_dark = ask_dark()
    return lambda: "dark" if is_dark() else "light"


def ask_dark() -> Callable[[], bool]:
    """Ask whether the desktop is dark; False where it does not report that."""
    if sys.platform == "win32":
        return _windows_is_dark
    if sys.platform == "darwin":
        style = _ask("defaults", "read", "-g", "AppleInterfaceStyle")
        return lambda: style() == "Dark"
    gtk = os.environ.get("GTK_THEME", "")
    if gtk:
        return lambda: gtk.lower().endswith((":dark", "-dark"))
    scheme = _ask("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
    return lambda: "dark" in scheme()


def is_maximised(root: Root) -> bool:
    """Whether the window fills the screen."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        return root.tk.getboolean(root.tk.call("wm", "attributes", root, "-zoomed"))
    return root.state() == "zoomed"


def maximise(root: Root) -> None:
    """Let the window fill the screen."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        root.tk.call("wm", "attributes", root, "-zoomed", True)
    else:
        root.state("zoomed")


def is_full_screen(root: Root) -> bool:
    """Whether the window covers the whole screen, without a frame."""
    return root.tk.getboolean(root.tk.call("wm", "attributes", root, "-fullscreen"))


def set_full_screen(root: Root, full: bool) -> None:
    """Let the window cover the whole screen, or no longer."""
    root.tk.call("wm", "attributes", root, "-fullscreen", full)


def client_window(window: tk.Misc) -> int:
    """Return the number of a window as the window manager knows it; 0 where that is unknown.

    Tk gives the number of a window inside of it.
    """
    import ctypes

    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return 0
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return 0
    root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
    children = ctypes.c_void_p()
    places = (ctypes.byref(place) for place in (root, parent, children, count))
    x11.XQueryTree(display, ctypes.c_ulong(window.winfo_toplevel().winfo_id()), *places)
    if children:
        x11.XFree(children)
    x11.XCloseDisplay(display)
    return 0 if parent.value == root.value else parent.value


def _ask(program: str, *arguments: str) -> Callable[[], str]:
    """Start a desktop program; what is returned waits for its output, "" where there is none.

    Without ``subprocess``, whose import the first window would wait for. The output is short.
    """
    reader, writer = os.pipe()
    to_pipe = (os.POSIX_SPAWN_DUP2, writer, 1)
    quiet = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
    command = [program, *arguments]
    try:
        process = os.posix_spawnp(program, command, os.environ, file_actions=[to_pipe, quiet])
    except OSError:
        os.close(reader)
        return str
    finally:
        os.close(writer)

    def output() -> str:
        ready, _none, _none = select.select([reader], [], [], PATIENCE)
        text = os.read(reader, SHORT) if ready else b""
        os.close(reader)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return text.decode(errors="replace").strip()

    return output


def _windows_is_dark() -> bool:
    import winreg

    place = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:  # type: ignore[attr-defined]
            light, _kind = winreg.QueryValueEx(key, "AppsUseLightTheme")  # type: ignore[attr-defined]
    except OSError:
        return False
    return not light


class SystemClipboard:
    """The clipboard, as a window sees it."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root

    def read(self) -> str:
        """Return its text, "" where it holds none."""
        try:
            return self._root.clipboard_get()
        except tk.TclError:  # it is empty, or holds a picture, or its owner does not answer
            return ""

    def write(self, text: str) -> None:
        """Put a text in."""
        self._root.clipboard_clear()
        self._root.clipboard_append(text)
