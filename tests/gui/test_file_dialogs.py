"""File dialogs of the desktop: the portal's, zenity's, kdialog's, and our own without these."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files.folder_listing import user_folders
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.file_dialogs import (
    FileDialogs,
    FileQuestion,
    desktop_dialogs,
    order,
    own_dialog,
)
from mazeeditor.gui.file_dialogs.own_dialog import FileDialog
from mazeeditor.gui.look import apply
from tests.desktop import Desktop
from tests.dialogs import TclWindow, dialog, open_windows
from tests.events import alive, click, close, key, settle, type_text, wait_until
from tests.gui.desk import Desk, open_desk
from tests.sources import ROOT

NAMES = (
    "plain.maze",
    "two words 'quoted' \"twice\".maze",
    "new\nline\n.maze",
    "100% #1 ?&;.maze",
    "märchen 迷路.maze",
    os.fsdecode(b"\xff\xfe latin.maze"),
)
KINDS = [("Mazes (all)", (".maze", ".txt"))]
PROGRAMS = ("zenity", "kdialog")
# Notes its arguments and its process, then does what the file ``behaviour`` says.
PROGRAM = """#!/bin/sh
printf '%s\\0' "$@" >"{folder}/arguments"
printf '%s' "$WINDOWID" >"{folder}/window"
echo $$ >"{folder}/process"
. "{folder}/behaviour"
"""
WAIT = "exec sleep 60"


class Outside:
    """Fake programs first on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, name: str, behaviour: str) -> Path:
        """Put a program there; returns the folder of its notes."""
        notes = self.folder / f"{name}-notes"
        notes.mkdir(exist_ok=True)
        (notes / "behaviour").write_text(behaviour)
        program = self.folder / name
        program.write_text(PROGRAM.format(folder=notes))
        program.chmod(0o755)
        return notes

    def printing(self, name: str, path: Path) -> Path:
        """Put a program there in which the user chooses ``path``."""
        notes = self.install(name, f'cat "{self.folder}/chosen"; echo')
        (self.folder / "chosen").write_bytes(os.fsencode(path))
        return notes


def arguments(notes: Path) -> list[str]:
    return os.fsdecode((notes / "arguments").read_bytes()).split("\0")[:-1]


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Outside:
    """No D-Bus session, no real zenity: what a test installs alone is there."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for tool in ("sh", "cat", "sleep", "kill"):
        (folder / tool).symlink_to(str(shutil.which(tool)))
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    monkeypatch.delenv("MAZEEDITOR_FILE_DIALOG")
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    return Outside(folder)


@pytest.fixture
def desk(outside: Outside, desktop: Desktop) -> Desk:  # noqa: ARG001
    return open_desk()


@pytest.fixture
def root(outside: Outside, desktop: Desktop) -> Iterator[tk.Tk]:  # noqa: ARG001
    """Return a window with nothing in it."""
    root = tk.Tk(screenName=desktop.name)
    root.geometry("500x400")
    apply(root, "light", 1)
    settle(root)
    yield root
    root.destroy()


def later(root: tk.Misc, ready: Callable[[], bool], act: Callable[[], object]) -> None:
    """Do something from the event loop, once ``ready()``."""

    def look() -> None:
        if not ready():
            root.after(20, look)
        else:
            act()

    root.after(20, look)


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_name_comes_from_the_programs(
    root: tk.Tk, outside: Outside, tmp_path: Path, program: str
) -> None:
    for name in NAMES:
        notes = outside.printing(program, tmp_path / name)
        assert Dialogs(root).file_to_open("Open -- this", KINDS, tmp_path) == tmp_path / name
        given = arguments(notes)
        assert Dialogs(root).file_to_save("Save", KINDS, tmp_path / f"new {name}")
        assert any(part.endswith(str(tmp_path / f"new {name}")) for part in arguments(notes))
    assert any(part.endswith(f"{tmp_path}/") for part in given)
    assert any("Open -- this" in part for part in given)
    assert any("*.maze *.txt" in part and "(all)" not in part for part in given)
    assert (notes / "window").read_text() not in ("", "0"), "the window that it belongs to"
    assert not root.tk.call("grab", "current")


def test_a_dialog_that_is_closed_or_killed_has_no_answer(root: tk.Tk, outside: Outside) -> None:
    outside.printing("kdialog", Path("/never"))
    for behaviour in ("exit 1", "kill -TERM $$", "kill -KILL $$"):
        outside.install("zenity", behaviour)
        assert Dialogs(root).file_to_open("Open", KINDS) is None, behaviour


def test_the_next_is_asked_after_one_fails(root: tk.Tk, outside: Outside, tmp_path: Path) -> None:
    outside.printing("kdialog", tmp_path / "a.maze")
    for behaviour in ("exit 2", "exit 0", "kill -SEGV $$"):
        notes = outside.install("zenity", behaviour)
        dialogs = Dialogs(root)
        assert dialogs.file_to_open("Open", KINDS) == tmp_path / "a.maze", behaviour
        (notes / "process").unlink()
        assert dialogs.file_to_open("Open", KINDS) == tmp_path / "a.maze", behaviour
        assert not (notes / "process").exists()


def dialog_of(window: TclWindow) -> FileDialog:
    found = window.nametowidget(str(window))
    assert isinstance(found, FileDialog)
    return found


def names_in(shown: FileDialog) -> list[str]:
    wait_until(shown, lambda: not shown._background.busy, what="what is in the folder")
    return [str(shown.list.item(line, "text")).strip() for line in shown.list.get_children()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with mazes, others and a folder."""
    folder = tmp_path / "mazes"
    (folder / "sub").mkdir(parents=True)
    for name in ("Dragon.maze", "dog.maze", "cat.txt", "notes.odt", ".hidden.maze"):
        (folder / name).write_text("x")
    if sys.platform != "win32":  # which has no pipes in folders
        os.mkfifo(folder / "pipe.maze")
    (folder / "lost.maze").symlink_to("nowhere")
    (folder / "sub" / "deep.maze").touch()
    return folder


