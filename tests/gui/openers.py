"""The programs of the desktop that open files and folders, replaced by ones that take notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gui.desk import Desk


class Openers:
    """Stand-ins for ``xdg-open`` and ``gdbus``, alone on the path, that note their arguments.

    For tests with the fixture ``real_programs``; others start none.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._notes = folder / "notes"
        for name in ("xdg-open", "gdbus"):
            program = folder / name
            program.write_text(f'#!/bin/sh\nprintf "%s\\n" {name} "$@" >> "{self._notes}"\n')
            program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    @property
    def used(self) -> bool:
        return self._notes.exists()

    def wait_for(self, desk: Desk, program: str, argument: str) -> None:
        """Wait until this program was started with this text in an argument, and has ended."""

        def started() -> bool:
            lines = self._notes.read_text().splitlines() if self.used else []
            return lines[:1] == [program] and any(argument in line for line in lines)

        desk.wait(started, f"{program} {argument}")
        desk.wait(lambda: not desk.session.services.background.busy, "its end")
        self._notes.unlink()
