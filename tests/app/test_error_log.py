"""The log of internal errors: whole entries, files that rotate, nothing that names the user."""

from __future__ import annotations

import gc
import logging
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from mazeeditor.app.errors import error_log
from mazeeditor.app.errors.error_log import MAX_BYTES, NAME, ErrorLog, LogFile, kind_of


def error_of(text: str) -> Exception:
    try:
        return _fail(text)
    except ValueError as error:
        return error


def _fail(text: str) -> Exception:
    raise ValueError(text)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ErrorLog]:
    yield ErrorLog(tmp_path / "new" / "state", lambda: {"Document": "3 cells"})
    logger = logging.getLogger("mazeeditor")
    for handler in [*logger.handlers]:
        logger.removeHandler(handler)


def test_an_entry(log: ErrorLog, tmp_path: Path) -> None:
    assert log.add(error_of("lost"))
    text = (tmp_path / "new" / "state" / NAME).read_text()
    assert "ERROR Internal error\nDocument: 3 cells\nTraceback" in text
    assert "in _fail" in text
    assert text.endswith("ValueError: lost\n\n")


class Marker:
    """A local variable of a function that fails."""


def fail_with(marker: Marker) -> None:
    raise ValueError(marker)


@pytest.mark.usefixtures("caplog")  # which keeps what is logged
def test_an_entry_keeps_nothing_of_the_frames(log: ErrorLog) -> None:
    marker = Marker()
    kept = weakref.ref(marker)
    try:
        fail_with(marker)
    except ValueError as error:
        log.add(error)
    del marker
    gc.collect()
    assert kept() is None


def test_an_error_that_comes_again_and_again(
    log: ErrorLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(error_log, "monotonic", lambda: now)
    added = []
    for second in range(25):
        now = 100.0 + second
        added.append(log.add(error_of(f"at {second}")))
    assert [second for second, entry in enumerate(added) if entry] == [0, 10, 20]
    text = (tmp_path / "new" / "state" / NAME).read_text()
    assert "Internal error, occurrence 11\n" in text
    assert "ValueError: at 20" in text
    assert log.add(KeyError("another"))


def test_the_kind_of_an_error_is_where_it_was_raised() -> None:
    one, other = error_of("a"), error_of("b")
    assert kind_of(one) == kind_of(other)
    with pytest.raises(ValueError, match="a") as caught:
        _fail("a")
    assert kind_of(caught.value) != kind_of(one)
    assert kind_of(KeyError("Tcl")) != kind_of(KeyError("another"))


def test_a_recursion_is_one_kind_however_deep_it_went() -> None:
    def recurse(depth: int) -> None:
        if not depth:
            raise RecursionError
        recurse(depth - 1)

    kinds = set()
    for depth in (50, 61):
        with pytest.raises(RecursionError) as caught:
            recurse(depth)
        kinds.add(kind_of(caught.value)[0:1] + kind_of(caught.value)[2:])
    assert len(kinds) == 1


def test_files_rotate_and_stay_small(log: ErrorLog, tmp_path: Path) -> None:
    for number in range(60):
        error = KeyError(f"{number} " + "x" * 20_000)
        log.add(error)
    files = sorted((tmp_path / "new" / "state").glob(f"{NAME}*"))
    assert [file.name for file in files] == [NAME, f"{NAME}.1", f"{NAME}.2", f"{NAME}.lock"]
    assert all(file.stat().st_size <= MAX_BYTES + 1000 for file in files)
    assert "KeyError: '59 " in files[0].read_text()


def test_home_is_left_out(log: ErrorLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home" / "alice"
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    log.add(ValueError(f"cannot read {home / 'mazes' / 'secret'}"))
    assert (
        f"cannot read {Path('~', 'mazes', 'secret')}"
        in (tmp_path / "new" / "state" / NAME).read_text()
    )
    assert "alice" not in log.end()


@pytest.mark.parametrize(
    "obstacle",
    [
        "file",
        pytest.param(
            "full", marks=pytest.mark.skipif(sys.platform == "win32", reason="no /dev/full")
        ),
    ],
)
def test_a_log_that_cannot_be_written_goes_to_stderr(
    obstacle: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = tmp_path / "state"
    if obstacle == "file":
        place.write_text("in the way")
    else:
        place.mkdir()
        (place / NAME).symlink_to("/dev/full")
        monkeypatch.setattr(error_log, "TAIL_BYTES", 0)  # what is read there never ends
    log = ErrorLog(place, dict)
    assert log.add(error_of("lost"))
    assert "ValueError: lost" in capsys.readouterr().err
    assert "ValueError: lost" in log.end()
    assert obstacle == "full" or place.read_text() == "in the way"


def test_facts_that_cannot_be_known_are_no_further_error(tmp_path: Path) -> None:
    log = ErrorLog(tmp_path, lambda: {"Document": 1 // 0})
    assert log.add(error_of("lost"))
    assert "Facts: unknown (ZeroDivisionError" in (tmp_path / NAME).read_text()
    log = ErrorLog(None, dict)
    log.add(error_of("lost"))
    assert "ValueError: lost" in log.end(), "without a folder"


def test_a_report_begins_with_an_entry(log: ErrorLog) -> None:
    for number in range(30):
        log.add(KeyError(f"{number} " + "x" * 5000))
    entries = log.end()
    assert entries[:2] == "20"
    assert "ERROR Internal error" in entries[:60]
    assert "KeyError: '29 " in entries
    assert len(entries) < 80_000


@pytest.mark.usefixtures("log")
def test_one_process_writes_to_one_log(tmp_path: Path) -> None:
    other = ErrorLog(tmp_path / "other", dict)
    other.add(error_of("lost"))
    assert not (tmp_path / "new" / "state").exists()
    handlers = logging.getLogger("mazeeditor").handlers
    assert sum(isinstance(handler, LogFile) for handler in handlers) == 1


WRITE = """
import sys
from pathlib import Path
from mazeeditor.app.errors.error_log import ErrorLog
log = ErrorLog(Path(sys.argv[1]), dict)
for number in range(40):
    log.add(KeyError(f"<{sys.argv[2]}-{number} " + "x" * 4000 + ">"))
"""


@pytest.mark.slow
def test_several_processes_write_whole_entries_at_the_same_time(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITE, str(tmp_path), name], stderr=subprocess.PIPE)
        for name in "abcd"
    ]
    assert [writer.communicate()[1] for writer in writers] == [b""] * 4
    files = [tmp_path / f"{NAME}.2", tmp_path / f"{NAME}.1", tmp_path / NAME]
    text = "".join(file.read_text() for file in files if file.exists())
    assert text.count("Internal error") == text.count("x>") == 160
    for name in "abcd":
        places = [text.index(f"<{name}-{number} ") for number in range(40)]
        assert places == sorted(places)
