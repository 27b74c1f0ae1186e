"""Machines and materials are edited beside Make, kept as files, and restored where damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from mazeeditor.app.making.presets import MACHINES, MATERIALS
from mazeeditor.core.disk.paths import making_folders
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.making.preset_dialog import PresetDialog
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets.machines import MACHINE_FILES
from mazeeditor.making.presets.materials import MATERIAL_FILES
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, type_text, wait_until
from tests.gui.desk import Desk
from tests.gui.making import box_of, show_make


@pytest.fixture
def desk(desk: Desk) -> Iterator[Desk]:
    yield desk
    assert desk.answers.errors == []


def edit_preset(desk: Desk, make: MakePane, name: str, act: Callable[[PresetDialog], None]) -> None:
    """Open the dialog of a machine or material with its button, and let ``act`` use it."""

    def within(window: TclWindow) -> None:
        preset = desk.root.nametowidget(str(window))
        assert isinstance(preset, PresetDialog)
        act(preset)

    with dialog(make, within, MATERIALS.title if name != "machine" else MACHINES.title):
        make.edit_buttons[name].focus_force()
        key(make, "Return")


def type_into(preset: PresetDialog, section: int, name: str, text: str) -> None:
    box = preset.forms[section].boxes[name].typed_in
    box.focus_force()
    key(preset, "ctrl+a")
    type_text(preset, text)


@pytest.mark.slow
def test_a_material_is_edited_kept_and_restored(desk: Desk) -> None:
    def change(preset: PresetDialog) -> None:
        assert "Only assumed" in preset.draft.note
        assert not preset.draft.is_own
        type_into(preset, 0, "kerf", "30")
        key(preset, "Return")  # more than there may be
        assert preset.winfo_exists()
        type_into(preset, 0, "kerf", "0.31")
        key(preset, "Return")

    def copy(preset: PresetDialog) -> None:
        type_into(preset, 0, "name", "Birch 4 mm")
        type_into(preset, 0, "thickness", "4")
        key(preset, "Return")

    def restore(preset: PresetDialog) -> None:
        assert preset.draft.is_own
        click(preset.remove)

    make = show_make(desk)
    folder = making_folders()["materials"][0]
    edit_preset(desk, make, "material", change)
    assert (folder / "plywood-3.json").is_file()
    assert MATERIAL_FILES.find("plywood-3", [folder]).kerf == 0.31
    assert make.request().presets.material.kerf == 0.31
    edit_preset(desk, make, "material", copy)
    assert make.draft.fields["material"] == "birch-4-mm"
    assert "Birch 4 mm" in box_of(make, "material").typed_in.cget("values")
    assert make.request().presets.material.thickness == 4
    make.draft.fields.edit("material", "plywood-3")
    edit_preset(desk, make, "material", restore)
    assert make.request().presets.material.kerf == 0.2
    make.draft.fields.edit("material", "birch-4-mm")
    edit_preset(desk, make, "material", restore)
    assert make.draft.fields["material"] == "plywood-3"
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_machine_is_edited_with_its_operations(desk: Desk) -> None:
    def change(preset: PresetDialog) -> None:
        assert len(preset.forms) == 5
        type_into(preset, 0, "bed", "120x90mm")
        type_into(preset, 2, "speed", "1234")
        type_into(preset, 4, "passes", "3")
        key(preset, "Return")

    make = show_make(desk)
    make.draft.fields.edit("machine", "glowforge")
    edit_preset(desk, make, "machine", change)
    used = make.request().presets.machine
    assert (used.name, used.bed) == ("glowforge", (120.0, 90.0))
    assert used.settings[Operation.SCORE].speed == 1234
    assert used.settings[Operation.OUTER_CUT].passes == 3
    path = making_folders()["machines"][0] / "glowforge.json"
    values = json.loads(path.read_text())
    colours = json.loads(MACHINE_FILES.paths()["glowforge"].read_text())["operations"]
    assert values["operations"] == {
        **colours,
        "score": {**colours["score"], "speed": 1234.0},
        "outer-cut": {"passes": 3},
    }
    assert values["suffixes"] == [".svg"]


@pytest.mark.slow
def test_a_damaged_file_of_the_user_is_named_and_that_of_the_program_restored(desk: Desk) -> None:
    folder = making_folders()["materials"][0]
    folder.mkdir(parents=True)
    (folder / "plywood-3.json").write_text("{")
    (folder / "birch.json").write_text("[]")

    def look(preset: PresetDialog) -> None:
        assert "plywood-3.json cannot be used" in preset.problem.cget("text")
        assert "Restore" in preset.problem.cget("text")
        assert preset.forms == []
        key(preset, "Return")  # Cancel: nothing is removed by accident

    def restore(preset: PresetDialog) -> None:
        click(preset.remove)

    make = show_make(desk)
    wait_until(make, lambda: "plywood-3.json cannot be used" in make.shown.problem, 20)
    assert make.pages.problem.cget("text") == make.shown.problem
    box = box_of(make, "material").typed_in
    assert box.getvar(str(box.cget("textvariable"))) == "Damaged: plywood-3"
    assert "Damaged: birch" in box.cget("values")
    edit_preset(desk, make, "material", look)
    edit_preset(desk, make, "material", restore)
    assert [path.name for path in folder.iterdir()] == ["birch.json"]
    wait_until(make, lambda: make.shown.drawing is not None, 20)
    make.draft.fields.edit("material", "birch")
    edit_preset(desk, make, "material", restore)
    assert make.draft.fields["material"] == "plywood-3"
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_preset_that_cannot_be_kept_says_why(desk: Desk) -> None:
    folder = making_folders()["materials"][0]
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("")  # a file in the place of the folder

    def change(preset: PresetDialog) -> None:
        type_into(preset, 0, "kerf", "0.31")
        key(preset, "Return")
        assert preset.winfo_exists()
        assert "plywood-3.json: Not a directory" in preset.problem.cget("text")
        for text in ("nan", "inf", "1e999", "-1", ""):
            type_into(preset, 0, "thickness", text)
            key(preset, "Return")
            assert preset.winfo_exists()
        key(preset, "Escape")

    make = show_make(desk)
    edit_preset(desk, make, "material", change)
    assert make.request().presets.material.kerf == 0.2
