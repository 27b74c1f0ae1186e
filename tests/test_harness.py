"""The harness lets no error of a window pass, and leaves no window, worker or display behind."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import tkinter
from pathlib import Path
from tkinter import ttk

import pytest

from mazeeditor.app.jobs import Background, ignore
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from tests import dialogs, events
from tests.dialogs import dialog
from tests.display import Display
from tests.faults import KILL
from tests.sources import ROOT
from tests.windows import Watch


def fail(*_: object) -> None:
    raise ZeroDivisionError("in a callback")


def by_click(root: tkinter.Tk) -> None:
    button = ttk.Button(root, command=fail)
    button.pack()
    events.click(button)


def by_key(root: tkinter.Tk) -> None:
    root.bind("<Key-x>", fail)
    events.key(root, "x")


def by_timer(root: tkinter.Tk) -> None:
    root.after_idle(fail)
    root.update()


def by_variable(root: tkinter.Tk) -> None:
    variable = tkinter.StringVar(root)
    variable.trace_add("write", fail)
    variable.set("new")


def by_tcl(root: tkinter.Tk) -> None:
    root.tk.eval("after idle {error {in a callback}}")
    events.settle(root)


def test_an_error_in_a_callback_is_seen(root: tkinter.Tk, watch: Watch) -> None:
    for raise_error in (by_click, by_key, by_timer, by_variable, by_tcl):
        raise_error(root)
        assert len(watch.errors) == 1, raise_error
        assert "in a callback" in watch.errors.pop()


def test_an_error_that_an_application_would_show_is_seen(display: Display, watch: Watch) -> None:
    """Its dialog would wait for an answer; what it answers on purpose, or may, is left to it."""
    shown: list[str] = []

    class Application(tkinter.Tk):
        def report_callback_exception(self, _kind: object, error: object, _at: object) -> None:
            shown.append(str(error))

    def complain() -> None:
        raise MazeError("too large")

    application = Application(screenName=display.name)
    for callback in (fail, complain):
        application.after_idle(callback)
        application.update()
    assert "in a callback" in watch.errors.pop()
    watch.allow(ZeroDivisionError)
    application.after_idle(fail)
    application.update()
    assert (shown, watch.errors) == (["too large", "in a callback"], [])


def test_a_dialog_left_open_or_missing_fails(
    root: tkinter.Tk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "CLOSE_SECONDS", 0.1)
    button = ttk.Button(root, text="Ask", command=lambda: tkinter.Toplevel(root).wait_window())
    button.pack()
    with pytest.raises(AssertionError, match="left open"), dialog(root, lambda _window: None):
        events.click(button)
    with pytest.raises(ZeroDivisionError), dialog(root, fail):
        events.click(button)
    missing = dialog(root, events.settle, seconds=0.1)
    with pytest.raises(AssertionError, match="no dialog"), missing:
        pass


def test_windows_and_workers_end_with_their_test(root: tkinter.Tk, watch: Watch) -> None:
    def work(job: Job) -> None:
        while True:
            job.check()
            time.sleep(0.001)

    task = Background(root).run(work, ignore, ignore)
    tkinter.Toplevel(root).grab_set()
    watch.close_all()
    task.thread.join(10)
    assert not task.thread.is_alive()
    assert not events.alive(root)


BAD = """
import threading, tkinter

def test_error_in_a_callback(root):
    root.after_idle(lambda: 1 / 0)
    root.update()

def test_error_in_a_thread(root):
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()

def test_error_when_collected():
    class Bad:
        def __del__(self):
            1 / 0
    Bad()

def test_window_left_with_a_grab(root):
    root.update()
    tkinter.Toplevel(root).grab_set()

def test_next(root):
    assert root.winfo_children() == []
    assert root.grab_current() is None
"""


@pytest.mark.slow
def test_what_fails_and_what_passes(tmp_path: Path) -> None:
    (tmp_path / "test_inner.py").write_text(BAD)
    options = ["-rA", "-p", "no:cacheprovider", "-p", "tests.conftest", "--rootdir", str(ROOT)]
    options += ["-c", str(ROOT / "pyproject.toml"), "--confcutdir", str(tmp_path)]
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    outcomes = {
        name: outcome
        for outcome, name in re.findall(r"^(\w+) \S+::test_(\w+)", done.stdout, re.MULTILINE)
    }
    assert done.returncode == 1
    assert {name for name, outcome in outcomes.items() if outcome == "PASSED"} == {
        *("window_left_with_a_grab", "next")
    }, done.stdout
    assert len(outcomes) == BAD.count("def test_")


KILLED = """
import os, signal, sys, tkinter
from tests.display import Display
display = Display()
root = tkinter.Tk(screenName=display.name)
root.update()
print(display.name, flush=True)
sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_display_goes_when_the_tests_are_killed() -> None:
    command = [sys.executable, "-c", KILLED]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        name = process.stdout.readline().strip()
        assert is_served(name)
        process.communicate("die\n", timeout=60)
    assert process.returncode == -KILL
    until = time.monotonic() + 30
    while is_served(name):
        assert time.monotonic() < until
        time.sleep(0.05)


def is_served(name: str) -> bool:
    if sys.platform == "win32":
        pytest.skip("X servers have sockets on Unix")
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex("\0/tmp/.X11-unix/X" + name.removeprefix(":")) == 0
