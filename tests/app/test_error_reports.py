"""What users see of errors: one dialog at a time, however many errors come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.errors import error_reports
from mazeeditor.app.errors.error_log import NAME, ErrorLog
from mazeeditor.app.errors.error_reports import ErrorReports
from mazeeditor.core.errors import CancelledError, MazeError
from tests.app.scripted import Program


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(error_reports, "monotonic", clock)
    return clock


@pytest.fixture
def reports(program: Program, tmp_path: Path) -> ErrorReports:
    reports = ErrorReports(ErrorLog(tmp_path, program.session.facts))
    reports.show_in(program.session)
    return reports


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:
        return caught


def another(number: int) -> BaseException:
    """Return an error of another kind than those of other numbers."""
    kind = type(f"Error{number}", (Exception,), {})
    return raised(kind("lost"))


def entries(tmp_path: Path) -> int:
    file = tmp_path / NAME
    return file.read_text().count("ERROR Internal error") if file.exists() else 0


def test_what_is_expected_is_shown_and_not_logged(
    program: Program, reports: ErrorReports, tmp_path: Path
) -> None:
    reports.report(MazeError("The disk is full."))
    reports.report(CancelledError())
    assert program.answers.errors == ["The disk is full."]
    assert entries(tmp_path) == 0


def test_one_error_is_one_dialog(program: Program, reports: ErrorReports, clock: Clock) -> None:
    for _event in range(1000):
        reports.report(raised(KeyError("lost")))
        clock.now += 0.016
    assert program.answers.errors == ["Internal error: KeyError: 'lost'."]
    assert program.ui.statuses == ["Internal error: KeyError: 'lost'."] * 4, "16 s, every 5 s"
    clock.now += error_reports.QUIET_S
    reports.report(raised(KeyError("lost")))
    assert len(program.answers.errors) == 2, "after a pause it is worth a dialog again"
    for pause in (0, 0.016, 1):  # a message, not an error
        clock.now += pause
        reports.report(MazeError("The disk is full."))
    assert program.answers.errors[2:] == ["The disk is full."] * 2


def test_a_storm_is_a_few_dialogs(program: Program, reports: ErrorReports, tmp_path: Path) -> None:
    for number in range(50):
        reports.report(another(number))
    assert len(program.answers.errors) == 3
    assert len(program.ui.statuses) == 1
    assert entries(tmp_path) == 50


def while_open(program: Program, come: Callable[[], None]) -> list[str]:
    """Let errors come while the first dialog is open; returns the texts of all dialogs."""
    texts: list[str] = []

    def show(text: str, report: Callable[[], None] | None = None) -> None:  # noqa: ARG001
        texts.append(text)
        if len(texts) == 1:
            come()
            assert len(texts) == 1, "a dialog over a dialog"

    program.answers.show_error = show  # type: ignore[method-assign]
    return texts


def test_what_comes_meanwhile_is_one_more(program: Program, reports: ErrorReports) -> None:
    def come() -> None:
        for number in range(5):
            reports.report(another(number))
        for _time in range(3):
            reports.report(another(0))

    texts = while_open(program, come)
    reports.report(raised(KeyError("lost")))
    assert len(texts) == 2
    lines = texts[1].split("\n\n")
    assert len(lines) == error_reports.LISTED + 1
    assert lines[-1] == "5 more errors: see Help > Report a problem."


def test_a_repeated_error_is_shown_once(program: Program, reports: ErrorReports) -> None:
    def come() -> None:
        for _event in range(100):
            reports.report(raised(KeyError("lost")))

    texts = while_open(program, come)
    reports.report(raised(KeyError("lost")))
    assert texts == ["Internal error: KeyError: 'lost'."]


def test_errors_before_the_window_are_shown_in_it(program: Program, tmp_path: Path) -> None:
    reports = ErrorReports(ErrorLog(tmp_path, dict))
    reports.report(raised(KeyError("early")))
    assert entries(tmp_path) == 1
    reports.show_in(program.session)
    assert program.answers.errors == ["Internal error: KeyError: 'early'."]


def test_a_failed_dialog_is_logged(program: Program, reports: ErrorReports, tmp_path: Path) -> None:
    def show(text: str, report: Callable[[], None] | None = None) -> None:  # noqa: ARG001
        raise RuntimeError(f"no dialog for {text}")

    program.answers.show_error = show  # type: ignore[method-assign]
    for _time in range(3):
        reports.report(raised(KeyError("lost")))
    text = (tmp_path / NAME).read_text()
    assert "RuntimeError: no dialog for" in text
    assert "KeyError: 'lost'" in text


def test_the_log_has_no_title(program: Program, reports: ErrorReports, tmp_path: Path) -> None:
    program.document._origin = program.document._origin.__class__(tmp_path / "secret.maze")
    for _time in range(30):
        program.run("previous")
    program.run("solve")
    names = str(program.session.facts()["Commands"]).split(", ")
    assert (len(names), names[-2:]) == (20, ["previous", "solve"])
    program.edit()
    reports.report(raised(KeyError("lost")))
    text = (tmp_path / NAME).read_text()
    assert "Document: rectangular, rows 12, columns 16, 192 cells; revision 1, 1 steps" in text
    assert "Tool: wall" in text
    assert "secret" not in text


def test_after_an_internal_error_listeners_are_notified(
    program: Program, reports: ErrorReports, tmp_path: Path
) -> None:
    logged: list[int] = []
    program.session.services.after_error.subscribe(lambda: logged.append(entries(tmp_path)))
    reports.report(MazeError("The disk is full."))
    assert logged == []
    reports.report(raised(KeyError("lost")))
    assert logged == [1]
    program.session.services.after_error.subscribe(lambda: 1 / 0)
    reports.report(another(1))
    assert logged == [1, 2]
    assert "ZeroDivisionError" in (tmp_path / NAME).read_text()


@pytest.mark.parametrize("at_once", [0, 10**9])
def test_a_damaged_maze_is_noticed_after_an_error(
    program: Program, reports: ErrorReports, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(error_reports, "CELLS_AT_ONCE", at_once)
    cell = program.document.maze.lattice.inside_cells()[20]
    program.document.maze._walls[cell] ^= np.uint8(0xF)
    reports.report(raised(KeyError("lost")))
    program.settle()
    reports.show()
    assert "The maze is damaged: The" in "".join(program.answers.errors)


def test_a_contradictory_history_is_noticed(program: Program, reports: ErrorReports) -> None:
    program.edit()
    program.document.history.size += 1
    reports.report(raised(KeyError("lost")))
    assert "The maze is damaged: the steps are not" in "".join(program.answers.errors)
