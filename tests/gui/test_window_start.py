"""Starting: seen at once, ready soon, one clear line without a display."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mazeeditor.app.commands.file_menu import recent
from mazeeditor.app.settings import Settings
from mazeeditor.cli import main
from mazeeditor.core.kernels.compiled import available, kernels_of
from mazeeditor.gui import app
from mazeeditor.gui.look import Theme
from mazeeditor.maze.facts.facts import facts
from tests.display import Display
from tests.gui.desk import open_desk

pytestmark = pytest.mark.own_window("how windows start")

HEAVY = ("numba", "fpdf", "networkx", "fontTools", "psutil", "PIL.PdfImagePlugin")

SHOW_EMPTY = """
import sys, tkinter, ctypes
bare = {*sys.modules}
import mazeeditor.cli
from mazeeditor.gui import app
from mazeeditor.app.settings import Settings
from mazeeditor.core.disk.paths import settings_path
root, theme = app.open_empty(Settings.load(settings_path()))
assert root.winfo_viewable() and root.winfo_width() > 600, root.geometry()
print(*{*sys.modules} - bare)
"""

# What is imported before the first window, beside tkinter, ctypes and what these import: it takes
# half as long again as a bare Tk window. Each further module has to be worth that everybody waits.
BEFORE_THE_WINDOW = {
    # Folders: one sentence each.
    *("mazeeditor.core", "mazeeditor.core.disk", "mazeeditor.core.processes"),
    *("mazeeditor.app.files", "mazeeditor.gui.desktop"),
    *("mazeeditor", "mazeeditor.cli", "mazeeditor.core.errors", "mazeeditor.core.translation"),
    *("mazeeditor.gui", "mazeeditor.gui.app", "mazeeditor.gui.empty_window"),
    *("mazeeditor.gui.look", "mazeeditor.gui.look.classic", "mazeeditor.gui.look.theme"),
    "mazeeditor.gui.desktop.system",
    *("mazeeditor.screen", "mazeeditor.screen.palette"),
    *("mazeeditor.app", "mazeeditor.app.settings"),
    "mazeeditor.core.disk.paths",
    "mazeeditor.app.files.user_folders",
    *("collections.abc", "gc", "gettext", "locale", "math", "pathlib", "select"),
    *("signal", "struct", "typing"),
}

START = """
import sys
from mazeeditor.gui import app
from mazeeditor.app.settings import Settings
from mazeeditor.gui.window.window import Window
heavy = {heavy!r}
seen = []
Window.get_ready = lambda self, path: seen.extend(name for name in heavy if name in sys.modules)
window = app.start(Settings())
assert window.session.document.maze.lattice.cells == 1200
print(*seen)
"""


def run(display: Display, program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DISPLAY": display.name},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_empty_window_is_seen_before_anything_large_is_loaded(display: Display) -> None:
    names = {*run(display, SHOW_EMPTY).split()}
    own = {name for name in names if name.partition(".")[0] == "mazeeditor"}
    others = {name.partition(".")[0] for name in names - own if not name.startswith("_")}
    assert own == {name for name in BEFORE_THE_WINDOW if name.partition(".")[0] == "mazeeditor"}
    allowed = {name.partition(".")[0] for name in BEFORE_THE_WINDOW}
    assert others <= allowed


@pytest.mark.slow  # a process
def test_nothing_slow_is_loaded_before_the_maze_is_seen(display: Display) -> None:
    assert run(display, START.format(heavy=HEAVY)) == ""


@pytest.mark.usefixtures("display")
def test_the_window_keeps_its_size_while_it_is_filled() -> None:
    heights = []
    build = app.open_empty

    def watched(settings: Settings) -> tuple[app.Application, Theme]:
        root, theme = build(settings)
        heights.append((root.winfo_height(), root.winfo_rooty()))
        return root, theme

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "open_empty", watched)
        desk = open_desk()
    heights.append((desk.root.winfo_height(), desk.root.winfo_rooty()))
    assert heights[0] == heights[1]


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_kernels_are_ready_after_a_while() -> None:
    if not available():
        pytest.skip("kernels are interpreted here")
    desk = open_desk()
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 300)
    kernels = [kernel[4] for kernel in kernels_of(facts)]
    assert len(kernels) > 4
    assert all(kernel.ready for kernel in kernels)


def test_without_a_display_it_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("", ":9876"):
        monkeypatch.setenv("DISPLAY", name)
        assert main([]) == 1
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith("mazeeditor: ")
        assert err.count("\n") == 1
        assert "command line: mazeeditor --help" in err


HOSTILE = {
    "theme": "x" * 10**5,
    "format": "\ud800",
    "film": "x" * 10**5,
    "recent": ["/\ud800/\udcff.maze", "/a\nb\tc.maze", "/" + "x" * 4000, "relative", "/"],
    "watched": ["x" * 10**5, "\udcff"] * 100,
    "sections": {"x" * 10**5: True, "page": False, "\ud800": True},
    "width": 1,
    "height": 1,
}


def test_hostile_settings(display: Display, tmp_path: Path) -> None:
    """The window starts, its lists open, and what it keeps is read again."""
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(HOSTILE))
    settings = Settings.load(path)
    desk = open_desk(settings)
    for _label, opening in desk.window.session.parts.call(recent):
        assert callable(opening)
    desk.window.root.update()
    settings.remember(tmp_path / "a.maze")
    settings.save()
    assert Settings.load(path) == settings
    assert display


def test_the_status_bar_reports_broken_settings(display: Display, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{")
    desk = open_desk(Settings.load(path))
    assert desk.window.status.text == (
        f"The settings were damaged and all have their defaults; the old ones are in {path}.broken."
    )
    assert display


@pytest.mark.usefixtures("display")
def test_the_size_of_last_time_comes_back() -> None:
    desk = open_desk(Settings(width=900, height=600))
    assert (desk.root.winfo_width(), desk.root.winfo_height()) == (900, 600)
