"""Damage to a project file is seen, wherever it is; what other programs do to it is not."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project, read
from mazeeditor.files.project import load, save
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.recipe import Recipe
from tests.breadth import examples
from tests.files.mazes import (
    assert_same,
    read_or_refuse,
)
from tests.files.projects import maze, refusal, saved


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("projects")


def test_a_changed_file_opens_when_its_last_line_is_deleted(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    changed = text.replace(b'"left"', b"null").replace(b'"walls"', b'"note": "by hand",\n"walls"')
    row = load(tmp_path / "a.maze").maze.walls[6:7]  # the first cell, now closed at the left
    start = changed.index(b'"walls": [\n"') + len(b'"walls": [\n"')
    changed = changed[:start] + b"%x" % (row[0] | 8) + changed[start + 1 :]
    line = refusal(tmp_path / "a.maze", changed)
    assert "checksum does not fit" in line
    assert line.endswith("delete its last line.")
    plain = json.loads(changed)
    del plain["sha256"]
    for text in (
        b"".join(changed.splitlines(keepends=True)[:-1]),
        b"".join(changed.splitlines(keepends=True)[:-1]).rstrip(),
        json.dumps(plain).encode(),
        json.dumps(plain, indent=4, sort_keys=True).encode(),
    ):
        (tmp_path / "a.maze").write_bytes(text)
        project = load(tmp_path / "a.maze")
        assert project.maze.entrance == Opening(6)
        assert project.extra == {"note": "by hand"}
        assert project.warnings == [
            "There is no checksum, so damage cannot be detected; saving adds one."
        ]


def test_what_is_left_of_a_checksum_is_refused(tmp_path: Path) -> None:
    """Also where the walls are as they were: nothing else shows whether they are."""
    text = saved(Project(maze()), tmp_path / "a.maze")
    start = text.rindex(b'"sha256"')
    digits = text[start + 11 : -3]
    for line in (
        b'"sha256": null}',
        b'"sha256": ""}',
        b'"sha256": "%b"}' % digits[:-1],
        b'"sha256": "%b"}' % digits.upper(),
        b'"sha256": ["%b"]}' % digits,
        b'"sha25v": "%b"}' % digits,
        b'"sha25v": "%b"}' % digits[:5],
        b'"other": "%b"}' % digits,
        b'"": "%b"}' % digits.upper(),
        b'"note": 1,\n"sha256": "%b"}' % digits,
        b'"sha256": "%b",\n"note": 1}' % digits,
    ):
        reason = refusal(tmp_path / "a.maze", text[:start] + line)
        assert reason.endswith("to open it as it is, delete its last line."), line
    for lines in (text.splitlines()[:1], text.splitlines()[:3]):  # moved up
        other = b"\n".join([*lines, text[start:-2] + b",", text[len(b"\n".join(lines)) + 1 :]])
        refusal(tmp_path / "a.maze", other[: other.rindex(b",")] + b"}")


def test_a_text_of_its_own_behind_the_walls_is_no_checksum(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    start = text.rindex(b'"sha256"')
    (tmp_path / "a.maze").write_bytes(text[:start] + b'"zone": "north"}')
    project = load(tmp_path / "a.maze")
    assert project.extra == {"zone": "north"}
    assert len(project.warnings) == 1


def test_rows_of_another_key_are_no_walls(tmp_path: Path) -> None:
    """Rows are found by their lines; these lines are those of a key inside another one."""
    keys = json.loads(saved(Project(maze()), tmp_path / "a.maze"))
    del keys["sha256"]
    text = json.dumps(keys).removesuffix("}") + ', "other": {"a": 1,\n"walls": [\n"0000"\n]}}'
    (tmp_path / "a.maze").write_text(text)
    project = load(tmp_path / "a.maze")
    assert_same(project.maze, maze())
    assert project.extra == {"other": {"a": 1, "walls": ["0000"]}}


def test_line_ends_and_byte_order_marks_of_other_systems(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    for other in (
        text.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + text,
        b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
        text.rstrip(),
        text + b"\n \n",
    ):
        (tmp_path / "a.maze").write_bytes(other)
        assert_same(read(tmp_path / "a.maze").maze, maze())


def test_a_file_cut_anywhere_is_refused_or_complete(tmp_path: Path) -> None:
    drawn = maze()
    text = saved(Project(drawn, Recipe(seed=7)), tmp_path / "a.maze")
    complete = text.rindex(b"],") + 2  # from here to the checksum nothing is missing
    whole = [complete, complete + 1, len(text) - 1]
    for length in range(len(text)):
        (tmp_path / "a.maze").write_bytes(text[:length])
        if length in whole:
            assert_same(load(tmp_path / "a.maze").maze, drawn)
        else:
            refusal(tmp_path / "a.maze", text[:length])


def test_swapped_lines_are_seen(tmp_path: Path) -> None:
    lines = saved(Project(maze()), tmp_path / "a.maze").splitlines(keepends=True)
    for one in range(len(lines)):
        for other in range(one):
            swapped = lines.copy()
            swapped[one], swapped[other] = lines[other], lines[one]
            if swapped != lines:
                refusal(tmp_path / "a.maze", b"".join(swapped))


@examples(50)
@given(st.data())
def test_whatever_is_in_a_file_it_is_refused_or_a_sound_maze(
    folder: Path, data: st.DataObject
) -> None:
    """Without the checksum, so that what is read behind it meets the damage too."""
    text = bytearray(saved(Project(maze(2, 3), Recipe(seed=7)), folder / "fuzz.maze"))
    del text[text.rindex(b'"sha256"') :]
    short = [bytes([byte]) for byte in b'"{}[],:\n\0\xff']
    words = [b"", b"-1", b"1e9", b"99", b"null", b"true", b"NaN", b'"rows"']
    pieces = st.sampled_from([*short, *words, b'"walls": [\n', b"\n]", b'\n"sha256": ""}'])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(pieces | st.binary(max_size=3))
    (folder / "fuzz.maze").write_bytes(text)
    project = read_or_refuse(folder / "fuzz.maze")
    if project is not None:
        project.maze.check()
        save(project, folder / "fuzz.maze")
        assert_same(load(folder / "fuzz.maze").maze, project.maze)


def test_rows_that_are_no_rows_are_named_by_line(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    first = text[: text.index(b'"walls": [\n')].count(b"\n") + 2
    start = text.index(b'"walls": [\n') + len(b'"walls": [\n')
    for row in range(3):
        at = start + row * 8
        for broken in (b"ffffff", b'"ffff', b'ffff"', b'  "ff"', b""):
            wrong = text[:at] + broken + text[at + 6 :]
            assert f"line {first + row}" in refusal(tmp_path / "a.maze", wrong)


def test_a_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    head = saved(Project(maze()), tmp_path / "a.maze")
    tracemalloc.start()
    for start in (b"", head):
        (tmp_path / "a.maze").write_bytes(start)
        os.truncate(tmp_path / "a.maze", 5 * 10**9)
        with pytest.raises(MazeError, match=r"a\.maze: (it has 5,000,000,000 bytes|this is a bin)"):
            read(tmp_path / "a.maze")
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()
