"""The typeface for a text: the one that comes with the program, else one of this computer.

fontconfig lists those of the computer where it is, as the user prefers them for a language.
Elsewhere the files in the system's folders are read, each once: what they hold is kept in the
user's cache folder.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.paths import caches_folder
from mazeeditor.core.logged import keep_log
from mazeeditor.core.work import Work

SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
REGULAR, BOLD = 400, 600  # weights: the usual one, the least that is bold
CACHE = "typefaces.json"
TIMEOUT_S = 20.0  # s: fontconfig reads all files after an installation
COLLECTION = b"ttcf"
KINDS = (b"\0\1\0\0", b"true", b"OTTO", COLLECTION)  # how a file begins
LISTS_OF_RANGES = 12, 13  # kinds of tables of characters; others have 65,536 at most
MEMBER, NAME, SUBTABLE, CHARACTER = 200, 5, 100, 9  # steps of work: each is read two or three times
BYTES_OF_A_STEP = 100  # of names
MALFORMED = 100  # the same for a name without a text, which fontTools logs

# Where fontconfig is missing: typefaces with many characters, the best first: Chinese, Japanese,
# Korean, then scripts of India and South East Asia, then anything.
PREFERRED = (
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
    "segoeui.ttf",
    "arial.ttf",
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
    "seguiemj.ttf",
)


@dataclass(frozen=True, eq=False)
class Typeface:
    """An installed typeface: its names, its file, and its number in a collection of several.

    ``codes`` are the first and last characters of ranges that it has, rising: ``"20-7e a0"``.
    """

    family: str
    style: str
    path: str
    index: int
    weight: int
    slanted: bool
    narrow: bool
    coloured: bool
    codes: str

    @property
    def name(self) -> str:
        """Its name for people, such as ``Noto Sans`` or ``Noto Sans Bold``."""
        return self.family if self.style in ("Regular", "Book") else f"{self.family} {self.style}"

    @property
    def regular(self) -> bool:
        return abs(self.weight - REGULAR) <= 100 and not self.slanted and not self.narrow

    @property
    def bold(self) -> bool:
        return self.weight >= BOLD

    @cached_property
    def _ranges(self) -> tuple[list[int], list[int]]:
        pairs = [part.split("-") for part in self.codes.split()]
        return [int(pair[0], 16) for pair in pairs], [int(pair[-1], 16) for pair in pairs]

    def has(self, character: str) -> bool:
        firsts, lasts = self._ranges
        place = bisect_right(firsts, ord(character)) - 1
        return place >= 0 and ord(character) <= lasts[place]

    def covers(self, text: str) -> bool:
        return all(map(self.has, text))


@cache
def installed_typefaces(language: str = "") -> tuple[Typeface, ...]:
    """Return the typefaces with outlines or pictures, the one to prefer first.

    ``language``, such as ``ja``, is that of the text: where it is empty the user's own. The first
    call takes 20 ms with fontconfig, and much longer without: never call it on the event loop.
    """
    typefaces = _of_fontconfig(language)
    if typefaces is None:
        if language:
            return installed_typefaces()
        typefaces = _of_folders()
    return tuple(sorted(typefaces, key=lambda typeface: not typeface.regular))


FIELDS = ("file", "index", "family[0]", "style[0]", "weight", "slant", "width", "color", "charset")
WEIGHTS = ((40, 200), (50, 300), (80, 400), (100, 500), (180, 600), (200, 700), (999, 900))


def _of_fontconfig(language: str) -> list[Typeface] | None:
    """Return what fontconfig lists for a language, ``None`` where this system has none."""
    import subprocess

    program = shutil.which("fc-match")
    if not program or sys.platform in ("win32", "darwin"):
        return None
    form = "\t".join(f"%{{{field}}}" for field in FIELDS) + "\n"
    pattern = "sans-serif" + f":lang={language}" * bool(language)
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            [program, "-a", "--format", form, pattern],
            capture_output=True,
            check=True,
            timeout=TIMEOUT_S,
            stdin=subprocess.DEVNULL,
        )
        lines = done.stdout.decode("utf-8", "surrogateescape").split("\n")
        rows = [line.split("\t") for line in lines]
        return [_of_row(row) for row in rows if len(row) == len(FIELDS) and _is_usable(row)] or None
    return None


def _is_usable(row: list[str]) -> bool:
    return row[0].lower().endswith(SUFFIXES) and int(row[1]) < 1 << 16  # not a variable's instance


def _of_row(row: list[str]) -> Typeface:
    """Return what a line of fontconfig says; a variable typeface has ranges of weights there."""
    file, index, family, style, weight, slant, width, colour, codes = row
    return Typeface(
        family=family,
        style=style or "Regular",
        path=file,
        index=int(index),
        weight=next(css for most, css in WEIGHTS if _number(weight) <= most),
        slanted=_number(slant) != 0,
        narrow=_number(width or "100") < 100,
        coloured=colour == "True",
        codes=codes,
    )


def _number(text: str) -> float:
    """Return a number, 80 for a range: the regular weight."""
    try:
        return float(text)
    except ValueError:
        return 80.0


def _of_folders() -> list[Typeface]:
    """Return the typefaces in the system's folders, those of ``PREFERRED`` first, then by name."""
    known = _read_cache()
    kept: dict[str, Any] = {}
    typefaces: list[Typeface] = []
    for path in _files():
        try:
            status = path.stat()
        except OSError:
            continue
        stamp = [status.st_size, status.st_mtime_ns]
        entry = known.get(str(path))
        if not isinstance(entry, dict) or entry.get("stamp") != stamp:
            entry = {"stamp": stamp, "typefaces": [asdict(read) for read in read_names(path)]}
        kept[str(path)] = entry
        with suppress(TypeError, KeyError, ValueError):
            typefaces += [Typeface(**values) for values in entry["typefaces"]]
    if kept != known:
        _write_cache(kept)
    ranks = {name: rank for rank, name in enumerate(PREFERRED)}

    def preference(typeface: Typeface) -> tuple[int, str, str, int]:
        name = Path(typeface.path).name.lower()
        return ranks.get(name, len(ranks)), typeface.family, typeface.path, typeface.index

    return sorted(typefaces, key=preference)


