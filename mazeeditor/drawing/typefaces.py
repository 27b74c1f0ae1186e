"""The typefaces: one that comes with the program, and the computer's own for other scripts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

BUNDLED = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
CAPITAL = 0.729  # em: the height of its capitals
ASCENT, DESCENT = 0.93, 0.24  # em: how far its letters reach above and below the line
WIDE = 1.3  # em: assumed for a character that no typeface has, as other programs may show it

# Typefaces with many characters, the best first: Chinese, Japanese, Korean, then scripts of India
# and South East Asia, then anything.
OTHERS = (
    "notosanscjk-regular.ttc",
    "notosanscjkjp-regular.otf",
    "notosanscjksc-regular.otf",
    "sourcehansans-regular.ttc",
    "yugothr.ttc",
    "yugothm.ttc",
    "msyh.ttc",
    "malgun.ttf",
    "msgothic.ttc",
    "simsun.ttc",
    "hiragino sans gb.ttc",
    "pingfang.ttc",
    "applesdgothicneo.ttc",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "droidsansfallbackfull.ttf",
    "droidsansfallback.ttf",
    "ipag.ttf",
    "nanumgothic.ttf",
    "notosansdevanagari-regular.ttf",
    "notosansbengali-regular.ttf",
    "notosanstamil-regular.ttf",
    "notosanstelugu-regular.ttf",
    "notosansthai-regular.ttf",
    "lohit-devanagari.ttf",
    "nirmala.ttc",
    "nirmala.ttf",
    "leelawui.ttf",
    "kohinoor.ttc",
    "devanagari sangam mn.ttc",
    "thonburi.ttc",
    "arial unicode.ttf",
    "arialuni.ttf",
    "freesans.ttf",
    "seguisym.ttf",
    "notoemoji-regular.ttf",
    "symbola.ttf",
    "unifont.ttf",
    "unifont.otf",
)


@dataclass(frozen=True, eq=False)
class Face:
    """A typeface: ``advances`` are the widths in em of the characters that it has."""

    path: Path
    advances: Mapping[str, float]


@cache
def face(path: Path) -> Face:
    """Return a typeface, the first of a collection."""
    # fontTools comes with fpdf2 and publishes no types
    library: Any = import_module("fontTools.ttLib")
    with path.open("rb") as file, library.TTFont(file, fontNumber=0, lazy=True) as font:
        em = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        advances = {
            chr(code): widths[glyph][0] / em
            for code, glyph in font.getBestCmap().items()
            if glyph in widths
        }
    return Face(path, advances)


def face_of(character: str) -> Face | None:
    """Return the first typeface that has a character, ``None`` where this computer has none."""
    bundled = face(BUNDLED)
    if character in bundled.advances:
        return bundled
    return next((other for other in _system_faces() if character in other.advances), None)


def _system_faces() -> Iterator[Face]:
    """Yield the computer's typefaces, reading each only when those before lack a character."""
    for path in _system_files():
        try:
            yield face(path)
        except Exception:  # noqa: PERF203 - damaged files are skipped
            continue


@cache
def _system_files() -> tuple[Path, ...]:
    files_by_name: dict[str, Path] = {}
    for folder in folders():
        for root, below, files in os.walk(folder):
            below.sort()
            for name in files:
                if name.lower() in OTHERS:
                    files_by_name.setdefault(name.lower(), Path(root, name))
    return tuple(files_by_name[name] for name in OTHERS if name in files_by_name)


def folders() -> list[Path]:
    """Return where this system keeps typefaces."""
    home = Path(os.devnull)  # which holds no folder, for a user without a home
    with suppress(RuntimeError):
        home = Path.home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home))
        windows = Path(os.environ.get("WINDIR", "C:/Windows"))
        return [windows / "Fonts", local / "Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        system = Path("/System/Library")
        return [
            system / "Fonts",
            system / "AssetsV2",
            Path("/Library/Fonts"),
            home / "Library/Fonts",
        ]
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    own = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    return [*(Path(folder, "fonts") for folder in shared.split(":")), Path(own, "fonts")]
