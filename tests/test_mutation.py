"""Mutants are what they should be: every kind of change, each alone, none in an annotation."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from tests.mutation import ROOT, Copy, Mutant, mutants_of, pytest_name

SOURCE = '''
def one(a: int = 3, b: "int | None" = None) -> int:
    """Return it."""
    if a < 3 and not b:
        call(a + 1)
    while a:
        a -= 2
    return a if True else -b


class Inner:
    def two(self):
        return [x for x in self.y if x == 1]
'''
EXPECTED = {
    "a < 3": "a <= 3",
    "a < 3 and (not b)": "a < 3 or not b",
    "not b": "b",
    "a + 1": "a - 1",
    "call(a + 1)": "pass",
    "if a < 3 and (not b):": "if not (a < 3 and (not b)):",
    "while a:": "while not a:",
    "a -= 2": "a += 2",
    "2": "3",
    "True": "False",
    "-b": "b",
    "x == 1": "x != 1",
}


def test_every_kind_of_change(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(SOURCE)
    whole = ast.unparse(ast.parse(SOURCE))
    found = {}
    for mutant in mutants_of(path):
        before, _arrow, after = mutant.text.partition("  ->  ")
        found[before] = after
        assert mutant.source != whole
        assert sum(map(str.__ne__, mutant.source.splitlines(), whole.splitlines())) <= 2
        assert "a: int=3, b: 'int | None'=None" in mutant.source
    assert EXPECTED.items() <= found.items()


def test_the_test_of_a_context() -> None:
    module, file = "tests.core.disk.test_json_files", "tests/core/disk/test_json_files.py"
    assert pytest_name(f"{module}.test_a", ROOT) == f"{file}::test_a"
    assert pytest_name(f"{module}.Some.test_a", ROOT) == f"{file}::Some::test_a"
    assert pytest_name("tests.files.nothing.test_a", ROOT) == pytest_name("", ROOT) == ""


@dataclass(frozen=True)
class Same(Mutant):
    """The file as it is."""

    @cached_property
    def source(self) -> str:
        return self.path.read_text()


@pytest.mark.slow
def test_a_mutant_is_noticed(tmp_path: Path) -> None:
    """A check that is turned round is noticed by a test that reaches it, a comment is not."""
    path = ROOT / "mazeeditor/core/disk/json_files.py"
    mutant = next(mutant for mutant in mutants_of(path) if mutant.text.startswith("if "))
    same = Same(path, mutant.line, mutant.number)
    copy = Copy(tmp_path / "copy")
    assert copy.noticed(mutant, ["tests/core/disk/test_json_files.py"]) == "failed"
    assert copy.noticed(same, ["tests/core/disk/test_json_files.py"]) == ""
    assert copy.noticed(mutant, []) == ""
