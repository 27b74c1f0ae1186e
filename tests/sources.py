"""The package's own source, parsed: who imports what, and where."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "mazeeditor"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path

    @property
    def place(self) -> str:
        """The file as a user names it: ``mazeeditor/maze/maze.py``."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def module(self) -> str:
        """The name it is imported by: ``mazeeditor.maze.maze``."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def room(self) -> str:
        """The folder or single file right below the package: ``maze``, ``api``, ``__init__``."""
        return self.path.relative_to(PACKAGE).with_suffix("").parts[0]

    @property
    def text(self) -> str:
        """The whole file."""
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        """The whole file, parsed."""
        return _parse(self.path)

    def functions(self) -> Iterator[Function]:
        """Yield every function and method."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


@dataclass(frozen=True)
class Import:
    """``source`` imports ``module`` at ``line``; ``late`` where that is inside a function."""

    source: Source
    module: str
    line: int
    late: bool
    for_types: bool

    @property
    def place(self) -> str:
        """Where it stands: ``mazeeditor/api.py:10``."""
        return f"{self.source.place}:{self.line}"

    @property
    def room(self) -> str:
        """The room imported from, of a module of this package."""
        return [*self.module.split("."), "__init__"][1]


@cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def sources(folder: Path = PACKAGE) -> tuple[Source, ...]:
    """Return every Python file of the package, or of another folder."""
    return tuple(Source(path) for path in sorted(folder.rglob("*.py")))


@cache
def imports() -> tuple[Import, ...]:
    """Return every import of the package, also those in functions and for types only."""
    return tuple(one for source in sources() for one in imports_of(source, source.tree))


def imports_of(
    source: Source, node: ast.AST, late: bool = False, for_types: bool = False
) -> Iterator[Import]:
    """Yield the imports below ``node``; each name of ``from a import b, c`` by itself."""
    names: list[Any] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = _names_from(source, node)
    elif isinstance(node, ast.Call) and _name(node.func) in ("import_module", "__import__"):
        names = [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
    line = getattr(node, "lineno", 0)
    yield from (Import(source, str(name), line, late, for_types) for name in names)
    late = late or isinstance(node, Function | ast.Lambda)
    for_types = for_types or (isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING")
    for child in ast.iter_child_nodes(node):
        yield from imports_of(source, child, late, for_types)


def _names_from(source: Source, node: ast.ImportFrom) -> list[str]:
    base = node.module or ""
    if node.level:
        inner = source.path.name == "__init__.py"
        parts = source.module.split(".")
        kept = parts[: len(parts) - node.level + inner]
        base = ".".join([*kept, *filter(None, [node.module])])
    if base.partition(".")[0] != "mazeeditor":
        return [base, *(f"{base}.{alias.name}" for alias in node.names)]
    below = [f"{base}.{alias.name}" for alias in node.names]
    return [name if _is_module(name) else base for name in below]


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


@cache
def project_files() -> tuple[Path, ...]:
    """Return every file of the project, without what ``.gitignore`` names."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    return tuple(_files_below(ROOT, [".git", *(line.rstrip("/") for line in lines)]))


def _files_below(folder: Path, ignored: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if any(fnmatch(path.name, pattern) for pattern in ignored):
            continue
        if path.is_dir():
            yield from _files_below(path, ignored)
        else:
            yield path
