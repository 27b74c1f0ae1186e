"""The benchmark of the canvas measures in a real window and prints what it found."""

from __future__ import annotations

import json

import pytest

from benchmarks import screen


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert screen.main(["--json", "--frames", "2", "60"]) == 0
    result = json.loads(capsys.readouterr().out)
    whats = {frame["what"] for frame in result["frames"]}
    assert whats == {"pan", "edit", "zoom"}
    assert all(0 < frame["median_ms"] <= frame["p95_ms"] for frame in result["frames"])
    assert {frame["shown"] for frame in result["frames"]} == {"walls", "route", "distances"}
    assert len(result["stalls"]) == 5
    assert all(0 < stall["longest_ms"] <= stall["total_ms"] for stall in result["stalls"])
