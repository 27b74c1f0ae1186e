"""What differs from desktop to desktop: light or dark, and how a window is maximised."""

from __future__ import annotations

import os
import sys
import tkinter as tk

PATIENCE = 0.5  # s


def mode_of(wish: str) -> str:
    """Return ``light`` or ``dark`` for one of these, or for ``system``."""
    if wish in ("light", "dark"):
        return wish
    return "dark" if prefers_dark() else "light"


def prefers_dark() -> bool:
    """Whether the desktop is dark; False where it does not report that."""
    if sys.platform == "win32":
        return _windows_is_dark()
    if sys.platform == "darwin":
        return _answer("defaults", "read", "-g", "AppleInterfaceStyle") == "Dark"
    if os.environ.get("GTK_THEME"):
        return os.environ["GTK_THEME"].lower().endswith((":dark", "-dark"))
    scheme = _answer("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
    return "dark" in scheme


def is_maximised(root: tk.Tk) -> bool:
    """Whether the window fills the screen."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        return root.tk.getboolean(root.tk.call("wm", "attributes", root, "-zoomed"))
    return root.state() == "zoomed"


def maximise(root: tk.Tk) -> None:
    """Let the window fill the screen."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        root.tk.call("wm", "attributes", root, "-zoomed", True)
    else:
        root.state("zoomed")


def _answer(program: str, *arguments: str) -> str:
    """Return the output of a desktop program, "" where there is none."""
    import shutil
    import subprocess  # not needed at all by those who chose light or dark

    executable = shutil.which(program)
    if not executable:
        return ""
    try:
        result = subprocess.run(
            [executable, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return result.stdout.strip()


def _windows_is_dark() -> bool:
    import winreg

    place = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:  # type: ignore[attr-defined]
            light, _kind = winreg.QueryValueEx(key, "AppsUseLightTheme")  # type: ignore[attr-defined]
    except OSError:
        return False
    return not light
