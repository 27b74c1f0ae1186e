"""Runs every kernel compiled, or every kernel interpreted, for tests that compare the two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mazeeditor.compiled import Kernel, as_view


@contextmanager
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every kernel called within the ``with`` run interpreted."""
    with monkeypatch.context() as patch:
        patch.setattr(Kernel, "__call__", _interpret)
        yield


@contextmanager
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every kernel called within the ``with`` run compiled, however small the work."""
    with monkeypatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda kernel, *args: kernel.compile()(*args))
        yield


def _interpret(kernel: Kernel[Any, Any], *args: Any) -> Any:
    return kernel.interpreted()(*map(as_view, args))
