"""What every test gets: settings and display of its own, real mazes, and no error unseen."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tkinter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.app.files import desktop_programs
from mazeeditor.core import memory
from mazeeditor.core.kernels import compiled
from mazeeditor.core.typefaces import typefaces
from mazeeditor.page.print_warnings import look_again
from tests.bytecode import compile_together
from tests.desktop import Desktop
from tests.display import Display
from tests.kernels import keep_kernels
from tests.windows import INTERPRETERS, Call, Interpreters, Watch
from tests.wine.machine import READERS

pytest_plugins = ("tests.tiers", "tests.limits", "tests.second_run", "tests.changed")

MAZES = Path(__file__).parents[2] / "shared" / "mazes"
OF_WINDOWS = ("WIN_PD_OVERRIDE_APPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA")  # read by platformdirs
PROCESSES_A_CORE = 2
RUN_PROGRAM = desktop_programs.run_program

# Containers often forbid bytecode. Then each process that a test starts would compile all that it
# imports, and pytest all tests, anew: `make clean` removes what they keep.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for kernels and for Windows."""
    words = "compile each kernel, however small its work, and check its indices of arrays"
    parser.addoption("--bounds", action="store_true", help=words)
    words = "install the program for Windows under Wine, and use it: as ./test --windows does"
    parser.addoption("--windows", action="store_true", help=words)


def pytest_configure(config: pytest.Config) -> None:
    """Separate the tests from the user's screen and language; keep compiled kernels."""
    config.addinivalue_line("markers", "dpi(number): the resolution of the test's display")
    words = "own_window(reason): each case opens an application, not the window that others share"
    config.addinivalue_line("markers", words)
    config.stash[INTERPRETERS] = Interpreters()
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "LANGUAGE"):
        os.environ.pop(name, None)
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["MAZEEDITOR_FILE_DIALOG"] = "tk"  # tests of the others choose them
    os.environ["GTK_THEME"] = "Adwaita"  # light, and known without a process for each window
    if config.getoption("--bounds"):
        os.environ["NUMBA_BOUNDSCHECK"] = "1"  # before numba is imported
        compiled.FEW_ELEMENTS = compiled.INTERPRETED_ELEMENTS = -1
    if config.pluginmanager.hasplugin("cacheprovider"):
        keep_kernels(checked=config.getoption("--bounds"))


