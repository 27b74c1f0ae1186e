"""Files of strangers in the current folder are not run, whatever they are named.

Each module that Python has, that is installed, or that any command looks for, has a namesake there,
which leaves a mark when it is run. Every command is then run there, also with work that it gives
to other processes, and the window is opened.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from tests.cli.run import mazeeditor
from tests.cli.test_every_command import SMALL
from tests.display import Display
from tests.maze.ground.fields import small_field
from tests.signal_masks import LONGEST, wait_until_caught

SCRIPT = Path(sys.executable).with_name("mazeeditor.exe" if os.name == "nt" else "mazeeditor")
BOOK = {
    "format": "mazeeditor book",
    "version": 1,
    "title": "Book",
    "chapters": [{"count": 12, "sizes": {"rows": 6, "columns": 5}}],
}
FIRST = [  # what the examples read, and the commands below
    "mazeeditor generate --outline FIELD.geojson -o FIELD.maze",
    "mazeeditor generate --rows 30 --columns 40 --seed 7 -o maze.maze",
    f"mazeeditor {SMALL['sheet']}",
    "mazeeditor generate --rows 60 --columns 60 --seed 1 --braid 0.8 -o loops.maze",
    "mazeeditor generate --rows 300 --columns 300 --seed 1 -o large.maze",
]
APART = [  # work in other processes: a library's, or pages and mazes
    "mazeeditor export loops.maze -o line.svg --job path --continuous",
    "mazeeditor export large.maze -o plate.stl --job plate",
    "mazeeditor sheet --count 4 --workers 2 --title Mazes -o pages.pdf",
    "mazeeditor book small.mazebook --workers 2 -o book.pdf",
    'mazeeditor search --rows 9 --columns 9 --seeds 20 --want "route=0..1" --workers 2 -o m.maze',
]
FURTHER = [  # formats and options whose libraries no example needs
    "mazeeditor export maze.maze -o maze.svg --title Otto",
    "mazeeditor export maze.maze -o maze.png --title مرحبا",
    "mazeeditor export maze.maze -o maze.dxf",
    "mazeeditor generate --rows 30 --columns 30 --mask heart -o heart.maze",
    "mazeeditor --version",
]
DIFFERENT = 1  # of ``diff``, as of diff

RECORDER = """
import json, os, sys
names = set()

class Recorder:
    def find_spec(self, name, path=None, target=None):
        names.add(name.partition(".")[0])

sys.meta_path.insert(0, Recorder())
from mazeeditor.cli import main
commands, out = json.loads(sys.argv[1]), os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
for command in commands:
    try:
        main(command)
    except SystemExit:  # of --version
        pass
sys.stdout.flush()
os.write(out, json.dumps(sorted(names | {name.partition(".")[0] for name in sys.modules})).encode())
"""

# Begins as the program's script does, which lies elsewhere too. As of one process for each command,
# the modules that it imports are looked for where ``sys.path`` leads, so it must not lead there.
RUNNER = """
import json, os, sys
if __name__ == "__main__":  # not where work goes to other processes
    from mazeeditor.cli import main
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    here = os.getcwd()
    for command in json.loads(sys.argv[1]):
        before = sum(os.times()[2:4])
        try:
            status = main(command)
        except SystemExit as end:  # of --version
            status = end.code or 0
        led_here = [place for place in sys.path if os.path.realpath(place) == here]
        children = sum(os.times()[2:4]) > before
        result = [status, led_here, os.path.exists("marks"), children]
        print(json.dumps(result), file=out, flush=True)
"""


def words(command: str) -> list[str]:
    return shlex.split(command)[1:]


def examples() -> dict[str, str]:
    return {
        each.name: f"mazeeditor {SMALL[each.name]}" if each.name in SMALL else each.example
        for each in SUBCOMMANDS
    }


def prepare(folder: Path) -> None:
    """Write what no command makes of what the commands read."""
    (folder / "small.mazebook").write_text(json.dumps(BOOK))
    small_field(folder)


def place_namesakes(folder: Path, names: Iterable[str]) -> None:
    """Write a file for each module, which leaves a mark when it is run."""
    for name in names:
        if name.isidentifier() and not (folder / f"{name}.py").exists():
            (folder / f"{name}.py").write_text(
                f"import sys\nopen({str(folder / 'marks')!r}, 'a').write({name!r} + '\\n')\n"
            )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder: each module of Python, and each that is installed, has a namesake there."""
    folder = tmp_path_factory.mktemp("downloads")
    prepare(folder)
    place_namesakes(folder, {*sys.stdlib_module_names, *packages_distributions()})
    return folder


