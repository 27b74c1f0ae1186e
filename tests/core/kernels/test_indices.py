"""Kernels are compiled without the test of each index where that is safe, and work everywhere.

numba is changed as later versions may change it: its source is edited while it is imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mazeeditor.core.kernels.compiled import available
from tests.breadth import stress

pytestmark = [
    pytest.mark.skipif(not available(), reason="numba is missing or switched off"),
    pytest.mark.slow,
]

PROGRAM = """
import hashlib, sys
from importlib.machinery import SourceFileLoader

EDIT = {edit!r}
get_code = SourceFileLoader.get_code

def edited(loader, name):
    if name != "numba.np.arrayobj" or not EDIT:
        return get_code(loader, name)
    source = loader.get_source(name)
    for old, new in EDIT:
        assert old in source, old
        source = source.replace(old, new)
    return compile(source, loader.path, "exec")

SourceFileLoader.get_code = edited

import numba.np.arrayobj as arrays
fix_index, tests = arrays.slicing.fix_index, []

def counted(*args):
    tests.append(args)
    return fix_index(*args)

arrays.slicing.fix_index = counted

import mazeeditor
from mazeeditor.core.kernels.jit import compiling

with compiling() as fresh:
    maze = mazeeditor.generate("hunt-and-kill", rows=50, columns=50, seed=1)
assert all(kernel.ready for kernel in fresh)
digest = hashlib.sha256(maze.walls.tobytes()).hexdigest()
print(digest, len(fresh), len(tests) > 0)
"""

NAME = "fix_integer_index"
HEAD = f"def {NAME}(context, builder, idxty, idx, size):"
CALLS = f"{NAME}(context, builder, idxty, indexval", f"{NAME}(self.context, builder"

# What numba may do with its function, as replacements in its source.
EDITS = {
    "missing": [(NAME, "wrap_index")],
    "another parameter": [(HEAD, HEAD.replace("size):", "size, wraparound=True):"))],
    "other names": [(HEAD, HEAD.replace("size):", "dimension):") + "\n    size = dimension")],
    # numba calls it with its first two arguments swapped, so that the replacement raises
    "raises": [
        (CALLS[0], CALLS[0].replace("context, builder", "builder, context")),
        (CALLS[1], CALLS[1].replace("self.context, builder", "builder, self.context")),
        (HEAD, f"{HEAD}\n    context, builder = builder, context"),
    ],
    # it has to return one more than the index, so that the replacement reads the element before
    "wrong result": [
        (HEAD, HEAD.replace(NAME, "wrap_index")),
        (CALLS[0], CALLS[0].replace(NAME, "one_less")),
        (CALLS[1], CALLS[1].replace(NAME, "one_less")),
        (
            "def normalize_index(",
            f"{HEAD}\n"
            "    index = wrap_index(context, builder, idxty, idx, size)\n"
            "    return builder.add(index, index.type(1))\n\n\n"
            "def one_less(*args):\n"
            f"    index = {NAME}(*args)\n"
            "    return args[1].sub(index, index.type(1))\n\n\n"
            "def normalize_index(",
        ),
    ],
}


def run(edit: list[tuple[str, str]], cache: Path, **environment: str) -> list[str]:
    """Return a digest of a maze, the kernels compiled, whether indices are tested."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(edit=edit)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"MAZEEDITOR_CACHE": str(cache)} | environment,
    )
    assert ran.returncode == 0, ran.stderr  # numba 0.58 may warn there
    return ran.stdout.split()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest that interpreted kernels give."""
    return run([], tmp_path_factory.mktemp("none"), MAZEEDITOR_PURE="1")[0]


def test_indices_are_not_tested(expected: str, tmp_path: Path) -> None:
    digest, kernels, tested = run([], tmp_path)
    assert (digest, tested) == (expected, "False")
    assert int(kernels) > 1


@pytest.mark.slow(2)
@pytest.mark.parametrize("name", EDITS)
def test_with_another_numba_kernels_are_only_slower(
    name: str, expected: str, tmp_path: Path
) -> None:
    """They are compiled with the test, in a second process, which knows the answer, as well."""
    for _process in range(2 if stress() or name == "wrong result" else 1):
        digest, kernels, tested = run(EDITS[name], tmp_path)
        assert (digest, tested) == (expected, "True")
        assert int(kernels) > 1
        for kernel in tmp_path.rglob("*.nb?"):
            kernel.unlink()  # so that they are compiled again


def test_the_answer_is_kept_and_a_damaged_one_found_again(expected: str, tmp_path: Path) -> None:
    run([], tmp_path)
    (answer,) = tmp_path.rglob("indices")
    for text in (answer.read_text(), "damaged", ""):
        answer.write_text(text)
        assert run([], tmp_path)[::2] == [expected, "False"]
        assert answer.read_text() == "as they are"
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    assert run([], in_the_way)[::2] == [expected, "False"]
