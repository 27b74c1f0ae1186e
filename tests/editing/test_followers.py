"""The order in which the followers of a document are called is the one that is declared."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import partial
from typing import TypeGuard

import pytest

from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.content import EVERYTHING, Change
from mazeeditor.editing.followers import Changes, Follower, Subscription
from tests.sources import Source, sources

DOCUMENT_CHANGED = re.compile(r"\b(?:document|session)\.changed\b(?!\.follow\(|\.on_error)")
KNOWN = (  # the example of a docstring, and other names for it, which are followed the same way
    ">>> unsubscribe = document.changed.subscribe",
    "changed = self._document.changed",
    "changed = self.document.changed",
    "document.changed, Follower.",
)


def followers(source: Source) -> list[str]:
    """Return the followers that a file makes follow the changes of a document."""
    return [
        one.attr
        for node in source.nodes("Follower")
        if isinstance(node, ast.Call)
        for one in node.args
        if is_follower(one)
    ]


def is_follower(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Follower"


@pytest.mark.slow
def test_each_follower_follows_once() -> None:
    found = Counter(name for source in sources() for name in followers(source))
    assert found == Counter(follower.name for follower in Follower)


@pytest.mark.slow
def test_nobody_follows_in_another_way() -> None:
    for source in sources():
        for line in source.text.splitlines():
            if DOCUMENT_CHANGED.search(line):
                assert any(known in line for known in KNOWN), f"{source.place}: {line}"


def noted(called: list[Follower], follower: Follower, _change: Change) -> None:
    called.append(follower)


def test_followers_are_called_in_their_order_by_what_has_changed() -> None:
    called: list[Follower] = []
    changes = Changes()
    for follower in reversed(Follower):
        changes.follow(follower, partial(noted, called, follower))
    changes.notify(EVERYTHING)
    assert called == list(Follower)
    called.clear()
    changes.notify(Change(tabs=True))
    shown = [Follower.WINDOW, Follower.PANELS, Follower.MENUS]
    assert called == [*shown, Follower.RECOVERY, Follower.MAKING]


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


def test_who_shows_nothing_is_not_called() -> None:
    called: list[Follower] = []
    changes = Changes()
    following = Subscription(changes, Follower.REPAIR, partial(noted, called, Follower.REPAIR))
    changes.notify(EVERYTHING)
    assert called == []
    for _again in range(2):  # switched on twice, it is called once
        following.switch(True)
    changes.notify(EVERYTHING)
    assert called == [Follower.REPAIR]
    for _again in range(2):
        following.switch(False)
    changes.notify(EVERYTHING)
    assert called == [Follower.REPAIR]