@pytest.fixture(autouse=True)
def alone(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> None:
    """Let the program under test find no settings, recent files or recovery of anybody's.

    It starts no program of the desktop either, such as a browser.
    """
    home = tmp_path_factory.getbasetemp() / "homes" / f"{abs(hash(request.node.nodeid)):x}"
    for name in ("CONFIG", "CACHE", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    for name in OF_WINDOWS:
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.delenv("MAZEEDITOR_STATE", raising=False)
    monkeypatch.setattr(desktop_programs, "run_program", lambda _command: True)
    monkeypatch.setattr(desktop_programs, "output_of", lambda _command: None)  # nor a printer
    monkeypatch.setattr(os, "startfile", lambda *_names: None, raising=False)


@pytest.fixture(autouse=sys.platform == "win32")
def without_oracles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the tests that need what Windows has not: links without a right, programs of Linux."""

    def link(_target: object, name: str | Path, *_more: object, **_options: object) -> None:
        if str(name).endswith("current"):  # pytest's own, without which it goes on
            raise OSError("no links here")
        pytest.skip("no links here")

    monkeypatch.setattr(os, "symlink", link)
    start = subprocess.Popen.__init__

    def started(process: subprocess.Popen[Any], command: Any, *more: Any, **options: Any) -> None:
        name = command[0] if isinstance(command, list) else ""
        if name in READERS and shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")
        start(process, command, *more, **options)

    monkeypatch.setattr(subprocess.Popen, "__init__", started)


@pytest.fixture
def real_programs(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """Let the program under test start those of the desktop that are on the path."""
    monkeypatch.setattr(desktop_programs, "run_program", RUN_PROGRAM)


@pytest.fixture
def large_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all steps of the history count as large: a worker prepares them."""
    monkeypatch.setattr("mazeeditor.editing.edits.BYTES_AT_ONCE", 0)


@pytest.fixture
def own_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that holds the only typefaces of a computer without fontconfig, none at first.

    ``look_again`` finds what a test puts there.
    """
    folder = tmp_path / "fonts"
    folder.mkdir()
    typefaces.installed_typefaces()  # else what is found below would count as known before
    # those of the test itself: two that replace the same thing must be undone in their order
    monkeypatch.setattr(typefaces, "folders", lambda: [folder])
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setenv("MAZEEDITOR_CACHE", str(tmp_path / "cache of typefaces"))
    look_again()
    yield folder
    typefaces.installed_typefaces()
    monkeypatch.undo()
    look_again()


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the settings, which is not there yet; presets and the like lie beside it."""
    monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(tmp_path / "settings.json"))
    return tmp_path / "settings.json"


@pytest.fixture
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for the log and what is open, which is not there yet."""
    monkeypatch.setenv("MAZEEDITOR_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def usual_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable says where settings and state are kept."""
    for name in ("MAZEEDITOR_SETTINGS", "MAZEEDITOR_STATE", "XDG_CONFIG_HOME", *OF_WINDOWS):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's home folder is that of the test."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


@pytest.fixture
def work_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder is that of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do without the compiler, which takes longer than all else on small mazes."""
    monkeypatch.setenv("MAZEEDITOR_PURE", "1")


@pytest.fixture
def free_memory(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    """Let the system report so many free bytes, or nothing; small work asks for them too."""

    def report(free: int | None) -> None:
        monkeypatch.setattr(memory, "MIN_CHECKED_BYTES", 0)
        monkeypatch.setattr(memory, "free_bytes", lambda: free)

    return report


@pytest.fixture
def without_gallery(settings_file: Path) -> None:
    """Let windows in processes of their own show the maze, and not the gallery."""
    settings_file.write_text('{"gallery": false}')


def _need_server() -> None:
    """Skip the tests of windows on systems that have no X server which draws into memory."""
    if sys.platform != "linux" and shutil.which("Xvfb") is None:
        pytest.skip("windows are tested on Linux: they need Xvfb")


@pytest.fixture(scope="session")
def displays() -> Callable[[int], Display]:
    """Return the session's display of that many dpi, started when first asked for."""
    started: dict[int, Display] = {}

    def display(dpi: int) -> Display:
        _need_server()
        if dpi not in started:
            started[dpi] = Display(dpi)
        return started[dpi]

    return display


@pytest.fixture
def display(
    request: pytest.FixtureRequest,
    displays: Callable[[int], Display],
    monkeypatch: pytest.MonkeyPatch,
) -> Display:
    """Show the windows of this test on a private display, 96 dpi or ``@pytest.mark.dpi(192)``."""
    marker = request.node.get_closest_marker("dpi")
    one = displays(marker.args[0] if marker else 96)
    monkeypatch.setenv("DISPLAY", one.name)
    one.screen.let_go()  # whatever the test before has held
    return one


@pytest.fixture(scope="session")
def one_desktop() -> Iterator[Desktop]:
    """Return the session's display with a window manager."""
    _need_server()
    desktop = Desktop()
    yield desktop
    desktop.stop()


@pytest.fixture
def desktop(one_desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    """Show the windows of this test on a private display with a window manager."""
    monkeypatch.setenv("DISPLAY", one_desktop.name)
    one_desktop.screen.let_go()
    yield one_desktop
    one_desktop.screen.let_go()


@pytest.fixture(autouse=True)
def watch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """Fail the test where a Tk callback raises, and destroy every window it leaves."""
    watch = Watch(shares=request.node.get_closest_marker("own_window") is None)
    watch.install(monkeypatch)
    yield watch
    watch.close_all()
    for root in watch.roots:
        request.config.stash[INTERPRETERS].keep(root)
    watch.roots.clear()
    gc.enable()  # the program's window has switched the collector off
    if watch.errors:
        pytest.fail("Errors in Tk callbacks:\n\n" + "\n".join(watch.errors), pytrace=False)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Let two processes share a core: each waits for its screen, or others, half of the time."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # the number that it holds
    return PROCESSES_A_CORE * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Compile all tests of a fresh checkout, and the program, together with other processes.

    The tests stay to the end, so Python's collector need not look through them.
    """
    gc.disable()
    try:
        compile_together(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Free the windows of tests in this thread, when pytest has let go of them.

    What the cases of a folder have left of a window that they share is freed at their end: the next
    folder may have threads, in which Tk's objects must not be freed.
    """
    result = yield
    Call.made.clear()
    item.config.stash[INTERPRETERS].let_go()
    if nextitem is None or nextitem.path.parent != item.path.parent:
        gc.collect()
    return result


@pytest.fixture
def root(display: Display) -> tkinter.Tk:
    """Return an empty window on the private display."""
    return tkinter.Tk(screenName=display.name)


def _maze_files() -> list[Path]:
    return sorted(path for path in MAZES.glob("*.txt"))


@pytest.fixture
def mazes() -> list[Path]:
    """Return the real maze files; skips where the folder beside the checkout is absent."""
    if not _maze_files():
        pytest.skip("the folder shared/mazes is not beside the checkout")
    return _maze_files()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes ``maze_file`` once for each real maze file."""
    if "maze_file" not in metafunc.fixturenames:
        return
    absent = pytest.mark.skip(reason="the folder shared/mazes is not beside the checkout")
    values: list[object] = [*_maze_files()] or [pytest.param(None, marks=absent)]
    metafunc.parametrize("maze_file", values, ids=lambda path: path.name if path else "absent")
