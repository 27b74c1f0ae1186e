"""Tables over the eight slots of a cell: how many bits a byte has, and which is the nth of them."""

from __future__ import annotations

import numpy as np

_slots = [[slot for slot in range(8) if byte >> slot & 1] for byte in range(256)]

# uint8[256]: the number of set bits of a byte
COUNT = np.array([len(slots) for slots in _slots], np.uint8)

# uint8[256 * 8]: NTH[byte * 8 + n] is the slot of the nth set bit of a byte
NTH = np.array([slots + [0] * (8 - len(slots)) for slots in _slots], np.uint8).ravel()
