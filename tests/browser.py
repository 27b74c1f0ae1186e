"""A real browser for tests: Chromium without a window, by the DevTools protocol through two pipes.

Messages are JSON, each ended by a zero byte. No driver and no library is needed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",  # the tests may run as root, and open files of their own alone
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-extensions",
    "--mute-audio",
    "--hide-scrollbars",
)
# The browser reads commands from file 3 and answers to file 4.
BEGIN = (
    "import os, sys; from fcntl import F_DUPFD, fcntl\n"
    "ends = [fcntl(int(end), F_DUPFD, 10) for end in sys.argv[1:3]]\n"
    "os.dup2(ends[0], 3); os.dup2(ends[1], 4); os.execv(sys.argv[3], sys.argv[3:])"
)
PATIENCE = 60.0  # s until a browser that does not answer fails a test
KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9, "Enter": 13}


def installed() -> str | None:
    """Return the path of a browser, ``None`` where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Tab:
    """One page of the browser; ``errors`` are those of its scripts, ``requests`` what it loaded."""

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out, self._number, self._rest = into, out, 0, b""
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._loaded = 0
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command; return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self._note(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        end = monotonic() + PATIENCE
        while b"\0" not in self._rest:
            assert select([self._out], [], [], max(end - monotonic(), 0))[0], "no answer"
            data = os.read(self._out, 1 << 16)
            assert data, "the browser has ended"
            self._rest += data
        message, _end, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _note(self, event: dict[str, Any]) -> None:
        method, about = event.get("method"), event.get("params", {})
        if method == "Page.loadEventFired":
            self._loaded += 1
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(about["exceptionDetails"]))
        elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.errors.append(json.dumps(about["entry"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])

    def open(self, path: Path, width: int, height: int, *, touch: bool = False) -> None:
        """Show a file in a window of that size in px."""
        sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        self.call("Emulation.setDeviceMetricsOverride", **sizes)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        loaded = self._loaded
        self.call("Page.navigate", url=path.resolve().as_uri())
        while self._loaded == loaded:
            self._note(self._next())

    def ask(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def text(self, name: str) -> str:
        """Return the text of an element of the page."""
        return str(self.ask(f"document.getElementById({name!r}).textContent"))

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press and release a key: ``ArrowUp``, or ``w``."""
        code = KEYS.get(key, ord(key.upper()[0]))
        known = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 * shift}
        typed = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            more = typed if kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, **known, **more)

    def mouse(self, kind: str, x: float, y: float, *, held: bool = False) -> None:
        """Move, press or release: ``mouseMoved``, ``mousePressed``, ``mouseReleased``."""
        button = "none" if kind == "mouseMoved" else "left"
        about = {"x": x, "y": y, "button": button, "buttons": int(held), "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type=kind, **about)

    def click(self, name: str) -> None:
        """Click in the middle of an element."""
        x, y = self.ask(
            f"(() => {{ const b = document.getElementById({name!r}).getBoundingClientRect();"
            " return [(b.left + b.right) / 2, (b.top + b.bottom) / 2]; })()"
        )
        self.mouse("mousePressed", x, y, held=True)
        self.mouse("mouseReleased", x, y)

    def finger(self, kind: str, *places: tuple[float, float]) -> None:
        """Touch, move or lift: ``touchStart``, ``touchMove``, ``touchEnd``."""
        points = [{"x": x, "y": y} for x, y in places]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        return b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def printed(self) -> bytes:
        """Return the page as it is printed, as PDF of the size that it asks for."""
        return b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])

    def close(self) -> None:
        """Let the browser end, which writes its profile first."""
        self._session = ""
        self.call("Browser.close")

    def prefer(self, scheme: str) -> None:
        """Let the system be ``light`` or ``dark``."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)


@contextmanager
def started(folder: Path) -> Iterator[Tab]:
    """Start the browser with its profile in ``folder``; end it behind the block."""
    program = installed()
    assert program
    theirs, into = os.pipe()
    out, answers = os.pipe()
    command = [program, *FLAGS, f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(
        [sys.executable, "-S", "-E", "-c", BEGIN, str(theirs), str(answers), *command],
        pass_fds=(theirs, answers),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    os.close(answers)
    try:
        tab = Tab(into, out)
        yield tab
        tab.close()
    finally:
        os.close(into)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.close(out)
