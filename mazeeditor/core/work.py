"""How much work a file from outside may cause: as much as any ordinary file, and no small one more.

A file of ``SMALL_FILE_BYTES`` bytes at most may cost about three seconds of the processor and 250
MB, and a larger one more for each byte beyond. Readers count what they do in steps of about a
microsecond, as a clock would refuse a file on a slow computer that a fast one reads.
"""

from __future__ import annotations

from mazeeditor.core.errors import UsageError

SMALL_FILE_BYTES = 10**6  # bytes
STEPS = 2_000_000  # of a small file
STEPS_OF_A_BYTE = 2


def allowance(size: int, of_small: int, of_a_byte: float) -> int:
    """Return how much a file of ``size`` bytes may cause: ``of_small``, and more beyond that."""
    return of_small + int(of_a_byte * max(0, size - SMALL_FILE_BYTES))


class TooMuchWorkError(UsageError):
    """A file is more work than one of its size may be; the reader says of what."""


class Work:
    """What is left of the steps that reading one file may take."""

    def __init__(
        self, size: int, of_small: int = STEPS, of_a_byte: float = STEPS_OF_A_BYTE
    ) -> None:
        """Allow what a file of ``size`` bytes may cause."""
        self.left = allowance(size, of_small, of_a_byte)

    def spend(self, steps: float) -> None:
        """Count steps before they are done; raises ``TooMuchWorkError``."""
        self.left -= int(steps)
        if self.left < 0:
            raise TooMuchWorkError("")
