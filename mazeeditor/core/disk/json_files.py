"""JSON of unknown origin, read strictly; and files of it that people write and share.

Presets, sets of rules and books are such files::

    {"format": "mazeeditor preset", "version": 1, "name": "Classic", ...}

Strictly means that what Python accepts too easily, or fails on, is refused.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.half_characters import why_not_text
from mazeeditor.core.lengths import in_mm
from mazeeditor.core.numbers import real
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.versions import PROGRAM, written_by_newer

MOST_VALUES = 2_000_000  # each takes up to 100 bytes of memory, however short it is in the file
MAX_LEVELS = 100  # levels of lists and objects
LONGEST_NUMBER = 25  # characters: 64 bits have 20, a fraction 24
_SEPARATORS = b",:[{"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # as editors on Windows write before UTF-8


def parse_json(data: bytes | bytearray) -> Any:
    """Return the value of UTF-8 ``data``; raises ``MazeError`` with line or key.

    Repeated keys, NaN and Infinity, numbers of unbounded length, too many values and too deep
    nesting are refused as well.
    """
    if sum(data.count(byte) for byte in _SEPARATORS) > MOST_VALUES:
        raise MazeError(_("it has more values than a project can have."))
    try:
        value = json.loads(
            data.decode(),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_fraction,
        )
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MazeError(_("line {line} is not UTF-8 text.").format(line=line)) from None
    except json.JSONDecodeError as error:
        raise MazeError(
            _("line {line}, column {column} is not valid JSON ({reason}).").format(
                line=error.lineno, column=error.colno, reason=error.msg
            )
        ) from None
    except RecursionError:
        _too_deep()
    _check_depth(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        counts = Counter(key for key, _value in pairs)
        twice = counts.most_common(1)[0][0]
        raise MazeError(_("the key {key} is there twice.").format(key=json.dumps(twice)))
    return result


def _no_constant(word: str) -> NoReturn:
    raise MazeError(_("{word} is not a number that JSON allows.").format(word=word))


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:  # int() takes quadratic time
        raise MazeError(_("the number {start}… is too long.").format(start=digits[:20]))
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise MazeError(_("the number {digits} is too large.").format(digits=digits[:40]))
    return number


def _check_depth(value: Any) -> None:
    level = [value]
    for _depth in range(MAX_LEVELS):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    _too_deep()


def _too_deep() -> NoReturn:
    raise MazeError(
        _("lists and objects are nested more than {deepest} deep.").format(deepest=MAX_LEVELS)
    )


def to_json(value: Any) -> bytes:
    r"""Return ``value`` on one line as UTF-8 JSON; raises ``ValueError`` and ``TypeError``.

    Half a character (a lone surrogate) has no UTF-8 and is written as JSON's own ``\ud800``.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class JsonFormat:
    """A format by its name and version; ``foreign`` is the sentence for a file of another one.

    A file of a higher version is refused by the name of the program that wrote it.
    """

    name: str
    version: int
    foreign: str
    largest: int = 1_000_000  # bytes

    def read(self, path: Path) -> dict[str, Any]:
        """Return the object in a file; raises ``MazeError`` that does not name it."""
        return self.values(bytes_of(path, self.largest))

    def values(self, data: bytes) -> dict[str, Any]:
        """Return the object in the bytes of a file; raises ``MazeError``."""
        values = parse_json(data.removeprefix(BYTE_ORDER_MARK))
        if isinstance(values, dict) and values:
            for key, usual in (("format", self.name), ("version", self.version)):
                if key not in values:
                    text = _("the key {key} is missing: write {line} at its beginning.")
                    line = f"{json.dumps(key)}: {json.dumps(usual)}"
                    raise MazeError(text.format(key=quote_value(key), line=line))
        if not isinstance(values, dict) or values.get("format") != self.name:
            raise MazeError(self.foreign)
        version = values.get("version")
        if type(version) is not int or version < 1:
            raise MazeError(_('"version" must be a whole number of at least 1.'))
        if version > self.version:
            raise MazeError(written_by_newer(values, version))
        values.pop(PROGRAM, None)
        return values


def check_keys(values: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise ``MazeError`` for a key that is not known."""
    names = list(known)
    for key in values:
        if key not in names:
            text = _("there is no key {key}. Choose one of: {known}.")
            raise MazeError(text.format(key=quote_value(key), known=", ".join(names)))


def short_text(values: Mapping[str, Any], key: str, most: int) -> str:
    """Return a text, translated, "" where there is none; raises ``MazeError``."""
    text = values.get(key, "")
    if not isinstance(text, str) or len(text) > most:
        raise MazeError(_("{key} must be a short text.").format(key=quote_value(key)))
    if problem := why_not_text(text, quote_value(key)):
        raise MazeError(problem)
    return _(text) if text else ""


def number(
    values: Mapping[str, Any], key: str, low: float, high: float, default: float | None = None
) -> float:
    """Return a number, or a length with its unit in mm; without a default it must be given.

    Raises ``MazeError``.
    """
    value = values.get(key, default)
    if isinstance(value, str):
        try:
            value = real(in_mm(value))
        except ValueError:
            value = None
    valid = isinstance(value, int | float) and not isinstance(value, bool)
    if not valid or not math.isfinite(value) or not low <= value <= high:
        text = _("{key} must be a number from {low:g} to {high:g}.")
        raise MazeError(text.format(key=quote_value(key), low=low, high=high))
    return float(value)


def one_of(values: Mapping[str, Any], key: str, known: tuple[str, ...], default: str) -> str:
    """Return a text that is one of ``known``; raises ``MazeError``."""
    value = values.get(key, default)
    if value not in known:
        text = _("{key} must be one of {known}.")
        raise MazeError(text.format(key=quote_value(key), known=", ".join(known)))
    return str(value)


def table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return an object, empty where there is none; raises ``MazeError``."""
    value = values.get(key, {})
    if not isinstance(value, dict):
        raise MazeError(_("{key} must be an object.").format(key=quote_value(key)))
    return value


def files_by_name(folders: Iterable[Path], suffix: str) -> dict[str, Path]:
    """Return the files with a suffix by their stems; those of later folders replace others."""
    return {path.stem: path for folder in folders for path in _in_folder(folder, suffix)}


def file_named(name: str, files: Mapping[str, Path], suffix: str, complaint: str) -> Path:
    """Return the file of that name, or the one that the user has named by its path and suffix.

    Raises ``UsageError`` with ``complaint``, in which ``{name}`` and ``{known}`` are filled in.
    """
    if name in files:
        return files[name]
    if isinstance(name, NamedFile) and name.endswith(suffix):
        return Path(name)
    raise UsageError(complaint.format(name=quote_value(name), known=", ".join(files)))


def _in_folder(folder: Path, suffix: str) -> Iterator[Path]:
    try:
        yield from sorted(folder.glob(f"*{suffix}"), key=lambda path: path.stem)
    except (OSError, ValueError):  # it is not there, or may not be read
        return
