"""What a process and its child send each other: a letter, a length, and so many bytes."""

from __future__ import annotations

import struct
from typing import IO

READY, TASK, PROGRESS, OUTCOME = b"r", b"t", b"p", b"o"
HEAD = struct.Struct(">cQ")
STEPS = 100  # of a task whose progress is reported, a byte each time


def write(stream: IO[bytes], kind: bytes, data: bytes = b"") -> None:
    """Write a message; raises ``OSError`` where nobody reads."""
    stream.write(HEAD.pack(kind, len(data)))
    stream.write(data)
    stream.flush()


def read(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Return the next message, its kind and its bytes; raises ``EOFError`` at the end."""
    kind, length = HEAD.unpack(_read(stream, HEAD.size))
    return kind, _read(stream, length)


def _read(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
