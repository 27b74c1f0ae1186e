"""Registries find the files of their package, keep their order and help with misspelt names."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between, Option
from mazeeditor.core.registry import Entry, FileFormat, Registry, of_suffix


@dataclass(frozen=True, kw_only=True)
class Fruit(Entry[Callable[..., int]]):
    """An entry with a field of its own."""

    sour: bool = False


def slices(*, thick: Annotated[float, Between(1, 9), "in mm"] = 2.0) -> int:
    """Cut it.

    This is no part of the summary.
    """
    return int(thick)


@pytest.fixture
def fruits() -> Registry[Fruit]:
    registry: Registry[Fruit] = Registry("fruit", "mazeeditor.maze.shapes")
    fruit = registry.decorator(Fruit)
    fruit("pear", "Pear")(slices)
    fruit("apple", "Apple", sour=True)(slices)
    fruit("last", "Last", 200)(slices)
    fruit("first", "First", order=1)(slices)
    return registry


def test_order_and_lookup(fruits: Registry[Fruit]) -> None:
    assert fruits.names() == ["first", "apple", "pear", "last"]
    assert fruits["pear"].name == "pear"
    assert "pear" in fruits
    assert "plum" not in fruits
    assert len(fruits) == 4


def test_an_entry(fruits: Registry[Fruit]) -> None:
    """Options come from the signature, the summary from the docstring, the rest is given."""
    apple = fruits["apple"]
    assert apple == Fruit("apple", "Apple", slices, 100, sour=True)
    assert apple.options == (Option("thick", float, 2.0, "in mm", 1, 9),)
    assert apple.summary == "Cut it."
    assert not fruits["pear"].sour


def test_the_decorator_returns_what_it_registers() -> None:
    registry: Registry[Fruit] = Registry("fruit", "mazeeditor.maze.shapes")
    assert registry.decorator(Fruit)("pear", "Pear")(slices) is slices
    assert registry["pear"].run is slices


def test_misspelt_and_unknown_names(fruits: Registry[Fruit]) -> None:
    with pytest.raises(UsageError, match=r"no fruit named 'aple'. Did you mean apple\?"):
        fruits["aple"]
    with pytest.raises(UsageError, match="Choose one of: first, apple, pear, last"):
        fruits["zzz"]


def test_one_name_once(fruits: Registry[Fruit]) -> None:
    with pytest.raises(ValueError, match="two fruits"):
        fruits.decorator(Fruit)("pear", "Another pear")(slices)


def test_the_format_of_a_suffix() -> None:
    formats = [FileFormat(name, name, slices, suffix=f".{name}") for name in ("svg", "pdf")]
    assert of_suffix(formats, Path("a.PDF"), "") is formats[1]
    with pytest.raises(UsageError, match=r"a.txt is none of .svg, .pdf"):
        of_suffix(formats, Path("a.txt"), "{file} is none of {known}")


def test_a_new_file_is_found(tmp_path: Path) -> None:
    """A file that is dropped into a package is listed without another change."""
    package = tmp_path / "dropped"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from mazeeditor.core.registry import Entry, Registry\n"
        "KNOWN = Registry('thing', 'dropped')\nthing = KNOWN.decorator(Entry)\n"
    )
    (package / "one.py").write_text(
        "from dropped import thing\n@thing('one', 'One')\ndef one(): pass\n"
    )
    code = "import dropped; print(dropped.KNOWN.names())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "['one']\n", ran.stderr
