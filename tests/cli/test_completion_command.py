"""``mazeeditor completion`` prints what a shell reads, for every command."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from mazeeditor.cli import main
from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.commands.completion import SHELLS


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_printed_is_read_by_its_shell(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in SUBCOMMANDS.names())
    if which(shell):
        file = tmp_path / "completion"
        file.write_text(text, encoding="utf-8")
        subprocess.run((shell, "-n", file), check=True)


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["completion", "cmd"])
    assert "bash" in capsys.readouterr().err
