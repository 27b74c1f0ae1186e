"""Drags files onto a window as a file manager does: the protocol XDND, by a client of its own.

::

    source   enter   position ...             drop                   (selection)          finished
    window            ... status (accepted)         asks for the selection ^
"""

from __future__ import annotations

import threading
import tkinter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display as Connection
from Xlib.protocol import event

from tests.events import display_of, wait_until

VERSION = 5
SECONDS = 60.0


class Source:
    """A program that drags; ``accepted`` is None until the window answers."""

    def __init__(self, name: str, target: int, place: tuple[int, int], data: bytes) -> None:
        self.accepted: bool | None = None
        self._finished = False
        self._data, self._place = data, place
        self._connection = Connection(name)
        self._window = self._connection.screen().root.create_window(0, 0, 1, 1, 0, 0)
        self._target = self._connection.create_resource_object("window", target)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether the drop is over, or was refused."""
        return not self._thread.is_alive()

    def _atom(self, name: str) -> int:
        return int(self._connection.intern_atom(name))

    def _send(self, name: str, *values: int) -> None:
        data = (32, [self._window.id, *values, *[0] * (4 - len(values))])
        kind = self._atom(name)
        message = event.ClientMessage(window=self._target, client_type=kind, data=data)
        self._target.send_event(message)
        self._connection.flush()

    def _run(self) -> None:
        self._window.set_selection_owner(self._atom("XdndSelection"), X.CurrentTime)
        self._send("XdndEnter", VERSION << 24, self._atom("text/uri-list"))
        x, y = self._place
        self._send("XdndPosition", 0, x << 16 | y, X.CurrentTime, self._atom("XdndActionCopy"))
        while self.accepted is None:
            self._answer()
        if self.accepted:
            self._send("XdndDrop", 0, X.CurrentTime)
            while not self._finished:
                self._answer()
        else:
            self._send("XdndLeave")
        self._connection.close()

    def _answer(self) -> None:
        """Answer the next event."""
        seen = self._connection.next_event()
        if seen.type == X.SelectionRequest:
            self._give(seen)
        elif seen.type == X.ClientMessage:
            if seen.client_type == self._atom("XdndStatus"):
                self.accepted = bool(seen.data[1][1] & 1)
            elif seen.client_type == self._atom("XdndFinished"):
                self._finished = True

    def _give(self, request: Any) -> None:
        request.requestor.change_property(request.property, request.target, 8, self._data)
        answer = event.SelectionNotify(
            time=request.time,
            requestor=request.requestor,
            selection=request.selection,
            target=request.target,
            property=request.property or Xatom.STRING,
        )
        request.requestor.send_event(answer)
        self._connection.flush()


def drop(window: tkinter.Tk | tkinter.Toplevel, files: Sequence[Path | str]) -> Source:
    """Drop files, or addresses, onto the middle of a window; returns when that is over."""
    addresses = [file.as_uri() if isinstance(file, Path) else file for file in files]
    data = "".join(f"{address}\r\n" for address in addresses).encode()
    display = display_of(window)
    inner = display.screen.connection.create_resource_object("window", window.winfo_id())
    place = (
        window.winfo_rootx() + window.winfo_width() // 2,
        window.winfo_rooty() + window.winfo_height() // 2,
    )
    source = Source(display.name, int(inner.query_tree().parent.id), place, data)
    wait_until(window, lambda: source.done, SECONDS, "the end of the drop")
    return source
