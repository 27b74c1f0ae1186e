"""Runs the program where tkinter cannot be imported: here, or in a process of its own.

A command that runs here finds all modules loaded and all kernels compiled. A process of its own is
for tests of which that is the subject.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from mazeeditor.cli import main

LONGEST = 120  # s that a command may take

PROGRAM = """
import sys
sys.modules["tkinter"] = sys.modules["_tkinter"] = None
from mazeeditor.cli import main
sys.exit(main())
"""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    error: str


def mazeeditor(
    *arguments: object,
    cwd: Path | None = None,
    stdin: Path | None = None,
    stdout: Path | None = None,
) -> Ran:
    """Run ``mazeeditor ARGUMENTS`` in this process; what it does not catch fails the test.

    Standard input is the file ``stdin``, else empty. Standard output goes to the device ``stdout``,
    where one is named, else into the result.
    """
    before = Path.cwd()
    out, error = _stream("surrogateescape"), _stream("backslashreplace")
    with (
        Path(stdin or os.devnull).open(encoding="utf-8") as source,
        stdout.open("w", encoding="utf-8") if stdout else nullcontext(out) as output,
        pytest.MonkeyPatch.context() as patch,
    ):
        for name in ("tkinter", "_tkinter"):
            patch.setitem(sys.modules, name, None)
        for name, stream in {"stdin": source, "stdout": output, "stderr": error}.items():
            patch.setattr(sys, name, stream)
        for name in ("", "mazeeditor"):  # those of pytest and of tests before: logs go to stderr
            patch.setattr(logging.getLogger(name), "handlers", [])
        os.chdir(cwd or before)
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:  # of --help and --version
            status = int(end.code or 0)
        finally:
            os.chdir(before)
    return Ran(status, _written(out), _written(error))


def _stream(errors: str) -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), "utf-8", errors, newline="\n")


def _written(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def mazeeditor_apart(*arguments: object, cwd: Path, **environment: str) -> Ran:
    """Run ``mazeeditor ARGUMENTS`` in a process of its own, with these variables too."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=LONGEST,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def failure(*arguments: object, status: int, cwd: Path | None = None) -> str:
    """Run a command that must fail with ``status`` and one line on stderr; return the line."""
    ran = mazeeditor(*arguments, cwd=cwd)
    assert ran.status == status, ran
    assert ran.out == ""
    assert ran.error.endswith("\n")
    assert ran.error.count("\n") == 1, ran.error
    return ran.error.strip()
