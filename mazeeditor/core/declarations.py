"""What is registered in the files of a package, read there without importing any of them.

That takes 5 ms, where importing all subcommands, or all jobs of machines, takes a program that
needs one of them longer than its work.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mazeeditor.core.translation import _

FUNCTION = "\ndef "


class Declaration(NamedTuple):
    """An entry of a registry in the order of menus and lists, and the module that registers it."""

    order: int
    name: str
    label: str
    module: str


@cache
def declarations(package: str, decorator: str) -> dict[str, Declaration]:
    """Return what is decorated by ``@decorator("name", _("label"), order=1, ...)``, by name.

    In the files of the package and of the folders in it; name, label and order are literals, so
    this is what importing the files registers.
    """
    spec = find_spec(package)
    assert spec
    assert spec.submodule_search_locations
    found = (
        declaration
        for folder in map(Path, spec.submodule_search_locations)
        for file in folder.rglob("*.py")
        for declaration in _declared_in(
            file, ".".join((package, *file.relative_to(folder).with_suffix("").parts)), decorator
        )
    )
    return {declaration.name: declaration for declaration in sorted(found)}


def _declared_in(file: Path, module: str, decorator: str) -> Iterator[Declaration]:
    _before, *decorated = file.read_text(encoding="utf-8").split(f"\n@{decorator}(")
    for rest in decorated:
        source = f"{decorator}({rest.partition(FUNCTION)[0]}"
        call = ast.parse(source, str(file), "eval").body
        assert isinstance(call, ast.Call), file
        name, label = call.args
        assert isinstance(label, ast.Call), file  # _("...")
        order = next(keyword.value for keyword in call.keywords if keyword.arg == "order")
        text = _(ast.literal_eval(label.args[0]))
        yield Declaration(ast.literal_eval(order), ast.literal_eval(name), text, module)
