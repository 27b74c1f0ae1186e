"""Ctrl+C ends a command within a second of the processor, also while it reads a costly file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from mazeeditor.cli.terminal import TerminatedError, follow
from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from tests.core.disk.small_files import GENERATORS, maze
from tests.tiers import COUNT_SECONDS, processor_count

if sys.platform == "win32":
    pytest.skip("signals are those of POSIX", allow_module_level=True)

MOST = 2.0  # s of the processor after the signal: one, or more if others use the memory too
BEGUN = 0.3  # s of the processor that reading has taken then
LONGEST = 60  # s
INFO, FIELD = ["info", "FILE"], ["generate", "--outline", "FILE", "--path", "3m", "-o", "o.maze"]
PICTURE = ["export", "m.maze", "--start-picture", "FILE", "-o", "o.svg"]
TITLE = ["export", "m.maze", "--title", "A", "--typeface", "FILE", "-o", "o.svg"]
COSTLY = {  # the costliest file of each reader
    "svg rules times elements": PICTURE,
    "svg empty elements": PICTURE,
    "kmz of attributes": FIELD,
    "geojson corners": FIELD,
    "tmx maze of zlib": INFO,
    "tmx tile sets": INFO,
    "tmx objects": INFO,
    "mcfunction cells of a large maze": INFO,
    "txt of posts": INFO,
    "info of many cells": INFO,
    "page of both directions": ["export", "FILE", "-o", "o.svg"],
    "otf curves": TITLE,
    "pdf form of many lines": ["preflight", "FILE"],
    "pdf stream of clips": ["preflight", "FILE"],
    "jpeg in steps": [
        "generate",
        "--photo",
        "FILE",
        "--rows",
        "9",
        "--columns",
        "9",
        "-o",
        "o.maze",
    ],
    "mazebook of chapters": ["book", "FILE", "--workers", "1", "-o", "o.pdf"],
}


def taken(process: subprocess.Popen[str]) -> float:
    """Return the seconds of the processor that a process and its children have taken."""
    seconds = 0.0
    try:
        parent = psutil.Process(process.pid)
        for one in (parent, *parent.children(recursive=True)):
            times = one.cpu_times()
            seconds += times.user + times.system
    except psutil.Error:  # one of them has just ended
        pass
    return seconds


def interrupted(words: list[str], folder: Path, after: float) -> tuple[int, float]:
    """Send Ctrl+C to a command once it has taken ``after`` seconds of the processor.

    Return its status, and what it has taken since then; 0 if it had ended before.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "mazeeditor", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with process:
        end = time.monotonic() + LONGEST
        while process.poll() is None and taken(process) < after and time.monotonic() < end:
            time.sleep(0.005)
        if process.returncode is not None:
            return process.returncode, 0.0
        sent = last = taken(process)
        group: Any = os.killpg
        group(process.pid, signal.SIGINT)
        while process.poll() is None and time.monotonic() < end:
            last = max(last, taken(process))
            time.sleep(0.005)
        process.kill()
        return process.wait(), last - sent


@pytest.mark.slow(4)
@pytest.mark.parametrize("name", COSTLY)
def test_ctrl_c_is_answered_within_a_second_of_the_processor(name: str, tmp_path: Path) -> None:
    (tmp_path / "m.maze").write_bytes(maze())
    ending = {"info": "maze", "page": "maze"}.get(name.split()[0], name.split()[0])
    (tmp_path / f"a.{ending}").write_bytes(GENERATORS[name]())
    words = [f"a.{ending}" if word == "FILE" else word for word in COSTLY[name]]
    slowness = max(1.0, processor_count() / COUNT_SECONDS)
    # reading begins when the program is imported: on a quiet machine after half a second
    for begun in (0.5 + BEGUN, 0.5, 0.35):
        status, seconds = interrupted(words, tmp_path, begun * slowness)
        if status == 128 + signal.SIGINT:
            assert seconds < MOST * slowness
            return
        assert seconds == 0  # it had ended before: once more, earlier


def test_a_refusal_that_comes_after_ctrl_c_is_an_interruption() -> None:
    """A loop of a shell goes on after any status but that of the signal."""

    def work(job: Job) -> None:
        time.sleep(0.1)
        signal.raise_signal(signal.SIGINT)
        while not job.cancelled:
            time.sleep(0.01)
        raise UsageError("It is damaged.")

    def end(number: int, _frame: object) -> None:
        raise TerminatedError(128 + number)

    before = signal.signal(signal.SIGINT, end)
    try:
        with pytest.raises(CancelledError) as raised:
            follow(work)
    finally:
        signal.signal(signal.SIGINT, before)
    assert getattr(raised.value.__cause__, "status", 0) == 130
