"""Collects garbage in the event loop alone: Tk's objects may be freed in no other thread.

Python's collector runs in whichever thread allocates. In a worker it would free the variables,
pictures and interpreters of closed windows, which call Tcl: that waits for the event loop, or
aborts the process. So it is switched off, and the event loop collects, a little at a time::

    allocated   x x xxxxxxx x xxxx  x          x
    young            |  |      |                       all that was allocated since
    full                       |               |       all that is not frozen
    everything                                     |   after windows that were frozen are closed
"""

from __future__ import annotations

import gc
import tkinter as tk
from threading import active_count
from time import monotonic
from weakref import WeakSet

from mazeeditor.core.memory import give_back, kept_bytes, resident_bytes, used_bytes
from mazeeditor.core.threads import start_thread

# ms between two looks at what was allocated: a worker allocates at most 50,000 objects
TICK_MS = 50
YOUNG = 3_000  # objects allocated, until they are looked through: 2 ms
GROWN_OBJECTS = 10_000  # of these still in use, until all that are not frozen are looked through
# s until that is done in any case: a closed window may hold few, but large objects
MAX_WAIT_S = 10.0
SPARE_BYTES = 32_000_000  # bytes that were freed since memory was given back, until all go back
# objects in use that are frozen: looking through them takes 15 ms each time
MAX_FROZEN_OBJECTS = 20_000
# of them while further windows or dialogs are open, which would be frozen too
MAX_OPEN_OBJECTS = 60_000
CLOSED = 100  # frozen widgets destroyed since, until everything is looked through: 50 to 100 ms
IDLE_MS = 2_000  # ms without a key or the pointer, until that may be done


class Collector:
    """Python's garbage collector, run by the timer of ``root`` until that is destroyed.

    What is there when it begins is not looked through again, nor are ``MAX_FROZEN_OBJECTS`` objects
    that stayed: these are modules and compiled kernels as a rule, where a window is 3,000 objects.
    Where further windows and dialogs were frozen with them (``MAX_OPEN_OBJECTS``), or the first
    window is closed, everything is looked through while the user does nothing.
    """

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self.young, self.longest, self.most, self.idle = (
            YOUNG,
            MAX_WAIT_S,
            MAX_OPEN_OBJECTS,
            IDLE_MS,
        )
        self._grown = 0
        self._looked_through = 0  # objects, at the last look
        self._last = monotonic()
        self._unused = 0  # bytes, when memory was given back last
        self._frozen: WeakSet[tk.Misc] = WeakSet()  # the widgets
        self._freeze()
        root.after(TICK_MS, self._tick)

    def _tick(self) -> None:
        self._root.after(TICK_MS, self._tick)
        allocated = gc.get_count()[0]
        if allocated > self.young:
            self._grown += allocated - gc.collect(0)
        if self._grown > GROWN_OBJECTS or monotonic() - self._last > self.longest:
            self._collect_all()

    def _give_back(self) -> None:
        """Return freed memory to the system, in a thread of its own."""
        used = used_bytes()  # before, as what is freed meanwhile does not go back now
        give_back()
        self._unused = resident_bytes() - used

    def _freeze(self) -> None:
        self._frozen.update(_widgets(self._root))
        gc.freeze()
        self._looked_through = 0

    def _thaw(self) -> None:
        """Look through what is frozen too, where much of it may be garbage by now."""
        closed = len(self._frozen) - len(self._frozen & WeakSet(_widgets(self._root)))
        idle = int(self._root.tk.call("tk", "inactive"))
        if closed > CLOSED and not 0 <= idle < self.idle:  # -1 where the system does not report it
            gc.unfreeze()
            gc.collect()
            self._frozen.clear()
            self._freeze()

    def _collect_all(self) -> None:
        self._grown += gc.get_count()[0]
        self._grown -= gc.collect()
        self._looked_through = self._counted()
        self._thaw()
        others = any(isinstance(widget, tk.Toplevel) for widget in _widgets(self._root))
        if self._looked_through > (self.most if others else MAX_FROZEN_OBJECTS):
            self._freeze()
        # what was in use when memory was given back, and was freed since, is in pages of that time
        # only glibc keeps any, so on other systems nothing is asked for and nothing goes back
        if (
            kept_bytes() > SPARE_BYTES
            and resident_bytes() - used_bytes() > self._unused + SPARE_BYTES
        ):
            start_thread(self._give_back)
        self._grown = 0
        self._last = monotonic()

    def _counted(self) -> int:
        """Return how many objects are not frozen: while other threads run, about how many.

        The list of all objects has a tuple that another thread is just making of a generator, too,
        and CPython raises SystemError there where anything else refers to that.
        """
        if active_count() > 1:
            return max(0, self._looked_through + self._grown)
        return len(gc.get_objects())


def _widgets(widget: tk.Misc) -> list[tk.Misc]:
    """Return all widgets of the application of ``widget``."""
    widgets = [widget.nametowidget(".")]
    for parent in widgets:  # which grows
        widgets += parent.children.values()
    return widgets
