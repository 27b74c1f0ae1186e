"""Mutants are what they should be: every kind of change, each alone, none in an annotation."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.mutation import ROOT, files_for, mutants_of

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


def test_the_tests_of_a_file_come_first() -> None:
    first, *others = files_for(ROOT / "mazeeditor/files/strict_json.py", ROOT)
    assert any(path.endswith("test_strict_json.py") for path in first)
    assert not {*first} & {path for group in others for path in group}
