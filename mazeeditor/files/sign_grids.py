"""Finds grids of signs in text that others made: lines, tables, JSON, lists of a program.

::

    5 7            1,0,1      [[1, 0, 1],      01 # # #      all hold a grid; what it means, the
    #######        1,0,1       [1, 0, 1]]      02 #   #      readers of signs find out
    #S#   #

Lines of words, blank lines, a size before the grid and numbers of its rows are no part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.json_files import parse_json
from mazeeditor.core.errors import MazeError
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.translation import _
from mazeeditor.core.work import allowance
from mazeeditor.files import BOM, Data
from mazeeditor.files.plain_text import DIGITS_SAID
from mazeeditor.files.text_reader import MOST_LETTERS
from mazeeditor.files.tile_reader import check_tiles

BLANK = " "
MOST_SIGNS = 256  # different ones
LONGEST_SIGN = 12  # characters of a field in a table
MOST_LINES = 100_000
MOST_PARTS = 40  # groups of lines that may be the grid
MOST_FIELDS = 2_000_000  # of a table: each becomes a text of its own
MOST_AFTER = MOST_LETTERS + 50  # lines: a list of openings may be below
SMALL_GRID, GRID_OF_A_BYTE = 4_000_000, 8  # signs of a small file, more of a larger one
TABS = 8
LONGEST_TEXT = 4000  # characters of a line in which words are looked for
# What stands in a cell as a word
STARTS = frozenset({"start", "begin", "entry", "entrance", "in"})
GOALS = frozenset({"goal", "end", "exit", "finish", "out", "ziel"})
Codes = NDArray[np.int32]
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_DOS = frozenset(range(0xB0, 0xE0))  # blocks and lines of code page 437
_WORD = re.compile(r"[^\W0-9_]{3,}")
_HEX = re.compile(r"[0-9A-Fa-f\s,;]+")
_SIZE = re.compile(r"\s*(?:0|[1-9][0-9]*)(?:[\s,;x×*]+(?:0|[1-9][0-9]*)){0,2}\s*")
_NUMBERED = re.compile(r"\s*([0-9]+)(?:[:.)|]\s?|\s)(.*)")
OPENED, CLOSED = frozenset("[({"), frozenset("])}")
_BRACKETS = re.compile(r"[\s,;]*[\[\](){}][\s,;\[\](){}]*")
_UPRIGHT = "|│┃║#█"
_CONTROL = re.compile(r"(?![\t\n\f\r])[\x00-\x1f\x7f]")
_WIDE = re.compile("[\U0001f300-\U0001faff\u2b1b\u2b1c]")  # pictures as wide as two letters
_TWO_NARROW = re.compile("[ !-~]{2}")
_FENCE = re.compile(r"\s*(?:```|~~~)\s*\w*\s*")  # around code in Markdown
_TRUTH_VALUE = re.compile("true|false", re.IGNORECASE)
_TRUTH = re.compile(r"(?:[\s\[\](){},;]*(?:true|false)\b)+[\s\[\](){},;]*", re.IGNORECASE)
_DECIMAL = re.compile(r"[0-9]{1,3}(?:\.0*)?(?:[eE][+-]?0[0-9]?)?")
# the sides of cells in lists of programs, which words such as hasTopWall name
_SIDE = re.compile(r"(?:has|is)?_?(?:wall)?_?([a-z]+?)_?(?:wall)?")
_SIDES = frozenset(
    {"top", "right", "bottom", "left", "north", "east", "south", "west", "up", "down"}
    | {*"neswtrbl"}
)
_PLACES = (("row", "column"), ("row", "col"), ("y", "x"), ("r", "c"), ("i", "j"))
_NO_SIGNS = "\ufe0e\ufe0f\u200b\ufeff"  # they choose how the sign before them looks


@dataclass(frozen=True, eq=False)
class SignGrid:
    """Signs in rows and columns: ``codes`` int32[rows, columns] are places in ``signs``.

    ``line`` is that of its first row, counted from 1. ``lengths`` are the signs of each row before
    blanks filled it up. ``after`` are the lines below it that are no part of it, ``before`` is the
    one above.
    """

    codes: Codes
    signs: tuple[str, ...]
    line: int
    lengths: tuple[int, ...]
    table: bool = False
    after: tuple[str, ...] = ()
    before: str = ""

    @cached_property
    def counts(self) -> dict[str, int]:
        numbers = np.bincount(self.codes.ravel(), minlength=len(self.signs)).tolist()
        return dict(zip(self.signs, numbers, strict=True))

    def where(self, signs: Sequence[str] | frozenset[str] | set[str]) -> NDArray[np.bool_]:
        """Return bool[rows, columns]: where one of these signs is."""
        chosen = np.array([sign in signs for sign in self.signs], np.bool_)
        found: NDArray[np.bool_] = chosen[self.codes]
        return found

    def sign(self, row: int, column: int) -> str:
        return self.signs[self.codes[row, column]]

    def ragged(self) -> str:
        """Return which row has fewer or more signs than most have; "" where none has."""
        usual = max(set(self.lengths), key=self.lengths.count) if len(self.lengths) < 1000 else 0
        for number, length in enumerate(self.lengths, 1):
            if length != (usual or self.lengths[0]):
                text = _("row {row} has {found:,} signs of {usual:,}")
                return text.format(row=number, found=length, usual=usual or self.lengths[0])
        return ""


def decode_text(data: Data) -> str:
    """Return the text of a file in UTF-8, UTF-16, Latin-1 or, of DOS, code page 437.

    Raises ``MazeError`` for bytes that are no text, and for too many lines.
    """
    if data.count(b"\n") > MOST_LINES:
        raise MazeError(_("it has more than {most:,} lines.").format(most=MOST_LINES))
    text = _decode(bytes(data))
    if _CONTROL.search(text):
        raise MazeError(_("this is a binary file, not a maze."))
    for sign in _NO_SIGNS:
        text = text.replace(sign, "")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _with_wide_signs(text) if _WIDE.search(text) else text


def _with_wide_signs(text: str) -> str:
    """Return text in which two narrow signs, as wide as a picture beside them, are one."""
    lines = [line.rstrip() for line in text.split("\n")]
    lengths = {len(line) for line in lines if _WIDE.search(line)}
    if len(lengths) < 2:
        return text
    return _TWO_NARROW.sub(lambda pair: pair[0].strip()[:1] or BLANK, text)


def _decode(data: bytes) -> str:
    if data.startswith(_UTF_16):
        return data[: len(data) // 2 * 2].decode("utf-16", "replace")
    zeros = data[:4096].count(0)
    if zeros and zeros * 3 > len(data[:4096]):  # nearly each character has one
        order = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        return data[: len(data) // 2 * 2].decode(order, "replace")
    try:
        return data.removeprefix(BOM).decode()
    except UnicodeDecodeError:
        beyond = [byte for byte in data[:4096] if byte > 127]
        of_dos = sum(byte in _DOS for byte in beyond)
        if of_dos * 2 > len(beyond) > 0:
            return data.decode("cp437")
        return data.decode("cp1252", "replace")  # Latin-1, with signs where that has none


def grids_in(text: str, size: int) -> Iterator[SignGrid]:
    """Yield the grids that a text of ``size`` bytes may hold, likeliest first.

    Raises ``MazeError`` for what is larger than any maze.
    """
    if text.lstrip()[:1] in ("[", "{") and (rows := _json_grid(text)):
        yield _grid(rows, 1, size, (), table=isinstance(rows[0], list))
        return
    lines = [_in_digits(line.rstrip("\t\r\f\v")) for line in text.split("\n")]
    for start, end in _parts(lines):
        after = tuple(line for line in lines[end : end + MOST_AFTER] if not _is_end(line))
        before = lines[start - 1] if start else ""
        if before == DIGITS_SAID:
            yield replace(_grid(lines[start:end], start + 1, size, after), before=before)
            return
        yield from _of_lines(lines[start:end], start + 1, size, after)


def _in_digits(line: str) -> str:
    """Return a line of truth values with 1 and 0 for them; any other as it is."""
    if not _TRUTH_VALUE.search(line) or not _TRUTH.fullmatch(line):
        return line
    return re.sub(r"[a-zA-Z]+", lambda word: "1" if word[0].lower() == "true" else "0", line)


def _parts(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where each group of at least two lines that may be a grid begins and ends."""
    start, found = 0, 0
    for at in range(len(lines) + 1):
        if at < len(lines) and not _is_between(lines[at]):
            continue
        if at - start > 1 or (at > start > 0 and lines[start - 1] == DIGITS_SAID):
            yield start, at
            found += 1
            if found == MOST_PARTS:
                return
        start = at + 1


