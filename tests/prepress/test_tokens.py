"""Operators of pages: the same as qpdf reads, and nothing that cannot be read is left out."""

from __future__ import annotations

from time import process_time
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.prepress.content.tokens import (
    CURVES,
    LINES,
    RECTANGLES,
    UNREAD,
    Operation,
    operations,
)
from tests.breadth import examples

SPACES = [b" ", b"\n", b"\r\n", b"\t", b"\0", b"\f", b" % a (comment\n", b"  "]
space = st.sampled_from(SPACES)
number = st.one_of(
    st.integers(-9999, 9999).map(lambda value: b"%d" % value),
    st.floats(-999, 999).map(lambda value: b"%.3f" % value),
    st.sampled_from([b"+5", b"4.", b".5", b"-.25", b"007"]),
)
name = st.sampled_from([b"/F1", b"/A#20B", b"/", b"/x.y-z"])
text = st.sampled_from([b"(a)", b"(a(b)c)", rb"(\)\(\101\n)", b"<41 42>", b"<4>", b"()"])
array = st.lists(st.one_of(number, text), max_size=3).map(
    lambda all_: b"[" + b" ".join(all_) + b"]"
)
inner = st.tuples(name, number).map(lambda pair: b"<<" + pair[0] + b" " + pair[1] + b">>")
operand = st.one_of(number, name, text, array, inner)
plain = st.tuples(
    st.lists(operand, max_size=4), st.sampled_from([b"cm", b"TJ", b"gs", b"'", b"f*"])
)
lines = st.tuples(st.tuples(number, number).map(list), st.sampled_from([b"m", b"l"]))
others = st.sampled_from([([b"1", b"2", b"3", b"4"], b"re"), ([b"1"] * 6, b"c"), ([], b"h")])
content = st.lists(st.tuples(st.one_of(plain, lines, others), space), max_size=12)


def data_of(parts: list[Any]) -> bytes:
    return b"".join(
        b" ".join([*operands, operator]) + between for (operands, operator), between in parts
    )


def single(found: list[Operation]) -> list[tuple[str, list[Any]]]:
    """Return operations with runs as single operators."""
    result: list[tuple[str, list[Any]]] = []
    for operator, operands in found:
        if operator == LINES:
            kinds = {0: "m", 1: "l", 2: "h"}
            for x, y, kind in operands[0].tolist():
                result.append((kinds[kind], [] if kind == 2 else [x, y]))
        elif operator in (CURVES, RECTANGLES):
            called = "c" if operator == CURVES else "re"
            result += [(called, row) for row in operands[0].tolist()]
        else:
            result.append((operator.decode("latin-1"), operands))
    return result


def plain_value(value: Any) -> Any:
    """Return an object of pikepdf as ours are."""
    if isinstance(value, (int, float)) or type(value).__name__ == "Decimal":
        return float(value)
    if isinstance(value, pikepdf.Name):
        return str(value)[1:]
    if isinstance(value, pikepdf.String):
        return bytes(value)
    if isinstance(value, pikepdf.Array):
        return [plain_value(one) for one in value]
    return {str(key)[1:]: plain_value(one) for key, one in dict(value).items()}


def by_qpdf(data: bytes) -> list[tuple[str, list[Any]]]:
    with pikepdf.new() as pdf:
        return [
            (str(one.operator), [plain_value(value) for value in one.operands])
            for one in pikepdf.parse_content_stream(pdf.make_stream(data))
        ]


@examples(60)
@given(content)
def test_the_same_as_qpdf(parts: list[Any]) -> None:
    data = data_of(parts)
    found = single(list(operations(data)))
    assert found == by_qpdf(data)


@examples(30)
@given(content, st.integers(1, 40))
def test_parts_of_any_size_are_read_alike(parts: list[Any], size: int) -> None:
    data = data_of(parts)
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert single(list(operations(pieces))) == single(list(operations(data)))


READ = {
    b"1 2 m\x003 4 l S": [("m", [1, 2]), ("l", [3, 4]), ("S", [])],
    b"150 1 m%c\n3 4 l": [("m", [150, 1]), ("l", [3, 4])],
    b"1 %c\r 2 l%": [("l", [1, 2])],
    b"true null gs": [("gs", [True, None])],
}


def test_what_is_read() -> None:
    for data, expected in READ.items():
        assert single(list(operations(data))) == expected


DAMAGED = [
    b"--150 1 m",
    b"1e5 w",
    b"1_0 w",
    b"1.2.3 w",
    b"- w",
    b"1 2",
    b"[1 2 Tj",
    b"] Tj",
    b"<< /A >> gs",
    b"<< 1 2 >> gs",
    b"(a",
    b"<zz> Tj",
    b"{ 1 }",
    b") f",
    b"BI /W 9 /H 9 ID x",
    b"BI /W 9 q",
    b"BI /W ID EI",
    b"[" * 101 + b"]" * 101 + b" f",
    b"1 " * 20_001 + b"f",
]


def test_what_cannot_be_read_is_said() -> None:
    for data in DAMAGED:
        reasons = [operands[0] for operator, operands in operations(data) if operator == UNREAD]
        assert reasons, data[:12]
        assert all(isinstance(reason, str) and len(reason) < 200 for reason in reasons)


@pytest.mark.parametrize("space", [b"\0", b"\r"])
def test_much_white_space_is_skipped_at_once(space: bytes) -> None:
    started = process_time()
    assert list(operations(b"q" + 10_000_000 * space)) == [(b"q", [])]
    assert process_time() - started < 3  # it takes 0.1 s, and 11 s where the pattern looks for more


@pytest.mark.slow
def test_endless_content_is_given_up() -> None:
    """A hundred megabytes of it: read until it is known to be damaged, no further."""
    for unit in (b"(", b"[", b"<", b")", b"<<", b"%", b"a", b"1", b"\\", b"/"):
        parts = iter([unit * (65_536 // len(unit))] * 1600)
        assert list(operations(parts))[-1][0] == UNREAD, unit
        assert len(list(parts)) > 1500, unit
