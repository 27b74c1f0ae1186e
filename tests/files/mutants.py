"""Files changed at random, by bytes and by what they mean; the same number gives the same file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from tests.files.projects import signed

Mutate = Callable[[Random, Sequence[bytes]], bytes]
CHANGES = (1, 1, 1, 2, 3, 4)  # to a file
PLAIN = [b"|", b"#", b" ", b"S", b"G", b"X", b"-"]
LONGEST = 1 << 16  # bytes: a repeated piece must not make a file slow to judge

BYTES = [bytes([byte]) for byte in b'\0\t\n\r "#+,-./019:;<[\\]aefox{|}~\x7f\x80\xff']
WORDS = [
    *(b"null", b"true", b"-1", b"1e999", b"NaN", b"9" * 30, b"0.1", b'""', b"{}", b"[]"),
    *(b'"sha256"', b'"walls"', b'"format"', b"\\ud800", b"\\u0000", b"\xef\xbb\xbf", b"\r\n"),
    *(b"o---", b"|   ", b"S", b"G", b"X", "\u2588".encode(), b"\xe2\x96", b"[" * 200, b" " * 99),
]
VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 7, 255, 10**4, 10**9, 2**63, 10**24, -(10**24)),
    *(0.0, 0.5, -0.5, 1e-300, 1e300, "", "a", "x" * 300, "\0", "\ud800", "\u202e", "</svg>"),
    *([], {}, [[]], [None], {"": None}, [1] * 50, {"name": "heart"}, ["heart"], "heart", "A4"),
    *("lines", "bands", "hairlines", "fit", "0x0mm", "1e9x1e9mm", "page", "drawn", "none", "left"),
    *("prim", "backtracker", "rectangular", "hexagonal", "triangular", "polar", "data:", "#fff"),
    *({"row": 0, "column": 0}, {"row": 1, "column": 1, "side": "left"}, {"rows": 1, "columns": 1}),
    *({"rings": 2, "hole": 1}, [{"row": 0, "column": 0, "side": None}], [{"name": "picture"}]),
]


def by_bytes(random: Random, files: Sequence[bytes]) -> bytes:
    """Return one of the files with some of its bytes changed, moved, cut, or those of another."""
    data = bytearray(random.choice(files))
    for _change in range(random.choice(CHANGES)):
        random.choice(BYTE_CHANGES)(random, data, files)
    return bytes(data[:LONGEST])


def _place(random: Random, data: bytearray) -> int:
    return random.randrange(len(data) + 1)


def _flip(random: Random, data: bytearray, _files: Sequence[bytes]) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _put(random: Random, data: bytearray, _files: Sequence[bytes]) -> None:
    at = _place(random, data)
    data[at : at + random.randrange(3)] = random.choice(random.choice((BYTES, WORDS)))


def _cut(random: Random, data: bytearray, _files: Sequence[bytes]) -> None:
    at = _place(random, data)
    del data[at : at + random.choice((1, 2, 5, 40, 10**6))]


def _repeat(random: Random, data: bytearray, _files: Sequence[bytes]) -> None:
    at = _place(random, data)
    piece = data[at : at + random.choice((1, 3, 20, 200))]
    data[at:at] = piece * random.choice((1, 1, 2, 100))


def _move(random: Random, data: bytearray, _files: Sequence[bytes]) -> None:
    at = _place(random, data)
    piece = data[at : at + random.choice((1, 3, 20, 200))]
    del data[at : at + len(piece)]
    to = _place(random, data)
    data[to:to] = piece


def _splice(random: Random, data: bytearray, files: Sequence[bytes]) -> None:
    other = random.choice(files)
    at, of_other = _place(random, data), random.randrange(len(other) + 1)
    data[at : at + random.choice((0, 10, 100, 10**6))] = other[of_other:][
        : random.choice((10, 100, 10**6))
    ]


def _lines(random: Random, data: bytearray, _files: Sequence[bytes]) -> None:
    """Delete, repeat or exchange whole lines."""
    lines = bytes(data).splitlines(keepends=True)
    if len(lines) > 1:
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], random.choice((lines[one], b"", lines[other]))
    data[:] = b"".join(lines)


BYTE_CHANGES = (_flip, _flip, _put, _put, _cut, _repeat, _move, _splice, _lines)


def by_meaning(random: Random, files: Sequence[bytes]) -> bytes:
    """Return one of the projects with some values changed, and a checksum that is right."""
    keys = json.loads(random.choice(files))
    for _change in range(random.choice(CHANGES)):
        _change_value(random, keys)
    keys.pop("sha256", None)
    return laid_out(keys)


def _change_value(random: Random, keys: dict[str, Any]) -> None:
    """Change, remove, rename or move one value, at any depth."""
    holder, name = random.choice(list(_places(keys)))
    action = random.randrange(7)
    if action == 0 and isinstance(holder, dict):
        holder[random.choice(("", "name", "mine", "walls", "side", "sha256", "x" * 99))] = (
            holder.pop(name)
        )
    elif action == 1:
        del holder[name]
    elif action == 2:
        other, there = random.choice(list(_places(keys)))
        holder[name] = json.loads(json.dumps(other[there]))
    elif action == 3 and isinstance(holder[name], str) and holder[name]:
        text = holder[name]
        at = random.randrange(len(text))
        holder[name] = text[:at] + random.choice("0123456789abcdef.x\u00e9") + text[at + 1 :]
    elif action == 4 and isinstance(holder[name], int | float):
        holder[name] = random.choice((holder[name] + 1, -holder[name], holder[name] * 1000))
    elif action == 5 and isinstance(holder[name], list):
        holder[name] = holder[name] * random.choice((0, 2, 100))
    else:
        holder[name] = deepcopy(random.choice(VALUES))  # or one mutant would change the next


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    names = value.keys() if isinstance(value, dict) else range(len(value))
    for name in names:
        yield value, name
        if isinstance(value[name], dict | list):
            yield from _places(value[name])


def laid_out(keys: dict[str, Any]) -> bytes:
    """Return a project as this program lays it out, with its checksum, whatever its values are."""
    walls = keys.pop("walls", [])
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in keys.items()]
    rows = walls if isinstance(walls, list) else [walls]
    text = "\n".join(["{", *lines, '"walls": [', ",\n".join(map(json.dumps, rows)), "],"])
    return signed(f'{text}\n"sha256": ""}}\n'.encode())


def by_characters(random: Random, files: Sequence[bytes]) -> bytes:
    """Return one of the texts with walls, spaces and letters replaced; lines stay as long."""
    data = random.choice(files)
    for _change in range(random.choice(CHANGES)):
        places = [match.start() for match in re.finditer(rb"---|   |[|#SGX ]", data)]
        at = random.choice(places)
        wide = data[at : at + 3] in (b"---", b"   ")
        new = random.choice((b"---", b"   ", b" S ")) if wide else random.choice(PLAIN)
        data = data[:at] + new + data[at + len(new) :]
    return data
