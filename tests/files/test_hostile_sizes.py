"""Files made to take time or memory are refused, or read, within two seconds and a gigabyte.

The smaller ones as a rule, all under ``--stress``, where memory is measured too.
"""

from __future__ import annotations

import json
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.core.memory import peak_of
from mazeeditor.files import Project, read
from mazeeditor.files.project import save
from tests.breadth import stress
from tests.files.projects import maze, signed

MOST_SECONDS, MOST_BYTES = 2.0, 10**9


def project(raw: str = "", **keys: Any) -> bytes:
    """Return a project with a valid checksum, with ``raw`` before its first key."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        save(Project(maze()), Path(folder, "a.maze"))
        values = json.loads(Path(folder, "a.maze").read_bytes()) | keys
    walls = values.pop("walls")
    del values["sha256"]
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in values.items()]
    rows = ",\n".join(map(json.dumps, walls))
    head = "{\n" + "\n".join(lines[:1]) + "\n" + raw + "\n".join(lines[1:])
    return signed(f'{head}\n"walls": [\n{rows}\n],\n"sha256": ""}}\n'.encode())


def chunk(kind: bytes, data: bytes) -> bytes:
    crc = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + crc


def png(width: int, height: int, data: bytes = b"", extra: bytes = b"") -> bytes:
    """Return a picture of 1 bit a pixel, which is as small as it says where ``data`` is empty."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    pixels = data or bytes((width + 7) // 8 + 1) * height
    body = chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + extra + body


def logo(data: bytes) -> bytes:
    uri = f"data:image/png;name=a.png;base64,{b64encode(data).decode()}"
    return project(page={"logo": uri})


BOMB = 10**8  # bytes that a few thousand are unpacked to


@cache
def packed() -> bytes:
    return zlib.compress(bytes(BOMB))


SMALLER: dict[str, Callable[[], bytes]] = {
    "lists in lists": lambda: project('"x": ' + "[" * 100_000 + "]" * 100_000 + ",\n"),
    "objects in objects": lambda: project('"x": ' + '{"a":' * 50_000 + "1" + "}" * 50_000 + ",\n"),
    "a long number": lambda: project('"x": ' + "9" * 10**6 + ",\n"),
    "a long fraction": lambda: project('"x": 0.' + "9" * 10**6 + ",\n"),
    "a large exponent": lambda: project('"x": 1e' + "9" * 10**6 + ",\n"),
    "1,000 masks": lambda: project(
        recipe={"generator": "prim", "mask": [{"name": "heart"}] * 1000}
    ),
    "long words as masks": lambda: project(
        recipe={"mask": [{"name": "text", "text": "W" * 10**5}]}
    ),
    "a colour of a million digits": lambda: project(page={"colour": "#" + "f" * 10**6}),
    "a paper of a million digits": lambda: project(page={"page": "9" * 10**6 + "x9"}),
    "a title of combining marks": lambda: project(page={"title": "a" + "\u0301" * 10**5}),
    "a title of half characters": lambda: project(page={"title": "\ud800" * 10**5}),
    "a title of right to left": lambda: project(page={"title": "\u0645" * 10**5}),
    "exits": lambda: project(exits=[{"row": 1, "column": 1}] * 100_000),
    "an unknown shape": lambda: project(shape="x" * 10**6),
    "a maze that is not there": lambda: project(parameters={"rows": 10_000, "columns": 10_000}),
    "a logo of 16 million pixels": lambda: logo(png(4000, 4000)),
    "a logo of 3.6 billion pixels": lambda: logo(png(60_000, 60_000, b"\0")),
    "a logo of one line": lambda: logo(png(100_000, 1)),
    "a logo with a packed text": lambda: logo(png(2, 2, extra=chunk(b"zTXt", b"a\0\0" + packed()))),
    "a logo with a packed profile": lambda: logo(
        png(2, 2, extra=chunk(b"iCCP", b"a\0\0" + packed()))
    ),
    "a logo with more than it says": lambda: logo(png(2, 2, bytes(BOMB))),
    "a logo of many pieces": lambda: logo(png(2, 2, extra=chunk(b"tEXt", b"a\0") * 100_000)),
    "a text in one line": lambda: b"o---" * 10**6 + b"o\n",
    "a narrow text": lambda: b"o---o\n|   |\n" * 10**5 + b"o---o\n",
    "blank lines": lambda: b"\n" * 10**7 + b"o---o\n|   |\no---o\n",
    "letters": lambda: b"o%b\n%b\no%b\n" % (b"---o" * 5000, b"|" + b" S |" * 5000, b"---o" * 5000),
}
LARGER: dict[str, Callable[[], bytes]] = {
    "a million keys": lambda: project("".join(f'"k{n}": 1,\n' for n in range(10**6))),
    "two million values": lambda: project('"x": [' + "0," * 1_990_000 + "0],\n"),
    "a million lists": lambda: project('"x": [' + "[]," * 990_000 + "0],\n"),
    "a title of megabytes": lambda: project(page={"title": "W" * 5 * 10**6}),
    "a wide text": lambda: b"o---" * 12 * 10**6 + b"o\n",
    "many blank lines": lambda: b"\n" * 10**8 + b"o---o\n|   |\no---o\n",
    "tabs": lambda: b"\t" * 5 * 10**7,
    "blanks after a brace": lambda: b'{"format": "mazeeditor",' + b" " * 2 * 10**8,
    "escapes": lambda: b'{"format": "mazeeditor", "a": "' + b"\\u0041" * 33 * 10**6 + b'"}',
    "not UTF-8": lambda: b'{"format": "mazeeditor", "a": "' + b"\xff" * 2 * 10**8 + b'"}',
    "empty rows": lambda: (
        b'{"format": "mazeeditor",\n"walls": [\n' + b'"",\n' * 5 * 10**7 + b'""\n]}'
    ),
    "empty rows in a line": lambda: (
        b'{"format": "mazeeditor", "walls": [' + b'"",' * 10**7 + b'""]}'
    ),
}
HOSTILE = SMALLER | (LARGER if stress() else {})


@pytest.mark.sample(1)
@pytest.mark.filterwarnings("ignore")  # letters that no typeface has are named
@pytest.mark.parametrize("name", HOSTILE)
def test_within_two_seconds_and_a_gigabyte(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    path.write_bytes(HOSTILE[name]())

    def work() -> None:
        try:
            project = read(path)
        except MazeError as error:
            check_message(str(error), path)
            return
        assert project.maze.lattice.cells < 10**7

    started = process_time()
    work()
    assert process_time() - started < MOST_SECONDS
    if stress():
        assert peak_of(work)[1] < MOST_BYTES


def check_message(line: str, path: Path) -> None:
    assert line.startswith(f"Cannot read {path}: ")
    assert line.isprintable()
    assert len(line) < len(str(path)) + 300
