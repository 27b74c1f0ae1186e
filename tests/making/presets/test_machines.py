"""Machines and materials of the program: valid, and models like their family."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets.machines import MACHINE_FILES
from mazeeditor.making.presets.materials import MATERIAL_FILES


def test_the_presets_are_valid() -> None:
    for name, path in MACHINE_FILES.paths().items():
        assert MACHINE_FILES.find(name) == MACHINE_FILES.read(path)
        assert set(MACHINE_FILES.find(name).settings) == set(Operation)
    for name, path in MATERIAL_FILES.paths().items():
        found = MATERIAL_FILES.find(name)
        assert found == MATERIAL_FILES.read(path)
        assert found.kerf < found.thickness


def test_models_are_like_their_family(tmp_path: Path) -> None:
    family, model = MACHINE_FILES.find("axidraw"), MACHINE_FILES.find("axidraw-a3")
    assert (family.bed, model.bed) == ((300, 218), (430, 297))
    own = {name: getattr(model, name) for name in ("name", "label", "about", "bed")}
    assert replace(family, **own) == model
    values = {"format": "mazeeditor machine", "version": 1, "like": "axidraw-a3"}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**values, "operations": {"score": {"power": 40}}}))
    score = replace(model.settings[Operation.SCORE], power=40)
    settings = {**model.settings, Operation.SCORE: score}
    assert MACHINE_FILES.read(path) == replace(model, name="mine", settings=settings)
    for name in ("mine", "", None, ["axidraw"]):
        path.write_text(json.dumps({**values, "like": name}))
        with pytest.raises(MazeError, match="'like' must be a machine of the program: axidraw, "):
            MACHINE_FILES.read(path)
