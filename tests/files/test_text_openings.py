"""Letters and gaps stand for the entrance and the exits."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.files import Project, read
from mazeeditor.maze.lattice import Lattice, Opening


def read_blocks(folder: Path, blocks: str) -> Project:
    """Read one word a line, ``_`` for a space."""
    (folder / "a.txt").write_text("\n".join(blocks.replace("_", " ").split("/")))
    project = read(folder / "a.txt")
    project.maze.check()
    return project


def name(lattice: Lattice, opening: Opening | None) -> str:
    if opening is None:
        return "none"
    row, column = lattice.place(opening.cell)
    return f"{row},{column}" + ("" if opening.slot is None else " " + lattice.sides[opening.slot])


@pytest.mark.parametrize(
    ("blocks", "entrance", "exits", "warnings"),
    [
        # letters in cells without gaps, and no letters at all
        ("#####/#S_G#/#####", "0,0", ["0,1"], 0),
        ("#####/#G_G#/#####", "none", ["0,0", "0,1"], 0),
        ("#####/#X__#/#####", "0,0", ["0,0"], 0),
        ("#####/#___#/#####", "none", [], 0),
        # letters in cells with gaps
        ("#####/_S_G_/#####", "0,0 left", ["0,1 right"], 0),
        ("#####/_S_G#/#####", "0,0 left", ["0,1"], 0),
        ("#####/_X__#/#####", "0,0 left", ["0,0 left"], 0),
        ("#_###/_G__#/#####", "none", ["0,0 top", "0,0 left"], 0),
        ("#####/#S_G_/###_#", "0,0", ["0,1 right", "0,1 bottom"], 0),
        # letters in gaps
        ("#####/S___G/#####", "0,0 left", ["0,1 right"], 0),
        ("#####/S__GG/#####", "0,0 left", ["0,1", "0,1 right"], 0),
        ("#####/SG__#/#####", "0,0 left", ["0,0"], 0),
        ("#####/X___#/#####", "0,0 left", ["0,0 left"], 0),
        # gaps without letters
        ("#####/____#/#####", "0,0 left", [], 0),
        ("#####/_____/#####", "0,0 left", ["0,1 right"], 0),
        ("#_###/_____/#####", "0,0 top", ["0,0 left", "0,1 right"], 0),
        ("#####/#__G#/#_###", "0,0 bottom", ["0,1"], 0),
        ("#####/#S__#/#_#_#", "0,0 bottom", ["0,1 bottom"], 0),
        ("#_###/_S__#/#####", "0,0 top", ["0,0 left"], 0),
        # gaps that are neither: there are S and G already
        ("#####/#S_G#/#_###", "0,0 bottom", ["0,1"], 0),
        ("#_###/_S_G#/#####", "0,0 top", ["0,1"], 1),
        ("#####/___G#/#_###", "0,0 left", ["0,1"], 1),
        ("#_#_#/#S_G#/#_#_#", "0,0 top", ["0,1 top", "0,1 bottom"], 1),
        ("#######/_S_G___/#####_#", "0,0 left", ["0,1"], 1),
    ],
)
def test_letters_and_gaps(
    blocks: str, entrance: str, exits: list[str], warnings: int, tmp_path: Path
) -> None:
    project = read_blocks(tmp_path, blocks)
    lattice = project.maze.lattice
    assert name(lattice, project.maze.entrance) == entrance
    assert [name(lattice, each) for each in project.maze.exits] == exits
    assert len(project.warnings) == warnings


def test_a_warning_names_what_was_closed(tmp_path: Path) -> None:
    assert read_blocks(tmp_path, "#####/_S_G#/#_###").warnings == [
        "The outer wall had a gap without S or G at the bottom of cell 0,0: it was closed."
    ]
    assert read_blocks(tmp_path, "#######/#S_G___/#####_#").warnings == [
        "The outer wall had 2 gaps without S or G, the first at the right of cell 0,2: "
        "they were closed."
    ]
