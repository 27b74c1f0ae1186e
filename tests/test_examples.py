"""Every example of README, help and docstrings works, in one folder, in the order of reading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from tests.examples import (
    SET_UP,
    SPAN,
    Example,
    Runner,
    modules_with_sessions,
    of_docstrings,
    of_help,
    of_markdown,
    of_readme,
    parsers,
    run_session,
)
from tests.sources import ROOT, sources

pytestmark = pytest.mark.long
EXAMPLES = [*of_readme(), *of_help(), *of_docstrings()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("examples")


@pytest.fixture(scope="module")
def runner() -> Runner:
    return Runner(EXAMPLES)


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda at: EXAMPLES[at].text[:40])
def test_in_the_order_of_reading(
    number: int, folder: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    runner.run_at(number)


@pytest.mark.parametrize("module", modules_with_sessions())
@pytest.mark.usefixtures("work_folder")
def test_sessions_in_docstrings(module: str) -> None:
    run_session(module)


def test_each_command_has_an_example_that_its_help_shows() -> None:
    shown = {example.source for example in of_help() if not example.names_a_command_only}
    assert shown == {f"{command.name} --help" for command in SUBCOMMANDS}


def test_kinds_are_told_apart() -> None:
    text = (
        "Say `mazeeditor diff`, or\n```sh\n./run  # opens\nmazeeditor info a.maze  # facts\n```\n"
        "`mazeeditor recover --restore ID -o a.maze`, `mazeeditor.load('a.maze')`, `maze.maze`.\n"
        "```csv\nname\nAnna\n```\nAs `class.csv`: `mazeeditor list jobs | mazeeditor info -`.\n"
    )
    examples = of_markdown(text)
    assert [(example.kind, example.text) for example in examples] == [
        ("command", "mazeeditor diff"),
        ("set-up", "./run  # opens"),
        ("command", "mazeeditor info a.maze  # facts"),
        ("command", "mazeeditor recover --restore ID -o a.maze"),
        ("python", "mazeeditor.load('a.maze')"),
        ("file", "name\nAnna\n"),
        ("command", "mazeeditor list jobs | mazeeditor info -"),
    ]
    assert examples[5].name == "class.csv"
    assert [examples[at].names_a_command_only for at in (0, 2)] == [True, False]
    assert [examples[at].template for at in (2, 3)] == [False, True]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("command", "mazeeditor info none.maze"),
        ("command", "mazeeditor info --frob"),
        ("command", "mazeeditor recover --frob ID"),
        ("command", "mazeeditor generate --rows 5 | mazeeditor info none.maze"),
        ("python", "mazeeditor.frob()"),
        ("set-up", "rm -r ."),
    ],
)
@pytest.mark.usefixtures("work_folder")
def test_an_example_that_does_not_work_is_noticed(kind: str, text: str) -> None:
    with pytest.raises(AssertionError):
        Runner().run(Example("here", kind, text))


def test_what_sets_the_program_up_is_tested_elsewhere() -> None:
    for test in SET_UP.values():
        assert (ROOT / test).exists()


def test_flags_variables_and_folders_that_the_readme_names_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    flags = {flag for parser in parsers().values() for flag in parser._option_string_actions}
    program = "".join(source.text for source in sources())
    for span in (match[1] for match in SPAN.finditer(readme)):
        if span.startswith("-"):
            assert set(re.findall(r"(?:^| )(--?[a-z][a-z-]*)", span)) <= flags, span
        elif span.startswith("MAZEEDITOR_"):
            assert span.partition("=")[0] in program, span
        elif re.fullmatch(r"mazeeditor/[\w/]+", span):
            assert (ROOT / span).is_dir(), span
