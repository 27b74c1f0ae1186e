"""Changes the program at random, one place at a time, and lists the changes that no test notices.

    python -m tests.mutation [--full] [--sample N] [--seed N] [--jobs N] [FOLDER ...]

Each mutant is a copy of the program in which one operator, comparison, number, condition or
statement differs. Of the quick tests of its folder, or all with ``--full``, those run on it that
reach the changed line, kernels interpreted; tests that take three times as long as usual have
noticed it. A survivor is a test that is missing, or a change without an effect: a person has to
judge.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TypeAlias

import coverage

ROOT = Path(__file__).parents[1]
FOLDERS = ("maze", "files", "app")
COPIED = ("mazeeditor", "icons", "tests", "benchmarks", "docs", "pyproject.toml", "setup.cfg")
ATTEMPTS = 3  # of tests without a change, on a machine that is busy
TESTS = ("pytest", "-x", "-q", "-p", "no:cacheprovider")
PASSED, NONE_RAN = 0, 5  # exit statuses of pytest
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mod: ast.Add,
    ast.Div: ast.Mult,
    ast.BitXor: ast.BitOr,
}

Place: TypeAlias = tuple[ast.AST, str, "int | None", ast.AST]  # parent, field, index, node


@dataclass(frozen=True)
class Mutant:
    """A file of the program with one change, the one of that number in its file."""

    path: Path
    line: int
    number: int

    @cached_property
    def source(self) -> str:
        """The text of the file with the change."""
        tree, (parent, field, index, _node), other = self._change()
        _put(parent, field, index, other)
        return ast.unparse(ast.fix_missing_locations(tree))

    @cached_property
    def text(self) -> str:
        """What is changed, and to what."""
        _tree, (_parent, _field, _index, node), other = self._change()
        return f"{_short(node)}  ->  {_short(other)}"

    def _change(self) -> tuple[ast.Module, Place, ast.AST]:
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        place, other = next(islice(_changes(tree), self.number, None))
        return tree, place, other


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node, without a change of its children."""
    copy = deepcopy(node)
    if isinstance(copy, ast.Compare) and type(copy.ops[0]) in COMPARISONS:
        copy.ops[0] = COMPARISONS[type(copy.ops[0])]()
        yield copy
    elif isinstance(copy, ast.BinOp | ast.AugAssign) and type(copy.op) in OPERATORS:
        copy.op = OPERATORS[type(copy.op)]()
        yield copy
    elif isinstance(copy, ast.BoolOp):
        copy.op = ast.Or() if isinstance(copy.op, ast.And) else ast.And()
        yield copy
    elif isinstance(copy, ast.UnaryOp) and isinstance(copy.op, ast.Not | ast.USub | ast.Invert):
        yield copy.operand
    elif isinstance(copy, ast.Constant) and isinstance(copy.value, bool):
        yield ast.Constant(not copy.value)
    elif isinstance(copy, ast.Constant) and isinstance(copy.value, int | float):
        yield ast.Constant(copy.value + 1)
    elif isinstance(copy, ast.If | ast.While | ast.IfExp):
        copy.test = ast.UnaryOp(ast.Not(), copy.test)
        yield copy
    elif isinstance(copy, ast.Expr) and isinstance(copy.value, ast.Call):
        yield ast.Pass()
    elif isinstance(copy, ast.Return) and copy.value is not None:
        yield ast.Return(ast.Constant(None))


