"""Starts the window: an empty one at once, filled a moment later, the rest when it is seen.

::

    python  Tk  [window] numpy ... [maze and buttons]  panel, file, compiler in a thread
    0 ms             ~100                      ~300

Ends all windows from outside, with their unsaved work kept: signals, and the loss of the screen::

    signal       handler (between two bytecodes) --> event loop --> snapshot, exit with 128 + number
    logging out  the window manager asks for the state (WM_SAVE_YOURSELF) --> snapshot
    console      closed on Windows: the process ends when a handler returns, which waits for that
    X server     its connection breaks --> Xlib calls back, and ends the process afterwards
"""

from __future__ import annotations

import ctypes
import gc
import os
import re
import signal
import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from mazeeditor.app.files.user_folders import state_folder
from mazeeditor.app.settings import Settings
from mazeeditor.core.disk.paths import settings_path
from mazeeditor.core.errors import MazeError
from mazeeditor.core.processes import END_SIGNALS
from mazeeditor.core.translation import _
from mazeeditor.gui import look
from mazeeditor.gui.desktop import system
from mazeeditor.gui.desktop.system import ask_mode
from mazeeditor.gui.empty_window import place, put_bar

if TYPE_CHECKING:
    import threading

    from mazeeditor.app.errors.error_log import ErrorLog
    from mazeeditor.app.errors.error_reports import ErrorReports
    from mazeeditor.app.session import Session
    from mazeeditor.gui.dialogs import Dialogs
    from mazeeditor.gui.look import Theme
    from mazeeditor.gui.window.open_windows import OpenWindows
    from mazeeditor.gui.window.window import Window


# What scripts of Tk raise where their widget is gone, or its window minimised.
GONE = re.compile(r'(invalid command name|bad window path name) "\.|grab failed: ')
GONE_CALLBACK = re.compile(r'invalid command name "\d')  # its name is a number and the function's
SWITCH_S = 0.001  # s after which a thread that computes lets the window's go on (Python's is 0.005)
LOST = 1  # exit status where the screen is gone
CLOSED = (2, 5, 6)  # what Windows says of a console: it is closed, its user or the system leaves
GRACE_S = 4.0  # s until the handler returns; Windows waits for 5
POLL_MS = 100  # ms: Tk waits for events without looking for signals


class Application(tk.Tk):
    """The first window of the program; an error in a callback is always shown and logged."""

    def __init__(self, name: str) -> None:
        super().__init__(className=name)
        self.started = monotonic()
        self._tk_version = self.tk.call("info", "patchlevel")
        self._reports: ErrorReports | None = None
        self._session: Session | None = None
        self.windows: OpenWindows | None = None  # until the first one is filled
        self.tk.createcommand("bgerror", self._report_tcl)  # Tk's own would be a dialog of Tcl

    def readprofile(self, baseName: str, className: str) -> None:  # noqa: N803 - as Tk calls it
        """Run no files that users of Tk keep: without a home they are the current folder's."""

    @property
    def reports(self) -> ErrorReports:
        """What shows and logs errors; made at the first access, as that imports the log."""
        if self._reports is None:
            from mazeeditor.app.errors.error_log import ErrorLog
            from mazeeditor.app.errors.error_reports import ErrorReports

            self._reports = ErrorReports(ErrorLog(state_folder(), self._facts))
            self._reports.show_in(self._session, self._all)
        return self._reports

    def show_errors_of(self, session: Session) -> None:
        """Show errors in the window of ``session``, also those that came before it.

        All open documents are checked after an internal error.
        """
        self._session = session
        session.services.problem_report = lambda: self._problem_report(session)
        if self._reports:
            self._reports.show_in(session, self._all)

    def _all(self) -> list[Session]:
        return self.windows.sessions if self.windows else []

    def _problem_report(self, session: Session) -> dict[str, str]:
        from mazeeditor.app.errors.problem_report import Private, report_files

        log, services = self.reports.log, session.services
        facts = {**log.facts(), **self._screen_facts()}
        private = Private.of(services.settings, [each.written() for each in self._all()])
        return report_files(facts, services.recent_commands, services.settings, log.end(), private)

    def _screen_facts(self) -> dict[str, object]:
        """Return what the window is seen on."""
        theme = look.current(self)
        size = f"{self.winfo_screenwidth()}x{self.winfo_screenheight()} px"
        return {
            "Screen": f"{size}, {self.winfo_screendepth()} bits, scale {theme.scale:g}",
            "Windows": f"{len(self._all())}, {self.tk.call('tk', 'windowingsystem')}, {theme.mode}",
        }

    def _facts(self) -> dict[str, object]:
        """Return what the log says of the program at the moment; for any thread."""
        from mazeeditor.app.errors.error_log import system_facts

        return {
            **system_facts(),
            "Tk": self._tk_version,
            "Uptime": f"{monotonic() - self.started:.0f} s",
            **(self._session.facts() if self._session else {}),
        }

    def _report_tcl(self, message: str) -> None:
        """Report an error of a script of Tcl's own, such as a binding of a widget.

        Such scripts may go on when their widget is gone, as the repeating of a held arrow does,
        or its window minimised; so may a timer whose callback was deleted with its widget. Then
        nothing is wrong for the user.
        """
        trace = self.tk.eval("set ::errorInfo")
        error = tk.TclError(f"{message} ({trace})")
        if GONE.match(message) or (GONE_CALLBACK.match(message) and '("after" script)' in trace):
            self.reports.log.add(error)
        else:
            self.reports.report(error)

    def report_callback_exception(
        self,
        exc: type[BaseException],  # noqa: ARG002 - as tkinter calls it
        val: BaseException,
        tb: TracebackType | None,  # noqa: ARG002
    ) -> None:
        """Show an error as one sentence, and write an internal one to the log.

        Ctrl+C in the terminal ends the event loop.
        """
        if isinstance(val, KeyboardInterrupt):
            raise val
        self.reports.report(val)


