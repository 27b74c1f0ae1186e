"""What differs from desktop to desktop: scale, light or dark, maximising, clipboard, dropped files.

Call ``introduce`` and ``prepare_scaling`` before the first ``Tk``, ``detect_scale`` once it exists.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import select
import signal
import sys
import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path, PureWindowsPath

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _

Root = tk.Tk | tk.Toplevel  # a window of its own
TIMEOUT_S = 0.5  # s that the answer of another program is waited for
SHORT_BYTES = 1000  # bytes
NAME = "mazeeditor.mazeeditor"  # of the program, for the taskbar of Windows
OF_SYSTEM, OF_SYSTEM_HERE = 1, -2  # the scale of the main monitor, as windef.h numbers it
LONGEST_FILE = 32_768  # characters
VARIABLE = "MAZEEDITOR_SCALE"
MIN_SCALE, MAX_SCALE = 0.75, 4.0
TAKE, REFUSE = "copy", "refuse_drop"
FILES = "DND_Files"


def ask_mode(wish: str) -> Callable[[], str]:
    """Ask which of ``light`` and ``dark`` a wish means: one of these, or ``system``.

    What is returned waits for the answer; to ask and to wait may take 30 ms each.
    """
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
    if sys.platform == "win32":
        return str  # it has none of these programs
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
        ready, _none, _none = select.select([reader], [], [], TIMEOUT_S)
        text = os.read(reader, SHORT_BYTES) if ready else b""
        os.close(reader)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return text.decode(errors="replace").strip()

    return output


def _windows_is_dark() -> bool:
    if sys.platform != "win32":
        return False
    import winreg

    place = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:
            light, _kind = winreg.QueryValueEx(key, "AppsUseLightTheme")
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
        self._root.clipboard_clear()
        self._root.clipboard_append(text)


def introduce() -> None:
    """Let the taskbar of Windows show our windows together, with our icon; nothing elsewhere.

    It knows them by the file of the process, which is Python's where pip has installed us; with
    our own launcher that is right, and a name would part them from its shortcuts. Must run before
    the first window.
    """
    if sys.platform == "win32":
        file = ctypes.create_unicode_buffer(LONGEST_FILE)
        with contextlib.suppress(AttributeError, OSError):
            ctypes.windll.kernel32.GetModuleFileNameW(None, file, LONGEST_FILE)
            if is_python(file.value):
                ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(NAME)


def is_python(file: str) -> bool:
    r"""Whether a file of Windows is a Python: ``C:\Python313\pythonw.exe``."""
    return PureWindowsPath(file).stem.lower().startswith("python")


def show_icon(window: Root, pictures: Sequence[str]) -> None:
    """Give a window, and those to come, an icon in several sizes."""
    window.wm_iconphoto(True, *pictures)
    if window.tk.call("tk", "windowingsystem") == "win32":  # whose taskbar shows it already
        window.wm_iconphoto(False, *pictures)


def prepare_scaling() -> None:
    """Declare to Windows that we scale ourselves, or it stretches a blurred picture of the window.

    We do for the main monitor alone: Tk does not follow a window to one with another scale, where
    it would be twice or half as large, so there Windows stretches it. Must run before the first
    ``Tk``, in its thread; does nothing elsewhere.
    """
    if sys.platform == "win32":
        with contextlib.suppress(AttributeError, OSError):  # Windows 7 has no shcore
            ctypes.windll.shcore.SetProcessDpiAwareness(OF_SYSTEM)
        with contextlib.suppress(AttributeError, OSError):  # our launcher says: of each monitor
            ctypes.windll.user32.SetThreadDpiAwarenessContext(ctypes.c_void_p(OF_SYSTEM_HERE))


def is_mac(widget: tk.Misc) -> bool:
    return str(widget.tk.call("tk", "windowingsystem")) == "aqua"


def middle_button(widget: tk.Misc) -> int:
    """Return the number of the middle button of the mouse; macOS has it after the right one."""
    return 3 if is_mac(widget) else 2


def paint_windows(
    root: tk.Misc, variable: str, value: object, paint: Callable[[str], None]
) -> None:
    """Call ``paint`` with the path of each window that is shown, and of each that will be.

    What it paints by is the ``variable`` of Tcl, which gets a ``value`` here.
    """
    known = root.tk.getboolean(root.tk.call("info", "exists", variable))
    root.tk.call("set", variable, value)
    for path in root.tk.splitlist(root.tk.call("wm", "stackorder", root)):
        paint(path)
    if not known:
        for kind in dict.fromkeys((root.winfo_class(), "Toplevel", "Mazeeditor", "Dialog")):
            root.bind_class(kind, "<Map>", lambda event: paint(str(event.widget)), add=True)


def detect_scale(root: tk.Misc) -> float:
    """Return how many pixels are as wide as one pixel of a 96 dpi screen: 1.0, 1.25, 1.5, 2.0 ...

    ``MAZEEDITOR_SCALE`` comes first, then the setting of the desktop (``Xft.dpi``), then the size
    that the screen reports. Raises ``UsageError`` for an invalid ``MAZEEDITOR_SCALE``.
    """
    value = os.environ.get(VARIABLE, "").strip()
    if value:
        return _check(value)
    if is_mac(root):
        return 1.0  # macOS scales every window itself
    dpi = _desktop_dpi() if root.tk.call("tk", "windowingsystem") == "x11" else 0.0
    # Quarters only: for a monitor of 101 dpi uneven pixels would be worse than the wrong size.
    nearest = round((dpi or root.winfo_fpixels("1i")) / 96 * 4) / 4
    return min(max(nearest, 1.0), MAX_SCALE)


def _check(value: str) -> float:
    try:
        scale = float(value)
    except ValueError:
        scale = math.nan
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise UsageError(
            _("{name} must be a number from {low} to {high}, not {value}.").format(
                name=VARIABLE, low=MIN_SCALE, high=int(MAX_SCALE), value=repr(value)
            )
        )
    return scale


def _desktop_dpi() -> float:
    """Return the X resource ``Xft.dpi``, which Tk 8.6 does not read itself; 0.0 where unset."""
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return 0.0
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XGetDefault.restype = ctypes.c_char_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return 0.0
    try:
        return float(x11.XGetDefault(display, b"Xft", b"dpi") or 0)
    except ValueError:
        return 0.0
    finally:
        x11.XCloseDisplay(display)


def accept_files(
    window: Root, ready: Callable[[], bool], on_files: Callable[[list[Path]], object]
) -> bool:
    """Call ``on_files`` with what is dropped onto a window while it is ``ready`` for it.

    That is called later, as the program that the files come from waits for the end of the drop.
    Returns whether files can be dropped here.
    """
    try:
        from tkinterdnd2 import TkinterDnD

        TkinterDnD._require(window)  # what its own class of main windows does
        window.tk.call("tkdnd::drop_target", "register", window, FILES)
    except (ImportError, RuntimeError, tk.TclError):
        return False

    def answer() -> str:
        return TAKE if ready() else REFUSE

    def drop(data: str) -> str:
        paths = [path for text in window.tk.splitlist(data) if (path := _path_of(text))]
        if not paths or not ready():
            return REFUSE
        window.after(0, lambda: on_files(paths))
        return TAKE

    # not <<DropEnter>>: where that has a binding, tkdnd takes the focus from a dialog
    window.tk.call("bind", window, "<<DropPosition>>", window.register(answer))
    window.tk.call("bind", window, "<<Drop>>", f"{window.register(drop)} %D")
    return True


def _path_of(text: str) -> Path | None:
    """Return the path of a dropped file: ``/a/b``, or ``host/a/b`` of ``file://host/a/b``."""
    if "://" in text or "\0" in text:  # of the web
        return None
    path = Path(text)
    if path.is_absolute():
        return path
    _host, slash, rest = text.partition("/")
    return Path(slash + rest) if slash else None
