"""Standard output that reports what it cannot write, and writes names of any bytes.

A terminal gets no control characters: names, and texts of files, are the work of others.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, without_controls

ANY_NAME = "mazeeditor-any-name"  # an error handler of codecs


@contextmanager
def reported_output() -> Iterator[None]:
    """Let ``sys.stdout`` raise ``MazeError`` where it is closed or its device is full.

    ``BrokenPipeError`` passes: whatever read the output has ended. All is written at the end.
    """
    stream = sys.stdout
    output = _Output(stream)
    sys.stdout = output
    if sys.stderr is None:  # print() would take standard output instead
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - until the process ends
    try:
        try:
            yield
        finally:
            output.flush()
    except (MazeError, OSError):
        if output.failed:
            _discard(stream)
        raise
    finally:
        sys.stdout = stream


class _Output(io.TextIOBase):
    """Writes to a stream, or raises ``MazeError``; ``None`` is a closed stream."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.failed = False
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ANY_NAME)

    def write(self, text: str) -> int:
        with self._reported():
            if self._stream is None:
                raise MazeError(_("Cannot write to standard output: it is closed."))
            return self._stream.write(without_controls(text, "\n\t") if self.isatty() else text)

    def flush(self) -> None:
        with self._reported():
            if self._stream is not None and not self.failed:
                self._stream.flush()

    def fileno(self) -> int:
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self.failed = True
            raise
        except OSError as error:
            self.failed = True
            reason = error.strerror or str(error)
            text = _("Cannot write to standard output: {reason}.").format(reason=reason)
            raise MazeError(text) from error


def _discard(stream: TextIO | None) -> None:
    """Let what a stream still holds go nowhere: Python writes it when the process ends."""
    with suppress(OSError, AttributeError):
        assert stream is not None
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _as_bytes(error: UnicodeError) -> tuple[str | bytes, int]:
    """Encode the bytes of a file name as they are, and other lone surrogates as escapes."""
    for name in ("surrogateescape", "backslashreplace"):
        with suppress(UnicodeError):
            return codecs.lookup_error(name)(error)
    raise error


codecs.register_error(ANY_NAME, _as_bytes)
