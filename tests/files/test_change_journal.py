"""A journal gives back whole changes without a gap, whatever has become of its bytes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.files.change_journal import (
    ChangesAfter,
    JournalEntry,
    append,
    changes_after,
    encode_changes,
    journals,
    name_of,
    sync,
)

make_pipe: Any = getattr(os, "mkfifo", None)  # Windows has none

KEY = "0123456789abcdef"
CHANGES = [
    JournalEntry(number, 1.5 * number, ["do", {"walls": [number]}]) for number in range(1, 9)
]


def entries(folder: Path, start: int, key: str) -> list[JournalEntry]:
    return changes_after(folder, start, key).entries


def written(folder: Path, *parts: tuple[int, list[JournalEntry]]) -> list[Path]:
    """Write journals, each with the change that it follows."""
    paths = []
    for start, changes in parts:
        paths.append(folder / name_of(start))
        append(paths[-1], encode_changes(changes, KEY), new=True)
    return paths


def test_journals_are_read_in_the_order_of_their_changes(tmp_path: Path) -> None:
    written(tmp_path, (5, CHANGES[5:]), (0, CHANGES[:3]))
    append(tmp_path / name_of(0), encode_changes(CHANGES[3:5], KEY), new=False)
    sync(tmp_path / name_of(0))
    (tmp_path / "journal-x").write_text("no journal")
    assert entries(tmp_path, 0, KEY) == CHANGES
    assert entries(tmp_path, 6, KEY) == CHANGES[6:]
    assert entries(tmp_path, 8, KEY) == []
    assert entries(tmp_path, 9, KEY) == []
    assert [start for start, _path in journals(tmp_path)] == [0, 5]
    assert entries(tmp_path / "missing", 0, KEY) == []


def test_nothing_is_read_behind_a_gap_or_of_another_process(tmp_path: Path) -> None:
    written(tmp_path, (0, CHANGES[:3]), (4, CHANGES[4:]))
    assert entries(tmp_path, 0, KEY) == CHANGES[:3]
    assert entries(tmp_path, 0, "of another process") == []


@given(cut=st.integers(0, 1000))
def test_a_journal_that_was_cut_gives_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    (path,) = written(folder, (0, CHANGES))
    data = path.read_bytes()[:cut]
    path.write_bytes(data)
    assert entries(folder, 0, KEY) == CHANGES[: data.count(b"\n")]


@given(place=st.integers(0, 10**6), flip=st.integers(1, 255))
def test_a_damaged_byte_ends_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, place: int, flip: int
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    (path,) = written(folder, (0, CHANGES))
    data = bytearray(path.read_bytes())
    place %= len(data)
    data[place] ^= flip
    path.write_bytes(data)
    assert entries(folder, 0, KEY) == CHANGES[: data[:place].count(b"\n")]


def test_a_journal_that_is_gone_is_not_begun_again(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        append(tmp_path / name_of(0), b"", new=False)
    written(tmp_path, (0, CHANGES))
    with pytest.raises(FileExistsError):
        append(tmp_path / name_of(0), b"", new=True)


def test_no_link_is_followed(tmp_path: Path) -> None:
    (path,) = written(tmp_path, (0, CHANGES))
    (tmp_path / name_of(3)).symlink_to(path)
    before = path.read_bytes()
    with pytest.raises(OSError, match=r"."):
        append(tmp_path / name_of(3), b"more", new=False)
    assert path.read_bytes() == before
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert entries(tmp_path, 0, KEY) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no modes of POSIX")
def test_others_cannot_read_it(tmp_path: Path) -> None:
    (path,) = written(tmp_path, (0, CHANGES))
    assert path.stat().st_mode & 0o077 == 0


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    (path,) = written(tmp_path, (0, CHANGES))
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert changes_after(tmp_path, 0, KEY) == ChangesAfter(CHANGES)
    path.write_bytes(whole.replace(b'"walls":[3]', b'"walls":[9]'))
    damaged = changes_after(tmp_path, 0, KEY)
    assert damaged == ChangesAfter(CHANGES[:2], left_out=6)
    assert damaged.warning == "Left out after this: 6 changes, as the record is damaged."
    path.write_bytes(b"".join(lines[:4]) + lines[4][:-9])
    cut = changes_after(tmp_path, 0, KEY)
    assert cut == ChangesAfter(CHANGES[:4], left_out=1, cut=True)
    assert cut.warning == "Left out after this: at least 1 change, as the record is cut off."
    path.write_bytes(b"".join(lines[:6]))
    assert changes_after(tmp_path, 0, KEY) == ChangesAfter(CHANGES[:6]), "nobody can know"
    assert changes_after(tmp_path, 6, KEY).warning == ""
    assert ChangesAfter(CHANGES).up_to(5).left_out == 3, "what could not be done again"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_no_journal(tmp_path: Path) -> None:
    written(tmp_path, (0, CHANGES[:3]))
    make_pipe(tmp_path / name_of(3))
    (tmp_path / name_of(4)).mkdir()
    assert entries(tmp_path, 0, KEY) == CHANGES[:3]


@pytest.mark.parametrize("time", [1e308, -1e18, 1e12])
def test_a_change_in_no_year_is_damaged(time: float, tmp_path: Path) -> None:
    """``recover`` raised OverflowError, and listed no other work either."""
    written(tmp_path, (0, [*CHANGES[:3], CHANGES[3]._replace(time=time), CHANGES[4]]))
    left = changes_after(tmp_path, 0, KEY)
    assert left == ChangesAfter(CHANGES[:3], left_out=2)
