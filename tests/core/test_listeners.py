"""Listeners are all called, whatever one of them raises."""

from __future__ import annotations

import pytest

from mazeeditor.core.listeners import Listeners


def broken(_number: int) -> None:
    raise ZeroDivisionError


def test_each_is_called_in_order_until_it_unsubscribes() -> None:
    changed: Listeners[[int]] = Listeners()
    calls: list[tuple[str, int]] = []
    changed.subscribe(lambda number: calls.append(("first", number)))
    unsubscribe = changed.subscribe(lambda number: calls.append(("second", number)))
    changed.notify(1)
    unsubscribe()
    unsubscribe()
    changed.notify(2)
    assert calls == [("first", 1), ("second", 1), ("first", 2)]


def test_a_listener_that_raises_does_not_stop_the_others() -> None:
    errors: list[Exception] = []
    changed: Listeners[[int]] = Listeners()
    calls: list[int] = []
    changed.subscribe(broken)
    changed.subscribe(calls.append)
    with pytest.raises(ZeroDivisionError):
        changed.notify(1)
    changed.on_error = errors.append
    changed.notify(2)
    assert calls == [1, 2]
    assert [type(error) for error in errors] == [ZeroDivisionError]


def test_a_listener_can_unsubscribe_another_meanwhile() -> None:
    changed: Listeners[[]] = Listeners()
    calls: list[str] = []
    changed.subscribe(lambda: unsubscribe())
    unsubscribe = changed.subscribe(lambda: calls.append("never"))
    changed.subscribe(lambda: calls.append("last"))
    changed.notify()
    assert calls == ["last"]
