"""Programs and libraries of macOS: which files are such, and where each looks for others.

A library is named in a file by its whole path. That of a framework in a bundle begins with
``@rpath``, which stands for a folder that the program names. The new name is shorter than the old
one, so it is written over it: nothing moves. Signatures of changed files are not valid any more.
"""

from __future__ import annotations

import struct
from pathlib import Path

FAT, THIN = b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe"  # several processors; one, of 64 bits
MOST = 30  # processors: Java's classes begin like FAT, with a larger number behind it
HEADER, COMMAND = 32, 8  # bytes
LIBRARIES = {  # commands that name a library, as mach-o/loader.h numbers them
    0x0C,  # one that is loaded
    0x0D,  # the file itself
    0x80000018,  # one that may be missing
    0x8000001F,  # one whose names are the file's too
    0x80000023,  # one that needs the file in its turn
}


def is_mach_o(path: Path) -> bool:
    """Whether a file is a program or library of macOS."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return bool(_starts(file.read(8 + MOST * 20)))


def relocate(path: Path, old: str, new: str) -> bool:
    """Name the libraries below ``old`` as those below ``new``; returns whether there are any.

    Raises ``ValueError`` where ``new`` is longer.
    """
    if len(new) > len(old):
        raise ValueError(f"{new} is longer than {old}")
    data = bytearray(path.read_bytes())
    found = [name for start in _starts(data) for name in _names(data, start)]
    changed = False
    for begin, end in found:
        name = bytes(data[begin:end]).split(b"\0")[0].decode()
        if name.startswith(old):
            text = (new + name.removeprefix(old)).encode()
            data[begin:end] = text.ljust(end - begin, b"\0")
            changed = True
    if changed:
        path.write_bytes(data)
    return changed


def libraries(path: Path) -> list[str]:
    """Return the libraries that a file names, those of each processor."""
    data = path.read_bytes()
    spans = [span for start in _starts(data) for span in _names(data, start)]
    return [data[begin:end].split(b"\0")[0].decode() for begin, end in spans]


def _starts(data: bytes | bytearray) -> list[int]:
    """Return where the code for each processor begins; nothing in other files."""
    if data[:4] == THIN:
        return [0]
    if data[:4] != FAT or len(data) < 8:
        return []
    (number,) = struct.unpack_from(">I", data, 4)
    if number > MOST:
        return []
    return [struct.unpack_from(">I", data, 8 + 20 * one + 8)[0] for one in range(number)]


def _names(data: bytes | bytearray, start: int) -> list[tuple[int, int]]:
    """Return where the names of libraries begin, and where their room ends."""
    if data[start : start + 4] != THIN:  # of 32 bits, or of the other byte order
        return []
    (number,) = struct.unpack_from("<I", data, start + 16)
    spans, place = [], start + HEADER
    for _one in range(number):
        kind, size = struct.unpack_from("<II", data, place)
        if kind in LIBRARIES:
            (offset,) = struct.unpack_from("<I", data, place + COMMAND)
            spans.append((place + offset, place + size))
        place += size
    return spans
