"""Machines and materials of the program: valid, and models like their family."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets.machines import FASTEST, MACHINE_FILES
from mazeeditor.making.presets.materials import MATERIAL_FILES

MACHINES = {name: MACHINE_FILES.find(name) for name in MACHINE_FILES.paths()}
KNOWN_SUFFIXES = {each.suffix for each in CUT_FORMATS if not each.solid}


def test_the_machines_are_valid() -> None:
    for name, machine in MACHINES.items():
        assert MACHINE_FILES.read(MACHINE_FILES.paths()[name]) == machine
        assert set(machine.settings) == set(Operation), name
        unknown = set(machine.suffixes) - KNOWN_SUFFIXES
        assert not unknown, f"{name}: no format writes {unknown}"
        assert machine.source or machine.note or name == "own", (
            f"{name}: say where its values are from"
        )
        assert min(machine.bed or (999, 999)) > 50, f"{name}: its bed is in millimetres"
        for operation, setting in machine.settings.items():
            assert 0 < setting.speed <= FASTEST, (name, operation)
            assert 0 <= setting.power <= 100, (name, operation)
    labels = [machine.label for machine in MACHINES.values()]
    assert len(set(labels)) == len(labels), "users cannot tell two machines apart"


def test_lasers_never_cut_what_is_to_be_engraved() -> None:
    """In files without words they know it by the colours alone."""
    for name, machine in MACHINES.items():
        if machine.tool == "laser" and not machine.closed:
            cut, drawn = (
                {setting.colour for one, setting in machine.settings.items() if one.cuts == cuts}
                for cuts in (True, False)
            )
            assert not cut & drawn, f"{name}: give cuts and engravings colours of their own"


def test_the_materials_are_valid() -> None:
    for name, path in MATERIAL_FILES.paths().items():
        material = MATERIAL_FILES.find(name)
        assert material == MATERIAL_FILES.read(path)
        assert material.kerf < material.thickness, f"{name}: a cut is wider than it is thick"
        assert material.least <= material.safe, f"{name}: what breaks is not safe"
        number = name.rpartition("-")[2]
        if number.isdigit():
            assert material.thickness == int(number), f"{name}: its name is its thickness in mm"
            assert f" {number} mm" in material.label, f"{name}: its label is its thickness in mm"


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


@pytest.mark.parametrize(("key", "line"), [("format", '"mazeeditor machine"'), ("version", "1")])
def test_a_file_without_a_key_is_told_which(tmp_path: Path, key: str, line: str) -> None:
    values = {"format": "mazeeditor machine", "version": 1, "name": "Mine"}
    del values[key]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(values))
    with pytest.raises(MazeError) as caught:
        MACHINE_FILES.read(path)
    assert f"the key '{key}' is missing: write \"{key}\": {line} at its" in str(caught.value)
