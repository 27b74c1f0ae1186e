"""Texts of millions of bytes that hold no maze are refused at once, and in little memory."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.files import IMPORTERS, read
from tests.breadth import stress

SIZE = 50_000_000 if stress() else 5_000_000
TEXTS = {
    "one line of posts": (b"o---" * (SIZE // 4) + b"o\n", "line 1 has more than 400,002 bytes"),
    "one line of blocks": (b"#" * SIZE, "line 1 has more than 400,002 bytes"),
    "posts far apart": (b"o" + b"-" * 50 + b"o\n", "its second post after 51 characters, not 40"),
    "a long line later": (b"o---o\n|   " + b" " * SIZE + b"|\n", "line 2 has more than"),
    "blank lines": (
        b"\n" * 60_000 + b"o---o\n" + b"\n" * SIZE,
        "there is no row of cells below the first",
    ),
    "nothing but blanks": (b"o---o\n|" + b" \n" * (SIZE // 2), "line 2 has 2 characters"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    data, reason = TEXTS[name]
    (tmp_path / "large.txt").write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(MazeError, match=reason):
            read(tmp_path / "large.txt")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3 * len(data) + 5_000_000  # the bytes, and the buffer while they are read


def test_blank_lines_before_a_maze_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\n  \r\n\n  o---o\n| x |\no---o\n")
    with pytest.raises(MazeError, match="line 4, column 1: ' ' stands where a post"):
        read(tmp_path / "a.txt", None, IMPORTERS["text"])
