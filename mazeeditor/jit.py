"""Compiles kernels by numba and keeps them, so that each is compiled once, not in every session."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, get_args

R = TypeVar("R")

# The kernels compiled since this thread asked for it; None where it did not.
COMPILING: ContextVar[list[Any] | None] = ContextVar("COMPILING", default=None)


@contextmanager
def compiling() -> Iterator[list[Any]]:
    """Let kernels that this thread calls be compiled at once, however small the work.

    Yields the list of those that were, which grows.
    """
    fresh: list[Any] = []
    token = COMPILING.set(fresh)
    try:
        yield fresh
    finally:
        COMPILING.reset(token)


def jit(function: Callable[..., R], hints: Iterable[Any]) -> Callable[..., R]:
    """Return a function compiled for arguments annotated with ``hints``, as ``compiled`` has them.

    ``numba`` must be there; it is imported here, which takes a moment.
    """
    numba: Any = import_module("numba")
    signature = tuple(_numba_type(numba, hint) for hint in hints)
    settings = {"nogil": True, "boundscheck": False, "error_model": "numpy"}
    try:
        numba.config.CACHE_DIR = str(cache_folder())
        return numba.njit(signature, cache=True, **settings)(function)
    except Exception:  # no place to write, or a damaged cache: it only costs time
        return numba.njit(signature, **settings)(function)


def _numba_type(numba: Any, hint: Any) -> Any:
    plain = {int: numba.int64, float: numba.float64, bool: numba.boolean}
    if hint in plain:
        return plain[hint]
    _array, element, dimensions, readonly = get_args(hint)
    return numba.types.Array(getattr(numba, element), dimensions, "C", readonly=readonly)


@cache
def cache_folder() -> Path:
    """Return the folder of the compiled kernels, named by a digest of all sources.

    numba itself looks only at the file of a kernel, not at those of the kernels that it calls.
    """
    import hashlib
    from importlib.metadata import version

    import platformdirs

    digest = hashlib.sha256(version("numba").encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    asked = os.environ.get("MAZEEDITOR_CACHE")
    home = Path(asked) if asked else platformdirs.user_cache_path("mazeeditor")
    return home / f"kernels-{digest.hexdigest()[:16]}"
