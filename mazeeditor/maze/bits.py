"""Sets of the slots of a cell as the bits of a byte: how many there are, the nth, a random one."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.kernels.compiled import DEGREE, kernel

_slots = [[slot for slot in range(8) if byte >> slot & 1] for byte in range(256)]

# uint8[256]: the number of set bits of a byte
COUNT = np.array([len(slots) for slots in _slots], np.uint8)

# uint8[256 * 8]: NTH[byte * 8 + n] is the slot of the nth set bit of a byte
NTH = np.array([slots + [0] * (8 - len(slots)) for slots in _slots], np.uint8).ravel()

# uint8[64 << 6]: CHOICE[byte << 6 | n] is a slot of a byte, each for as many n below 60, a multiple
# of 1 to 6. This table is faster than a multiplication for kernels that wait for a slot; a row of
# 64, of which 60 are used, is found by a shift, which is a third of the time of multiplying by 60.
CHOICES = 60
CHOICE = np.array(
    [(slots or [0])[n % max(1, len(slots))] for slots in _slots[:64] for n in range(64)], np.uint8
)


@kernel
def choose(slots: int, bits: int) -> int:
    """Return one of ``slots`` (bits of a byte, not 0) by 32 random ``bits``.

    Each is equally likely but for one part in 2**26.
    """
    if DEGREE <= 6:
        return int(CHOICE[choice(slots, bits)])
    return int(NTH[slots * 8 + (bits * int(COUNT[slots]) >> 32)])


@kernel
def choice(slots: int, bits: int) -> int:
    """Return where in ``CHOICE`` the slot is that ``choose`` returns, of cells with up to six."""
    return slots << 6 | (bits * CHOICES >> 32)
