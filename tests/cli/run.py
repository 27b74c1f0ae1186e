"""Runs the program in processes of its own, where tkinter cannot be imported.

To start Python and import what every command needs takes half a second, so one process for each
worker of the suite does that once, and a fork of it runs each command::

    test ── request ──> server ── fork ──> child: main(arguments)
         <── status ───        <── exit ──        stdout and stderr: files
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.line_server import ask

LONGEST = 120  # s that a command may take

PROGRAM = """
import sys
sys.modules["tkinter"] = sys.modules["_tkinter"] = None
from mazeeditor.cli import main
sys.exit(main())
"""

# A child ends as Python does, but without taking all its objects apart: these are shared with the
# server, so the system would copy each page of its memory, which takes longer than most commands.
SERVER = """
import atexit, gc, json, os, signal, sys, threading
import fpdf, psutil, PIL.GifImagePlugin, PIL.PngImagePlugin  # half of a second
sys.modules["tkinter"] = sys.modules["_tkinter"] = None
from mazeeditor.cli import main
from mazeeditor.cli.parser import build_parser
from mazeeditor.cli.commands import SUBCOMMANDS

def prepare(request):
    signal.alarm(request["longest"])
    for stream, name in enumerate((request["input"], *request["outputs"])):
        os.dup2(os.open(name, os.O_RDWR), stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv[1:] = request["arguments"]

def status_of_main():
    try:
        sys.exit(main())
    except SystemExit as end:
        if isinstance(end.code, int):
            return end.code
        print(end.code or "", end="", file=sys.stderr)
        return int(bool(end.code))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1

def run(request):
    prepare(request)
    status = status_of_main()
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)

len(SUBCOMMANDS)  # imports all of them
build_parser()
gc.collect()
gc.freeze()
requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
for line in requests:
    child = os.fork()
    if not child:
        run(json.loads(line))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)
"""


@dataclass(frozen=True)
class Ran:
    """What a process left behind."""

    status: int
    out: str
    error: str


def mazeeditor(
    *arguments: object,
    cwd: Path | None = None,
    stdin: Path | None = None,
    stdout: Path | None = None,
    **environment: str,
) -> Ran:
    """Run ``mazeeditor ARGUMENTS`` and check that no traceback comes out, whatever happens.

    Standard input is the file ``stdin``, else empty. Standard output goes to the device ``stdout``,
    where one is named (on systems with ``fork``), else into the result. With variables in
    ``environment``, which are read while modules are imported, a new Python does so.
    """
    words, source, folder = list(map(str, arguments)), str(stdin or os.devnull), cwd or Path.cwd()
    if hasattr(os, "fork") and not environment:
        ran = _run_forked(words, source, stdout, folder)
    else:
        assert stdout is None
        ran = _run_anew(words, source, folder, {**os.environ, **environment})
    assert "Traceback" not in ran.error, ran.error
    return ran


def _run_anew(arguments: list[str], source: str, folder: Path, environment: dict[str, str]) -> Ran:
    with Path(source).open("rb") as stdin:
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            stdin=stdin,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=LONGEST,
        )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def _run_forked(arguments: list[str], source: str, device: Path | None, folder: Path) -> Ran:
    with tempfile.TemporaryDirectory() as outputs:
        names = [Path(outputs, name) for name in ("out", "error")]
        for name in names:
            name.touch()
        request = {
            "arguments": arguments,
            "folder": str(folder),
            "environment": dict(os.environ),
            "input": source,
            "outputs": [str(device or names[0]), str(names[1])],
            "longest": LONGEST,
        }
        status = int(ask(SERVER, request))
        return Ran(status, *(name.read_text("utf-8") for name in names))


def failure(*arguments: object, status: int, cwd: Path | None = None) -> str:
    """Run a command that must fail with ``status`` and one line on stderr; return the line."""
    ran = mazeeditor(*arguments, cwd=cwd)
    assert ran.status == status, ran
    assert ran.out == ""
    assert ran.error.endswith("\n")
    assert ran.error.count("\n") == 1, ran.error
    return ran.error.strip()
