"""How soon the window is mapped, as a ratio to an empty Tk window started in the same run.

    python -m benchmarks start [--json] [--runs N]

Each run starts a new process and waits until the X server reports that a window was mapped. The
two programs take turns, so that a machine that becomes slower slows both. Needs ``DISPLAY`` and
python-xlib; runs on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

RUNS = 15
PATIENCE = 60.0  # s
SETTLE = 0.1  # s
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

    def seconds_to_map(self, command: list[str], environment: dict[str, str]) -> float:
        """Return the time from the start of a process until its window is mapped, then end it."""
        while self.display.pending_events():
            self.display.next_event()
        start = perf_counter()
        process = subprocess.Popen(command, env=environment)
        try:
            while perf_counter() - start < PATIENCE and process.poll() is None:
                ready, *_rest = select.select([self.display], [], [], PATIENCE)
                while ready and self.display.pending_events():
                    if self.display.next_event().type == self.mapped:
                        return perf_counter() - start
        finally:
            process.kill()
            process.wait()
            sleep(SETTLE)  # the events of closing its window belong to this run
        raise SystemExit(f"No window was mapped by: {command}")


def measured(runs: int) -> dict[str, float]:
    """Return the median times in ms and the median of the ratios, run by run."""
    screen = Screen()
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with TemporaryDirectory() as folder:
        homes = {f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE")}
        environment = {**os.environ, **homes}
        for number in range(runs + 1):
            for name, command in PROGRAMS.items():
                seconds = screen.seconds_to_map(command, environment)
                if number:  # the first run fills the caches of the disk
                    times[name].append(seconds * 1000)
    pairs = zip(times["mazeeditor"], times["bare"], strict=True)
    ratio = median(ours / bare for ours, bare in pairs)
    return {f"{name}_ms": round(median(each), 1) for name, each in times.items()} | {
        "ratio": round(ratio, 2)
    }


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
