"""What every version has written is read by this one, and what a newer one writes is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mazeeditor import __version__
from mazeeditor.core.disk.paths import settings_path
from mazeeditor.core.versions import PROGRAM
from mazeeditor.files import Project
from mazeeditor.files.project import VERSION, as_bytes, save
from tests.cli.run import mazeeditor
from tests.files.old_files import TRUTH, files_of, save_again, truth_of, versions
from tests.files.projects import maze

FILES = {f"{folder.name}/{path.name}": path for folder in versions() for path in files_of(folder)}


def holds(values: Any, truth: Any, place: str = "") -> None:
    """Check that values are what was read then; a newer version may read more."""
    if isinstance(truth, Mapping):
        assert isinstance(values, Mapping), place
        for key, value in truth.items():
            holds(values[key], value, f"{place}/{key}")
    elif isinstance(truth, list):
        assert len(values) == len(truth), place
        for number, (mine, its) in enumerate(zip(values, truth, strict=True)):
            holds(mine, its, f"{place}/{number}")
    else:
        assert values == truth, place


def test_files_of_the_first_version_are_there() -> None:
    assert versions()[0].name == "0.1.0"
    assert len(files_of(versions()[0])) == 25


@pytest.mark.sample(13)
@pytest.mark.parametrize("name", FILES)
def test_a_file_of_an_older_version(name: str, tmp_path: Path) -> None:
    truth = json.loads(FILES[name].with_name(FILES[name].name + TRUTH).read_text("utf-8"))
    for file in files_of(FILES[name].parent):  # books name projects beside them
        shutil.copy(file, tmp_path)
    copy = tmp_path / FILES[name].name
    holds(truth_of(copy), truth)
    save_again(copy)
    holds(truth_of(copy), truth)


def test_a_file_names_its_program_once_older_ones_cannot_read_it() -> None:
    """A version that raises a number writes the key by which this one names it."""
    header = json.loads(as_bytes(Project(maze())))
    assert VERSION == 2 or header[PROGRAM] == __version__


NEWER = {
    "a.maze": ("mazeeditor", "info a.maze"),
    "a.mazebook": ("mazeeditor book", "book a.mazebook -o out.pdf"),
    "presets/a.mazepreset": ("mazeeditor preset", "generate --preset a -o out.maze"),
    "machines/a.json": ("mazeeditor machine", "export own.maze -o out.dxf --machine a"),
    "materials/a.json": ("mazeeditor material", "export own.maze -o out.dxf --material a"),
    "rules/a.json": ("mazeeditor rules", "preflight own.pdf --rules a"),
}


@pytest.mark.slow
def test_a_file_of_a_newer_version_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NEWER:
        settings = tmp_path / "settings" / "settings.json"
        monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(settings))
        assert settings_path() == settings, name
        save(Project(maze()), tmp_path / "own.maze")
        assert mazeeditor("export", "own.maze", "-o", "own.pdf", cwd=tmp_path).status == 0, name
        format_, line = NEWER[name]
        file = (settings.parent if "/" in name else tmp_path) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"format": format_, "version": 9, "program": "0.9.2"}))
        ran = mazeeditor(*line.split(), cwd=tmp_path)
        assert (ran.status, ran.out) == (1, ""), name
        assert f"written by mazeeditor 0.9.2, and this is {__version__}: update" in ran.error, name
        assert Path(name).name in ran.error
        assert ran.error.count("\n") == 1, name
        assert not [*tmp_path.glob("out*")], name
