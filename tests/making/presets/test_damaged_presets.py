"""Files of machines and materials that are damaged: valid, or refused in a sentence naming them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets.machines import MACHINE_FILES, Machine
from mazeeditor.making.presets.materials import MATERIAL_FILES, Material
from tests.breadth import stress

FILES: list[tuple[Path, Callable[[Path], Machine | Material]]] = [
    *((path, MACHINE_FILES.read) for path in MACHINE_FILES.paths().values()),
    *((path, MATERIAL_FILES.read) for path in MATERIAL_FILES.paths().values()),
]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["-1mm", "1e400", "0", "nan", "٣", "5 cm", "#12345", ".svg", "1" * 400, "ß"]),
    st.lists(st.integers() | st.floats() | st.text(max_size=3), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)
EXAMPLES = settings(
    max_examples=5000 if stress() else 20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def read(path: Path, reader: Callable[[Path], Machine | Material]) -> None:
    """Assert that a file gives a sound preset, or a sentence that names it."""
    try:
        preset = reader(path)
    except MazeError as error:
        text = str(error)
        assert path.name in text
        assert text.endswith(".")
        assert "\n" not in text
        return
    if isinstance(preset, Material):
        lengths = [preset.thickness, preset.kerf, preset.least, preset.safe]
        assert preset.thickness > 0
    else:
        settings_ = [preset.settings[operation] for operation in Operation]
        assert all(setting.speed > 0 and setting.passes >= 1 for setting in settings_)
        lengths = [preset.hairline, preset.travel, preset.lift, *(preset.bed or ())]
        lengths += [setting.speed for setting in settings_]
    assert all(math.isfinite(length) and length >= 0 for length in lengths)


def places(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the keys that lead to each value in objects."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*at, key)
            yield from places(inner, (*at, key))


@EXAMPLES
@given(st.sampled_from(FILES), st.data())
def test_any_value_may_be_anything(
    tmp_path: Path, file: tuple[Path, Callable[[Path], Machine | Material]], data: st.DataObject
) -> None:
    source, reader = file
    values = json.loads(source.read_text())
    *way, last = data.draw(st.sampled_from(list(places(values))))
    target = values
    for key in way:
        target = target[key]
    what = data.draw(st.sampled_from(["change", "remove", "add"]))
    if what == "remove":
        del target[last]
    else:
        target[last if what == "change" else data.draw(st.text(max_size=8))] = data.draw(ODD)
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(values))
    read(path, reader)


@pytest.mark.parametrize("reader", [MACHINE_FILES.read, MATERIAL_FILES.read])
def test_what_is_no_file(tmp_path: Path, reader: Callable[[Path], Machine | Material]) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "empty.json").write_bytes(b"")
    (tmp_path / "large.json").write_bytes(b" " * 1_000_001)
    for name in ("folder.json", "empty.json", "large.json", "missing.json"):
        with pytest.raises(MazeError, match=name):
            reader(tmp_path / name)
