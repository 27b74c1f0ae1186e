"""Every example of README, help and docstrings works, in one folder, in the order of reading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.parser import build_parser
from tests.examples import (
    SPAN,
    Runner,
    modules_with_sessions,
    of_docstrings,
    of_help,
    of_readme,
    pages,
    parsers,
    run_session,
)
from tests.sources import ROOT, sources

SOURCES = {"README": of_readme, "help": of_help, "docstrings": of_docstrings}
DEAR = [example for example in (*of_readme(), *of_help()) if example.dear]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "source", [pytest.param("README", marks=pytest.mark.slow), "help", "docstrings"]
)
@pytest.mark.usefixtures("work_folder")
def test_in_the_order_of_reading(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that take long are only parsed."""
    examples = SOURCES[source]()
    assert Runner().failures(example for example in examples if not example.dear) == []
    for example in examples:
        if example.dear and example.kind == "command":
            try:
                build_parser().parse_args(example.arguments)
            except SystemExit:
                pytest.fail(f"{example.source}: {example.text}: {capsys.readouterr().err}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the short examples of README and help write."""
    folder = tmp_path_factory.mktemp("examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Runner().failures(one for one in (*of_readme(), *of_help()) if not one.dear)
    return folder


@pytest.mark.slow(5)
@pytest.mark.parametrize("number", range(len(DEAR)), ids=lambda at: DEAR[at].text[:40])
def test_what_takes_long(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    example = DEAR[number]
    if "book.pdf" in example.text and not Path("book.pdf").exists():
        Runner().run(next(one for one in DEAR if one.text.endswith("-o book.pdf")))
    Runner().run(example)


@pytest.mark.slow
@pytest.mark.usefixtures("work_folder")
def test_sessions_in_docstrings() -> None:
    for module in modules_with_sessions():
        run_session(module)


def test_each_command_has_an_example_that_its_help_shows() -> None:
    shown = {example.source for example in of_help() if not example.names_a_command_only}
    assert shown == {f"{command.name} --help" for command in SUBCOMMANDS}


def test_flags_variables_and_folders_that_the_readme_names_exist() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    flags = {flag for parser in parsers().values() for flag in parser._option_string_actions}
    program = "".join(source.text for source in sources())
    for span in (match[1] for match in SPAN.finditer(text)):
        if span.startswith("-"):
            assert set(re.findall(r"(?:^| )(--?[a-z][a-z-]*)", span)) <= flags, span
        elif span.startswith("MAZEEDITOR_"):
            assert span.partition("=")[0] in program, span
        elif re.fullmatch(r"mazeeditor/[\w/]+", span):
            assert (ROOT / span).is_dir(), span
