"""DXF: the planned paths on their layers, where the sheet is, read by ezdxf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mazeeditor.making.paths.tool_paths import (
    Operation,
)
from tests.making.designs import maze_of
from tests.making.formats.planned import (
    check_planned,
    encoded,
    planned,
)


@pytest.mark.each_value_once
@pytest.mark.parametrize(
    ("layers", "of_machine"),
    [(None, "plain"), (None, "layered"), ("plain", "layered"), ("layered", "plain")],
)
def test_layers_of_dxf(tmp_path: Path, layers: str | None, of_machine: str) -> None:
    import ezdxf

    making = planned(maze_of("polar"), "inlay", layers=of_machine)
    document = ezdxf.readfile(encoded(making, "dxf", tmp_path, layers=layers))  # type: ignore[attr-defined]
    entities: list[Any] = list(document.modelspace())
    names = [entity.dxf.layer for entity in entities]
    order = list(making.sheets[0].paths)
    if (layers or of_machine) == "plain":
        assert set(names) == {"0"}
        assert {entity.dxf.color for entity in entities} == {7}
        assert {entity.dxf.linetype for entity in entities} == {"CONTINUOUS"}
        return
    assert list(dict.fromkeys(names)) == [operation.value for operation in order]
    colours = {layer.dxf.name: layer.dxf.color for layer in document.layers}
    known = {Operation.ENGRAVE: 5, Operation.SCORE: 7, Operation.INNER_CUT: 3}
    for operation in order:
        assert colours[operation.value] == known.get(operation, 1)
    assert any(bulge for entity in entities for _x, _y, bulge in entity.get_points("xyb"))


@pytest.mark.parametrize("origin", ["bottom-left", "top-left"])
def test_dxf_says_where_the_sheet_is(tmp_path: Path, origin: str) -> None:
    import ezdxf

    making = planned(maze_of("rectangular"), "stencil", origin)
    sheet = making.sheets[0]
    header = ezdxf.readfile(encoded(making, "dxf", tmp_path)).header  # type: ignore[attr-defined]
    low = 0.0 if origin == "bottom-left" else -sheet.height
    for begin, end in (("$EXTMIN", "$EXTMAX"), ("$LIMMIN", "$LIMMAX")):
        assert header[begin][:2] == pytest.approx((0.0, low))
        assert header[end][:2] == pytest.approx((sheet.width, low + sheet.height))


@pytest.mark.parametrize("origin", ["bottom-left", "top-left"])
def test_a_file_holds_the_planned_paths(tmp_path: Path, origin: str) -> None:
    check_planned("dxf", planned(maze_of("polar"), "inlay", origin), tmp_path)
