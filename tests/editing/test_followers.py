"""The order in which the followers of a document are called is the one that is declared."""

from __future__ import annotations

import ast
from collections import Counter
from functools import partial
from typing import TypeGuard

from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.followers import Follower
from tests.sources import Source, sources


def subscriptions(source: Source) -> list[str]:
    """Return the followers by which a file subscribes to changes of a document, "" for none."""
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            places = [one.attr for one in ast.walk(node) if is_follower(one)]
            if ast.unparse(node.func).endswith(
                ("document.changed.subscribe", "workspace.changed.subscribe")
            ):
                found += places or [""]
            elif places and isinstance(node.func, ast.Name | ast.Attribute):
                found += places
    return found


def is_follower(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Follower"


def test_each_follower_subscribes_once() -> None:
    found = Counter(name for source in sources() for name in subscriptions(source))
    assert found == Counter(follower.name for follower in Follower)


def test_lower_places_come_first() -> None:
    called: list[object] = []
    changed: Listeners[[]] = Listeners()
    ends = {place: changed.subscribe(partial(called.append, place), place) for place in (3, 1, 2)}
    changed.subscribe(lambda: called.append("second"), 1)
    changed.notify()
    assert called == [1, "second", 2, 3]
    ends[2]()
    called.clear()
    changed.notify()
    assert called == [1, "second", 3]