def _files() -> Iterator[Path]:
    for folder in folders():
        for root, below, files in os.walk(folder):
            below.sort()
            yield from (Path(root, name) for name in sorted(files) if _is_font(name))


def _is_font(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def read_names(path: Path) -> list[Typeface]:
    """Return the typefaces of a file, none where it is damaged or holds something else."""
    with suppress(Exception):
        return names_in(path)
    return []


def names_in(path: Path) -> list[Typeface]:
    """Return the typefaces of a file; raises what a damaged file raises.

    Raises ``TooMuchWorkError`` if it would take long, as no typeface of its size does.
    """
    # fontTools publishes no types
    library: Any = import_module("fontTools.ttLib")
    if not path.is_file():  # a pipe would wait
        return []
    with path.open("rb") as file, _without_lines():
        kind, work = file.read(4), Work(path.stat().st_size)
        if kind not in KINDS:  # in others tables are packed, and a few bytes may become many
            return []
        if kind != COLLECTION:
            file.seek(0)
            return [_of_font(library.TTFont(file, lazy=True), path, 0, work)]
        file.seek(8)
        work.spend(MEMBER * int.from_bytes(file.read(4), "big"))
        file.seek(0)
        fonts = library.TTCollection(file, lazy=True).fonts
        return [_of_font(font, path, index, work) for index, font in enumerate(fonts)]


def _without_lines() -> AbstractContextManager[None]:
    """Return what keeps from the terminal what fontTools logs of a damaged file."""
    return keep_log("fontTools", lambda _record: None)


def _check_work(font: Any, work: Work) -> None:
    """Count what it takes to read the names and the characters of a font.

    fontTools makes a text of each name, and an entry of each character, where a few bytes may stand
    for all the characters that there are, or for the same long name again and again.
    """
    names, characters = font.reader["name"], font.reader["cmap"]
    count = int.from_bytes(names[2:4], "big")
    whole = min(count, len(names[6:]) // 12)
    records = [*struct.iter_unpack(">6H", names[6 : 6 + 12 * whole])]
    room = len(names) - int.from_bytes(names[4:6], "big")
    malformed = count - sum(length + place <= room for *_ids, length, place in records)
    work.spend(NAME * count + MALFORMED * malformed)
    work.spend(sum(record[4] for record in records) / BYTES_OF_A_STEP)
    count = int.from_bytes(characters[2:4], "big")
    work.spend(SUBTABLE * count)
    places = {int.from_bytes(characters[8 + 8 * n : 12 + 8 * n], "big") for n in range(count)}
    for place in places:
        if int.from_bytes(characters[place : place + 2], "big") in LISTS_OF_RANGES:
            groups = int.from_bytes(characters[place + 12 : place + 16], "big")
            part = characters[place + 16 :][: 12 * groups]
            ranges = struct.iter_unpack(">3I", part[: len(part) // 12 * 12])
            work.spend(CHARACTER * sum(max(1, last - first) for first, last, _glyph in ranges))


def _of_font(font: Any, path: Path, index: int, work: Work) -> Typeface:
    _check_work(font, work)
    names, os2 = font["name"], font["OS/2"]
    codes = sorted(font.getBestCmap() or ())
    return Typeface(
        family=names.getBestFamilyName() or path.stem,
        style=names.getBestSubFamilyName() or "Regular",
        path=str(path),
        index=index,
        weight=int(os2.usWeightClass),
        slanted=bool(os2.fsSelection & 0b1000000001),
        narrow=os2.usWidthClass < 5,
        coloured=any(table in font for table in ("CBDT", "sbix", "COLR", "SVG ")),
        codes=" ".join(_in_ranges(codes)),
    )


def _in_ranges(codes: Iterable[int]) -> Iterator[str]:
    """Yield rising numbers as ranges in hexadecimal: ``20-7e``."""
    first = last = -2
    for code in [*codes, -2]:
        if code == last + 1:
            last = code
            continue
        if first >= 0:
            yield f"{first:x}-{last:x}" if last > first else f"{first:x}"
        first = last = code


def _cache_file() -> Path:
    return caches_folder() / CACHE


def _read_cache() -> dict[str, Any]:
    try:
        known = json.loads(_cache_file().read_text("utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return known if isinstance(known, dict) else {}


def _write_cache(kept: dict[str, Any]) -> None:
    """Keep what the files hold; where nothing can be written, they are read each time."""
    with suppress(OSError, RuntimeError, UnicodeError):
        file = _cache_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f"{file.name}.{os.getpid()}")
        temporary.write_bytes(json.dumps(kept).encode())
        temporary.replace(file)


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


BUNDLED = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
CAPITAL = 0.729  # em: the height of its capitals
ASCENT, DESCENT = 0.93, 0.24  # em: how far its letters reach above and below the line


@dataclass(frozen=True, eq=False)
class Face:
    """A typeface in a file, by its number in a collection; ``typeface`` where it is installed."""

    path: Path
    index: int = 0
    typeface: Typeface | None = None

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """The widths in em of the characters that it has; raises what a damaged file raises."""
        # fontTools publishes no types
        library: Any = import_module("fontTools.ttLib")
        with (
            self.path.open("rb") as file,
            _without_lines(),
            library.TTFont(file, fontNumber=self.index, lazy=True) as font,
        ):
            em = font["head"].unitsPerEm
            widths = font["hmtx"].metrics
            return {
                chr(code): widths[glyph][0] / em
                for code, glyph in font.getBestCmap().items()
                if glyph in widths
            }

    @property
    def coloured(self) -> bool:
        """Whether it may have pictures in place of outlines."""
        return self.typeface is not None and self.typeface.coloured

    def has(self, character: str) -> bool:
        return self.typeface.has(character) if self.typeface else character in self.advances


@cache
def face(path: Path, index: int = 0) -> Face:
    return Face(path, index)


@cache
def face_from(typeface: Typeface) -> Face:
    """Return an installed typeface, always the same one."""
    path = Path(typeface.path)
    return face(path) if path == BUNDLED else Face(path, typeface.index, typeface)


def face_of(character: str) -> Face | None:
    """Return the first typeface that has a character, ``None`` where this computer has none."""
    typeface = covering(character)
    return face_from(typeface) if typeface else None


@cache
def bundled_typeface() -> Typeface:
    """Return the typeface that comes with the program."""
    (typeface,) = read_names(BUNDLED)
    return typeface


@cache
def families() -> dict[str, Typeface]:
    """Return the usual typeface of each family by its name: first the bundled one, then by name.

    As slow as ``installed_typefaces``.
    """
    result = {bundled_typeface().family: bundled_typeface()}
    for typeface in sorted(installed_typefaces(), key=lambda entry: entry.family.casefold()):
        known = result.get(typeface.family)
        if known is None or _distance(typeface) < _distance(known):
            result[typeface.family] = typeface
    return result


def _distance(typeface: Typeface) -> int:
    """Return how far a typeface is from the usual one of its family."""
    return abs(typeface.weight - REGULAR) + 1000 * typeface.slanted + 500 * typeface.narrow


def typeface_named(name: str) -> Typeface | None:
    """Return the typeface of a family, or of a name like ``Noto Sans Bold``, in any case.

    ``None`` where this computer has none. As slow as ``installed_typefaces``.
    """
    plain = name.strip().casefold()
    usual = {family.casefold(): typeface for family, typeface in families().items()}
    if plain in usual:
        return usual[plain]
    return next(
        (typeface for typeface in installed_typefaces() if typeface.name.casefold() == plain), None
    )


def covering(text: str, language: str = "") -> Typeface | None:
    """Return the typeface to prefer of those that have all characters of a text, or ``None``.

    As slow as ``installed_typefaces``.
    """
    if bundled_typeface().covers(text):
        return bundled_typeface()
    return next(
        (typeface for typeface in installed_typefaces(language) if typeface.covers(text)), None
    )


FRIENDLY, SERIF, HANDWRITTEN = "Lilita One", "Lora", "Delius"
PACKAGES = {
    FRIENDLY: "fontpkg_lilita_one",
    SERIF: "fontpkg_lora",
    HANDWRITTEN: "fontpkg_delius",
}
FILES = "files"  # the folder in a package


@cache
def packaged_typefaces() -> tuple[Typeface, ...]:
    """Return those that are installed, the upright one of each family."""
    found = (_of_package(package) for package in PACKAGES.values())
    return tuple(typeface for typeface in found if typeface)


def packaged_typeface(name: str) -> Typeface | None:
    """Return one by its name, ``None`` where it is not there."""
    plain = name.strip().casefold()
    names = {family.casefold(): package for family, package in PACKAGES.items()}
    return _of_package(names[plain]) if plain in names else None


@cache
def _of_package(package: str) -> Typeface | None:
    try:
        spec = find_spec(package)  # which runs nothing
    except (ImportError, ValueError):
        return None
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        files = sorted(Path(folder, FILES).glob("*"), key=lambda file: (len(file.name), file.name))
        for file in files:
            for typeface in read_names(file) if file.suffix.lower() in SUFFIXES else ():
                if not typeface.slanted:
                    return typeface
    return None
