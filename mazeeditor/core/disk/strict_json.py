"""Reads JSON of unknown origin: refuses what Python accepts too easily or fails on."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NoReturn

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _

MOST_VALUES = 2_000_000  # each takes up to 100 bytes of memory, however short it is in the file
DEEPEST = 100  # levels of lists and objects
LONGEST_NUMBER = 25  # characters: 64 bits have 20, a fraction 24
_SEPARATORS = b",:[{"


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
    raise MazeError(_("{word} is no number that JSON allows.").format(word=word))


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
    for _depth in range(DEEPEST):
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
        _("lists and objects are nested more than {deepest} deep.").format(deepest=DEEPEST)
    )


def to_json(value: Any) -> bytes:
    r"""Return ``value`` on one line as UTF-8 JSON; raises ``ValueError`` and ``TypeError``.

    Half a character (a lone surrogate) has no UTF-8 and is written as JSON's own ``\ud800``.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")
