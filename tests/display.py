"""Gives the tests an X display of their own, so that they never touch the user's screen.

    display = Display(dpi=192)
    root = tkinter.Tk(screenName=display.name)

The server is Xvfb, which draws into memory.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from typing import Any, ClassVar

from PIL import Image
from Xlib import X, error
from Xlib.display import Display as Connection
from Xlib.ext import xtest
from Xlib.protocol.event import ClientMessage

ALL_PLANES = 0xFFFFFFFF
START_SECONDS = 90.0  # a busy machine may take a while
ANSWER_SECONDS = 10.0  # of a window manager


class Display:
    """An Xvfb server, which chooses its own number, so that many sessions run side by side.

    It ends (``-terminate``) with its last client: when this process does, and be it killed. It
    cannot go before, as Tk keeps its connections, and Xlib exits where the server is gone.
    """

    running: ClassVar[dict[str, Display]] = {}  # by name: events are sent to no other display

    def __init__(self, dpi: int = 96, width: int = 1600, height: int = 1200) -> None:
        if shutil.which("Xvfb") is None:
            raise RuntimeError("The window tests need Xvfb: sudo apt-get install xvfb")
        self.dpi = dpi
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24"]
        command += ["-dpi", str(dpi), "-nolisten", "tcp", "-terminate"]
        self.server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        try:
            self.name = f":{self._read_number(reader)}"
        finally:
            os.close(reader)
        self.screen = Screen(self.name)  # also the client that keeps the server alive
        self.running[self.name] = self

    def _read_number(self, reader: int) -> int:
        text = b""
        while not text.endswith(b"\n"):
            ready, _, _ = select.select([reader], [], [], START_SECONDS)
            piece = os.read(reader, 16) if ready else b""
            if not piece:
                self.server.kill()
                raise RuntimeError(f"Xvfb did not start (exit status {self.server.wait()})")
            text += piece
        return int(text)


class Screen:
    """The harness's own connection to a display; it stands in for the window manager.

    Without one no program gives the keyboard to a new window, and a real one is another process to
    wait for. Here a window gets the keyboard when it is mapped or clicked, and the one below it
    when it goes: the same as on a desktop, and never late.
    """

    def __init__(self, name: str) -> None:
        self.connection: Any = Connection(name)
        self.root: Any = self.connection.screen().root
        self._stack: list[Any] = []  # mapped windows that a window manager would manage
        self._answer = self.connection.intern_atom("_NET_FRAME_EXTENTS")
        self._asker: Any = None  # a window that asks a real window manager, if there is one
        self._answered = False
        self.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.repeat_keys(False)

    @property
    def managed(self) -> bool:
        """Whether a real window manager minds the windows."""
        return self._asker is not None

    def begin_managed(self) -> None:
        """Leave the windows to a real window manager, which has started."""
        self._asker = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self._asker.change_attributes(event_mask=X.PropertyChangeMask)

    def _await_manager(self) -> None:
        """Wait until the window manager has done all that it was asked for, and passed on clicks.

        It answers in the order of what comes, and so the size of a frame last.
        """
        kind = self.connection.intern_atom("_NET_REQUEST_FRAME_EXTENTS")
        message = ClientMessage(window=self._asker, client_type=kind, data=(32, [0] * 5))
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self.root.send_event(message, event_mask=mask)
        self._answered = False
        until = time.monotonic() + ANSWER_SECONDS
        while not self._answered and time.monotonic() < until:
            self.connection.sync()
            while self.connection.pending_events():
                self._follow(self.connection.next_event())
            if not self._answered:
                time.sleep(0.0005)

    def sync(self) -> None:
        """Wait until the server has handled all requests, and mind the keyboard focus."""
        if self.managed:
            self._await_manager()
        self.connection.sync()
        changed = False
        while self.connection.pending_events():
            changed |= self._follow(self.connection.next_event())
        if changed and self._stack and not self.managed:
            self._focus(self._stack[-1])

    def _follow(self, event: Any) -> bool:
        """Update the stack of windows; return whether it changed."""
        if event.type == X.PropertyNotify and event.atom == self._answer:
            self._answered = True
        if event.type == X.MappingNotify:
            self.connection.refresh_keyboard_mapping(event)
        if event.type == X.MapNotify and not event.override:
            self._stack.append(event.window)
            return True
        if event.type in (X.UnmapNotify, X.DestroyNotify) and event.window in self._stack:
            self._stack.remove(event.window)
            return True
        return False

    def _focus(self, window: Any) -> None:
        trap = error.CatchError(error.BadWindow, error.BadMatch)  # it may be gone by now
        window.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=trap)
        self.connection.sync()

    def repeat_keys(self, on: bool) -> None:
        """Let keys that are held repeat, as keyboards do after a while, or not, as in the tests."""
        mode = X.AutoRepeatModeOn if on else X.AutoRepeatModeOff
        self.connection.change_keyboard_control(auto_repeat_mode=mode)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """All of the screen, in px."""
        screen = self.connection.screen()
        return 0, 0, screen.width_in_pixels, screen.height_in_pixels

    def picture(self, box: tuple[int, int, int, int]) -> Image.Image:
        """Return a picture (RGB) of a part of the screen, black where that ends.

        2 ms for a window: Pillow copies the whole screen, whatever part is asked for, in 29 ms.
        """
        _left, _top, right, bottom = self.box
        left, top = max(0, box[0]), max(0, box[1])
        width, height = min(right, box[2]) - left, min(bottom, box[3]) - top
        picture = Image.new("RGB", (box[2] - box[0], box[3] - box[1]))
        if width > 0 and height > 0:
            pixels = self.root.get_image(left, top, width, height, X.ZPixmap, ALL_PLANES).data
            part = Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", 0, 1)
            picture.paste(part, (left - box[0], top - box[1]))
        return picture

    def let_go(self) -> None:
        """Release every button and key, and put the pointer into the lower right corner."""
        buttons = self.root.query_pointer().mask >> 8  # bits 8 to 12 are the buttons 1 to 5
        for button in range(1, 6):
            if buttons >> (button - 1) & 1:
                xtest.fake_input(self.connection, X.ButtonRelease, button)
        for place, byte in enumerate(self.connection.query_keymap()):
            for bit in range(8):
                if byte >> bit & 1:
                    xtest.fake_input(self.connection, X.KeyRelease, 8 * place + bit)
        self.repeat_keys(False)
        size = self.root.get_geometry()
        xtest.fake_input(self.connection, X.MotionNotify, x=size.width - 1, y=size.height - 1)
        self.sync()

    def raise_under_pointer(self) -> None:
        """Bring the window under the pointer to the front, as a click does on a desktop."""
        self.sync()
        if self.managed:
            return
        window = self.root.query_pointer().child
        if window in self._stack and window != self._stack[-1]:
            self._stack.remove(window)
            self._stack.append(window)
            window.configure(stack_mode=X.Above)
            self._focus(window)
