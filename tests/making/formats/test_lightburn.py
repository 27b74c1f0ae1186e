"""LightBurn projects say what LightBurn's own do: layers and their order, the sheet, its words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from mazeeditor.making.formats.lightburn import layer_indices
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets.machines import MACHINE_FILES
from tests.making.designs import maze_of
from tests.making.formats.planned import check_planned, encoded, planned


def test_lightburn_keeps_the_order(tmp_path: Path) -> None:
    """LightBurn cuts as one project was saved, or as the last one was, if it does not say."""
    making = planned(maze_of("rectangular"), "inlay")
    root = ET.fromstring(encoded(making, "lightburn", tmp_path).read_bytes())
    ordered = {one.tag: one.get("Value") for one in root.findall("UIPrefs/*")}
    looked_at = {name: value for name, value in ordered.items() if value not in {"-1", "0"}}
    assert ordered["Optimize_ByLayer"] == "0"  # the first that it looks at
    assert looked_at == {"Optimize_ByPriority": "1", "Optimize_InnerToOuter": "1"}
    layers = [one.attrib["CutIndex"] for one in root.iter("Shape") if one.get("Type") == "Path"]
    done = [one.find("index").get("Value") for one in root.iter("CutSetting")]  # type: ignore[union-attr]
    assert list(dict.fromkeys(layers)) == done[:-1]


def test_the_sheet_is_on_the_tool_layer_of_lightburn(tmp_path: Path) -> None:
    making = planned(maze_of("hexagonal"), "stencil", "top-left")
    root = ET.fromstring(encoded(making, "lightburn", tmp_path).read_bytes())
    (tool,) = (part for part in root.iter("CutSetting") if part.get("type") == "Tool")
    assert tool.find("index").get("Value") == "30"  # type: ignore[union-attr]
    (shape,) = (shape for shape in root.iter("Shape") if shape.get("Type") == "Rect")
    sheet = making.sheets[0]
    size = [float(shape.attrib[name]) for name in ("W", "H")]
    assert size == pytest.approx([sheet.width, sheet.height], abs=1e-3)
    middle = [float(number) for number in (shape.findtext("XForm") or "").split()[4:]]
    assert middle == pytest.approx([sheet.width / 2, sheet.height / 2], abs=1e-3)


def test_colours_of_lightburn_are_its_first_layers() -> None:
    names = {
        one: f"C{index:02}" for one, index in layer_indices(MACHINE_FILES.find("lightburn")).items()
    }
    assert names == {
        Operation.SCORE: "C00",
        Operation.ENGRAVE: "C01",
        Operation.OUTER_CUT: "C02",
        Operation.INNER_CUT: "C03",
    }


def test_lightburn_has_its_own_word_for_rings_of_lines(tmp_path: Path) -> None:
    root = ET.parse(encoded(planned(maze_of("polar"), "inlay"), "lightburn", tmp_path)).getroot()
    lists = [shape.findtext("PrimList") or "" for shape in root.iter("Shape")]
    kinds = {"".join(sorted(set(re.sub(r"[\d ]", "", text)))) for text in lists if text}
    assert kinds == {"".join(sorted(set("LineClosed"))), "B", "BL", "L"}


@pytest.mark.slow
def test_a_file_holds_the_planned_paths(tmp_path: Path) -> None:
    check_planned("lightburn", planned(maze_of("polar"), "inlay"), tmp_path)
