"""How soon the window is mapped, as a ratio to an empty Tk window started in the same run.

    python -m benchmarks start [--json] [--runs N]

Each run starts a new process and waits until the X server reports that a window was mapped. The
two programs take turns, so that a machine that becomes slower slows both. ``cpu`` is the time of
the processor, which a busy machine hardly changes. Needs ``DISPLAY`` and python-xlib; runs on
Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import sys
from contextlib import closing
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

RUNS = 15
PATIENCE = 60.0  # s
SETTLE = 0.1  # s
KINDS = ("", "_cpu")
BARE = "import tkinter; root = tkinter.Tk(); root.title('bare'); root.mainloop()"
PROGRAMS = {
    "bare": [sys.executable, "-c", BARE],
    "mazeeditor": [sys.executable, "-m", "mazeeditor"],
}


class Screen:
    """Reports when the X server maps a window."""

    def __init__(self) -> None:
        from Xlib import X
        from Xlib.display import Display

        self.mapped = X.MapNotify
        self.display = Display()
        self.display.screen().root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.display.sync()

    def close(self) -> None:
        """End the connection."""
        self.display.close()

    def seconds_to_map(
        self, command: list[str], environment: dict[str, str]
    ) -> tuple[float, float]:
        """Start a process and end it when its window is mapped.

        Returns the time until then, and the time of the processor that it took.
        """
        if sys.platform == "win32":
            raise SystemExit("There is no X server on Windows.")
        while self.display.pending_events():
            self.display.next_event()
        start = perf_counter()
        process = os.posix_spawn(command[0], command, environment)
        try:
            mapped = self._wait_for_map()
            seconds = perf_counter() - start
        finally:
            os.kill(process, signal.SIGKILL)
            usage = os.wait4(process, 0)[2]
            sleep(SETTLE)  # the events of closing its window belong to this run
        if not mapped:
            raise SystemExit(f"No window was mapped by: {command}")
        return seconds, usage.ru_utime + usage.ru_stime

    def _wait_for_map(self) -> bool:
        latest = perf_counter() + PATIENCE
        while select.select([self.display], [], [], max(0.0, latest - perf_counter()))[0]:
            while self.display.pending_events():
                if self.display.next_event().type == self.mapped:
                    return True
        return False


def measured(runs: int) -> dict[str, float]:
    """Return the median times in ms and the medians of the ratios, run by run."""
    times: dict[str, list[float]] = {f"{name}{kind}": [] for kind in KINDS for name in PROGRAMS}
    with TemporaryDirectory() as folder, closing(Screen()) as screen:
        homes = {f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE")}
        environment = {**os.environ, **homes}
        for number in range(runs + 1):
            for name, command in PROGRAMS.items():
                figures = screen.seconds_to_map(command, environment)
                if number:  # the first run fills the caches of the disk
                    for kind, seconds in zip(KINDS, figures, strict=True):
                        times[f"{name}{kind}"].append(seconds * 1000)
    medians = {f"{name}_ms": round(median(each), 1) for name, each in times.items()}
    return medians | {f"ratio{kind}": _ratio(times, kind) for kind in KINDS}


def _ratio(times: dict[str, list[float]], kind: str) -> float:
    pairs = zip(times[f"mazeeditor{kind}"], times[f"bare{kind}"], strict=True)
    return round(median(ours / bare for ours, bare in pairs), 2)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="benchmarks start", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--runs", metavar="N", type=int, default=RUNS)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    figures = measured(options.runs)
    text = "  ".join(f"{name} {figure:g}" for name, figure in figures.items())
    print(json.dumps(figures) if options.json else text)
    return 0
