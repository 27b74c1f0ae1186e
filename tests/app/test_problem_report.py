"""A report holds what helps, and nothing that names its user or comes out of their files."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazeeditor.app.errors import problem_report
from mazeeditor.app.errors.error_log import ErrorLog, system_facts
from mazeeditor.app.errors.problem_report import (
    FILES,
    Private,
    as_zip,
    in_one_text,
    plain_settings,
    propose_path,
    report_files,
)
from mazeeditor.app.settings import Settings

USER, HOST, TITLE = "zenobia", "zenobias-laptop", "Happy birthday Ottokar"
AUTHOR, DOCUMENT = "Wilhelmine Quast", "Secret plan for Ottokar.maze"


@pytest.fixture(autouse=True)
def account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The home folder of a user with planted names; the log is no longer used afterwards."""
    home = tmp_path / USER
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.setenv(name, USER)
    monkeypatch.setattr("platform.node", lambda: HOST)
    logger, handlers = logging.getLogger("mazeeditor"), logging.getLogger("mazeeditor").handlers[:]
    yield home
    logger.handlers[:] = handlers


def log_of(folder: Path, error: BaseException) -> str:
    log = ErrorLog(folder, lambda: {**system_facts(), "Commands": "undo"})
    try:
        raise error
    except type(error):
        log.add(error)
    return log.end()


def private(home: Path) -> Private:
    own = Settings(recent=[str(home / "mazes" / DOCUMENT)], sheet={"title": TITLE})
    return Private.of(own, [([home / "books" / "Ottokar.mazebook"], {"author": AUTHOR})])


def errors_in(home: Path, error: BaseException) -> str:
    text = log_of(home / "state", error)
    return report_files({}, [], Settings(), text, private(home))[FILES[3]]


def test_what_helps_is_there(account: Path) -> None:
    error = AttributeError("'NoneType' object has no attribute 'walls'")
    files = report_files(
        {**system_facts(), "Document": "rectangular, rows 3"},
        ["generate", "undo"],
        Settings(theme="dark", recent=["/a", "/b"], shortcuts={"undo": ["U"], "x": ["Y"]}),
        log_of(account / "state", error),
        private(account),
    )
    assert tuple(files) == FILES
    versions, commands, stored, errors = files.values()
    assert "numba: " in versions
    assert "Document: rectangular, rows 3" in versions
    assert commands == "generate\nundo\n"
    chosen = json.loads(stored)
    assert (chosen["theme"], chosen["recent"], chosen["shortcuts"]) == ("dark", 2, ["undo"])
    assert "ERROR Internal error\nmazeeditor: " in errors
    assert "AttributeError: 'NoneType' object has no attribute 'walls'\n" in errors
    with ZipFile(BytesIO(as_zip(files))) as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == files
    assert as_zip(files) == as_zip(dict(files))
    assert (propose_path().parent, propose_path().suffix) == (account, ".zip")


def test_lines_of_the_program_stay_and_those_of_others_go(account: Path) -> None:
    (account / "own.py").write_text("def go(call):\n    call()  # for Ottokar\n")
    names: dict[str, Any] = {}
    source = (account / "own.py").read_text()
    exec(compile(source, str(account / "own.py"), "exec"), names)
    log = ErrorLog(account / "state", dict)
    try:
        names["go"](lambda: Settings(nonsense=1))
    except TypeError as error:
        log.add(error)
    text = report_files({}, [], Settings(), log.end(), private(account))[FILES[3]]
    assert '  File "mazeeditor/app/settings.py", line ' in text
    assert 'raise TypeError(f"no such settings: {unknown}")' in text
    assert '  File "…", line 2, in go\n' in text
    assert "call()" not in text


PLANTED = [
    FileNotFoundError(2, "No such file or directory", f"/home/{USER}/mazes/{DOCUMENT}"),
    OSError(f"cannot write C:\\Users\\{USER}\\mazes\\{DOCUMENT} now"),
    OSError(f"cannot write /data/of Ottokar/{DOCUMENT} now"),
    KeyError(TITLE),
    KeyError(b"Ottokar"),
    ValueError(f"it can't be {TITLE!r}, or 'Ottokar"),
    ValueError(f"no number: {TITLE}\nOttokar\n  Ottokar\n    Ottokar\nDocument: Ottokar"),
    RuntimeError(f"by {AUTHOR.upper()} at {HOST}, mail wilhelmine@quast.example"),
    TypeError(f"{TITLE} has no 'strip' and no 'Ottokar Quast'"),
    RuntimeError(f"see https://quast.example/{USER} or “Ottokar”"),
    RuntimeError(f"{DOCUMENT} and Ottokar.mazebook"),
]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(3))
def test_no_error_says_anything_of_the_user(account: Path, first: int) -> None:
    for error in PLANTED[first::3]:
        text = errors_in(account, error)
        assert f"\n{type(error).__name__}" in text
        for name in (USER, HOST, "ottokar", "wilhelmine", "quast", str(account)):
            assert name.lower() not in text.lower(), text


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(TEXTS, st.sampled_from([KeyError, ValueError, OSError, AttributeError]), TEXTS)
def test_what_stands_in_quotes_is_left_out(before: str, kind: type[Exception], after: str) -> None:
    """Whatever else the message says."""
    for planted in ("xqzjy xqzjy", "xqzjy/wall", "it's xqzjy", 'the "xqzjy" one'):
        said = f"{before} {planted!r} {after}"
        line = problem_report._message(kind.__name__, said, Private())
        assert "xqzjy" not in line, (said, line)


@given(st.dictionaries(st.sampled_from(sorted(Settings().kept())), st.just("xqzjy")))
def test_settings_hold_no_text_of_the_user(texts: dict[str, str]) -> None:
    changed = Settings()
    for name, text in texts.items():
        planted: list[Any] = [text, [text], {text: {text: text}}]
        for value in planted:
            if type(value) is type(getattr(changed, name)):
                setattr(changed, name, value)
    assert "xqzjy" not in json.dumps(plain_settings(changed))


def test_without_errors_it_says_so() -> None:
    files = report_files({}, [], Settings(), "\n", Private())
    assert files[FILES[3]] == files[FILES[1]] == "There were none.\n"
    assert "errors.txt\n----------\nThere were none.\n" in in_one_text(files)