def places(tree: ast.Module) -> Iterator[Place]:
    """Yield each node in a function with its parent, field and index, but for annotations."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for function in (node for node in ast.walk(tree) if isinstance(node, functions)):
        for statement in function.body:
            yield from _inside(function, "body", function.body.index(statement), statement)


def _inside(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return  # a function of its own
    yield parent, field, index, node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "msg"):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                yield from _inside(node, name, at, child)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file; its text is made when it is asked for."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, ((_parent, _field, _index, node), _other) in enumerate(_changes(tree)):
        yield Mutant(path, getattr(node, "lineno", 0), number)


def _changes(tree: ast.Module) -> Iterator[tuple[Place, ast.AST]]:
    for place in places(tree):
        for other in changed(place[-1]):
            yield place, other


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node)).partition("\n")[0]
    return text if len(text) < 90 else text[:89] + "…"


def pytest_name(context: str, root: Path) -> str:
    """Return the test of a context of coverage, as pytest names it; "" where it is none.

    >>> pytest_name("tests.maze.test_walls.Test.test_a", Path("."))
    'tests/maze/test_walls.py::Test::test_a'
    """
    parts = context.split(".")
    for length in range(len(parts) - 1, 0, -1):
        file = Path(*parts[:length]).with_suffix(".py")
        if (root / file).is_file():
            return "::".join([file.as_posix(), *parts[length:]])
    return ""


class Reached:
    """Which tests of a folder reach which line, kernels interpreted."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: dict[str, coverage.CoverageData] = {}
        self._lock = threading.Lock()

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach a mutant; all of its folder where a fixture does.

        Of a statement of several lines, the line before the mutant's may be the one that counts.
        """
        folder = mutant.path.relative_to(ROOT / "mazeeditor").parts[0]
        with self._lock:
            if folder not in self._folders:
                self._folders[folder] = self._measured(folder)
        file = str(self._root / mutant.path.relative_to(ROOT))
        lines = self._folders[folder].contexts_by_lineno(file)
        reached = (lines[line] for line in range(mutant.line, mutant.line - 9, -1) if line in lines)
        names = {pytest_name(context, self._root) for context in next(reached, [])}
        return [f"tests/{folder}"] if "" in names else sorted(names)

    def _measured(self, folder: str) -> coverage.CoverageData:
        file = self._root / f"reached-{folder}"
        settings = self._root / "contexts.toml"
        settings.write_text(
            "[tool.coverage.run]\n"
            f'source = ["mazeeditor/{folder}"]\n'
            'dynamic_context = "test_function"\n'
            f'data_file = "{file.as_posix()}"\n'
        )
        command = ["coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q"]
        run(self._root, [*command, f"tests/{folder}"], None)  # one that fails has reached its lines
        data = coverage.CoverageData(str(file))
        data.read()
        return data


def run(root: Path, command: Sequence[str], limit: float | None) -> str:
    """Run a module on a copy, kernels interpreted; return "failed", "time", or ""."""
    try:
        ran = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=root,
            # bytecode of a mutant would serve the next one of the same length and second
            env=os.environ
            | {"MAZEEDITOR_PURE": "1", "CI": "1", "PYTHONPATH": str(root)}
            | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "time"
    return "" if ran.returncode in (PASSED, NONE_RAN) else "failed"


class Copy:
    """A copy of the program in a folder of its own, on which tests run."""

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.root = root
        self._seconds: dict[tuple[str, ...], float] = {}
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name)
            else:
                shutil.copy(ROOT / name, root / name)

    def noticed(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """Return how tests notice a mutant: "failed", "time", or "" where they do not."""
        if not tests:
            return ""
        usual = self._usual(tuple(tests))
        target = self.root / mutant.path.relative_to(ROOT)
        before = target.read_bytes()
        target.write_text(mutant.source, encoding="utf-8")
        try:
            return run(self.root, [*TESTS, *tests], 3 * usual + 20)
        finally:
            target.write_bytes(before)

    def _usual(self, tests: tuple[str, ...]) -> float:
        """Return the seconds that tests take on the program as it is, where they pass."""
        for _attempt in range(ATTEMPTS if tests not in self._seconds else 0):
            started = time.monotonic()
            if not run(self.root, [*TESTS, *tests], None):
                self._seconds[tests] = time.monotonic() - started
                break
        if tests not in self._seconds:
            raise SystemExit(f"they fail without a change: {' '.join(tests)}")
        return self._seconds[tests]


def try_all(mutants: Sequence[Mutant], copies: Sequence[Copy]) -> Counter[str]:
    """Try mutants on several copies at once; print each survivor, and return the counts."""
    free = SimpleQueue[Copy]()
    for copy in copies:
        free.put(copy)

    def result_of(mutant: Mutant) -> tuple[Mutant, str]:
        tests = reached.tests(mutant)
        copy = free.get()
        try:
            return mutant, copy.noticed(mutant, tests)
        finally:
            free.put(copy)

    reached = Reached(copies[0].root)
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(len(copies)) as pool:
        for mutant, result in pool.map(result_of, mutants):
            counts[result or "survived"] += 1
            if not result:
                place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
                print(f"{place}: {mutant.text}", flush=True)
    return counts


def main(arguments: list[str]) -> int:
    """Try a sample of all mutants; the exit status is 1 where some survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("folders", nargs="*", default=list(FOLDERS))
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="run the slow tests too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parsed = parser.parse_args(arguments)
    os.environ["PYTEST_ADDOPTS"] = "--full" if parsed.full else ""
    files = [
        path
        for folder in parsed.folders
        for path in sorted((ROOT / "mazeeditor" / folder).rglob("*.py"))
    ]
    mutants = [mutant for path in files for mutant in mutants_of(path)]
    chosen = Random(parsed.seed).sample(mutants, min(parsed.sample, len(mutants)))
    print(f"{len(mutants):,} mutants of {len(files)} files; {len(chosen)} are tried", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy(Path(folder, str(number))) for number in range(parsed.jobs)]
        counts = try_all(chosen, copies)
    print(", ".join(f"{name} {number}" for name, number in counts.items()))
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
