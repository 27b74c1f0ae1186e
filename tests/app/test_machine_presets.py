"""Machines and materials that users change: what cannot be read again is not written."""

from __future__ import annotations

import pytest

from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft, PresetKind
from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.errors import MazeError
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets.machines import OperationSetting


@pytest.mark.parametrize(("kind", "name"), [(MACHINES, "own"), (MATERIALS, "plywood-3")])
def test_what_is_refused_hides_no_preset_of_the_program(kind: PresetKind, name: str) -> None:
    draft = PresetDraft(kind, name)
    draft.sections[0].fields.edit("source", "x" * 2000)
    with pytest.raises(MazeError, match="source"):
        draft.save()
    assert not [path for folder in making_folders()[kind.folder] for path in folder.glob("*")]
    draft.sections[0].fields.edit("source", "measured")
    assert draft.save() == name
    assert kind.files.read(kind.known[name]).source == "measured"
    PresetDraft(kind, name).remove()


def test_what_has_no_value_is_not_filled_in_again() -> None:
    """A model is like its family, and scores are 1 mm deep, only where a file does not say."""
    draft = PresetDraft(MACHINES, "axidraw-a3")
    machine, *_engrave = draft.sections
    machine.fields.edit("bed", None)
    machine.fields.edit("kerf", None)
    (score,) = (one for one in draft.sections if one.within[-1:] == ("score",))
    score.fields.edit("depth", None)
    score.fields.edit("power", 40.0)
    draft.save()
    saved = MACHINES.files.read(MACHINES.known["axidraw-a3"])
    assert (saved.bed, saved.kerf) == (None, None)
    assert saved.settings[Operation.SCORE] == OperationSetting(
        colour="#000000", speed=3013, power=40
    )
    assert saved.settings[Operation.ENGRAVE].depth == 0.5
    PresetDraft(MACHINES, "axidraw-a3").remove()
