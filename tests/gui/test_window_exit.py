"""The end of the program: prompt, with the right status, whatever the workers are doing."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

import pytest

from mazeeditor.core.kernels.compiled import available
from tests.display import Display
from tests.gui.desk import open_desk
from tests.windows import Watch

pytestmark = [
    pytest.mark.usefixtures("without_gallery"),
    pytest.mark.own_window("how the process ends"),
]
LONG = 60.0  # s that a kernel is compiled

QUIT_WHILE_COMPILING = f"""
import sys, time
from mazeeditor.core.kernels import jit
from mazeeditor.cli import main
from mazeeditor.gui import app
from mazeeditor.app.commands import COMMANDS

def compile_for_long(*_what):
    print("compiling", end=" ")
    time.sleep({LONG})

def start(*what, **named):
    def quit_when_it_compiles():
        if jit.IN_USE.locked():
            window.run(COMMANDS["quit"])
        else:
            window.root.after(10, quit_when_it_compiles)

    window = original(*what, **named)
    quit_when_it_compiles()
    return window

jit._compiled = jit.import_module = compile_for_long
original, app.start = app.start, start
sys.exit(main([]))
"""


@pytest.mark.slow  # a process
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_the_program_does_not_wait_for_the_compiler(display: Display) -> None:
    started = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", QUIT_WHILE_COMPILING],
        env={**os.environ, "DISPLAY": display.name},
        capture_output=True,
        text=True,
        timeout=2 * LONG,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "compiling ", "")
    assert perf_counter() - started < LONG


@pytest.mark.usefixtures("display")
def test_an_interrupt_in_a_callback_ends_the_event_loop(watch: Watch) -> None:
    watch.allow(KeyboardInterrupt)
    desk = open_desk()

    def interrupt() -> None:
        raise KeyboardInterrupt

    desk.root.after(0, interrupt)
    with pytest.raises(KeyboardInterrupt):
        desk.root.mainloop()
    assert desk.answers.errors == []