def test_what_is_typed_filters_and_enter_opens_what_is_left(root: tk.Tk, folder: Path) -> None:
    def choose(window: TclWindow) -> None:
        shown = dialog_of(window)
        assert names_in(shown) == ["sub", "cat.txt", "dog.maze", "Dragon.maze"]
        type_text(window, "D")
        assert names_in(shown) == ["dog.maze", "Dragon.maze"]
        type_text(window, "R")
        assert names_in(shown) == ["Dragon.maze"]
        key(window, "Return")

    with dialog(root, choose, "Open"):
        assert Dialogs(root).file_to_open("Open", KINDS, folder) == folder / "Dragon.maze"


def test_hidden_files_and_those_of_other_kinds(root: tk.Tk, folder: Path) -> None:
    def look(window: TclWindow) -> None:
        shown = dialog_of(window)
        names_in(shown)
        click(window.find("TCheckbutton"))
        assert ".hidden.maze" in names_in(shown)
        shown.kind.current(1)
        shown.kind.event_generate("<<ComboboxSelected>>")
        assert "notes.odt" in names_in(shown)
        assert "pipe.maze" not in names_in(shown), "to open it would wait for ever"
        shown.open_folder(folder / "none")
        assert names_in(shown) == []
        assert "Cannot read the folder" in str(shown.problem.cget("text"))
        key(window, "Escape")

    with dialog(root, look, "Open"):
        assert Dialogs(root).file_to_open("Open", KINDS, folder) is None


def test_keys_alone_lead_through_folders(root: tk.Tk, folder: Path) -> None:
    def choose(window: TclWindow) -> None:
        shown = dialog_of(window)
        names_in(shown)
        key(window, "Down")
        key(window, "Return")
        assert names_in(shown) == ["deep.maze"]
        assert shown.folder == folder / "sub"
        key(window, "BackSpace")
        assert "dog.maze" in names_in(shown)
        shown.name.focus_set()
        type_text(window, "nothing")
        key(window, "ctrl+slash")
        type_text(window, "sub/deep.maze")
        key(window, "Return")

    with dialog(root, choose, "Open"):
        assert Dialogs(root).file_to_open("Open", KINDS, folder) == folder / "sub" / "deep.maze"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "empty").mkdir()
    return tmp_path / "empty"


def test_every_name_is_chosen_from_the_list(root: tk.Tk, empty: Path) -> None:
    for name in NAMES:
        (empty / name).touch()

        def choose(window: TclWindow) -> None:
            shown = dialog_of(window)
            assert len(names_in(shown)) == 1
            key(window, "Down")
            key(window, "Return")

        with dialog(root, choose, "Open"):
            assert Dialogs(root).file_to_open("Open", KINDS, empty) == empty / name
        (empty / name).unlink()