def looked_for(folder: Path) -> set[str]:
    """Run all commands in a folder; return the names of all modules that they look for."""
    prepare(folder)
    # in this process, where all that is looked for is seen: a small maze is not left to another
    here = {"--workers 2": "--workers 1", "large.maze": "maze.maze"}
    apart = [re.sub("|".join(here), lambda found: here[found[0]], command) for command in APART]
    commands = [*FIRST, *examples().values(), *FURTHER, *apart]
    ran = subprocess.run(
        [sys.executable, "-c", RECORDER, json.dumps(list(map(words, commands)))],
        cwd=folder,
        stdin=DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=4 * LONGEST,
    )
    names = set(json.loads(ran.stdout))
    assert {"random", "numpy", "fpdf", "ezdxf", "pikepdf"} <= names, ran.stderr
    return names


@pytest.fixture
def marks(folder: Path) -> Iterator[Path]:
    """The file of the names of what was run, which there must not be in the end."""
    marks = folder / "marks"
    marks.unlink(missing_ok=True)
    yield marks
    assert not marks.exists(), f"code of strangers was run: {marks.read_text().split()}"


@pytest.mark.slow
def test_the_folder_is_hostile(folder: Path) -> None:
    """Python itself runs what lies there."""
    (folder / "marks").unlink(missing_ok=True)
    subprocess.run([sys.executable, "-c", "import random"], cwd=folder, check=False)
    first = "linecache" if sys.version_info >= (3, 13) else "random"  # -c keeps its lines there
    assert first in (folder / "marks").read_text()


@pytest.mark.slow
def test_every_command(folder: Path, marks: Path, tmp_path: Path) -> None:
    """Also with work that goes to other processes."""
    assert marks.parent == folder
    clean = tmp_path / "clean"
    clean.mkdir()
    place_namesakes(folder, looked_for(clean))
    commands = [*FIRST, *examples().values(), *FURTHER, *APART]
    (folder / "children.mazebook").unlink(missing_ok=True)  # ``book --new`` replaces none
    runner = tmp_path / "runner.py"
    runner.write_text(RUNNER)
    ran = subprocess.run(
        [sys.executable, runner, json.dumps(list(map(words, commands)))],
        cwd=folder,
        stdin=DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * LONGEST,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    results = list(map(json.loads, ran.stdout.splitlines()))
    assert len(results) == len(commands), ran.stderr
    for command, (status, led_here, marked, children) in zip(commands, results, strict=True):
        assert status in (0, DIFFERENT if "diff" in command else 0), command
        assert led_here == [], command
        assert not marked, command
        if command in APART:
            told = sys.platform != "win32"  # which tells no times of children
            assert children or not told, f"this was meant to start other processes: {command}"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="ends the window by a signal")
def test_the_window(folder: Path, marks: Path, display: Display) -> None:
    assert marks.parent == folder
    assert mazeeditor("generate", "--rows", 9, "-o", "maze.maze", cwd=folder).status == 0
    environment = {**os.environ, "DISPLAY": display.name}
    environment.pop("HOME", None)  # where Tk looks for files to run; without it, in the folder
    for name in (".Tk", ".Mazeeditor", ".mazeeditor"):
        (folder / f"{name}.py").write_text((folder / "random.py").read_text())
        (folder / f"{name}.tcl").write_text("close [open marks w]\n")
    process = subprocess.Popen(
        [SCRIPT, "maze.maze"], cwd=folder, env=environment, stderr=PIPE, text=True
    )
    try:
        wait_until_caught(process)
        time.sleep(3)  # the rest is imported when the window is seen
    finally:
        process.send_signal(signal.SIGTERM)
        error = process.communicate(timeout=LONGEST)[1]
    assert process.returncode == 128 + signal.SIGTERM, error
    assert "Traceback" not in error
