"""Ctrl+C, a closed terminal, the end of the session: they reach a command and all its processes."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tests.breadth import combinations, repeats, rotating
from tests.cli.run import mazeeditor
from tests.signal_masks import LONGEST, wait_for

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="groups of processes are those of POSIX"),
    pytest.mark.slow,
]

COMMANDS = {
    "line": "export loops.maze -o out.svg --job path --continuous",
    "plate": "export large.maze -o out.stl --job plate",
    "sheet": "sheet --count 2000 --workers 2 -o out.pdf",
    "search": 'search --rows 40 --columns 40 --seeds 9999 --want "route=1" --workers 2 -o out.maze',
}
if sys.platform == "win32":
    pytest.skip("Windows has no signals to groups", allow_module_level=True)
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
INTERRUPTED = {"mazeeditor: Interrupted.\n", "mazeeditor: Interrupted; nothing was written.\n"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mazes")
    for name, size, braid in (("loops", 65, 0.8), ("large", 300, 0)):
        sizes = ["--rows", size, "--columns", size, "--braid", braid]
        made = mazeeditor("generate", *sizes, "--seed", 1, "-o", f"{name}.maze", cwd=folder)
        assert made.status == 0
    return folder


@pytest.mark.parametrize(
    ("name", "number", "seed"),
    rotating(combinations(list(COMMANDS), SIGNALS, repeats(2, 20)), 3),
)
def test_a_signal_to_all_processes(
    name: str, number: signal.Signals, seed: int, folder: Path
) -> None:
    """One line, the status of the signal, no process left: from when the first child starts on."""
    with subprocess.Popen(
        [sys.executable, "-m", "mazeeditor", *shlex.split(COMMANDS[name])],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that runs the tests in the background has its children ignore Ctrl+C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        parent = psutil.Process(process.pid)
        wait_for(parent.children, process)
        time.sleep(Random(f"{name} {number} {seed}").random() * 0.7 * seed)  # at once at first
        children = []
        with suppress(psutil.NoSuchProcess):  # it has ended: nobody has waited for it yet
            children = parent.children()
        os.killpg(process.pid, number)
        error = process.communicate(timeout=LONGEST)[1]
    if process.returncode == 0:
        (made,) = folder.glob("out.*")
        made.unlink()
        return
    assert (process.returncode, error in INTERRUPTED) == (128 + number, True), error
    for made in folder.glob("out.*"):  # the signal came just behind the file, which is whole
        assert "nothing was written" not in error
        made.unlink()
    wait_for(lambda: not any(child.is_running() for child in children))
