"""Runs the program in a process of its own, where tkinter cannot be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROGRAM = """
import sys
sys.modules["tkinter"] = sys.modules["_tkinter"] = None
from mazeeditor.cli import main
sys.exit(main())
"""


@dataclass(frozen=True)
class Ran:
    """What a process left behind."""

    status: int
    out: str
    error: str


def mazeeditor(*arguments: object, cwd: Path | None = None, **environment: str) -> Ran:
    """Run ``mazeeditor ARGUMENTS`` and check that no traceback comes out, whatever happens."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
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
