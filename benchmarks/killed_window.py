"""A window whose changes go to a file, for ``kills``: ``python -m ... LOG MODE FILE``.

A line of LOG has the time, the processor time of the process (s) and the walls that opened or
closed, after each change; all walls of another maze are "-". MODE is "" or words: ``unprotected``
keeps nothing on the disk, to tell what that costs; ``beat`` measures the stalls of the event loop,
whose longest (ms) goes to the end of each line as ``| stall``.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.edit_bench import now
from mazeeditor.app.recovery.recovery import Recovery
from mazeeditor.cli import main
from mazeeditor.editing.content import Change
from mazeeditor.gui import app

BEAT = 1  # ms


class Watched:
    """The log of one window."""

    def __init__(self, window: Any, path: Path, mode: str) -> None:
        self.window, self.log = window, path.open("ab", buffering=0)
        self.last, self.stall = now(), 0.0
        document = window.session.document
        document.changed._listeners.insert(0, self.note)
        window.root.after(200, self.ready)
        if "beat" in mode:
            self.beat()

    def ready(self) -> None:
        """Tell where the maze is once it can be edited."""
        canvas = self.window.maze_view.canvas
        self.last, self.stall = now(), 0.0
        if self.window.session.services.jobs.busy or not canvas.winfo_viewable():
            self.window.root.after(50, self.ready)
            return
        place = canvas.winfo_rootx(), canvas.winfo_rooty()
        print(*place, canvas.winfo_width(), canvas.winfo_height(), flush=True)

    def note(self, change: Change) -> None:
        """Log what has changed."""
        if not change.passages:
            return
        walls = "-" if change.walls is None else " ".join(map(str, change.walls.tolist()))
        stall = f"| {1000 * self.stall:.1f}"
        self.log.write(f"{time.monotonic()} {time.process_time()} {walls} {stall}\n".encode())

    def beat(self) -> None:
        """Measure how long the event loop could not do this, as far as the process computed."""
        moment = now()
        gap = min(moment[0] - self.last[0], moment[1] - self.last[1])
        self.last, self.stall = moment, max(self.stall, gap)
        self.window.root.after(BEAT, self.beat)


def run(log: Path, mode: str, file: str) -> int:
    """Open a window with a file."""
    original, watched = app.start, list[Watched]()

    def start(*what: Any, **named: Any) -> Any:
        window = original(*what, **named)
        watched.append(Watched(window, log, mode))
        return window

    setattr(app, "start", start)  # noqa: B010 - mypy knows its parameters
    if "unprotected" in mode:
        setattr(Recovery, "follow", lambda *_change: None)  # noqa: B010 - a method
        setattr(Recovery, "note", lambda *_what: None)  # noqa: B010 - older ones have none
    return main([file])


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
