"""Mutants are what they should be, and are noticed by the tests that reach them."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest

from tests.mutants import mutants_of
from tests.mutation import REACHED, codes_of, in_copies, replace_code, with_probes

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
        source = ast.unparse(mutant.tree)
        assert source != whole
        assert sum(map(str.__ne__, source.splitlines(), whole.splitlines())) <= 2
        assert "a: int=3, b: 'int | None'=None" in source
    assert EXPECTED.items() <= found.items()


def test_each_mutant_has_a_probe_in_front_of_its_statement(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(SOURCE)
    mutants = dict(enumerate(mutants_of(path)))
    tree = with_probes(path, mutants)
    lines = ast.unparse(tree).splitlines()
    for number, mutant in mutants.items():
        at = next(n for n, line in enumerate(lines) if f"{REACHED}({number})" in line)
        after = next(line.strip() for line in lines[at:] if REACHED not in line)
        assert ast.unparse(mutant.node_in(ast.parse(SOURCE))).partition("\n")[0] in after


@pytest.mark.slow
def test_a_function_does_what_its_new_code_says(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text("def double(a):\n    return a + a\n")
    space: dict[str, object] = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    (mutant,) = (one for one in mutants_of(path) if "a - a" in one.text)
    assert replace_code(codes_of(mutant.tree, path)) == 1
    assert eval("double(3)", space) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_what_copies_return_and_that_one_dies() -> None:
    works = iter([lambda: [1], lambda: os._exit(3), lambda: "three"])
    assert sorted(in_copies(works, 2)) == [(0, [1]), (1, None), (2, "three")]
