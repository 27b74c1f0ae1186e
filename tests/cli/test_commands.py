"""Every command works as its help describes, without tkinter."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

import mazeeditor as api
from mazeeditor.cli import main
from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.commands.list import KINDS
from mazeeditor.core.versions import versions
from mazeeditor.maze.comparing import bench
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.solvers import SOLVERS
from tests.cli.run import mazeeditor
from tests.kernels import interpreted


def test_help_shows_its_example() -> None:
    for command in SUBCOMMANDS.names():
        output = mazeeditor(command, "--help")
        assert output.status == 0, command
        example = SUBCOMMANDS[command].example
        assert " ".join(example.split()) in " ".join(output.out.split()), command


def test_help_lists_every_command() -> None:
    output = mazeeditor("--help")
    assert all(command in output.out for command in SUBCOMMANDS.names())
    lines = dict(line.split(" ", 1) for line in mazeeditor("--version").out.splitlines())
    assert next(iter(lines.items())) == ("mazeeditor", api.__version__)
    assert lines == versions() | {"Tk": "not installed"}


def test_scripts_catch_errors_by_the_names_of_the_package() -> None:
    with pytest.raises(api.UsageError, match="There is no cell 9,9"):
        api.generate(rows=2, columns=2, entrance=(9, 9))
    with pytest.raises(api.MazeError, match="Cannot read"):
        api.load("there-is-none.maze")
    assert all(hasattr(api, name) for name in api.__all__)


def test_list() -> None:
    for kind in KINDS:
        output = mazeeditor("list", kind)
        result = [json.loads(line) for line in mazeeditor("list", kind, "--json").out.splitlines()]
        assert result, kind
        for entry in result:
            assert entry["name"] in output.out, kind
            assert entry["label"], kind
            assert entry["summary"], kind


@pytest.mark.slow
def test_bench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with interpreted(monkeypatch), monkeypatch.context() as patch:
        patch.setattr(bench, "REPEATED_BELOW_S", 0.0)  # two runs are enough where no time counts
        assert main(["bench", "--sizes", "8", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = {(row["kind"], row["name"]) for row in rows}
    assert len(rows) == len(GENERATORS) + len(SOLVERS) + 1 == len(names)
    assert all(row["ns_a_cell"] > 0 and row["bytes_a_cell"] >= 0 for row in rows)
    with interpreted(monkeypatch):
        only = mazeeditor("bench", "--sizes", "9", "--only", "prim", "--only", "a-star")
    assert [line.split()[1] for line in only.out.splitlines()[3:]] == ["prim", "a-star"]
    wrong = mazeeditor("bench", "--only", "prims")
    assert (wrong.status, wrong.error.count("\n")) == (2, 1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the shell is that of POSIX")
def test_a_reader_that_stops_early_is_no_error() -> None:
    import subprocess

    command = f"{shlex.quote(sys.executable)} -m mazeeditor generate --rows 400 | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout.startswith("o---o")
