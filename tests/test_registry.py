"""Registries find the files of their room, keep their order and help with misspelt names."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from mazeeditor.errors import UsageError
from mazeeditor.registry import Registry


@dataclass(frozen=True)
class Thing:
    name: str
    order: int = 100


@pytest.fixture
def things() -> Registry[Thing]:
    registry: Registry[Thing] = Registry("thing", "mazeeditor.shapes")
    for thing in (Thing("pear"), Thing("apple"), Thing("last", 200), Thing("first", 1)):
        registry.add(thing)
    return registry


def test_order_and_lookup(things: Registry[Thing]) -> None:
    assert things.names() == ["first", "apple", "pear", "last"]
    assert things["pear"].name == "pear"
    assert "pear" in things
    assert "plum" not in things
    assert len(things) == 4


def test_misspelt_and_unknown_names(things: Registry[Thing]) -> None:
    with pytest.raises(UsageError, match=r"no thing named 'aple'. Did you mean apple\?"):
        things["aple"]
    with pytest.raises(UsageError, match="Known are: first, apple, pear, last"):
        things["zzz"]


def test_one_name_once(things: Registry[Thing]) -> None:
    with pytest.raises(ValueError, match="two things"):
        things.add(Thing("pear"))


def test_a_new_file_is_found(tmp_path: Path) -> None:
    """Drop one file into a copy of the generators' room: it is listed without another change."""
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text(
        "from mazeeditor.registry import Registry\nTHINGS = Registry('thing', 'room')\n"
    )
    (room / "one.py").write_text(
        "from room import THINGS\nfrom types import SimpleNamespace\n"
        "THINGS.add(SimpleNamespace(name='one', order=1))\n"
    )
    code = "import room; print(room.THINGS.names())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "['one']\n", ran.stderr