def _is_between(line: str) -> bool:
    """Return whether a line is no row of signs: it is blank, has words, or brackets alone."""
    return _is_end(line) or _is_wordy(line)


def _is_end(line: str) -> bool:
    """Return whether a line says nothing: it is blank, brackets alone, or ends code in Markdown."""
    blank = not line.strip() or _BRACKETS.fullmatch(line) or _FENCE.fullmatch(line)
    return bool(blank)


def _is_wordy(line: str) -> bool:
    """Return whether a line has a word, or code, and so is no row of signs."""
    if _HEX.fullmatch(line):
        return False
    in_cells = STARTS | GOALS if any(sign in line for sign in _UPRIGHT) else frozenset[str]()
    words = (word.lower() for word in _WORD.findall(line[:LONGEST_TEXT]))
    return any(_is_word(word) and word not in in_cells for word in words)


def _is_word(word: str) -> bool:
    """Return whether letters are a word: in rows of signs every second run of letters is alike."""
    runs = re.sub(r"(.)\1+", r"\1", word)
    counts = Counter(runs)
    return len(counts) > 2 and 2 * max(counts.values()) < len(runs)


def _of_lines(
    lines: Sequence[str], first: int, size: int, after: tuple[str, ...]
) -> Iterator[SignGrid]:
    """Yield the grids that lines without words may hold."""
    for skipped in _sizes_before(lines):
        rows = _without_numbers(_without_brackets(lines[skipped:]))
        line = first + skipped
        if table := _table(rows):
            yield _grid(table, line, size, after, table=True)
        for plain in dict.fromkeys((tuple(_dedent(rows)), tuple(_dedent(lines[skipped:])))):
            if halves := _halves(plain):
                yield _grid(halves, line, size, after)
            if spaced := _split_fields(plain):
                yield _grid(spaced, line, size, after, table=True)
            yield _grid(plain, line, size, after)


