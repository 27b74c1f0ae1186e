"""Outlines from texts of signs and from drawings of CAD."""

from __future__ import annotations

from pathlib import Path

import ezdxf
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.masks.outline_pictures import read_outline

MASK = "X..X\n....\n.XX.\n"


def test_each_sign_of_a_text_is_a_cell(tmp_path: Path) -> None:
    (tmp_path / "mask.txt").write_text("\ufeff" + MASK.replace("\n", " \r\n"), encoding="utf-8")
    maze = mazeeditor.generate(
        rows=3, columns=4, mask="picture", picture=str(tmp_path / "mask.txt"), seed=1
    )
    lattice = maze.lattice
    places = {tuple(place) for place in lattice.places(lattice.inside_cells()).tolist()}
    lines = MASK.split()
    assert places == {
        (row, column) for row in range(3) for column in range(4) if lines[row][column] == "."
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X..\n..\n", "line 2 has 2 signs, and the first one 3"),
        ("X.#\n", "line 1 has '#': X is no cell"),
        ("XX\nXX\n", "it has no cell"),
        ("", "it has no cell"),
    ],
)
def test_what_a_text_must_be(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "mask.txt").write_text(text)
    with pytest.raises(UsageError, match=f"Cannot read the outline 'mask.txt': {reason}"):
        read_outline(tmp_path / "mask.txt")


def test_lines_and_arcs_of_a_dxf_are_joined(tmp_path: Path) -> None:
    """A dome of three lines and an arc, drawn in any order and direction, with a round hole."""
    drawing = ezdxf.new()  # type: ignore[attr-defined]
    space = drawing.modelspace()
    space.add_line((0, 5), (0, 0))
    space.add_arc((5, 5), 5, 0, 180)
    space.add_line((10, 0), (0, 0))
    space.add_line((10, 0), (10, 5))
    space.add_circle((5, 3), 2)
    space.add_line((20, 0), (21, 0))  # leads nowhere
    drawing.saveas(tmp_path / "dome.dxf")
    image = read_outline(tmp_path / "dome.dxf")
    scale = image.width / 10
    assert image.height == pytest.approx(image.width, abs=2)

    def is_dark(x: float, y: float) -> bool:
        return image.getpixel((round(x * scale), round(image.height - y * scale))) == 0

    assert is_dark(0.2, 0.2)
    assert is_dark(5, 9.8)
    assert not is_dark(0.5, 9.5)
    assert not is_dark(5, 3)
    assert is_dark(5, 5.3)


def test_a_dxf_without_an_outline(tmp_path: Path) -> None:
    drawing = ezdxf.new()  # type: ignore[attr-defined]
    drawing.modelspace().add_line((0, 0), (1, 1))
    drawing.saveas(tmp_path / "line.dxf")
    with pytest.raises(UsageError, match="it has no closed line"):
        read_outline(tmp_path / "line.dxf")
