"""Machines and materials that users change: what cannot be read again is not written."""

from __future__ import annotations

import pytest

from mazeeditor.errors import MazeError
from mazeeditor.workspace.machine_presets import MACHINES, MATERIALS, PresetDraft, PresetKind
from mazeeditor.workspace.user_folders import making_folders


@pytest.mark.parametrize(("kind", "name"), [(MACHINES, "own"), (MATERIALS, "plywood-3")])
def test_what_is_refused_does_not_hide_the_preset_of_the_program(
    kind: PresetKind, name: str
) -> None:
    draft = PresetDraft(kind, name)
    draft.sections[0].fields.edit("source", "x" * 2000)
    with pytest.raises(MazeError, match="source"):
        draft.save()
    assert not [path for folder in making_folders()[kind.folder] for path in folder.glob("*")]
    draft.sections[0].fields.edit("source", "measured")
    assert draft.save() == name
    assert kind.read(kind.known[name]).source == "measured"
    PresetDraft(kind, name).remove()