def _sizes_before(lines: Sequence[str]) -> tuple[int, ...]:
    """Return how many lines may say the size of the grid below them, likeliest first."""
    most = 0
    while most < min(3, len(lines) - 2) and _SIZE.fullmatch(lines[most]):
        most += 1
    for number in range(most, 0, -1):
        below = lines[number:]
        said = {int(part) for line in lines[:number] for part in re.findall(r"[0-9]{1,9}", line)}
        widths = {len(line.split()) for line in below} | {len(line.rstrip()) for line in below}
        differs = all(len(line) != len(below[0]) for line in lines[:number])
        if said & {len(below), *widths} and (differs or {len(below)} <= said):
            return (number, 0)
    return (0,)


def _without_brackets(lines: Sequence[str]) -> list[str]:
    """Return the rows of a list in a program: ``"###",`` or ``[1, 0, 1],`` a line."""
    parts = [line.strip().rstrip(",;").rstrip() for line in lines]
    if all(part[:1] in OPENED and part[-1:] in CLOSED for part in parts if part) and all(parts):
        parts = [part.strip("".join(OPENED | CLOSED)).strip() for part in parts]
        if not all(map(_is_quoted, parts)):
            return parts
    if all(map(_is_quoted, parts)):
        return [part[1:-1] for part in parts]
    return list(lines)


def _is_quoted(part: str) -> bool:
    """Return whether a text is one in quotation marks, of which there are none within."""
    return len(part) > 1 and part[0] in "'\"" and part.count(part[0]) == 2 and part[-1] == part[0]


