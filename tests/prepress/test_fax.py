"""The codes of fax, as libtiff writes them: rows are counted, and what is no fax is refused."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from mazeeditor.prepress.document.fax import FaxError, FaxForm, rows_of

GROUP_3, GROUP_4 = "tiff_ccitt", "group4"


def nothing(_operators: int) -> None:
    """Count no work."""


def picture(width: int, height: int, longest: int, random: Random) -> Image.Image:
    """Return rows of runs of black and white."""
    rows = []
    for _row in range(height):
        row, grey = bytearray(), random.choice((0, 255))
        while len(row) < width:
            row += bytes([grey]) * random.randrange(1, longest)
            grey = 255 - grey
        rows.append(bytes(row[:width]))
    return Image.frombytes("L", (width, height), b"".join(rows)).convert(
        "1", dither=Image.Dither.NONE
    )


def packed(image: Image.Image, packing: str) -> bytes:
    """Return the codes of libtiff, of one strip."""
    file = BytesIO()
    image.save(file, "TIFF", compression=packing)
    tags = Image.open(file).tag_v2  # type: ignore[attr-defined]
    (place,), (length,) = tags[273], tags[279]
    return file.getvalue()[place : place + length]


@pytest.mark.parametrize("packing", [GROUP_3, GROUP_4])
@pytest.mark.parametrize("size", [(64, 64, 5), (3000, 40, 100), (9000, 10, 12_000), (1, 30, 2)])
def test_each_row_is_counted(packing: str, size: tuple[int, int, int]) -> None:
    width, height, longest = size
    random = Random(str(size))
    data = packed(picture(width, height, longest, random), packing)
    form = FaxForm(width, -1) if packing == GROUP_4 else FaxForm(width, 0, whole_bytes=True)
    assert rows_of(data, form, height, nothing) == height
    assert rows_of(data[: len(data) // 2], form, height, nothing) < height


def test_what_is_no_fax_is_refused() -> None:
    passed = []
    for number in range(60):
        for k in (-1, 0, 4):
            try:
                rows = rows_of(Random(number).randbytes(600), FaxForm(64, k), 64, nothing)
            except FaxError:
                rows = 0
            passed += [(number, k)] if rows == 64 else []
    assert passed == []
    with pytest.raises(FaxError):
        rows_of(b"", FaxForm(0, -1), 4_000_000_000, nothing)


def test_the_work_is_counted_and_bounded() -> None:
    counted: list[int] = []
    rows = rows_of(b"\xff" * 1_000_000, FaxForm(5000, -1), 4_000_000, counted.append)
    assert rows == 4_000_000
    assert 10_000 < sum(counted) < 20_000
