"""A CUPS of the tests: ``lp`` and ``lpstat`` on the path, which note what they were called with."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from mazeeditor.app.files import desktop_programs

OUTPUT_OF = desktop_programs.output_of  # other tests start no programs
LPSTAT = """case "$1" in
-e) echo Office; echo Home_2;;
-d) echo "system default destination: Home_2";;
esac"""


@dataclass(frozen=True)
class Cups:
    """Programs in a ``folder``; ``log`` is what they were called with, ``spool`` what they got."""

    folder: Path
    log: Path
    spool: Path

    def program(self, name: str, then: str = "") -> None:
        """Install a program that does ``then``; one that prints keeps a copy of the last file."""
        asks = name in ("lpstat", "lpoptions")
        note = "" if asks else f'printf "%s\\n" {name} "$@" >> "{self.log}"\n'
        keep = "" if asks else f'for last; do :; done; cp "$last" "{self.spool}"\n'
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{note}{keep}{then}\n")
        path.chmod(0o755)

    def calls(self) -> list[str]:
        return [os.fsdecode(line) for line in self.log.read_bytes().splitlines()]

    def printed(self) -> bytes:
        return self.spool.read_bytes()


def install_cups(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Cups:
    """Put lp and lpstat on the path, with two printers, the second the usual one."""
    programs = folder / "cups"
    programs.mkdir()
    cups = Cups(programs, folder / "calls", folder / "spool.pdf")
    cups.program("lpstat", LPSTAT)
    cups.program("lp")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(desktop_programs, "output_of", OUTPUT_OF)
    return cups
