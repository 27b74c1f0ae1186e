"""Numbers in texts from outside: ASCII digits alone, finite, and none so small that it overflows.

Python takes more: digits of any script, ``1_000``, ``nan``, ``1e999``; numpy warns of ``1e-320``.
"""

from __future__ import annotations

from math import isfinite

SMALLEST_NUMBER = 1e-100  # what is nearer to 0 is 0: its square and its inverse would be none


def whole(text: str) -> int:
    """Return a whole number; raises ``ValueError``."""
    return int(_plain(text))


def real(text: str) -> float:
    """Return a finite number; raises ``ValueError``."""
    number = float(_plain(text))
    if not isfinite(number):
        raise ValueError(text[:40])
    return number if abs(number) >= SMALLEST_NUMBER else 0.0


def is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _plain(text: str) -> str:
    if not text.isascii() or "_" in text:
        raise ValueError(text[:40])
    return text
