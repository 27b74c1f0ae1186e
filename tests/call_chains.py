"""Follows a user's event through the program, up to what it shows.

A chain of calls is what a debugger shows at some point: the stack, and before it the stack on which
this call was requested, by ``after`` or for the result of a worker. Only functions of the program
count, not those of Tk or Python. What a worker calls is not part of it.
"""

from __future__ import annotations

import sys
import tkinter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

import mazeeditor
from mazeeditor.app.jobs import Background

PACKAGE = Path(mazeeditor.__file__).parent


class Call(NamedTuple):
    file: str
    function: str


Chain = tuple[Call, ...]
Function = Callable[..., Any]


class CallChains:
    """The chain that led to each of some functions when it was called last."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._before: Chain = ()  # the calls before the stack of the event loop
        self.to: dict[str, Chain] = {}
        after, run = tkinter.Misc.after, Background.run

        def after_(widget: tkinter.Misc, ms: Any, function: Any = None, *args: Any) -> Any:
            return after(widget, ms, function and self._following(function), *args)

        def run_(background: Background, work: Any, *callbacks: Function, **more: Function) -> Any:
            following = {name: self._following(callback) for name, callback in more.items()}
            return run(background, work, *map(self._following, callbacks), **following)

        patch.setattr(tkinter.Misc, "after", after_)
        patch.setattr(Background, "run", run_)

    def follow(self, owner: Any, name: str) -> None:
        """Keep the chain to a method from now on."""
        function = getattr(owner, name)

        def call(*args: Any, **values: Any) -> Any:
            self.to[name] = self._current()
            return function(*args, **values)

        self._patch.setattr(owner, name, call)

    def _current(self) -> Chain:
        calls: list[Call] = []
        frame: FrameType | None = sys._getframe(1)
        while frame:
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                calls.append(Call(path.relative_to(PACKAGE).as_posix(), frame.f_code.co_name))
            frame = frame.f_back
        return (*self._before, *reversed(calls))

    def _following(self, function: Function) -> Function:
        """Return a function whose calls follow those that request it now."""
        chain = self._current()

        def call(*args: Any) -> Any:
            self._before, before = chain, self._before
            try:
                return function(*args)
            finally:
                self._before = before

        return call
