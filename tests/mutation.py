"""Changes the program at random, one place at a time, and lists the changes that no test notices.

    python -m tests.mutation [--full] [--sample N] [--seed N] [--jobs N] [FOLDER ...]

A mutant is the program with one operator, comparison, number, condition or statement changed
. All is imported and all tests are collected once; then each mutant gets a
copy of this process::

    collect --+-- fork: run all tests once, and note which mutants each of them reaches
              +-- fork: mutant 1, the tests that reach it, the cheapest first, until one fails
              +-- fork: mutant 2 ...

A function is changed by giving it other code, so kernels are interpreted, and what runs in a
process of its own is as it was. Without folders, mutants and tests are those of the whole program;
otherwise of these folders. A survivor is a test that is missing, or a change without an effect: a
person has to judge. Works where there is ``fork``.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import json
import os
import pkgutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeAlias

import pytest

import mazeeditor
from tests.breadth import VARIABLE
from tests.limits import RUN, end_children
from tests.sources import ROOT

PATIENCE = 10.0  # seconds of a test in addition to three times the usual
REACHED = "_reached_by_a_test"  # a builtin while tests look which mutants they reach
Codes = dict[tuple[str, str, int], CodeType]  # by file, name and first line of their function


class Reach(NamedTuple):
    """A test that reaches a mutant; one that takes ``seconds`` as a rule."""

    seconds: float
    name: str


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
    """A file of the program with one change, the one of that number in its file.

    ``line`` is where the change is.
    """

    path: Path
    line: int
    number: int

    @property
    def tree(self) -> ast.Module:
        """The file with the change; every line keeps its number."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        (parent, field, index, node), other = self._change_in(tree)
        _put(parent, field, index, ast.copy_location(other, node))
        return ast.fix_missing_locations(tree)

    @cached_property
    def text(self) -> str:
        """What is changed, and to what."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        place, other = self._change_in(tree)
        return f"{_short(place[-1])}  ->  {_short(other)}"

    def node_in(self, tree: ast.Module) -> ast.AST:
        """Return what is changed, in a tree of its file."""
        return self._change_in(tree)[0][-1]

    def _change_in(self, tree: ast.Module) -> tuple[Place, ast.AST]:
        return next(islice(_changes(tree), self.number, None))


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


def codes_of(tree: ast.Module, path: Path) -> Codes:
    """Return the code of each function of a file."""
    found: Codes = {}

    def look(code: CodeType) -> None:
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                found[(str(path), constant.co_name, constant.co_firstlineno)] = constant
                look(constant)

    look(compile(tree, str(path), "exec", dont_inherit=True))
    return found


def replace_code(codes: Codes) -> int:
    """Give functions other code; returns how many were there and could take it."""
    gc.unfreeze()  # what was there when the tests were collected is looked through as well
    count = 0
    for function in gc.get_objects():
        if type(function) is FunctionType:  # a proxy would ask what it stands for
            old = function.__code__
            new = codes.get((old.co_filename, old.co_name, old.co_firstlineno))
            if new is not None and new != old:
                with suppress(ValueError):  # it would need other variables of its surroundings
                    function.__code__ = new
                    count += 1
    return count


def with_probes(path: Path, mutants: dict[int, Mutant]) -> ast.Module:
    """Return a file in which the statement of each mutant reports its number first."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = {number: mutant.node_in(tree) for number, mutant in mutants.items()}
    place: dict[ast.AST, tuple[list[ast.stmt], ast.stmt]] = {}
    for node in ast.walk(tree):  # inner statements come later
        for _name, value in ast.iter_fields(node):
            for statement in value if isinstance(value, list) else ():
                if isinstance(statement, ast.stmt):
                    place |= dict.fromkeys(ast.walk(statement), (value, statement))
    for number, node in nodes.items():
        statements, statement = place[node]
        probe = ast.parse(f"{REACHED}({number})").body[0]
        statements.insert(statements.index(statement), ast.copy_location(probe, statement))
    return ast.fix_missing_locations(tree)


