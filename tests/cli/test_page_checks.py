"""``sheet`` and ``book`` judge their pages: a line each, JSON, and nothing written where asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import mazeeditor as run

NARROW = ("sheet", "--rows", 60, "--columns", 60, "--seed", 1, "--count", 2, "--per-page", "2")
GOOD = ("sheet", "--rows", 6, "--columns", 6, "--seed", 1, "--count", 2, "--per-page", "2")


def test_a_check_writes_nothing_and_says_what_is_wrong(tmp_path: Path) -> None:
    bad, good = (run(*words, "--check", cwd=tmp_path) for words in (NARROW, GOOD))
    assert (bad.status, good.status) == (1, 0)
    first, *_others, last = bad.out.splitlines()
    assert first.startswith("page 1, maze 1: Too small to solve on this page: ")
    assert last == "1 page is not fit for use."
    assert good.out == "Nothing is wrong with the pages.\n"
    assert list(tmp_path.iterdir()) == []
    assert run(*GOOD, "--check", "-o", "a.pdf", cwd=tmp_path).status == 2


def test_strict_writes_no_page_that_nobody_can_solve(tmp_path: Path) -> None:
    bad = run(*NARROW, "--strict", "-o", "a.pdf", cwd=tmp_path)
    assert bad.status == 1
    assert "Nothing was written: 1 page is not fit for use." in bad.error
    assert "mazes 1, 2: Too small to solve" in bad.error
    assert list(tmp_path.iterdir()) == []
    assert run(*GOOD, "--strict", "-o", "a.pdf", cwd=tmp_path).status == 0
    assert run(*NARROW, "-o", "b.pdf", cwd=tmp_path).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", "b.pdf"}


def test_findings_as_json(tmp_path: Path) -> None:
    made = json.loads(run(*NARROW, "--json", "-o", "a.pdf", cwd=tmp_path).out)
    checked = json.loads(run(*NARROW, "--json", "--check", cwd=tmp_path).out)
    assert checked["findings"] == made["findings"]
    narrow = [finding for finding in made["findings"] if finding["kind"] == "narrow"]
    assert [(finding["page"], finding["maze"]) for finding in narrow] == [(1, 1), (1, 2)]
    for finding in narrow:
        assert finding["bad"]
        assert finding["value"] < finding["least"] == 3
        assert "fewer-a-page" in finding["mends"]


BLOCKED = "o---o---o\n S  |    \no   o   o\n|   |  G|\no---o---o\n"


@pytest.mark.slow
def test_an_export_says_what_is_wrong_with_its_pages(tmp_path: Path) -> None:
    """A maze that nobody can solve, and letters that are a comb, were written without a word."""
    (tmp_path / "a.txt").write_text(BLOCKED)
    size = "--rows", 60, "--columns", 60, "--seed", 1
    run("generate", *size, "-o", "b.maze", cwd=tmp_path)
    word = "--mask", "text", "--text", "EMMA", "--rows", 8, "--columns", 12, "--seed", 1
    run("generate", *word, "-o", "c.maze", cwd=tmp_path)
    for file, kind, text in (
        ("a.txt", "no route", "No route leads from the entrance to an exit."),
        ("b.maze", "narrow", "Too small to solve on this page: 2.7 mm between walls"),
        ("c.maze", "unreadable outline", "The letters of the outline need 48 × 12 cells"),
    ):
        done = run("export", file, "-o", "out.svg", "--page", "A4", "--json", cwd=tmp_path)
        assert done.status == 0, file
        known = json.loads(done.out)
        assert known["files"] == ["out.svg"]
        found = [one for one in known["findings"] if one["bad"]]
        assert [(one["kind"], one["page"], one["maze"]) for one in found] == [(kind, 1, None)]
        assert found[0]["text"].startswith(text)
        assert done.error.splitlines().count(found[0]["text"]) == 1
        (tmp_path / "out.svg").unlink()
        refused = run("export", file, "-o", "out.svg", "--page", "A4", "--strict", cwd=tmp_path)
        assert refused.status == 1
        assert refused.error.endswith("Nothing was written: 1 page is not fit for use.\n")
        assert not (tmp_path / "out.svg").exists()
    played = run("export", "b.maze", "-o", "out.html", "--strict", cwd=tmp_path)
    assert (played.status, played.error) == (0, ""), "a screen shows it as large as one likes"


def test_generate_says_the_same_of_what_it_draws(tmp_path: Path) -> None:
    word = "generate", "--mask", "text", "--text", "EMMA", "--for", "7-9", "--seed", 1
    drawn = run(*word, "--json", "-o", "a.pdf", cwd=tmp_path)
    known = json.loads(drawn.out)
    (narrow,) = known["findings"]
    assert (known["files"], known["seed"], narrow["kind"]) == (["a.pdf"], 1, "narrow")
    assert narrow["text"].startswith("Too narrow for 7 to 9 years: ")
    assert drawn.error.count("Too narrow") == 1, "by the page, not a second time by the recipe"
    assert run(*word, "--strict", "-o", "b.pdf", cwd=tmp_path).status == 1
    assert run(*word, "-o", "b.maze", cwd=tmp_path).error.count("Too narrow") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", "b.maze"}
    for flags in (("--json",), ("--strict",), ("--strict", "-o", "c.maze")):
        assert run(*word, *flags, cwd=tmp_path).status == 2, flags
