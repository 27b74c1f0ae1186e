"""What the harness must not let pass: each test here runs tests that have to fail."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.faults import KILL

ROOT = Path(__file__).parents[1]
REPORT = "report.xml"

ERROR_IN_A_CALLBACK = """
def test_one(root):
    root.after_idle(lambda: 1 / 0)
    root.update()
"""
ERROR_IN_AN_OWN_APPLICATION = """
import tkinter
def test_one(display):
    root = tkinter.Tk()
    root.bind("<Key-a>", lambda event: event.missing)
    key(root, "a")
"""
UNEXPECTED_ERROR_SHOWN_TO_THE_PERSON = """
import tkinter
class App(tkinter.Tk):
    def report_callback_exception(self, *error):
        self.wait_window(tkinter.Toplevel(self))
def test_one(display):
    app = App()
    app.after_idle(lambda: 1 / 0)
    app.update()
"""
ERROR_IN_A_THREAD = """
import threading
def test_one(root):
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
"""
ERROR_WHEN_COLLECTED = """
class Bad:
    def __del__(self):
        1 / 0
def test_one():
    bad = Bad()
    del bad
"""
NO_SUCH_MARKER = """
import pytest
@pytest.mark.ddpi(192)
def test_one():
    pass
"""


def run(folder: Path, **tests: str) -> tuple[int, str]:
    """Run files of tests with the project's own settings; return the exit status and output."""
    for name, test in tests.items():
        (folder / f"test_{name}.py").write_text("from tests.events import key\n" + test)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    command += ["-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", str(folder)]
    # no conftest.py of the folders above it, which may be anybody's
    command += ["--confcutdir", str(folder), "--junit-xml", str(folder / REPORT)]
    command += ["--continue-on-collection-errors"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout


BAD = {
    "callback": (ERROR_IN_A_CALLBACK, "ZeroDivisionError"),
    "application": (ERROR_IN_AN_OWN_APPLICATION, "AttributeError"),
    "shown": (UNEXPECTED_ERROR_SHOWN_TO_THE_PERSON, "ZeroDivisionError"),
    "thread": (ERROR_IN_A_THREAD, "ZeroDivisionError"),
    "collected": (ERROR_WHEN_COLLECTED, "ZeroDivisionError"),
    "marker": (NO_SUCH_MARKER, "'ddpi' not found"),
}


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what is reported of each of the bad tests, by its name."""
    tests = {name: test for name, (test, _message) in BAD.items()}
    folder = tmp_path_factory.mktemp("bad")
    status, _output = run(folder, **tests)
    assert status != 0
    reports = {}
    for case in ElementTree.parse(folder / REPORT).iter("testcase"):
        names = case.attrib  # of the file as well; its class is empty where it cannot be imported
        file = names["classname"] or names["name"]
        reports[file.rpartition("test_")[2]] = "".join(case.itertext())
    return reports


@pytest.mark.parametrize("name", BAD)
def test_it_fails(failures: dict[str, str], name: str) -> None:
    assert BAD[name][1] in failures[name]


ANSWERED_BY_THE_APPLICATION = """
import tkinter
from mazeeditor.core.errors import MazeError
class App(tkinter.Tk):
    reported = ""
    def report_callback_exception(self, kind, error, traceback):
        self.reported = str(error)
def complain(message):
    raise MazeError(message)
def test_one(display):
    app = App()
    app.after_idle(complain, "too large")
    app.update()
    assert app.reported == "too large"
def test_two(display, watch):
    watch.allow(ZeroDivisionError)
    app = App()
    app.after_idle(lambda: 1 / 0)
    app.update()
    assert app.reported == "division by zero"
"""
MANY_WINDOWS_AND_A_THREAD_THAT_COLLECTS = """
import gc, pytest, threading, tkinter
from tkinter import ttk

@pytest.fixture(scope="module")
def collector():
    stop = threading.Event()
    def collect():
        while not stop.wait(0.01):
            gc.collect()
    thread = threading.Thread(target=collect)
    thread.start()
    yield
    stop.set()
    thread.join()

@pytest.mark.parametrize("number", range(100))
def test_one(root, collector, number):
    root.cycle = [root]
    root.picture = tkinter.PhotoImage(width=64, height=64, master=root)
    root.variable = tkinter.StringVar(root, "x")
    ttk.Entry(root, textvariable=root.variable).pack()
    root.after(1, root.after, 100000, print)
    root.update()
"""


GOOD = {
    "answered": (ANSWERED_BY_THE_APPLICATION, 2),
    "many": (MANY_WINDOWS_AND_A_THREAD_THAT_COLLECTS, 100),
}


@pytest.mark.parametrize("name", GOOD)
def test_it_passes(tmp_path: Path, name: str) -> None:
    test, count = GOOD[name]
    status, output = run(tmp_path, inner=test)
    assert status == 0, output
    assert f"{count} passed" in output


def test_a_conftest_of_a_folder_above_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("1 / 0")
    folder = tmp_path / "inner"
    folder.mkdir()
    status, output = run(folder, inner="def test_one(): pass")
    assert status == 0, output


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
        assert process.stdin
        assert process.stdout
        name = process.stdout.readline().strip()
        assert is_served(name)
        process.communicate("die\n", timeout=60)
    assert process.returncode == -KILL
    until = time.monotonic() + 10
    while is_served(name):
        assert time.monotonic() < until
        time.sleep(0.05)


def is_served(name: str) -> bool:
    if sys.platform == "win32":
        pytest.skip("X servers have sockets on Unix")
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex("\0/tmp/.X11-unix/X" + name.removeprefix(":")) == 0
