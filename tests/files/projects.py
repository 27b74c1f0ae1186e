"""A small maze, its project file, and the message that refuses a file."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build


def maze(rows: int = 3, columns: int = 4) -> Maze:
    return generate("backtracker", build("rectangular", rows=rows, columns=columns), 7)


def saved(project: Project, path: Path) -> bytes:
    save(project, path)
    return path.read_bytes()


def signed(text: bytes) -> bytes:
    """Return a file with the checksum that its lines have now."""
    end = text.rindex(b'"sha256"')
    return text[:end] + b'"sha256": "%b"}\n' % hashlib.sha256(text[:end]).hexdigest().encode()


def refusal(path: Path, text: bytes) -> str:
    path.write_bytes(text)
    with pytest.raises(MazeError) as caught:
        load(path)
    line = str(caught.value)
    assert line.startswith(f"Cannot read {path}: ")
    assert line.isprintable()
    assert len(line) < len(str(path)) + 300
    return line.removeprefix(f"Cannot read {path}: ")
