"""Kernels are compiled in the background, those that are needed, and never before other work."""

from __future__ import annotations

import pytest

from mazeeditor.compiled import available
from mazeeditor.errors import CancelledError
from mazeeditor.gui import warming
from mazeeditor.job import Job


class Kernel:
    """Notes when it is compiled."""

    needs_degree = False

    def __init__(self, seen: list[str], name: str) -> None:
        self.seen, self.name = seen, name

    def compile(self) -> None:
        self.seen.append(self.name)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    monkeypatch.setattr(warming, "available", lambda: True)
    monkeypatch.setattr(warming, "needed", lambda _modules: [Kernel(names, name) for name in "abc"])
    monkeypatch.setattr(warming, "PAUSE", 0)
    return names


def test_work_goes_first(seen: list[str]) -> None:
    answers = iter([False, True, True, True, False, False])

    def busy() -> bool:
        answer = next(answers)
        seen.append("busy" if answer else "free")
        return answer

    warming.warm_up(Job(), busy)
    assert seen == ["free", "a", "busy", "busy", "busy", "free", "b", "free", "c"]


def test_closing_ends_it_while_work_runs(seen: list[str]) -> None:
    job = Job()

    def busy() -> bool:
        job.cancel()
        return True

    with pytest.raises(CancelledError):
        warming.warm_up(job, busy)
    assert seen == []


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_only_the_kernels_of_some_modules_are_needed() -> None:
    modules = (*warming.VERDICT, "mazeeditor.generators.wilson")
    kernels = warming.needed(modules)
    assert {kernel.function.__module__ for kernel in kernels} == set(modules)
    assert len(kernels) < 10


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_what_another_kernel_calls_is_compiled_with_that_one() -> None:
    names = {kernel.__name__ for kernel in warming.needed(("mazeeditor.generators.prim_weights",))}
    assert names == {"_grow"}
