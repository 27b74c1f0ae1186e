"""One window for many cases: after each it is brought back to its first state, not opened anew.

::

    case    open_desk() ---- clicks, keys, dialogs ---- |           | open_desk() ----
    window  as when it was opened                       | put_back  | as when it was opened

What a window is, is what Tk and Python hold of it. Both are noted while it is new (``TkState``,
``PythonState``), and put back after a case. No code of the program runs meanwhile (``Call`` is
asleep): nothing opens a dialog that would wait for an answer for ever, what waits in a worker or a
timer is never delivered, and no part of the program has to know how it is reset.

A case that leaves something which does not come back so fails, and the next one gets a new window.
It also fails where it leaves the modules of the program changed (``ModuleState``).
"""

from __future__ import annotations

import gc
import os
import re
import tkinter
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from tests.display import Display
from tests.events import alive, settle, wait_until
from tests.gui.python_state import ModuleState, PythonState, held_by_modules
from tests.gui.tk_state import TkState
from tests.windows import Call, Watch

MOST = 100  # cases with one window: each leaves a few commands behind, which are empty

if TYPE_CHECKING:
    from mazeeditor.gui.window.window import Window


class OneWindow:
    """The window that the cases on one display share."""

    kept: ClassVar[dict[str, OneWindow]] = {}  # by the names of the displays

    def __init__(self, window: Window) -> None:
        assert isinstance(window.root, tkinter.Tk)
        self.window, self.root = window, window.root
        self.in_use = True  # by a case
        self._cases = 1
        self._spent: list[Call] = []  # of cases before; held, so that no other has their names
        self._display = os.environ["DISPLAY"]
        self.scale = os.environ.get("MAZEEDITOR_SCALE")  # that it was opened at
        wait_until(self.root, self._is_quiet, 60, "a window that does nothing")
        self._cancel_timers()
        calls = calls_of(self.root)
        self._calls = set(calls.values())
        self._tk = TkState(self.root, calls)
        self._modules = ModuleState()
        self._python = PythonState([self.root, window, *calls.values()], held_by_modules())
        attributes = [getattr(item, "__dict__", {}) for item in self._python.objects.values()]
        self._holders = [held for held in attributes if "_item" in held]  # of items on a canvas
        gc.collect()
        gc.freeze()  # what belongs to it stays, and need not be looked through after each case
        self.kept[self._display] = self

    def _is_quiet(self) -> bool:
        """Whether nothing is computed or about to be; the timer of ``Collector`` always goes on."""
        timers = self.root.tk.splitlist(self.root.tk.call("after", "info"))
        return not self.window.session.services.background.busy and len(timers) <= 1

    def _cancel_timers(self) -> None:
        """Cancel all timers; also that of ``Collector``, as ``put_back`` collects garbage."""
        call = self.root.tk.call
        for timer in self.root.tk.splitlist(call("after", "info")):
            call("after", "cancel", timer)

    def use(self) -> None:
        self.in_use = Call.asleep = True
        self._cases += 1
        try:
            self._tk.show()
            settle(self.root)
        finally:
            Call.asleep = False

    @classmethod
    def hide_unused(cls) -> None:
        """Hide the windows that no case has, so that they are not seen beside others."""
        for one in cls.kept.values():
            if not one.in_use:
                one.root.tk.call("wm", "withdraw", ".")

    def put_back(self) -> str:
        """Bring it back to its first state; returns what is not as it was, then it is destroyed.

        So it is where a case has closed it, or changed the theme, for which all styles are made
        anew; that is nothing left behind.
        """
        self.in_use = False
        Call.asleep = True
        try:
            usable = alive(self.root) and not self._tk.has_other_theme()
            left = self._put_back() if usable else ""
        finally:
            Call.asleep = False
        if left or not usable:
            self.discard()
        return left

    @property
    def is_worn(self) -> bool:
        return self._cases >= MOST

    def _put_back(self) -> str:
        self._cancel_timers()
        for task in self.window.session.services.background.tasks:
            task.cancel()
        Display.running[self._display].screen.let_go()
        self._tk.restore()
        settle(self.root)
        self._cancel_timers()
        self._python.restore()
        self._renumber_items()
        for call in Call.made:
            if call not in self._calls:
                call.callback = None
        self._spent += Call.made
        gc.collect()  # here, as no other thread may free what belongs to Tk
        return f"{self._tk.difference()}\n{self._modules.difference()}".strip()

    def _renumber_items(self) -> None:
        """Let what holds the number of an item on a canvas have that of its successor."""
        if self._tk.other_numbers:
            for held in self._holders:
                key = str(held.get("_canvas")), held["_item"]
                held["_item"] = self._tk.other_numbers.get(key, held["_item"])

    def discard(self) -> None:
        del self.kept[self._display]
        with suppress(tkinter.TclError):
            self._cancel_timers()
            tkinter.Tk.destroy(self.root)


Watch.starting.append(OneWindow.hide_unused)


def calls_of(root: tkinter.Misc) -> dict[str, Call]:
    """Return what Tk calls in Python by the names of its commands."""
    numbers = {str(id(call)): call for call in Call.made}
    names = root.tk.splitlist(root.tk.eval("info commands {[0-9]*}"))
    heads = {name: re.match(r"\d+", name) for name in names}
    return {name: numbers[head[0]] for name, head in heads.items() if head and head[0] in numbers}
