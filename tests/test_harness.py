"""The harness lets no error of a window pass, and leaves no window, worker or display behind."""

from __future__ import annotations

import re
import subprocess
import sys
import tkinter
from pathlib import Path
from tkinter import ttk

import pytest

from tests import events
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
