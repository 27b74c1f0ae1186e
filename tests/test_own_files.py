"""What users add beside their settings has the same names in Python as on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.cli import main

MACHINE = {"format": "mazeeditor machine", "version": 1, "name": "Shed", "hairline": 0.25}
MATERIAL = {"format": "mazeeditor material", "version": 1, "name": "Cork"}
KIT = {"job": "kit", "machine": "own-laser", "material": "own-board", "lid_material": "own-lid"}
RULES = {"format": "mazeeditor rules", "version": 1, "name": "Shop", "about": "Ours."}
BOOK = {
    "format": "mazeeditor book",
    "version": 1,
    "seed": 1,
    "rules": "own-rules",
    "chapters": [{"count": 1, "recipe": {"generator": "prim"}, "sizes": {"rows": 5, "columns": 5}}],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files to work on, and one with files of the user beside the settings."""
    own = tmp_path / "settings"
    monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(own / "settings.json"))
    files: dict[str, dict[str, Any]] = {
        "machines/own-laser": MACHINE,
        "materials/own-board": {**MATERIAL, "thickness": 4, "kerf": 0.31},
        "materials/own-lid": {**MATERIAL, "thickness": 2, "kerf": 0.17},
        "rules/own-rules": {**RULES, "rules": {"page-count": {"least": 77}}},
    }
    for name, values in files.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).with_suffix(".json").write_text(json.dumps(values))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    maze = mazeeditor.generate(rows=5, columns=5, seed=1)
    mazeeditor.save(maze, "a.maze")
    mazeeditor.export(maze, "a.pdf")
    Path("a.mazebook").write_text(json.dumps(BOOK))
    return work


@pytest.mark.parametrize(
    "options",
    [
        {"job": "score", "machine": "own-laser"},
        {"job": "slots", "material": "own-board"},
        pytest.param(KIT, marks=pytest.mark.slow),
    ],
    ids=lambda options: "-".join(options),
)
def test_machines_and_materials(options: dict[str, str]) -> None:
    flags = [
        word for name, value in options.items() for word in ("--" + name.replace("_", "-"), value)
    ]
    assert main(["export", "a.maze", "-o", "command.svg", "--cell", "12", *flags]) == 0
    mazeeditor.export(mazeeditor.load("a.maze"), "python.svg", cell=12.0, **options)
    command, python = (
        [path.read_bytes() for path in sorted(Path().glob(f"{name}*.svg"))]
        for name in ("command", "python")
    )
    assert command == python
    assert command
    plain = {name: value for name, value in options.items() if name == "job"}
    mazeeditor.export(mazeeditor.load("a.maze"), "plain.svg", cell=12.0, **plain)
    assert [path.read_bytes() for path in sorted(Path().glob("plain*.svg"))] != python


@pytest.mark.slow
def test_rules_of_the_preflight(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preflight", "a.pdf", "--rules", "own-rules", "--json"]) == 1
    (printed, _summary) = map(json.loads, capsys.readouterr().out.splitlines())
    report = mazeeditor.preflight("a.pdf", rules="own-rules")
    assert [finding.to_dict() for finding in report.findings] == [printed]
    mended = mazeeditor.preflight("a.pdf", rules="own-rules", mend="mended.pdf")
    assert [finding.to_dict() for finding in mended.findings] == [printed]


@pytest.mark.slow
def test_rules_of_a_book() -> None:
    assert main(["book", "a.mazebook", "-o", "command.pdf", "--workers", "1"]) == 0
    mazeeditor.book("a.mazebook", "python.pdf")
    mazeeditor.book(BOOK, "keys.pdf")
    assert len({Path(name).read_bytes() for name in ("command.pdf", "python.pdf", "keys.pdf")}) == 1
