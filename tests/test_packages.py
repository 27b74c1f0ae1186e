"""What packages of the program hold: on Windows, the versions that its own needs allow."""

from __future__ import annotations

import os
import re
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
WINDOWS = {"sys_platform": "win32", "python_version": "3.13", "platform_system": "Windows"}
PINNED = re.compile(r"(\S+) --hash=sha256:[0-9a-f]{64}")


def pinned() -> dict[str, str]:
    """Return the version of each package that the program for Windows holds."""
    lines = (ROOT / "packaging" / "windows" / "requirements.txt").read_text().splitlines()
    found = {}
    for line in lines[1:]:  # the first says what the file is
        match = PINNED.fullmatch(line)
        assert match, line
        name, version = match[1].split("==")
        found[name] = version
    return found


def test_windows_has_all_that_the_program_needs() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    wanted = setup["options"]["install_requires"].splitlines()
    needs = [Requirement(line) for line in wanted if line and not line.startswith("#")]
    needs = [need for need in needs if need.marker is None or need.marker.evaluate(WINDOWS)]
    versions = pinned()
    assert len(needs) > 10
    for need in needs:
        assert need.specifier.contains(versions[need.name]), need


def test_a_zip_of_the_same_files_has_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "packaging"), *sys.path])
    from tools import write_zip

    made = []
    for turn in range(2):
        folder = tmp_path / f"folder {turn}"
        for name in ("b", "a", "inner/c")[:: 1 - 2 * turn]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name * 100)
            os.utime(folder / name, (turn * 10**6, turn * 10**6))
        write_zip(tmp_path / f"{turn}.zip", folder, "mazeeditor")
        made.append((tmp_path / f"{turn}.zip").read_bytes())
    assert made[0] == made[1]
