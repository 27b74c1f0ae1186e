"""Watches the windows of a test: no error in a callback goes unseen, and nothing stays behind."""

from __future__ import annotations

import gc
import sys
import tkinter
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar
from weakref import WeakSet

import pytest

from mazeeditor.app.jobs import Background, Timer
from mazeeditor.core.errors import MazeError

MANY = 64  # windows of 2.4 MB are collected together: with 10,000 tests that takes half a second


WRAPPED: Callable[..., Any] = tkinter.CallWrapper.__call__


class Call:
    """What Tk calls for a function of Python; nothing is called while all are ``asleep``.

    The name of its command is its number in memory: no other has that while it is held.
    """

    asleep = False
    made: ClassVar[list[Call]] = []  # in the case; Tk holds them where nobody sees them

    def __init__(self, callback: Callback) -> None:
        self.callback: Callback | None = callback  # None where it is to do nothing any more
        self.made.append(self)

    def __call__(self, *arguments: Any) -> Any:
        if self.asleep or self.callback is None:
            return "1"  # a text that is checked is valid
        return WRAPPED(self.callback, *arguments)


class Callback(tkinter.CallWrapper):
    """Gives Tk a ``Call`` where it takes ``CallWrapper(...).__call__``."""

    @property
    def __call__(self) -> Call:
        return Call(self)


class Watch:
    """Every window application that a test starts, and every error in their callbacks."""

    now: ClassVar[Watch]  # that of the case
    starting: ClassVar[list[Callable[[], object]]] = []  # called before an application starts

    def __init__(self, *, shares: bool = False) -> None:
        self.shares = shares  # whether the case uses the window of the cases before
        self.roots: list[tkinter.Tk] = []
        self.background: WeakSet[Background] = WeakSet()  # they hold their windows
        self.errors: list[str] = []  # with their tracebacks
        self.allowed: tuple[type[BaseException], ...] = ()

    def allow(self, *kinds: type[BaseException]) -> None:
        """Leave errors of these kinds to the application, for tests of how it shows them."""
        self.allowed += kinds

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Begin to watch."""
        start, report = tkinter.Tk.__init__, tkinter.Misc._report_exception  # type: ignore[attr-defined]

        def watched_start(root: tkinter.Tk, *args: Any, **options: Any) -> None:
            for call in self.starting:
                call()
            start(root, *args, **options)
            self.roots.append(root)
            root.tk.createcommand("bgerror", self.errors.append)  # errors of Tcl's own scripts

        def watched_report(widget: tkinter.Misc) -> None:
            if self.passes(widget):
                report(widget)
            else:
                self.errors.append(traceback.format_exc())

        begin = Background.__init__

        def watched_threads(background: Background, timer: Timer) -> None:
            begin(background, timer)
            self.background.add(background)

        if self.shares:
            patch.setattr(tkinter, "CallWrapper", Callback)
        patch.setattr(Background, "__init__", watched_threads)
        patch.setattr(tkinter.Tk, "__init__", watched_start)
        patch.setattr(tkinter.Misc, "_report_exception", watched_report)
        self._patch, self._own = patch, len(patch._setattr)
        Watch.now = self

    @property
    def patched(self) -> bool:
        """Whether the case has replaced anything in the program."""
        return len(self._patch._setattr) > self._own

    def passes(self, widget: tkinter.Misc) -> bool:
        """Whether the application has an answer of its own to the error now being handled.

        To a ``MazeError`` it has where it replaces Tk's ``report_callback_exception``.
        """
        error = sys.exc_info()[1]
        own = type(widget._root()).report_callback_exception  # type: ignore[attr-defined]
        answered = own is not tkinter.Tk.report_callback_exception
        return isinstance(error, self.allowed) or (answered and isinstance(error, MazeError))

    def close_all(self) -> None:
        """Stop the timers of every application, destroy its windows and remove its callbacks."""
        for background in self.background:  # a worker without an end would slow down later tests
            for task in background.tasks:
                task.cancel()
        for root in reversed(self.roots):
            with suppress(tkinter.TclError):  # the test has destroyed it
                for timer in root.tk.splitlist(root.tk.call("after", "info")):
                    root.tk.call("after", "cancel", timer)
                tkinter.Tk.destroy(root)
            for name in callbacks(root.tk):
                root.tk.createcommand(name, lambda *_: None)


def callbacks(tk: Any) -> tuple[str, ...]:
    """Return the Tcl commands that call Python, as tkinter names them: by a number.

    They hold what they call, unseen by the garbage collector: a variable whose trace calls the
    form that holds the variable would keep a whole application for ever.
    """
    names: tuple[str, ...] = tk.splitlist(tk.eval("info commands {[0-9]*}"))
    return (*names, *tk.splitlist(tk.eval("info commands bgerror")))


class Interpreters:
    """Keeps Tcl interpreters until this thread lets them go.

    Tcl aborts the process when an interpreter is deleted in another thread, and the garbage
    collector runs in whichever thread happens to allocate.
    """

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self._new = 0

    def keep(self, root: tkinter.Tk) -> None:
        """Hold the interpreter of ``root``, and freeze its windows: no collector sees them."""
        self._kept.append(root.tk)
        self._new += 1
        gc.freeze()

    def let_go(self) -> None:
        """Delete, here and now, those without other references, once there are ``MANY`` of them."""
        if self._new < MANY:
            return
        self._new = 0
        gc.unfreeze()
        gc.collect()
        held = []
        while self._kept:
            own = 2 + len(callbacks(self._kept[-1]))  # the list, the argument, and each callback
            free = sys.getrefcount(self._kept[-1]) <= own
            tk = self._kept.pop()
            if free:
                for name in callbacks(tk):
                    tk.deletecommand(name)
            else:
                held.append(tk)
        self._kept = held
        gc.freeze()  # those still held, and the compiler's many objects

    def __len__(self) -> int:
        return len(self._kept)


INTERPRETERS = pytest.StashKey[Interpreters]()
