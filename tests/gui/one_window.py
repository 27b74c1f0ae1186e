"""One window for many cases: brought back to its first state after each, instead of opened anew.

::

    case    open_desk() ---- clicks, keys, dialogs ---- |
    window  as when it was opened                       | asleep: Tk and Python as they were | ...

What a window is, is what Tk and Python hold: both are noted when it is new (``TkState``,
``PythonState``) and put back after a case. No code of the program runs meanwhile (``Callback`` is
asleep), so nothing can open a dialog that waits for an answer, and no part has to know how it is
reset. Where something is not as it was then, such as a form that was built anew, the window is
destroyed, and the next case opens another one.
"""

from __future__ import annotations

import gc
import os
import re
import tkinter
from contextlib import suppress
from types import MethodType
from typing import TYPE_CHECKING, Any, ClassVar

from tests.display import Display
from tests.events import settle, wait_until
from tests.gui.python_state import PythonState, of_process
from tests.gui.tk_state import TkState
from tests.windows import Callback

if TYPE_CHECKING:
    from mazeeditor.gui.window.window import Window


def called(root: tkinter.Misc) -> dict[str, Any]:
    """Return what Tk calls in Python by its names, which begin with the number of the object.

    As they are held here, none of these numbers is used again.
    """
    gc.unfreeze()  # what is frozen is not looked through
    methods = gc.get_referrers(*Callback.made)
    by_number = {str(id(each)): each for each in methods if isinstance(each, MethodType)}
    found = {}
    for name in root.tk.splitlist(root.tk.eval("info commands {[0-9]*}")):
        number = re.match(r"\d+", name)
        if number and number[0] in by_number:
            found[name] = by_number[number[0]]
    return found


class OneWindow:
    """The window that the cases of one display share; ``kept`` has one for each display."""

    kept: ClassVar[dict[str, OneWindow]] = {}
    discarded: ClassVar[list[tkinter.Tk]] = []  # for ``Interpreters``

    def __init__(self, window: Window) -> None:
        self.window, self.root = window, window.root
        self.in_use = True
        wait_until(self.root, self._is_quiet, 60, "a window that does nothing")
        self._cancel_timers()
        self._display = os.environ["DISPLAY"]
        calls = called(self.root)
        self._tk = TkState(self.root, calls)
        self._python = PythonState([self.root, window, *calls.values()], of_process())
        gc.collect()
        gc.freeze()
        self.kept[self._display] = self

    @classmethod
    def free(cls) -> OneWindow | None:
        """Return the window of the display in use, unless this case has it already."""
        one = cls.kept.get(os.environ["DISPLAY"])
        return one if one and not one.in_use else None

    @classmethod
    def of_case(cls) -> OneWindow | None:
        """Return the window that this case has."""
        return next((one for one in cls.kept.values() if one.in_use), None)

    def _is_quiet(self) -> bool:
        """Whether nothing is computed or about to be: one timer, of the collector, goes on."""
        timers = self.root.tk.splitlist(self.root.tk.call("after", "info"))
        return not self.window.session.services.background.busy and len(timers) <= 1

    def _cancel_timers(self) -> None:
        call = self.root.tk.call
        for timer in self.root.tk.splitlist(call("after", "info")):
            call("after", "cancel", timer)

    def put_back(self) -> str:
        """Bring it back to its first state; returns what could not be, then it is gone."""
        self.in_use = False
        Callback.asleep = True
        try:
            difference = self._put_back()
        except tkinter.TclError as error:  # the case has closed it
            difference = str(error)
        finally:
            Callback.asleep = False
        if difference:
            self.discard()
        return difference

    def _put_back(self) -> str:
        self._cancel_timers()
        for task in self.window.session.services.background.tasks:
            task.cancel()
        Display.running[self._display].screen.let_go()
        self._tk.restore()
        settle(self.root)
        self._cancel_timers()
        self._python.restore()
        gc.collect()
        self._tk.forget_commands()
        return self._tk.difference()

    def discard(self) -> None:
        """Destroy it; the next case gets another one."""
        self.kept.pop(self._display, None)
        self.discarded.append(self.root)
        with suppress(tkinter.TclError):
            self._cancel_timers()
            tkinter.Tk.destroy(self.root)