def start(
    settings: Settings,
    path: Path | None = None,
    ask: Callable[[tk.Misc], Dialogs] | None = None,
    ending: Ending | None = None,
    *,
    gallery: bool = False,
) -> Window:
    """Return the window, on the screen, with a maze; raises ``MazeError`` without a display.

    ``ask`` makes what asks the questions; ``ending`` gets what is to be kept. With ``gallery``, and
    without a file, it is shown at first. Python's collector is
    off from now on: only the event loop collects (see ``garbage``).
    """
    gc.disable()
    root, theme = open_empty(settings)
    from mazeeditor.core.memory import share_arenas
    from mazeeditor.gui.desktop import (
        blocking,
        keys,
        list_keys,
        posting,
        touchpad,
        typed_choices,
    )
    from mazeeditor.gui.desktop.garbage import Collector
    from mazeeditor.gui.dialogs import Dialogs
    from mazeeditor.gui.widgets.fields.colour_field import keep_recent_colours
    from mazeeditor.gui.widgets.focus_order import bind_tab
    from mazeeditor.gui.window.open_windows import OpenWindows

    share_arenas()
    look.apply(root, theme.mode, theme.scale)
    bind_tab(root)
    keep_recent_colours(root, settings.colours)
    blocking.lead_to_dialogs(root)
    posting.let_menus_stay_closed(root)
    keys.leave_keys_to_commands(root)
    list_keys.bind_list_keys(root)
    typed_choices.bind_typed_choices(root)
    touchpad.turn_wheels(root)

    def ask_in_dialogs(over: tk.Misc) -> Dialogs:
        return Dialogs(over, lambda: settings.recent)

    ask = ask or ask_in_dialogs
    root.windows = windows = OpenWindows(root, settings, ask, root.show_errors_of)
    if ending:
        ending.sessions = lambda: windows.sessions
    window = windows.add(root, theme)
    if sys.platform == "darwin":
        from mazeeditor.gui.desktop.mac import answer_system, follow_colours, set_title_bars

        answer_system(root, lambda: windows.windows[-1], windows.show_window_of)
        set_title_bars(root, settings.theme)
        follow_colours(root, lambda: settings.theme, windows.set_theme)
    if gallery and path is None:
        window.session.view.gallery.over = False
        window.show_gallery(True)
    if path is not None:
        window.await_file(path)
    root.update()
    window.get_ready(path)
    if settings.warning:
        window.show_status(settings.warning)
    Collector(windows.process)
    return window


def open_empty(settings: Settings) -> tuple[Application, Theme]:
    """Put an empty window on the screen and return it with its look."""
    system.introduce()
    system.prepare_scaling()
    mode = ask_mode(settings.theme)
    try:
        root = Application("mazeeditor")
    except tk.TclError as problem:
        raise MazeError(
            _(
                "The window needs a display ({problem}). Without one, use the command line: "
                "mazeeditor --help."
            ).format(problem=problem)
        ) from None
    root.withdraw()
    scale = system.detect_scale(root)
    theme = look.prepare(root, mode(), scale)
    root.title("mazeeditor")
    put_bar(root)
    place(root, settings, scale)
    root.deiconify()
    root.update()
    return root, theme


def run(path: Path | None = None) -> int:
    """Show the window until it is closed; returns the exit status."""
    sys.setswitchinterval(SWITCH_S)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported, later
    ending = Ending()
    try:
        settings = Settings.load(settings_path())
        window = start(settings, path, None, ending, gallery=settings.gallery)
    except Exception as error:
        if isinstance(error, MazeError):
            raise
        from mazeeditor.app.errors.error_log import log_and_wrap

        raise log_and_wrap(error) from error
    assert isinstance(window.root, Application)
    _log_uncaught(window.root.reports.log)
    windows = window.root.windows
    assert windows
    ending.look_for_signals(windows.process)
    window.root.mainloop()
    del ending  # no signal can come any more that has anything to keep
    _leave_the_compiler()
    return 0