def _without_numbers(lines: list[str]) -> list[str]:
    """Return rows without their numbers, where each has one and they count up."""
    found = [_NUMBERED.fullmatch(line) for line in lines]
    head = found[0] is None or not found[0][2].strip(" 0123456789|")
    rows = found[1:] if head and len(found) > 3 and all(found[1:]) else found
    if len(rows) < 3 or not all(rows):
        return lines
    numbers = [int(match[1][:9]) for match in rows if match]
    if any(number != numbers[0] + at for at, number in enumerate(numbers)) or numbers[0] > 1:
        return lines
    return [match[2] for match in rows if match]


def _table(lines: Sequence[str]) -> list[list[str]]:
    """Return the fields of a table with commas, semicolons or tabs; none where it is none."""
    for between in (",", ";", "\t"):
        numbers = {line.rstrip(", ;").count(between) for line in lines}
        if len(numbers) == 1 and 0 not in numbers:
            end = None if between == "\t" else ", ;"
            rows = [line.rstrip(end).split(between) for line in lines]
            break
        number = lines[0].count(between)  # empty fields at the ends of rows are fields
        if number and {line.count(between) for line in lines} == {number}:
            rows = [line.split(between) for line in lines]
            break
    else:
        return []
    if sum(map(len, rows)) > MOST_FIELDS:
        raise MazeError(_("it has more than {most:,} fields.").format(most=MOST_FIELDS))
    fields = [[field.strip().strip("'\"").strip() or BLANK for field in row] for row in rows]
    fields = _whole_numbers(fields)
    longest = max(len(field) for row in fields for field in row)
    return fields if longest <= LONGEST_SIGN else []


def _split_fields(lines: Sequence[str]) -> list[list[str]]:
    """Return fields with spaces between; none where there are no such fields."""
    if sum(map(len, lines)) > 2 * MOST_FIELDS:
        return []
    rows = _whole_numbers([line.split() for line in lines])
    wide = {len(row) for row in rows}
    if len(wide) != 1 or min(wide) < 2 or not all(map(str.strip, lines)):
        return []
    alone = all(len(field) == 1 or is_whole(field) for row in rows for field in row)
    longest = max(len(field) for row in rows for field in row)
    return rows if alone and longest <= 3 else []


def _whole_numbers(rows: list[list[str]]) -> list[list[str]]:
    """Return fields such as ``1.`` or ``0.000e+00`` as whole numbers, where all are numbers."""
    different = {field for row in rows for field in row if field != BLANK}
    if all(map(str.isdecimal, different)) or not all(map(_DECIMAL.fullmatch, different)):
        return rows
    plain = {field: f"{float(field):g}" for field in different} | {BLANK: BLANK}
    return [[plain[field] for field in row] for row in rows]


def _halves(lines: Sequence[str]) -> list[str]:
    """Return two rows for each row of half blocks; none where there are none."""
    used = set().union(*map(set, lines))
    if not used & set("▀▄") or not used <= set(" ▀▄█"):
        return []
    upper, lower = (str.maketrans("▀▄", signs) for signs in ("█ ", " █"))
    rows = [line.translate(half) for line in lines for half in (upper, lower)]
    while rows and not rows[-1].strip():
        rows.pop()
    return rows


def _dedent(lines: Sequence[str]) -> list[str]:
    """Return lines without the blanks that stand before all of them, nor those at their ends."""
    plain = [line.expandtabs(TABS).rstrip() for line in lines]
    before = min((len(line) - len(line.lstrip()) for line in plain if line), default=0)
    return [line[before:] for line in plain]


def _json_grid(text: str) -> list[str] | list[list[str]]:
    """Return the rows of an array of JSON, or of the first in an object; none where it has none."""
    try:
        value = parse_json(text.encode("utf-8", "replace"))
    except MazeError:
        return []  # it may be the list of a program
    return _rows_within(value)


def _rows_within(value: object, deep: int = 4) -> list[str] | list[list[str]]:
    """Return what of a value of JSON is an array of texts or of arrays, none where nothing is."""
    if isinstance(value, dict) and deep:
        for part in value.values():
            if rows := _rows_within(part, deep - 1):
                return rows
    if not isinstance(value, list) or len(value) < 2:
        return []
    texts = [row for row in value if isinstance(row, str)]
    if len(texts) == len(value):
        return texts
    if all(isinstance(one, dict) for one in value):
        return _rows_of_cells(value)
    rows = [[_field(one) for one in row] for row in value if isinstance(row, list)]
    known = all(field for row in rows for field in row)
    return _whole_numbers(rows) if len(rows) == len(value) and known and all(rows) else []


