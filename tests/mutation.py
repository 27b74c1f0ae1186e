"""Changes the program at random, one place at a time, and lists the changes that no test notices.

    python -m tests.mutation [--sample N] [--seed N] [--seconds N] [FOLDER ...]

Each mutant is a copy of the program in which one operator, comparison, number, condition or
statement differs. The tests of its folder run on it, kernels interpreted, those that name its file
first. A survivor is a test that is missing, or a change without an effect: a person has to judge.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
FOLDERS = ("maze", "generators", "solvers", "files", "workspace")
COPIED = ("mazeeditor", "icons", "tests", "benchmarks", "docs", "pyproject.toml", "setup.cfg")
SECONDS = 180.0  # for the tests of one mutant: one that never ends counts as noticed
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


@dataclass(frozen=True)
class Mutant:
    """A file of the program with one change, which ``text`` describes."""

    path: Path
    line: int
    text: str
    source: str


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


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield each node in a function with its parent, field and index, but for annotations."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for function in (node for node in ast.walk(tree) if isinstance(node, functions)):
        for statement in function.body:
            yield from _inside(function, "body", function.body.index(statement), statement)


def _inside(
    parent: ast.AST, field: str, index: int | None, node: ast.AST
) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
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
    """Yield every mutant of a file."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for parent, field, index, node in places(tree):
        for other in changed(node):
            _put(parent, field, index, other)
            source = ast.unparse(ast.fix_missing_locations(tree))
            _put(parent, field, index, node)
            line = getattr(node, "lineno", 0)
            yield Mutant(path, line, f"{_short(node)}  ->  {_short(other)}", source)


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node)).partition("\n")[0]
    return text if len(text) < 90 else text[:89] + "…"


def files_for(path: Path, root: Path) -> list[list[str]]:
    """Return the tests that name a file, then the other tests of its folder."""
    folder = root / "tests" / path.parent.name
    files = sorted(folder.glob("test_*.py"))
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    named = [file for file in files if re.search(rf"\b{module}\b", file.read_text("utf-8"))]
    others = [file for file in files if file not in named]
    return [list(map(str, group)) for group in (named, others) if group]


def noticed(root: Path, mutant: Mutant, seconds: float) -> str:
    """Return how the tests notice a mutant: "failed", "time", or "" where they do not."""
    target = root / mutant.path.relative_to(ROOT)
    before = target.read_bytes()
    target.write_text(mutant.source, encoding="utf-8")
    try:
        for files in files_for(mutant.path, root):
            started = time.monotonic()
            try:
                ran = subprocess.run(
                    [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files],
                    cwd=root,
                    env=os.environ | {"MAZEEDITOR_PURE": "1", "CI": "1", "PYTHONPATH": str(root)},
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=seconds,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return "time"
            if ran.returncode:
                return "failed"
            seconds -= time.monotonic() - started
        return ""
    finally:
        target.write_bytes(before)


def main(arguments: list[str]) -> int:
    """Try a sample of all mutants; the exit status is 1 where some survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("folders", nargs="*", default=list(FOLDERS))
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parsed = parser.parse_args(arguments)
    files = [
        path
        for folder in parsed.folders
        for path in sorted((ROOT / "mazeeditor" / folder).rglob("*.py"))
    ]
    mutants = [mutant for path in files for mutant in mutants_of(path)]
    chosen = Random(parsed.seed).sample(mutants, min(parsed.sample, len(mutants)))
    print(f"{len(mutants):,} mutants of {len(files)} files; {len(chosen)} are tried", flush=True)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, Path(folder, name))
        for mutant in chosen:
            result = noticed(Path(folder), mutant, parsed.seconds) or "survived"
            counts[result] += 1
            if result == "survived":
                place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
                print(f"{place}: {mutant.text}", flush=True)
    print(", ".join(f"{name} {number}" for name, number in counts.items()))
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
