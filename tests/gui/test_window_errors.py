"""Errors in the real window: one dialog, a log, and a report to copy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tkinter as tk
from pathlib import Path
from zipfile import ZipFile

import pytest

from mazeeditor.app.errors.error_log import NAME
from mazeeditor.app.errors.problem_report import in_one_text
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.app import Application
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.dialogs.help_dialogs import PAGES
from mazeeditor.page.page import Page
from tests.dialogs import TclWindow, dialog
from tests.display import Display
from tests.events import click, drag, key, settle
from tests.gui.desk import Desk, open_desk
from tests.windows import Watch

pytestmark = pytest.mark.usefixtures("display", "without_gallery")


MISSING: dict[str, int] = {}


@pytest.fixture
def state(state_folder: Path) -> Path:
    """The state folder of the test."""
    return state_folder


@pytest.fixture
def desk(state: Path, watch: Watch) -> Desk:
    watch.allow(ZeroDivisionError, KeyError)
    assert not state.exists()
    return open_desk()


def log_in(state: Path) -> str:
    file = state / NAME
    return file.read_text() if file.exists() else ""


@pytest.mark.slow
def test_a_listener_that_fails_at_each_motion_does_not_stop_a_drag(desk: Desk, state: Path) -> None:
    desk.document.changed.subscribe(lambda _change: 1 / 0)
    points = [desk.at(row + 0.5, 4.0) for row in range(2, 8)]
    drag(desk.canvas, points)
    desk.wait(lambda: bool(desk.answers.errors), "the dialog")
    settle(desk.root)
    assert desk.answers.errors == ["Internal error: ZeroDivisionError: division by zero."]
    assert len(desk.document.history) == 1
    assert log_in(state).count("Internal error") == 1


def test_a_tool_that_fails_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = desk.document.maze.walls.tobytes()
    gesture = desk.session.view.toolbox.gesture
    monkeypatch.setattr(gesture, "move", lambda *_place: dict[str, str]()["lost"])
    drag(desk.canvas, [desk.middle_of(4, 4, "right"), desk.at(5.5, 5.0)])
    assert desk.answers.errors == ["Internal error: KeyError: 'lost'. The maze has not changed."]
    assert desk.document.maze.walls.tobytes() == before
    assert not desk.session.view.toolbox.dragging
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    assert desk.document.can_undo, "the tool works again"


def test_a_timer_that_outlives_its_widget_is_logged(desk: Desk, state: Path, watch: Watch) -> None:
    """A callback that calls nothing any more is one thing, one that is missed another."""
    root = desk.root
    assert isinstance(root, Application)
    root.tk.createcommand("bgerror", root._report_tcl)  # as it is without the tests' own
    frame = tk.Frame(desk.root)
    frame.after(1, lambda: None)
    frame.destroy()
    desk.wait(lambda: "invalid command name" in log_in(state), "the log")
    settle(desk.root)
    assert desk.answers.errors == []
    missed = root.register(lambda: None)
    root.deletecommand(missed)
    root.tk.eval(f"bind . <<Missed>> {missed}")
    root.event_generate("<<Missed>>")
    desk.wait(lambda: bool(desk.answers.errors), "the error")
    desk.answers.errors.clear()
    root.tk.eval("after 1 {error {of a script}}")
    desk.wait(lambda: "of a script" in log_in(state), "the log")
    desk.wait(lambda: bool(desk.answers.errors), "the error")
    assert "TclError: of a script" in desk.answers.errors[0]
    assert watch.errors == []


# Report a problem


@pytest.mark.slow
def test_a_report_is_copied_with_keys_alone(desk: Desk, state: Path) -> None:
    desk.root.after(1, lambda: 1 / 0)
    desk.wait(lambda: bool(desk.answers.errors), "the error")
    copied: list[str] = []

    def copy(window: TclWindow) -> None:
        key(window, "Tab", count=2)  # behind Save and Close
        key(window, "Return")
        copied.append(desk.root.clipboard_get())
        key(window, "Escape")

    with dialog(desk.root, copy, "Report a problem"):
        key(desk.root, "alt+h")
        bar = desk.window.menus.bar
        menu = desk.root.nametowidget(bar.entrycget(bar.index("end") or 0, "menu"))
        index = menu.index("Report a problem…") or 0
        key(desk.root, menu.entrycget(index, "label")[int(menu.entrycget(index, "underline"))])
    assert "Python: " in copied[0]
    assert "ZeroDivisionError: division by zero" in copied[0]
    assert str(Path.home()) not in copied[0]
    assert log_in(state)


@pytest.mark.slow
def test_a_report_is_saved_from_the_dialog_of_an_error(desk: Desk, tmp_path: Path) -> None:
    """All that the ZIP holds is shown before; nothing in it is of the user."""
    desk.window.dialogs = Dialogs(desk.root)
    target, texts = tmp_path / "Anna Meier" / "report.zip", []
    desk.document.apply(SetPage(desk.document.page, Page(title="For Anna Meier")))

    def save(window: TclWindow) -> None:
        shown = window.find("Text")
        texts.append(str(shown.tk.call(shown, "get", "1.0", "end - 1 chars")))
        click(window.find("TButton", "Save…"))  # the folder is not there
        assert not target.exists()
        target.parent.mkdir()
        click(window.find("TButton", "Save…"))
        assert window.find("TLabel", "Saved as report.zip.").winfo_viewable()
        key(window, "Escape")

    def report(window: TclWindow) -> None:
        with dialog(desk.root, save, "Report a problem"):
            click(window.find("TButton", "Report a problem…"))
        key(window, "Escape")

    desk.window.dialogs.file_to_save = lambda *_question: target  # type: ignore[method-assign]
    with dialog(desk.root, report, "That did not work"):
        desk.root.after(1, lambda: MISSING["Anna Meier"])
    with ZipFile(target) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert texts == [in_one_text(files)]
    assert "KeyError: …" in files["errors.txt"]
    assert "Screen: " in files["versions.txt"]
    assert files["commands.txt"] == "report-problem\n"
    assert json.loads(files["settings.json"])["rulers"] is True
    assert "Anna" not in texts[0]


# The whole process


def run(display: Display, state: Path, script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DISPLAY": display.name, "MAZEEDITOR_STATE": str(state)}
    return subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


FAIL_TO_START = """
import sys
from mazeeditor.cli import main
from mazeeditor.gui.window import window
window.Window._place = lambda *_what: 1 / 0
sys.exit(main([]))
"""


@pytest.mark.slow
def test_an_error_without_a_window_is_one_line_and_logged(display: Display, state: Path) -> None:
    done = run(display, state, FAIL_TO_START)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("mazeeditor: Internal error: ZeroDivisionError: division by")
    assert done.stderr.count("\n") == 1
    assert "Traceback" in log_in(state)


FAIL_EVERYWHERE = """
import sys, threading
from mazeeditor.cli import main
from mazeeditor.gui import app
from mazeeditor.app.commands import COMMANDS

class Bad:
    def __del__(self):
        raise ValueError("in a destructor")

def fail():
    raise KeyError("in a thread")

def act():
    Bad()
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    window.root.after(1, finish)

def finish():
    window.session.services.settings.save = lambda: 1 / 0
    window.run(COMMANDS["quit"])

def start(*what, **named):
    global window
    window = original(*what, **named)
    window.root.after(100, act)
    return window

original, app.start = app.start, start
sys.exit(main([]))
"""


@pytest.mark.slow  # a process
def test_no_error_of_the_process_is_lost(display: Display, state: Path) -> None:
    done = run(display, state, FAIL_EVERYWHERE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = log_in(state)
    for text in ("ValueError: in a destructor", "KeyError: 'in a thread'", "ZeroDivisionError"):
        assert text in log


def test_help_has_the_words_of_the_window() -> None:
    for word in ("Braid", "Mask", "Marks", "Straight", "Page tab"):
        assert not [title for title, text in PAGES if word in text], word
