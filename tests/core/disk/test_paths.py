"""Names of files: what any text becomes, every system can have."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.disk.paths import FORBIDDEN, LONGEST, file_name_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("a/b: <c>", "a b c"),
        (" ..hidden. ", "hidden"),
        ("Con", "Con-"),
        ("lpt1.b", "lpt1.b-"),
        ("u\u0308", "ü"),
        ("\x00\n", ""),
    ],
)
def test_names(text: str, name: str) -> None:
    assert file_name_of(text) == name


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    name = file_name_of(text)
    assert len(os.fsencode(name)) <= LONGEST + 1
    assert not {*map(chr, FORBIDDEN), *map(chr, range(32))} & set(name)
    assert name == name.strip(". ")
    assert file_name_of(name) == name
