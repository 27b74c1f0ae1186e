"""Mutants: a file of the program with one operator, number, condition or statement changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TypeAlias

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
