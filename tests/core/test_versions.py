"""The versions that users are asked for are those of what runs."""

from __future__ import annotations

import sys
import tkinter
from importlib import metadata

import pytest

from mazeeditor import __version__
from mazeeditor.core.versions import versions, written_by_newer


def test_they_are_those_of_what_runs() -> None:
    known = versions()
    assert next(iter(known.items())) == ("mazeeditor", __version__)
    assert known["Python"] == sys.version.split()[0]
    assert known["Tk"] == tkinter.Tcl().eval("info patchlevel")
    assert known["numba"] == metadata.version("numba")


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "_tkinter", None)
    assert versions()["Tk"] == "not installed"


def test_no_nonsense_is_taken_for_a_version() -> None:
    for program in [None, 7, "", "1" * 99, "1.0\nhello", ["1"]]:
        text = written_by_newer({"program": program}, 10**9)
        assert f"newer than this {__version__} (format version 1000000000)" in text, program