@pytest.mark.slow
def test_a_maze_is_seen_before_it_is_opened(root: tk.Tk, empty: Path) -> None:
    mazeeditor.save(mazeeditor.generate(rows=4, columns=5, seed=3), empty / "a.maze")
    (empty / "b.maze").write_text("{")

    def look(window: TclWindow) -> None:
        shown = dialog_of(window)
        names_in(shown)
        key(window, "Down")
        wait_until(root, lambda: bool(str(shown.beside.cget("image"))), 30, "the picture")
        key(window, "Down")
        wait_until(root, lambda: shown.beside.cget("text") == "No preview", 30, "no picture")
        key(window, "Escape")

    with dialog(root, look, "Open"):
        assert Dialogs(root).file_to_open("Open", KINDS, empty) is None


def test_files_in_use_lately_are_a_place(root: tk.Tk, folder: Path) -> None:
    recent = [str(folder / "dog.maze"), str(folder / "gone.maze"), str(folder / "Dragon.maze")]

    def choose(window: TclWindow) -> None:
        shown = dialog_of(window)
        names_in(shown)
        click(shown.places["recent"])
        assert names_in(shown) == ["dog.maze", "Dragon.maze"]
        shown.list.focus_set()
        shown.name.focus_set()
        key(window, "Down", 2)
        key(window, "Return")

    with dialog(root, choose, "Open"):
        dialogs = Dialogs(root, lambda: recent)
        assert dialogs.file_to_open("Open", KINDS, folder / "sub") == folder / "Dragon.maze"


def test_a_file_is_replaced_only_after_a_question(root: tk.Tk, folder: Path) -> None:
    asked: list[Path] = []

    def may_replace(path: Path) -> bool:
        asked.append(path)
        return len(asked) > 1

    dialogs = Dialogs(root)
    dialogs.may_replace = may_replace  # type: ignore[method-assign]

    def choose(window: TclWindow) -> None:
        key(window, "ctrl+slash")
        type_text(window, "dog")
        key(window, "Return")
        assert alive(window), "the answer was no"
        key(window, "Return")

    with dialog(root, choose, "Save"):
        assert dialogs.file_to_save("Save", KINDS, folder / "b.maze") == folder / "dog.maze"
    assert asked == [folder / "dog.maze"] * 2


