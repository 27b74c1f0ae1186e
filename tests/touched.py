"""What a block of code touches outside the process: files it looks at, programs, connections.

``sys.addaudithook`` sees what Python opens and starts; it has no event for the status of a file,
which on Windows is asked of another computer too, so that of ``os`` is replaced as well.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import pytest

EVENTS = (
    *("open", "os.listdir", "os.scandir", "glob.glob", "os.startfile", "shutil.copyfile"),
    *("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"),
    *("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"),
)
LOOKS = "stat", "lstat", "access", "readlink"
_watching: list[list[tuple[str, str]]] = []


def _note(event: str, what: tuple[Any, ...]) -> None:
    if _watching and event in EVENTS and what:
        _watching[-1].append((event, _text(what[0])))


@cache
def _add_hook() -> None:
    sys.addaudithook(_note)  # which stays until the process ends


def _text(name: object) -> str:
    if isinstance(name, bytes | os.PathLike):
        name = os.fsdecode(name)
    return str(name)


@contextmanager
def touched() -> Iterator[list[tuple[str, str]]]:
    """Yield what the block has touched, as it happens: an event, and a name."""
    _add_hook()
    found: list[tuple[str, str]] = []

    def look(real: Callable[..., Any], event: str, name: object, *more: Any, **how: Any) -> Any:
        found.append((event, _text(name)))
        return real(name, *more, **how)

    with pytest.MonkeyPatch.context() as patch:
        for event in LOOKS:
            patch.setattr(os, event, partial(look, getattr(os, event), f"os.{event}"))
        _watching.append(found)
        try:
            yield found
        finally:
            _watching.remove(found)