def _log_uncaught(log: ErrorLog) -> None:
    """Log what is raised where no callback reports it: in threads, in destructors, at the end."""
    import threading

    def thread(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value and not isinstance(arguments.exc_value, SystemExit):
            log.add(arguments.exc_value)

    def destructor(arguments: sys.UnraisableHookArgs) -> None:
        if arguments.exc_value:
            log.add(arguments.exc_value)

    def rest(_kind: object, error: BaseException, _traceback: object) -> None:
        print(f"mazeeditor: Internal error: {type(error).__name__}: {error}", file=sys.stderr)
        log.add(error)

    threading.excepthook, sys.unraisablehook, sys.excepthook = thread, destructor, rest


def _leave_the_compiler() -> None:
    """End the process here where a kernel is being compiled.

    That cannot be interrupted and takes up to a second, for which a process that ends in order
    has to wait (see ``jit``).
    """
    from mazeeditor.core.kernels import jit

    if jit.end():
        for stream in (sys.stdout, sys.stderr):
            if stream:  # a program without a console has none
                stream.flush()
        os._exit(0)


class Ending:
    """What ends the windows from outside; to be kept as long as there are any.

    The process ends at once then, whatever dialog is open: what waits for an answer in Python
    would go on with widgets that are no more.
    """

    def __init__(self) -> None:
        """React to the loss of the screen: made before Tk connects to it."""
        self.sessions: Callable[[], list[Session]] = list  # whose work is kept
        self._number = 0
        self._handler = _on_lost_screen(self._lose_screen)  # C keeps no reference

    def look_for_signals(self, timer: tk.Misc) -> None:
        """React to signals, by ``timer``, which outlives each window."""
        import threading  # not before the window is seen

        self._timer = timer
        if threading.current_thread() is threading.main_thread():
            for number in END_SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # nohup, or a job in the background
                    signal.signal(number, self._note)
            self._console = _on_closed_console(self.close_console)  # C keeps no reference
            self._poll()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        """Leave it to the event loop: an edit may be half done at this moment."""
        self._number = number

    def close_console(self, kind: int) -> int:
        """Let the event loop end the process, as for a signal; called in a thread of its own."""
        if kind not in CLOSED:
            return 0  # Ctrl+C and Ctrl+Break are signals
        self._number = signal.SIGTERM
        sleep(GRACE_S)
        return 1

    def _poll(self) -> None:
        if self._number:
            self._end(_("Terminated"), 128 + self._number)
        self._timer.after(POLL_MS, self._poll)

    def _lose_screen(self, *_arguments: object) -> int:
        self._end(_("The screen is gone"), LOST)
        return 0

    def _end(self, reason: str, status: int) -> None:
        """Keep the work and end the process; no thread and no destructor is waited for."""
        try:
            sessions = self.sessions()
            dirty = any(each.document.dirty or each.opened.drafts.unsaved for each in sessions)
            state = self._state(dirty, all(list(map(_abandon, sessions))))
        except Exception as problem:  # the process ends in any case, so there is no other place
            state = f"; {type(problem).__name__}: {problem}"
        with suppress(OSError, ValueError):  # the terminal may be gone too
            if sys.stderr:
                print(f"mazeeditor: {reason}{state}.", file=sys.stderr, flush=True)
        os._exit(status)

    @staticmethod
    def _state(dirty: bool, safe: bool) -> str:
        if not dirty:
            return ""
        if safe:
            return _("; the unsaved work is kept, and offered at the next start")
        return _("; the unsaved work could not be kept")


def _abandon(session: Session) -> bool:
    """Keep the work of a window; whatever is wrong with it, the others are kept too."""
    try:
        return session.abandon()
    except Exception:  # the process ends: what has been reported is all that can be
        return False


def _on_lost_screen(react: Callable[..., int]) -> object:
    """Let Xlib call ``react`` before it ends the process; returns what must be kept for that.

    Tk has loaded Xlib by now, and has no connection yet: Xlib asks for the handler of all when one
    breaks. Where there is no Xlib, the screen is lost in other ways.
    """
    if sys.platform in ("win32", "darwin"):
        return None
    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(react)
    with suppress(OSError, AttributeError):  # Tk may bring an Xlib of its own
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(handler)
    return handler


def _on_closed_console(react: Callable[[int], int]) -> object:
    """Let Windows call ``react`` when the console is closed; returns what must be kept for that."""
    if sys.platform != "win32":
        return None
    handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint32)(react)
    with suppress(OSError, AttributeError):
        ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, 1)
    return handler
