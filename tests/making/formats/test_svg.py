"""SVG for cutters: what is in it, and that each wall is drawn once."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import make
from mazeeditor.page.page import Page
from tests.making.designs import SIZES, maze_of

PAGE = Page(page="fit", cell=8.0, wall=2.0, title="Otto")
FORBIDDEN = {"text", "image", "clipPath", "script", "use", "symbol", "style"}


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("job", ["score", "slots", "stencil", "inlay"])
def test_svg_for_cutters(tmp_path: Path, shape: str, job: str) -> None:
    maze = maze_of(shape, braid=0.3)
    paths, making = make(maze, tmp_path / "a.svg", PAGE, MakeOptions(job=job))
    assert paths == [tmp_path / "a.svg"]
    root = ET.parse(paths[0]).getroot()
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names & FORBIDDEN == set()
    sheet = making.sheets[0]
    width, height = (float(root.attrib[name].removesuffix("mm")) for name in ("width", "height"))
    assert (width, height) == pytest.approx((sheet.width, sheet.height), abs=1e-3)
    assert root.attrib["viewBox"].split()[2:] == [f"{width:g}", f"{height:g}"]
    groups = [element for element in root.iter() if element.tag.endswith("}g")]
    assert [group.attrib["id"] for group in groups] == [kind.value for kind in sheet.paths]
    for path in (element for element in root.iter() if element.tag.endswith("}path")):
        assert path.attrib["fill"] == "none"
        assert float(path.attrib["stroke-width"]) == pytest.approx(making.machine.hairline)
        assert "transform" not in path.attrib
        colour = making.machine.settings[Operation(parent_of(groups, path))].colour
        assert path.attrib["stroke"] == colour


def parent_of(groups: list[ET.Element], path: ET.Element) -> str:
    """Return the id of the group of a path."""
    return next(group.attrib["id"] for group in groups if path in list(group))
