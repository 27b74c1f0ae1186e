"""JSON comes back unchanged, and invalid JSON is refused with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.disk.json_files import MOST_VALUES, parse_json, to_json
from mazeeditor.core.errors import MazeError

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_values_come_back(value: Any) -> None:
    line = to_json(value)
    assert b"\n" not in line
    assert parse_json(line) == value == json.loads(line)


@given(st.text(st.characters(categories=["Cs", "Ll"]), max_size=5))
def test_half_characters_are_written_as_escapes(text: str) -> None:
    again = parse_json(to_json({text: text}))
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert again == {whole: whole}


REFUSED = [
    (b"", "line 1, column 1 is not valid JSON"),
    (b'{"a": 1,\n"b": }', "line 2, column 6 is not valid JSON"),
    (b'{"a": 1}\n{}', "line 2, column 1 is not valid JSON"),
    (b'{"a":\n"\xff"}', "line 2 is not UTF-8"),
    (b'{"a": {"b": 1, "c": 2, "b": 3}}', 'the key "b" is there twice'),
    (b'{"a": NaN}', "NaN is not a number"),
    (b"[-Infinity]", "-Infinity is not a number"),
    (b"[1e999]", "1e999 is too large"),
    (b"[%b]" % (b"9" * 5000), "too long"),
    (b"[" * 101 + b"]" * 101, "more than 100 deep"),
    (b"[" * 100_000 + b"]" * 100_000, "more than 100 deep"),
    (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "more than 100 deep"),
    (b"[" + b"[]," * MOST_VALUES + b"1]", "more values"),
    (b'["\x00"]', "line 1, column 3 is not valid JSON"),
]


def test_what_is_refused() -> None:
    for text, reason in REFUSED:
        with pytest.raises(MazeError) as caught:
            parse_json(text)
        assert reason in str(caught.value), text[:40]
        assert len(str(caught.value)) < 200, text[:40]


def test_a_hundred_deep_is_read() -> None:
    assert parse_json(b"[" * 100 + b"]" * 100)


def test_what_json_cannot_hold() -> None:
    for value in [float("nan"), float("inf"), {1, 2}, b"x"]:
        with pytest.raises((ValueError, TypeError)):
            to_json(value)
