"""Names of files: what any text becomes, every system can have."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.disk.paths import FORBIDDEN, MAX_BYTES, extend_path, file_name_of, name_problem

NAMES = [
    ("Anna", "Anna"),
    ("a/b: <c>", "a b c"),
    (" ..hidden. ", "hidden"),
    ("Con", "Con-"),
    ("lpt1.b", "lpt1-.b"),
    ("NUL .tar.gz", "NUL-.tar.gz"),
    ("com¹", "com¹-"),
    ("Contest", "Contest"),
    ("u\u0308", "ü"),
    ("\x00\n", ""),
]


def test_names() -> None:
    for text, name in NAMES:
        assert file_name_of(text) == name, (text, name)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    name = file_name_of(text)
    assert len(os.fsencode(name)) <= MAX_BYTES + 1
    assert not {*map(chr, FORBIDDEN), *map(chr, range(32))} & set(name)
    assert name == name.strip(". ")
    assert file_name_of(name) == name
    assert not name_problem(name)


PROBLEMS = [
    ("maze.pdf", ""),
    (".maze", ""),
    ("Console.maze", ""),
    ("nul", ""),  # on purpose
    ("CON.maze", "a device called CON"),
    ("NUL.maze", "a device called NUL"),
    ("com1 .pdf", "a device called COM1"),
    ("conout$", "a device called CONOUT$"),
    ("a:b.maze", "no : in names"),
    ('say "a".pdf', 'no " in names'),
    ("a\x07.pdf", r"no '\x07' in names"),
    ("maze.pdf.", "no dot or space at the end"),
    ("maze.pdf ", "no dot or space at the end"),
]


def test_what_windows_can_have_no_file_of() -> None:
    for name, part in PROBLEMS:
        problem = name_problem(name)
        assert part in problem, (name, part)
        assert bool(part) == bool(problem), (name, part)


def test_paths_that_windows_must_be_told_to_take() -> None:
    folder = "\\".join(["a" * 50] * 4)
    assert extend_path(rf"C:\{folder}\b.maze") == rf"\\?\C:\{folder}\b.maze"
    assert extend_path(rf"\\server\share\{folder}") == rf"\\?\UNC\server\share\{folder}"
    assert extend_path(rf"\\?\C:\{folder}") == rf"\\?\C:\{folder}"
    assert extend_path(r"C:\mazes\b.maze") == r"C:\mazes\b.maze"