def _rows_of_cells(cells: list[dict[str, object]]) -> list[list[str]]:
    """Return a list of cells that say their row and column as rows; none where they do not."""
    for names in _PLACES:
        places = [tuple(cell.get(name) for name in names) for cell in cells]
        if not all(_is_count(at) for place in places for at in place):
            continue
        fields = dict(zip(places, map(_sides_of, cells), strict=True))
        first, last = (tuple(end(at) for at in zip(*places, strict=True)) for end in (min, max))
        rows, columns = (b - a + 1 for a, b in zip(first, last, strict=True))
        if rows * columns != len(fields) or not all(fields.values()):
            return []
        down, across = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
        return [[fields[row, column] for column in across] for row in down]
    return []


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _sides_of(cell: object, deep: int = 2) -> str:
    """Return the number whose bits are the four sides of a cell, in any order; "" for none.

    A cell is four truth values, or an object with them under the names of sides.
    """
    sides: list[object] = []
    if isinstance(cell, list) and len(cell) == 4:
        sides = cell
    elif isinstance(cell, dict):
        named = {name: _SIDE.fullmatch(name.lower()) for name in cell if len(name) < 20}
        known = [name for name, side in named.items() if side and side[1] in _SIDES]
        sides = [cell[name] for name in known]
    if len(sides) == 4 and all(side in (0, 1) for side in sides):
        return str(sum(bool(side) << bit for bit, side in enumerate(sides)))
    inner = cell.values() if isinstance(cell, dict) and deep else ()
    return next((found for one in inner if (found := _sides_of(one, deep - 1))), "")


def _field(value: object) -> str:
    """Return a value of JSON as a sign, "" for one that is none."""
    if value is None:
        return BLANK
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str | int | float) and len(str(value)) <= LONGEST_SIGN:
        return str(value).strip() or BLANK
    return _sides_of(value)


def _grid(
    rows: Sequence[str] | Sequence[Sequence[str]],
    line: int,
    size: int,
    after: tuple[str, ...],
    *,
    table: bool = False,
) -> SignGrid:
    """Return the grid of rows, the shorter of which are filled up with blanks.

    Raises ``MazeError`` for too many signs, before memory is taken.
    """
    lengths = tuple(map(len, rows))
    columns = max(lengths)
    check_tiles(len(rows), columns, size)
    if len(rows) * columns > allowance(size, SMALL_GRID, GRID_OF_A_BYTE):
        text = _("its rows differ so much in length that {rows:,} x {columns:,} signs are needed.")
        raise MazeError(text.format(rows=len(rows), columns=columns))
    if table:
        codes, signs = _codes_of_fields(rows, columns)
    else:
        codes, signs = _codes_of_text([str(row) for row in rows], columns)
    return SignGrid(codes, signs, line, lengths, table, after)


def _codes_of_fields(rows: Sequence[Sequence[str]], columns: int) -> tuple[Codes, tuple[str, ...]]:
    places: dict[str, int] = {BLANK: 0}
    codes = np.zeros((len(rows), columns), np.int32)
    for at, row in enumerate(rows):
        codes[at, : len(row)] = [places.setdefault(field, len(places)) for field in row]
        _check_signs(len(places))
    return codes, tuple(places)


def _codes_of_text(rows: Sequence[str], columns: int) -> tuple[Codes, tuple[str, ...]]:
    text = "".join(row.ljust(columns) for row in rows)
    points = np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)
    present = np.zeros(0x110000, np.bool_)
    present[points] = True
    present[ord(BLANK)] = True
    found = np.flatnonzero(present)
    _check_signs(len(found))
    places = np.zeros(0x110000, np.int32)
    places[found] = np.arange(len(found))
    return places[points].reshape(len(rows), columns), tuple(map(chr, found.tolist()))


def _check_signs(number: int) -> None:
    if number > MOST_SIGNS:
        text = _("it has more than {most} different signs.")
        raise MazeError(text.format(most=MOST_SIGNS))
