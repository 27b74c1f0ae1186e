"""Memory that was freed, and that the C library keeps."""

from __future__ import annotations

import platform
import sys

import pytest

GLIBC = pytest.mark.skipif(
    sys.platform != "linux" or platform.libc_ver()[0] != "glibc", reason="only glibc keeps it"
)
SCATTERED = 100_000_000  # bytes


def scattered() -> list[bytearray]:
    """Return small arrays between which as many bytes as ``SCATTERED`` were freed."""
    arrays = [bytearray(20_000) for _number in range(SCATTERED // 20_000)]
    return arrays[::50]
