"""Who may install nothing is shown the one command that does, and nothing else happens."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.sources import ROOT

IS_USER = "#!/bin/sh\necho 1000\n"
REFUSES = "#!/bin/sh\nexit 1\n"  # sudo without a password
FAILS = "#!/bin/sh\ntouch called\n"


@pytest.mark.parametrize(("by_hand", "start"), [("sudo", "sudo sh -c '"), ("", "su root -c '")])
def test_without_rights_the_one_command_is_shown(by_hand: str, start: str, tmp_path: Path) -> None:
    shell = shutil.which("sh")
    assert shell
    for name, script in (("id", IS_USER), (by_hand, REFUSES), ("apt-get", FAILS)):
        if name:
            (tmp_path / name).write_text(script)
            (tmp_path / name).chmod(0o755)
    command = [shell, str(ROOT / ".ci" / "packages"), "xvfb", "poppler-utils"]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert not (tmp_path / "called").exists()
    lines = [line.strip() for line in done.stderr.splitlines() if "apt-get" in line]
    assert lines == [f"{start}apt-get update && apt-get install --yes xvfb poppler-utils'"]
