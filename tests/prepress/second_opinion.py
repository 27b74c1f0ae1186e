"""What poppler and Ghostscript paint on a page, measured, to be held against an ``Ink``."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.core.job import Job
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.document.document import open_pdf
from mazeeditor.prepress.print_file import Frame, read_pages

WHITE = 255
GREY = 12  # parts of a colour that differ by less are meant as grey: of JPEG, by rounding
NEAR = 2.5  # px: painted where only a corner is covered; poppler keeps small letters as pixels
GREYS = {"DeviceGray", "CalGray", "ICC grey", "spot colour Black"}
SIDES = ("left", "bottom", "right", "top")


@dataclass(frozen=True)
class Seen:
    """What is on a page: the distances of what is not white to the sides, in px, left first.

    ``wide`` is the page's width in px, ``sum`` the same for pages that look the same.
    """

    wide: int
    distances: tuple[float, float, float, float] | None
    coloured: bool
    sum: int


def seen(pixels: NDArray[np.uint8]) -> Seen:
    """Measure a page: uint8[height, width, 3], 72 dpi."""
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]  # numpy's own axis is slow
    darkest = np.minimum(np.minimum(red, green), blue)
    painted = darkest < WHITE
    high, wide = painted.shape
    distances = None
    if painted.any():
        columns, rows = (np.flatnonzero(painted.any(axis=axis)) for axis in (0, 1))
        left, right = float(columns[0]), float(wide - 1 - columns[-1])
        distances = (left, float(high - 1 - rows[-1]), right, float(rows[0]))
    spread = np.maximum(np.maximum(red, green), blue) - darkest
    return Seen(wide, distances, bool((spread > GREY).any()), zlib.crc32(pixels.tobytes()))


def by_poppler(paths: Sequence[Path], number: int, folder: Path) -> list[Seen]:
    """Return what poppler paints on a page of each file."""
    result: list[Seen] = []
    for path in paths:
        command = ["pdftoppm", "-r", "72", "-aa", "no", "-aaVector", "no", "-singlefile"]
        command += ["-f", str(number), "-l", str(number), str(path), str(folder / "page")]
        subprocess.run(command, check=True, capture_output=True)
        result += _measured([folder / "page.ppm"])
    return result


def by_ghostscript(paths: Sequence[Path], number: int, folder: Path) -> list[Seen]:
    """Return what Ghostscript paints on a page of each file, all in one process."""
    command = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=ppmraw", "-r72"]
    command += [f"-sPageList={number}", f"-sOutputFile={folder / 'gs-%05d.ppm'}"]
    subprocess.run([*command, *map(str, paths)], check=True, capture_output=True)
    pages = sorted(folder.glob("gs-*.ppm"))
    assert len(pages) == len(paths), [path.name for path in pages]
    return list(_measured(pages))


def _measured(pages: Sequence[Path]) -> Iterator[Seen]:
    for page in pages:
        with Image.open(page) as image:
            yield seen(np.asarray(image.convert("RGB")))
        page.unlink()


PROGRAMS = {"poppler": by_poppler, "Ghostscript": by_ghostscript}
COMMANDS = {"poppler": "pdftoppm", "Ghostscript": "gs", "cairo": "rsvg-convert"}


def need(*programs: str) -> None:
    """Skip the test where a program of these is not installed."""
    for program in programs:
        if program in COMMANDS and shutil.which(COMMANDS[program]) is None:
            pytest.skip(f"{COMMANDS[program]} is not installed")


def ink_of(path: Path, number: int) -> Ink:
    """Return what the program knows of a page, cut as its boxes say."""
    with open_pdf(path, Job()) as document:
        return read_pages(document, Frame(bleeds=False), Job()).pages[number - 1].ink


def unknown(ink: Ink, page: Seen) -> str:
    """Return what of a page an ``Ink`` does not know, "" where it knows all."""
    if page.coloured and ink.colours <= GREYS:
        return f"colours other than {sorted(ink.colours)}"
    if page.distances is None:
        return ""
    if not ink.painted:
        return "that something is painted"
    if ink.beside:
        return ""  # anywhere
    unit = (ink.trim[2] - ink.trim[0]) / page.wide  # poppler ignores /UserUnit
    for side, distance in enumerate(unit * one for one in page.distances):
        known = ink.nearest.get(side)
        if known is None or distance < known.value - NEAR * unit:
            there = f"only what is {known.value:.1f} pt from there" if known else "nothing"
            return f"what is {distance:.0f} pt from the {SIDES[side]} side ({there})"
    return ""