def test_folders_have_the_names_of_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("DESKTOP", "DOCUMENTS", "DOWNLOAD", "PICTURES"):
        monkeypatch.delenv(f"XDG_{name}_DIR", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("config", "Bilder", "Documents"):
        (tmp_path / name).mkdir()
    (tmp_path / "config" / "user-dirs.dirs").write_text(
        '# a line\nXDG_PICTURES_DIR="$HOME/Bilder"\nXDG_DESKTOP_DIR="$HOME/"\n'
    )
    assert [label for label, _path in user_folders()] == ["Home", "Documents", "Bilder", "Computer"]


def test_the_dialog_is_no_larger_than_the_screen(
    root: tk.Tk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for scale in (1, 2):
        apply(root, "light", scale)
        room = 700, 500 * scale
        monkeypatch.setattr(own_dialog, "room_on_screen", lambda _window, room=room: room)

        def look(window: TclWindow, room: tuple[int, int] = room) -> None:
            wait_until(root, lambda: window.winfo_width() <= room[0])
            assert window.winfo_height() <= room[1]
            assert dialog_of(window).list.winfo_height() > 60
            key(window, "Escape")

        with dialog(root, look, "Open"):
            assert Dialogs(root).file_to_open("Open", KINDS, tmp_path) is None


@pytest.mark.slow
def test_the_window_draws_and_does_nothing_else_meanwhile(desk: Desk, outside: Outside) -> None:
    """Clicks, keys and Close have no effect, timers go on without a stall."""
    notes = outside.install("zenity", WAIT)
    walls, state = desk.document.maze.walls.copy(), desk.session.document.state
    gaps: list[float] = []
    last = time.thread_time()  # of the processor: others use this machine too

    def tick() -> None:
        nonlocal last
        now = time.thread_time()
        gaps.append(now - last)
        last = now
        desk.root.after(5, tick)

    def use() -> None:
        tick()
        click(desk.canvas, *desk.middle_of(4, 4, "right"))
        key(desk.root, "ctrl+z")
        key(desk.root, "F7")
        close(desk.root)
        desk.view.zoom_by(1)
        desk.wait(lambda: len(gaps) > 40, "timers")
        assert desk.view.viewport == desk.view._drawn, "drawn"
        assert open_windows(desk.root) == ["."]
        key(desk.root, "Escape")

    later(desk.root, (notes / "process").exists, use)
    dialogs = Dialogs(desk.root)
    assert dialogs.file_to_open("Open", KINDS) is None
    assert alive(desk.root)
    assert (desk.document.maze.walls == walls).all()
    assert desk.session.document.state == state
    assert sorted(gaps)[-3] < 0.05, "no stall, but for drawing all anew"
    wait_for_end(desk, notes)
    desk.view.fit()
    settle(desk.root)
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    # the window manager passes a click on when it has raised the window
    desk.wait(lambda: bool((desk.document.maze.walls != walls).any()), "a window that can be used")


def wait_for_end(desk: Desk, notes: Path) -> None:
    process = int((notes / "process").read_text())
    desk.wait(lambda: not Path(f"/proc/{process}").exists(), "the program to end")


def test_the_dialog_ends_with_the_window(desk: Desk, outside: Outside) -> None:
    notes = outside.install("zenity", WAIT)
    later(desk.root, (notes / "process").exists, desk.window.close)
    assert Dialogs(desk.root).file_to_open("Open", KINDS) is None
    process = int((notes / "process").read_text())
    until = time.monotonic() + 5
    while Path(f"/proc/{process}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{process}").exists()


def test_a_dialog_over_a_dialog_gives_the_grab_back(root: tk.Tk, outside: Outside) -> None:
    """Save film and the like ask for a file while they block the window themselves."""
    from mazeeditor.gui.widgets.modal import Modal

    modal = Modal(root, "Below")
    modal.add_button("OK", modal.destroy, primary=True)
    outside.printing("zenity", Path("/x.maze"))
    paths: list[Path | None] = []

    def ask(window: TclWindow) -> None:
        paths.append(Dialogs(root).file_to_open("Open", KINDS))
        assert str(root.tk.call("grab", "current", window)) == str(window)
        key(window, "Return")

    with dialog(root, ask, "Below"):
        modal.show()
    assert paths == [Path("/x.maze")]


def test_a_name_without_a_suffix_gets_one(root: tk.Tk, outside: Outside, tmp_path: Path) -> None:
    outside.printing("zenity", tmp_path / "a")
    assert Dialogs(root).file_to_save("Save", KINDS, tmp_path / "x.maze") == (tmp_path / "a.maze")
    (tmp_path / "a.maze").touch()
    for press, chosen in (("Escape", None), ("Tab", tmp_path / "a.maze")):

        def answer(window: TclWindow, press: str = press) -> None:
            key(window, press)
            if press == "Tab":
                key(window, "Return")

        with dialog(root, answer, "Replace a.maze?"):
            assert Dialogs(root).file_to_save("Save", KINDS, tmp_path / "x.maze") == chosen


def test_save_and_export_by_a_program(desk: Desk, outside: Outside, tmp_path: Path) -> None:
    """The suffix that is typed there chooses the format, as in Tk's dialog."""
    desk.window.dialogs = Dialogs(desk.root)
    outside.printing("zenity", tmp_path / "round.svg")
    desk.session.services.settings.format = "pdf"
    with dialog(desk.root, lambda window: key(window, "Return"), "Export"):
        desk.window.run(COMMANDS["export"])
    desk.wait(lambda: (tmp_path / "round.svg").exists(), "the export")
    desk.wait_for_work()
    assert (tmp_path / "round.svg").read_bytes().startswith(b"<?xml")
    (outside.folder / "chosen").write_bytes(os.fsencode(tmp_path / "mine"))
    key(desk.root, "ctrl+shift+s")
    desk.wait(lambda: (tmp_path / "mine.maze").exists(), "the project")
    desk.wait_for_work()


def test_which_dialogs_are_tried() -> None:
    assert order({}) == ["portal", "zenity", "kdialog"]
    assert order({"XDG_CURRENT_DESKTOP": "KDE"}) == ["portal", "kdialog", "zenity"]
    assert order({"SSH_CONNECTION": "1 2 3 4"}) == ["zenity", "kdialog"], "not another's screen"
    for name in ("portal", "zenity", "kdialog"):
        assert order({"MAZEEDITOR_FILE_DIALOG": name}) == [name]
    for name in ("own", "tk"):
        assert order({"MAZEEDITOR_FILE_DIALOG": name}) == []
    assert order({"MAZEEDITOR_FILE_DIALOG": "other"}) == order({})


class Session:
    """A D-Bus session of the test's own, and the portal on it."""

    def __init__(self, folder: Path) -> None:
        self.notes = folder / "calls"
        command = [str(shutil.which("dbus-daemon")), "--session", "--nofork", "--print-address"]
        command.append(f"--address=unix:dir={tempfile.gettempdir()}")  # it leaves its socket
        self._bus = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._bus.stdout
        self.address = self._bus.stdout.readline().strip()
        self.portal: subprocess.Popen[str] | None = None

    def choose(self, path: Path) -> None:
        """Let the portal answer with this path."""
        self.notes.with_suffix(".uri").write_text(f"file://{quote_from_bytes(os.fsencode(path))}")

    def start(self, behaviour: str) -> None:
        """Let a portal serve that behaves like that."""
        command = [sys.executable, "-m", "tests.fake_portal", behaviour, str(self.notes)]
        environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address}
        self.portal = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.portal.stdout
        assert self.portal.stdout.readline() == "ready\n"

    @property
    def calls(self) -> list[list[object]]:
        """The calls that have come: method, then arguments."""
        text = self.notes.read_text() if self.notes.exists() else ""
        return [json.loads(line) for line in text.splitlines()]

    def stop(self) -> None:
        """End both."""
        self._end(self.portal)
        self._end(self._bus)

    @staticmethod
    def _end(process: subprocess.Popen[str] | None) -> None:
        if process:
            process.kill()
            process.wait()
            assert process.stdout
            process.stdout.close()


@pytest.fixture
def session(tmp_path: Path, outside: Outside, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", f"{path}:/usr/bin:/bin")
    if not shutil.which("dbus-daemon"):
        pytest.skip("dbus-daemon is not installed (Debian: dbus-daemon)")
    session = Session(tmp_path)
    monkeypatch.setenv("PATH", path)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", session.address)
    outside.printing("zenity", Path("/by zenity.maze"))
    yield session
    session.stop()


@pytest.mark.slow
def test_every_name_comes_from_the_portal(session: Session, root: tk.Tk, tmp_path: Path) -> None:
    dialogs = Dialogs(root)
    session.start("choose")
    for name in NAMES:
        session.choose(tmp_path / name)
        assert dialogs.file_to_save("Save", KINDS, tmp_path / name) == tmp_path / name
        method, _parent, _title, options = session.calls[-1]
        assert method == "SaveFile"
        assert isinstance(options, dict)
        assert options["current_name"][1] == os.fsencode(name).decode(errors="replace")
    assert dialogs.file_to_open("Open", KINDS, tmp_path) == tmp_path / NAMES[-1]
    method, parent, title, options = session.calls[-1]
    assert (method, title) == ("OpenFile", "Open")
    assert str(parent).startswith("x11:")
    assert isinstance(options, dict)
    assert bytes(options["current_folder"][1]) == os.fsencode(tmp_path) + b"\0"
    assert options["filters"][1][0] == ["Mazes (all)", [[0, "*.maze"], [0, "*.txt"]]]


@pytest.mark.parametrize("behaviour", ["cancel", "vanish"])
def test_a_portal_that_is_cancelled_or_gone(session: Session, root: tk.Tk, behaviour: str) -> None:
    session.start(behaviour)
    assert Dialogs(root).file_to_open("Open", KINDS) is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("behaviour", ["fail", "hang", ""])
def test_where_the_portal_fails_the_programs_are_asked(
    session: Session, root: tk.Tk, monkeypatch: pytest.MonkeyPatch, behaviour: str
) -> None:
    """One that fails, one that never replies, and none at all."""
    monkeypatch.setattr(desktop_dialogs, "FIRST_REPLY_S", 0.5)
    if behaviour:
        session.start(behaviour)
    dialogs = Dialogs(root)
    for _time in range(2):
        assert dialogs.file_to_open("Open", KINDS) == Path("/by zenity.maze")
    assert len(session.calls) == bool(behaviour), "not asked again"


@pytest.mark.slow
def test_escape_in_the_window_closes_the_portals_dialog(session: Session, root: tk.Tk) -> None:
    session.start("wait")
    later(root, lambda: bool(session.calls), lambda: key(root, "Escape"))
    assert Dialogs(root).file_to_open("Open", KINDS) is None
    wait_until(root, lambda: [call[0] for call in session.calls] == ["OpenFile", "Close"])


def test_a_broken_dialog(root: tk.Tk, outside: Outside, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error in the worker is no reason for another dialog, nor hidden."""
    outside.printing("zenity", Path("/x"))

    def fail(*_what: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(sys.modules["mazeeditor.gui.file_dialogs"].OUTSIDE, "zenity", fail)
    with pytest.raises(ZeroDivisionError):
        FileDialogs(root, tuple, lambda _path: True).ask(FileQuestion("Open", KINDS), root)
    assert not root.tk.call("grab", "current")
