"""The benchmark of a click counts what it runs, and what follows."""

from __future__ import annotations

import json

import pytest

from benchmarks import click


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_one_json_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert click.main(["--json", "--files"]) == 0
    at_once, in_all = map(json.loads, capsys.readouterr().out.splitlines())
    assert 0 < at_once["functions"] <= in_all["functions"]
    assert {"gui/canvas/gestures.py", "editing/document.py"} <= {*at_once["names"]}
    assert {*at_once["names"]} <= {*in_all["names"]}
    assert "gui/canvas/tiles.py" in in_all["names"]
