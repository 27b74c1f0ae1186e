"""A QR code as modules, and how many of them may be wrong until it cannot be read (ISO/IEC 18004).

Each codeword is 8 modules. The codewords of several blocks take turns, so that a stain touches
all of them a little; a block with more wrong codewords than it can correct is lost::

    modules, two columns wide, from the right:    codewords:  A1 B1 A2 B2 ... ; blocks A and B
        up, down, up, ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids

Bools = NDArray[np.bool_]
FINDER = 7  # modules: the side of the three squares in the corners
# modules a side: the smallest, the largest, and between sizes
MIN_SIDE, MAX_SIDE, SIDE_STEP = 21, 177, 4
QUIET_MODULES = 4  # modules: what must be light around it
WORD = 8  # modules
FORMAT_ROW = 8  # modules: the row and column beside the squares
TIMING = 6  # the column that no codeword is in
# Codewords kept to notice errors with, in the smallest codes (table 9 of the standard).
KEPT = {(1, "L"): 3, (1, "M"): 2, (1, "Q"): 1, (1, "H"): 1, (2, "L"): 2, (3, "L"): 1}


@dataclass(frozen=True, eq=False)
class QrCode:
    """The modules of a code.

    ``dark`` bool[n, n]. ``words`` int64[n, n] is the codeword of each module, -1 where it is of
    none. ``blocks`` int64[w] is the block of each codeword, and ``spare`` int64[b] how many wrong
    codewords each block can correct. ``patterns`` bool[n, n] are the modules by which readers find
    the code, and learn how it is written.
    """

    dark: Bools
    words: Ids
    blocks: Ids
    spare: Ids
    patterns: Bools

    @property
    def side(self) -> int:
        """How many modules it is wide."""
        return len(self.dark)

    def is_readable(self, wrong: Bools) -> bool:
        """Whether every reader must cope with the ``wrong`` modules bool[n, n].

        Otherwise some may still do: most find a code whose patterns are damaged a little.
        """
        if (wrong & self.patterns).any():
            return False
        words = np.flatnonzero(np.bincount(self.words[wrong & (self.words >= 0)]))
        lost = np.bincount(self.blocks[words], minlength=len(self.spare))
        return bool((lost <= self.spare).all())


@lru_cache(maxsize=8)  # it is looked at after every change of a maze
def qr_code_of(text: str, level: str) -> QrCode:
    """Return the smallest code of a text, with error correction ``level`` L, M, Q, H or better.

    Raises ``UsageError`` for a text that is empty, or too long for any.
    """
    import segno
    from segno import consts

    if not text:
        raise UsageError(_("Write the text that the QR code holds, such as an address."))
    encoding = None if text.isascii() else "utf-8"  # readers guess other ones differently
    try:
        made = segno.make(text, error=level, micro=False, encoding=encoding)
    except segno.DataOverflowError:
        message = _("The text is too long for a QR code: shorten it, or correct fewer errors.")
        raise UsageError(message) from None
    except UnicodeError:
        raise UsageError(_("The text holds half characters, which no code can hold.")) from None
    dark = np.array([list(row) for row in made.matrix], np.uint8) != 0
    kinds = np.array([list(row) for row in made.matrix_iter(border=0, verbose=True)], np.int64)
    data = np.isin(kinds, (consts.TYPE_DATA_DARK, consts.TYPE_DATA_LIGHT))
    data[FORMAT_ROW, -FORMAT_ROW - 1] = True  # version 1.6 of the library takes it for the format
    version = (len(dark) - MIN_SIDE) // SIDE_STEP + 1
    tables: Any = consts.ECC[version]  # the library publishes no types of these
    sizes = [
        (group.num_data, group.num_total - group.num_data)
        for group in tables[getattr(consts, f"ERROR_LEVEL_{made.error}")]
        for _block in range(group.num_blocks)
    ]
    blocks = _turns([size for size, _checks in sizes]) + _turns([checks for _size, checks in sizes])
    kept = KEPT.get((version, made.error), 0)
    spare = np.array([(checks - kept) // 2 for _size, checks in sizes], np.int64)
    return QrCode(dark, _words(data, len(blocks)), np.array(blocks, np.int64), spare, ~data)


def _turns(sizes: list[int]) -> list[int]:
    """Return whose turn it is, block after block, where each has so many codewords."""
    return [block for at in range(max(sizes)) for block, size in enumerate(sizes) if at < size]


def _words(data: Bools, count: int) -> Ids:
    """Return the codeword of each module, where ``data`` are those of codewords and what is left.

    Modules left over at the end are of none.
    """
    side = len(data)
    words = np.full(data.shape, -1, np.int64)
    columns = [column for column in range(side - 1, -1, -1) if column != TIMING]
    bit, upwards = 0, True
    for pair in zip(columns[::2], columns[1::2], strict=True):
        for row in range(side - 1, -1, -1) if upwards else range(side):
            for column in pair:
                if data[row, column]:
                    words[row, column] = bit // WORD if bit < count * WORD else -1
                    bit += 1
        upwards = not upwards
    return words
