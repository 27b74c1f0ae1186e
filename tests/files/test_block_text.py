"""Mazes of blocks are read like those of lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.files import IMPORTERS, read
from tests.files.mazes import assert_same

BLOCKS = "#######\n#S#   #\n# ### #\n#    G#\n#######\n"
LINES = "o---o---o---o\n| S |       |\no   o---o   o\n|         G |\no---o---o---o\n"


@pytest.mark.parametrize("wall", ["#", "█"])
def test_blocks_show_the_same_maze_as_lines(wall: str, tmp_path: Path) -> None:
    (tmp_path / "blocks.txt").write_text(BLOCKS.replace("#", wall), encoding="utf-8")
    (tmp_path / "lines.txt").write_text(LINES)
    assert_same(read(tmp_path / "blocks.txt").maze, read(tmp_path / "lines.txt").maze)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("######\n#    #\n######\n", "line 1 ends between two posts: it has 6 characters"),
        (
            "#####\n#   #\n# # #\n#####\n",
            "line 4, column 2: '#' stands where a space, S, G or X should be",
        ),
        (
            "#####\n## ##\n#####\n",
            "line 2, column 2: '#' stands where a space, S, G or X should be",
        ),
        ("#####\n#   #\n####\n", "line 3 has 4 characters where 5 are needed"),
        ("#####\n# . #\n#####\n", "line 2, column 3: '.' stands where"),
        ("#####\n# ▓ #\n#####\n", "line 2, column 3: '▓' stands where"),
        ("█████\n█ ▓ █\n█████\n", "line 2, column 3: '▓' stands where"),
        ("#\n", "line 1 has one post"),
    ],
)
def test_what_is_wrong_is_named(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with pytest.raises(MazeError) as caught:
        read(tmp_path / "a.txt", None, IMPORTERS["blocks"])
    assert reason in str(caught.value)
