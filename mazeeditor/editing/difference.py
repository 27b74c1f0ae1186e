"""What two arrays of bytes differ in: a step of the history costs what it changed, not a maze."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

WORD_BYTES = 8  # bytes that are compared, and kept, together
GAP = 2  # equal words between two runs that cost less than the numbers of another run
BLOCK_WORDS = 1 << 17  # words that are compared at once: they stay in the processor's cache
OVERHEAD_BYTES = 512  # bytes of the objects of a block


class _Block(NamedTuple):
    """The runs of a block, int32[k] each in words, and a plane of packed bits for each bit used."""

    starts: NDArray[np.int32]
    lengths: NDArray[np.int32]
    planes: dict[int, Bytes]

    @property
    def size(self) -> int:
        planes = sum(plane.nbytes for plane in self.planes.values())
        return OVERHEAD_BYTES + self.starts.nbytes + self.lengths.nbytes + planes

    @property
    def words(self) -> int:
        return int(self.lengths.sum())


class Difference:
    """The exclusive or of two arrays uint8[n]: ``flip`` turns either of them into the other.

    Only runs of words that differ are kept, and of those one plane of bits for each bit that
    differs anywhere::

        before ^ after   0 0 0 0 0 3 1 2 0 0 0 1 0 0 0 0 ...
        runs                      [5      to      12)
        plane of bit 0             1 1 0 0 0 0 1               packed: eight to a byte
        plane of bit 1             1 0 1 0 0 0 0

    So a rectangle of cells costs half a byte a cell and 8 bytes a row, and a maze that was
    replaced by another half of its walls. These bits are random: compressing them saves nothing.
    """

    def __init__(self, before: Bytes, after: Bytes) -> None:
        """Compare two contiguous arrays of one length."""
        one, other = _words(before), _words(after)
        blocks = (_block(one, other, at) for at in range(0, len(one), BLOCK_WORDS))
        self._blocks = [block for block in blocks if len(block.starts)]
        self._rest = before[len(one) * WORD_BYTES :] ^ after[len(one) * WORD_BYTES :]
        self._count()

    def to_json(self) -> dict[str, Any]:
        """Return the difference as plain JSON values: arrays as their bytes in base 64."""
        blocks = [
            [
                _text(block.starts),
                _text(block.lengths),
                {str(bit): _text(plane) for bit, plane in block.planes.items()},
            ]
            for block in self._blocks
        ]
        return {"blocks": blocks, "rest": _text(self._rest)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Difference:
        """Return the difference that ``to_json`` wrote; raises ``ValueError`` and the like."""
        result = cls(np.zeros(0, np.uint8), np.zeros(0, np.uint8))
        result._blocks = [
            _Block(
                _array(starts).view("<i4").astype(np.int32),
                _array(lengths).view("<i4").astype(np.int32),
                {int(bit): _array(plane) for bit, plane in planes.items()},
            )
            for starts, lengths, planes in values["blocks"]
        ]
        result._rest = _array(values["rest"])
        result._count()
        return result

    def _count(self) -> None:
        self.size = sum(block.size for block in self._blocks)  # bytes that keeping it costs
        self.flipped = sum(block.words for block in self._blocks) * WORD_BYTES  # bytes, or few more

    def __bool__(self) -> bool:
        return bool(self._blocks) or bool(self._rest.any())

    def flip(self, array: Bytes) -> None:
        """Change one of the two arrays into the other."""
        words = _words(array)
        for block in self._blocks:
            values = _unpack(block).view(np.uint64)
            if len(block.starts) == 1:
                start = int(block.starts[0])
                words[start : start + len(values)] ^= values
            else:
                words[_expand(block.starts, block.lengths)] ^= values
        array[len(words) * WORD_BYTES :] ^= self._rest


def _text(array: NDArray[Any]) -> str:
    return b64encode(array.astype(array.dtype.newbyteorder("<")).tobytes()).decode()


def _array(text: str) -> Bytes:
    return np.frombuffer(b64decode(text, validate=True), np.uint8).copy()


def _words(array: Bytes) -> NDArray[np.uint64]:
    """Return an array as words, without the few bytes at its end that make none."""
    return array[: len(array) // WORD_BYTES * WORD_BYTES].view(np.uint64)


def _block(one: NDArray[np.uint64], other: NDArray[np.uint64], at: int) -> _Block:
    """Return where two arrays differ in the block that starts at word ``at``."""
    words = one[at : at + BLOCK_WORDS] ^ other[at : at + BLOCK_WORDS]
    changed = np.flatnonzero(words)
    begins = np.diff(changed, prepend=-GAP - 2) > GAP + 1
    starts = changed[begins]
    lengths = changed[np.roll(begins, -1)] - starts + 1
    values = words[_expand(starts, lengths)].view(np.uint8)
    used = int(np.bitwise_or.reduce(values)) if len(values) else 0
    planes = {bit: np.packbits(values & np.uint8(1 << bit)) for bit in range(8) if used >> bit & 1}
    return _Block((starts + at).astype(np.int32), lengths.astype(np.int32), planes)


def _expand(starts: NDArray[Any], lengths: NDArray[Any]) -> NDArray[np.int64]:
    """Return every index of some runs, int64[m]."""
    ends = np.cumsum(lengths, dtype=np.int64)
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1] if len(ends) else 0)


def _unpack(block: _Block) -> Bytes:
    """Return the exclusive or of the two arrays in the runs of a block."""
    values = np.zeros(block.words * WORD_BYTES, np.uint8)
    for bit, plane in block.planes.items():
        bits = np.unpackbits(plane)
        bits <<= np.uint8(bit)
        values |= bits
    return values