class Trial:
    """Tries mutants on the tests that pytest has collected; a plugin of pytest."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int) -> None:
        self._mutants, self._jobs = mutants, jobs
        self._failed: set[str] = set()
        self._skipped: set[str] = set()
        self.counts: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails, or does not run."""
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.skipped:
            self._skipped.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests, try the mutants."""
        for module in pkgutil.walk_packages(mazeeditor.__path__, "mazeeditor."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
        print(f"\n{len(session.items):,} tests", flush=True)
        reached = self._reached(session)
        works = (lambda n=n: self._noticed(session, n, reached[n]) for n in range(len(reached)))
        for number, result in in_copies(works, self._jobs):
            self.counts[result or "died"] += 1
            if result in {"survived", "not reached"}:
                mutant = self._mutants[number]
                place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
                print(f"{place}: {mutant.text}  ({result})", flush=True)
        return True

    def _reached(self, session: pytest.Session) -> list[list[Reach]]:
        """Return for each mutant the tests that reach it, the cheapest first."""
        files = sorted({item.path for item in session.items})
        shares = [set(files[number :: self._jobs]) for number in range(self._jobs)]
        works = (lambda share=share: self._look(session, share) for share in shares)
        found = defaultdict[int, list[Reach]](list)
        for _number, result in in_copies(works, self._jobs):
            if result is None:
                raise SystemExit("a test has ended the process that looks which mutants it reaches")
            for name, seconds, numbers in result:
                for number in numbers:
                    found[number].append(Reach(seconds, name))
        return [sorted(found[number]) for number in range(len(self._mutants))]

    def _look(self, session: pytest.Session, files: set[Path]) -> list[Any]:
        """Run the tests of some files; return their names, seconds and the mutants they reach."""
        by_file = defaultdict[Path, dict[int, Mutant]](dict)
        for number, mutant in enumerate(self._mutants):
            by_file[mutant.path][number] = mutant
        reached = set[int]()
        setattr(builtins, REACHED, reached.add)
        for path, mutants in by_file.items():
            replace_code(codes_of(with_probes(path, mutants), path))
        found: list[Any] = []
        items = [item for item in session.items if item.path in files]
        for item, following in zip(items, [*items[1:], None], strict=True):
            reached.clear()
            started = time.process_time()
            _run(item, following)
            if item.nodeid not in self._failed | self._skipped:
                found.append((item.nodeid, time.process_time() - started, sorted(reached)))
        return found

    def _noticed(self, session: pytest.Session, number: int, tests: Sequence[Reach]) -> str:
        """Return how the tests notice a mutant."""
        mutant = self._mutants[number]
        if not tests:
            return "not reached"
        if not replace_code(codes_of(mutant.tree, mutant.path)):
            return "not tried"
        items = {item.nodeid: item for item in session.items}
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            session.config.option.timeout = 3 * test.seconds + PATIENCE
            _run(items[test.name], following and items[following.name])
            if test.name in self._failed:
                return "failed"
        return "survived"


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def in_copies(works: Iterator[Callable[[], Any]], most: int) -> Iterator[tuple[int, Any]]:
    """Do work in copies of this process, ``most`` at a time; yield its number and what it returns.

    That is JSON, and None where the process has died.
    """
    if sys.platform == "win32":
        raise NotImplementedError("Windows has no fork")
    running: dict[int, tuple[int, Path]] = {}

    def ended() -> tuple[int, Any]:
        pid, _status = os.waitpid(-1, 0)
        number, file = running.pop(pid)
        text = file.read_text(encoding="utf-8") if file.exists() else "null"
        return number, json.loads(text)

    with tempfile.TemporaryDirectory() as folder:
        for number, work in enumerate(works):
            file = Path(folder, str(number))
            if not (pid := os.fork()):
                _copy(work, file)
            running[pid] = number, file
            if len(running) == most:
                yield ended()
        while running:
            yield ended()


def _copy(work: Callable[[], Any], file: Path) -> None:
    """Do work in this copy of the process, write what it returns, and end."""
    try:
        os.environ[RUN] += f"/{os.getpid()}"  # what others have started is not of this copy
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        result = json.dumps(work())
        end_children()
        file.write_text(result, encoding="utf-8")
    finally:
        os._exit(0)


def main(arguments: list[str]) -> int:
    """Try a sample of all mutants; the exit status is 1 where some survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="run the slow tests too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parsed = parser.parse_args(arguments)
    os.environ |= {"MAZEEDITOR_PURE": "1", VARIABLE: "full" if parsed.full else "quick"}
    folders = parsed.folders or [""]
    files = {path for name in folders for path in (ROOT / "mazeeditor" / name).rglob("*.py")}
    mutants = [mutant for path in sorted(files) for mutant in mutants_of(path)]
    chosen = Random(parsed.seed).sample(mutants, min(parsed.sample, len(mutants)))
    print(f"{len(mutants):,} mutants of {len(files)} files; {len(chosen)} are tried", flush=True)
    trial = Trial(chosen, parsed.jobs)
    options = ["-qq", "--no-summary", "-p", "no:cacheprovider", *["--full"] * parsed.full]
    os.chdir(ROOT)
    status = pytest.main([*options, *(f"tests/{name}" for name in folders)], [trial])
    print(", ".join(f"{name} {number}" for name, number in trial.counts.items()))
    return int(status) or int(trial.counts["survived"] + trial.counts["not reached"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
