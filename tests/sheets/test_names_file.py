"""Lists of names: as spreadsheets write them, and refused in one sentence where they are broken."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazeeditor.core.disk.list_files import MAX_BYTES
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.page.text.lettering import clean
from mazeeditor.sheets.names_file import MAX_CHARACTERS, read_names

LIST = 'name,class\nAnna,3b\n\n"O\'Neill, Bob","3""c"\n   \n=1+1,@x\n'
ROWS = [
    {"name": "Anna", "class": "3b"},
    {"name": "O'Neill, Bob", "class": '3"c'},
    {"name": "=1+1", "class": "@x"},
]


def listed(folder: Path, data: bytes, used: tuple[str, ...] = ()) -> list[dict[str, str]]:
    path = folder / "names.csv"
    path.write_bytes(data)
    return read_names(path, used)


def test_every_spreadsheet(tmp_path: Path) -> None:
    encodings = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
    for encoding, end, delimiter in product(encodings, ["\n", "\r\n", "\r"], [",", ";", "\t"]):
        text = LIST.replace("O'Neill, Bob", "O'Neill# Bob").replace(",", delimiter)
        data = text.replace("#", ",").replace("\n", end).encode(encoding)
        assert listed(tmp_path, data) == ROWS, (encoding, end, delimiter)


def test_an_old_spreadsheet(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert listed(tmp_path, "name\nZoë\n".encode()) == [{"name": "Zoë"}]
    assert not caplog.messages
    assert listed(tmp_path, "name\nZoë\n".encode("cp1252")) == [{"name": "Zoë"}]
    (message,) = caplog.messages
    assert "names.csv is not in UTF-8 and was read as Windows-1252" in message


def test_a_line_that_names_the_delimiter(tmp_path: Path) -> None:
    for end in ["\n", "\r\n", "\r"]:
        text = "sep=;\nname;a,b,c\nAnna;1\n"
        assert listed(tmp_path, text.replace("\n", end).encode()) == [
            {"name": "Anna", "a,b,c": "1"}
        ]
        with pytest.raises(UsageError, match=r"Line 3 of .* has 2 values for 1 column"):
            listed(tmp_path, "sep=;\nname\na;b\n".replace("\n", end).encode())


def test_the_first_line(tmp_path: Path) -> None:
    for text, used, rows in [
        ("Anna\nBob\n", (), [{"name": "Anna"}, {"name": "Bob"}]),
        ("Name\nBob\n", (), [{"Name": "Bob"}]),
        ("pupil\nBob", ("pupil",), [{"pupil": "Bob"}]),
        ("a,b\n1\n", (), [{"a": "1", "b": ""}]),
    ]:
        assert listed(tmp_path, text.encode(), used) == rows


def test_what_is_no_list(tmp_path: Path) -> None:
    for data, message in [
        (b"", "has no rows"),
        (b"\n \n", "has no rows"),
        (b"a,b\n", "only a line of column names"),
        (b"a,b\n1,2,3\n", "Line 2 of .* has 3 values for 2 columns"),
        (b"a,a\n1,2\n", "two columns named 'a'"),
        (b"a,\n1,2\n", "Column 2 of .* has no name"),
        (b'a,b\n"x,2\n', "is not a row of a CSV"),
        (b"a,b\n" + b"x" * (MAX_CHARACTERS + 1) + b",2\n", "The a in line 2 of .* more than 1,000"),
        (b"\xff\xfea", "is not a list of names"),
        (b"a\x00b", "is not a list of names"),
        (b"x\n" * 10_100, "more than 10,000 rows"),
        (b",".join(b"%d" % n for n in range(101)) + b"\n1\n", "more than 100 columns"),
    ]:
        with pytest.raises(UsageError, match=message):
            listed(tmp_path, data)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MazeError, match="Cannot read"):
        read_names(tmp_path / "missing.csv")
    with pytest.raises(MazeError, match="more than 20,000,000 bytes"):
        listed(tmp_path, b"x" * (MAX_BYTES + 1))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode()))
def test_any_bytes(data: bytes, tmp_path: Path) -> None:
    with suppress(UsageError):
        rows = listed(tmp_path, data)
        assert rows
        assert all(clean(value) == value for row in rows for value in row.values())
